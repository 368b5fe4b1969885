//! Records a batch of browser events of one visitor: the facts, the traffic evidence of page
//! views, who the visitor is when told, and whom to replay, in one transaction.

use std::collections::HashSet;

use channel_classifier::{Evidence, RawEvidence, RawReferrer, ReferrerClass};
use event_intake::ports::{TrackerEventFact, TrackerFactKind};
use event_intake::{PageReferrer, TrackerBatch, TrackerEvent, TrackerEventKind};
use identity_graph::{Identification, IdentifierError, Occasion, Origin, RawIdentifiers, Resolved};
use kernel::{StoreError, Timestamp, TrackerEventId, VisitorId};

use crate::context::Context;
use crate::evidence;
use crate::people::{self, Named};
use crate::ports::{Mark, MarkTarget, Profile};
use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// Who sent the events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sender {
    /// ISO 3166-1 alpha-2, if a trusted proxy tells it.
    pub country: Option<String>,
    /// desktop, mobile or tablet.
    pub device: Option<String>,
    /// Browser family.
    pub browser: Option<String>,
    /// Operating system family.
    pub os: Option<String>,
    /// Why the sender is taken for a bot.
    pub bot_reason: Option<String>,
    /// A name for the network address that is good for a day.
    pub name: Option<String>,
}

/// What became of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collected {
    /// Events that are new.
    pub accepted: usize,
    /// Events whose ids were recorded before.
    pub duplicates: usize,
}

/// Why nothing of a batch was recorded.
#[derive(Debug, thiserror::Error)]
pub enum CollectError {
    /// An identifier is malformed; the position of its event in the batch.
    #[error("event {position}: {error}")]
    Identifier {
        /// Position in the batch, from 0.
        position: usize,
        /// What is wrong.
        error: IdentifierError,
    },
    /// The store failed; nothing was written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How often a lost race is run again.
const TRIES: usize = 8;

/// Records the batch, again when another transaction was faster.
pub async fn collect(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    profile: &Profile,
    batch: &TrackerBatch,
    sender: &Sender,
) -> Result<Collected, CollectError> {
    let mut tries = 1;
    loop {
        let mut work = units.begin().await?;
        let outcome = collect_in(&mut *work, context, profile, batch, sender).await;
        match settle(work, outcome).await {
            Err(CollectError::Store(StoreError::Conflict)) if tries < TRIES => tries += 1,
            outcome => return outcome,
        }
    }
}

/// Records the batch inside a transaction that the caller settles.
pub async fn collect_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    batch: &TrackerBatch,
    sender: &Sender,
) -> Result<Collected, CollectError> {
    let named = names(context, batch)?;
    let ids: Vec<TrackerEventId> = batch.events.iter().map(|event| event.id).collect();
    let new: HashSet<TrackerEventId> = work
        .tracker_events()
        .claim_ids(profile.id, &ids)
        .await?
        .into_iter()
        .collect();
    let accepted = new.len();
    let duplicates = batch.events.len() - accepted;
    if new.is_empty() {
        return Ok(Collected {
            accepted,
            duplicates,
        });
    }
    let mut seen = HashSet::new();
    let fresh: Vec<(&TrackerEvent, &Named)> = batch
        .events
        .iter()
        .zip(&named)
        .filter(|(event, _)| new.contains(&event.id) && seen.insert(event.id))
        .collect();
    hold(work, profile, &fresh).await?;
    let received_at = context.clock.now();
    let mut marks: Vec<Mark> = Vec::new();
    let mut facts = Vec::with_capacity(fresh.len());
    // Of this batch, so that who is named first in it is not forgotten when somebody else is.
    let mut identified = Vec::new();
    for (event, named) in &fresh {
        let is_first = facts.is_empty();
        let resolved = who(
            work,
            context,
            profile,
            (event, named),
            (is_first, &identified),
        )
        .await?;
        let visitor = named.identifiers.visitor_id(profile.id);
        let Some(visitor) = visitor else { continue };
        let mut fact = fact_of(profile, event, (visitor, received_at), sender);
        if let Some(resolved) = resolved {
            let cause = if resolved.ownership_changed {
                "identify"
            } else {
                cause(profile, event.occurred_at, received_at)
            };
            marks.extend(people::marks(&resolved, true, cause));
            if matches!(event.kind, TrackerEventKind::Identify { .. }) {
                fact.subject = resolved.subject.as_ref().map(people::subject_key);
                fact.identifiers = Some(named.json.clone());
                identified.extend(identification(&resolved, event.occurred_at));
            }
        }
        let cause = cause(profile, event.occurred_at, received_at);
        marks.push(Mark::new(MarkTarget::Visitor(visitor), cause));
        facts.push(fact);
    }
    add_evidence(work, context, profile, &fresh, &mut facts).await?;
    work.tracker_events().insert(profile.id, &facts).await?;
    marks.sort_by_key(|mark| mark.target);
    marks.dedup_by_key(|mark| mark.target);
    work.marks()
        .add(profile.id, &marks, context.ids, received_at)
        .await?;
    Ok(Collected {
        accepted,
        duplicates,
    })
}

