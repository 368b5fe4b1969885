//! Makes two of a customer because somebody says so, and takes it back.
//!
//! What a customer is known by, and how each of it is named when somebody chooses, is [`known`]. Whoever asks before what a
//! decision would do gets what the decision itself came to, in a transaction that is given up: [`preview`].

mod consequence;
mod known;

use std::collections::BTreeSet;

use identity_graph::{
    HeldValue, MOST_STANDING_SPLITS, NotSplittable, Settled, Split, SplitPlan, Unsettled, own_anew,
    plan_split, settle as settle_people, splittable,
};
use kernel::{CustomerId, PersonId, ProfileAccess, ProfileId, SplitId, StoreError, VisitorId};
use reporting::causes::Cause;
use serde_json::json;

pub use consequence::SplitConsequence;
pub use known::{KnownIdentifier, KnownOf, MOST, known};

use self::consequence::Measured;
use crate::merges::consequence::with_after;
use crate::merges::{PreviewHash, people, renew};
use application::attribution::hold;
use application::context::Context;
use application::ports::AuditEvent;
use application::transaction::Contended;
use application::unit_of_work::{UnitOfWork, UnitsOfWork};

/// What somebody wants to part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Whom.
    pub customer: CustomerId,
    /// Which identifiers go away, each as [`KnownIdentifier::id`] names it.
    pub identifiers: Vec<String>,
    /// Which browsers go away.
    pub browsers: Vec<VisitorId>,
}

/// Why nothing was decided.
#[derive(Debug, thiserror::Error)]
pub enum SplitError {
    /// There is no such decision.
    #[error("there is no such split")]
    NotFound,
    /// The customer cannot be two.
    #[error(transparent)]
    NotSplittable(#[from] NotSplittable),
    /// One of what is to go away is not the customer's.
    #[error("is none of the customer")]
    NotTheirs {
        /// In which list: `identifier_ids` or `browser_ids`.
        list: &'static str,
        /// So many of it stand before it.
        place: usize,
    },
    /// All that is to go away went away already.
    #[error("they were parted already, by the split {0}")]
    Parted(SplitId),
    /// What would be decided is not what was previewed any more.
    #[error("what the split would do has changed since it was previewed")]
    Stale,
    /// A full replay is under way or waits; nothing may change beneath it.
    #[error("the profile is being replayed")]
    Busy,
    /// A later decision about one of the two stands, and has to be taken back before.
    #[error("a later merge or split of one of the two stands")]
    BuiltUpon,
    /// One of the two was forgotten, and what was whose cannot be told any more.
    #[error("one of the two customers was forgotten")]
    Erased,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for SplitError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_contended())
    }
}

/// Decides that a customer is two people: what is wanted is another customer's from now on, whatever facts come later, until
/// the decision is taken back; what readers see follows in the same transaction. With `expected` only if the consequence is
/// the one that was previewed.
pub async fn split(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    wanted: &Wanted,
    expected: Option<PreviewHash>,
) -> Result<SplitConsequence, SplitError> {
    hold_all(work, context, access.profile_id).await?;
    let (consequence, _) = decide(work, context, access, wanted).await?;
    if expected.is_some_and(|expected| expected != consequence.hash) {
        return Err(SplitError::Stale);
    }
    let split = &consequence.split;
    stamp(work, context, access, split, "customer.split").await?;
    // Nobody is asked whether they are one.
    let (pair, by) = (
        [split.customer, split.parted],
        (split.decided_at, split.actor),
    );
    let dismissed = context.ids.new_id().into();
    let proposals = work.proposals();
    proposals
        .dismiss(access.profile_id, dismissed, pair, None, by)
        .await?;
    Ok(consequence)
}

/// What [`split`] would do, with what is credited afterwards. It is decided, looked at and given up again, so nothing of it
/// stays and nothing of it is guessed.
pub async fn preview(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    wanted: &Wanted,
) -> Result<SplitConsequence, SplitError> {
    let mut work = units.begin().await?;
    let previewed = look(&mut *work, context, access, wanted).await;
    work.rollback().await?;
    previewed
}

