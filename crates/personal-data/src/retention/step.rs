//! Goes through facts that have become old enough, some at a time, and takes out what is personal.
//!
//! No figure is made of what goes: neither reports nor a replay of everything change by it. Names of
//! browsers are replaced by random ones wherever they stand, so that a browser's visits stay one
//! browser's, and nobody can tell whose. A browser that comes back afterwards is a new one.

use std::collections::BTreeSet;
use std::time::Duration;

use identity_graph::{own_anew, visitor_id};
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{ProfileId, StoreError, Timestamp, VisitorId};
use reporting::causes::Cause;

use application::context::Context;
use application::forgotten::FORGOTTEN;
use application::ports::{
    AgedFact, AgeingKind, KeptAddresses, Mark, MarkTarget, RenamedBrowser, RetentionPass,
    SilentBrowser,
};
use application::unit_of_work::UnitOfWork;

/// How long a kind waits behind a full replay.
const WAIT_MICROS: i64 = 10 * 60 * MICROS_PER_SECOND;

/// No transaction that takes in events lasts so long.
const MEANWHILE_MICROS: i64 = 10 * 60 * MICROS_PER_SECOND;

/// What a step came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aged {
    /// Facts that were looked at, or customers who lost something.
    pub looked: u64,
    /// Facts and customers that lost something.
    pub changed: u64,
    /// Browsers that lost their names.
    pub browsers: u64,
}

/// One step, of one kind of one profile and of at most `limit` rows; `None` when nothing is due that
/// nobody else is at. It goes over all tenants, for the operator.
pub async fn step(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    limit: u32,
) -> Result<Option<Aged>, StoreError> {
    let now = context.clock.now();
    if take_in(work, context, limit).await? {
        return Ok(Some(Aged::default()));
    }
    let Some(pass) = work.retention().next(now).await? else {
        return Ok(None);
    };
    if !give_up_abandoned(work, pass.profile_id).await? {
        return wait(work, &pass, now).await;
    }
    let before = now.plus_micros(-days(work, &pass).await? * MICROS_PER_DAY);
    let aged = match pass.kind {
        AgeingKind::Customers => Some(customers(work, &pass, before, limit).await?),
        AgeingKind::TrackerEvents | AgeingKind::OutcomeEvents => {
            facts(work, &pass, (before, now), limit).await?
        }
    };
    let Some(aged) = aged else {
        return wait(work, &pass, now).await;
    };
    if aged.looked < u64::from(limit) {
        rest(work, &pass, now).await?;
    }
    Ok(Some(aged))
}

/// False while a full replay runs: it writes sessions of browsers as they were called when it began.
pub(crate) async fn give_up_abandoned(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
) -> Result<bool, StoreError> {
    let state = work.attribution().lock(profile_id).await?;
    let Some(state) = state.filter(|state| !state.is_being_rebuilt()) else {
        return Ok(false);
    };
    if let Some(dead) = state.building {
        // Whoever was at it may be alive all the same, and must not go on.
        let next = dead.generation + 1;
        let store = work.attribution();
        store.building(profile_id, next, Duration::ZERO).await?;
    }
    Ok(true)
}

/// Silent ones lose their names.
async fn customers(
    work: &mut dyn UnitOfWork,
    pass: &RetentionPass,
    before: Timestamp,
    limit: u32,
) -> Result<Aged, StoreError> {
    let store = work.retention();
    let changed = store
        .strip_customers(pass.profile_id, before, limit)
        .await?;
    Ok(Aged {
        looked: changed,
        changed,
        browsers: 0,
    })
}

