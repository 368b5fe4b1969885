//! One delivery with its attempts.

use actix_web::HttpRequest;
use actix_web::web::Bytes;
use askama::Template;
use kernel::TimeZone;
use webhook_events::DeliveryId;
use webhook_events::ports::AttemptRecord;
use webhooks_api::list::subscriptions;
use webhooks_api::replay::replayed;
use webhooks_api::show_delivery::delivery;

use super::deliveries::{Row, row};
use super::words;
use super::{Answered, id_in, reader, refused, token, writer, writes};
use crate::chrome::Chrome;
use crate::format::At;
use crate::page::{page, see_other};

#[derive(Template)]
#[template(path = "console/webhooks/delivery.html")]
struct DeliveryPage {
    chrome: Chrome,
    /// Where all deliveries are.
    all: String,
    path: String,
    token: String,
    /// Whether the reader may have it sent again, as long as there is something to send.
    replays: bool,
    is_payload_kept: bool,
    id: String,
    event_id: String,
    subscription: String,
    row: Row,
    attempts: Vec<Attempt>,
}

/// One request.
struct Attempt {
    number: u32,
    ended: At,
    outcome: String,
    is_success: bool,
    took: String,
    /// The beginning of the answer: text of a stranger.
    excerpt: String,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = reader(&request).await?;
    let id: DeliveryId = id_in(&request, "delivery_id")?;
    let found = delivery(&at.viewer.state, &at.access, id).await?;
    let known = subscriptions(&at.viewer.state, &at.access).await?;
    let (all, zone) = (at.webhooks_path(), &at.profile.timezone);
    let subscription = found.delivery.subscription_id;
    let attempts = found.attempts.iter().map(|it| attempt(it, zone));
    Ok(page(&DeliveryPage {
        attempts: attempts.collect(),
        chrome: at.chrome("Delivery", at.webhooks_section()).await?,
        all: format!("{all}/deliveries"),
        path: format!("{all}/deliveries/{id}"),
        subscription: format!("{all}/subscriptions/{subscription}"),
        token: token(&at).await?,
        replays: writes(&at) && found.is_payload_kept,
        is_payload_kept: found.is_payload_kept,
        id: id.to_string(),
        event_id: found.delivery.event_id.to_string(),
        row: row(&at, &found.delivery, &known),
    }))
}

fn attempt(it: &AttemptRecord, zone: &TimeZone) -> Attempt {
    Attempt {
        number: it.number,
        ended: At::of(it.at, zone),
        outcome: words::outcome(&it.outcome),
        is_success: it.outcome.is_success(),
        took: format!("{}\u{a0}ms", it.took.as_millis()),
        excerpt: it.excerpt.text(),
    }
}

/// Has it sent once more.
pub(super) async fn replay(request: HttpRequest, body: Bytes) -> Answered {
    let (at, _) = writer(&request, &body).await?;
    let id: DeliveryId = id_in(&request, "delivery_id")?;
    let state = at.viewer.state.clone().into_inner();
    let done = replayed(state, at.access.clone(), id).await;
    done.map_err(refused)?;
    let path = at.webhooks_path();
    Ok(see_other(&format!("{path}/deliveries/{id}")))
}
