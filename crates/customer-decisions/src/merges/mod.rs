//! Makes one of two customers because somebody says so, and takes it back.
//!
//! Whoever asks before what a decision would do gets what the decision itself came to, in a transaction that is given
//! up: [`preview`]. Several decisions at once, all of them or none, are [`merge_several`] and [`undo_several`].

pub(crate) mod consequence;
mod several;

use std::collections::BTreeSet;

use identity_graph::{
    Merge, NotMergeable, Settled, Unsettled, plan_merge, settle as settle_people,
};
use kernel::{CustomerId, MergeId, PersonId, ProfileAccess, ProfileId, StoreError};
use reporting::causes::{Cause, ChangeCause};
use serde_json::json;
use uuid::Uuid;

pub use consequence::{Consequence, CreditedChange, PreviewHash, Side, preview};
pub use several::{AtPlace, PairMerged, SeveralConsequence, undo_several};
pub(crate) use several::{merge_several, preview_several};

use self::consequence::Measured;
use application::attribution::hold;
use application::context::Context;
use application::ports::{AuditEvent, Book};
use application::replays::refresh::renew_at_once;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// Why nothing was decided.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is no such decision.
    #[error("there is no such merge")]
    NotFound,
    /// The two cannot be one customer.
    #[error(transparent)]
    NotMergeable(#[from] NotMergeable),
    /// What would be decided is not what was previewed any more.
    #[error("what the merge would do has changed since it was previewed")]
    Stale,
    /// A full replay is under way or waits; nothing may change beneath it.
    #[error("the profile is being replayed")]
    Busy,
    /// Somebody of one of the two and somebody of the other one are two people, as somebody said.
    #[error("somebody decided that they are two people")]
    Two,
    /// A later decision about the same customer stands, and has to be taken back before.
    #[error("a later merge of the same customer stands")]
    BuiltUpon,
    /// Whoever goes on was forgotten, and what was the other's cannot be told any more.
    #[error("the customer was forgotten")]
    Erased,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for MergeError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_contended())
    }
}

/// Decides that two customers are one. Everything that one of them has is the survivor's from now on, whatever
/// facts come later, until the decision is taken back; what readers see follows in the same transaction. With
/// `expected` only if the consequence is the one that was previewed.
pub async fn merge(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    pair: [CustomerId; 2],
    expected: Option<PreviewHash>,
) -> Result<Consequence, MergeError> {
    hold_all(work, context, access.profile_id).await?;
    merge_held(work, context, access, pair, expected).await
}

/// The same for whoever [holds](hold_all) everything already.
pub(crate) async fn merge_held(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    pair: [CustomerId; 2],
    expected: Option<PreviewHash>,
) -> Result<Consequence, MergeError> {
    let (consequence, _) = decide(work, context, access, pair).await?;
    if expected.is_some_and(|expected| expected != consequence.hash) {
        return Err(MergeError::Stale);
    }
    stamp(work, context, access, &consequence.merge, "customer.merged").await?;
    let merge = &consequence.merge;
    let pair = [merge.survivor, merge.merged];
    let proposals = work.proposals();
    proposals.merged(access.profile_id, pair, merge).await?;
    let gone = &[(merge.merged, merge.survivor)];
    proposals.forget(access.profile_id, gone).await?;
    Ok(consequence)
}

/// Decides where nothing is being replayed, and tells everybody whom that concerned.
async fn decide(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    pair: [CustomerId; 2],
) -> Result<(Consequence, Vec<PersonId>), MergeError> {
    let profile_id = access.profile_id;
    let [one, other] = pair;
    if one == other {
        return Err(NotMergeable::Same.into());
    }
    let customers = work.joins().customers(profile_id, &pair).await?;
    let held = work.merges().held_by(profile_id, &pair).await?;
    let plan = plan_merge(&customers, &held)?;
    let merge = Merge {
        id: context.ids.new_id().into(),
        decided_at: context.clock.now(),
        actor: access.actor,
        survivor: plan.survivor,
        merged: plan.merged,
        survivor_value: plan.survivor_value,
        merged_value: plan.merged_value,
        undone: None,
    };
    let before = Measured::of(work, profile_id, &merge, &held).await?;
    work.merges().insert(profile_id, &merge).await?;
    let people = settle(work, context, profile_id, &merge, Vec::new()).await?;
    // Values that facts joined to one of them may hold against it what those two do not.
    let merged = work.joins().customers(profile_id, &[merge.merged]).await?;
    if merged.first().and_then(|it| it.merged_into) != Some(merge.survivor) {
        return Err(NotMergeable::TwoNationalIds.into());
    }
    let cause = (Cause::Merge, merge.id.uuid());
    let change = renew(work, context, access, cause, &people).await?;
    let change = change.ok_or(MergeError::Busy)?;
    let after = work.merges().shown(profile_id, &[merge.survivor]).await?;
    let consequence = before.consequence(context, merge, &after, change);
    Ok((consequence, people))
}