/// The next facts lose what is personal, and browsers of which nothing happened after them their names.
/// `None` when one of those waits to be replayed.
async fn facts(
    work: &mut dyn UnitOfWork,
    pass: &RetentionPass,
    (before, now): (Timestamp, Timestamp),
    limit: u32,
) -> Result<Option<Aged>, StoreError> {
    let profile_id = pass.profile_id;
    let facts = work.retention().facts(pass, before, limit).await?;
    let Some(last) = facts.last().map(|fact| (fact.at, fact.id)) else {
        return Ok(Some(Aged::default()));
    };
    let visitors: BTreeSet<VisitorId> = facts.iter().filter_map(|fact| fact.visitor_id).collect();
    let visitors: Vec<VisitorId> = visitors.into_iter().collect();
    let silent = work.retention().silent(profile_id, &visitors, last).await?;
    let named: Vec<VisitorId> = silent.iter().map(|browser| browser.visitor_id).collect();
    if !named.is_empty() && work.retention().are_marked(profile_id, &named).await? {
        return Ok(None);
    }
    let renamed: Vec<RenamedBrowser> = silent
        .into_iter()
        .map(|browser| renamed(profile_id, browser))
        .collect();
    let facts: Vec<AgedFact> = facts.into_iter().map(stripped).collect();
    let changed = work.retention().strip(pass, &facts).await?;
    work.retention().rename(profile_id, &renamed, now).await?;
    work.retention().advance(pass, last).await?;
    let count = |many: usize| u64::try_from(many).unwrap_or_default();
    Ok(Some(Aged {
        looked: count(facts.len()),
        changed,
        browsers: count(renamed.len()),
    }))
}

/// After how many days: a browser keeps its name as long as its visits may be credited, however long the
/// windows have become.
async fn days(work: &mut dyn UnitOfWork, pass: &RetentionPass) -> Result<i64, StoreError> {
    let settings = work.settings().read(pass.profile_id).await?;
    let windows = settings.filter(|_| pass.kind == AgeingKind::TrackerEvents);
    let longest = windows.map_or(0, |settings| settings.windows.longest().get());
    Ok(i64::from(pass.days.get().max(longest)))
}

/// Takes the kind that is due first out of the way of others for an hour.
pub async fn put_back(work: &mut dyn UnitOfWork, context: &Context<'_>) -> Result<(), StoreError> {
    let now = context.clock.now();
    let Some(pass) = work.retention().next(now).await? else {
        return Ok(());
    };
    let next = now.plus_micros(3_600 * MICROS_PER_SECOND);
    work.retention().rest(&pass, next, false).await
}

/// Browsers of which something came in while they lost their names are browsers again, and whose they are
/// follows from what came in. False when there is nothing to look at.
async fn take_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    limit: u32,
) -> Result<bool, StoreError> {
    let now = context.clock.now();
    let until = now.plus_micros(-MEANWHILE_MICROS);
    let Some(profile_id) = work.retention().forgotten(until).await? else {
        return Ok(false);
    };
    if work.attribution().lock(profile_id).await?.is_none() {
        return Ok(false);
    }
    let store = work.retention();
    let returned = store.returned(profile_id, until, limit).await?;
    if returned.is_empty() {
        return Ok(true);
    }
    let owned = own_anew(work.joins(), profile_id, &returned).await?;
    let browsers = returned.into_iter().map(MarkTarget::Visitor);
    let owners = owned.customers.into_iter().map(MarkTarget::Customer);
    let marks: Vec<Mark> = browsers
        .chain(owners)
        .map(|target| Mark::new(target, Cause::TrackerEvent))
        .collect();
    work.marks()
        .add(profile_id, &marks, context.ids, now)
        .await?;
    Ok(true)
}

async fn wait(
    work: &mut dyn UnitOfWork,
    pass: &RetentionPass,
    now: Timestamp,
) -> Result<Option<Aged>, StoreError> {
    let next = now.plus_micros(WAIT_MICROS);
    work.retention().rest(pass, next, false).await?;
    Ok(Some(Aged::default()))
}

/// What browsers send is a week old at most, so nothing comes in behind; what servers tell may be of any
/// time.
async fn rest(
    work: &mut dyn UnitOfWork,
    pass: &RetentionPass,
    now: Timestamp,
) -> Result<(), StoreError> {
    let next = now.plus_micros(MICROS_PER_DAY);
    let again = pass.kind != AgeingKind::TrackerEvents;
    work.retention().rest(pass, next, again).await
}

/// Of addresses stays what figures are made of, whatever the profile keeps besides.
fn stripped(fact: AgedFact) -> AgedFact {
    let kept = KeptAddresses::default();
    let of = |address: Option<String>| address.map(|address| kept.of(&address));
    AgedFact {
        url: of(fact.url),
        referrer: of(fact.referrer),
        ..fact
    }
}

/// Named as if it had called itself so.
fn renamed(profile_id: ProfileId, browser: SilentBrowser) -> RenamedBrowser {
    let anonymous_id = format!("{FORGOTTEN}{}", browser.token);
    RenamedBrowser {
        old: browser.visitor_id,
        new: visitor_id(profile_id, &anonymous_id),
        anonymous_id,
    }
}
