//! `POST /api/v1/identity/repair`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use customer_decisions::repair::{MOST_AT_ONCE, Repaired, apply, preview};
use kernel::{CustomerId, ProfileAccess};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::filled;
use super::problem;
use crate::identity::body::FilledField;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::heavy;
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// What is to be repaired.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RepairRequest)]
pub struct RepairBody {
    /// `preview` (without it) tells what would be filled in, `apply` fills it in.
    mode: Option<String>,
    /// Only these customers, at most 1,000; without it the first 1,000 for whom there is something.
    #[schema(min_items = 1, max_items = 1000)]
    customer_profile_ids: Option<Vec<Uuid>>,
}

/// What is filled in of one customer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomerRepair)]
pub struct CustomerBody {
    /// Names the customer.
    pub customer_profile_id: Uuid,
    /// With what.
    pub backfill: Vec<FilledField>,
}

/// What a repair came to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Repair)]
pub struct RepairedBody {
    /// `preview` or `apply`.
    pub mode: &'static str,
    /// Customers for whom something is filled in, in the order of their ids.
    pub customers: Vec<CustomerBody>,
    /// Customers for whom there is something to fill in now.
    pub auto_repairable_count: u64,
    /// Proposals that wait and are almost certainly one person. They are left to people.
    pub auto_merge_count: u64,
}

impl RepairBody {
    fn read(self) -> Result<(bool, Option<Vec<CustomerId>>), Problem> {
        let wrong = |pointer, code, words: &'static str| {
            Problem::invalid_field(FieldError::pointer(pointer, code, words))
        };
        let is_applied = match self.mode.as_deref() {
            None | Some("preview") => false,
            Some("apply") => true,
            Some(_) => {
                let words = "must be preview or apply";
                return Err(wrong("/mode", FieldCode::UnknownValue, words));
            }
        };
        let chosen = self.customer_profile_ids;
        let many = chosen.as_ref().map(|ids| u32::try_from(ids.len()));
        if many.is_some_and(|many| !many.is_ok_and(|many| (1..=MOST_AT_ONCE).contains(&many))) {
            let words = "must name 1 to 1,000 customers";
            let pointer = "/customer_profile_ids";
            return Err(wrong(pointer, FieldCode::OutOfRange, words));
        }
        let chosen = chosen.map(|ids| ids.into_iter().map(CustomerId::new).collect());
        Ok((is_applied, chosen))
    }
}

/// Repair customers
///
/// Fills in the e-mail address and the phone number of customers of whom none is shown although they hold one alone. What
/// is shown already stays, nothing is credited anew, and the same again changes nothing. Nobody is merged: proposals are
/// for people to decide.
#[utoipa::path(
    operation_id = "repairCustomers",
    tag = "Identity",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G12"))),
    request_body = RepairBody,
    responses(
        (status = 200, description = "What is filled in, or would be.", body = Envelope<RepairedBody, ProfileMeta>),
        TooManyWrites,
    )
)]
#[post("/api/v1/identity/repair")]
pub(crate) async fn repair_customers(
    call: Scoped<AttributionWrite, ApiJson<RepairBody>>,
) -> Result<HttpResponse, Problem> {
    let (access, state) = (call.access, call.state.into_inner());
    let (is_applied, chosen) = call.input.0.read()?;
    let profile_id = access.profile_id;
    let mode = state.customers.pii_mode(&access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let repaired = repaired(state, access, is_applied, chosen).await?;
    let customers = repaired.customers.iter().map(|(id, fields)| CustomerBody {
        customer_profile_id: id.uuid(),
        backfill: filled(fields, mode),
    });
    Ok(HttpResponse::Ok().json(Envelope {
        data: RepairedBody {
            mode: if is_applied { "apply" } else { "preview" },
            customers: customers.collect(),
            auto_repairable_count: repaired.counts.repairable,
            auto_merge_count: repaired.counts.strong_proposals,
        },
        meta: ProfileMeta::from(profile_id),
    }))
}

/// Fills in or tells what would be filled in, whoever asked.
pub async fn repaired(
    state: Arc<AppState>,
    access: ProfileAccess,
    is_applied: bool,
    chosen: Option<Vec<CustomerId>>,
) -> Result<Repaired, Problem> {
    heavy::done(access.profile_id, async move {
        let given = (access, is_applied, chosen);
        let done = if given.1 {
            state
                .write(&given, |work, context, (access, _, chosen)| {
                    Box::pin(apply(work, context, access, chosen.as_deref()))
                })
                .await
        } else {
            state
                .read(&given, |work, context, (access, _, chosen)| {
                    Box::pin(preview(work, context, access, chosen.as_deref()))
                })
                .await
        };
        done.map_err(problem)
    })
    .await
}
