//! Records one outcome event: the fact, who is behind it, and whom to replay, in one transaction.

use std::collections::BTreeSet;

use channel_classifier::{Evidence, RawEvidence, RawReferrer, RawUtm};
use event_intake::{IdempotencyKey, NewOutcomeEvent, canonical_content};
use identity_graph::{IdentifierError, Resolved};
use kernel::{CustomerId, OutcomeEventId, Timestamp};
use serde_json::json;

use crate::context::Context;
use crate::evidence;
use crate::keys::create::sha256;
use crate::people::{self, Named};
use crate::ports::{Mark, MarkTarget, OutcomeEventFact, Profile, StoredOutcome};
use crate::store_error::StoreError;
use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// An event with the key that makes it safe to send again.
#[derive(Clone, Debug)]
pub struct RecordOutcomeEvent {
    /// The event.
    pub event: NewOutcomeEvent,
    /// The caller's key.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// What became of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its id, the same for every replay.
    pub id: OutcomeEventId,
    /// Its type.
    pub event_type: String,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// When it first came in.
    pub received_at: Timestamp,
    /// Whether the same event was recorded before, under the same key.
    pub replayed: bool,
    /// The key that was made for money that came without one.
    pub generated_key: Option<String>,
    /// Whose it is, when it names a known person.
    pub customer_id: Option<CustomerId>,
    /// Identifier fields that held a placeholder and were ignored.
    pub ignored_fields: Vec<&'static str>,
}

/// Why an event was not recorded.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// An identifier is malformed.
    #[error(transparent)]
    Identifier(#[from] IdentifierError),
    /// The key was used for another event.
    #[error("the idempotency key was used for an event with other content")]
    KeyReused,
    /// The store failed; nothing was written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How often a lost race is run again.
const TRIES: usize = 8;

/// Records the event, again when another transaction was faster.
pub async fn record(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    profile: &Profile,
    command: &RecordOutcomeEvent,
) -> Result<Recorded, RecordError> {
    let named = people::read(context, &people::raw(&command.event.person))?;
    let mut tries = 1;
    loop {
        let mut work = units.begin().await?;
        // Nearly every event is new, and its key is unique in the store. So it is looked up only
        // when the store says that the key, or something else, was taken.
        let outcome = if tries == 1 {
            write(&mut *work, context, profile, command, &named).await
        } else {
            record_in(&mut *work, context, profile, command, &named).await
        };
        match settle(work, outcome).await {
            Err(RecordError::Store(StoreError::Conflict)) if tries < TRIES => tries += 1,
            outcome => return outcome,
        }
    }
}

/// Records the event inside a transaction that the caller settles: for imports, which write many
/// at once.
pub async fn record_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    command: &RecordOutcomeEvent,
    named: &Named,
) -> Result<Recorded, RecordError> {
    if let Some(key) = &command.idempotency_key
        && let Some(stored) = work
            .outcome_events()
            .by_key(profile.id, key.as_str())
            .await?
    {
        let content_hash = sha256(&canonical_content(&command.event));
        return replayed(&stored, &content_hash, named);
    }
    write(work, context, profile, command, named).await
}

/// Records an event whose key is not known to be taken.
async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    command: &RecordOutcomeEvent,
    named: &Named,
) -> Result<Recorded, RecordError> {
    let content_hash = sha256(&canonical_content(&command.event));
    let given_key = command
        .idempotency_key
        .as_ref()
        .map(|key| key.as_str().to_owned());
    let now = context.clock.now();
    let event = &command.event;
    let occurred_at = event.event_time.unwrap_or(now);
    let resolved =
        people::identify(work, context, profile, &named.identifiers, occurred_at).await?;
    // Money must never be counted twice by accident; without a key a retry is a second event, so
    // the caller is told which key would have prevented it.
    let generated_key =
        (event.value.is_some() && given_key.is_none()).then(|| context.ids.new_id().to_string());
    let mut fact = fact_of(profile, event, named, &resolved);
    fact.id = context.ids.new_id().into();
    fact.idempotency_key = given_key.or_else(|| generated_key.clone());
    fact.content_hash = content_hash;
    fact.received_at = now;
    fact.occurred_at = occurred_at;
    add_evidence(work, context, profile, event, &mut fact).await?;
    work.outcome_events().insert(profile.id, &fact).await?;
    let marks = marks(work, profile, &fact, &resolved).await?;
    work.marks()
        .add(profile.id, &marks, context.ids, now)
        .await?;
    Ok(Recorded {
        id: fact.id,
        event_type: fact.event_type,
        occurred_at,
        received_at: now,
        replayed: false,
        generated_key,
        customer_id: resolved.customer,
        ignored_fields: named.identifiers.dropped().to_vec(),
    })
}

fn replayed(
    stored: &StoredOutcome,
    content_hash: &[u8; 32],
    named: &Named,
) -> Result<Recorded, RecordError> {
    if stored.content_hash != content_hash {
        return Err(RecordError::KeyReused);
    }
    Ok(Recorded {
        id: stored.id,
        event_type: stored.event_type.clone(),
        occurred_at: stored.occurred_at,
        received_at: stored.received_at,
        replayed: true,
        generated_key: None,
        customer_id: None,
        ignored_fields: named.identifiers.dropped().to_vec(),
    })
}

