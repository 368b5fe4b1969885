//! `POST /api/v1beta/customers/{id}/erase`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use kernel::ids::kind;
use kernel::{CustomerId, ProfileAccess};
use personal_data::erasure::{EraseError, Erased, erase};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{Heavy, PathId, Scoped};
use http_kit::heavy;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// What was forgotten.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomerErasure)]
pub struct ErasureBody {
    /// Whose everything was: the id of somebody who was merged leads there.
    pub customer_profile_id: Uuid,
    /// When they were forgotten; when the same is asked again, when that was.
    #[schema(format = DateTime)]
    pub erased_at: String,
    /// Identifiers that went.
    pub identifiers: usize,
    /// Browsers that lost their names.
    pub browsers: usize,
    /// Outcome events that lost what names the customer.
    pub outcome_events: usize,
    /// Events of browsers that lost it.
    pub tracker_events: usize,
}

impl From<Erased> for ErasureBody {
    fn from(erased: Erased) -> Self {
        Self {
            customer_profile_id: erased.customer_id.uuid(),
            erased_at: erased.at.to_string(),
            identifiers: erased.identifiers,
            browsers: erased.browsers,
            outcome_events: erased.outcome_events,
            tracker_events: erased.tracker_events,
        }
    }
}

/// Erase a customer
///
/// Takes out for good everything that names a person: names, identifiers, what browsers are called, what addresses and
/// properties of their events say, what is proposed of them, and hashes. Events stay without it and stay one person's, so
/// every figure stays as it is, through every later replay. What comes in late of before the erasure loses it at the door,
/// and what comes of after it founds somebody new. The same again changes nothing.
#[utoipa::path(
    operation_id = "eraseCustomer",
    tag = "Customers",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G154")), ("x-rate-units" = json!(3))),
    params(("id" = String, Path, format = Uuid, description = "The customer.")),
    responses(
        (status = 200, description = "The person is forgotten.", body = Envelope<ErasureBody, ProfileMeta>),
        TooManyWrites,
    )
)]
#[post("/api/v1beta/customers/{id}/erase")]
pub(crate) async fn erase_customer(
    call: Scoped<Heavy<AttributionWrite>, PathId<kind::Customer>>,
) -> Result<HttpResponse, Problem> {
    let (access, state, PathId(id)) = (call.access, call.state.into_inner(), call.input);
    let meta = ProfileMeta::from(access.profile_id);
    let erased = forgotten(state, access, id).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: ErasureBody::from(erased),
        meta,
    }))
}

/// Forgets a customer, whoever asked.
pub async fn forgotten(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: CustomerId,
) -> Result<Erased, Problem> {
    heavy::done(access.profile_id, async move {
        let given = (access, id);
        let erased = state.write(&given, |work, context, (access, id)| {
            Box::pin(erase(work, context, access, *id))
        });
        let erased = erased.await.map_err(problem)?;
        let profile_id = given.0.profile_id;
        // Ids name nobody. Whoever keeps the log knows whom to forget again in a backup of before.
        for id in erased.ids() {
            tracing::info!(profile.id = %profile_id, customer.id = %id, "a customer was forgotten");
        }
        Ok(erased)
    })
    .await
}

/// The answer to a refusal.
pub(super) fn problem(error: EraseError) -> Problem {
    let told = error.to_string();
    match error {
        EraseError::NotFound => Problem::not_found(),
        EraseError::Busy => Problem::unavailable_because(told),
        EraseError::Store(error) => error.into(),
    }
}
