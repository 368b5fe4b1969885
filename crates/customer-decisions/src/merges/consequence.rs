//! What a decision moves, and what that is worth.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use attribution_models::ports::Results;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use identity_graph::{Filled, HeldValue, Merge, ShownCustomer, Subject};
use kernel::{
    Currency, CustomerId, Exact, Model, PersonId, ProfileAccess, ProfileId, StoreError, VisitorId,
};

use super::{MergeError, decide, held};
use application::attribution::replay::{self, Lens};
use application::context::Context;
use application::ports::{Book, Figures};
use application::unit_of_work::{UnitOfWork, UnitsOfWork};

/// Stands for a consequence: the same as long as a decision would do the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreviewHash(pub [u8; 32]);

impl PreviewHash {
    /// As it goes out: 43 characters.
    pub fn text(self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// The inverse of [`text`](Self::text).
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }
}

/// One of two customers before they are one: what is shown of them, and what they have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// What readers are shown.
    pub shown: ShownCustomer,
    /// Identifiers that name a person.
    pub identifiers: BTreeSet<Subject>,
    /// Browsers that are theirs at some time.
    pub browsers: BTreeSet<VisitorId>,
    /// Outcome events.
    pub events: usize,
    /// Of those, conversions.
    pub conversions: usize,
    /// Touches of the browsers.
    pub touches: usize,
}

impl Side {
    /// All that they have, as text.
    pub(crate) fn has(&self) -> String {
        let Self {
            identifiers,
            browsers,
            events,
            conversions,
            touches,
            shown: _,
        } = self;
        let mut text = format!("{events} {conversions} {touches}");
        // Writing to a String cannot fail.
        for value in identifiers {
            let _ = write!(
                text,
                "\n{} {}",
                value.kind.as_str(),
                value.value_key.as_str()
            );
        }
        for browser in browsers {
            let _ = write!(text, "\n{}", browser.uuid());
        }
        text
    }
}

/// What is credited otherwise, as text.
pub(crate) fn credited_text(credited: &[CreditedChange]) -> String {
    let mut text = String::new();
    for credited in credited {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "\n{:?} {:?} {} {}",
            credited.channel,
            credited.model,
            credited.cash.units(),
            credited.conversions
        );
    }
    text
}

/// What is credited to a channel under a model, of everybody whom a decision concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditedChange {
    /// The channel; empty for what no touch is credited with.
    pub channel: String,
    /// The model.
    pub model: Model,
    /// By how much credited cash changes, in the reporting currency.
    pub cash: Exact,
    /// By how much credited conversions change, in billionths.
    pub conversions: i64,
    /// Credited cash afterwards, of everybody whom the decision concerns; of a preview only.
    pub cash_after: Option<Exact>,
}

/// What a decision does.
#[derive(Clone, Debug, PartialEq)]
pub struct Consequence {
    /// The decision.
    pub merge: Merge,
    /// The survivor as they were before.
    pub survivor: Side,
    /// The other one, of whom all is the survivor's now.
    pub merged: Side,
    /// What of the survivor was empty and is filled in.
    pub filled: Vec<Filled>,
    /// What is credited otherwise, in the order of channels and models.
    pub credited: Vec<CreditedChange>,
    /// The currency of all cash.
    pub currency: Currency,
    /// Stands for all of this.
    pub hash: PreviewHash,
}

/// Two customers as they are before a decision.
pub(super) struct Measured {
    survivor: Side,
    merged: Side,
    currency: Currency,
}

impl Measured {
    pub(super) async fn of(
        work: &mut dyn UnitOfWork,
        profile_id: ProfileId,
        merge: &Merge,
        held: &[HeldValue],
    ) -> Result<Self, StoreError> {
        // Both at once, in the order that everybody keeps.
        let both = BTreeSet::from([merge.survivor, merge.merged]);
        let browsers = work.joins().hold_people(profile_id, &both).await?;
        browsers.ok_or(StoreError::Conflict)?;
        let profile = work.attribution().profile(profile_id).await?;
        let profile = profile.ok_or(StoreError::Conflict)?;
        let lens = Lens::load(work, &profile).await?;
        Ok(Self {
            survivor: measure(work, &lens, merge.survivor, held).await?,
            merged: measure(work, &lens, merge.merged, held).await?,
            currency: profile.currency,
        })
    }

    pub(super) fn consequence(
        self,
        context: &Context<'_>,
        merge: Merge,
        after: &[ShownCustomer],
        change: Book,
    ) -> Consequence {
        let filled = after
            .first()
            .map(|after| after.filled_since(&self.survivor.shown));
        let mut consequence = Consequence {
            merge,
            survivor: self.survivor,
            merged: self.merged,
            filled: filled.unwrap_or_default(),
            credited: credited_change(change),
            currency: self.currency,
            hash: PreviewHash([0; 32]),
        };
        let text = consequence.text();
        consequence.hash = PreviewHash(context.sealing.fingerprint(text.as_bytes()));
        consequence
    }
}

impl Consequence {
    /// Everything that two consequences may differ in, but for when and by whom it was decided.
    pub(super) fn text(&self) -> String {
        let mut text = String::from("merge");
        // Writing to a String cannot fail.
        for side in [&self.survivor, &self.merged] {
            let _ = write!(text, "\n{} {}", side.shown.id.uuid(), side.has());
        }
        for filled in &self.filled {
            let _ = write!(text, "\n{} {:?}", filled.field, filled.value.as_str());
        }
        text.push_str(&credited_text(&self.credited));
        text
    }
}

