//! `POST /api/v1/channel-rules/diff`

use actix_web::{HttpResponse, post};
use profile_setup::channel_rules::diff::{ChannelPair, RuleDiff, SetRule, diff};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::SET_BYTES;
use super::body::{RuleBody, RuleConditionBody, and, yes};
use super::errors::{Place, problem};
use super::preview::{RelabelledTraffic, RulePreviewMeta, Sent, conversions};
use http_kit::decimal::DecimalNumber;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiJson, ObjectOf, Scoped};
use http_kit::heavy::told;
use http_kit::problem::Problem;

/// A whole set of rules, and the traffic to try it on.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleDiffBody {
    /// All rules that the profile would have, in any order; those without a priority come last, in
    /// the order of the list.
    #[schema(value_type = Vec<SetRuleBody>, max_items = 200)]
    rules: Vec<ObjectOf<SetRuleBody>>,
    /// First local day; absent is 29 days before the last.
    #[schema(format = Date)]
    date_from: Option<String>,
    /// Last local day; absent is today. At most 366 days in all.
    #[schema(format = Date)]
    date_to: Option<String>,
    /// The attribution model that conversions and cash are credited under; absent is `last_touch`.
    model: Option<String>,
}

/// A rule of a candidate set.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetRuleBody {
    /// The rule of the profile that it stands for, if it does.
    id: Option<Uuid>,
    /// What to call it.
    #[schema(min_length = 1, max_length = 160)]
    name: String,
    /// The channel that it names.
    channel: String,
    /// Its place among the rules.
    #[schema(minimum = 1, maximum = 999)]
    priority: Option<i64>,
    /// Whether it takes part.
    #[serde(default = "yes")]
    #[schema(default = true)]
    enabled: bool,
    /// `and` or `or`.
    #[serde(default = "and")]
    #[schema(default = "and")]
    combiner: String,
    /// What must hold.
    #[schema(value_type = Vec<RuleConditionBody>, min_items = 1, max_items = 50)]
    conditions: Vec<ObjectOf<RuleConditionBody>>,
}

impl From<SetRuleBody> for SetRule {
    fn from(body: SetRuleBody) -> Self {
        let rule = RuleBody {
            name: body.name,
            channel: body.channel,
            priority: body.priority,
            enabled: body.enabled,
            combiner: body.combiner,
            conditions: body.conditions,
        };
        Self {
            id: body.id.map(Into::into),
            draft: rule.into(),
        }
    }
}

/// What the whole set would do.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleDiffResult {
    /// What goes from which channel to which other one. A channel's figures would be its present
    /// ones, less what goes from it, plus what comes to it.
    pub pairs: Vec<ChannelMove>,
    /// All that would change its channel.
    pub total: RelabelledTraffic,
    /// All that would not.
    pub unchanged: RelabelledTraffic,
}

/// Traffic that would go from one channel to another.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelMove {
    /// Its channel now.
    pub from: String,
    /// Its channel then.
    pub to: String,
    /// Sessions with a page view, without bots.
    pub sessions: u64,
    /// Credited conversions: sums of shares; refunds are not counted.
    pub conversions: DecimalNumber,
    /// Credited cash in the reporting currency, refunds subtracted.
    pub credited_cash: DecimalNumber,
}

impl From<ChannelPair> for ChannelMove {
    fn from(pair: ChannelPair) -> Self {
        Self {
            from: pair.from,
            to: pair.to,
            sessions: pair.usage.sessions,
            conversions: conversions(pair.usage.conversions),
            credited_cash: DecimalNumber(pair.usage.cash),
        }
    }
}

impl From<RuleDiff> for RuleDiffResult {
    fn from(diff: RuleDiff) -> Self {
        Self {
            pairs: diff.pairs.into_iter().map(Into::into).collect(),
            total: diff.total.into(),
            unchanged: diff.unchanged.into(),
        }
    }
}

/// Try a whole set of rules
///
/// What reports would show if the profile had exactly these rules: which traffic of the days would
/// go from which channel to which other one. Nothing is changed.
#[utoipa::path(
    operation_id = "diffChannelRules",
    tag = "Channels",
    security(("api_key" = ["analytics:read"])),
    request_body = RuleDiffBody,
    responses(
        (status = 200, description = "What the rules would do.",
            body = Envelope<RuleDiffResult, RulePreviewMeta>),
    )
)]
#[post("/api/v1/channel-rules/diff")]
pub(crate) async fn diff_channel_rules(
    call: Scoped<AnalyticsRead, ApiJson<RuleDiffBody, SET_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let state = call.state.into_inner();
    let ApiJson(body) = call.input;
    let question = Sent {
        date_from: body.date_from.as_deref(),
        date_to: body.date_to.as_deref(),
        model: body.model.as_deref(),
    }
    .read()?;
    let rules: Vec<SetRule> = body.rules.into_iter().map(|rule| rule.0.into()).collect();
    let answer = told(profile_id, async move {
        let input = (profile_id, rules, question);
        let found = state.read(&input, |work, context, (profile_id, rules, question)| {
            Box::pin(diff(work, context, *profile_id, rules, *question))
        });
        found.await.map_err(|error| problem(error, Place::Rules))
    })
    .await?;
    let meta = RulePreviewMeta::new(profile_id, answer.period, answer.model);
    let data = RuleDiffResult::from(answer);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
