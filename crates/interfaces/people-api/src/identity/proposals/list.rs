//! `GET /api/v1/identity/merge-proposals`

use actix_web::{HttpResponse, get};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use identity_graph::proposals::Band;
use kernel::ProposalStatus;
use reporting::proposals::{ProposalKey, ProposalsQuery};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::ProposalBody;
use http_kit::documented::{PageCursor, RowLimit};
use http_kit::envelope::{CursorPagination, ProfileMeta};
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{
    ApiQuery, FromQuery, Invalid, QueryReader, Scoped, parse_uuid, read_limit,
};
use http_kit::problem::{FieldCode, Problem};

const DEFAULT_LIMIT: u32 = 20;

/// How many proposals of the whole queue stand where, whatever page is shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatusCounts {
    /// Nobody has decided.
    pub pending: u64,
    /// The two were made one.
    pub merged: u64,
    /// The two are two people.
    pub dismissed: u64,
    /// It waits until a moment that is to come.
    pub snoozed: u64,
}

/// One page of proposals.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProposalsBody {
    /// Who is likeliest first.
    pub data: Vec<ProposalBody>,
    /// The whole queue.
    pub status_counts: StatusCounts,
    /// What the list is about.
    pub meta: ProfileMeta,
    /// Where the list goes on.
    pub pagination: CursorPagination,
}

/// The parameters of the list.
#[derive(Debug)]
pub enum ProposalParameters {}

impl FromQuery for ProposalParameters {
    type Query = ProposalsQuery;

    fn from_query(query: &mut QueryReader) -> Result<ProposalsQuery, Invalid> {
        let status = query.optional("status", |text| {
            let words = "must be pending, merged, dismissed or snoozed";
            ProposalStatus::parse(text).ok_or((FieldCode::UnknownValue, words))
        });
        let band = query.optional("band", |text| {
            let words = "must be strong, likely or possible";
            let band = Band::parse(text).ok_or((FieldCode::UnknownValue, words));
            band.map(Band::as_str)
        });
        let limit = read_limit(query, DEFAULT_LIMIT);
        // One that cannot be read starts from the beginning.
        let after = query.optional("cursor", |text| {
            Ok::<_, (FieldCode, &str)>(read_cursor(text))
        });
        Ok(ProposalsQuery {
            status: status?.unwrap_or(ProposalStatus::Pending),
            band: band?,
            limit: limit?,
            after: after?.flatten(),
        })
    }
}

fn read_cursor(text: &str) -> Option<ProposalKey> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (score, id) = text.split_once('|')?;
    Some(ProposalKey {
        score: score.parse().ok()?,
        id: parse_uuid(id)?.into(),
    })
}

fn write_cursor(key: ProposalKey) -> String {
    URL_SAFE_NO_PAD.encode(format!("{}|{}", key.score, key.id.uuid()))
}

/// List merge proposals
///
/// Customers who may be one although no event says so, the likeliest first, each with what speaks for and against it.
/// Nobody is merged by a proposal: people decide.
#[utoipa::path(
    operation_id = "listMergeProposals",
    tag = "Identity",
    security(("api_key" = ["customers:read"])),
    extensions(("x-spec-gap" = json!("G12"))),
    params(
        ("status" = Option<String>, Query, description = "`pending` (without it), `merged`, `dismissed` or \
            `snoozed`. What was to wait until a moment that is over is pending."),
        ("band" = Option<String>, Query, description = "Only `strong`, `likely` or `possible` ones."),
        RowLimit<DEFAULT_LIMIT>,
        PageCursor,
    ),
    responses(
        (status = 200, description = "One page. A cursor that cannot be read starts from the beginning.",
            body = ProposalsBody),
    )
)]
#[get("/api/v1/identity/merge-proposals")]
pub(crate) async fn list_merge_proposals(
    call: Scoped<CustomersRead, ApiQuery<ProposalParameters>>,
) -> Result<HttpResponse, Problem> {
    let now = call.state.clock.now();
    let page = call
        .state
        .proposals
        .proposals(&call.access, &call.input.0, now);
    let page = page.await.map_err(|error| Problem::internal(&error))?;
    let mode = call.state.customers.pii_mode(&call.access).await;
    let mode = mode.map_err(|error| Problem::internal(&error))?;
    let [pending, merged, dismissed, snoozed] = page.counts;
    let rows = page.rows.into_iter();
    Ok(HttpResponse::Ok().json(ProposalsBody {
        data: rows.map(|row| ProposalBody::new(row, mode)).collect(),
        status_counts: StatusCounts {
            pending,
            merged,
            dismissed,
            snoozed,
        },
        meta: ProfileMeta::from(call.access.profile_id),
        pagination: CursorPagination::to(page.next.map(write_cursor)),
    }))
}