async fn look(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    wanted: &Wanted,
) -> Result<SplitConsequence, SplitError> {
    held(work, access.profile_id).await?;
    let (mut consequence, people) = decide(work, context, access, wanted).await?;
    let changes = std::mem::take(&mut consequence.credited);
    let told = with_after(work, access.profile_id, &people, changes).await?;
    consequence.credited = told.ok_or(SplitError::Busy)?;
    Ok(consequence)
}

/// Decides where nothing is being replayed, and tells everybody whom that concerned.
async fn decide(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    wanted: &Wanted,
) -> Result<(SplitConsequence, Vec<PersonId>), SplitError> {
    let (profile_id, id) = (access.profile_id, wanted.customer);
    let customers = work.joins().customers(profile_id, &[id]).await?;
    splittable(customers.first())?;
    let held = work.merges().held_by(profile_id, &[id]).await?;
    let decision = context.ids.new_id();
    let chosen = match known::chosen(context, profile_id, &held, &wanted.identifiers) {
        Ok(chosen) => chosen,
        Err(error) => {
            let made = parted_already(work, context, profile_id, wanted).await?;
            return Err(made.map_or(error, SplitError::Parted));
        }
    };
    let standing = work.splits().standing(profile_id, id, MOST_STANDING_SPLITS);
    if standing.await? >= MOST_STANDING_SPLITS {
        return Err(NotSplittable::TooOften.into());
    }
    let plan = plan_split(decision, customers.first(), &held, &chosen)?;
    let mut split = Split {
        id: decision.into(),
        decided_at: context.clock.now(),
        actor: access.actor,
        customer: id,
        parted: id,
        undone: None,
    };
    let before = Measured::of(work, profile_id, &split, &held).await?;
    let browsers = browsers(&before, &wanted.browsers)?;
    let store = work.splits();
    store.insert(profile_id, &split, &plan, &browsers).await?;
    let unsettled = Unsettled {
        values: plan.parting.values().cloned().collect(),
        ..Unsettled::default()
    };
    let settled = settle(work, context, profile_id, &unsettled).await?;
    let (parted, held) = parted(work, profile_id, id, &plan).await?;
    split.parted = parted;
    work.splits().complete(profile_id, &split).await?;
    let people = people(&settled, [id, parted]);
    let cause = (Cause::Split, split.id.uuid());
    let change = renew(work, context, access, cause, &people).await?;
    let change = change.ok_or(SplitError::Busy)?;
    let consequence = before
        .consequence(work, context, split, &held, change)
        .await?;
    Ok((consequence, people))
}

/// The decision that stands and made another customer's of all identifiers that are to go away: whoever did not hear that it
/// was made asks for the same again.
async fn parted_already(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    wanted: &Wanted,
) -> Result<Option<SplitId>, StoreError> {
    let splits = work.splits().of(profile_id, wanted.customer, MOST).await?;
    let stands = |split: &&Split| split.undone.is_none() && split.customer == wanted.customer;
    for split in splits.iter().filter(stands) {
        let held = work.merges().held_by(profile_id, &[split.parted]).await?;
        if known::chosen(context, profile_id, &held, &wanted.identifiers).is_err() {
            continue;
        }
        let away = work.splits().parted_on(profile_id, split.id).await?;
        if wanted.browsers.iter().all(|browser| away.contains(browser)) {
            return Ok(Some(split.id));
        }
    }
    Ok(None)
}

async fn settle(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    unsettled: &Unsettled,
) -> Result<Settled, StoreError> {
    Ok(settle_people(work.joins(), profile_id, unsettled, context.ids).await?)
}

