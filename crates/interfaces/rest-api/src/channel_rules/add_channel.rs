//! `POST /api/v1/channel-taxonomy`

use actix_web::{HttpResponse, post};
use kernel::ProfileAccess;
use profile_setup::channel_rules::add_channel::{TaxonomyChannel, add_channel as add};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::errors::{Place, problem};
use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// A channel to have.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChannelBody {
    /// Its name; spaces around it are cut off. Upper and lower case do not tell channels apart.
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
}

/// A channel of the taxonomy.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelResult {
    /// Its name as rules must spell it.
    pub name: String,
    /// Whether this call added it.
    pub created: bool,
}

/// Add a channel
///
/// Adds a name to the channels of the workspace, which all its profiles share. A name that is there
/// already, however it is spelt, is given back as it is.
#[utoipa::path(
    operation_id = "addChannel",
    tag = "Channels",
    security(("api_key" = ["attribution:write"])),
    request_body = ChannelBody,
    responses(
        (status = 201, description = "The channel is new.",
            body = Envelope<ChannelResult, ProfileMeta>),
        (status = 200, description = "The channel was there.",
            body = Envelope<ChannelResult, ProfileMeta>),
        (status = 409, description = "The workspace has 200 channels of its own."),
        TooManyWrites,
    )
)]
#[post("/api/v1/channel-taxonomy")]
pub(crate) async fn add_channel(
    call: Scoped<AttributionWrite, ApiJson<ChannelBody>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let state = call.state.into_inner();
    let (access, name) = (call.access, call.input.0.name);
    let TaxonomyChannel { name, created } =
        detached(async move { write(&state, &access, &name).await }).await?;
    let mut response = if created {
        HttpResponse::Created()
    } else {
        HttpResponse::Ok()
    };
    Ok(response.json(Envelope {
        data: ChannelResult { name, created },
        meta: ProfileMeta::from(profile_id),
    }))
}

async fn write(
    state: &AppState,
    access: &ProfileAccess,
    name: &str,
) -> Result<TaxonomyChannel, Problem> {
    let input = (access, name);
    let added = state.write(&input, |work, context, (access, name)| {
        Box::pin(add(work, context, access, name))
    });
    added.await.map_err(|error| problem(error, Place::Body))
}
