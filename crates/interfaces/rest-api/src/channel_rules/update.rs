//! `PATCH /api/v1/channel-rules/{id}`

use actix_web::{HttpResponse, patch};
use kernel::ids::kind;
use profile_setup::channel_rules::change::RuleCommand;
use profile_setup::channel_rules::update::RuleChange;

use super::body::RuleChangeBody;
use super::record::{ChannelRule, RuleChangeMeta};
use super::{RULE_BYTES, changed};
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, PathId, Scoped};
use http_kit::problem::Problem;

/// What is read of the request.
type Update = (
    PathId<kind::ChannelRule>,
    ApiJson<RuleChangeBody, RULE_BYTES>,
);

/// Update a channel rule
///
/// Fields that are absent stay as they are. Like a new rule, the changed one is in force at once
/// and for all history.
#[utoipa::path(
    operation_id = "updateChannelRule",
    tag = "Channels",
    security(("api_key" = ["attribution:write"])),
    params(("id" = String, Path, format = Uuid, description = "The rule.")),
    request_body = RuleChangeBody,
    responses(
        (status = 200, description = "The rule as it is now.",
            body = Envelope<ChannelRule, RuleChangeMeta>),
        (status = 409, description = "Another rule has the priority."),
        TooManyWrites,
    )
)]
#[patch("/api/v1/channel-rules/{id}")]
pub(crate) async fn update_channel_rule(
    call: Scoped<AttributionWrite, Update>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let (PathId(id), ApiJson(body)) = call.input;
    let command = RuleCommand::Update(id, RuleChange::try_from(body)?);
    let done = changed(call.state.into_inner(), call.access, command).await?;
    let meta = RuleChangeMeta::new(profile_id, &done);
    let rule = done.rules.into_iter().next().map(ChannelRule::from);
    let data = rule.ok_or_else(Problem::not_found)?;
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
