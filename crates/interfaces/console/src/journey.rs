//! `/p/{profile_id}/customers/{person}`: one person's history, day by day.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use kernel::{Exact, Limit, Scope};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use reporting::journey::{JourneyEvent, JourneyQuery};

use super::banners::Banners;
use super::chrome::{Chrome, Section};
use super::customers::called;
use super::error::PageError;
use super::forget;
use super::format::{self, Number};
use super::merges;
use super::page::page;
use super::splits;
use super::viewer::AtProfile;
use super::why::{Asked, Here, Why};
use http_kit::extract::{QueryReader, read_u32};
use http_kit::problem::Problem;
use people_api::customers::list::starred;

/// Events a page.
const EVENTS: u32 = 100;

#[derive(Template)]
#[template(path = "console/journey.html")]
struct JourneyPage {
    chrome: Chrome,
    banners: Banners,
    name: String,
    email: Option<String>,
    person: String,
    back: String,
    total: Number,
    zone: String,
    days: Vec<Day>,
    earlier: Option<String>,
    later: Option<String>,
    /// Of a customer: where somebody is looked for who is the same person.
    same: Option<String>,
    /// Of a customer: what they are known by.
    known: Option<String>,
    /// Where a customer is forgotten, with the form's token, for whoever may.
    forget: Option<(String, String)>,
}

struct Day {
    name: String,
    events: Vec<Event>,
}

struct Event {
    at: String,
    kind: &'static str,
    name: String,
    more: Vec<String>,
    channel: Option<String>,
    synthetic: bool,
    amount: Option<Number>,
    /// Of a conversion: where its credit is explained.
    why: Option<Why>,
}

/// The journey.
pub(super) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let at = AtProfile::with(&request, Scope::CustomersRead).await?;
    let person = request.match_info().get("person").unwrap_or_default();
    let person = percent_decode_str(person).decode_utf8();
    let person = person.map_err(|_| PageError::NotFound)?.into_owned();
    if !(1..=128).contains(&person.chars().count()) || person.contains('\0') {
        return Err(PageError::NotFound);
    }
    let mut query = QueryReader::of(&request);
    let offset = query.optional("offset", read_u32);
    let asked = Asked::read(&mut query);
    let (Ok(offset), Ok(asked)) = (offset.map(Option::unwrap_or_default), asked) else {
        return Err(Problem::invalid(query.into_errors()).into());
    };
    let query = JourneyQuery {
        person,
        offset,
        limit: Limit::new(EVENTS).ok_or(PageError::Internal)?,
    };
    let journey = at.viewer.state.journeys.journey(&at.access, &query);
    let (journey, banners) = futures_util::join!(journey, Banners::of(&at));
    let journey = journey.map_err(|error| PageError::internal(&error))?;
    // The API answers with an empty history here; a reader is better served by being told. Of a customer who is on a list
    // there may be nothing but what they are known by.
    if journey.total_count == 0 && journey.customer.is_none() {
        return Err(PageError::NotFound);
    }
    let mode = at.viewer.state.customers.pii_mode(&at.access).await;
    let mode = mode.map_err(|error| PageError::internal(&error))?;
    let customer = journey.customer.map(kernel::Id::uuid);
    let same = customer.map(|id| merges::find_path(&at, id));
    let known = customer.map(|id| splits::path(&at, id));
    let forget = match customer {
        Some(id) => forget::form(&at, id).await?,
        None => None,
    };
    let is_nameless = journey.name.is_none() && journey.email.is_none();
    let (name, email) = if customer.is_some() && is_nameless {
        let phone = starred("phone", journey.phone, mode);
        (phone.unwrap_or_else(|| "No name".to_owned()), None)
    } else {
        called((journey.name, journey.email), mode)
    };
    let back = format!("/p/{}/customers", at.access.profile_id);
    let own = utf8_percent_encode(&query.person, NON_ALPHANUMERIC);
    let part = |offset: u32| format!("{back}/{own}?offset={offset}");
    let here = Here {
        path: part(offset),
        asked,
        at: &at,
    };
    let days = days(journey.events, &here).await?;
    let goes_on = i64::from(offset) + i64::from(EVENTS) < journey.total_count;
    Ok(page(&JourneyPage {
        chrome: at.chrome("Journey", Section::Customers).await?,
        banners,
        total: format::count(journey.total_count),
        zone: at.profile.timezone.name().to_owned(),
        days,
        name,
        email,
        earlier: (offset > 0).then(|| part(offset.saturating_sub(EVENTS))),
        later: goes_on.then(|| part(offset.saturating_add(EVENTS))),
        person: query.person.clone(),
        same,
        known,
        forget,
        back,
    }))
}

async fn days(events: Vec<JourneyEvent>, here: &Here<'_>) -> Result<Vec<Day>, PageError> {
    let zone = &here.at.profile.timezone;
    let mut days: Vec<Day> = Vec::new();
    let mut before = (None, Vec::new());
    for event in events {
        let Some(at) = event.event_time else { continue };
        let name = format::day(zone.local_date(at));
        let conversion = event.conversion_id;
        let mut told = told(event, format::clock(at, zone));
        told.why = match conversion {
            Some(id) => Some(here.why(id).await?),
            None => None,
        };
        // Where somebody came from and with what is told once a visit.
        let now = (told.channel.clone(), told.more.clone());
        if now == before {
            told.channel = None;
            told.more.clear();
        }
        before = now;
        match days.last_mut() {
            Some(day) if day.name == name => day.events.push(told),
            _ => days.push(Day {
                name,
                events: vec![told],
            }),
        }
    }
    Ok(days)
}

fn told(event: JourneyEvent, at: String) -> Event {
    let place = event.path.clone().or(event.url.clone());
    let name = match (event.event_type.as_str(), &place) {
        ("page_view", Some(place)) => place.clone(),
        ("identify", _) => "Identified".to_owned(),
        ("custom", _) => event.event_name.clone(),
        (kind, _) => kind.replace(['_', '.'], " "),
    };
    let amount = event.value_amount.map(|value| {
        let currency = event.currency.as_deref().unwrap_or_default();
        format::money(value, currency)
    });
    let source = [&event.source, &event.medium, &event.campaign];
    let source: Vec<_> = source.into_iter().flatten().map(String::as_str).collect();
    let client = [&event.device, &event.browser, &event.os, &event.country];
    let client: Vec<_> = client.into_iter().flatten().map(String::as_str).collect();
    let mut more: Vec<_> = [source.join(" / "), client.join(", ")].into();
    more.retain(|text| !text.is_empty());
    Event {
        at,
        kind: kind(&event),
        name,
        more,
        channel: event.channel,
        synthetic: event.is_synthetic,
        amount,
        why: None,
    }
}

/// How the event is marked.
fn kind(event: &JourneyEvent) -> &'static str {
    match event.value_amount {
        Some(value) if value < Exact::ZERO => "refund",
        Some(_) => "money",
        None if event.event_type == "identify" => "known",
        None => "seen",
    }
}
