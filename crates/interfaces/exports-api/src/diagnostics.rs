//! `GET /api/v1beta/exports/diagnostics`

use std::collections::HashMap;

use actix_web::{HttpResponse, get};
use conversion_export::destinations::list::ListedDestination;
use export_rules::ports::LastDelivery;
use export_rules::{DestinationId, Routing, Word};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::ExportsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::{ProfileAccess, Timestamp};
use platform_connections::ConnectionState;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::destinations::list::destinations;
use crate::destinations::record::LastDeliveryBody;

/// How every destination is wired.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportDiagnostics)]
pub struct DiagnosticsBody {
    /// The destinations, the oldest first.
    pub destinations: Vec<WiringBody>,
}

/// How one destination is wired.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportWiring)]
pub struct WiringBody {
    /// The destination.
    pub destination_id: Uuid,
    /// `social_capi` or `search_ads`.
    #[schema(example = "social_capi")]
    pub destination: &'static str,
    /// `active`, `disabled` or `suppressed_platform_safe`.
    #[schema(example = "active")]
    pub routing: &'static str,
    /// What that means.
    pub routing_meaning: &'static str,
    /// `connected`, `reconnect_required` or `revoked`; null when the account is not there.
    #[schema(required)]
    pub connection_status: Option<&'static str>,
    /// How many deliveries wait to be sent.
    pub waiting: u64,
    /// Since when the first of them is due; null when none waits.
    #[schema(required, format = DateTime)]
    pub waiting_since: Option<String>,
    /// The newest that was decided for it; null while nothing was.
    #[schema(required)]
    pub last_delivery: Option<LastDeliveryBody>,
    /// What helps; null when nothing is in the way.
    #[schema(required)]
    pub remedy: Option<&'static str>,
}

/// What stands in the way, the first thing first.
const fn remedy(routing: Routing, connection: Option<ConnectionState>) -> Option<&'static str> {
    match (connection, routing) {
        (None | Some(ConnectionState::Revoked), _) => {
            Some("The account was removed: connect it again, or choose another connection.")
        }
        (Some(ConnectionState::ReconnectRequired(_)), _) => {
            Some("Somebody has to connect the account anew; what waits goes out then.")
        }
        (Some(ConnectionState::Connected), Routing::Disabled) => {
            Some("Enable the destination, and the switch of its kind in the compliance settings.")
        }
        (Some(ConnectionState::Connected), Routing::SuppressedPlatformSafe) => {
            Some("Provision the destination with a clean data set.")
        }
        (Some(ConnectionState::Connected), Routing::Active) => None,
    }
}

type Waiting = HashMap<DestinationId, (u64, Timestamp)>;

fn wiring(
    it: &ListedDestination,
    waiting: &Waiting,
    last: &HashMap<DestinationId, LastDelivery>,
) -> WiringBody {
    let id = it.destination.id;
    let state = it.connection.as_ref().map(|connection| connection.state);
    let waits = waiting.get(&id);
    WiringBody {
        destination_id: id.uuid(),
        destination: it.destination.kind().as_str(),
        routing: it.routing.as_str(),
        routing_meaning: it.routing.meaning(),
        connection_status: state.map(ConnectionState::as_str),
        waiting: waits.map_or(0, |(count, _)| *count),
        waiting_since: waits.map(|(_, since)| since.to_string()),
        last_delivery: last.get(&id).map(LastDeliveryBody::from),
        remedy: remedy(it.routing, state),
    }
}

/// Diagnose exports
///
/// For every destination whether it ships, how its account stands, what waits since when, and what helps.
#[utoipa::path(
    operation_id = "getExportDiagnostics",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G14"))),
    responses(
        (status = 200, description = "How every destination is wired.",
            body = Envelope<DiagnosticsBody, ProfileMeta>),
    )
)]
#[get("/api/v1beta/exports/diagnostics")]
pub(crate) async fn get_export_diagnostics(
    call: Scoped<ExportsRead>,
) -> Result<HttpResponse, Problem> {
    let data = diagnostics(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data,
        meta: ProfileMeta::from(call.access.profile_id),
    }))
}

/// How every destination is wired. Also for the tool server.
pub async fn diagnostics(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<DiagnosticsBody, Problem> {
    let (listed, last) = destinations(state, access).await?;
    let waiting = state.exports.deliveries.waiting(access).await?;
    let waiting: Waiting = waiting
        .into_iter()
        .map(|(id, count, since)| (id, (count, since)))
        .collect();
    let all = listed.destinations.iter();
    Ok(DiagnosticsBody {
        destinations: all.map(|it| wiring(it, &waiting, &last)).collect(),
    })
}
