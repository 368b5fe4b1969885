//! `GET /api/v1beta/customers/{id}/export`

use std::sync::Arc;

use actix_web::{HttpResponse, get};
use application::ports::ErasedBrowser;
use event_intake::Ip;
use event_intake::ports::{EvidenceOf, KeptEvidence};
use kernel::ids::kind;
use kernel::{CustomerId, Personal, ProfileAccess};
use personal_data::erasure::{Exported, export};
use reporting::masking::PiiMode;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::erase::problem;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{
    ApiQuery, FromQuery, Heavy, Invalid, PathId, QueryReader, Scoped, read_u32,
};
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
    /// Their outcome events, the earliest first.
    #[schema(value_type = Vec<Object>)]
    pub outcome_events: Vec<Value>,
    /// Events of their browsers, the earliest first.
    #[schema(value_type = Vec<Object>)]
    pub tracker_events: Vec<Value>,
    /// As whom pictures in mails and banners are sent to them, the earliest first.
    #[schema(value_type = Vec<Object>)]
    pub view_recipients: Vec<Value>,
    /// Which of those pictures they saw, the earliest first.
    #[schema(value_type = Vec<Object>)]
    pub views: Vec<Value>,
    /// What browsers said when their events happened, and their own browsers of themselves, the earliest first: kept for days
    /// only, for ad platforms.
    pub match_evidence: Vec<EvidenceBody>,
    /// What ad platforms were told of their events, the earliest first.
    #[schema(value_type = Vec<Object>)]
    pub deliveries: Vec<Value>,
    /// Decisions that made them one with somebody, the earliest first.
    #[schema(value_type = Vec<Object>)]
    pub merges: Vec<Value>,
    /// Decisions that made them two, with what was shown of them before, the earliest first.
    #[schema(value_type = Vec<Object>)]
    pub splits: Vec<Value>,
    /// With whom they may be one, and what was decided of that.
    #[schema(value_type = Vec<Object>)]
    pub proposals: Vec<Value>,
    /// Which of their identifiers changed hands, the earliest first.
    #[schema(value_type = Vec<Object>)]
    pub moves: Vec<Value>,
    /// What was named together with their identifiers.
    #[schema(value_type = Vec<Object>)]
    pub pairs: Vec<Value>,
    /// Lists that go on behind the 10,000 rows that are told: ask again with an `offset` that many larger.
    pub left_out: Vec<&'static str>,
}

/// What a browser said of itself.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportedEvidence)]
pub struct EvidenceBody {
    /// The outcome event that it was sent with; null of what a browser says at any time.
    pub event_id: Option<Uuid>,
    /// Where the browser's request came from.
    pub ip_address: Option<String>,
    /// Its user agent.
    pub user_agent: Option<String>,
    /// Meta's id of the browser.
    pub fbp: Option<String>,
    /// Meta's id of a click.
    pub fbc: Option<String>,
    /// When it was said.
    #[schema(format = DateTime)]
    pub seen_at: String,
    /// When it is deleted.
    #[schema(format = DateTime)]
    pub expires_at: String,
}

impl From<KeptEvidence> for EvidenceBody {
    fn from(kept: KeptEvidence) -> Self {
        let text = |value: Option<Personal>| value.map(|it| it.as_str().to_owned());
        let evidence = kept.evidence;
        Self {
            event_id: match kept.of {
                EvidenceOf::Event(id) => Some(id.uuid()),
                EvidenceOf::Visitor(_) => None,
            },
            ip_address: evidence.ip.map(|Ip(ip)| ip.to_string()),
            user_agent: text(evidence.user_agent),
            fbp: text(evidence.fbp),
            fbc: text(evidence.fbc),
            seen_at: kept.seen_at.to_string(),
            expires_at: kept.expires_at.to_string(),
        }
    }
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
            match_evidence: exported.evidence.into_iter().map(Into::into).collect(),
            deliveries: held.deliveries,
            merges: held.merges,
            splits: held.splits,
            proposals: held.proposals,
            moves: held.moves,
            pairs: held.pairs,
            left_out: exported.left_out,
        }
    }
}

/// The parameters of an export.
#[derive(Debug)]
pub enum ExportParameters {}

impl FromQuery for ExportParameters {
    type Query = u32;

    fn from_query(query: &mut QueryReader) -> Result<u32, Invalid> {
        Ok(query.optional("offset", read_u32)?.unwrap_or_default())
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
    params(
        ("id" = String, Path, format = Uuid, description = "The customer."),
        ("offset" = Option<u32>, Query, description = "Rows of each list to leave out.", minimum = 0),
    ),
    responses(
        (status = 200, description = "Everything.", body = Envelope<ExportBody, ProfileMeta>),
        (status = 409, description = "The profile shows personal data masked."),
    )
)]
#[get("/api/v1beta/customers/{id}/export")]
pub(crate) async fn export_customer(
    call: Scoped<Heavy<CustomersRead>, (PathId<kind::Customer>, ApiQuery<ExportParameters>)>,
) -> Result<HttpResponse, Problem> {
    let (access, state) = (call.access, call.state.into_inner());
    let (PathId(id), ApiQuery(offset)) = call.input;
    let meta = ProfileMeta::from(access.profile_id);
    let exported = exported(state, access, (id, offset)).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: ExportBody::from(exported),
        meta,
    }))
}

/// Everything of a customer, whoever asked.
async fn exported(
    state: Arc<AppState>,
    access: ProfileAccess,
    asked: (CustomerId, u32),
) -> Result<Exported, Problem> {
    let mode = state.customers.pii_mode(&access).await;
    if mode.map_err(|error| Problem::internal(&error))? == PiiMode::Masked {
        let words = "the profile shows personal data masked";
        return Err(Problem::conflict(words, Vec::new()));
    }
    let profile_id = access.profile_id;
    heavy::told(profile_id, async move {
        let found = state.read(&asked, |work, context, (id, offset)| {
            Box::pin(export(work, context, profile_id, *id, *offset))
        });
        found.await.map_err(problem)
    })
    .await
}
