//! `GET /api/v1/customers`

use actix_web::{HttpResponse, get};
use kernel::{Keyset, ProfileAccess, Timestamp};
use reporting::customers::{CustomerRow, CustomersQuery};
use reporting::masking::{PiiMode, masked};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::decimal::DecimalNumber;
use http_kit::documented::{PeriodParameters, RowLimit};
use http_kit::envelope::Page;
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{
    ApiQuery, FromQuery, Heavy, Invalid, QueryReader, Scoped, parse_uuid, read_limit, read_period,
};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// One conversion with whose it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Customer {
    /// Names the conversion.
    pub conversion_id: String,
    /// Names the customer in the journey endpoint: a customer id; for a browser nobody identified
    /// its anonymous id; for an event without any identifier the event's id.
    #[schema(extensions(("x-spec-gap" = json!("G43"))))]
    pub customer_profile_id: String,
    /// Full name.
    pub name: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// ISO 3166-1 country of the converting session; empty when there is none.
    #[schema(extensions(("x-spec-gap" = json!("G31"))))]
    pub country: String,
    /// desktop, mobile or tablet; empty when there is no session.
    #[schema(extensions(("x-spec-gap" = json!("G31"))))]
    pub device: String,
    /// Channel of the last touch; empty when there is none.
    #[schema(extensions(("x-spec-gap" = json!("G31"))))]
    pub channel: String,
    /// Source of the last touch; empty when there is none.
    #[schema(extensions(("x-spec-gap" = json!("G31"))))]
    pub source: String,
    /// Value of the conversion in the reporting currency.
    pub revenue: DecimalNumber,
    /// cash, pipeline or gross.
    pub revenue_type: &'static str,
    /// When it converted.
    #[schema(format = DateTime)]
    pub conversion_time: String,
    /// Seconds from the first touch to the conversion.
    pub time_to_complete_seconds: i64,
    /// Touches before the conversion, inside its window.
    pub touch_count: i64,
    /// Distinct channels of those touches, in order.
    pub touch_channels: Vec<String>,
    /// Conversions of this customer so far.
    pub conversion_count: i64,
    /// Cash of this customer so far.
    pub total_revenue: DecimalNumber,
}

/// Where the list goes on.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomersPagination {
    /// Whether there is another page.
    pub has_next: bool,
    /// `timestamp|id`; send both halves as `cursor_time` and `cursor_id`. Empty on the last
    /// page.
    pub cursor: String,
}

/// What the list is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomersMeta {
    /// First day.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last day.
    #[schema(format = Date)]
    pub date_to: String,
    /// The profile.
    pub profile_id: Uuid,
    /// ISO 4217 code of every amount. While `warnings` says `replay_pending` it may not be the
    /// profile's own yet.
    #[schema(extensions(("x-spec-gap" = json!("G125"))))]
    pub reporting_currency: String,
    /// `replay_pending`: a full replay waits or runs, and the rows are those of before it.
    /// `conversions_pending_fx`: values of somebody on this page wait for an exchange rate, and are in no amount yet. Absent
    /// when there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, extensions(("x-spec-gap" = json!("G125"))))]
    pub warnings: Vec<String>,
}

impl From<CustomerRow> for Customer {
    fn from(row: CustomerRow) -> Self {
        Self {
            conversion_id: row.conversion_id.to_string(),
            customer_profile_id: row.customer_profile_id,
            name: row.name,
            email: row.email,
            country: row.country,
            device: row.device,
            channel: row.channel,
            source: row.source,
            revenue: DecimalNumber(row.revenue),
            revenue_type: row.revenue_type.as_str(),
            conversion_time: row.conversion_time.to_string(),
            time_to_complete_seconds: row.time_to_complete_seconds,
            touch_count: row.touch_count,
            touch_channels: row.touch_channels,
            conversion_count: row.conversion_count,
            total_revenue: DecimalNumber(row.total_revenue),
        }
    }
}

/// A row with as much of name and address as the profile shows.
pub fn shown(row: CustomerRow, mode: PiiMode) -> CustomerRow {
    CustomerRow {
        name: starred("name", row.name, mode),
        email: starred("email", row.email, mode),
        ..row
    }
}

/// As much of a personal value as the profile shows.
pub fn starred(kind: &str, value: Option<String>, mode: PiiMode) -> Option<String> {
    match mode {
        PiiMode::Visible => value,
        PiiMode::Masked => value.map(|value| masked(kind, &value)),
    }
}

