//! `POST /api/v1/channel-rules/match-count`

use actix_web::{HttpResponse, post};
use profile_setup::channel_rules::match_count::{
    Candidate, Counted, Example, MatchCount, match_count,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::RULE_BYTES;
use super::body::RuleBody;
use super::errors::{Place, problem};
use super::preview::{RulePreviewMeta, Sent, conversions};
use http_kit::decimal::DecimalNumber;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiJson, ObjectOf, Scoped};
use http_kit::heavy::told;
use http_kit::problem::Problem;

/// A candidate rule, and the traffic to try it on.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchCountBody {
    /// The candidate.
    #[schema(value_type = RuleBody)]
    rule: ObjectOf<RuleBody>,
    /// First local day; absent is 29 days before the last.
    #[schema(format = Date)]
    date_from: Option<String>,
    /// Last local day; absent is today. At most 366 days in all.
    #[schema(format = Date)]
    date_to: Option<String>,
    /// The rule whose place the candidate would take. Its priority is the default of the
    /// candidate's.
    replaces: Option<Uuid>,
    /// The attribution model that conversions and cash are credited under; absent is `last_touch`.
    model: Option<String>,
}

/// What one rule would do.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchCountResult {
    /// Traffic whose evidence fits the conditions, whatever other rules say of it, as it is credited
    /// now.
    pub matched: MatchedTraffic,
    /// Traffic that the rule would name the channel of, after rules before it have taken theirs, as
    /// it would be credited with the rule in force.
    pub would_win: MatchedTraffic,
    /// At most ten pieces of evidence: of what the rule would win first, those with most sessions
    /// first.
    pub examples: Vec<MatchedEvidence>,
}

/// How much traffic.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchedTraffic {
    /// Distinct pieces of evidence with traffic on the days.
    pub signatures: u64,
    /// Sessions with a page view, without bots.
    pub sessions: u64,
    /// Touches.
    pub touches: u64,
    /// Credited conversions: sums of shares; refunds are not counted.
    pub conversions: DecimalNumber,
    /// Credited cash in the reporting currency, refunds subtracted.
    pub credited_cash: DecimalNumber,
}

/// A piece of evidence that fits. Fields that are not known are null.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchedEvidence {
    /// Host of the foreign page before.
    pub referrer_host: Option<String>,
    /// `utm_source`.
    pub utm_source: Option<String>,
    /// `utm_medium`.
    pub utm_medium: Option<String>,
    /// `utm_campaign`.
    pub utm_campaign: Option<String>,
    /// `utm_term`.
    pub utm_term: Option<String>,
    /// `utm_content`.
    pub utm_content: Option<String>,
    /// Kinds of click ids.
    pub click_ids: Vec<String>,
    /// Host of the landing page.
    pub landing_host: Option<String>,
    /// First two segments of the landing page's path.
    pub landing_path: Option<String>,
    /// Its sessions on the days.
    pub sessions: u64,
    /// Its channel now.
    pub channel: String,
    /// Whether the rule would name its channel.
    pub would_win: bool,
}

impl From<Counted> for MatchedTraffic {
    fn from(counted: Counted) -> Self {
        Self {
            signatures: counted.signatures,
            sessions: counted.usage.sessions,
            touches: counted.usage.touches,
            conversions: conversions(counted.usage.conversions),
            credited_cash: DecimalNumber(counted.usage.cash),
        }
    }
}

impl From<Example> for MatchedEvidence {
    fn from(example: Example) -> Self {
        let signature = example.signature;
        Self {
            referrer_host: signature.referrer_host,
            utm_source: signature.utm_source,
            utm_medium: signature.utm_medium,
            utm_campaign: signature.utm_campaign,
            utm_term: signature.utm_term,
            utm_content: signature.utm_content,
            click_ids: signature.click_kinds,
            landing_host: signature.landing_host,
            landing_path: signature.landing_path,
            sessions: example.sessions,
            channel: example.channel,
            would_win: example.wins,
        }
    }
}

impl From<MatchCount> for MatchCountResult {
    fn from(count: MatchCount) -> Self {
        Self {
            matched: count.matched.into(),
            would_win: count.would_win.into(),
            examples: count.examples.into_iter().map(Into::into).collect(),
        }
    }
}

/// Try one rule
///
/// How much traffic of the days a candidate rule would match, and how much of it it would get.
/// Nothing is changed.
#[utoipa::path(
    operation_id = "countChannelRuleMatches",
    tag = "Channels",
    security(("api_key" = ["analytics:read"])),
    request_body = MatchCountBody,
    responses(
        (status = 200, description = "What the rule would do.",
            body = Envelope<MatchCountResult, RulePreviewMeta>),
        (status = 409, description = "Another rule has the priority, or the profile has 200 rules."),
    )
)]
#[post("/api/v1/channel-rules/match-count")]
pub(crate) async fn count_channel_rule_matches(
    call: Scoped<AnalyticsRead, ApiJson<MatchCountBody, RULE_BYTES>>,
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
    let candidate = Candidate {
        draft: body.rule.0.into(),
        replaces: body.replaces.map(Into::into),
    };
    let count = told(profile_id, async move {
        let input = (profile_id, candidate, question);
        let count = state.read(
            &input,
            |work, context, (profile_id, candidate, question)| {
                Box::pin(match_count(
                    work,
                    context,
                    *profile_id,
                    candidate,
                    *question,
                ))
            },
        );
        count.await.map_err(|error| problem(error, Place::Rule))
    })
    .await?;
    let meta = RulePreviewMeta::new(profile_id, count.period, count.model);
    let data = MatchCountResult::from(count);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
