//! `PUT /api/v1/profile/outcome-definitions`

use actix_web::{HttpResponse, put};
use conversion_definitions::outcome_definition::{LabelFault, LabelField, LabelReason};
use conversion_definitions::{FamilyDraft, LabelDraft, NewFamily, OutcomeDefinition};
use kernel::ProfileAccess;
use profile_setup::outcome_definitions::replace::{ReplaceFamilyError, replace};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::OutcomeDefinitionBody;
use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::GoalsWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// 200 labels of 128 characters, twice, in any script and escaped.
const MAX_BYTES: usize = 512 * 1024;

/// A whole family of outcome definitions.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OutcomeFamilyBody {
    /// The group, for example one pipeline.
    #[schema(min_length = 1, max_length = 64)]
    pub family: String,
    /// Its labels in order; none removes the family.
    #[schema(max_items = 200)]
    pub definitions: Vec<OutcomeLabelBody>,
}

/// One label of a family.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OutcomeLabelBody {
    /// The raw event type that is counted under it; unique in its family.
    #[schema(min_length = 1, max_length = 128)]
    pub event_key: String,
    /// The label for people.
    #[schema(min_length = 1, max_length = 128)]
    pub display_name: String,
}

impl From<OutcomeFamilyBody> for FamilyDraft {
    fn from(body: OutcomeFamilyBody) -> Self {
        let label = |label: OutcomeLabelBody| LabelDraft {
            event_key: label.event_key,
            display_name: label.display_name,
        };
        Self {
            family: body.family,
            definitions: body.definitions.into_iter().map(label).collect(),
        }
    }
}

fn fault((field, reason): LabelFault) -> FieldError {
    let at = match field {
        LabelField::Family => "/family".to_owned(),
        LabelField::Definitions => "/definitions".to_owned(),
        LabelField::EventKey(position) => format!("/definitions/{position}/event_key"),
        LabelField::DisplayName(position) => format!("/definitions/{position}/display_name"),
    };
    let code = match reason {
        LabelReason::Text(_) => FieldCode::Malformed,
        LabelReason::Family | LabelReason::Count => FieldCode::OutOfRange,
        LabelReason::Repeated => FieldCode::Repeated,
    };
    FieldError::pointer(at, code, reason.to_string())
}

/// Replace a family of outcome definitions
///
/// The family is what is sent from now on. A label whose event key was there keeps its id. Stamps
/// an audit event; nothing is replayed, because labels mean nothing for attribution.
#[utoipa::path(
    operation_id = "replaceOutcomeDefinitions",
    tag = "Goals",
    security(("api_key" = ["goals:write"])),
    request_body(content = OutcomeFamilyBody, content_type = "application/json"),
    responses(
        (status = 200, description = "The family as it is now.",
            body = Envelope<Vec<OutcomeDefinitionBody>, ProfileMeta>),
        (status = 409, description = "The profile would have more than 1,000 outcome definitions."),
        TooManyWrites,
    )
)]
#[put("/api/v1/profile/outcome-definitions")]
pub(crate) async fn replace_outcome_definitions(
    call: Scoped<GoalsWrite, ApiJson<OutcomeFamilyBody, MAX_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let family = NewFamily::parse(&call.input.0.into())
        .map_err(|faults| Problem::invalid(faults.into_iter().map(fault).collect()))?;
    let (state, access) = (call.state.into_inner(), call.access);
    let family = detached(async move { Ok(write(&state, &access, family).await?) }).await?;
    let rows = family.into_iter().map(OutcomeDefinitionBody::from);
    Ok(HttpResponse::Ok().json(Envelope {
        data: rows.collect::<Vec<_>>(),
        meta: ProfileMeta::from(profile_id),
    }))
}

async fn write(
    state: &AppState,
    access: &ProfileAccess,
    family: NewFamily,
) -> Result<Vec<OutcomeDefinition>, ReplaceFamilyError> {
    let input = (access, family);
    let replaced = state.write(&input, |work, context, (access, family)| {
        Box::pin(replace(work, context, access, family.clone()))
    });
    replaced.await
}
