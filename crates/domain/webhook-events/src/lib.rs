//! Who is told what, once it has happened: events, subscriptions and deliveries of webhooks.
//!
//! Decides: which types of events there are and what each tells; which address may be subscribed with and
//! sent to; which subscription an event goes to; how requests are signed (Standard Webhooks 1.0) and
//! secrets replaced; when a delivery is tried again, is dead, or its subscription is disabled; what a
//! replay and a test are.
//!
//! Deliberately does not know: when something happened that is an event, how any of it is stored, how names
//! are looked up and requests sent, and how a MAC is computed ([`HmacSha256`] is handed in). Time, ids,
//! secret bytes and chance are handed in, too.
//!
//! Reading order: [`event_type`], [`data`] and [`fields`] (what is told), [`event`] (its bytes),
//! [`conversions`] (what is told of changed results);
//! [`provider`], [`address_judge`], [`endpoint_url`], [`draft`] and [`subscription`] (who wants it);
//! [`secret`], [`rotation`] and [`signature`]; [`attempt`], [`retry`], [`health`] and [`delivery`] (what
//! follows from how an attempt went); [`ports`]; [`ids`].

pub mod address_judge;
pub mod attempt;
pub mod conversions;
pub mod data;
pub mod delivery;
pub mod draft;
pub mod endpoint_url;
pub mod event;
pub mod event_type;
pub mod fields;
pub mod health;
pub mod ids;
mod json;
pub mod ports;
pub mod provider;
pub mod retry;
pub mod rotation;
pub mod secret;
pub mod signature;
mod span;
pub mod subscription;

pub use address_judge::AddressJudge;
pub use attempt::{Attempt, AttemptFailure, AttemptOutcome, Excerpt, RetryAfter};
pub use data::EventData;
pub use delivery::{
    AfterAttempt, AttemptEnd, BeforeAttempt, DeliveryState, DeliveryStatus, NewDelivery,
    PAYLOAD_RETENTION, PayloadGone, after_attempt, fan_out, replayed, test_delivery,
};
pub use draft::{
    MAX_ITEMS, NewSubscription, Patched, SubscriptionDraft, SubscriptionFault,
    SubscriptionFaultReason, SubscriptionField, SubscriptionPatch,
};
pub use endpoint_url::{EndpointUrl, MAX_URL_CHARS, UrlFault};
pub use event::{BODY_BYTES, Body, Event, EventHead, EventTooLarge};
pub use event_type::EventType;
pub use fields::{Field, FieldKind};
pub use health::{EndpointHealth, FAILURES_BEFORE_PROBING, MAX_IN_FLIGHT, MAX_IN_HAND};
pub use ids::{ConnectionId, DeliveryId, EventId, ExportRunId, SubscriptionId};
pub use provider::{NotAProvider, Provider};
pub use retry::{Jitter, NotASchedule, RetrySchedule};
pub use rotation::{OldSecret, ROTATION_GRACE, Rotated, SecretRing, TooManySecrets};
pub use secret::SigningSecret;
pub use signature::{HmacSha256, Message};
pub use subscription::{DisabledReason, MAX_SUBSCRIPTIONS, Subscription, SubscriptionState};

// What the crate's own types are made of, so that whoever embeds it needs no other.
pub use ipnet::IpNet;
pub use kernel::{
    ConversionId, Currency, Date, DefinitionId, Exact, HandoffId, IdSource, Keyset, Limit, Model,
    OutcomeEventId, ProfileAccess, ProfileId, RecomputeId, RestatementId, RevenueType, Sent,
    StoreError, Timestamp,
};
pub use rust_decimal::Decimal;
pub use url::Url;
pub use uuid::Uuid;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
