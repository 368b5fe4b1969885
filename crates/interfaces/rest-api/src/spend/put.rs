//! `PUT /api/v1beta/spend`

use actix_web::dev::Payload;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, put};
use ad_spend::rows::MAX_ERRORS;
use ad_spend::{AccountDays, SpendDay};
use kernel::ProfileAccess;
use serde::Serialize;
use spend_intake::spend::put::{PutError, SpendWritten, put};
use spend_intake::spend::replace::replace;
use utoipa::ToSchema;
use uuid::Uuid;

use super::columns::{SpendBody, SpendBodyDocument};
use super::csv::read_csv;
use super::query::ReplaceQuery;
use super::rows::read_rows;
use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{Input, QueryReader, Scoped, parse_json, read_body, state_of};
use http_kit::problem::{Code, FieldCode, FieldError, Problem};
use http_kit::state::AppState;

const MAX_BYTES: usize = 2 * 1024 * 1024;
const MAX_ROWS: usize = 10_000;
/// Days of spend, from JSON or from CSV, and what they replace.
#[derive(Debug)]
pub struct SpendInput {
    days: Vec<SpendDay>,
    replaced: Option<AccountDays>,
}

impl Input for SpendInput {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let is = |media_type| request.content_type().eq_ignore_ascii_case(media_type);
        let (json, csv) = (is("application/json"), is("text/csv"));
        if !json && !csv {
            let detail = "the body must be sent as application/json or as text/csv";
            return Err(Problem::new(Code::UnsupportedMediaType, detail));
        }
        let query = QueryReader::of(request).read::<ReplaceQuery>()?;
        let body = read_body(request, payload, MAX_BYTES).await?;
        let rows = if json {
            let sent = parse_json::<SpendBody>(&body)?.rows;
            sent.into_iter().map(|row| row.0).collect()
        } else {
            read_csv(&body, MAX_ROWS).map_err(Problem::invalid_field)?
        };
        let too_few = rows.is_empty() && !query.stands_alone();
        if too_few || rows.len() > MAX_ROWS {
            let words = "has no row, or more than 10000";
            let error = FieldError::pointer("/rows", FieldCode::OutOfRange, words);
            return Err(Problem::invalid_field(error));
        }
        let now = state_of(request)?.clock.now();
        let days = read_rows(&rows, now).map_err(Problem::invalid)?;
        let replaced = query.scope(&days)?;
        Ok(Self { days, replaced })
    }
}

/// What was written.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpendResult {
    /// Days of spend, new or replaced.
    pub days: usize,
    /// Ads in the catalogue, new or renamed.
    pub ads: usize,
    /// Days of spend that are gone; only with `replace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub removed: Option<usize>,
}

/// The context of the answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpendMeta {
    /// The profile that the spend is of.
    pub profile_id: Uuid,
    /// `spend_parts_exceed_total` when, on a day of these rows, the parts of an account, a campaign
    /// or an ad set come to more than its own row says; the row counts, the parts do not. Absent when
    /// there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<&'static str>,
}

/// Write ad spend
///
/// Writes what ads cost by day, and the names of accounts, campaigns, ad sets and ads. A row
/// replaces what was written before for the same day and ids, so sending the same rows again
/// changes nothing. All rows are written, or none. CSV has the fields of a row as its header line.
///
/// A row without `ad_id` is the total of the ad set, the campaign or the account that it names. It
/// counts with what the rows of its parts do not explain, so no total is counted twice, whatever
/// comes first.
///
/// With `replace=account_days` nothing else is left of the account's days: what the platform took
/// back goes. All rows are of one platform and account, those of the first row or of the parameters.
/// The days are those of the rows, or all from `date_from` to `date_to`; days without a row are
/// emptied.
#[utoipa::path(
    operation_id = "putSpend",
    tag = "Ingest",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G32"))),
    params(
        ("replace" = Option<String>, Query,
            extensions(("x-spec-gap" = json!("G101"))), description = "`account_days`: these rows are all that is left of the account's days."),
        ("date_from" = Option<String>, Query, format = Date,
            description = "First day that is replaced; with `date_to`, at most 366 days. Without \
                both, the days of the rows are."),
        ("date_to" = Option<String>, Query, format = Date,
            description = "Last day that is replaced."),
        ("platform" = Option<String>, Query,
            description = "Whose days are replaced; needed only without rows."),
        ("account_id" = Option<String>, Query,
            description = "Whose days are replaced; absent is that of the rows, or the empty one."),
    ),
    request_body(content(
        (SpendBodyDocument = "application/json"),
        (String = "text/csv"),
    )),
    responses(
        (status = 200, description = "All rows are written.",
            body = Envelope<SpendResult, SpendMeta>),
        TooManyWrites,
    )
)]
#[put("/api/v1beta/spend")]
pub(crate) async fn put_spend(
    call: Scoped<AttributionWrite, SpendInput>,
) -> Result<HttpResponse, Problem> {
    let access = call.access;
    let profile_id = access.profile_id.uuid();
    let state = call.state.into_inner();
    let input = call.input;
    let is_replacing = input.replaced.is_some();
    let written = detached(async move { write(&state, &access, &input).await }).await?;
    let data = SpendResult {
        days: written.days,
        ads: written.ads,
        removed: is_replacing.then_some(written.removed),
    };
    let warnings = written.exceeds.then_some("spend_parts_exceed_total");
    Ok(HttpResponse::Ok().json(Envelope {
        data,
        meta: SpendMeta {
            profile_id,
            warnings: warnings.into_iter().collect(),
        },
    }))
}

async fn write(
    state: &AppState,
    access: &ProfileAccess,
    input: &SpendInput,
) -> Result<SpendWritten, Problem> {
    let profile = state
        .profiles
        .find(access.profile_id)
        .await?
        .ok_or_else(Problem::not_found)?;
    let days = input.days.as_slice();
    let given = (&profile, &input.replaced, days, access.actor);
    let written = state.write(&given, |work, context, (profile, replaced, days, actor)| {
        Box::pin(async move {
            match replaced {
                Some(of) => replace(work, context, profile, (of, days), *actor).await,
                None => put(work, context, profile, days, *actor).await,
            }
        })
    });
    written.await.map_err(refused)
}

fn refused(error: PutError) -> Problem {
    let positions = match error {
        PutError::Store(error) => return error.into(),
        PutError::Currencies(positions) => positions,
    };
    let words = "is not the only currency of the account on this day; name the account, send all of \
                 its rows, or replace its days";
    let wrong = |position: usize| {
        let at = format!("/rows/{position}/currency");
        FieldError::pointer(at, FieldCode::OutOfRange, words)
    };
    let errors = positions.into_iter().take(MAX_ERRORS).map(wrong);
    Problem::invalid(errors.collect())
}
