//! What every preview is asked about: which days, under which model, as readers see them now.

use channel_classifier::ports::{Published, UsageQuestion};
use kernel::{Date, Model, Period, PeriodError, ProfileId};

use super::error::RuleError;
use application::context::Context;
use application::ports::Profile;
use application::unit_of_work::UnitOfWork;

/// Days of a preview that names none.
pub const DEFAULT_DAYS: u16 = 30;

/// Days and model as somebody asks for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PreviewQuestion {
    /// First local day; `None` is 29 days before the last.
    pub from: Option<Date>,
    /// Last local day; `None` is today.
    pub to: Option<Date>,
    /// Whose shares count.
    pub model: Model,
}

impl PreviewQuestion {
    /// The local days, `today` being the present one.
    pub fn period(&self, today: Date) -> Result<Period, PeriodError> {
        let to = self.to.unwrap_or(today);
        let from = self.from.unwrap_or_else(|| first_of(to, DEFAULT_DAYS));
        Period::new(from, to)
    }
}

/// The first of so many days that end with `to`.
pub(super) fn first_of(to: Date, days: u16) -> Date {
    let before = days.saturating_sub(1);
    (0..before).fold(to, |day, _| day.previous_day().unwrap_or(day))
}

/// One state of a profile, which nobody changes while it is looked at.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    /// Its settings.
    pub(super) profile: Profile,
    /// What readers see.
    pub(super) published: Published,
    /// The days in question.
    pub(super) period: Period,
    /// Whose shares count.
    pub(super) model: Model,
}

impl Stage {
    /// Makes the transaction a read-only snapshot and finds the days.
    pub(super) async fn open(
        work: &mut dyn UnitOfWork,
        context: &Context<'_>,
        profile_id: ProfileId,
        question: PreviewQuestion,
    ) -> Result<Self, RuleError> {
        work.traffic().only_read().await?;
        let published = work.traffic().published(profile_id).await?;
        let published = published.ok_or(RuleError::NotFound)?;
        let profile = work.attribution().profile(profile_id).await?;
        let profile = profile.ok_or(RuleError::NotFound)?;
        let today = published.timezone.local_date(context.clock.now());
        Ok(Self {
            period: question.period(today)?,
            model: question.model,
            published,
            profile,
        })
    }

    /// The traffic of the days, without the credit of people who have any with `signatures`.
    pub(super) fn usage_without<'a>(&self, signatures: &'a [i64]) -> UsageQuestion<'a> {
        UsageQuestion {
            generation: self.published.generation,
            period: self.period,
            model: self.model,
            without_people_of: signatures,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_days_the_last_thirty_are_meant() {
        let today = Date::from_ordinal_date(2026, 60).unwrap();
        let period = PreviewQuestion::default().period(today).unwrap();
        assert_eq!((period.days(), period.to()), (30, today));
        let from = Some(Date::from_ordinal_date(2026, 61).unwrap());
        let late = PreviewQuestion {
            from,
            ..PreviewQuestion::default()
        };
        assert_eq!(late.period(today), Err(PeriodError::Reversed));
    }
}
