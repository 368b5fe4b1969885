//! `PUT /api/v1beta/profile/view-credit`

use actix_web::{HttpResponse, put};
use application::views::credit::{ViewsSet, credit_views};
use kernel::{ProfileAccess, RecomputeId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Whether views take credit.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewCredit {
    /// True: a view within `view_through_window_days` of a conversion is a touch like others, under every model. False,
    /// as at first: it is counted, and told in explanations, and changes no figure.
    pub credited: bool,
}

/// What belongs to the decision.
#[derive(Debug, Serialize, ToSchema)]
pub struct ViewCreditMeta {
    /// Whose it is.
    pub profile_id: Uuid,
    /// The full replay that shows what changed; null when nothing did. Until it is through, reports show what they
    /// showed before.
    #[schema(required)]
    pub recompute_id: Option<Uuid>,
}

/// Decide whether views take credit
///
/// A change queues one full replay, which `meta.recompute_id` names; its cause in the ledger is
/// `views_credit_changed`. What is decided already changes nothing.
#[utoipa::path(
    operation_id = "updateViewCredit",
    tag = "Profile",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G157"))),
    request_body = ViewCredit,
    responses(
        (status = 200, description = "What is decided now.", body = Envelope<ViewCredit, ViewCreditMeta>),
        TooManyWrites,
    )
)]
#[put("/api/v1beta/profile/view-credit")]
pub(crate) async fn update_view_credit(
    call: Scoped<AttributionWrite, ApiJson<ViewCredit>>,
) -> Result<HttpResponse, Problem> {
    let credited = call.input.0.credited;
    let access = call.access;
    let profile_id = access.profile_id;
    let state = call.state.into_inner();
    let set = detached(async move { write(&state, &access, credited).await }).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: ViewCredit {
            credited: set.credited,
        },
        meta: ViewCreditMeta {
            profile_id: profile_id.uuid(),
            recompute_id: set.recompute.map(RecomputeId::uuid),
        },
    }))
}

/// Also for the console.
pub async fn write(
    state: &AppState,
    access: &ProfileAccess,
    credited: bool,
) -> Result<ViewsSet, Problem> {
    let input = (access, credited);
    let set = state.write(&input, |work, context, (access, credited)| {
        Box::pin(credit_views(work, context, access, *credited))
    });
    set.await?.ok_or_else(Problem::not_found)
}
