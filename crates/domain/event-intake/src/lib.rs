//! What comes in: outcome events, batches of the browser tracker, and the sessions they make.
//!
//! Decides: which requests are well-formed facts, when two outcome events have the same content,
//! where a session begins, which page views are touches, which user agents are bots, what loading a
//! picture says and whose token it has, what a public tracking key looks like. Deliberately does not know: HTTP, JSON shapes of requests (callers
//! hand in drafts), who a person is, what a channel is, and storage.
//!
//! Reading order: [`outcome_event`] (facts of a server) with [`content`] (their identity) and [`match_evidence`] (what
//! lies beside them) and [`webpay`] (what a card checkout says), [`tracker`] (facts of a browser), [`session`] (what follows from them), [`exclusion`] (which of them count for
//! nothing), [`client`] (who sent them), [`views`] (pictures in mails and banners), [`tracking_key`] and [`ports`] (who may send them).
//! `outcome_event::problems` and `tracker::reader` hold the checks of the first two; [`person`], [`json_object`]
//! and `text` are shared.

pub mod client;
pub mod content;
pub mod exclusion;
pub mod json_object;
pub mod match_evidence;
pub mod outcome_event;
pub mod person;
pub mod ports;
pub mod session;
mod text;
pub mod tracker;
pub mod tracking_key;
pub mod views;
pub mod webpay;

pub use client::{Client, ClientError, ClientParser, Device};
pub use content::canonical_content;
pub use exclusion::{
    Conditions, ConditionsDraft, ConditionsError, ExclusionRule, Landing, Received, Seen,
    UTM_FIELDS, excluded,
};
pub use json_object::JsonObject;
pub use kernel::StoreError;
pub use match_evidence::{EVIDENCE_LIFE, Ip, MatchEvidence, MatchEvidenceDraft};
pub use outcome_event::{
    Consent, ConsentChoice, ConsentDraft, EventType, FieldError, IdempotencyKey, Money,
    NewOutcomeEvent, OutcomeEventDraft, Pipeline,
};
pub use person::RawPerson;
pub use ports::TrackingKeyStore;
pub use session::{
    Candidate, Exclusion, Hit, HitKind, LandingEvidence, Session, Verdict, sessionise,
};
pub use tracker::{
    BatchError, Origin, PageReferrer, TrackerBatch, TrackerBatchDraft, TrackerEvent,
    TrackerEventDraft, TrackerEventKind, TrackerVersion, Way,
};
pub use tracking_key::{TrackingKey, TrackingKeyText};
pub use views::{RecipientKeys, RecipientToken, ViewAgent, ViewRequest};
pub use webpay::{NotRecorded, Said, Says, WebpayDraft, WebpayReport};

// What the crate's own types are made of, so that whoever embeds it needs no other.
pub use kernel::{SessionId, Timestamp, TrackerEventId};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
