//! Which events of browsers count for nothing: adds and removes rules, works out what follows for
//! browsers, and foretells it.

use std::collections::{BTreeMap, BTreeSet};

use channel_classifier::{Evidence, RawEvidence, RawReferrer, Site, host_of};
use event_intake::ports::{
    BrowserFact, BrowserFactKind, ExcludedEvent, ExclusionStore, StoredExclusion,
};
use event_intake::{
    ConditionsDraft, ExclusionRule, Hit, Landing, Seen, Verdict, excluded, sessionise,
};
use identity_graph::own_anew;
use kernel::{
    CustomerId, ExclusionId, ProfileAccess, ProfileId, RecomputeId, StoreError, VisitorId,
};
use reporting::causes::Cause;
use serde_json::{Value, json};

use crate::attribution::hold;
use crate::attribution::recomputes::{ReplayRequest, request};
use crate::context::Context;
use crate::ports::AuditEvent;
use crate::transaction::Contended;
use crate::unit_of_work::UnitOfWork;

/// Rules of a profile.
pub const MOST_RULES: usize = 100;

/// Browsers that one rule may name.
pub const MOST_BROWSERS: usize = 1_000;

/// Browsers whose events are held at once.
const CHUNK: usize = 500;

/// What a preview looks at, at most.
pub const MOST_CANDIDATES: u32 = 200_000;

/// Why a rule was not added.
#[derive(Debug, thiserror::Error)]
pub enum AddError {
    /// The profile has as many as it may have.
    #[error("a profile has at most {MOST_RULES} exclusions")]
    TooMany,
    /// The store failed; nothing was written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for AddError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Adds a rule in one transaction with its audit row and a full replay, before which all browsers are
/// looked at. `None` when there is no such profile.
pub async fn add(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    exclusion: &StoredExclusion,
) -> Result<Option<RecomputeId>, AddError> {
    let profile_id = access.profile_id;
    if work.attribution().lock(profile_id).await?.is_none() {
        return Ok(None);
    }
    if work.exclusions().in_force(profile_id).await?.len() >= MOST_RULES {
        return Err(AddError::TooMany);
    }
    work.exclusions().add(profile_id, exclusion).await?;
    let queued = queue(work, context, access, "tracking.exclusion_added", exclusion).await?;
    Ok(Some(queued))
}

/// Puts a rule out of force, in the same way. `None` when no such rule is in force.
pub async fn remove(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: ExclusionId,
) -> Result<Option<RecomputeId>, StoreError> {
    let profile_id = access.profile_id;
    if work.attribution().lock(profile_id).await?.is_none() {
        return Ok(None);
    }
    let now = context.clock.now();
    let Some(exclusion) = work.exclusions().remove(profile_id, id, now).await? else {
        return Ok(None);
    };
    let action = "tracking.exclusion_removed";
    let queued = queue(work, context, access, action, &exclusion).await?;
    Ok(Some(queued))
}

async fn queue(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    action: &str,
    exclusion: &StoredExclusion,
) -> Result<RecomputeId, StoreError> {
    let profile_id = access.profile_id;
    work.exclusions().queue(profile_id).await?;
    let why = ReplayRequest {
        cause: Cause::ExclusionsChanged,
        subject: Some(exclusion.id.uuid()),
        actor: access.actor,
    };
    let recompute = request(work, context, profile_id, why).await?.id;
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: action.to_owned(),
        actor: access.actor,
        subject: Some(exclusion.id.uuid()),
        detail: json!({
            "exclusion": told(exclusion),
            "recompute_id": recompute.uuid(),
        }),
    };
    work.audit().stamp(profile_id, &event).await?;
    Ok(recompute)
}

/// Of the browsers only how many they are: their ids are with the rule.
fn told(exclusion: &StoredExclusion) -> Value {
    let ConditionsDraft {
        received,
        landing_host,
        path_prefix,
        referrer_host,
        utm,
        country,
        visitors,
        senders,
    } = exclusion.conditions.said();
    let [source, medium, campaign, term, content] = utm;
    json!({
        "received_from": received.from.map(|at| at.to_string()),
        "received_until": received.until.map(|at| at.to_string()),
        "landing_host": landing_host,
        "path_prefix": path_prefix,
        "referrer_host": referrer_host,
        "utm_source": source,
        "utm_medium": medium,
        "utm_campaign": campaign,
        "utm_term": term,
        "utm_content": content,
        "country": country,
        "browsers": visitors.len(),
        "senders": senders,
    })
}

