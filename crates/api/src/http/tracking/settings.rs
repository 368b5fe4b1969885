//! `GET` and `PATCH /api/v1beta/tracking/settings`

use std::collections::BTreeSet;

use actix_web::{HttpResponse, get, patch};
use application::ports::{KeptAddresses, UrlQuery};
use application::settle;
use application::tracking::settings::{AddressesChange, MOST_PARAMETERS, ParameterName, update};
use kernel::ProfileAccess;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::detached::detached;
use crate::http::envelope::{Envelope, ProfileMeta};
use crate::http::extract::scopes::TrackingWrite;
use crate::http::extract::{ApiJson, Scoped};
use crate::http::patch::{Patch, PatchReader, Wrong};
use crate::http::problem::{FieldCode, Problem};
use crate::state::AppState;

/// What of the addresses of pages and referrers is stored with events from now on. User info,
/// fragments and e-mail addresses never are.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrackingSettings {
    /// `attribution`: of the query only what says something about traffic, and `kept_parameters`;
    /// or `all`.
    pub url_query: &'static str,
    /// Names of parameters that are kept besides, in lower case.
    pub kept_parameters: Vec<String>,
}

impl From<KeptAddresses> for TrackingSettings {
    fn from(kept: KeptAddresses) -> Self {
        Self {
            url_query: kept.url_query.as_str(),
            kept_parameters: kept.kept_parameters,
        }
    }
}

/// What is to change; what is left out stays. No field takes null.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrackingSettingsPatch {
    /// `attribution` or `all`.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, example = "attribution")]
    url_query: Patch,
    /// All names of parameters that are kept besides, in any case of letters; at most 100, each of 1
    /// to 64 characters.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, nullable = false, example = json!(["size", "variant"]))]
    kept_parameters: Patch,
}

impl TryFrom<TrackingSettingsPatch> for AddressesChange {
    type Error = Problem;

    fn try_from(body: TrackingSettingsPatch) -> Result<Self, Problem> {
        let mut reader = PatchReader::default();
        let url_query = reader.value("url_query", &body.url_query, read_query);
        let parameters = reader.value("kept_parameters", &body.kept_parameters, read_names);
        let change = || {
            Ok(Self {
                url_query: url_query?,
                kept_parameters: parameters?,
            })
        };
        let change = change();
        reader.finish(change)
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "readers are handed what was sent"
)]
fn read_query(text: String) -> Result<UrlQuery, Wrong> {
    UrlQuery::parse(&text).ok_or((
        FieldCode::UnknownValue,
        "is neither attribution nor all".into(),
    ))
}

fn read_names(texts: Vec<String>) -> Result<BTreeSet<ParameterName>, Wrong> {
    if texts.len() > MOST_PARAMETERS {
        let words = format!("has more than {MOST_PARAMETERS} names");
        return Err((FieldCode::OutOfRange, words.into()));
    }
    let name = |(index, text): (usize, String)| {
        ParameterName::parse(&text).ok_or_else(|| {
            let words = format!(
                "has at {index} what is no name of a parameter: 1 to {} characters, none of them \
                 a space or one of = & # ? % +",
                ParameterName::MAX
            );
            (FieldCode::Malformed, words.into())
        })
    };
    texts.into_iter().enumerate().map(name).collect()
}

/// Get the tracking settings
#[utoipa::path(
    operation_id = "getTrackingSettings",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    extensions(("x-spec-gap" = json!("G98"))),
    responses(
        (status = 200, description = "The settings in force.",
            body = Envelope<TrackingSettings, ProfileMeta>),
    )
)]
#[get("/api/v1beta/tracking/settings")]
pub(crate) async fn get_tracking_settings(
    call: Scoped<TrackingWrite>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let mut work = call.state.units.begin().await?;
    let found = work.settings().addresses(profile_id).await;
    let found = settle(work, found).await?.ok_or_else(Problem::not_found)?;
    Ok(answer(&call.access, found))
}

/// Update the tracking settings
///
/// Changes what is sent and keeps the rest. It holds for events that come from a second later on;
/// what is stored already stays as it is. No figure changes: channels, advertisements and clicks are
/// read from an address before anything of it is left out.
#[utoipa::path(
    operation_id = "updateTrackingSettings",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    extensions(("x-spec-gap" = json!("G98"))),
    request_body = TrackingSettingsPatch,
    responses(
        (status = 200, description = "The settings from now on.",
            body = Envelope<TrackingSettings, ProfileMeta>),
        (status = 503, description = "Too many writes at once; send the same again."),
    )
)]
#[patch("/api/v1beta/tracking/settings")]
pub(crate) async fn update_tracking_settings(
    call: Scoped<TrackingWrite, ApiJson<TrackingSettingsPatch>>,
) -> Result<HttpResponse, Problem> {
    let change = AddressesChange::try_from(call.input.0)?;
    let access = call.access;
    let state = call.state.into_inner();
    let written = {
        let access = access.clone();
        detached(async move { write(&state, &access, change).await }).await?
    };
    Ok(answer(&access, written))
}

/// Also for the console.
pub(crate) async fn write(
    state: &AppState,
    access: &ProfileAccess,
    change: AddressesChange,
) -> Result<KeptAddresses, Problem> {
    let mut work = state.units.begin().await?;
    let outcome = update(&mut *work, &state.context(), access, change).await;
    settle(work, outcome).await?.ok_or_else(Problem::not_found)
}

fn answer(access: &ProfileAccess, kept: KeptAddresses) -> HttpResponse {
    HttpResponse::Ok().json(Envelope {
        data: TrackingSettings::from(kept),
        meta: ProfileMeta::from(access.profile_id),
    })
}
