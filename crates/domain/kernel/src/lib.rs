//! Words that two or more domains share, and nothing else.
//!
//! Decides: what an id, an amount of money, an instant, a local day, a period, a page and an
//! authority *are*. Deliberately does not know: any table, any HTTP shape, any business rule.
//!
//! Reading order: [`ids`], [`timestamp`], [`zone`], [`money`], [`exact`], [`period`], [`page`],
//! [`words`], [`personal`], [`token`], [`sent`], [`access`], [`clock`].

pub mod access;
pub mod clock;
pub mod exact;
pub mod ids;
pub mod money;
pub mod page;
pub mod period;
pub mod personal;
pub mod sent;
mod store_error;
pub mod timestamp;
pub mod token;
pub mod words;
pub mod zone;

pub use access::{Actor, ProfileAccess, Scope};
pub use clock::{Clock, IdSource};
pub use exact::Exact;
pub use ids::{
    ApiKeyId, ChannelRuleId, ConnectionId, ConversionId, CustomerId, DefinitionId, ExclusionId,
    HandoffId, Id, InvitationId, MergeId, OutcomeDefinitionId, OutcomeEventId, ProfileId,
    ProposalId, RecomputeId, RestatementId, SessionId, SplitId, TokenFamilyId, TouchId,
    TrackerEventId, TrackingKeyId, UserId, VisitorId, WebSessionId, WorkspaceId,
};
pub use money::{Amount, AmountError, Currency};
pub use page::{Keyset, Limit};
pub use period::{Period, PeriodError};
pub use personal::Personal;
pub use sent::Sent;
pub use store_error::StoreError;
pub use time::Date;
pub use timestamp::Timestamp;
pub use token::AccessToken;
pub use words::{Accounting, Model, PersonId, ProposalStatus, RevenueType};
pub use zone::TimeZone;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
