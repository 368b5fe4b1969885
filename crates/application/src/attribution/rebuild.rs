//! The full path: replays everybody into a new generation, which readers see at once when it is
//! complete, and not before.

use kernel::{PersonId, Timestamp, VisitorId};
use uuid::Uuid;

use super::{replay, sessions};
use crate::context::Context;
use crate::ports::{PersonPage, Profile};
use crate::store_error::StoreError;
use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// People, or visitors, in one transaction: bounds memory and the time a lock is held.
const PAGE: u32 = 1_000;

/// How long a worker that does not report is believed alive.
const LEASE_MICROS: i64 = 120 * 1_000_000;

/// How a rebuild ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rebuilt {
    /// The new generation is what readers see; so many people are in it.
    Published {
        /// The new generation.
        generation: i64,
        /// People replayed.
        people: u64,
    },
    /// Another worker is at it.
    Busy,
    /// Another worker took over; nothing of this one is seen.
    Overtaken,
}

/// Where a rebuild stands, for progress reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// People replayed so far.
    pub people: u64,
}

/// Replays the whole profile. Sessions are derived anew first. Every page is a transaction of its
/// own, which extends this worker's lease; when it dies, another one begins a further generation.
pub async fn rebuild(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    profile: &Profile,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Rebuilt, StoreError> {
    let Some((generation, newest)) = begin(units, context, profile).await? else {
        return Ok(Rebuilt::Busy);
    };
    let mut after: Option<VisitorId> = None;
    loop {
        let mut work = units.begin().await?;
        let page = visitors_page(&mut *work, context, profile, generation, after).await;
        match settle(work, page).await? {
            Page::Overtaken => return Ok(Rebuilt::Overtaken),
            Page::End => break,
            Page::More(last, _) => after = Some(last),
        }
    }
    let (mut after, mut people) = (None, 0);
    loop {
        let mut work = units.begin().await?;
        let page = people_page(&mut *work, context, profile, generation, after).await;
        match settle(work, page).await? {
            Page::Overtaken => return Ok(Rebuilt::Overtaken),
            Page::End => break,
            Page::More(last, count) => {
                after = Some(last);
                people += count;
                progress(Progress { people });
            }
        }
    }
    let mut work = units.begin().await?;
    let published = publish(&mut *work, context, profile, generation, newest).await;
    if !settle(work, published).await? {
        return Ok(Rebuilt::Overtaken);
    }
    let mut work = units.begin().await?;
    let swept = work.attribution().sweep(profile.id).await;
    settle(work, swept).await?;
    Ok(Rebuilt::Published { generation, people })
}

/// What became of one page.
enum Page<K> {
    /// Another worker builds a later generation.
    Overtaken,
    /// Nobody is left.
    End,
    /// The last one of the page, and how many it had.
    More(K, u64),
}

/// Claims the next generation, unless another worker is alive on one.
async fn begin(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    profile: &Profile,
) -> Result<Option<(i64, Option<Uuid>)>, StoreError> {
    let mut work = units.begin().await?;
    let claimed = claim(&mut *work, context, profile).await;
    settle(work, claimed).await
}

async fn claim(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
) -> Result<Option<(i64, Option<Uuid>)>, StoreError> {
    let now = context.clock.now();
    let Some(state) = work.attribution().lock(profile.id).await? else {
        return Ok(None);
    };
    if state.building.is_some_and(|(_, until)| until > now) {
        return Ok(None);
    }
    let latest = state
        .building
        .map_or(state.generation, |(generation, _)| generation);
    let generation = latest.max(state.generation) + 1;
    let newest = work.marks().newest_full(profile.id).await?;
    work.attribution()
        .building(profile.id, generation, lease(now))
        .await?;
    Ok(Some((generation, newest)))
}

fn lease(now: Timestamp) -> Timestamp {
    now.plus_micros(LEASE_MICROS)
}

/// Extends the lease; false when another worker took over.
async fn still_ours(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    generation: i64,
) -> Result<bool, StoreError> {
    let state = work.attribution().lock(profile.id).await?;
    let building = state
        .and_then(|state| state.building)
        .map(|(generation, _)| generation);
    if building != Some(generation) {
        return Ok(false);
    }
    work.attribution()
        .building(profile.id, generation, lease(context.clock.now()))
        .await?;
    Ok(true)
}

async fn visitors_page(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    generation: i64,
    after: Option<VisitorId>,
) -> Result<Page<VisitorId>, StoreError> {
    if !still_ours(work, context, profile, generation).await? {
        return Ok(Page::Overtaken);
    }
    let last = sessions::resession_page(work, profile, after, PAGE).await?;
    Ok(last.map_or(Page::End, |last| Page::More(last, 0)))
}

async fn people_page(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    generation: i64,
    after: Option<PersonId>,
) -> Result<Page<PersonId>, StoreError> {
    if !still_ours(work, context, profile, generation).await? {
        return Ok(Page::Overtaken);
    }
    let page = PersonPage { after, limit: PAGE };
    let people = work.attribution().people(profile.id, page).await?;
    let Some(last) = people.last().copied() else {
        return Ok(Page::End);
    };
    replay::replay(work, profile, generation, &people).await?;
    Ok(Page::More(
        last,
        u64::try_from(people.len()).unwrap_or(u64::MAX),
    ))
}

/// Switches readers over and takes the request that caused the rebuild off the queue. Requests
/// that came later stay: they may ask for more than this rebuild saw.
async fn publish(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    generation: i64,
    newest: Option<Uuid>,
) -> Result<bool, StoreError> {
    if !still_ours(work, context, profile, generation).await? {
        return Ok(false);
    }
    work.attribution()
        .publish(profile.id, generation, context.clock.now())
        .await?;
    if let Some(newest) = newest {
        work.marks().take_full(profile.id, newest).await?;
    }
    Ok(true)
}
