//! `POST /api/v1/identity/merge-proposals/scan`

use actix_web::{HttpResponse, post};
use customer_decisions::proposals::request;
use identity_graph::Pass;
use serde::Serialize;
use utoipa::ToSchema;

use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::problem::Problem;

/// How far the customers of a profile were gone through.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MergeProposalScan)]
pub struct ScanBody {
    /// `queued` or `running`.
    pub status: &'static str,
    /// When it was asked for.
    #[schema(format = DateTime)]
    pub requested_at: String,
    /// When it began.
    #[schema(format = DateTime)]
    pub began_at: Option<String>,
    /// Customers that were looked at so far.
    pub customers_walked: u64,
    /// Of those, how many were not known as they were when they were compared last.
    pub customers_compared: u64,
}

impl From<Pass> for ScanBody {
    fn from(pass: Pass) -> Self {
        Self {
            status: if pass.began_at.is_some() {
                "running"
            } else {
                "queued"
            },
            requested_at: pass.requested_at.to_string(),
            began_at: pass.began_at.map(|at| at.to_string()),
            customers_walked: pass.walked,
            customers_compared: pass.compared,
        }
    }
}

/// Scan for merge proposals
///
/// Goes through all customers once more, in the background. It is not needed for customers who are new: those are
/// compared within a minute, and everybody else once a day. While a scan is under way, asking for another one is answered
/// with it.
#[utoipa::path(
    operation_id = "scanMergeProposals",
    tag = "Identity",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G12"))),
    responses(
        (status = 202, description = "It is queued, or under way.", body = Envelope<ScanBody, ProfileMeta>),
        TooManyWrites,
    )
)]
#[post("/api/v1/identity/merge-proposals/scan")]
pub(crate) async fn scan_merge_proposals(
    call: Scoped<AttributionWrite, ()>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let requested = call.state.write(&profile_id, |work, context, profile_id| {
        Box::pin(request(work, context, *profile_id))
    });
    let pass = requested.await.map_err(|error| Problem::internal(&error))?;
    Ok(HttpResponse::Accepted().json(Envelope {
        data: ScanBody::from(pass),
        meta: ProfileMeta::from(profile_id),
    }))
}
