//! `PATCH /api/v1beta/connections/{id}`

use std::sync::Arc;

use actix_web::{HttpResponse, patch};
use ad_spend::calendar::MOST_MONTHS;
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, PathId, Scoped};
use http_kit::patch::{Patch, PatchReader, Wrong};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;
use kernel::ids::kind;
use kernel::{ConnectionId, ProfileAccess};
use serde::Deserialize;
use spend_intake::syncs::SyncError;
use spend_intake::syncs::set_up::{SetUp, set_up};
use utoipa::ToSchema;

use crate::connection::{ConnectionBody, shown};

/// A body has at most this many bytes.
const BODY_BYTES: usize = 4 * 1024;

/// What is to change; what is left out stays.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConnectionChange)]
pub struct ConnectionPatch {
    /// Whether what its ads cost is read by itself.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    spend_enabled: Patch,
    /// How many months back: 1 to 37, and 13 when nobody says otherwise.
    #[serde(default)]
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 37)]
    spend_months: Patch,
}

impl ConnectionPatch {
    fn change(&self) -> Result<SetUp, Problem> {
        let mut reader = PatchReader::default();
        let is_enabled = reader.value("spend_enabled", &self.spend_enabled, Ok);
        let months = reader.value("spend_months", &self.spend_months, months);
        let change = || {
            Ok(SetUp {
                is_enabled: is_enabled?,
                months: months?,
            })
        };
        let change = change();
        reader.finish(change)
    }
}

fn months(sent: i64) -> Result<u8, Wrong> {
    let months = u8::try_from(sent).ok();
    months
        .filter(|months| (1..=MOST_MONTHS).contains(months))
        .ok_or_else(|| {
            let words = format!("must be 1 to {MOST_MONTHS}");
            (FieldCode::OutOfRange, words.into())
        })
}

/// Have an account's spend read
///
/// Switches on or off that cost, impressions, clicks and names of the account's ads are read from the platform, and how
/// far back. It is off until somebody switches it on. What was read stays when it is switched off.
/// [How spend is read](/docs/spend.md).
#[utoipa::path(
    operation_id = "updateConnection",
    tag = "Spend",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G100"))),
    params(("id" = String, Path, format = Uuid, description = "The connection.")),
    request_body = ConnectionPatch,
    responses(
        (status = 200, description = "The connection as it is now.",
            body = Envelope<ConnectionBody, ProfileMeta>),
    )
)]
#[patch("/api/v1beta/connections/{id}")]
pub(crate) async fn update_connection(
    call: Scoped<
        AttributionWrite,
        (
            PathId<kind::Connection>,
            ApiJson<ConnectionPatch, BODY_BYTES>,
        ),
    >,
) -> Result<HttpResponse, Problem> {
    let (state, access) = (call.state.into_inner(), call.access);
    let (PathId(id), ApiJson(body)) = call.input;
    changed(Arc::clone(&state), access.clone(), (id, body.change()?)).await?;
    let now = shown(&state, &access, id).await?;
    Ok(HttpResponse::Ok().json(now))
}

/// Changes it, even if the caller goes away. Also for the console.
pub async fn changed(
    state: Arc<AppState>,
    access: ProfileAccess,
    change: (ConnectionId, SetUp),
) -> Result<(), Problem> {
    detached(async move {
        let input = (access, change);
        let changed = state.write(&input, |work, context, (access, change)| {
            Box::pin(set_up(work, context, access, *change))
        });
        changed.await.map_err(refused)?;
        Ok(())
    })
    .await
}

pub(crate) fn refused(error: SyncError) -> Problem {
    match error {
        SyncError::NotFound => Problem::not_found(),
        SyncError::NotEnabled => Problem::conflict(
            format!("{error}; switch it on with `spend_enabled`"),
            Vec::new(),
        ),
        SyncError::Store(error) => error.into(),
    }
}
