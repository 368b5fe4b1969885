//! One look at the queue.

use application::customers::settle;
use application::ports::{MarkedProfile, Surveyed, Tidy};
use application::replays::rebuild::{Rebuilt, rebuild};
use application::replays::refresh::{Refreshed, refresh};
use application::tracking::exclude;
use application::tracking::reread::reread;
use application::transaction::TRIES;
use std::time::Duration;

use application::settle;
use kernel::{ProfileId, StoreError};

use crate::Worker;

/// Profiles in one look; the rest come in the next.
const PROFILES: u32 = 100;

/// Marks in one transaction.
const MARKS: u32 = 1_000;

/// New pairs of values in one transaction.
const PAIRS: u32 = 500;

/// Page views in one transaction.
const VIEWS: u32 = 5_000;

/// Browsers in one transaction.
const BROWSERS: u32 = 1_000;

/// Transactions of one profile in one look.
const TURNS: usize = 20;

/// How long one statement of a batch may take. It is many times what a batch takes, so who meets it
/// reads a table in a way that does not suit its size.
const STEP: Duration = Duration::from_secs(30);

/// What one look did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// People replayed by the incremental path.
    pub replayed: usize,
    /// Profiles rebuilt by the full path.
    pub rebuilt: usize,
    /// Profiles of which so much is to be settled that others come first.
    pub unsettled: usize,
}

/// Serves every profile that waits, one batch each, so that a busy profile does not starve the
/// others. A profile whose work fails does not keep the others from theirs; the first failure is
/// returned at the end.
pub async fn round(worker: &Worker) -> Result<Round, StoreError> {
    let mut work = worker.units.begin().await?;
    let waiting = work.marks().waiting(PROFILES).await;
    let waiting = settle(work, waiting).await?;
    let mut done = Round::default();
    let mut failed = None;
    for marked in waiting {
        if let Err(error) = serve(worker, marked, &mut done).await {
            failed.get_or_insert(error);
        }
    }
    match failed {
        Some(error) => Err(error),
        None => Ok(done),
    }
}

/// Brings a profile to where it can be replayed as a whole; false when there is more to do than one look
/// may take.
pub async fn ready(worker: &Worker, profile_id: ProfileId) -> Result<bool, StoreError> {
    Ok(settle_people(worker, profile_id).await? && read_anew(worker, profile_id).await?)
}

async fn serve(worker: &Worker, marked: MarkedProfile, done: &mut Round) -> Result<(), StoreError> {
    let profile_id = marked.profile_id;
    // First, so that nobody is replayed who is about to be somebody else.
    let is_settled = !marked.unsettled || settle_people(worker, profile_id).await?;
    if !is_settled || (marked.unread && !read_anew(worker, profile_id).await?) {
        done.unsettled += 1;
        return Ok(());
    }
    if marked.full {
        let started = tokio::time::Instant::now();
        let outcome = rebuild(&*worker.units, &worker.context(), profile_id, &|_| {}).await?;
        if let Rebuilt::Published { generation, people } = outcome {
            worker.tally.add_full_replay(people, started.elapsed());
            tracing::info!(
                profile.id = %profile_id, attribution.generation = generation,
                "rebuilt {people} people of profile {profile_id} into generation {generation}"
            );
            done.rebuilt += 1;
            // It reads everything whatever the tables hold. Whoever waits besides is served in the
            // next look, which sees what the tables hold by then.
            return Ok(());
        }
    }
    survey(worker, Surveyed::Grown).await?;
    let replayed = refresh_once(worker, profile_id).await?;
    worker.tally.add_people(replayed);
    done.replayed += replayed;
    if replayed == 0 {
        return Ok(());
    }
    tidy(worker, profile_id).await
}

/// Settles whose the values are that facts name together. False when there is more to do than one
/// look may take.
async fn settle_people(worker: &Worker, profile_id: ProfileId) -> Result<bool, StoreError> {
    let mut tries = 1;
    for _ in 0..TURNS {
        let mut work = worker.units.begin().await?;
        let settled = match work.marks().bound(STEP).await {
            Ok(()) => settle::settle(&mut *work, &worker.context(), profile_id, PAIRS).await,
            Err(error) => Err(error),
        };
        match settle(work, settled).await {
            Ok(false) => return Ok(true),
            Ok(true) => tries = 1,
            Err(StoreError::Conflict) if tries < TRIES => tries += 1,
            Err(error) => return Err(error),
        }
    }
    Ok(false)
}