/// What only the profile can tell to be wrong. A search over masked values would give them away
/// letter by letter.
pub fn check(
    query: &CustomersQuery,
    goals: &[String],
    mode: PiiMode,
) -> Result<(), Vec<FieldError>> {
    let mut errors = Vec::new();
    if !goals.contains(&query.goal) {
        let words = format!(
            "is no conversion key of the profile; there are {}",
            goals.join(", ")
        );
        errors.push(FieldError::parameter(
            "goal",
            FieldCode::UnknownValue,
            words,
        ));
    }
    if query.search.is_some() && mode == PiiMode::Masked {
        let words = "cannot be used while the profile shows personal data masked";
        errors.push(FieldError::parameter(
            "search",
            FieldCode::OutOfRange,
            words,
        ));
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

const DEFAULT_LIMIT: u32 = 10;

/// The parameters of the customer list.
#[derive(Debug)]
pub enum CustomersParameters {}

impl FromQuery for CustomersParameters {
    type Query = CustomersQuery;

    fn from_query(query: &mut QueryReader) -> Result<CustomersQuery, Invalid> {
        let period = read_period(query);
        let goal = query.required("goal", |text| bounded(text, 1, 128));
        let search = query.optional("search", |text| bounded(text, 0, 256));
        let limit = read_limit(query, DEFAULT_LIMIT);
        let after = read_cursor(query);
        Ok(CustomersQuery {
            period: period?,
            goal: goal?,
            search: search?.filter(|text| !text.trim().is_empty()),
            limit: limit?,
            after: after?,
        })
    }
}

fn bounded(text: &str, least: usize, most: usize) -> Result<String, (FieldCode, String)> {
    if (least..=most).contains(&text.chars().count()) {
        return Ok(text.to_owned());
    }
    Err((
        FieldCode::OutOfRange,
        format!("must have {least} to {most} characters"),
    ))
}

/// Both halves of the cursor, or neither.
pub fn read_cursor(query: &mut QueryReader) -> Result<Option<Keyset>, Invalid> {
    let time = query.optional("cursor_time", |text| {
        Timestamp::parse(text).ok_or((FieldCode::Malformed, "is not an RFC 3339 instant"))
    });
    let id = query.optional("cursor_id", |text| {
        parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
    });
    match (time?, id?) {
        (Some(at), Some(id)) => Ok(Some(Keyset { at, id })),
        (None, None) => Ok(None),
        (Some(_), None) => Err(query.wrong(
            "cursor_id",
            FieldCode::Missing,
            "is required with cursor_time",
        )),
        (None, Some(_)) => Err(query.wrong(
            "cursor_time",
            FieldCode::Missing,
            "is required with cursor_id",
        )),
    }
}

/// List customers
///
/// One row for each conversion of the goal, latest first, with the customer behind it. Names and
/// e-mail addresses are mostly starred while the profile's `pii_mode` is `masked`.
#[utoipa::path(
    operation_id = "listCustomers",
    tag = "Customers",
    security(("api_key" = ["customers:read"])),
    extensions(("x-rate-units" = json!(3))),
    params(
        PeriodParameters,
        ("goal" = String, Query, min_length = 1, max_length = 128,
            description = "A conversion key of the profile.", example = "payment_received"),
        ("search" = Option<String>, Query, max_length = 256,
            description = "Part of a name or e-mail address; refused while the profile shows \
                personal data masked."),
        RowLimit<DEFAULT_LIMIT>,
        ("cursor_time" = Option<String>, Query, format = DateTime,
            description = "First half of the cursor of the page before; needs `cursor_id`."),
        ("cursor_id" = Option<String>, Query, format = Uuid,
            description = "Second half of the cursor of the page before; needs `cursor_time`."),
    ),
    responses(
        (status = 200, description = "One page.",
            body = Page<Customer, CustomersMeta, CustomersPagination>),
    )
)]
#[get("/api/v1/customers")]
pub(crate) async fn list_customers(
    call: Scoped<Heavy<CustomersRead>, ApiQuery<CustomersParameters>>,
) -> Result<HttpResponse, Problem> {
    let answer = customers(&call.state, &call.access, &call.input.0).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn customers(
    state: &AppState,
    access: &ProfileAccess,
    query: &CustomersQuery,
) -> Result<Page<Customer, CustomersMeta, CustomersPagination>, Problem> {
    let customers = &state.customers;
    let internal = |error| Problem::internal(&error);
    let pii_mode = customers.pii_mode(access).await.map_err(internal)?;
    let goals = customers.goals(access).await.map_err(internal)?;
    check(query, &goals, pii_mode).map_err(Problem::invalid)?;
    let page = customers.customers(access, query).await.map_err(internal)?;
    Ok(Page {
        data: page
            .rows
            .into_iter()
            .map(|row| Customer::from(shown(row, pii_mode)))
            .collect(),
        meta: CustomersMeta {
            date_from: query.period.from().to_string(),
            date_to: query.period.to().to_string(),
            profile_id: access.profile_id.uuid(),
            reporting_currency: page.currency.code().to_owned(),
            warnings: page.warnings,
        },
        pagination: CustomersPagination {
            has_next: page.next.is_some(),
            cursor: page.next.map(|next| next.to_string()).unwrap_or_default(),
        },
    })
}