/// Looks at the next browsers after rules have changed, one worker at a time. False when none is left.
/// What differs shows when the profile is replayed as a whole, which waits for that.
pub async fn pass(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    limit: u32,
) -> Result<bool, StoreError> {
    if !hold(work, profile_id).await? {
        return Ok(false);
    }
    let Some(visitors) = work.exclusions().next(profile_id, limit).await? else {
        return Ok(false);
    };
    let rules = work.exclusions().in_force(profile_id).await?;
    apply(work, profile_id, &rules, &visitors).await?;
    let is_last = u32::try_from(visitors.len()).is_ok_and(|count| count < limit);
    let last = visitors.last().copied().filter(|_| !is_last);
    work.exclusions().advance(profile_id, last).await?;
    Ok(!is_last)
}

/// Looks at browsers of which something has come in: everybody who gains or loses one by that.
pub async fn look_at(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    visitors: &[VisitorId],
) -> Result<BTreeSet<CustomerId>, StoreError> {
    if visitors.is_empty() {
        return Ok(BTreeSet::new());
    }
    let rules = work.exclusions().in_force(profile_id).await?;
    if rules.is_empty() {
        return Ok(BTreeSet::new());
    }
    apply(work, profile_id, &rules, visitors).await
}

async fn apply(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    rules: &[ExclusionRule],
    visitors: &[VisitorId],
) -> Result<BTreeSet<CustomerId>, StoreError> {
    let facts = if rules.is_empty() {
        Vec::new()
    } else {
        work.exclusions().facts(profile_id, visitors).await?
    };
    let excluded = excluded_of(rules, &facts);
    let store = work.exclusions();
    let changed = store.replace(profile_id, visitors, &excluded).await?;
    if changed.is_empty() {
        return Ok(BTreeSet::new());
    }
    let changed = changed.into_iter().collect();
    let owned = own_anew(work.joins(), profile_id, &changed).await?;
    Ok(owned.customers)
}

/// Which events count for nothing, of all events of some browsers.
pub fn excluded_of(rules: &[ExclusionRule], facts: &[BrowserFact]) -> Vec<ExcludedEvent> {
    let by_visitor = by_visitor(facts);
    let excluded_of = |(visitor_id, facts): (VisitorId, Vec<&BrowserFact>)| {
        let found = excluded(&seen(rules, &facts), rules).into_iter();
        found.map(move |(id, exclusion_id)| ExcludedEvent {
            visitor_id,
            id,
            exclusion_id,
        })
    };
    let mut all: Vec<ExcludedEvent> = by_visitor.into_iter().flat_map(excluded_of).collect();
    all.sort_unstable();
    all
}

fn by_visitor(facts: &[BrowserFact]) -> BTreeMap<VisitorId, Vec<&BrowserFact>> {
    let mut by_visitor: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for fact in facts {
        by_visitor.entry(fact.visitor_id).or_default().push(fact);
    }
    by_visitor
}

fn seen<'a>(rules: &[ExclusionRule], facts: &[&'a BrowserFact]) -> Vec<Seen<'a>> {
    let asked = rules.iter().any(|rule| rule.conditions.ask_for_landing());
    let landing = |fact: &BrowserFact| landing(fact.url.as_deref(), fact.referrer.as_deref());
    let seen = |fact: &&'a BrowserFact| Seen {
        hit: fact.hit,
        received_at: fact.received_at,
        visitor: fact.visitor_id,
        country: fact.country.as_deref(),
        sender: fact.sender.as_deref(),
        landing: (asked && fact.kind == BrowserFactKind::PageView).then(|| landing(fact)),
    };
    facts.iter().map(seen).collect()
}

