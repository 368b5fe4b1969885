//! One subscription: what it is, how it is changed, tried and removed.

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use kernel::Limit;
use webhook_events::ports::DeliveryFilter;
use webhook_events::{Subscription, SubscriptionId};
use webhooks_api::delete::deleted;
use webhooks_api::deliveries::{DeliveriesQuery, deliveries};
use webhooks_api::list::subscriptions;
use webhooks_api::rotate_secret::rotated;
use webhooks_api::subscription::ChangeBody;
use webhooks_api::test::tested;
use webhooks_api::update::updated;

use super::deliveries::{Row, row};
use super::words::Disabled;
use super::written::{Fields, Written};
use super::{Answered, id_in, reader, refused, token, writer, writes};
use crate::chrome::Chrome;
use crate::error::PageError;
use crate::format::At;
use crate::page::{self, see_other};
use crate::viewer::AtProfile;

/// How many of its deliveries the page shows.
const LATEST: u32 = 10;

#[derive(Template)]
#[template(path = "console/webhooks/subscription.html")]
struct SubscriptionPage {
    chrome: Chrome,
    /// Where all of them are.
    all: String,
    path: String,
    token: String,
    writes: bool,
    id: String,
    url: String,
    events: Vec<&'static str>,
    providers: Vec<String>,
    disabled: Option<Disabled>,
    created: At,
    updated: At,
    fresh: Option<Fresh>,
    fields: Fields,
    rows: Vec<Row>,
    /// Where all of its deliveries are.
    deliveries: String,
}

/// A secret that was made just now.
pub(super) struct Fresh {
    pub title: &'static str,
    pub secret: String,
    /// Until when deliveries are signed with the former one, too.
    pub former_until: Option<At>,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = reader(&request).await?;
    let found = find(&at, id_in(&request, "subscription_id")?).await?;
    answer(&at, &found, None).await
}

async fn find(at: &AtProfile, id: SubscriptionId) -> Result<Subscription, PageError> {
    let all = subscriptions(&at.viewer.state, &at.access).await?;
    let found = all.into_iter().find(|it| it.id == id);
    found.ok_or(PageError::NotFound)
}

/// The page, with the secret that was made just now.
pub(super) async fn answer(
    at: &AtProfile,
    subscription: &Subscription,
    fresh: Option<Fresh>,
) -> Answered {
    let fields = Fields::from(&Written::from(subscription));
    let template = shown(at, subscription, (fields, fresh)).await?;
    Ok(if template.fresh.is_some() {
        page::page_with_script(&template)
    } else {
        page::page(&template)
    })
}

async fn shown(
    at: &AtProfile,
    subscription: &Subscription,
    (fields, fresh): (Fields, Option<Fresh>),
) -> Result<SubscriptionPage, PageError> {
    let (all, zone) = (at.webhooks_path(), &at.profile.timezone);
    let query = DeliveriesQuery {
        filter: DeliveryFilter {
            subscription_id: Some(subscription.id),
            ..DeliveryFilter::default()
        },
        limit: Limit::new(LATEST).ok_or(PageError::Internal)?,
        after: None,
    };
    let (rows, _) = deliveries(&at.viewer.state, &at.access, query).await?;
    let known = std::slice::from_ref(subscription);
    let rows = rows.iter().map(|it| row(at, it, known)).collect();
    Ok(SubscriptionPage {
        chrome: at.chrome("Webhook", at.webhooks_section()).await?,
        path: format!("{all}/subscriptions/{}", subscription.id),
        deliveries: format!("{all}/deliveries?subscription_id={}", subscription.id),
        all,
        token: token(at).await?,
        writes: writes(at),
        id: subscription.id.to_string(),
        url: subscription.url.as_str().to_owned(),
        events: subscription.events.iter().map(|it| it.as_str()).collect(),
        providers: subscription
            .providers
            .iter()
            .map(ToString::to_string)
            .collect(),
        disabled: Disabled::of(subscription.state, zone),
        created: At::of(subscription.created_at, zone),
        updated: At::of(subscription.updated_at, zone),
        fresh,
        fields,
        rows,
    })
}

/// Changes what it says. Another host gets another secret, which is shown this once.
pub(super) async fn change(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let id: SubscriptionId = id_in(&request, "subscription_id")?;
    let written = Written::read(&form);
    let state = at.viewer.state.clone().into_inner();
    let input = (id, written.change_body());
    let updated = match updated(state, at.access.clone(), input).await {
        Ok(updated) => updated,
        Err(problem) => {
            let fields = written.refused(problem)?;
            let found = find(&at, id).await?;
            let template = shown(&at, &found, (fields, None)).await?;
            return Ok(page::answer(StatusCode::BAD_REQUEST, &template));
        }
    };
    let Some(secret) = updated.secret else {
        return Ok(to(&at, id));
    };
    let fresh = Fresh {
        title: "Another host has another secret",
        secret: secret.reveal(),
        former_until: None,
    };
    answer(&at, &updated.subscription, Some(fresh)).await
}

/// Switches it on or off.
pub(super) async fn switch(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let id: SubscriptionId = id_in(&request, "subscription_id")?;
    let enabled = match form.one("enabled") {
        Some("true") => true,
        Some("false") => false,
        _ => return Err(PageError::Form),
    };
    let state = at.viewer.state.clone().into_inner();
    let input = (id, ChangeBody::of_enabled(enabled));
    let done = updated(state, at.access.clone(), input).await;
    done.map_err(refused)?;
    Ok(to(&at, id))
}

/// Replaces the secret and shows the new one, this once.
pub(super) async fn rotate(request: HttpRequest, body: Bytes) -> Answered {
    let (at, _) = writer(&request, &body).await?;
    let id: SubscriptionId = id_in(&request, "subscription_id")?;
    let state = at.viewer.state.clone().into_inner();
    let new = rotated(state, at.access.clone(), id).await;
    let new = new.map_err(refused)?;
    let fresh = Fresh {
        title: "The secret is replaced",
        secret: new.secret.reveal(),
        former_until: Some(At::of(new.previous_expires_at, &at.profile.timezone)),
    };
    answer(&at, &find(&at, id).await?, Some(fresh)).await
}

/// Sends a test, and leads to what becomes of it.
pub(super) async fn test(request: HttpRequest, body: Bytes) -> Answered {
    let (at, _) = writer(&request, &body).await?;
    let id: SubscriptionId = id_in(&request, "subscription_id")?;
    let state = at.viewer.state.clone().into_inner();
    let delivery = tested(state, at.access.clone(), id).await;
    let delivery = delivery.map_err(refused)?;
    let path = at.webhooks_path();
    Ok(see_other(&format!("{path}/deliveries/{delivery}")))
}

/// Removes it with what waits for it.
pub(super) async fn delete(request: HttpRequest, body: Bytes) -> Answered {
    let (at, _) = writer(&request, &body).await?;
    let id: SubscriptionId = id_in(&request, "subscription_id")?;
    let state = at.viewer.state.clone().into_inner();
    let done = deleted(state, at.access.clone(), id).await;
    done.map_err(refused)?;
    Ok(see_other(&at.webhooks_path()))
}

fn to(at: &AtProfile, id: SubscriptionId) -> HttpResponse {
    see_other(&format!("{}/subscriptions/{id}", at.webhooks_path()))
}
