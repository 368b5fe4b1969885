//! `/p/{profile_id}/customers`: who converted, latest first.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use kernel::{Currency, Keyset, Limit, Period, RevenueType, Scope};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reporting::customers::{CustomerRow, CustomersQuery};
use reporting::masking::PiiMode;

use super::banners::Banners;
use super::chrome::{Chrome, Section};
use super::controls::{Choice, Controls};
use super::error::PageError;
use super::format::{self, Number};
use super::merges;
use super::overview::said;
use super::page::page;
use super::query_string::{self, link};
use super::viewer::AtProfile;
use http_kit::extract::QueryReader;
use http_kit::problem::{FieldCode, Problem};
use people_api::customers::list::{check, read_cursor, starred};

/// Rows a page.
const ROWS: u32 = 25;
/// The goal that is shown when none is named and the profile has it.
const USUAL_GOAL: &str = "payment_received";

#[derive(Template)]
#[template(path = "console/customers.html")]
struct CustomersPage {
    chrome: Chrome,
    controls: Controls,
    banners: Banners,
    warnings: Vec<String>,
    goal: String,
    goal_name: String,
    goals: Vec<Choice>,
    can_search: bool,
    search: String,
    rows: Vec<Customer>,
    first_page: Option<String>,
    next_page: Option<String>,
    merges: String,
}

struct Customer {
    href: String,
    name: String,
    email: Option<String>,
    converted: String,
    revenue: Number,
    kind: Option<&'static str>,
    path: Vec<String>,
    touches: Number,
    took: String,
    conversions: Number,
    cash: Number,
}

/// What the query string says beside the days.
struct Asked {
    goal: Option<String>,
    search: Option<String>,
    after: Option<Keyset>,
}

/// The customer list.
pub(super) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let at = AtProfile::with(&request, Scope::CustomersRead).await?;
    let today = query_string::today(&at.profile.timezone, at.viewer.state.clock.now());
    let period = query_string::period(&request, today)?;
    let asked = read(&request)?;
    let (readers, access) = (&at.viewer.state.customers, &at.access);
    let internal = |error| PageError::internal(&error);
    let mode = readers.pii_mode(access).await.map_err(internal)?;
    let goals = readers.goals(access).await.map_err(internal)?;
    let Some(goal) = asked.goal.clone().or_else(|| usual(&goals)) else {
        return Err(PageError::Conflict(
            "The profile has no conversion definition, so that nothing counts as a conversion. \
             Create one with the API.",
        ));
    };
    let query = CustomersQuery {
        period,
        goal,
        search: asked.search.clone(),
        limit: Limit::new(ROWS).ok_or(PageError::Internal)?,
        after: asked.after,
    };
    check(&query, &goals, mode).map_err(Problem::invalid)?;
    let (found, banners) = futures_util::join!(readers.customers(access, &query), Banners::of(&at));
    let found = found.map_err(internal)?;
    let place = Place {
        action: format!("/p/{}/customers", access.profile_id),
        query: &query,
    };
    let currency = found.currency;
    let rows = found.rows.into_iter();
    let rows = rows.map(|row| customer(row, mode, (&at, currency)));
    Ok(page(&CustomersPage {
        rows: rows.collect(),
        banners,
        warnings: found.warnings.iter().map(|code| said(code)).collect(),
        chrome: at.chrome("Customers", Section::Customers).await?,
        controls: Controls::of_days(
            &place.action,
            period,
            place.kept(),
            today,
            &at.profile.timezone,
        ),
        goals: goals.iter().map(|goal| place.goal(goal)).collect(),
        can_search: mode == PiiMode::Visible,
        search: asked.search.unwrap_or_default(),
        first_page: asked.after.map(|_| place.page(None)),
        next_page: found.next.map(|next| place.page(Some(next))),
        merges: merges::path(&at),
        goal_name: query.goal.replace('_', " "),
        goal: query.goal.clone(),
    }))
}

