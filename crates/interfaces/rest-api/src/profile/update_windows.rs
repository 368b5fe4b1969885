//! `PATCH /api/v1/profile/attribution-settings`

use actix_web::{HttpResponse, patch};
use application::profiles::windows::{WindowsChange, WindowsSet, set_windows};
use attribution_models::WindowDays;
use kernel::ProfileAccess;
use serde::Deserialize;
use utoipa::ToSchema;

use super::settings::{AttributionSettings, SettingsMeta};
use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::patch::{Patch, PatchReader, Wrong};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;

/// Windows to set, in whole days; 0 turns one off. What is left out stays; no field takes null.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_field_names,
    reason = "they are called as they are on the wire"
)]
pub struct AttributionSettingsPatch {
    /// Visits before a conversion that is not cash.
    #[serde(default)]
    #[schema(value_type = Option<u16>, nullable = false, maximum = 365)]
    click_window_days: Patch,
    /// Ad impressions before any conversion.
    #[serde(default)]
    #[schema(value_type = Option<u16>, nullable = false, maximum = 365)]
    view_through_window_days: Patch,
    /// Visits under the first-touch model.
    #[serde(default)]
    #[schema(value_type = Option<u16>, nullable = false, maximum = 365)]
    first_touch_window_days: Patch,
    /// Visits before a cash conversion.
    #[serde(default)]
    #[schema(value_type = Option<u16>, nullable = false, maximum = 365)]
    cash_window_days: Patch,
}

impl TryFrom<AttributionSettingsPatch> for WindowsChange {
    type Error = Problem;

    fn try_from(body: AttributionSettingsPatch) -> Result<Self, Problem> {
        let mut reader = PatchReader::default();
        let mut days = |name, field| reader.value(name, field, read_days);
        let click = days("click_window_days", &body.click_window_days);
        let view = days("view_through_window_days", &body.view_through_window_days);
        let first = days("first_touch_window_days", &body.first_touch_window_days);
        let cash = days("cash_window_days", &body.cash_window_days);
        let change = || {
            Ok(Self {
                click_days: click?,
                view_through_days: view?,
                first_touch_days: first?,
                cash_days: cash?,
            })
        };
        let change = change();
        reader.finish(change)
    }
}

fn read_days(days: i64) -> Result<WindowDays, Wrong> {
    u16::try_from(days)
        .ok()
        .and_then(WindowDays::new)
        .ok_or((FieldCode::OutOfRange, "must be 0 to 365".into()))
}

/// Update the attribution windows
///
/// Sets what is sent and keeps the rest. Every call that succeeds queues a full replay, also when
/// the windows are what they were; `meta.recompute_id` names it. Calls that come while a replay
/// waits share it.
#[utoipa::path(
    operation_id = "updateAttributionSettings",
    tag = "Profile",
    security(("api_key" = ["attribution:write"])),
    request_body = AttributionSettingsPatch,
    responses(
        (status = 200, description = "The windows after the change.",
            body = Envelope<AttributionSettings, SettingsMeta>),
        TooManyWrites,
    )
)]
#[patch("/api/v1/profile/attribution-settings")]
pub(crate) async fn update_attribution_settings(
    call: Scoped<AttributionWrite, ApiJson<AttributionSettingsPatch>>,
) -> Result<HttpResponse, Problem> {
    let change = WindowsChange::try_from(call.input.0)?;
    let access = call.access;
    let profile_id = access.profile_id;
    let state = call.state.into_inner();
    let set = detached(async move { write(&state, &access, change).await }).await?;
    let meta = SettingsMeta::new(profile_id, Some(set.recompute), true);
    let data = AttributionSettings::from(set.windows);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

async fn write(
    state: &AppState,
    access: &ProfileAccess,
    change: WindowsChange,
) -> Result<WindowsSet, Problem> {
    let input = (access, change);
    let set = state.write(&input, |work, context, (access, change)| {
        Box::pin(set_windows(work, context, access, *change))
    });
    set.await?.ok_or_else(Problem::not_found)
}