/// A customer as they are, with what they hold.
pub(crate) async fn measure(
    work: &mut dyn UnitOfWork,
    lens: &Lens,
    id: CustomerId,
    held: &[HeldValue],
) -> Result<Side, StoreError> {
    let person = PersonId::Customer(id);
    let facts = replay::facts_of(work, &lens.profile, &[person]).await?;
    let results = lens.results_of(&facts);
    let browsers = work
        .joins()
        .hold_people(lens.profile.id, &BTreeSet::from([id]))
        .await?;
    let shown = work.merges().shown(lens.profile.id, &[id]).await?;
    let facts = facts.get(&person);
    let theirs = held.iter().filter(|value| value.holder == id);
    Ok(Side {
        shown: shown.into_iter().next().ok_or(StoreError::Conflict)?,
        identifiers: theirs.map(|value| value.value.clone()).collect(),
        browsers: browsers.ok_or(StoreError::Conflict)?.own,
        events: facts.map_or(0, |facts| facts.outcomes.len()),
        conversions: results.conversions.len(),
        touches: facts.map_or(0, |facts| facts.touches.len() + facts.views.len()),
    })
}

/// What is credited otherwise, in the order of channels and models.
pub(crate) fn credited_change(change: Book) -> Vec<CreditedChange> {
    let summed = summed(change).into_iter();
    let credited = summed.map(|((channel, model), change)| CreditedChange {
        channel,
        model,
        cash: change.cash,
        conversions: change.conversions,
        cash_after: None,
    });
    credited.collect()
}

/// Changes of all days, without those that come to nothing.
fn summed(change: Book) -> BTreeMap<(String, Model), Figures> {
    let mut sums: BTreeMap<(String, Model), Figures> = BTreeMap::new();
    for (cell, figures) in change {
        // Spend is no credit.
        let Some(model) = cell.model else { continue };
        let sum = sums.entry((cell.channel, model)).or_default();
        sum.cash = sum.cash + figures.cash;
        sum.conversions = sum.conversions.saturating_add(figures.conversions);
        sum.payments = sum.payments.saturating_add(figures.payments);
    }
    sums.retain(|_, sum| *sum != Figures::default());
    sums
}

/// What deciding that two customers are one would do. It is decided, looked at and given up again, so nothing of it
/// stays and nothing of it is guessed.
pub async fn preview(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    pair: [CustomerId; 2],
) -> Result<Consequence, MergeError> {
    let mut work = units.begin().await?;
    let previewed = look(&mut *work, context, access, pair).await;
    work.rollback().await?;
    previewed
}

async fn look(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    pair: [CustomerId; 2],
) -> Result<Consequence, MergeError> {
    held(work, access.profile_id).await?;
    let (mut consequence, people) = decide(work, context, access, pair).await?;
    let changes = std::mem::take(&mut consequence.credited);
    let told = with_after(work, access.profile_id, &people, changes).await?;
    consequence.credited = told.ok_or(MergeError::Busy)?;
    Ok(consequence)
}

/// The changes with what is credited afterwards, also where nothing changes; nothing while the profile is being replayed.
/// Nothing may be kept of the transaction.
pub(crate) async fn with_after(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    people: &[PersonId],
    changes: Vec<CreditedChange>,
) -> Result<Option<Vec<CreditedChange>>, StoreError> {
    let Some(after) = credited_to(work, profile_id, people).await? else {
        return Ok(None);
    };
    let mut changes: BTreeMap<_, _> = changes
        .into_iter()
        .map(|change| ((change.channel.clone(), change.model), change))
        .collect();
    for ((channel, model), figures) in after {
        let change = changes
            .entry((channel.clone(), model))
            .or_insert(CreditedChange {
                channel,
                model,
                cash: Exact::ZERO,
                conversions: 0,
                cash_after: None,
            });
        change.cash_after = Some(figures.cash);
    }
    let changes = changes.into_values().map(|change| CreditedChange {
        cash_after: change.cash_after.or(Some(Exact::ZERO)),
        ..change
    });
    Ok(Some(changes.collect()))
}

/// What is credited to the people: what is missing when their results are taken away, which is why nothing may be kept
/// of the transaction.
async fn credited_to(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    people: &[PersonId],
) -> Result<Option<BTreeMap<(String, Model), Figures>>, StoreError> {
    let state = work.attribution().lock(profile_id).await?;
    let profile = work.attribution().profile(profile_id).await?;
    let Some((state, profile)) = state.zip(profile) else {
        return Ok(None);
    };
    let lens = Lens::load(work, &profile).await?;
    let nothing = Results::default();
    let taken = replay::replace(work, &lens, state.generation, people, &nothing).await?;
    let sums = summed(taken.change).into_iter();
    let held = sums.map(|(key, sum)| {
        let held = Figures {
            cash: Exact::ZERO - sum.cash,
            ..Figures::default()
        };
        (key, held)
    });
    Ok(Some(held.collect()))
}

#[cfg(test)]
mod tests {
    use identity_graph::{IdentifierKind, ValueKey};
    use uuid::Uuid;

    use super::*;

    /// Somebody with a value and a browser.
    fn side(value: &str, browser: u128) -> Side {
        let value = Subject {
            kind: IdentifierKind::CrmContactId,
            value_key: ValueKey::new(value.to_owned()),
        };
        Side {
            shown: ShownCustomer {
                id: Uuid::from_u128(1).into(),
                first_name: None,
                last_name: None,
                primary_email: None,
                primary_phone: None,
            },
            identifiers: [value].into(),
            browsers: [Uuid::from_u128(browser).into()].into(),
            events: 1,
            conversions: 1,
            touches: 1,
        }
    }

    #[test]
    fn as_much_of_something_else_is_something_else() {
        let text = side("hubspot|7", 2).has();
        assert_eq!(text, side("hubspot|7", 2).has());
        assert_ne!(text, side("salesforce|7", 2).has());
        assert_ne!(text, side("hubspot|7", 3).has());
    }
}
