//! The wire form of an explanation.

use kernel::Exact;
use reporting::explain::{ExplainedTouch, Explanation, JoinedIdentifier};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::decimal::DecimalString;

/// Why a conversion is credited as it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConversionExplanation {
    /// The conversion.
    pub conversion_id: Uuid,
    /// The outcome event that it is made of.
    pub event_id: Uuid,
    /// The definition's key.
    pub conversion_key: String,
    /// cash, pipeline or gross.
    pub revenue_type: &'static str,
    /// When.
    #[schema(format = DateTime)]
    pub conversion_time: String,
    /// Amount as received, signed.
    pub received_amount: Option<DecimalString>,
    /// Its currency.
    pub received_currency: Option<String>,
    /// The value that is split.
    pub value_amount_reporting: Option<DecimalString>,
    /// Its currency.
    pub reporting_currency: String,
    /// How the amount was converted; null when the currencies are the same.
    pub fx: Option<Fx>,
    /// Whether it gives an earlier conversion back.
    pub is_refund: bool,
    /// The conversion whose shares a refund copies.
    pub follows_conversion_id: Option<Uuid>,
    /// Whether its touch was derived from its own evidence.
    pub is_synthetic: bool,
    /// `no_identity`, `no_touch_in_window`, `not_eligible`, `pending_fx` or `refund_unmatched`; null when
    /// it is credited.
    pub unattributed_reason: Option<&'static str>,
    /// The model.
    pub model: &'static str,
    /// The windows in force.
    pub windows: WindowsInForce,
    /// Which touch comes last with and without views, whatever the profile decided; absent when the person
    /// was shown nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub views: Option<LastTouches>,
    /// Every candidate touch in order, those that do not count too.
    pub touches: Vec<CandidateTouch>,
    /// What joined the person.
    pub identifiers: Vec<Identifier>,
    /// Sums over the touches.
    pub total: Total,
    /// `replay_pending`: a full replay waits or runs; this is told by the settings of now, and
    /// reports are of before it. Absent when there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, extensions(("x-spec-gap" = json!("G125"))))]
    pub warnings: Vec<&'static str>,
}

/// The last touches of a conversion.
#[derive(Debug, Serialize, ToSchema)]
pub struct LastTouches {
    /// Whether views take credit.
    pub credited: bool,
    /// The touch that comes last when views count, or null.
    #[schema(required)]
    pub with_views: Option<String>,
    /// The touch that comes last when they do not, or null.
    #[schema(required)]
    pub without_views: Option<String>,
}

/// An exchange rate that was used.
#[derive(Debug, Serialize, ToSchema)]
pub struct Fx {
    /// Units of the reporting currency for one of the received.
    pub rate: String,
    /// Its day.
    #[schema(format = Date)]
    pub date: String,
    /// Who published it.
    pub source: String,
}

/// Attribution windows in days; 0 is off.
#[derive(Debug, Serialize, ToSchema)]
pub struct WindowsInForce {
    /// For visits before conversions that are not cash.
    pub click_window_days: u16,
    /// For views of mails and banners.
    pub view_through_window_days: u16,
    /// For visits under `first_touch`.
    pub first_touch_window_days: u16,
    /// For visits before cash conversions.
    pub cash_window_days: u16,
}

/// One candidate touch.
#[derive(Debug, Serialize, ToSchema)]
pub struct CandidateTouch {
    /// The page view that made it, the view, or a derived id.
    pub touch_id: String,
    /// When.
    #[schema(format = DateTime)]
    pub touched_at: String,
    /// click, view or synthetic.
    pub kind: &'static str,
    /// Its session.
    pub session_id: Option<Uuid>,
    /// Path of the page.
    pub landing_path: Option<String>,
    /// Whether it counts.
    pub kept: bool,
    /// kept, `outside_window`, `window_off`, `views_ignored`, `after_conversion`, duplicate,
    /// `self_referral`, `payment_gateway` or bot.
    pub reason: &'static str,
    /// Whole seconds before the conversion; negative after it.
    pub age_seconds: i64,
    /// Days of the window that decides.
    pub window_days: u16,
    /// Its channel.
    pub channel: String,
    /// The rule that named the channel.
    pub rule: String,
    /// What the rule says.
    pub rule_explanation: String,
    /// Traffic source.
    pub source: String,
    /// Medium.
    pub medium: String,
    /// Share in billionths.
    pub share_billionths: u32,
    /// Share of one.
    pub share: DecimalString,
    /// Credited amount; null when the conversion has no value.
    pub credited_amount: Option<DecimalString>,
}

