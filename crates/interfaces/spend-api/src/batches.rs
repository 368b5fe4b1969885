//! `GET /api/v1beta/spend/batches`

use actix_web::{HttpResponse, get};
use ad_spend::landing::{BatchFault, LandedBatch, Outcome};
use http_kit::documented::{PageCursor, RowLimit};
use http_kit::envelope::{CursorPagination, Page, ProfileMeta};
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, Scoped};
use http_kit::keyset_pages::{PAGE_LIMIT, PageParameters, PageQuery, page_with_next};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;
use kernel::{Keyset, ProfileAccess};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// How a batch stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SpendBatchStatus)]
#[serde(rename_all = "snake_case")]
pub enum BatchStatus {
    /// It waits to be written.
    Ready,
    /// Its days hold its rows and nothing else.
    Written,
    /// Nothing of it was written; `errors` says why.
    Refused,
}

/// Something that is wrong with a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SpendBatchError)]
pub struct BatchError {
    /// `row_number` of the row; null for the batch.
    #[schema(required)]
    pub row: Option<i32>,
    /// The column; null for the row, or the batch.
    #[schema(required)]
    pub column: Option<&'static str>,
    /// What is wrong with it.
    pub code: FieldCode,
    /// The same in words.
    pub detail: String,
}

impl From<&BatchFault> for BatchError {
    fn from(fault: &BatchFault) -> Self {
        Self {
            row: fault.row,
            column: fault.column.map(ad_spend::rows::Column::name),
            code: fault.code.into(),
            detail: fault.words.clone(),
        }
    }
}

/// A batch of rows that a loader left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SpendBatch)]
pub struct BatchBody {
    /// What the loader calls it.
    pub batch_id: Uuid,
    /// The platform.
    pub platform: String,
    /// The account there; empty where there is none.
    pub account_id: String,
    /// The first of its days.
    #[schema(format = Date)]
    pub date_from: String,
    /// The last of its days.
    #[schema(format = Date)]
    pub date_to: String,
    /// How it stands.
    pub status: BatchStatus,
    /// How many rows it has, as the loader says.
    pub rows: i64,
    /// Days of spend that were written; null unless it is written.
    #[schema(required)]
    pub days: Option<usize>,
    /// Days of spend that went; null unless it is written.
    #[schema(required)]
    pub removed: Option<usize>,
    /// The first hundred things that are wrong with it.
    pub errors: Vec<BatchError>,
    /// When it landed.
    #[schema(format = DateTime)]
    pub landed_at: String,
    /// When it was written or refused; null while it waits.
    #[schema(required, format = DateTime)]
    pub finished_at: Option<String>,
}

impl From<&LandedBatch> for BatchBody {
    fn from(LandedBatch { batch, outcome }: &LandedBatch) -> Self {
        let outcome_of = outcome.as_ref().map(|(outcome, _)| outcome);
        let (status, days, removed, errors) = match outcome_of {
            None => (BatchStatus::Ready, None, None, Vec::new()),
            Some(Outcome::Written { written, removed }) => (
                BatchStatus::Written,
                Some(*written),
                Some(*removed),
                Vec::new(),
            ),
            Some(Outcome::Refused(faults)) => {
                let errors = faults.iter().map(BatchError::from).collect();
                (BatchStatus::Refused, None, None, errors)
            }
        };
        Self {
            batch_id: batch.place.batch_id,
            platform: batch.platform.clone(),
            account_id: batch.account_id.clone(),
            date_from: batch.days.from.to_string(),
            date_to: batch.days.to.to_string(),
            status,
            rows: batch.row_count,
            days,
            removed,
            errors,
            landed_at: batch.landed_at.to_string(),
            finished_at: outcome.as_ref().map(|(_, at)| at.to_string()),
        }
    }
}

/// List batches of spend
///
/// What loaders left in the landing tables and what became of it, the latest first. Batches are told of for ninety days.
#[utoipa::path(
    operation_id = "listSpendBatches",
    tag = "Spend",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G103"))),
    params(RowLimit<PAGE_LIMIT>, PageCursor),
    responses(
        (status = 200, description = "One page.",
            body = Page<BatchBody, ProfileMeta, CursorPagination>),
    )
)]
#[get("/api/v1beta/spend/batches")]
pub(crate) async fn list_spend_batches(
    call: Scoped<AnalyticsRead, ApiQuery<PageParameters>>,
) -> Result<HttpResponse, Problem> {
    let (rows, next) = batches(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(Page {
        data: rows.iter().map(BatchBody::from).collect::<Vec<_>>(),
        meta: ProfileMeta::from(call.access.profile_id),
        pagination: CursorPagination::to(next.map(|next| next.to_string())),
    }))
}

/// One page, and where it ends when there is another. Also for the console.
pub async fn batches(
    state: &AppState,
    access: &ProfileAccess,
    query: PageQuery,
) -> Result<(Vec<LandedBatch>, Option<Keyset>), Problem> {
    let PageQuery { limit, after } = query;
    let reader = &state.connections.landing;
    let place = |row: &LandedBatch| Keyset {
        at: row.batch.landed_at,
        id: row.batch.place.batch_id,
    };
    let page = page_with_next((after, limit), place, |after, limit| {
        reader.page(access, after, limit)
    });
    Ok(page.await?)
}
