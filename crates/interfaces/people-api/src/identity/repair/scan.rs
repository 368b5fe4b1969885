//! `GET /api/v1/identity/repair-scan`

use std::sync::Arc;

use actix_web::{HttpResponse, get};
use customer_decisions::repair::{MOST_ON_A_PAGE, RepairScan, ScanPage, scan};
use kernel::ProfileId;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::FindingBody;
use http_kit::documented::RowLimit;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, QueryReader, Scoped, read_limit, read_u32};
use http_kit::heavy;
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;

const DEFAULT_LIMIT: u32 = 50;

/// Part of a scan.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RepairScan)]
pub struct ScanBody {
    /// Customers in the order of their ids, whoever was merged into another one left out.
    pub customers: Vec<FindingBody>,
    /// Customers in all that the list goes through.
    pub total_count: u64,
    /// Customers for whom a repair would fill something in.
    pub auto_repairable_count: u64,
    /// Proposals that wait and are almost certainly one person. A repair leaves them to people.
    pub auto_merge_count: u64,
}

/// The parameters of the scan.
#[derive(Debug)]
pub enum ScanParameters {}

impl FromQuery for ScanParameters {
    type Query = ScanPage;

    fn from_query(query: &mut QueryReader) -> Result<ScanPage, Invalid> {
        let is_repairable = query.optional("repairable", |text| match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err((FieldCode::UnknownValue, "must be true or false")),
        });
        let offset = query.optional("offset", read_u32);
        let limit = read_limit::<MOST_ON_A_PAGE>(query, DEFAULT_LIMIT);
        Ok(ScanPage {
            is_repairable: is_repairable?.unwrap_or(false),
            offset: offset?.unwrap_or(0),
            limit: limit?.get(),
        })
    }
}

/// Scan customers for what is missing or doubled
///
/// Goes through all customers, a page at a time: whose e-mail address or phone number is not shown, who has one that
/// others were named with, too, which value alone joins two groups of somebody's others, and what a repair would fill in.
/// Nothing is written.
#[utoipa::path(
    operation_id = "scanRepairs",
    tag = "Identity",
    security(("api_key" = ["customers:read"])),
    extensions(("x-spec-gap" = json!("G12"))),
    params(
        ("repairable" = Option<bool>, Query, description = "Only customers for whom a repair would fill something in."),
        ("offset" = Option<u32>, Query, description = "Customers to leave out.", minimum = 0),
        RowLimit<DEFAULT_LIMIT>,
    ),
    responses((status = 200, description = "One page.", body = Envelope<ScanBody, ProfileMeta>))
)]
#[get("/api/v1/identity/repair-scan")]
pub(crate) async fn scan_repairs(
    call: Scoped<CustomersRead, ApiQuery<ScanParameters>>,
) -> Result<HttpResponse, Problem> {
    let (access, state, page) = (call.access, call.state.into_inner(), call.input.0);
    let profile_id = access.profile_id;
    let mode = state.customers.pii_mode(&access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let found = scanned(state, profile_id, page).await?;
    let total_count = if page.is_repairable {
        found.counts.repairable
    } else {
        found.counts.customers
    };
    let customers = found.audits.iter();
    Ok(HttpResponse::Ok().json(Envelope {
        data: ScanBody {
            customers: customers.map(|it| FindingBody::new(it, mode)).collect(),
            total_count,
            auto_repairable_count: found.counts.repairable,
            auto_merge_count: found.counts.strong_proposals,
        },
        meta: ProfileMeta::from(profile_id),
    }))
}

/// A page of what was found, whoever asked.
pub async fn scanned(
    state: Arc<AppState>,
    profile_id: ProfileId,
    page: ScanPage,
) -> Result<RepairScan, Problem> {
    heavy::told(profile_id, async move {
        let found = state.read(&page, |work, context, page| {
            Box::pin(scan(work, context, profile_id, *page))
        });
        found.await.map_err(|error| Problem::internal(&error))
    })
    .await
}