fn fact_of(
    profile: &Profile,
    event: &NewOutcomeEvent,
    named: &Named,
    resolved: &Resolved,
) -> OutcomeEventFact {
    let epoch = Timestamp::from_micros(0);
    let currency = event
        .value
        .as_ref()
        .map(|value| value.currency.unwrap_or(profile.currency));
    OutcomeEventFact {
        id: uuid::Uuid::nil().into(),
        idempotency_key: None,
        content_hash: [0; 32],
        received_at: epoch,
        occurred_at: epoch,
        event_type: event.event_type.as_str().to_owned(),
        event_name: event.event_name.clone(),
        amount: event.value.as_ref().map(|value| value.amount),
        currency,
        subject: resolved.subject.as_ref().map(people::subject_key),
        visitor_id: resolved.visitor,
        identifiers: named.json.clone(),
        is_first_payment: event.is_first_payment,
        refund_of: event.refund_of.clone(),
        url: event.url.clone(),
        signature_id: None,
        ad_id: None,
        campaign_id: None,
        click_ids: None,
        pipeline: event.pipeline.as_ref().map(|pipeline| {
            json!({
                "external_source": pipeline.external_source,
                "from_stage": pipeline.from_stage,
                "to_stage": pipeline.to_stage,
            })
            .to_string()
        }),
        consent: event.consent.as_ref().map(|consent| {
            json!({
                "ad_user_data": consent.ad_user_data.map(event_intake::ConsentChoice::as_str),
                "ad_personalization": consent.ad_personalization.map(event_intake::ConsentChoice::as_str),
            })
            .to_string()
        }),
        properties: event.properties.clone(),
    }
}

/// The event's own traffic evidence enters the dictionary when it says anything about a source:
/// it is what a synthetic touch is made of. An event from a server that says nothing is not Direct.
async fn add_evidence(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    event: &NewOutcomeEvent,
    fact: &mut OutcomeEventFact,
) -> Result<(), StoreError> {
    let evidence = evidence_of(profile, event);
    fact.ad_id.clone_from(&evidence.ad_id);
    fact.campaign_id.clone_from(&evidence.campaign_id);
    fact.click_ids = evidence::click_ids_json(&evidence);
    if evidence.names_a_source() || evidence.campaign_id.is_some() {
        fact.signature_id = evidence::record(work, context, profile, &[&evidence])
            .await?
            .first()
            .copied();
    }
    Ok(())
}

fn evidence_of(profile: &Profile, event: &NewOutcomeEvent) -> Evidence {
    let click_ids: Vec<(&str, &str)> = event
        .click_ids
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let raw = RawEvidence {
        landing_url: event.url.as_deref(),
        referrer: event
            .referrer
            .as_deref()
            .map_or(RawReferrer::Unknown, RawReferrer::Url),
        utm: RawUtm {
            source: event.utm_source.as_deref(),
            medium: event.utm_medium.as_deref(),
            campaign: event.utm_campaign.as_deref(),
            term: event.utm_term.as_deref(),
            content: event.utm_content.as_deref(),
        },
        click_ids: &click_ids,
        ad_id: event.ad_id.as_deref(),
        campaign_id: event.campaign_id.as_deref(),
    };
    evidence::read(profile, &raw)
}

/// Whom the event makes dirty: its own person; for a refund the person of what it refunds; and the
/// people of refunds that came before it, who wait for it.
async fn marks(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    fact: &OutcomeEventFact,
    resolved: &Resolved,
) -> Result<Vec<Mark>, StoreError> {
    let cause = cause(profile, fact);
    let mut targets: BTreeSet<MarkTarget> =
        people::marks(resolved, resolved.customer.is_none(), cause)
            .into_iter()
            .map(|mark| mark.target)
            .collect();
    if fact.subject.is_none() {
        targets.insert(MarkTarget::Event(fact.id));
    }
    for event in related(work, profile, fact).await? {
        targets.extend(work.outcome_events().owners(profile.id, &event).await?);
    }
    Ok(targets
        .into_iter()
        .map(|target| Mark::new(target, cause))
        .collect())
}

/// Why figures may change: an event of a day that is over is late.
fn cause(profile: &Profile, fact: &OutcomeEventFact) -> &'static str {
    let day = |at| profile.timezone.local_date(at);
    if fact.refund_of.is_some() {
        "refund"
    } else if day(fact.occurred_at) < day(fact.received_at) {
        "late_event"
    } else {
        "outcome_event"
    }
}

/// A refund of a refund of a refund … is followed this far.
const LONGEST_CHAIN: usize = 8;

/// Refunds among themselves are followed this far, should somebody refund one event very often.
const MOST_REFUNDS: usize = 1_000;

/// What the event refunds, up to the sale, and what refunds the event, however indirectly.
async fn related(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    fact: &OutcomeEventFact,
) -> Result<Vec<StoredOutcome>, StoreError> {
    let mut related = Vec::new();
    let mut reference = fact.refund_of.clone();
    for _ in 0..LONGEST_CHAIN {
        let Some(name) = reference.take() else { break };
        let original = work
            .outcome_events()
            .by_reference(profile.id, &name)
            .await?;
        reference = original
            .as_ref()
            .and_then(|original| original.refund_of.clone());
        related.extend(original);
    }
    let mut level = vec![(fact.id, fact.idempotency_key.clone())];
    for _ in 0..LONGEST_CHAIN {
        let mut refunds = Vec::new();
        for (id, key) in level {
            let found = work
                .outcome_events()
                .refunds_of(profile.id, id, key.as_deref())
                .await?;
            refunds.extend(found);
        }
        level = refunds
            .iter()
            .map(|refund| (refund.id, refund.idempotency_key.clone()))
            .collect();
        related.extend(refunds);
        if level.is_empty() || related.len() > MOST_REFUNDS {
            break;
        }
    }
    Ok(related)
}
