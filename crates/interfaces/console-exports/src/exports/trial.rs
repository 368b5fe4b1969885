//! What a rule would have told a destination, as a page shows it.

use conversion_export::dry_run::{DryRunOutcome, MAX_DAYS};
use conversion_export::rules::try_out::{Tried, TryOut};
use export_rules::DestinationId;
use export_rules::ports::Span;
use exports_api::rules::dry_run::tried;
use http_kit::problem::Problem;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Period, TimeZone, Timestamp};
use time::Duration;

use super::words::Reason;
use crate::format::{At, Number, count};
use crate::viewer::AtProfile;

/// Days that are tried when nobody says which.
pub(super) const DAYS: i64 = 30;

/// What came of it.
pub(super) struct Trial {
    /// Of which days.
    pub days: String,
    pub ships: Number,
    pub waits: Number,
    pub skips: Vec<(Reason, Number)>,
    pub events: Number,
    /// Whether nothing of the events was for the rule to tell there.
    pub is_silent: bool,
    /// Where it stopped.
    pub stopped: Option<At>,
}

/// Tries a rule on what happened, and counts.
pub(super) async fn trial(
    at: &AtProfile,
    rule: Tried,
    destination: DestinationId,
    (span, days): (Span, String),
) -> Result<Trial, Problem> {
    let command = TryOut {
        rule,
        destination,
        span,
    };
    let state = at.viewer.state.clone().into_inner();
    let outcome = tried(state, at.access.clone(), command).await?;
    Ok(shown(&outcome, days, &at.profile.timezone))
}

fn shown(it: &DryRunOutcome, days: String, zone: &TimeZone) -> Trial {
    let number = |it: u64| count(i64::try_from(it).unwrap_or(i64::MAX));
    let tally = &it.tally;
    Trial {
        days,
        ships: number(tally.ships),
        waits: number(tally.waits),
        skips: tally
            .skips
            .iter()
            .map(|(reason, count)| (Reason::from(*reason), number(*count)))
            .collect(),
        events: number(it.events),
        is_silent: tally.ships == 0 && tally.waits == 0 && tally.skips.is_empty(),
        stopped: it.stopped_at.map(|at| At::of(at, zone)),
    }
}

/// The last days up to now.
pub(super) fn last_days(now: Timestamp) -> Span {
    Span {
        from: now.plus_micros(-DAYS * MICROS_PER_DAY),
        until: now,
    }
}

/// Whole days where the profile is, up to now; `None` when they are too many, or none of them has begun.
pub(super) fn span_of(period: Period, zone: &TimeZone, now: Timestamp) -> Option<Span> {
    let after = period.to().saturating_add(Duration::days(1));
    let span = Span {
        from: zone.start_of(period.from()),
        until: zone.start_of(after).min(now),
    };
    let micros = span.until.micros_since(span.from);
    (1..=MAX_DAYS * MICROS_PER_DAY)
        .contains(&micros)
        .then_some(span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn days_are_tried_up_to_now_and_at_most_ninety() {
        let zone = TimeZone::named("Europe/Madrid").unwrap();
        let now = Timestamp::parse("2026-11-10T12:00:00Z").unwrap();
        let of = |from, to| span_of(Period::new(from, to).unwrap(), &zone, now);
        let one = of(date!(2026 - 11 - 09), date!(2026 - 11 - 09)).unwrap();
        assert_eq!(one.from.to_string(), "2026-11-08T23:00:00.000000Z");
        assert_eq!(one.until.to_string(), "2026-11-09T23:00:00.000000Z");
        // Ninety days with an hour more than usual, of which the last day is not over.
        let most = of(date!(2026 - 08 - 13), date!(2026 - 11 - 10)).unwrap();
        assert_eq!(most.until, now);
        assert!(of(date!(2026 - 08 - 12), date!(2026 - 11 - 10)).is_none());
        assert!(of(date!(2026 - 11 - 11), date!(2026 - 11 - 12)).is_none());
    }
}
