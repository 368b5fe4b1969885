//! `PUT /api/v1beta/quality/utm/findings/{category}/mute`

use actix_web::{HttpResponse, put};
use channel_classifier::audit::UtmCategory;
use kernel::{ProfileId, StoreError};
use serde::{Deserialize, Serialize};
use site_quality::mute::{LONGEST_REASON, mute};
use utoipa::ToSchema;

use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, PathCategory, Scoped};
use http_kit::problem::{Code, FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// Whether a fault is let be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UtmMuteBody {
    /// Why it is let be, 1 to 500 characters; null tells it again.
    #[schema(required = true, min_length = 1, max_length = 500)]
    reason: Option<String>,
}

/// Whether a fault is let be now.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmMuted {
    /// The fault.
    pub category: &'static str,
    /// Why it is let be; null when it is told.
    pub reason: Option<String>,
}

impl UtmMuteBody {
    /// With a reason it is let be, without one it is told again.
    pub const fn new(reason: Option<String>) -> Self {
        Self { reason }
    }

    fn read(self) -> Result<Option<String>, Problem> {
        let Some(reason) = self.reason else {
            return Ok(None);
        };
        let reason = reason.trim();
        let is_long = reason.chars().count() > LONGEST_REASON;
        if reason.is_empty() || is_long || reason.chars().any(char::is_control) {
            let words = "must be 1 to 500 characters on one line, or null";
            let error = FieldError::pointer("/reason", FieldCode::OutOfRange, words);
            return Err(Problem::invalid_field(error));
        }
        Ok(Some(reason.to_owned()))
    }
}

/// Let a fault of links be
///
/// Somebody knows of it and it is to be told no more until there is more of it: half as many touches again as now, and
/// at least five. With null as the reason it is told again. It stays among the findings either way.
#[utoipa::path(
    operation_id = "muteUtmFinding",
    tag = "Data quality",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G156"))),
    params(("category" = String, Path, description = "The fault, as among the anomalies.",
        example = "non_channel_medium")),
    request_body = UtmMuteBody,
    responses(
        (status = 200, description = "It is let be, or told again.",
            body = Envelope<UtmMuted, ProfileMeta>),
        (status = 404, description = "The last look did not find it, or there is no such fault."),
        TooManyWrites,
    )
)]
#[put("/api/v1beta/quality/utm/findings/{category}/mute")]
pub(crate) async fn mute_utm_finding(
    call: Scoped<AttributionWrite, (PathCategory, ApiJson<UtmMuteBody>)>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let (PathCategory(category), ApiJson(body)) = call.input;
    let data = muted(&call.state, profile_id, (&category, body)).await?;
    let meta = ProfileMeta::from(profile_id);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// Lets a fault be or tells it again, whoever asked.
pub async fn muted(
    state: &AppState,
    profile_id: ProfileId,
    (category, body): (&str, UtmMuteBody),
) -> Result<UtmMuted, Problem> {
    let not_found = || {
        Problem::new(
            Code::NotFound,
            "the last look at the links found no such fault",
        )
    };
    let category = UtmCategory::parse(category).ok_or_else(not_found)?;
    let reason = body.read()?;
    let given = (profile_id, category, reason);
    let muted = state
        .write(&given, |work, context, (profile, category, reason)| {
            Box::pin(mute(work, context, (*profile, *category), reason.clone()))
        })
        .await
        .map_err(|error: StoreError| Problem::internal(&error))?;
    if !muted {
        return Err(not_found());
    }
    Ok(UtmMuted {
        category: category.as_str(),
        reason: given.2,
    })
}