fn read(request: &HttpRequest) -> Result<Asked, PageError> {
    let mut query = QueryReader::of(request);
    let text = |query: &mut QueryReader, name: &str, most: usize| {
        query.optional(name, |text| {
            if text.chars().count() <= most {
                Ok(text.trim().to_owned())
            } else {
                Err((
                    FieldCode::OutOfRange,
                    format!("has more than {most} characters"),
                ))
            }
        })
    };
    let goal = text(&mut query, "goal", 128);
    let search = text(&mut query, "search", 256);
    let after = read_cursor(&mut query);
    let some = |text: Option<String>| text.filter(|text| !text.is_empty());
    match (goal, search, after) {
        (Ok(goal), Ok(search), Ok(after)) => Ok(Asked {
            goal: some(goal),
            search: some(search),
            after,
        }),
        _ => Err(Problem::invalid(query.into_errors()).into()),
    }
}

fn usual(goals: &[String]) -> Option<String> {
    let usual = goals.iter().find(|goal| *goal == USUAL_GOAL);
    usual.or_else(|| goals.first()).cloned()
}

/// The list with what it was asked, to make links of.
struct Place<'a> {
    action: String,
    query: &'a CustomersQuery,
}

impl Place<'_> {
    /// What stays when the days change.
    fn kept(&self) -> Vec<(String, String)> {
        let mut kept = vec![("goal".to_owned(), self.query.goal.clone())];
        kept.extend(
            self.query
                .search
                .clone()
                .map(|text| ("search".to_owned(), text)),
        );
        kept
    }

    fn days(period: Period) -> Vec<(String, String)> {
        vec![
            ("date_from".to_owned(), period.from().to_string()),
            ("date_to".to_owned(), period.to().to_string()),
        ]
    }

    fn goal(&self, goal: &str) -> Choice {
        let mut pairs = Self::days(self.query.period);
        pairs.push(("goal".to_owned(), goal.to_owned()));
        Choice {
            name: goal.replace('_', " "),
            href: link(&self.action, &pairs),
            current: goal == self.query.goal,
        }
    }

    fn page(&self, after: Option<Keyset>) -> String {
        let mut pairs = Self::days(self.query.period);
        pairs.extend(self.kept());
        if let Some(after) = after {
            pairs.push(("cursor_time".to_owned(), after.at.to_string()));
            pairs.push(("cursor_id".to_owned(), after.id.to_string()));
        }
        link(&self.action, &pairs)
    }
}

fn customer(row: CustomerRow, mode: PiiMode, (at, currency): (&AtProfile, Currency)) -> Customer {
    let (name, email) = called((row.name.clone(), row.email.clone()), mode);
    let currency = currency.code();
    let person = utf8_percent_encode(&row.customer_profile_id, NON_ALPHANUMERIC);
    Customer {
        href: format!("/p/{}/customers/{person}", at.access.profile_id),
        name,
        email,
        converted: format::instant(row.conversion_time, &at.profile.timezone),
        revenue: format::money(row.revenue, currency),
        kind: (row.revenue_type != RevenueType::Cash).then(|| row.revenue_type.as_str()),
        path: row.touch_channels,
        touches: format::count(row.touch_count),
        took: format::span(row.time_to_complete_seconds),
        conversions: format::count(row.conversion_count),
        cash: format::money(row.total_revenue, currency),
    }
}

/// What a person is called and, when that is not the same, their e-mail address; as much of both as
/// the profile shows.
pub(super) fn called(
    (name, email): (Option<String>, Option<String>),
    mode: PiiMode,
) -> (String, Option<String>) {
    let email = starred("email", email, mode);
    match (starred("name", name, mode), email) {
        (Some(name), email) => (name, email),
        (None, Some(email)) => (email, None),
        (None, None) => ("Unidentified visitor".to_owned(), None),
    }
}
