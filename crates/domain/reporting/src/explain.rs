//! Why a conversion is credited as it is: what nobody else can say.

use async_trait::async_trait;
use kernel::{
    ConversionId, Exact, Model, OutcomeEventId, ProfileAccess, RevenueType, SessionId, StoreError,
    Timestamp,
};

/// The whole story of one conversion under one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The conversion.
    pub conversion_id: ConversionId,
    /// The event that it is made of.
    pub event_id: OutcomeEventId,
    /// The definition's key.
    pub conversion_key: String,
    /// What the value means.
    pub revenue_type: RevenueType,
    /// When.
    pub occurred_at: Timestamp,
    /// Signed amount as received, with its currency.
    pub received: Option<(Exact, String)>,
    /// The value that is split, in the reporting currency.
    pub value: Option<Exact>,
    /// The reporting currency.
    pub reporting_currency: String,
    /// How the amount was converted.
    pub fx: Option<FxNote>,
    /// Whether it gives another conversion back.
    pub is_refund: bool,
    /// The sale whose shares it copies.
    pub follows: Option<ConversionId>,
    /// Whether it had to be given a touch of its own.
    pub is_synthetic: bool,
    /// Why no touch has credit: a stable word.
    pub unattributed: Option<&'static str>,
    /// The model.
    pub model: Model,
    /// Days of the windows in force: click, view-through, first touch, cash.
    pub windows: [u16; 4],
    /// Which touch comes last with and without views; `None` when nobody was shown anything.
    pub views: Option<LastTouches>,
    /// Every candidate touch, in order.
    pub touches: Vec<ExplainedTouch>,
    /// What joined the person.
    pub identifiers: Vec<JoinedIdentifier>,
    /// Whether a full replay waits or runs: the story is by the settings of now, reports are of
    /// before it.
    pub replay_pending: bool,
}

/// The last touches of a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastTouches {
    /// Whether the profile gives views credit.
    pub credited: bool,
    /// The touch that comes last when views count, if any.
    pub with_views: Option<String>,
    /// The touch that comes last when they do not.
    pub without_views: Option<String>,
}

/// How an amount was converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FxNote {
    /// Units of the reporting currency for one of the received.
    pub rate: String,
    /// The rate's day, `YYYY-MM-DD`.
    pub date: String,
    /// Who published it.
    pub source: String,
}

/// One candidate touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedTouch {
    /// Its id: that of the page view, or derived for a synthetic touch.
    pub id: String,
    /// When.
    pub at: Timestamp,
    /// click, view or synthetic.
    pub kind: &'static str,
    /// Its session.
    pub session_id: Option<SessionId>,
    /// Path of the page.
    pub landing_path: Option<String>,
    /// Whether it counts.
    pub kept: bool,
    /// Why: `kept`, `outside_window`, `window_off`, `views_ignored`, `after_conversion`, `duplicate`,
    /// `self_referral`, `payment_gateway` or `bot`.
    pub reason: &'static str,
    /// Whole seconds before the conversion; negative after it.
    pub age_seconds: i64,
    /// Days of the window that decides about it.
    pub window_days: u16,
    /// Its channel.
    pub channel: String,
    /// The rule that named the channel.
    pub rule: String,
    /// What that rule says.
    pub rule_explanation: String,
    /// Traffic source.
    pub source: String,
    /// Medium.
    pub medium: String,
    /// Its share in billionths; 0 when it has none.
    pub share_billionths: u32,
    /// The share as a fraction of one.
    pub share: Exact,
    /// What it is credited; `None` when the conversion has no value.
    pub credited_amount: Option<Exact>,
}

/// An identifier that joined the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedIdentifier {
    /// Its kind.
    pub kind: String,
    /// Its value, mostly starred.
    pub masked: String,
    /// When it was first seen.
    pub first_seen_at: Timestamp,
    /// `subject` when it decided whose this conversion is, `holder` when the person holds it,
    /// `browser` for an anonymous id.
    pub joined_by: &'static str,
}

/// Explains conversions.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ConversionExplainer: Send + Sync {
    /// The story; `None` when the conversion is not the profile's.
    async fn explain(
        &self,
        access: &ProfileAccess,
        id: ConversionId,
        model: Model,
    ) -> Result<Option<Explanation>, StoreError>;
}