/// Locks what the events that say who somebody is will change, before the first of them changes
/// anything.
async fn hold(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    fresh: &[(&TrackerEvent, &Named)],
) -> Result<(), StoreError> {
    let people: Vec<_> = fresh
        .iter()
        .map(|(event, named)| (&named.identifiers, event.occurred_at))
        .collect();
    // A single event takes its locks in their order by itself.
    if people.len() > 1 {
        work.identity().hold(profile.id, &people).await?;
    }
    Ok(())
}

/// Why figures may change: an event of a day that is over is late.
pub(super) fn cause(
    profile: &Profile,
    occurred_at: Timestamp,
    received_at: Timestamp,
) -> &'static str {
    let day = |at| profile.timezone.local_date(at);
    if day(occurred_at) < day(received_at) {
        "late_event"
    } else {
        "tracker_event"
    }
}

/// The identifiers of each event: the browser's id, and on identify what the visitor told.
fn names(context: &Context<'_>, batch: &TrackerBatch) -> Result<Vec<Named>, CollectError> {
    let mut named = Vec::with_capacity(batch.events.len());
    for (position, event) in batch.events.iter().enumerate() {
        let raw = match &event.kind {
            TrackerEventKind::Identify { person } => people::raw(person),
            _ => RawIdentifiers::default(),
        };
        let read = name(context, batch, raw);
        named.push(read.map_err(|error| CollectError::Identifier { position, error })?);
    }
    Ok(named)
}

/// What is told besides, and the browser's id.
pub(super) fn name(
    context: &Context<'_>,
    batch: &TrackerBatch,
    mut raw: RawIdentifiers,
) -> Result<Named, IdentifierError> {
    raw.anonymous_id.clone_from(&batch.anonymous_id);
    let read = people::read(context, &raw)?;
    if read.identifiers.anonymous_id().is_none() {
        let (field, reason) = ("anonymous_id", "is a placeholder, not an id");
        return Err(IdentifierError { field, reason });
    }
    Ok(read)
}

/// The person behind an event. The browser has to be known once a batch; after that only an
/// identify event can change anything.
async fn who(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    (event, named): (&TrackerEvent, &Named),
    (is_first, identified): (bool, &[Identification]),
) -> Result<Option<Resolved>, StoreError> {
    if !is_first && !matches!(event.kind, TrackerEventKind::Identify { .. }) {
        return Ok(None);
    }
    let occasion = Occasion {
        at: event.occurred_at,
        origin: Origin::Browser,
        candidate: context.ids.new_id().into(),
        fact: event.id.uuid(),
    };
    people::identify(work, profile, &named.identifiers, occasion, identified)
        .await
        .map(Some)
}

/// Who an event says that its browser's user is.
fn identification(resolved: &Resolved, at: Timestamp) -> Option<Identification> {
    let named = resolved.subject.clone().zip(resolved.customer);
    let (subject, customer) = named.filter(|(subject, _)| subject.kind.names_a_person())?;
    Some(Identification {
        at,
        subject,
        customer,
    })
}

