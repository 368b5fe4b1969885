//! `POST /api/v1/customers`

use actix_web::dev::Payload;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, post};
use application::customers::import::{Forgotten, Imported, MAX_ROWS, import};
use event_intake::RawPerson;
use kernel::CustomerId;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AttributionWrite;
use http_kit::extract::{Input, ObjectOf, Scoped, parse_any_json, read_body};
use http_kit::problem::{Code, FieldCode, FieldError, Problem};

const MAX_BYTES: usize = 2 * 1024 * 1024;
/// The only country whose national ids can be read.
const COUNTRY: &str = "CL";

/// Customers as somebody's list has them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportBody {
    /// Whose national ids the rows have, ISO 3166-1: `CL`, which is also what absent means.
    #[schema(pattern = "^CL$")]
    country: Option<String>,
    /// At most 1,000.
    #[schema(value_type = Vec<ImportRow>, max_items = 1000)]
    rows: Vec<SentRow>,
    /// Whether rows found somebody new who name somebody who was forgotten; otherwise those are rejected.
    #[serde(default)]
    #[schema(extensions(("x-spec-gap" = json!("G154"))))]
    readmit: bool,
}

/// One customer. At least one of phone, email and `national_id` says who it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportRow {
    /// Telephone number; ignored when it cannot be read.
    #[schema(max_length = 256)]
    phone: Option<String>,
    /// E-mail address.
    #[schema(max_length = 254)]
    email: Option<String>,
    /// Government identity document number.
    #[schema(max_length = 256)]
    national_id: Option<String>,
    /// The caller's own customer id; never enough alone.
    #[schema(max_length = 256)]
    external_id: Option<String>,
    /// Given name; only where none is known.
    #[schema(max_length = 256)]
    first_name: Option<String>,
    /// Family name; only where none is known.
    #[schema(max_length = 256)]
    last_name: Option<String>,
}

/// A row, or nothing where it is none: a malformed one does not keep the others out.
#[derive(Debug)]
struct SentRow(Option<RawPerson>);

impl<'de> Deserialize<'de> for SentRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let row = serde_json::from_str::<ObjectOf<ImportRow>>(raw.get()).ok();
        Ok(Self(row.map(|ObjectOf(row)| row.into())))
    }
}

impl From<ImportRow> for RawPerson {
    fn from(row: ImportRow) -> Self {
        Self {
            phone: row.phone,
            email: row.email,
            national_id: row.national_id,
            external_id: row.external_id,
            first_name: row.first_name,
            last_name: row.last_name,
            ..Self::default()
        }
    }
}

/// The rows.
#[derive(Debug)]
pub struct Rows(Vec<Option<RawPerson>>, Forgotten);

impl Input for Rows {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let is_json = request
            .content_type()
            .eq_ignore_ascii_case("application/json");
        if !is_json {
            let detail = "the body must be sent as application/json";
            return Err(Problem::new(Code::UnsupportedMediaType, detail));
        }
        let body = read_body(request, payload, MAX_BYTES).await?;
        let body: ImportBody = parse_any_json(&body)?;
        if body.country.is_some_and(|country| country != COUNTRY) {
            let words = "is not supported; the only country is CL";
            let error = FieldError::pointer("/country", FieldCode::UnknownValue, words);
            return Err(Problem::invalid_field(error));
        }
        if body.rows.len() > MAX_ROWS {
            let words = format!("has more than {MAX_ROWS} rows");
            let error = FieldError::pointer("/rows", FieldCode::OutOfRange, words);
            return Err(Problem::invalid_field(error));
        }
        let forgotten = if body.readmit {
            Forgotten::Readmitted
        } else {
            Forgotten::Rejected
        };
        let rows = body.rows.into_iter().map(|SentRow(row)| row);
        Ok(Self(rows.collect(), forgotten))
    }
}

/// What became of the rows.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportResult {
    /// One for each row, in their order.
    pub results: Vec<RowResult>,
    /// How many of each.
    pub summary: ImportSummary,
}

/// What became of a row.
#[derive(Debug, Serialize, ToSchema)]
pub struct RowResult {
    /// Position of the row, from 0.
    pub index: usize,
    /// `created`, `matched` with somebody who was known or whom a row before founded, or `rejected`.
    #[schema(pattern = "^(created|matched|rejected)$")]
    pub status: &'static str,
    /// The customer; null when rejected.
    pub customer_profile_id: Option<Uuid>,
    /// Why it was rejected: `missing_identifier`, `invalid_email`, `invalid_phone`, `invalid_national_id`,
    /// `malformed_row` or `erased`; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, extensions(("x-spec-gap" = json!("G150"))))]
    pub reason: Option<&'static str>,
}

/// How many rows became what.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ImportSummary {
    /// All rows.
    pub total: usize,
    /// Customers who are new.
    pub created: usize,
    /// Rows about customers who were known.
    pub matched: usize,
    /// Rows that nothing was made of.
    pub rejected: usize,
}

impl RowResult {
    fn of(index: usize, imported: Imported) -> Self {
        let known = |status, id: CustomerId| Self {
            index,
            status,
            customer_profile_id: Some(id.uuid()),
            reason: None,
        };
        match imported {
            Imported::Created(id) => known("created", id),
            Imported::Matched(id) => known("matched", id),
            Imported::Rejected(why) => Self {
                index,
                status: "rejected",
                customer_profile_id: None,
                reason: Some(why.as_str()),
            },
        }
    }
}

impl ImportSummary {
    fn of(imported: &[Imported]) -> Self {
        let count = |is: fn(&Imported) -> bool| imported.iter().filter(|it| is(it)).count();
        Self {
            total: imported.len(),
            created: count(|it| matches!(it, Imported::Created(_))),
            matched: count(|it| matches!(it, Imported::Matched(_))),
            rejected: count(|it| matches!(it, Imported::Rejected(_))),
        }
    }
}

/// Import customers
///
/// Says who customers are: each row finds the customer whom its `national_id`, email or phone names, in this
/// order, or founds one, who gets the row's other identifiers. What a row names together is one person, by the
/// same rule as for events. Nothing happened by it: no event is written, no figure changes unless people turn
/// out to be one, and nobody was seen. Rows go in order, so a later one finds whom an earlier one founded.
/// Sending rows again matches all of them.
#[utoipa::path(
    operation_id = "importCustomers",
    tag = "Customers",
    security(("api_key" = ["attribution:write"])),
    request_body(content = ImportBody, content_type = "application/json"),
    responses(
        (status = 200, description = "What became of each row.",
            body = Envelope<ImportResult, ProfileMeta>),
        TooManyWrites,
    )
)]
#[post("/api/v1/customers")]
pub(crate) async fn import_customers(
    call: Scoped<AttributionWrite, Rows>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let state = call.state.into_inner();
    let Rows(rows, forgotten) = call.input;
    let imported = detached(async move {
        let given = (profile_id, rows, forgotten);
        let imported = state.write(&given, |work, context, (profile_id, rows, forgotten)| {
            Box::pin(import(work, context, *profile_id, rows, *forgotten))
        });
        Ok::<_, Problem>(imported.await?)
    });
    let imported = imported.await?;
    let summary = ImportSummary::of(&imported);
    let results = imported.into_iter().enumerate();
    let data = ImportResult {
        results: results
            .map(|(index, it)| RowResult::of(index, it))
            .collect(),
        summary,
    };
    let meta = ProfileMeta::from(profile_id);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}