/// What the addresses of a page view say, whatever the profile thinks of their hosts.
fn landing(url: Option<&str>, referrer: Option<&str>) -> Landing {
    let raw = RawEvidence::of_visit(url, RawReferrer::Unknown);
    let site = Site {
        own_domains: &[],
        excluded_referrers: &[],
        allowed_referrers: &[],
    };
    let page = Evidence::from_raw(&raw, &site);
    Landing {
        host: page.landing_host,
        path: page.landing_path,
        referrer_host: referrer.and_then(host_of),
        utm: [
            page.utm_source,
            page.utm_medium,
            page.utm_campaign,
            page.utm_term,
            page.utm_content,
        ],
    }
}

/// What a rule would take out of what counts now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foretold {
    /// Events of all kinds.
    pub events: u64,
    /// Page views of humans.
    pub page_views: u64,
    /// Identifications.
    pub identifications: u64,
    /// How many sessions of humans are fewer; negative when what is left of one falls apart.
    pub sessions: i64,
    /// How many touches are fewer.
    pub touches: i64,
    /// Browsers of humans of which nothing is left.
    pub visitors: u64,
    /// How many of the events came from which sender, where it has a name.
    pub senders: BTreeMap<String, u64>,
}

impl Foretold {
    fn add(&mut self, facts: &[&BrowserFact], rules: &[ExclusionRule], new: &ExclusionRule) {
        let before = excluded(&seen(rules, facts), rules);
        let news = std::slice::from_ref(new);
        let also = excluded(&seen(news, facts), news);
        let counted: Vec<&&BrowserFact> = facts
            .iter()
            .filter(|fact| !before.contains_key(&fact.hit.id))
            .collect();
        let gone = |fact: &BrowserFact| also.contains_key(&fact.hit.id);
        let taken: Vec<_> = counted.iter().filter(|fact| gone(fact)).collect();
        if taken.is_empty() {
            return;
        }
        let of = |kind| taken.iter().filter(move |fact| fact.kind == kind);
        let count = |many: usize| u64::try_from(many).unwrap_or(u64::MAX);
        self.events += count(taken.len());
        let views = of(BrowserFactKind::PageView).filter(|fact| !fact.hit.bot);
        self.page_views += count(views.count());
        self.identifications += count(of(BrowserFactKind::Identification).count());
        for sender in taken.iter().filter_map(|fact| fact.sender.as_ref()) {
            *self.senders.entry(sender.clone()).or_default() += 1;
        }
        let (sessions, touches) = made_by(counted.iter().map(|fact| fact.hit));
        let rest = counted.iter().filter(|fact| !gone(fact));
        let (sessions_left, touches_left) = made_by(rest.map(|fact| fact.hit));
        self.sessions += sessions - sessions_left;
        self.touches += touches - touches_left;
        self.visitors += u64::from(sessions > 0 && sessions_left == 0);
    }
}

/// Sessions and touches of humans.
fn made_by(hits: impl Iterator<Item = Hit>) -> (i64, i64) {
    let sessions = sessionise(hits.filter(|hit| !hit.bot).collect());
    let touches = sessions.iter().flat_map(|session| &session.candidates);
    let touches = touches.filter(|page| page.verdict == Verdict::Touch);
    let count = |many: usize| i64::try_from(many).unwrap_or(i64::MAX);
    let touches = count(touches.count());
    (count(sessions.len()), touches)
}

/// Foretells what a rule would take out. `None` when it may concern more browsers than are looked at.
/// Nothing is written.
pub async fn foretell(
    store: &mut dyn ExclusionStore,
    profile_id: ProfileId,
    rule: &ExclusionRule,
) -> Result<Option<Foretold>, StoreError> {
    let rules = store.in_force(profile_id).await?;
    let said = rule.conditions.said();
    let visitors = store
        .candidates(profile_id, said, MOST_CANDIDATES + 1)
        .await?;
    if visitors.len() > usize::try_from(MOST_CANDIDATES).unwrap_or(usize::MAX) {
        return Ok(None);
    }
    let mut foretold = Foretold::default();
    for chunk in visitors.chunks(CHUNK) {
        let facts = store.facts(profile_id, chunk).await?;
        for facts in by_visitor(&facts).values() {
            foretold.add(facts, &rules, rule);
        }
    }
    Ok(Some(foretold))
}