/// The fact without its traffic evidence.
pub(super) fn fact_of(
    profile: &Profile,
    event: &TrackerEvent,
    (visitor_id, received_at): (VisitorId, Timestamp),
    sender: &Sender,
) -> TrackerEventFact {
    let mut fact = TrackerEventFact {
        id: event.id,
        occurred_at: event.occurred_at,
        received_at,
        visitor_id,
        kind: TrackerFactKind::Custom,
        name: None,
        url: None,
        path: None,
        title: None,
        referrer: None,
        engaged_ms: None,
        properties: None,
        signature_id: None,
        source_key: None,
        names_a_source: None,
        exclusion: None,
        ad_id: None,
        campaign_id: None,
        click_ids: None,
        subject: None,
        identifiers: None,
        country: sender.country.clone(),
        device: sender.device.clone(),
        browser: sender.browser.clone(),
        os: sender.os.clone(),
        bot_reason: sender.bot_reason.clone(),
        sender: sender.name.clone(),
    };
    let kept = |address: &str| profile.addresses.of(address);
    match &event.kind {
        TrackerEventKind::PageView {
            url,
            referrer,
            title,
        } => {
            fact.kind = TrackerFactKind::PageView;
            fact.url = Some(kept(url));
            fact.title.clone_from(title);
            if let PageReferrer::Present(referrer) = referrer {
                fact.referrer = Some(kept(referrer));
            }
        }
        TrackerEventKind::Engagement { url, ms } => {
            fact.kind = TrackerFactKind::Engagement;
            fact.url = url.as_deref().map(kept);
            fact.engaged_ms = Some(*ms);
        }
        TrackerEventKind::Identify { .. } => fact.kind = TrackerFactKind::Identify,
        TrackerEventKind::Custom {
            name,
            url,
            properties,
        } => {
            fact.name = Some(name.clone());
            fact.url = url.as_deref().map(kept);
            fact.properties.clone_from(properties);
        }
    }
    fact
}

/// Gives the page views among the facts their traffic evidence.
async fn add_evidence(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    events: &[(&TrackerEvent, &Named)],
    facts: &mut [TrackerEventFact],
) -> Result<(), StoreError> {
    let read: Vec<Option<Evidence>> = events
        .iter()
        .map(|(event, _)| evidence_of(profile, event))
        .collect();
    let present: Vec<&Evidence> = read.iter().flatten().collect();
    let mut signatures = evidence::record(work, context, profile, &present)
        .await?
        .into_iter();
    for (fact, evidence) in facts.iter_mut().zip(&read) {
        let Some(evidence) = evidence else { continue };
        fact.signature_id = signatures.next();
        put_evidence(fact, evidence);
    }
    Ok(())
}

/// What the evidence of a page view says besides its signature.
pub(super) fn put_evidence(fact: &mut TrackerEventFact, evidence: &Evidence) {
    fact.path.clone_from(&evidence.landing_path);
    fact.source_key = Some(evidence.source_key());
    fact.names_a_source = Some(evidence.names_a_source());
    fact.exclusion = exclusion(evidence);
    fact.ad_id.clone_from(&evidence.ad_id);
    fact.campaign_id.clone_from(&evidence.campaign_id);
    fact.click_ids = evidence::click_ids_json(evidence);
}

/// Which list covers the page before, as facts keep it.
pub(super) fn exclusion(evidence: &Evidence) -> Option<&'static str> {
    match evidence.referrer_class {
        ReferrerClass::SelfReferral => Some("self_referral"),
        ReferrerClass::PaymentGateway => Some("payment_gateway"),
        _ => None,
    }
}

/// The traffic evidence of a page view.
pub(super) fn evidence_of(profile: &Profile, event: &TrackerEvent) -> Option<Evidence> {
    let TrackerEventKind::PageView { url, referrer, .. } = &event.kind else {
        return None;
    };
    let referrer = match referrer {
        PageReferrer::Present(url) => RawReferrer::Url(url),
        PageReferrer::KnownAbsent => RawReferrer::KnownAbsent,
        PageReferrer::Unknown => RawReferrer::Unknown,
    };
    Some(evidence::read(
        profile,
        &RawEvidence::of_visit(Some(url), referrer),
    ))
}
