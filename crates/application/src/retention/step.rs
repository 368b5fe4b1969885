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

use crate::context::Context;
use crate::ports::{
    AgedFact, AgeingKind, KeptAddresses, Mark, MarkTarget, RenamedBrowser, RetentionPass,
    SilentBrowser,
};
use crate::unit_of_work::UnitOfWork;

/// What a browser is called that has lost its name; a random number follows.
pub const FORGOTTEN: &str = "forgotten-";

/// How long a kind waits behind a full replay.
const WAIT_MICROS: i64 = 10 * 60 * MICROS_PER_SECOND;

/// No transaction that takes in events lasts so long.
const MEANWHILE_MICROS: i64 = 10 * 60 * MICROS_PER_SECOND;

/// What a step came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aged {
    /// Facts that were looked at.
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
    // A full replay writes sessions of browsers as they were called when it began.
    let state = work.attribution().lock(pass.profile_id).await?;
    let Some(state) = state.filter(|state| !state.is_being_rebuilt()) else {
        return wait(work, &pass, now).await;
    };
    if let Some(dead) = state.building {
        // Whoever was at it may be alive all the same, and must not go on.
        let store = work.attribution();
        store
            .building(pass.profile_id, dead.generation + 1, Duration::ZERO)
            .await?;
    }
    let before = now.plus_micros(-days(work, &pass).await? * MICROS_PER_DAY);
    let mut aged = Aged::default();
    if pass.kind == AgeingKind::Customers {
        let store = work.retention();
        aged.changed = store
            .strip_customers(pass.profile_id, before, limit)
            .await?;
        if aged.changed < u64::from(limit) {
            rest(work, &pass, now).await?;
        }
        return Ok(Some(aged));
    }
    let facts = work.retention().facts(&pass, before, limit).await?;
    let visitors: BTreeSet<VisitorId> = facts.iter().filter_map(|fact| fact.visitor_id).collect();
    let visitors: Vec<VisitorId> = visitors.into_iter().collect();
    let profile_id = pass.profile_id;
    let last = facts.last().map(|fact| (fact.at, fact.id));
    let silent = match last {
        Some(last) => work.retention().silent(profile_id, &visitors, last).await?,
        None => Vec::new(),
    };
    let named: Vec<VisitorId> = silent.iter().map(|browser| browser.visitor_id).collect();
    if !named.is_empty() && work.retention().are_marked(profile_id, &named).await? {
        return wait(work, &pass, now).await;
    }
    aged.looked = u64::try_from(facts.len()).unwrap_or_default();
    let facts: Vec<AgedFact> = facts.into_iter().map(stripped).collect();
    aged.changed = work.retention().strip(&pass, &facts).await?;
    if let Some(last) = last {
        let renamed: Vec<RenamedBrowser> = silent
            .into_iter()
            .map(|browser| renamed(profile_id, browser))
            .collect();
        aged.browsers = u64::try_from(renamed.len()).unwrap_or_default();
        work.retention().rename(profile_id, &renamed, now).await?;
        work.retention().advance(&pass, last).await?;
    }
    if aged.looked < u64::from(limit) {
        rest(work, &pass, now).await?;
    }
    Ok(Some(aged))
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
        .map(|target| Mark::new(target, "tracker_event"))
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
