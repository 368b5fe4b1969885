//! `PATCH /api/v1beta/exports/compliance`

use std::sync::Arc;

use actix_web::{HttpResponse, patch};
use conversion_export::compliance::Decider;
use conversion_export::compliance::change::{self, ChangeComplianceError, ComplianceChange};
use export_rules::{ComplianceFault, ComplianceFaultReason};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;
use kernel::ProfileAccess;

use super::loosens;
use super::record::{ComplianceBody, ComplianceWrite};
use super::show::compliance;

/// A body has at most this many bytes.
const BODY_BYTES: usize = 16 * 1024;

/// Change what a profile decides for all of its exports
///
/// Whatever closes more can be asked for with `exports:write`. What lets more of people's data leave is for an owner or
/// admin of the workspace, who is signed in in a browser: others are answered 403, which says where. Every change is
/// written into the profile's trail.
#[utoipa::path(
    operation_id = "updateExportCompliance",
    tag = "Exports",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G142"))),
    request_body = ComplianceWrite,
    responses(
        (status = 200, description = "What is decided now.",
            body = Envelope<ComplianceBody, ProfileMeta>),
    )
)]
#[patch("/api/v1beta/exports/compliance")]
pub(crate) async fn update_export_compliance(
    call: Scoped<ExportsWrite, ApiJson<ComplianceWrite, BODY_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let (state, access) = (call.state.into_inner(), call.access);
    let profile = access.profile_id;
    let wanted = ComplianceChange {
        draft: call.input.0.draft()?,
        decider: Decider::Remote,
        seen: None,
    };
    decided(Arc::clone(&state), access, wanted).await?;
    let now = compliance(&state, profile).await?;
    Ok(HttpResponse::Ok().json(now))
}

/// Decides it, even if the caller goes away. Also for the console, where more may be opened.
pub async fn decided(
    state: Arc<AppState>,
    access: ProfileAccess,
    wanted: ComplianceChange,
) -> Result<(), Problem> {
    detached(async move {
        let profile = access.profile_id;
        let input = (access, wanted);
        let changed = state.write(&input, |work, context, (access, wanted)| {
            Box::pin(change::change(work, context, access, wanted))
        });
        match changed.await {
            Ok(_) => Ok(()),
            Err(ChangeComplianceError::Invalid(faults)) => Err(invalid(&faults)),
            Err(error @ ChangeComplianceError::Meanwhile) => {
                Err(Problem::conflict(error.to_string(), Vec::new()))
            }
            Err(ChangeComplianceError::Loosens(_)) => Err(loosens(&state, profile)),
            Err(ChangeComplianceError::Store(error)) => Err(error.into()),
        }
    })
    .await
}

fn invalid(faults: &[ComplianceFault]) -> Problem {
    let error = |fault: &ComplianceFault| {
        let code = match fault.reason {
            ComplianceFaultReason::UnknownMode => FieldCode::UnknownValue,
            ComplianceFaultReason::Null | ComplianceFaultReason::Config(_) => FieldCode::Malformed,
        };
        let at = format!("/{}", fault.field);
        FieldError::pointer(at, code, fault.reason.to_string())
    };
    Problem::invalid(faults.iter().map(error).collect())
}
