//! `POST /api/v1/channel-rules/reorder`

use actix_web::{HttpResponse, post};
use profile_setup::channel_rules::change::RuleCommand;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::changed;
use super::record::{ChannelRule, RuleChangeMeta};
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::Problem;

/// Two rules that are to change places.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReorderBody {
    /// One rule.
    pub first_id: Uuid,
    /// The other rule.
    pub second_id: Uuid,
}

/// Swap two rules
///
/// The priorities of the two rules are swapped in one step: at no moment has a rule none, or one
/// that is another's.
#[utoipa::path(
    operation_id = "reorderChannelRules",
    tag = "Channels",
    security(("api_key" = ["attribution:write"])),
    request_body = ReorderBody,
    responses(
        (status = 200, description = "Both rules as they are now, the first one first.",
            body = Envelope<Vec<ChannelRule>, RuleChangeMeta>),
        TooManyWrites,
    )
)]
#[post("/api/v1/channel-rules/reorder")]
pub(crate) async fn reorder_channel_rules(
    call: Scoped<AttributionWrite, ApiJson<ReorderBody>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let ReorderBody {
        first_id,
        second_id,
    } = call.input.0;
    let command = RuleCommand::Reorder([first_id.into(), second_id.into()]);
    let done = changed(call.state.into_inner(), call.access, command).await?;
    let meta = RuleChangeMeta::new(profile_id, &done);
    let data: Vec<_> = done.rules.into_iter().map(ChannelRule::from).collect();
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