/// Looks at events anew when the profile's hosts or exclusions have changed. False when there is more to
/// do than one look may take.
async fn read_anew(worker: &Worker, profile_id: ProfileId) -> Result<bool, StoreError> {
    Ok(reread_views(worker, profile_id).await? && exclude_events(worker, profile_id).await?)
}

/// Reads referrers anew when the profile's hosts have changed. False when there is more to do than one
/// look may take.
async fn reread_views(worker: &Worker, profile_id: ProfileId) -> Result<bool, StoreError> {
    for _ in 0..TURNS {
        let mut work = worker.units.begin_long().await?;
        let more = reread(&mut *work, &worker.context(), profile_id, VIEWS).await;
        if !settle(work, more).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Works out which events count for nothing when the profile's exclusions have changed. False when
/// there is more to do than one look may take.
async fn exclude_events(worker: &Worker, profile_id: ProfileId) -> Result<bool, StoreError> {
    for _ in 0..TURNS {
        let mut work = worker.units.begin_long().await?;
        let more = exclude::pass(&mut *work, profile_id, BROWSERS).await;
        if !settle(work, more).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// In a transaction of its own, so that nobody waits for it to see their figures.
async fn tidy(worker: &Worker, profile_id: ProfileId) -> Result<(), StoreError> {
    let mut work = worker.units.begin().await?;
    let tidied = match work.attribution().lock(profile_id).await {
        Ok(Some(_)) => work.attribution().tidy(profile_id, Tidy::WhenMany).await,
        Ok(None) => Ok(()),
        Err(error) => Err(error),
    };
    settle(work, tidied).await
}

async fn refresh_once(worker: &Worker, profile_id: ProfileId) -> Result<usize, StoreError> {
    let mut work = worker.units.begin().await?;
    let outcome = match work.marks().bound(STEP).await {
        Ok(()) => refresh(&mut *work, &worker.context(), profile_id, MARKS).await,
        Err(error) => Err(error),
    };
    match settle(work, outcome).await {
        Ok(Refreshed::Replayed(people)) => Ok(people.max(1)),
        Ok(Refreshed::Idle | Refreshed::Waiting) => Ok(0),
        Err(error) => {
            // Whatever it was: the next try begins with what the tables hold by then. That nothing
            // can be looked at either is no more than what failed.
            let _ = survey(worker, Surveyed::Changed).await;
            Err(error)
        }
    }
}

/// In a transaction of its own, so that nobody who plans a statement waits for a batch.
async fn survey(worker: &Worker, tables: Surveyed) -> Result<(), StoreError> {
    let mut work = worker.units.begin().await?;
    let surveyed = work.marks().survey(tables).await;
    settle(work, surveyed).await
}

/// As [`drain`], after what marks the same people over and over: a long file does it with each of its batches, and
/// of the marks of one person one is left.
pub async fn catch_up(
    worker: &Worker,
    profile_id: ProfileId,
    report: &(dyn Fn(usize) + Sync),
) -> Result<usize, StoreError> {
    let mut work = worker.units.begin_long().await?;
    let folded = match work.attribution().lock(profile_id).await {
        Ok(Some(_)) => work.marks().fold(profile_id).await.map(drop),
        Ok(None) => Ok(()),
        Err(error) => Err(error),
    };
    settle(work, folded).await?;
    drain(worker, profile_id, report).await
}

/// Works until nothing of one profile is left to do, also by others: for tests, and for commands
/// that fill a profile and then show it. `report` is told how many people were replayed so far.
pub async fn drain(
    worker: &Worker,
    profile_id: ProfileId,
    report: &(dyn Fn(usize) + Sync),
) -> Result<usize, StoreError> {
    let mut total = 0;
    loop {
        let mut work = worker.units.begin().await?;
        let full = work.marks().newest_full(profile_id).await;
        let full = settle(work, full).await?.is_some();
        let mut done = Round::default();
        // The replay waits for whoever is at the same profile, so that idle means idle.
        let marked = MarkedProfile {
            profile_id,
            full,
            unsettled: true,
            unread: true,
        };
        serve(worker, marked, &mut done).await?;
        if done == Round::default() && !full {
            return Ok(total);
        }
        total += done.replayed;
        report(total);
    }
}
