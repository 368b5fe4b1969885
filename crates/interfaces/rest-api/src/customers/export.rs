//! `GET /api/v1beta/customers/{id}/export`

use std::sync::Arc;

use actix_web::{HttpResponse, get};
use application::erasure::{Exported, export};
use application::ports::ErasedBrowser;
use kernel::ids::kind;
use kernel::{CustomerId, ProfileAccess};
use reporting::masking::PiiMode;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::erase::problem;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{Heavy, PathId, Scoped};
use http_kit::heavy;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// A browser of a customer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportedBrowser)]
pub struct BrowserBody {
    /// What it calls itself.
    pub anonymous_id: String,
    /// From when on it is theirs; null for its whole past.
    #[schema(format = DateTime)]
    pub from: Option<String>,
    /// Until when; null while it is theirs.
    #[schema(format = DateTime)]
    pub until: Option<String>,
}

/// Everything that is stored of a customer, rows as they are stored.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomerExport)]
pub struct ExportBody {
    /// Whose everything is: the id of somebody who was merged leads there.
    pub customer_profile_id: Uuid,
    /// What they are called, and whoever was merged into them.
    #[schema(value_type = Vec<Object>)]
    pub customers: Vec<Value>,
    /// Their national ids.
    pub national_ids: Vec<String>,
    /// What they are known by, with who told and when; of national ids a keyed hash.
    #[schema(value_type = Vec<Object>)]
    pub identifiers: Vec<Value>,
    /// Their browsers.
    pub browsers: Vec<BrowserBody>,
    /// Their outcome events, the earliest first, at most 10,000.
    #[schema(value_type = Vec<Object>)]
    pub outcome_events: Vec<Value>,
    /// Events of their browsers, the earliest first, at most 10,000.
    #[schema(value_type = Vec<Object>)]
    pub tracker_events: Vec<Value>,
    /// As whom pictures in mails and banners are sent to them, the earliest first.
    #[schema(value_type = Vec<Object>)]
    pub view_recipients: Vec<Value>,
    /// Which of those pictures they saw, the earliest first, at most 10,000.
    #[schema(value_type = Vec<Object>)]
    pub views: Vec<Value>,
    /// Lists that have more rows than are told.
    pub left_out: Vec<&'static str>,
}

impl From<Exported> for ExportBody {
    fn from(exported: Exported) -> Self {
        let held = exported.held;
        let browser = |it: ErasedBrowser| BrowserBody {
            anonymous_id: it.anonymous_id,
            from: it.from.map(|at| at.to_string()),
            until: it.until.map(|at| at.to_string()),
        };
        Self {
            customer_profile_id: exported.customer_id.uuid(),
            customers: held.customers,
            national_ids: exported.national_ids,
            identifiers: held.identifiers,
            browsers: exported.browsers.into_iter().map(browser).collect(),
            outcome_events: held.outcome_events,
            tracker_events: held.tracker_events,
            view_recipients: held.view_recipients,
            views: held.views,
            left_out: exported.left_out,
        }
    }
}

/// Export what is stored of a customer
///
/// Everything that is stored of a person, for whoever asks what is held of them: rows as they are stored. Refused while the
/// profile shows personal data masked.
#[utoipa::path(
    operation_id = "exportCustomer",
    tag = "Customers",
    security(("api_key" = ["customers:read"])),
    extensions(("x-spec-gap" = json!("G154")), ("x-rate-units" = json!(3))),
    params(("id" = String, Path, format = Uuid, description = "The customer.")),
    responses(
        (status = 200, description = "Everything.", body = Envelope<ExportBody, ProfileMeta>),
        (status = 409, description = "The profile shows personal data masked."),
    )
)]
#[get("/api/v1beta/customers/{id}/export")]
pub(crate) async fn export_customer(
    call: Scoped<Heavy<CustomersRead>, PathId<kind::Customer>>,
) -> Result<HttpResponse, Problem> {
    let (access, state, PathId(id)) = (call.access, call.state.into_inner(), call.input);
    let meta = ProfileMeta::from(access.profile_id);
    let exported = exported(state, access, id).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: ExportBody::from(exported),
        meta,
    }))
}

/// Everything of a customer, whoever asked.
async fn exported(
    state: Arc<AppState>,
    access: ProfileAccess,
    id: CustomerId,
) -> Result<Exported, Problem> {
    let mode = state.customers.pii_mode(&access).await;
    if mode.map_err(|error| Problem::internal(&error))? == PiiMode::Masked {
        let words = "the profile shows personal data masked";
        return Err(Problem::conflict(words, Vec::new()));
    }
    let profile_id = access.profile_id;
    heavy::told(profile_id, async move {
        let found = state.read(&id, |work, context, id| {
            Box::pin(export(work, context, profile_id, *id))
        });
        found.await.map_err(problem)
    })
    .await
}
