//! `POST /api/v1/profile/audit-events`

use actix_web::{HttpResponse, post};
use application::profiles::audit::{AuditDetail, Interaction, Stamped, UiAction, stamp};
use kernel::ProfileAccess;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiJson, Scoped, parse_uuid};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// One interaction of a person with a user interface. It must hold no personal data.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditEventBody {
    /// `report.viewed`, `report.exported`, `journey.viewed`, `explanation.viewed`, `filter.saved`,
    /// `model.switched`, `onboarding.step_viewed` or `snippet.copied`.
    action: String,
    /// What it was done to.
    #[schema(format = Uuid)]
    subject_id: Option<String>,
    /// A flat object: at most 10 members, each a string of at most 256 characters, a number or a
    /// boolean.
    #[schema(value_type = Option<Object>)]
    detail: Option<Value>,
}

impl TryFrom<AuditEventBody> for Interaction {
    type Error = Problem;

    fn try_from(body: AuditEventBody) -> Result<Self, Problem> {
        let action = UiAction::parse(&body.action).ok_or_else(|| {
            let known = UiAction::ALL.map(UiAction::as_str).join(", ");
            let words = format!("is none of {known}");
            FieldError::pointer("/action", FieldCode::UnknownValue, words)
        });
        let subject = body.subject_id.as_deref().map(|text| {
            let words = "is not a UUID";
            parse_uuid(text)
                .ok_or_else(|| FieldError::pointer("/subject_id", FieldCode::Malformed, words))
        });
        let detail = read_detail(body.detail);
        match (action, subject.transpose(), detail) {
            (Ok(action), Ok(subject), Ok(detail)) => Ok(Self {
                action,
                subject,
                detail,
            }),
            (action, subject, detail) => {
                let errors = [action.err(), subject.err(), detail.err()];
                Err(Problem::invalid(errors.into_iter().flatten().collect()))
            }
        }
    }
}

fn read_detail(detail: Option<Value>) -> Result<AuditDetail, FieldError> {
    let wrong = |words: String| FieldError::pointer("/detail", FieldCode::Malformed, words);
    let members = match detail {
        None => Map::new(),
        Some(Value::Object(members)) => members,
        Some(_) => return Err(wrong("is not a JSON object".to_owned())),
    };
    AuditDetail::parse(members).map_err(|error| wrong(error.to_string()))
}

/// A row of the audit trail.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEventResult {
    /// Names the row.
    pub id: Uuid,
    /// When it was written.
    #[schema(format = DateTime)]
    pub occurred_at: String,
}

/// Stamp an audit event
///
/// Writes that the holder of the key did one of the listed things in a user interface. What
/// operations of this interface do to settings is written by themselves and cannot be stamped.
#[utoipa::path(
    operation_id = "createAuditEvent",
    tag = "Profile",
    security(("api_key" = ["analytics:read"])),
    request_body = AuditEventBody,
    responses(
        (status = 201, description = "The row is written.",
            body = Envelope<AuditEventResult, ProfileMeta>),
    )
)]
#[post("/api/v1/profile/audit-events")]
pub(crate) async fn create_audit_event(
    call: Scoped<AnalyticsRead, ApiJson<AuditEventBody>>,
) -> Result<HttpResponse, Problem> {
    let interaction = Interaction::try_from(call.input.0)?;
    let access = call.access;
    let profile_id = access.profile_id;
    let state = call.state.into_inner();
    let stamped = detached(async move { write(&state, &access, interaction).await }).await?;
    let data = AuditEventResult {
        id: stamped.id,
        occurred_at: stamped.at.to_string(),
    };
    let meta = ProfileMeta::from(profile_id);
    Ok(HttpResponse::Created().json(Envelope { data, meta }))
}

async fn write(
    state: &AppState,
    access: &ProfileAccess,
    interaction: Interaction,
) -> Result<Stamped, Problem> {
    let input = (access, interaction);
    let stamped = state.write(&input, |work, context, (access, interaction)| {
        Box::pin(stamp(work, context, access, interaction.clone()))
    });
    Ok(stamped.await?)
}
