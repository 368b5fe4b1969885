//! `PUT /api/v1beta/spend`

use actix_web::dev::Payload;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, put};
use application::spend::put::{SpendDay, SpendWritten, put};
use application::{StoreError, settle};
use kernel::ProfileAccess;
use serde::Serialize;
use utoipa::ToSchema;

use super::columns::{SpendBody, SpendBodyDocument};
use super::csv::read_csv;
use super::rows::read_rows;
use crate::http::detached::detached;
use crate::http::envelope::{Envelope, ProfileMeta};
use crate::http::extract::scopes::AttributionWrite;
use crate::http::extract::{Input, Scoped, parse_json, read_body};
use crate::http::problem::{Code, FieldCode, FieldError, Problem};
use crate::state::AppState;

const MAX_BYTES: usize = 2 * 1024 * 1024;
const MAX_ROWS: usize = 10_000;
/// How often a lost race is run again.
const TRIES: usize = 3;

/// Days of spend, from JSON or from CSV.
#[derive(Debug)]
pub(crate) struct SpendInput(Vec<SpendDay>);

impl Input for SpendInput {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let is = |media_type| request.content_type().eq_ignore_ascii_case(media_type);
        let (json, csv) = (is("application/json"), is("text/csv"));
        if !json && !csv {
            let detail = "the body must be sent as application/json or as text/csv";
            return Err(Problem::new(Code::UnsupportedMediaType, detail));
        }
        let body = read_body(request, payload, MAX_BYTES).await?;
        let rows = if json {
            parse_json::<SpendBody>(&body)?.rows
        } else {
            read_csv(&body, MAX_ROWS).map_err(Problem::invalid_field)?
        };
        if rows.is_empty() || rows.len() > MAX_ROWS {
            let words = "has no row, or more than 10000";
            let error = FieldError::pointer("/rows", FieldCode::OutOfRange, words);
            return Err(Problem::invalid_field(error));
        }
        read_rows(&rows).map(Self).map_err(Problem::invalid)
    }
}

/// What was written.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpendResult {
    /// Days of spend, new or replaced.
    pub days: usize,
    /// Ads in the catalogue, new or renamed.
    pub ads: usize,
}

/// Write ad spend
///
/// Writes what ads cost by day, and the names of accounts, campaigns, ad sets and ads. A row
/// replaces what was written before for the same day and ids, so sending the same rows again
/// changes nothing. All rows are written, or none. CSV has the fields of a row as its header line.
#[utoipa::path(
    operation_id = "putSpend",
    tag = "Ingest",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G32"))),
    request_body(content(
        (SpendBodyDocument = "application/json"),
        (String = "text/csv"),
    )),
    responses(
        (status = 200, description = "All rows are written.",
            body = Envelope<SpendResult, ProfileMeta>),
        (status = 503, description = "Too many writes at once; send the same again."),
    )
)]
#[put("/api/v1beta/spend")]
pub(crate) async fn put_spend(
    call: Scoped<AttributionWrite, SpendInput>,
) -> Result<HttpResponse, Problem> {
    let access = call.access;
    let profile_id = access.profile_id;
    let state = call.state.into_inner();
    let days = call.input.0;
    let written = detached(async move { write(&state, &access, &days).await }).await?;
    let data = SpendResult {
        days: written.days,
        ads: written.ads,
    };
    Ok(HttpResponse::Ok().json(Envelope {
        data,
        meta: ProfileMeta::from(profile_id),
    }))
}

async fn write(
    state: &AppState,
    access: &ProfileAccess,
    days: &[SpendDay],
) -> Result<SpendWritten, Problem> {
    let profile = state
        .profiles
        .find(access.profile_id)
        .await?
        .ok_or_else(Problem::not_found)?;
    let mut tries = 1;
    loop {
        let mut work = state.units.begin().await?;
        let outcome = put(&mut *work, &state.context(), &profile, days, access.actor).await;
        match settle(work, outcome).await {
            Err(StoreError::Conflict) if tries < TRIES => tries += 1,
            outcome => {
                let written = outcome?;
                state.wake.notify_one();
                return Ok(written);
            }
        }
    }
}
