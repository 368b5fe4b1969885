//! Server-side facts.

use async_trait::async_trait;
use kernel::{
    Amount, Currency, OutcomeEventId, PersonId, ProfileId, StoreError, Timestamp, VisitorId,
};
use rust_decimal::Decimal;

use crate::json_object::JsonObject;
use crate::outcome_event::{Consent, Pipeline};

/// The identifier that decides whose event it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubjectKey {
    /// The identifier's kind, for example `email`.
    pub kind: String,
    /// Its normalised key.
    pub key: String,
}

/// What a fact keeps of the identifiers that it came with, in normal form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptIdentifiers {
    /// Each value with the word of its kind.
    pub values: Vec<(&'static str, KeptIdentifier)>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
}

/// What a fact keeps of one identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptIdentifier {
    /// The value itself.
    Value(String),
    /// Of a value that nobody is to read: its key, by which events are found.
    Sealed {
        /// The key.
        key: String,
        /// The value, encrypted, in base64; `None` without a key to encrypt it with.
        sealed: Option<String>,
    },
}

/// An outcome event as it is written, once.
#[derive(Clone, Debug)]
pub struct OutcomeEventFact {
    /// Its id.
    pub id: OutcomeEventId,
    /// The caller's key, or the one made for money that came without.
    pub idempotency_key: Option<String>,
    /// Fingerprint of the canonical content, to tell a replay from a reused key.
    pub content_hash: [u8; 32],
    /// When it came in.
    pub received_at: Timestamp,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// Free text that a definition may claim.
    pub event_type: String,
    /// A more specific name.
    pub event_name: Option<String>,
    /// Money as received.
    pub amount: Option<Amount>,
    /// The currency of the money, the profile's when the caller named none.
    pub currency: Option<Currency>,
    /// Whose it is.
    pub subject: Option<SubjectKey>,
    /// The browser, when an anonymous id was given.
    pub visitor_id: Option<VisitorId>,
    /// The identifiers as received.
    pub identifiers: KeptIdentifiers,
    /// The caller's word on whether it is the first payment.
    pub is_first_payment: Option<bool>,
    /// The idempotency key or id of the event that it refunds.
    pub refund_of: Option<String>,
    /// The page it names.
    pub url: Option<String>,
    /// Its own traffic evidence, when it has any.
    pub signature_id: Option<i64>,
    /// Ad id.
    pub ad_id: Option<String>,
    /// Campaign id.
    pub campaign_id: Option<String>,
    /// Click ids by kind, in the order of the kinds.
    pub click_ids: Vec<(String, String)>,
    /// A move in a sales pipeline.
    pub pipeline: Option<Pipeline>,
    /// What the person agreed to.
    pub consent: Option<Consent>,
    /// Free properties.
    pub properties: Option<JsonObject>,
}

/// What is remembered of an event under its idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOutcome {
    /// Its id.
    pub id: OutcomeEventId,
    /// The key under which it is remembered.
    pub idempotency_key: Option<String>,
    /// What it refunds: an idempotency key or an id.
    pub refund_of: Option<String>,
    /// Fingerprint of its content; of events of earlier releases its SHA-256.
    pub content_hash: Vec<u8>,
    /// Its type.
    pub event_type: String,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// When it came in.
    pub received_at: Timestamp,
    /// Whose it is.
    pub subject: Option<SubjectKey>,
    /// The browser.
    pub visitor_id: Option<VisitorId>,
}

/// What is remembered of money under the key of its event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPayment {
    /// Its id.
    pub id: OutcomeEventId,
    /// The key under which it is remembered.
    pub idempotency_key: String,
    /// Its type.
    pub event_type: String,
    /// Its name.
    pub event_name: Option<String>,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// When it came in.
    pub received_at: Timestamp,
    /// How much.
    pub amount: Option<Amount>,
    /// Of what.
    pub currency: Option<Currency>,
    /// What it refunds.
    pub refund_of: Option<String>,
    /// Free properties; nothing of somebody who was forgotten.
    pub properties: Option<JsonObject>,
}

/// Outcome events inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait OutcomeEventStore: Send {
    /// The events under these idempotency keys, in any order.
    async fn by_keys<'a>(
        &mut self,
        profile_id: ProfileId,
        keys: &[&'a str],
    ) -> Result<Vec<StoredOutcome>, StoreError>;

    /// The event that a refund names: by idempotency key first, by id otherwise.
    async fn by_reference(
        &mut self,
        profile_id: ProfileId,
        reference: &str,
    ) -> Result<Option<StoredOutcome>, StoreError>;

    /// Events that refund one of these references (idempotency keys and ids), whether they came
    /// before or after what they refund.
    async fn refunds_of(
        &mut self,
        profile_id: ProfileId,
        references: &[String],
    ) -> Result<Vec<StoredOutcome>, StoreError>;

    /// The event under the first of these keys that is taken. Whoever else asks for it so waits until the transaction
    /// ends.
    async fn lock_payment<'a>(
        &mut self,
        profile_id: ProfileId,
        keys: &[&'a str],
    ) -> Result<Option<StoredPayment>, StoreError>;

    /// How much of a currency refunds give back that name one of these references, whatever their signs.
    async fn refunded(
        &mut self,
        profile_id: ProfileId,
        references: &[String],
        currency: Currency,
    ) -> Result<Decimal, StoreError>;

    /// Everybody whose replay reads the event: the holder of its subject, the owners of its
    /// browser, or, without a subject, the event itself.
    async fn owners(
        &mut self,
        profile_id: ProfileId,
        event: &StoredOutcome,
    ) -> Result<Vec<PersonId>, StoreError>;

    /// Writes facts; [`StoreError::Conflict`] when the key of one was taken meanwhile. Whether each
    /// is named by a refund that was stored before.
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        facts: &[OutcomeEventFact],
    ) -> Result<Vec<bool>, StoreError>;
}
