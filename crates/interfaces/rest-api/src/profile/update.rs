//! `PATCH /api/v1/profile`

use actix_web::{HttpResponse, patch};
use application::profiles::update::{ProfileChange, ProfileName, ProfileUpdated, update};
use kernel::{Currency, ProfileAccess, TimeZone};
use reporting::masking::PiiMode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::settings::{ProfileBody, SettingsMeta};
use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::patch::{Patch, PatchReader, Wrong};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;

/// What is to change of a profile; what is left out stays. No field takes null.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfilePatch {
    /// Its name, without control characters.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, min_length = 1, max_length = 160)]
    name: Patch,
    /// Reporting currency, ISO 4217. A change replays everybody.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, min_length = 3, max_length = 3)]
    currency: Patch,
    /// A name of the IANA time zone database. A change replays everybody.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, example = "America/Santiago")]
    timezone: Patch,
    /// `visible` or `masked`.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, example = "masked")]
    pii_mode: Patch,
    /// Whether the setup wizard was finished.
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    onboarding_completed: Patch,
    /// Only read here to be refused by name.
    #[serde(default)]
    #[schema(ignore)]
    entitlements: Patch,
}

impl TryFrom<ProfilePatch> for ProfileChange {
    type Error = Problem;

    fn try_from(body: ProfilePatch) -> Result<Self, Problem> {
        let mut reader = PatchReader::default();
        let name = reader.value("name", &body.name, read_name);
        let currency = reader.value("currency", &body.currency, read_currency);
        let timezone = reader.value("timezone", &body.timezone, read_timezone);
        let pii_mode = reader.value("pii_mode", &body.pii_mode, read_pii_mode);
        let onboarding = reader.value(
            "onboarding_completed",
            &body.onboarding_completed,
            Ok::<bool, Wrong>,
        );
        let read_only = reader.read_only("entitlements", &body.entitlements);
        let change = || {
            read_only?;
            Ok(Self {
                name: name?,
                currency: currency?,
                timezone: timezone?,
                pii_mode: pii_mode?,
                onboarding_completed: onboarding?,
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
fn read_name(text: String) -> Result<ProfileName, Wrong> {
    ProfileName::parse(&text).ok_or((
        FieldCode::OutOfRange,
        "must have 1 to 160 characters, none of them a control character".into(),
    ))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "readers are handed what was sent"
)]
fn read_currency(text: String) -> Result<Currency, Wrong> {
    Currency::parse(&text).ok_or((FieldCode::UnknownValue, "is not an ISO 4217 code".into()))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "readers are handed what was sent"
)]
fn read_timezone(text: String) -> Result<TimeZone, Wrong> {
    TimeZone::named(&text).ok_or((
        FieldCode::UnknownValue,
        "is not a name of the IANA time zone database, such as America/Santiago".into(),
    ))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "readers are handed what was sent"
)]
fn read_pii_mode(text: String) -> Result<PiiMode, Wrong> {
    PiiMode::parse(&text).ok_or((
        FieldCode::UnknownValue,
        "is neither visible nor masked".into(),
    ))
}

/// Update the profile
///
/// Changes what is sent and keeps the rest. Another currency or time zone changes every reported
/// figure: it queues one full replay, which `meta.recompute_id` names, and reports show the old
/// currency and the old days until that replay is complete. A currency without exchange rates is
/// allowed; amounts that cannot be converted are kept and left out of money figures until rates are
/// imported.
#[utoipa::path(
    operation_id = "updateProfile",
    tag = "Profile",
    security(("api_key" = ["attribution:write"])),
    request_body = ProfilePatch,
    responses(
        (status = 200, description = "The profile after the change.",
            body = Envelope<ProfileBody, SettingsMeta>),
        TooManyWrites,
    )
)]
#[patch("/api/v1/profile")]
pub(crate) async fn update_profile(
    call: Scoped<AttributionWrite, ApiJson<ProfilePatch>>,
) -> Result<HttpResponse, Problem> {
    let change = ProfileChange::try_from(call.input.0)?;
    let access = call.access;
    let profile_id = access.profile_id;
    let state = call.state.into_inner();
    let updated = detached(async move { write(&state, &access, &change).await }).await?;
    let meta = SettingsMeta::new(
        profile_id,
        updated.recompute,
        updated.settings.replay_pending,
    )
    .with_rates_missing(updated.rates_missing);
    let data = ProfileBody::from(updated.settings);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

async fn write(
    state: &AppState,
    access: &ProfileAccess,
    change: &ProfileChange,
) -> Result<ProfileUpdated, Problem> {
    let input = (access, change);
    let updated = state.write(&input, |work, context, (access, change)| {
        Box::pin(update(work, context, access, change))
    });
    updated.await?.ok_or_else(Problem::not_found)
}
