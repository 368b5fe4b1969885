//! `DELETE /api/v1/channel-rules/{id}`

use actix_web::{HttpResponse, delete};
use kernel::ids::kind;
use profile_setup::channel_rules::change::RuleCommand;

use super::changed;
use http_kit::documented::TooManyWrites;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;

/// Delete a channel rule
///
/// What the rule named the channel of goes to the next rule that fits, at once and for all history.
#[utoipa::path(
    operation_id = "deleteChannelRule",
    tag = "Channels",
    security(("api_key" = ["attribution:write"])),
    params(("id" = String, Path, format = Uuid, description = "The rule.")),
    responses(
        (status = 204, description = "The rule is gone."),
        TooManyWrites,
    )
)]
#[delete("/api/v1/channel-rules/{id}")]
pub(crate) async fn delete_channel_rule(
    call: Scoped<AttributionWrite, PathId<kind::ChannelRule>>,
) -> Result<HttpResponse, Problem> {
    let command = RuleCommand::Delete(call.input.0);
    changed(call.state.into_inner(), call.access, command).await?;
    Ok(HttpResponse::NoContent().finish())
}
