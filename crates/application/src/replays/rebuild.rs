//! The full path: replays everybody into a new generation, which readers see at once when it is
//! complete, and not before.

use std::sync::Arc;
use std::time::Duration;

use kernel::{ProfileId, StoreError, Timestamp};
use reporting::causes::{Cause, ChangeCause};
use uuid::Uuid;
use webhook_events::EventData;
use webhook_events::conversions::Occurrence;
use webhook_events::data::RecomputeData;

use crate::attribution::ledger::{self, Occasion};
use crate::attribution::replay::Lens;
use crate::attribution::sessions;
use crate::context::Context;
use crate::ports::{
    AttributionState, ClockSpan, CutStep, CutVisitors, Profile, ReplayOrder, ReplayStep, Seen,
    Tidy, Visitors,
};
use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};
use crate::webhooks::conversions::tell_published;
use crate::webhooks::tell::tell;

use super::exports;

/// How long a worker that does not report is believed alive.
const LEASE: Duration = Duration::from_mins(2);

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
    /// Another worker is at it, or has to look at events first.
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

/// A rebuild that this worker has claimed: everything that decides about its results is fixed here,
/// so that a change in the middle shows in the next rebuild as a whole and never in half of one.
struct Claim {
    generation: i64,
    lens: Lens,
    /// The profile with the time zone that readers see, by which sessions are cut meanwhile.
    seen: Profile,
    /// The newest request that this rebuild serves.
    newest: Option<Uuid>,
    cuts_sessions: bool,
    /// How many people the profile had.
    people: u64,
}

