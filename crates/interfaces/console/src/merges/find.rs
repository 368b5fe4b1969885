//! With whom a customer may be one: somebody is looked for.

use actix_web::HttpRequest;
use application::customers::search::exact_keys;
use askama::Template;
use http_kit::extract::{QueryReader, parse_uuid};
use http_kit::problem::{FieldCode, Problem};
use kernel::{CustomerId, Limit, Scope};
use reporting::customer_search::{Candidate, LEAST, SearchQuery};
use reporting::masking::PiiMode;

use super::{Answered, path};
use crate::chrome::{Chrome, Section};
use crate::error::PageError;
use crate::format::{self, Number};
use crate::page::page;
use crate::viewer::AtProfile;

/// Candidates at most.
const ROWS: u32 = 20;

#[derive(Template)]
#[template(path = "console/merges/find.html")]
struct FindPage {
    chrome: Chrome,
    path: String,
    one: String,
    person: String,
    can_search: bool,
    search: String,
    rows: Vec<Found>,
}

struct Found {
    href: String,
    name: String,
    email: Option<String>,
    phone: Option<String>,
    seen: String,
    conversions: Number,
    cash: Number,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::CustomersRead).await?;
    let mut query = QueryReader::of(&request);
    let one = query.required("one", |text| {
        parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
    });
    let search = query.optional("search", |text| {
        let fits = text.chars().count() <= 256 && !text.chars().any(char::is_control);
        fits.then(|| text.trim().to_owned())
            .ok_or((FieldCode::OutOfRange, "has more than 256 characters"))
    });
    let (Ok(one), Ok(search)) = (one, search) else {
        return Err(Problem::invalid(query.into_errors()).into());
    };
    let mode = at.viewer.state.customers.pii_mode(&at.access).await?;
    let search = search.unwrap_or_default();
    let path = path(&at);
    let rows = if mode == PiiMode::Visible && search.chars().count() >= LEAST {
        let found = found(&at, one.into(), &search).await?;
        let rows = found.into_iter();
        rows.map(|(row, currency)| shown(row, &currency, &format!("{path}/preview?one={one}"), &at))
            .collect()
    } else {
        Vec::new()
    };
    Ok(page(&FindPage {
        chrome: at.chrome("Merge", Section::Customers).await?,
        person: format!("/p/{}/customers/{one}", at.access.profile_id),
        one: one.to_string(),
        can_search: mode == PiiMode::Visible,
        search,
        rows,
        path,
    }))
}

async fn found(
    at: &AtProfile,
    one: CustomerId,
    search: &str,
) -> Result<Vec<(Candidate, String)>, PageError> {
    let state = &at.viewer.state;
    let query = SearchQuery {
        text: search.to_owned(),
        exact: exact_keys(&*state.keys, search),
        exclude: Some(one),
        limit: Limit::new(ROWS).ok_or(PageError::Internal)?,
    };
    let found = state.customer_finder.find(&at.access, &query).await?;
    let currency = found.currency.code();
    let rows = found.candidates.into_iter();
    Ok(rows.map(|row| (row, currency.to_owned())).collect())
}

fn shown(row: Candidate, currency: &str, preview: &str, at: &AtProfile) -> Found {
    let names: Vec<String> = [row.first_name, row.last_name]
        .into_iter()
        .flatten()
        .collect();
    let name = if names.is_empty() {
        "No name".to_owned()
    } else {
        names.join(" ")
    };
    Found {
        href: format!("{preview}&other={}", row.customer_id.uuid()),
        name,
        email: row.primary_email,
        phone: row.primary_phone,
        seen: format::instant(row.last_seen_at, &at.profile.timezone),
        conversions: format::count(row.conversion_count),
        cash: format::money(row.cash_revenue, currency),
    }
}
