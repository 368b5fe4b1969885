//! `GET /api/v1beta/exports/destinations`

use std::collections::HashMap;

use actix_web::{HttpResponse, get};
use conversion_export::destinations::list::{self, Listed};
use export_rules::ports::LastDelivery;
use export_rules::{DestinationId, Word};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::ExportsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;
use serde::Serialize;
use utoipa::ToSchema;

use super::record::DestinationBody;

/// All destinations of a profile, and what decides whether they ship.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportDestinations)]
pub struct DestinationsBody {
    /// `standard`, `hipaa`, `custom` or `platform_safe`.
    #[schema(example = "standard")]
    pub privacy_mode: &'static str,
    /// Whether social networks are told at all.
    pub export_social_enabled: bool,
    /// Whether search engines are told at all.
    pub export_search_enabled: bool,
    /// The destinations, the oldest first; at most 50.
    pub destinations: Vec<DestinationBody>,
}

/// List export destinations
///
/// All of the profile, the oldest first, with whether each ships and the newest that was decided for it.
#[utoipa::path(
    operation_id = "listExportDestinations",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G14"))),
    responses(
        (status = 200, description = "The destinations.",
            body = Envelope<DestinationsBody, ProfileMeta>),
    )
)]
#[get("/api/v1beta/exports/destinations")]
pub(crate) async fn list_export_destinations(
    call: Scoped<ExportsRead>,
) -> Result<HttpResponse, Problem> {
    let listed = listed_destinations(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(listed))
}

/// All of them as they are answered. Also for the tool server.
pub async fn listed_destinations(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Envelope<DestinationsBody, ProfileMeta>, Problem> {
    let (listed, last) = destinations(state, access).await?;
    let data = DestinationsBody {
        privacy_mode: listed.compliance.privacy.mode.as_str(),
        export_social_enabled: listed.compliance.switches.social,
        export_search_enabled: listed.compliance.switches.search,
        destinations: listed
            .destinations
            .iter()
            .map(|it| DestinationBody::new(it, last.get(&it.destination.id)))
            .collect(),
    };
    Ok(Envelope {
        data,
        meta: ProfileMeta::from(access.profile_id),
    })
}

/// All of them, with the newest that was decided for each. Also for the console.
pub async fn destinations(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<(Listed, HashMap<DestinationId, LastDelivery>), Problem> {
    let listed = state.read(&access.profile_id, |work, _, profile| {
        Box::pin(list::list(work, *profile))
    });
    let listed = listed.await?;
    let last = state.exports.statistics.last_deliveries(access).await?;
    Ok((listed, last))
}

/// One of them.
pub(super) async fn destination(
    state: &AppState,
    access: &ProfileAccess,
    id: DestinationId,
) -> Result<Envelope<DestinationBody, ProfileMeta>, Problem> {
    let (listed, last) = destinations(state, access).await?;
    let mut all = listed.destinations.iter();
    let found = all.find(|it| it.destination.id == id);
    let found = found.ok_or_else(Problem::not_found)?;
    Ok(Envelope {
        data: DestinationBody::new(found, last.get(&id)),
        meta: ProfileMeta::from(access.profile_id),
    })
}
