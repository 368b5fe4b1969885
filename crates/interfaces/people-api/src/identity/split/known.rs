//! `GET /api/v1beta/identity/customers/{id}`

use actix_web::{HttpResponse, get};
use customer_decisions::splits::{KnownOf, known};
use kernel::ids::kind;
use kernel::{CustomerId, ProfileAccess};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::{BrowserBody, IdentifierBody, SplitBody};
use super::problem;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// What a customer is known by.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomerIdentity)]
pub struct IdentityBody {
    /// The customer: the id of somebody who was merged leads there.
    pub customer_profile_id: Uuid,
    /// What names a person, the most trusted first, at most 200.
    pub identifiers: Vec<IdentifierBody>,
    /// Browsers that are theirs at some time, the latest first, at most 200.
    pub browsers: Vec<BrowserBody>,
    /// Decisions that they are two people, whichever of the two they are, the latest first, at most 200.
    pub splits: Vec<SplitBody>,
}

/// Get what a customer is known by
///
/// Identifiers and browsers, each with an id by which a split names it, and the splits of the customer so far.
#[utoipa::path(
    operation_id = "getCustomerIdentity",
    tag = "Identity",
    security(("api_key" = ["customers:read"])),
    extensions(("x-spec-gap" = json!("G155"))),
    params(("id" = String, Path, format = Uuid, description = "The customer.")),
    responses(
        (status = 200, description = "What is known of them.", body = Envelope<IdentityBody, ProfileMeta>),
    )
)]
#[get("/api/v1beta/identity/customers/{id}")]
pub(crate) async fn get_customer_identity(
    call: Scoped<CustomersRead, PathId<kind::Customer>>,
) -> Result<HttpResponse, Problem> {
    let (access, PathId(id)) = (call.access, call.input);
    let mode = call.state.customers.pii_mode(&access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let known = known_of(&call.state, &access, id).await?;
    let identifiers = known.identifiers.into_iter();
    let data = IdentityBody {
        customer_profile_id: known.customer.id.uuid(),
        identifiers: identifiers
            .map(|it| IdentifierBody::new(it, mode))
            .collect(),
        browsers: known.browsers.into_iter().map(BrowserBody::from).collect(),
        splits: known.splits.into_iter().map(SplitBody::from).collect(),
    };
    let meta = ProfileMeta::from(access.profile_id);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// What is known of whom an id leads to, whoever asked.
pub async fn known_of(
    state: &AppState,
    access: &ProfileAccess,
    id: CustomerId,
) -> Result<KnownOf, Problem> {
    let given = (access.profile_id, id);
    let found = state.read(&given, |work, context, (profile_id, id)| {
        Box::pin(known(work, context, *profile_id, *id))
    });
    found.await.map_err(problem)?.ok_or_else(Problem::not_found)
}
