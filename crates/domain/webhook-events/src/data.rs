//! What each type of event tells: ids, words and amounts, never anything of a person.

use std::collections::BTreeMap;

use kernel::{
    ConversionId, Currency, Date, DefinitionId, Exact, HandoffId, Model, OutcomeEventId,
    RecomputeId, RestatementId, RevenueType, Timestamp,
};
use rust_decimal::Decimal;

use crate::event_type::EventType;
use crate::ids::{ConnectionId, ExportRunId};
use crate::provider::Provider;

mod write;

/// What an event tells; one variant a type. Types that nothing sends yet have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventData {
    /// `connection.connected`
    ConnectionConnected(ConnectionData),
    /// `connection.reconnect_required`
    ConnectionReconnectRequired(ReconnectData),
    /// `connection.revoked`
    ConnectionRevoked(ConnectionData),
    /// `handoff.completed`
    HandoffCompleted(HandoffData),
    /// `recompute.completed`
    RecomputeCompleted(RecomputeData),
    /// `conversion.attributed`
    ConversionAttributed(FirstAttributionData),
    /// `conversion.recorded`
    ConversionRecorded(ConversionData),
    /// `conversion.changed`
    ConversionChanged(ConversionChangeData),
    /// `report.restated`
    ReportRestated(RestatementData),
    /// `export.completed`
    ExportCompleted(ExportData),
    /// `export.failed`
    ExportFailed(ExportData),
    /// `profile.freshness.changed`
    ProfileFreshnessChanged(FreshnessData),
    /// `quality.alert`
    QualityAlert(QualityData),
}

/// The connection whose status changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectionData {
    /// The connector.
    pub provider: Provider,
    /// The connection.
    pub connection_id: ConnectionId,
}

/// Why a connection stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The platform does not accept its tokens any more.
    TokenExpired,
    /// A permission was taken back.
    PermissionMissing,
    /// The account is closed.
    AccountClosed,
    /// Nothing has worked for days.
    FailingForDays,
}

impl StopReason {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TokenExpired => "token_expired",
            Self::PermissionMissing => "permission_missing",
            Self::AccountClosed => "account_closed",
            Self::FailingForDays => "failing_for_days",
        }
    }
}

/// The connection that stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReconnectData {
    /// The connector.
    pub provider: Provider,
    /// The connection.
    pub connection_id: ConnectionId,
    /// Why.
    pub reason: StopReason,
}

/// How a human finished a hand-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandoffOutcome {
    /// They did it, paid for it or approved it.
    Completed,
    /// They declined.
    Declined,
}

impl HandoffOutcome {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Declined => "declined",
        }
    }
}

/// The hand-off that somebody finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandoffData {
    /// The hand-off.
    pub handoff_id: HandoffId,
    /// How.
    pub status: HandoffOutcome,
}

/// The full replay that finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecomputeData {
    /// The replay.
    pub recompute_id: RecomputeId,
    /// When its results became what readers see.
    pub finished_at: Timestamp,
}

/// The first attributed conversion of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstAttributionData {
    /// The definition.
    pub conversion_definition_id: DefinitionId,
    /// The conversion.
    pub conversion_id: ConversionId,
}

/// A conversion as it is reported when it appears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionData {
    /// The conversion.
    pub conversion_id: ConversionId,
    /// The outcome event that it is made of.
    pub outcome_event_id: OutcomeEventId,
    /// The definition that claims it.
    pub conversion_definition_id: DefinitionId,
    /// What its value means.
    pub revenue_type: RevenueType,
    /// When it happened.
    pub converted_at: Timestamp,
    /// Its value in the profile's currency, negative for a refund; `None` when it has none, or no
    /// exchange rate is known.
    pub value: Option<Decimal>,
    /// The profile's currency.
    pub currency: Currency,
    /// The profile's model, under which the channel is told.
    pub model: Model,
    /// The channel with the largest share; `None` when no touch is credited.
    pub channel: Option<String>,
}

/// Something before and after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<T> {
    /// As it was reported.
    pub before: T,
    /// As it is reported from then on.
    pub after: T,
}

/// A conversion whose figures changed after they had been reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionChangeData {
    /// The conversion.
    pub conversion_id: ConversionId,
    /// The definition that claims it.
    pub conversion_definition_id: DefinitionId,
    /// The line of the ledger that says why; `None` when every reported figure stayed as it was.
    pub restatement_id: Option<RestatementId>,
    /// The profile's model, under which all of this is told.
    pub model: Model,
    /// What touches are credited with, in the profile's currency; `None` when nothing is.
    pub credited: Change<Option<Decimal>>,
    /// The profile's currency.
    pub currency: Currency,
    /// The channel with the largest share; `None` when no touch is credited.
    pub channel: Change<Option<String>>,
}

/// A replay that changed more conversions than are told one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestatementData {
    /// The line of the ledger that says what changed and why; `None` when every reported figure stayed as it
    /// was.
    pub restatement_id: Option<RestatementId>,
    /// How many conversions changed or appeared.
    pub conversions: u64,
}

/// A run of an export that settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportData {
    /// Where conversions are sent to.
    pub provider: Provider,
    /// The run.
    pub run_id: ExportRunId,
    /// How many conversions there are of each status and each reason for leaving one out.
    pub counts: BTreeMap<String, u64>,
}

/// The instant up to which figures are complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreshnessData {
    /// Everything that was received before it is in the figures.
    pub fresh_until: Timestamp,
}

/// What a signal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AlertLevel {
    /// Nothing to be said.
    Ok,
    /// Worth to be known.
    Notice,
    /// Figures are wrong or late until somebody does something.
    Warning,
}

impl AlertLevel {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Notice => "notice",
            Self::Warning => "warning",
        }
    }
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlertValue {
    /// A word.
    Word(String),
    /// A number in the unit of its signal.
    Number(Exact),
}

/// A signal that left ok or regained it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QualityData {
    /// Which signal.
    pub code: String,
    /// What it is now.
    pub level: AlertLevel,
    /// What it was before.
    pub previous_level: AlertLevel,
    /// What was measured; `None` when nothing was.
    pub value: Option<AlertValue>,
    /// From where on it is not ok; `None` where a word decides.
    pub threshold: Option<Exact>,
    /// The first local day on which it was not ok; `None` when it is ok again.
    pub since: Option<Date>,
    /// What to do; `None` when it is ok again, and where it ends by itself.
    pub recommendation_code: Option<String>,
}

impl EventData {
    /// The type of the event.
    pub const fn event_type(&self) -> EventType {
        match self {
            Self::ConnectionConnected(_) => EventType::ConnectionConnected,
            Self::ConnectionReconnectRequired(_) => EventType::ConnectionReconnectRequired,
            Self::ConnectionRevoked(_) => EventType::ConnectionRevoked,
            Self::HandoffCompleted(_) => EventType::HandoffCompleted,
            Self::RecomputeCompleted(_) => EventType::RecomputeCompleted,
            Self::ConversionAttributed(_) => EventType::ConversionAttributed,
            Self::ConversionRecorded(_) => EventType::ConversionRecorded,
            Self::ConversionChanged(_) => EventType::ConversionChanged,
            Self::ReportRestated(_) => EventType::ReportRestated,
            Self::ExportCompleted(_) => EventType::ExportCompleted,
            Self::ExportFailed(_) => EventType::ExportFailed,
            Self::ProfileFreshnessChanged(_) => EventType::ProfileFreshnessChanged,
            Self::QualityAlert(_) => EventType::QualityAlert,
        }
    }
}