/// Replays the whole profile. The facts are those of one instant after the claim: what comes later
/// is marked, and replayed when this is published. After every step a transaction of its own extends
/// this worker's lease; when it dies, another one begins a further generation.
pub async fn rebuild(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Rebuilt, StoreError> {
    let mut work = units.begin_long().await?;
    let claimed = claim(&mut *work, context, profile_id).await;
    let Some(claim) = settle(work, claimed).await? else {
        return Ok(Rebuilt::Busy);
    };
    if claim.cuts_sessions && !cut_sessions(units, &claim).await? {
        return Ok(Rebuilt::Overtaken);
    }
    if !replay_everybody(units, &claim, progress).await? {
        return Ok(Rebuilt::Overtaken);
    }
    let mut work = units.begin_long().await?;
    let published = publish(&mut *work, context, &claim).await;
    if !settle(work, published).await? {
        return Ok(Rebuilt::Overtaken);
    }
    let mut work = units.begin_long().await?;
    let swept = work.attribution().sweep(profile_id).await;
    settle(work, swept).await?;
    Ok(Rebuilt::Published {
        generation: claim.generation,
        people: claim.people,
    })
}

/// Derives the sessions of every browser anew; false when another worker took over.
async fn cut_sessions(units: &dyn UnitsOfWork, claim: &Claim) -> Result<bool, StoreError> {
    let timezone = claim.seen.timezone.clone();
    let cut = Arc::new(move |hits| sessions::derive(&timezone, hits));
    let mut cutting = units.cut_all(claim.seen.id, cut).await?;
    loop {
        let cut = match cutting.step().await? {
            CutStep::Underway => None,
            CutStep::Cut(cut) => Some(cut),
            CutStep::Done => return Ok(true),
        };
        let mut work = units.begin_long().await?;
        let written = write_cut(&mut *work, claim, cut).await;
        if !settle(work, written).await? {
            return Ok(false);
        }
    }
}

/// Writes the sessions of some browsers; false when another worker took over.
async fn write_cut(
    work: &mut dyn UnitOfWork,
    claim: &Claim,
    cut: Option<CutVisitors>,
) -> Result<bool, StoreError> {
    if still_ours(work, claim).await?.is_none() {
        return Ok(false);
    }
    let Some(cut) = cut else {
        return Ok(true);
    };
    let profile_id = claim.seen.id;
    let visitors = Visitors::Range(cut.visitors);
    work.attribution()
        .replace_sessions(profile_id, visitors, &cut.sessions, &cut.touches)
        .await?;
    // Afterwards nothing changes for a while, and every report would look at the rest.
    let is_last = cut.visitors.until.is_none();
    let tidy = if is_last { Tidy::Now } else { Tidy::WhenMany };
    work.attribution().tidy(profile_id, tidy).await?;
    Ok(true)
}

/// Claims the next generation, unless another worker is alive on one.
async fn claim(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
) -> Result<Option<Claim>, StoreError> {
    let now = context.clock.now();
    let Some(state) = work.attribution().lock(profile_id).await? else {
        return Ok(None);
    };
    if state.is_being_rebuilt() {
        return Ok(None);
    }
    // What it was asked for has to hold for all that it reads.
    if work.marks().is_unread(profile_id).await? {
        return Ok(None);
    }
    let Some(profile) = work.attribution().profile(profile_id).await? else {
        return Ok(None);
    };
    let building = state.building.map(|building| building.generation);
    let generation = building.unwrap_or_default().max(state.generation) + 1;
    let newest = work.marks().newest_full(profile_id).await?;
    let causes = work.recomputes().begin(profile_id, generation, now).await?;
    let total = work.attribution().count_people(profile_id).await?;
    work.recomputes()
        .progress(profile_id, generation, 0, Some(total))
        .await?;
    work.attribution()
        .building(profile_id, generation, LEASE)
        .await?;
    Ok(Some(Claim {
        generation,
        lens: Lens::load(work, &profile).await?,
        seen: Profile {
            timezone: state.seen.timezone,
            ..profile
        },
        newest,
        // A rebuild that nobody asked for in writing was asked for at the command line.
        cuts_sessions: causes.is_empty() || causes.iter().any(|why| cuts_sessions(why.cause)),
        people: total,
    }))
}

/// Whether sessions and touches are derived anew from the events. They depend on nothing that a profile
/// decides but its hosts and exclusions, so only those, a request for everything, or an upgrade asks for it.
fn cuts_sessions(cause: Cause) -> bool {
    matches!(
        cause,
        Cause::Requested
            | Cause::Upgrade
            | Cause::TrackingSettingsChanged
            | Cause::ExclusionsChanged
    )
}

/// Extends the lease; `None` when another worker took over.
async fn still_ours(
    work: &mut dyn UnitOfWork,
    claim: &Claim,
) -> Result<Option<AttributionState>, StoreError> {
    let profile_id = claim.lens.profile.id;
    let state = work.attribution().lock(profile_id).await?;
    let ours = |state: &AttributionState| {
        let building = state.building.map(|building| building.generation);
        building == Some(claim.generation)
    };
    let Some(state) = state.filter(ours) else {
        return Ok(None);
    };
    work.attribution()
        .building(profile_id, claim.generation, LEASE)
        .await?;
    Ok(Some(state))
}

/// Derives everybody's results into the new generation; false when another worker took over.
async fn replay_everybody(
    units: &dyn UnitsOfWork,
    claim: &Claim,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<bool, StoreError> {
    let lens = claim.lens.clone();
    let order = ReplayOrder {
        profile_id: lens.profile.id,
        generation: claim.generation,
        reach_micros: lens.settings().windows.longest().micros(),
        reads_views: lens.settings().credits_views,
        derive: Arc::new(move |facts| lens.results_of(facts)),
    };
    let mut replay = units.replay_all(order).await?;
    let mut people = 0;
    loop {
        let step = replay.step().await?;
        match step {
            ReplayStep::Underway => {}
            ReplayStep::Replayed { people: more } => people = claim.people.min(people + more),
            // Those who have no outcome events are done with the others.
            ReplayStep::Done => people = claim.people,
        }
        let mut work = units.begin().await?;
        let alive = report(&mut *work, claim, people).await;
        if !settle(work, alive).await? {
            return Ok(false);
        }
        progress(Progress { people });
        if step == ReplayStep::Done {
            return Ok(true);
        }
    }
}

/// Extends the lease and writes down how many people are done; false when another worker took over.
async fn report(work: &mut dyn UnitOfWork, claim: &Claim, people: u64) -> Result<bool, StoreError> {
    if still_ours(work, claim).await?.is_none() {
        return Ok(false);
    }
    work.recomputes()
        .progress(claim.lens.profile.id, claim.generation, people, None)
        .await?;
    Ok(true)
}

/// Switches readers over, writes down what that changes, and takes the request that caused the
/// rebuild off the queue. Requests that came later stay: they may ask for more than this rebuild
/// saw.
async fn publish(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    claim: &Claim,
) -> Result<bool, StoreError> {
    let Some(state) = still_ours(work, claim).await? else {
        return Ok(false);
    };
    let profile = &claim.lens.profile;
    let now = context.clock.now();
    if state.seen.timezone != profile.timezone {
        let clocks = clocks(profile, now);
        work.attribution()
            .move_sessions(profile.id, &clocks)
            .await?;
    }
    work.attribution()
        .publish(profile, claim.generation, now)
        .await?;
    let (recompute_id, causes) = work
        .recomputes()
        .complete(profile.id, claim.generation, now)
        .await?;
    let of_exclusions = |why: &&ChangeCause| why.cause == Cause::ExclusionsChanged;
    let excluding = causes.iter().filter(of_exclusions);
    let excluding: Vec<_> = excluding
        .filter_map(|why| why.subject)
        .map(Into::into)
        .collect();
    if !excluding.is_empty() {
        work.exclusions().shown(profile.id, &excluding, now).await?;
    }
    let is_currency_new = state.seen.currency != profile.currency;
    let occasion = Occasion {
        causes,
        recompute_id,
        before: state.seen,
        after: Seen {
            currency: profile.currency,
            timezone: profile.timezone.clone(),
        },
    };
    let restatement_id =
        ledger::settle_generation(work, context, profile.id, claim.generation, occasion).await?;
    let occurrence = Occurrence {
        currency: profile.currency,
        restatement_id,
    };
    let generations = (state.generation, claim.generation);
    tell_published(
        work,
        context,
        (profile.id, occurrence),
        generations,
        is_currency_new,
    )
    .await?;
    exports::mark_all(work, context, profile.id).await?;
    if let Some(recompute_id) = recompute_id {
        let finished_at = now;
        let data = EventData::RecomputeCompleted(RecomputeData {
            recompute_id,
            finished_at,
        });
        tell(work, context, profile.id, &[data]).await?;
    }
    // After the ledger's entry, so that whoever asks for the figures of this instant gets these.
    let done = context.clock.now();
    work.attribution().recomputed(profile.id, done).await?;
    if let Some(newest) = claim.newest {
        work.marks().take_full(profile.id, newest).await?;
    }
    Ok(true)
}

/// How the profile's clocks go, from before the first event there can be to a day after now.
fn clocks(profile: &Profile, now: Timestamp) -> Vec<ClockSpan> {
    let until = now.plus_micros(kernel::timestamp::MICROS_PER_DAY);
    profile
        .timezone
        .offsets(until)
        .into_iter()
        .map(|(from, offset_seconds)| ClockSpan {
            from,
            offset_seconds,
        })
        .collect()
}