/// Which of the customer's browsers go away, each once.
fn browsers(before: &Measured, wanted: &[VisitorId]) -> Result<Vec<VisitorId>, SplitError> {
    let foreign = wanted.iter().position(|id| !before.browsers.contains(id));
    if let Some(place) = foreign {
        let list = "browser_ids";
        return Err(SplitError::NotTheirs { list, place });
    }
    let once: BTreeSet<VisitorId> = wanted.iter().copied().collect();
    Ok(once.into_iter().collect())
}

/// Who has what went away, and what both hold then.
async fn parted(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    customer: CustomerId,
    plan: &SplitPlan,
) -> Result<(CustomerId, Vec<HeldValue>), SplitError> {
    let away: Vec<_> = plan.parting.away.keys().cloned().collect();
    let mut held = work.joins().held_with(profile_id, &away).await?;
    held.extend(work.merges().held_by(profile_id, &[customer]).await?);
    let parted = plan.parted(customer, &held)?;
    Ok((parted, held))
}

/// Takes a decision back: the customer has what they would have had without it, and what came since goes to whom it belongs.
/// One that was taken back before is answered as it was.
pub async fn undo(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: SplitId,
) -> Result<Split, SplitError> {
    let profile_id = access.profile_id;
    hold_all(work, context, profile_id).await?;
    let found = work.splits().lock(profile_id, id).await?;
    let (split, values) = found.ok_or(SplitError::NotFound)?;
    if split.undone.is_some() {
        return Ok(split);
    }
    if work.splits().is_built_upon(profile_id, &split).await? {
        return Err(SplitError::BuiltUpon);
    }
    let both = [split.customer, split.parted];
    for id in both {
        let person = work.erasures().person(profile_id, id).await?;
        if person.is_some_and(|it| it.erased_at.is_some()) {
            return Err(SplitError::Erased);
        }
    }
    // Whose they are follows from the decision, whether or not any value changes hands: those that went away by it, and by
    // others, of whoever goes on.
    let held = work.joins().hold_people(profile_id, &both.into()).await?;
    let browsers = held.ok_or(StoreError::Conflict)?.all();
    let by = (context.clock.now(), access.actor);
    work.splits().undo(profile_id, &split, by).await?;
    let unsettled = Unsettled {
        values,
        yields: vec![split.parted],
        ..Unsettled::default()
    };
    let mut settled = settle(work, context, profile_id, &unsettled).await?;
    let owned = own_anew(work.joins(), profile_id, &browsers).await?;
    settled.customers.extend(owned.customers);
    settled.visitors.extend(owned.visitors);
    work.splits().restore(profile_id, &split).await?;
    let people = people(&settled, both);
    let cause = (Cause::Split, split.id.uuid());
    let change = renew(work, context, access, cause, &people).await?;
    change.ok_or(SplitError::Busy)?;
    stamp(work, context, access, &split, "customer.split_undone").await?;
    // Whoever is an alias is compared with nobody.
    let parted = work.joins().customers(profile_id, &[split.parted]).await?;
    if let Some(heir) = parted.iter().find_map(|it| it.merged_into) {
        let gone = &[(split.parted, heir)];
        work.proposals().forget(profile_id, gone).await?;
    }
    Ok(Split {
        undone: Some(by),
        ..split
    })
}

/// What whoever parts customers holds until the transaction ends, as whoever merges them does: results, and then what is
/// proposed.
async fn hold_all(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
) -> Result<(), SplitError> {
    held(work, profile_id).await?;
    let now = context.clock.now();
    Ok(work.proposals().hold(profile_id, now).await?)
}

async fn held(work: &mut dyn UnitOfWork, profile_id: ProfileId) -> Result<(), SplitError> {
    if hold(work, profile_id).await? {
        return Ok(());
    }
    Err(SplitError::Busy)
}

async fn stamp(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    split: &Split,
    action: &str,
) -> Result<(), StoreError> {
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: action.to_owned(),
        actor: access.actor,
        subject: Some(split.id.uuid()),
        detail: json!({
            "customer_id": split.customer.uuid(),
            "parted_id": split.parted.uuid(),
        }),
    };
    work.audit().stamp(access.profile_id, &event).await
}
