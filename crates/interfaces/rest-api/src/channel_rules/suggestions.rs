//! `GET /api/v1/channel-rules/suggestions`

use actix_web::{HttpResponse, get};
use kernel::Limit;
use profile_setup::channel_rules::suggestions::{MOST_DAYS, Suggested, SuggestedRule, suggestions};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::errors::{Place, problem};
use super::preview::conversions;
use super::record::RuleCondition;
use http_kit::decimal::DecimalNumber;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_u32};
use http_kit::heavy::told;
use http_kit::problem::{FieldCode, Problem};

/// The window and how many suggestions are wanted.
#[derive(Clone, Copy, Debug)]
pub struct SuggestionsQuery {
    days: u32,
    limit: Limit<100>,
}

const DEFAULT_LIMIT: u32 = 20;

impl FromQuery for SuggestionsQuery {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let days = query.optional("days", |text| match read_u32(text)? {
            0 => Err((FieldCode::OutOfRange, "must be at least 1")),
            days => Ok(days),
        });
        let limit = query.optional("limit", |text| {
            Limit::new(read_u32(text)?).ok_or((FieldCode::OutOfRange, "must be 1 to 100"))
        });
        let (days, limit) = (days?, limit?);
        let default = || Limit::new(DEFAULT_LIMIT);
        match limit.or_else(default) {
            Some(limit) => Ok(Self {
                days: days.unwrap_or(u32::from(MOST_DAYS)),
                limit,
            }),
            None => Err(query.wrong("limit", FieldCode::OutOfRange, "must be 1 to 100")),
        }
    }
}

/// A rule that would give traffic a better channel.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleSuggestion {
    /// The rule, ready to be posted.
    pub rule: SuggestedRuleBody,
    /// Sessions that it would match.
    pub sessions: u64,
    /// Conversions that are credited to them under `last_touch`: sums of shares.
    pub conversions: DecimalNumber,
    /// What suggestions are ordered by: sessions × ln(conversions + e), scaled to a whole number.
    pub score: u64,
    /// Why it is suggested, in one sentence.
    pub reason: String,
}

/// A rule as `POST /api/v1/channel-rules` takes it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedRuleBody {
    /// What to call it.
    pub name: String,
    /// A channel of the taxonomy.
    pub channel: String,
    /// A free place after the last rule's, another one for each suggestion; absent when there is
    /// none left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub priority: Option<u16>,
    /// `true`.
    pub enabled: bool,
    /// `and` or `or`.
    pub combiner: String,
    /// What must hold.
    pub conditions: Vec<RuleCondition>,
}

impl From<SuggestedRule> for RuleSuggestion {
    fn from(suggested: SuggestedRule) -> Self {
        let SuggestedRule {
            suggestion,
            priority,
        } = suggested;
        let billionths = i64::try_from(suggestion.conversions_billionths).unwrap_or(i64::MAX);
        let rule = suggestion.rule;
        Self {
            rule: SuggestedRuleBody {
                name: rule.name,
                channel: rule.channel,
                priority,
                enabled: true,
                combiner: rule.combiner,
                conditions: rule.conditions.into_iter().map(Into::into).collect(),
            },
            sessions: suggestion.sessions,
            conversions: conversions(billionths),
            score: suggestion.score,
            reason: suggestion.reason,
        }
    }
}

/// What the suggestions are about.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestionsMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// First local day that was looked at.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last local day, today.
    #[schema(format = Date)]
    pub date_to: String,
    /// Days that were looked at, at most 30.
    pub window_days: u32,
    /// Days that were asked for.
    pub requested_days: u32,
    /// `window_clamped` when more days were asked for than are looked at. Absent otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<&'static str>,
}

/// Suggest channel rules
///
/// Rules for traffic of the last days that ended up in Unassigned, Referral or Paid Other, best
/// first. At most the last 30 days are looked at; the answer says when more were asked for.
#[utoipa::path(
    operation_id = "suggestChannelRules",
    tag = "Channels",
    security(("api_key" = ["analytics:read"])),
    params(
        ("days" = Option<u32>, Query, minimum = 1, extensions(("x-spec-gap" = json!("G07"))),
            description = "Days up to today, 30 by default. More are not refused but clamped to 30, and `meta.warnings` has `window_clamped`."),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100,
            extensions(("x-spec-gap" = json!("G07"))), description = "Suggestions, 20 by default."),
    ),
    responses(
        (status = 200, description = "Suggestions, best first.",
            body = Envelope<Vec<RuleSuggestion>, SuggestionsMeta>),
    )
)]
#[get("/api/v1/channel-rules/suggestions")]
pub(crate) async fn suggest_channel_rules(
    call: Scoped<AnalyticsRead, ApiQuery<SuggestionsQuery>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let state = call.state.into_inner();
    let SuggestionsQuery { days, limit } = call.input.0;
    let suggested: Suggested = told(profile_id, async move {
        let input = (profile_id, days, limit.get());
        let found = state.read(&input, |work, context, (profile_id, days, limit)| {
            Box::pin(suggestions(work, context, *profile_id, *days, *limit))
        });
        found.await.map_err(|error| problem(error, Place::Body))
    })
    .await?;
    let window = days.min(u32::from(MOST_DAYS));
    let meta = SuggestionsMeta {
        profile_id: profile_id.uuid(),
        date_from: suggested.period.from().to_string(),
        date_to: suggested.period.to().to_string(),
        window_days: window,
        requested_days: days,
        warnings: (days > window)
            .then_some("window_clamped")
            .into_iter()
            .collect(),
    };
    let rules = suggested.rules.into_iter();
    let data: Vec<_> = rules.map(RuleSuggestion::from).collect();
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
