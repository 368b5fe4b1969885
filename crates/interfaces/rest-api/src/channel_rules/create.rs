//! `POST /api/v1/channel-rules`

use actix_web::{HttpResponse, post};
use profile_setup::channel_rules::change::RuleCommand;

use super::body::RuleBody;
use super::record::{ChannelRule, RuleChangeMeta};
use super::{RULE_BYTES, changed};
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::Problem;

/// Create a channel rule
///
/// The rule is in force at once and for all history: every report shows the new channels from the
/// moment of the answer on. Nothing but labels is rewritten. Only when the rule changes what counts
/// as direct, the people concerned are credited anew.
#[utoipa::path(
    operation_id = "createChannelRule",
    tag = "Channels",
    security(("api_key" = ["attribution:write"])),
    request_body = RuleBody,
    responses(
        (status = 201, description = "The rule is in force.",
            body = Envelope<ChannelRule, RuleChangeMeta>),
        (status = 409, description = "Another rule has the priority, or the profile has 200 rules."),
        TooManyWrites,
    )
)]
#[post("/api/v1/channel-rules")]
pub(crate) async fn create_channel_rule(
    call: Scoped<AttributionWrite, ApiJson<RuleBody, RULE_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let command = RuleCommand::Create(call.input.0.into());
    let done = changed(call.state.into_inner(), call.access, command).await?;
    let meta = RuleChangeMeta::new(profile_id, &done);
    let rule = done.rules.into_iter().next().map(ChannelRule::from);
    let data = rule.ok_or_else(Problem::not_found)?;
    Ok(HttpResponse::Created().json(Envelope { data, meta }))
}
