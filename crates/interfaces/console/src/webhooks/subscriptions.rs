//! All subscriptions, and the form of a new one.

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use kernel::TimeZone;
use webhook_events::Subscription;
use webhooks_api::create::created;
use webhooks_api::list::subscriptions;

use super::samples::{self, Sample};
use super::subscription::{self, Fresh};
use super::words::Disabled;
use super::written::{Fields, Written};
use super::{Answered, reader, token, writer, writes};
use crate::chrome::{Chrome, Section};
use crate::error::PageError;
use crate::page;
use crate::viewer::AtProfile;

#[derive(Template)]
#[template(path = "console/webhooks/subscriptions.html")]
struct SubscriptionsPage {
    chrome: Chrome,
    path: String,
    /// The Developer page, for those who may open it.
    developer: Option<String>,
    token: String,
    writes: bool,
    rows: Vec<Row>,
    fields: Fields,
    samples: Vec<Sample>,
}

/// A subscription as it is listed.
struct Row {
    href: String,
    url: String,
    events: Vec<&'static str>,
    providers: Vec<String>,
    disabled: Option<Disabled>,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = reader(&request).await?;
    let template = listed(&at, Fields::from(&Written::empty())).await?;
    Ok(page::page(&template))
}

/// Subscribes and shows the secret, this once.
pub(super) async fn create(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let written = Written::read(&form);
    let state = at.viewer.state.clone().into_inner();
    match created(state, at.access.clone(), written.new_body()).await {
        Ok((subscription, secret)) => {
            let fresh = Fresh {
                title: "The subscription is made",
                secret: secret.reveal(),
                former_until: None,
            };
            subscription::answer(&at, &subscription, Some(fresh)).await
        }
        Err(problem) => refuse(&at, written.refused(problem)?).await,
    }
}

async fn refuse(at: &AtProfile, fields: Fields) -> Result<HttpResponse, PageError> {
    let template = listed(at, fields).await?;
    Ok(page::answer(StatusCode::BAD_REQUEST, &template))
}

async fn listed(at: &AtProfile, fields: Fields) -> Result<SubscriptionsPage, PageError> {
    let path = at.webhooks_path();
    let all = subscriptions(&at.viewer.state, &at.access).await?;
    let rows = all.iter().map(|it| row(it, &path, &at.profile.timezone));
    Ok(SubscriptionsPage {
        rows: rows.collect(),
        chrome: at.chrome("Webhooks", at.webhooks_section()).await?,
        developer: (at.webhooks_section() == Section::Developer).then(|| at.developer_path()),
        token: token(at).await?,
        writes: writes(at),
        fields,
        samples: samples::all(at.viewer.state.addresses.base()),
        path,
    })
}

fn row(it: &Subscription, path: &str, zone: &TimeZone) -> Row {
    Row {
        href: format!("{path}/subscriptions/{}", it.id),
        url: it.url.as_str().to_owned(),
        events: it.events.iter().map(|event| event.as_str()).collect(),
        providers: it.providers.iter().map(ToString::to_string).collect(),
        disabled: Disabled::of(it.state, zone),
    }
}
