//! What a decision parts, and what that is worth.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use identity_graph::{HeldValue, Split};
use kernel::{Currency, Personal, ProfileId, StoreError, VisitorId};

use crate::merges::consequence::{credited_change, credited_text, measure};
use crate::merges::{CreditedChange, PreviewHash, Side};
use application::attribution::replay::Lens;
use application::context::Context;
use application::ports::Book;
use application::unit_of_work::UnitOfWork;

/// What a decision does.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitConsequence {
    /// The decision. Of a preview the id of whoever has what goes away may be another one later.
    pub split: Split,
    /// The customer as they were before.
    pub before: Side,
    /// As they are then.
    pub rest: Side,
    /// Whoever has what goes away.
    pub away: Side,
    /// What is credited otherwise, in the order of channels and models.
    pub credited: Vec<CreditedChange>,
    /// The currency of all cash.
    pub currency: Currency,
    /// Stands for all of this.
    pub hash: PreviewHash,
}

/// A customer as they are before a decision, locked with everybody who leads to them.
pub(super) struct Measured {
    side: Side,
    /// Their browsers.
    pub(super) browsers: BTreeSet<VisitorId>,
    lens: Lens,
}

impl Measured {
    pub(super) async fn of(
        work: &mut dyn UnitOfWork,
        profile_id: ProfileId,
        split: &Split,
        held: &[HeldValue],
    ) -> Result<Self, StoreError> {
        // All at once, in the order that everybody keeps: an id that led here may lead to somebody again.
        let homes = held.iter().filter_map(|value| value.home);
        let all: BTreeSet<_> = homes.chain([split.customer]).collect();
        let held_all = work.joins().hold_people(profile_id, &all).await?;
        held_all.ok_or(StoreError::Conflict)?;
        let own = BTreeSet::from([split.customer]);
        let browsers = work.joins().hold_people(profile_id, &own).await?;
        let profile = work.attribution().profile(profile_id).await?;
        let profile = profile.ok_or(StoreError::Conflict)?;
        let lens = Lens::load(work, &profile).await?;
        Ok(Self {
            side: measure(work, &lens, split.customer, held).await?,
            browsers: browsers.ok_or(StoreError::Conflict)?.own,
            lens,
        })
    }

    /// What the decision came to; `held` is what both hold by now.
    pub(super) async fn consequence(
        self,
        work: &mut dyn UnitOfWork,
        context: &Context<'_>,
        split: Split,
        held: &[HeldValue],
        change: Book,
    ) -> Result<SplitConsequence, StoreError> {
        let mut consequence = SplitConsequence {
            rest: measure(work, &self.lens, split.customer, held).await?,
            away: measure(work, &self.lens, split.parted, held).await?,
            credited: credited_change(change),
            currency: self.lens.profile.currency,
            before: self.side,
            hash: PreviewHash([0; 32]),
            split,
        };
        let text = consequence.text();
        consequence.hash = PreviewHash(context.sealing.fingerprint(text.as_bytes()));
        Ok(consequence)
    }
}

impl SplitConsequence {
    /// Everything that two consequences may differ in, but for when and by whom it was decided, and under which id somebody
    /// goes on who is new.
    fn text(&self) -> String {
        let mut text = format!("split\n{}", self.before.shown.id.uuid());
        for side in [&self.before, &self.rest, &self.away] {
            let shown = &side.shown;
            // Writing to a String cannot fail.
            let _ = write!(text, "\n{}", side.has());
            for value in [
                &shown.first_name,
                &shown.last_name,
                &shown.primary_email,
                &shown.primary_phone,
            ] {
                let _ = write!(text, " {:?}", value.as_ref().map(Personal::as_str));
            }
        }
        text.push_str(&credited_text(&self.credited));
        text
    }
}