/// Takes a decision back: both customers have what they would have had without it, and what came since goes to whom it
/// belongs. One that was taken back before is answered as it was.
pub async fn undo(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: MergeId,
) -> Result<Merge, MergeError> {
    hold_all(work, context, access.profile_id).await?;
    undo_held(work, context, access, id).await
}

/// The same for whoever [holds](hold_all) everything already.
async fn undo_held(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: MergeId,
) -> Result<Merge, MergeError> {
    let profile_id = access.profile_id;
    let merge = work.merges().lock(profile_id, id).await?;
    let merge = merge.ok_or(MergeError::NotFound)?;
    if merge.undone.is_some() {
        return Ok(merge);
    }
    if work.merges().is_built_upon(profile_id, &merge).await? {
        return Err(MergeError::BuiltUpon);
    }
    let survivor = work.erasures().person(profile_id, merge.survivor).await?;
    if survivor.is_some_and(|it| it.erased_at.is_some()) {
        return Err(MergeError::Erased);
    }
    let by = (context.clock.now(), access.actor);
    work.merges().undo(profile_id, id, by).await?;
    let people = settle(work, context, profile_id, &merge, vec![merge.merged]).await?;
    work.merges().restore(profile_id, &merge).await?;
    let cause = (Cause::Merge, id.uuid());
    let change = renew(work, context, access, cause, &people).await?;
    change.ok_or(MergeError::Busy)?;
    stamp(work, context, access, &merge, "customer.merge_undone").await?;
    // Nobody is asked again what was answered.
    let dismissed = context.ids.new_id().into();
    let pair = [merge.survivor, merge.merged];
    work.proposals()
        .dismiss(profile_id, dismissed, pair, Some(merge.id), by)
        .await?;
    Ok(Merge {
        undone: Some(by),
        ..merge
    })
}

/// What whoever merges or parts customers holds until the transaction ends: results, and then what is proposed, before
/// any proposal. So nobody holds a proposal of theirs and waits for them.
pub(crate) async fn hold_all(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
) -> Result<(), MergeError> {
    held(work, profile_id).await?;
    let now = context.clock.now();
    Ok(work.proposals().hold(profile_id, now).await?)
}

async fn held(work: &mut dyn UnitOfWork, profile_id: ProfileId) -> Result<(), MergeError> {
    if hold(work, profile_id).await? {
        return Ok(());
    }
    Err(MergeError::Busy)
}

/// Brings what is stored up to what stands now: everybody whom that concerns.
async fn settle(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    merge: &Merge,
    led: Vec<CustomerId>,
) -> Result<Vec<PersonId>, StoreError> {
    let unsettled = Unsettled {
        pairs: Vec::new(),
        values: merge.values(),
        led,
        yields: Vec::new(),
    };
    let settled = settle_people(work.joins(), profile_id, &unsettled, context.ids).await?;
    Ok(people(&settled, [merge.survivor, merge.merged]))
}

/// Everybody whom a decision about two customers concerns.
pub(crate) fn people(settled: &Settled, both: [CustomerId; 2]) -> Vec<PersonId> {
    let both = both.map(PersonId::Customer);
    let customers = settled.customers.iter().copied().map(PersonId::Customer);
    let visitors = settled.visitors.iter().copied().map(PersonId::Visitor);
    let people: BTreeSet<_> = customers.chain(visitors).chain(both).collect();
    people.into_iter().collect()
}

/// Brings what readers see up to a decision: what it changes, or nothing while the profile is being replayed.
pub(crate) async fn renew(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (cause, decision): (Cause, Uuid),
    people: &[PersonId],
) -> Result<Option<Book>, StoreError> {
    let cause = ChangeCause {
        cause,
        subject: Some(decision),
        actor: access.actor,
        at: context.clock.now(),
        count: 1,
    };
    renew_at_once(work, context, access.profile_id, people, cause).await
}

async fn stamp(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    merge: &Merge,
    action: &str,
) -> Result<(), StoreError> {
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: action.to_owned(),
        actor: access.actor,
        subject: Some(merge.id.uuid()),
        detail: json!({
            "survivor_id": merge.survivor.uuid(),
            "merged_id": merge.merged.uuid(),
        }),
    };
    work.audit().stamp(access.profile_id, &event).await
}
