//! Deliveries, the latest first.

use actix_web::HttpRequest;
use askama::Template;
use http_kit::extract::QueryReader;
use kernel::Keyset;
use webhook_events::ports::DeliveryRecord;
use webhook_events::{DeliveryStatus, Subscription};
use webhooks_api::deliveries::{DeliveriesParameters, DeliveriesQuery, deliveries};
use webhooks_api::list::subscriptions;

use super::words;
use super::{Answered, reader};
use crate::chrome::Chrome;
use crate::format::At;
use crate::page::page;
use crate::query_string::link;
use crate::viewer::AtProfile;

#[derive(Template)]
#[template(path = "console/webhooks/deliveries.html")]
struct DeliveriesPage {
    chrome: Chrome,
    /// Where all subscriptions are.
    all: String,
    path: String,
    statuses: Vec<Choice>,
    subscriptions: Vec<Choice>,
    is_filtered: bool,
    rows: Vec<Row>,
    first_page: Option<String>,
    next_page: Option<String>,
}

/// What a list may be narrowed to.
struct Choice {
    value: String,
    name: String,
    chosen: bool,
}

/// A delivery as it is listed.
pub(super) struct Row {
    pub href: String,
    pub event: &'static str,
    /// Where to; nothing when the subscription is gone.
    pub url: Option<String>,
    pub status: &'static str,
    pub chip: &'static str,
    pub attempts: u32,
    /// How the last attempt ended.
    pub last: Option<String>,
    pub next: Option<At>,
    pub created: At,
}

/// A delivery, with the subscriptions that there are.
pub(super) fn row(at: &AtProfile, it: &DeliveryRecord, known: &[Subscription]) -> Row {
    let zone = &at.profile.timezone;
    let to = known.iter().find(|one| one.id == it.subscription_id);
    Row {
        href: format!("{}/deliveries/{}", at.webhooks_path(), it.id),
        event: it.event_type.as_str(),
        url: to.map(|to| to.url.as_str().to_owned()),
        status: words::status(it.state.status()),
        chip: words::chip(it.state.status()),
        attempts: it.attempts,
        last: it.last_outcome.as_ref().map(words::outcome),
        next: words::next_attempt(it.state, zone),
        created: At::of(it.created_at, zone),
    }
}

/// The page. It takes the parameters of the interface's list; empty is all.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = reader(&request).await?;
    let mut query = QueryReader::of(&request);
    query.drop_empty("status");
    query.drop_empty("subscription_id");
    let query = query.read::<DeliveriesParameters>()?;
    let all = subscriptions(&at.viewer.state, &at.access).await?;
    let (rows, next) = deliveries(&at.viewer.state, &at.access, query).await?;
    let path = format!("{}/deliveries", at.webhooks_path());
    let pairs = asked(&query);
    Ok(page(&DeliveriesPage {
        chrome: at.chrome("Deliveries", at.webhooks_section()).await?,
        all: at.webhooks_path(),
        statuses: statuses(query.filter.status),
        subscriptions: all.iter().map(|it| choice(it, &query)).collect(),
        is_filtered: !pairs.is_empty(),
        rows: rows.iter().map(|it| row(&at, it, &all)).collect(),
        first_page: query.after.map(|_| link(&path, &pairs)),
        next_page: next.map(|next| earlier(&path, pairs.clone(), next)),
        path,
    }))
}

/// What stays on another page of the list.
fn asked(query: &DeliveriesQuery) -> Vec<(String, String)> {
    let filter = &query.filter;
    let pairs = [
        ("status", filter.status.map(|it| it.as_str().to_owned())),
        (
            "subscription_id",
            filter.subscription_id.map(|it| it.to_string()),
        ),
        ("type", filter.event_type.map(|it| it.to_string())),
    ];
    let told = pairs
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    told.collect()
}

fn earlier(path: &str, mut pairs: Vec<(String, String)>, after: Keyset) -> String {
    pairs.push(("cursor".to_owned(), after.to_string()));
    link(path, &pairs)
}

fn statuses(chosen: Option<DeliveryStatus>) -> Vec<Choice> {
    let choice = |status: DeliveryStatus| Choice {
        value: status.as_str().to_owned(),
        name: words::status(status).to_owned(),
        chosen: chosen == Some(status),
    };
    DeliveryStatus::ALL.into_iter().map(choice).collect()
}

fn choice(it: &Subscription, query: &DeliveriesQuery) -> Choice {
    Choice {
        value: it.id.to_string(),
        name: it.url.as_str().to_owned(),
        chosen: query.filter.subscription_id == Some(it.id),
    }
}
