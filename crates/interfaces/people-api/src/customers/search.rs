//! `GET /api/v1/customers/search`

use actix_web::{HttpResponse, get};
use application::customers::search::exact_keys;
use kernel::{CustomerId, Limit, ProfileAccess};
use reporting::customer_search::{Candidate, LEAST, SearchQuery};
use reporting::masking::PiiMode;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::decimal::DecimalString;
use http_kit::documented::RowLimit;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{
    ApiQuery, FromQuery, Invalid, QueryReader, Scoped, parse_uuid, read_limit,
};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// Somebody whom the text may mean.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerCandidate {
    /// Names the customer.
    pub customer_profile_id: Uuid,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    /// E-mail address.
    pub primary_email: Option<String>,
    /// Telephone number.
    pub primary_phone: Option<String>,
    /// When something first said who they are, RFC 3339: an event, a browser or a list. Their browsers may be older.
    #[schema(format = DateTime)]
    pub first_seen_at: String,
    /// When they were last seen, RFC 3339.
    #[schema(format = DateTime)]
    pub last_seen_at: String,
    /// Conversions of this customer so far.
    pub conversion_count: i64,
    /// Cash of this customer so far, in the reporting currency.
    pub cash_revenue: DecimalString,
    /// Who told of their identifiers: `event`, `import`, `tracker`, and names of CRMs.
    #[schema(extensions(("x-spec-gap" = json!("G151"))))]
    pub sources: Vec<String>,
}

/// What the answer is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// ISO 4217 code of every amount.
    #[schema(extensions(("x-spec-gap" = json!("G151"))))]
    pub reporting_currency: String,
    /// `too_many_matches`: the text fits so many that the best of 250 of them are shown, type more;
    /// `contained_text_not_searched`: the database finds only what names begin with; `conversions_pending_fx`: payments
    /// of somebody who is shown wait for an exchange rate and are in no amount yet; `replay_pending` as in reports. Absent
    /// when there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, extensions(("x-spec-gap" = json!("G151"))))]
    pub warnings: Vec<String>,
}

impl From<Candidate> for CustomerCandidate {
    fn from(found: Candidate) -> Self {
        Self {
            customer_profile_id: found.customer_id.uuid(),
            first_name: found.first_name,
            last_name: found.last_name,
            primary_email: found.primary_email,
            primary_phone: found.primary_phone,
            first_seen_at: found.first_seen_at.to_string(),
            last_seen_at: found.last_seen_at.to_string(),
            conversion_count: found.conversion_count,
            cash_revenue: DecimalString(found.cash_revenue),
            sources: found.sources,
        }
    }
}

const DEFAULT_LIMIT: u32 = 20;
const MOST_CHARACTERS: usize = 256;

/// Whom somebody looks for.
#[derive(Debug)]
pub struct SearchParameters {
    text: String,
    exclude: Option<CustomerId>,
    limit: Limit<50>,
}

impl SearchParameters {
    /// What is looked for.
    pub fn query(self, state: &AppState) -> SearchQuery {
        let exact = if self.text.chars().count() < LEAST {
            Vec::new()
        } else {
            exact_keys(&*state.keys, &self.text)
        };
        SearchQuery {
            text: self.text,
            exact,
            exclude: self.exclude,
            limit: self.limit,
        }
    }
}

impl FromQuery for SearchParameters {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let text = query.required("q", |text| {
            let text = text.trim();
            if text.chars().count() > MOST_CHARACTERS || text.chars().any(char::is_control) {
                let words = "must have at most 256 characters and no control characters";
                return Err((FieldCode::OutOfRange, words.to_owned()));
            }
            Ok(text.to_owned())
        });
        let exclude = query.optional("exclude", |text| {
            parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
        });
        let limit = read_limit(query, DEFAULT_LIMIT);
        Ok(Self {
            text: text?,
            exclude: exclude?.map(Into::into),
            limit: limit?,
        })
    }
}

/// Search customers
///
/// Whom a text may mean: who has it as an identifier, then whose name begins with it, then, from three
/// characters on, who has it anywhere in name, e-mail address or phone number; among equals who was seen last.
/// Capitals and accents make no difference. A text of under two characters finds nobody, and nobody is found who
/// was merged into somebody else. Refused while the profile shows personal data masked: a search would give it
/// away letter by letter.
#[utoipa::path(
    operation_id = "searchCustomers",
    tag = "Customers",
    security(("api_key" = ["customers:read"])),
    params(
        ("q" = String, Query, max_length = 256, description = "What is known of the customer."),
        ("exclude" = Option<Uuid>, Query, description = "A customer to leave out."),
        RowLimit<DEFAULT_LIMIT, 50>,
    ),
    responses(
        (status = 200, description = "The best candidate first.",
            body = Envelope<Vec<CustomerCandidate>, SearchMeta>),
    )
)]
#[get("/api/v1/customers/search")]
pub(crate) async fn search_customers(
    call: Scoped<CustomersRead, ApiQuery<SearchParameters>>,
) -> Result<HttpResponse, Problem> {
    let query = call.input.0.query(&call.state);
    let answer = search(&call.state, &call.access, &query).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn search(
    state: &AppState,
    access: &ProfileAccess,
    query: &SearchQuery,
) -> Result<Envelope<Vec<CustomerCandidate>, SearchMeta>, Problem> {
    let internal = |error| Problem::internal(&error);
    let pii_mode = state.customers.pii_mode(access).await.map_err(internal)?;
    if pii_mode == PiiMode::Masked {
        let words = "cannot be used while the profile shows personal data masked";
        let error = FieldError::parameter("q", FieldCode::OutOfRange, words);
        return Err(Problem::invalid(vec![error]));
    }
    let found = state
        .customer_finder
        .find(access, query)
        .await
        .map_err(internal)?;
    Ok(Envelope {
        data: found
            .candidates
            .into_iter()
            .map(CustomerCandidate::from)
            .collect(),
        meta: SearchMeta {
            profile_id: access.profile_id.uuid(),
            reporting_currency: found.currency.code().to_owned(),
            warnings: found.warnings,
        },
    })
}