/// An identifier that joined the person.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = JoinedIdentifier)]
pub struct Identifier {
    /// email, phone, `national_id`, `crm_contact_id`, `external_id` or `anonymous_id`.
    pub kind: String,
    /// The value, mostly starred.
    pub value_masked: String,
    /// When it was first seen.
    #[schema(format = DateTime)]
    pub first_seen_at: String,
    /// subject when it decided whose the conversion is, holder, or browser.
    pub joined_by: &'static str,
}

/// Sums over the touches.
#[derive(Debug, Serialize, ToSchema)]
pub struct Total {
    /// 1000000000 when the conversion is credited, 0 when not.
    pub share_billionths: u64,
    /// The conversion's value when it is credited; null without a value.
    pub credited_amount: Option<DecimalString>,
}

impl From<Explanation> for ConversionExplanation {
    fn from(told: Explanation) -> Self {
        let [click, view, first, cash] = told.windows;
        let total = Total {
            share_billionths: told
                .touches
                .iter()
                .map(|touch| u64::from(touch.share_billionths))
                .sum(),
            credited_amount: told.value.map(|_| {
                let credited = told
                    .touches
                    .iter()
                    .filter_map(|touch| touch.credited_amount);
                DecimalString(credited.sum::<Exact>())
            }),
        };
        Self {
            conversion_id: told.conversion_id.uuid(),
            event_id: told.event_id.uuid(),
            conversion_key: told.conversion_key,
            revenue_type: told.revenue_type.as_str(),
            conversion_time: told.occurred_at.to_string(),
            received_amount: told
                .received
                .as_ref()
                .map(|(amount, _)| DecimalString(*amount)),
            received_currency: told.received.map(|(_, currency)| currency),
            value_amount_reporting: told.value.map(DecimalString),
            reporting_currency: told.reporting_currency,
            fx: told.fx.map(|fx| Fx {
                rate: fx.rate,
                date: fx.date,
                source: fx.source,
            }),
            is_refund: told.is_refund,
            follows_conversion_id: told.follows.map(kernel::Id::uuid),
            is_synthetic: told.is_synthetic,
            unattributed_reason: told.unattributed,
            model: told.model.as_str(),
            windows: WindowsInForce {
                click_window_days: click,
                view_through_window_days: view,
                first_touch_window_days: first,
                cash_window_days: cash,
            },
            views: told.views.map(|last| LastTouches {
                credited: last.credited,
                with_views: last.with_views,
                without_views: last.without_views,
            }),
            touches: told.touches.into_iter().map(CandidateTouch::from).collect(),
            identifiers: told.identifiers.into_iter().map(Identifier::from).collect(),
            total,
            warnings: told
                .replay_pending
                .then_some("replay_pending")
                .into_iter()
                .collect(),
        }
    }
}

impl From<ExplainedTouch> for CandidateTouch {
    fn from(touch: ExplainedTouch) -> Self {
        Self {
            touch_id: touch.id,
            touched_at: touch.at.to_string(),
            kind: touch.kind,
            session_id: touch.session_id.map(kernel::Id::uuid),
            landing_path: touch.landing_path,
            kept: touch.kept,
            reason: touch.reason,
            age_seconds: touch.age_seconds,
            window_days: touch.window_days,
            channel: touch.channel,
            rule: touch.rule,
            rule_explanation: touch.rule_explanation,
            source: touch.source,
            medium: touch.medium,
            share_billionths: touch.share_billionths,
            share: DecimalString(touch.share),
            credited_amount: touch.credited_amount.map(DecimalString),
        }
    }
}

impl From<JoinedIdentifier> for Identifier {
    fn from(identifier: JoinedIdentifier) -> Self {
        Self {
            kind: identifier.kind,
            value_masked: identifier.masked,
            first_seen_at: identifier.first_seen_at.to_string(),
            joined_by: identifier.joined_by,
        }
    }
}
