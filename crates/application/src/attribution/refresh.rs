//! The incremental path: replays the people who are marked.

use std::collections::BTreeSet;

use kernel::{PersonId, VisitorId};

use super::{replay, sessions};
use crate::context::Context;
use crate::ports::{MarkTarget, Profile};
use crate::store_error::StoreError;
use crate::unit_of_work::UnitOfWork;

/// What one round did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refreshed {
    /// Nothing was marked.
    Idle,
    /// A full replay is running; the marks wait for it.
    Waiting,
    /// So many people were replayed; there may be more.
    Replayed(usize),
}

/// Replays at most `limit` marks' worth of people of one profile.
pub async fn refresh(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    limit: u32,
) -> Result<Refreshed, StoreError> {
    let now = context.clock.now();
    let Some(state) = work.attribution().lock(profile.id).await? else {
        return Ok(Refreshed::Idle);
    };
    if state.building.is_some_and(|(_, until)| until > now) {
        return Ok(Refreshed::Waiting);
    }
    let targets = work.marks().take(profile.id, limit).await?;
    if targets.is_empty() {
        return Ok(Refreshed::Idle);
    }
    let people = touched_people(work, profile, &targets).await?;
    replay::replay(work, profile, state.generation, &people).await?;
    work.attribution().recomputed(profile.id, now).await?;
    Ok(Refreshed::Replayed(people.len()))
}

/// Everybody whom the marks concern, after bringing the marked visitors' sessions up to date. A
/// visitor is named beside its owner, so that what it had on its own goes away.
async fn touched_people(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    targets: &[MarkTarget],
) -> Result<Vec<PersonId>, StoreError> {
    let mut people = BTreeSet::new();
    let mut visitors: BTreeSet<VisitorId> = BTreeSet::new();
    for target in targets {
        match target {
            MarkTarget::Visitor(id) => {
                visitors.insert(*id);
                people.insert(PersonId::Visitor(*id));
            }
            MarkTarget::Customer(id) => {
                people.insert(PersonId::Customer(*id));
            }
            MarkTarget::Event(id) => {
                people.insert(PersonId::Event(*id));
            }
            MarkTarget::Profile => {}
        }
    }
    let visitors: Vec<_> = visitors.into_iter().collect();
    sessions::resession(work, profile, &visitors).await?;
    if !visitors.is_empty() {
        people.extend(work.attribution().owners(profile.id, &visitors).await?);
    }
    Ok(people.into_iter().collect())
}
