//! Records one outcome event: the fact, who is behind it, and whom to replay, in one transaction.

use std::collections::BTreeSet;

use channel_classifier::{FORGOTTEN_CLICK, forgotten_address};
use event_intake::ports::StoredOutcome;
use event_intake::{IdempotencyKey, MatchEvidence, NewOutcomeEvent, RawPerson};
use identity_graph::{IdentifierError, IdentifierKind};
use kernel::{CustomerId, OutcomeEventId, StoreError, Timestamp};

use super::fact::Draft;
use super::group::{self, Keys, Order, Prepared};
use crate::context::Context;
use crate::known_signatures::KnownSignatures;
use crate::transaction::{Contended, transact};
use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// An event with the key that makes it safe to send again.
#[derive(Clone, Debug)]
pub struct RecordOutcomeEvent {
    /// The event.
    pub event: NewOutcomeEvent,
    /// The caller's key.
    pub idempotency_key: Option<IdempotencyKey>,
}

impl RecordOutcomeEvent {
    /// The same without anything that names somebody: what is left of an event of somebody who was forgotten.
    pub(super) fn without_person(&self) -> Self {
        let event = &self.event;
        let address = |url: &Option<String>| url.as_deref().map(forgotten_address);
        let clicks = event.click_ids.iter();
        let clicks = clicks.map(|(kind, _)| (kind.clone(), FORGOTTEN_CLICK.to_owned()));
        Self {
            event: NewOutcomeEvent {
                person: RawPerson::default(),
                url: address(&event.url),
                referrer: address(&event.referrer),
                click_ids: clicks.collect(),
                match_evidence: MatchEvidence::default(),
                properties: None,
                ..event.clone()
            },
            idempotency_key: self.idempotency_key.clone(),
        }
    }

    /// The same without the values of some kinds: what is left of an event that names somebody beside its own person.
    pub(super) fn without(&self, kinds: &BTreeSet<IdentifierKind>) -> Self {
        let mut left = self.clone();
        let person = &mut left.event.person;
        for kind in kinds {
            let value = match kind {
                IdentifierKind::NationalId => &mut person.national_id,
                IdentifierKind::CrmContactId => &mut person.crm_contact_id,
                IdentifierKind::Email => &mut person.email,
                IdentifierKind::Phone => &mut person.phone,
                IdentifierKind::ExternalId => &mut person.external_id,
                IdentifierKind::AnonymousId => &mut person.anonymous_id,
            };
            *value = None;
        }
        left
    }

    /// The same under another key, and as a refund of another one.
    pub(super) fn with_keys(mut self, named: impl Fn(&str) -> String) -> Self {
        let key = self.idempotency_key.take();
        let key = key.and_then(|key| IdempotencyKey::parse(&named(key.as_str())).ok());
        self.idempotency_key = key;
        self.event.refund_of = self.event.refund_of.as_deref().map(named);
        self
    }
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

impl Contended for RecordError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Records the event in a transaction of its own.
pub async fn record(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    event: &Prepared,
) -> Result<Recorded, RecordError> {
    // Nearly every event is new, and its key is unique in the store. So it is looked up only when the
    // store says that the key, or something else, was taken.
    let mut work = units.begin().await?;
    let outcome = write_in(&mut *work, context, event, Keys::New).await;
    match settle(work, outcome).await {
        Err(RecordError::Store(StoreError::Conflict)) => {
            let input = (context, event);
            transact(units, &input, |work, (context, event)| {
                Box::pin(record_in(work, context, event))
            })
            .await
        }
        outcome => outcome,
    }
}

/// Records the event inside a transaction that the caller settles: for imports, which write many
/// at once.
pub async fn record_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    event: &Prepared,
) -> Result<Recorded, RecordError> {
    write_in(work, context, event, Keys::LookedUp).await
}

/// Records a group of one.
async fn write_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    event: &Prepared,
    keys: Keys,
) -> Result<Recorded, RecordError> {
    let known = KnownSignatures::default();
    let order = Order {
        keys,
        is_alone: true,
    };
    let (outcomes, _) = group::record_in(work, context, &known, &[event], order).await?;
    let outcome = outcomes.into_iter().next().flatten();
    outcome.unwrap_or(Err(RecordError::Store(StoreError::Conflict)))
}

/// What became of an event whose key is taken.
pub(super) fn replayed(stored: &StoredOutcome, draft: &Draft) -> Result<Recorded, RecordError> {
    if !draft.has_content_of(&stored.content_hash) {
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
        ignored_fields: draft.ignored_fields().to_vec(),
    })
}
