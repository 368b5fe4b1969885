//! Which conversions an ad platform is told of, what of them may leave, and what becomes of the attempt.
//!
//! Decides: what a destination and a rule may be; whether a destination ships; which records a rule covers; what a
//! profile's privacy mode leaves of a record, by what a platform can find the person, under which name and with
//! which value it is told, whether it is too old or told already; and, of what was sent, when it is sent again,
//! given up or nobody can know; how a refused batch is halved; when a destination is left alone.
//!
//! Deliberately does not know: how platforms are asked and what their bodies look like, where records come from,
//! how any of it is stored, how tokens are got, and how SHA-256 is computed ([`Sha256`] is handed in). Time, ids
//! and chance are handed in, too.
//!
//! A record goes one way: [`Candidate`] → [`Guarded`] → identified → [`Payload`]. Senders take payloads alone, and
//! nothing but [`evaluate`] makes one.
//!
//! Reading order: [`words`]; [`policy`] (what may leave) and [`record`] (what is known); [`destination`],
//! [`mod@routing`] and [`rule`]; [`guard`] with [`filter`]; [`match_key`] and [`match_keys`] with [`normalise`] and [`digest`];
//! [`naming`], [`recurring`], [`time`]; [`decision`] and [`skip_reason`], which put them in order; [`run`] (many of
//! them at once); [`compliance`]; [`payload`];
//! [`answer`], [`status`], [`retry`], [`bisection`], [`breaker`], [`throttle`] and [`confirmation`] (what becomes of what
//! was sent); [`ledger`] and [`lane`] (what is kept of it); [`report`] (what platforms say besides);
//! [`trial`](mod@trial); [`ports`]; [`ids`].

pub mod answer;
pub mod bisection;
pub mod breaker;
pub mod click;
pub mod compliance;
pub mod confirmation;
pub mod decision;
pub mod destination;
pub mod digest;
pub mod filter;
pub mod guard;
pub mod identity_of_event;
pub mod ids;
pub mod lane;
pub mod ledger;
pub mod match_key;
pub mod match_keys;
pub mod naming;
pub mod normalise;
mod page;
pub mod payload;
mod personal_text;
pub mod policy;
pub mod ports;
pub mod record;
pub mod recurring;
pub mod report;
pub mod retry;
pub mod routing;
pub mod rule;
pub mod run;
mod shape;
pub mod skip_reason;
pub mod status;
pub mod throttle;
pub mod time;
pub mod trial;
mod value;
pub mod words;

pub use answer::Answer;
pub use bisection::{Bisection, Halving, Refused, in_halves};
pub use breaker::{Breaker, Room};
pub use click::SearchClickKind;
pub use compliance::{Compliance, ComplianceDraft, ComplianceFault, ComplianceFaultReason};
pub use confirmation::{
    AfterAsking, Asked, Confirming, RecordErrors, RequestStatus, Verdict, after_asking, first_ask,
};
pub use decision::{Context, Decision, IsTold, Outcome, evaluate};
pub use destination::{
    Connected, ConversionAction, Destination, DestinationConfig, DestinationDraft,
    DestinationFault, DestinationFaultReason, DestinationPatch, EventPlace, MAX_DESTINATIONS,
    MessagingAccount, NewDestination, PixelId, SearchWire, Target,
};
pub use digest::{Hashed, Sha256};
pub use filter::{Filter, Filters};
pub use guard::{Candidate, Channel, Guarded};
pub use identity_of_event::SourceFingerprint;
pub use ids::{ConnectionId, DestinationId, ExportDeliveryId, RuleId, RunId};
pub use lane::{Lane, LaneLease, Run, RunFailure};
pub use ledger::{
    Answered, Judged, LedgerLine, LineKind, LineSource, LineTold, LineTried, Planning,
};
pub use match_key::MatchKey;
pub use match_keys::{MessagingPerson, SearchPerson, SocialPerson};
pub use payload::{Payload, SearchPayload, SocialPayload, SocialUser};
pub use policy::{
    LimitedDataUse, Part, Parts, Policy, PrivacyConfig, PrivacyOverride, PrivacySettings,
};
pub use record::{
    Click, ClickKind, Consent, Content, ConversionSource, Person, Property, PropertyValue, Record,
    Source, StageMove, WebEvidence, Worth,
};
pub use report::{CustomAudience, DatasetQuality, DedupeKey, EventQuality, KeyCoverage};
pub use retry::{After, Attempts, Jitter, Sending};
pub use routing::{Switches, routing};
pub use rule::{
    MAX_RULES, NewRule, PerKind, Rule, RuleDraft, RuleFault, RuleFaultReason, RulePatch,
    RuleSettings, RuleSource, RuleValue, Since, StageFilter,
};
pub use run::{Line, Tally, Told, plan};
pub use skip_reason::SkipReason;
pub use status::Status;
pub use throttle::Throttle;
pub use trial::{Trial, TrialChannel, Trying, trial};
pub use words::{
    ActionSource, DataSourceKind, DestinationKind, MessagingChannel, MinMatch, PrivacyMode,
    RecurringPaymentMode, Routing, SourceKind, TriggerMode, ValueMode, Word,
};

// What the crate's own types are made of, so that whoever embeds it needs no other.
pub use kernel::{
    ConversionId, Currency, Date, DefinitionId, Keyset, OutcomeEventId, Personal, ProfileId,
    RevenueType, Sent, StoreError, Timestamp,
};
pub use rust_decimal::Decimal;
pub use serde_json::{Map, Value};
pub use uuid::Uuid;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
