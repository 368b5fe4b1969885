//! One destination: how it is wired, and a test of that.

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use conversion_export::destinations::list::ListedDestination;
use conversion_export::test_send::TestSend;
use export_rules::{ActionSource, DestinationId, DestinationKind, Target, Word};
use exports_api::deliveries::test_send::{SentBody, TestBody, send};
use exports_api::destinations::list::destinations;
use exports_api::diagnostics::diagnostics;
use http_kit::problem::{Code, FieldError, Problem};
use kernel::Timestamp;

use super::words::{self, State};
use super::{Answered, elsewhere, id_in, reader, refused, token, writer, writes};
use crate::chrome::Chrome;
use crate::connections::called;
use crate::error::PageError;
use crate::format::{At, Number, count, sentence};
use crate::page;
use crate::viewer::AtProfile;

#[derive(Template)]
#[template(path = "console/exports/destination.html")]
struct DestinationPage {
    chrome: Chrome,
    elsewhere: String,
    /// Where everything else of exports is.
    all: String,
    path: String,
    /// Where its deliveries are.
    deliveries: String,
    token: String,
    /// Whether the reader may send a test, as far as there can be one.
    tests: bool,
    /// Whether a test could be sent if it were on.
    is_off: bool,
    id: String,
    name: String,
    clean: Option<String>,
    account: String,
    ships: bool,
    routing: &'static str,
    remedy: Option<&'static str>,
    waiting: Number,
    since: Option<At>,
    last: Option<(State, At)>,
    /// What somebody wrote.
    code: String,
    wrong: Vec<String>,
    sent: Option<Sent>,
}

/// A test that was sent just now.
struct Sent {
    is_taken: bool,
    href: String,
    dataset: String,
    event_id: String,
    place: Option<&'static str>,
    filters: Vec<&'static str>,
    mode: &'static str,
    warning: Option<&'static str>,
    status: Option<u16>,
    /// What the platform said of an error: text of a stranger.
    said: Option<String>,
}

/// A form of a test as it came, and what came of it.
#[derive(Default)]
struct Tested {
    code: String,
    wrong: Vec<String>,
    sent: Option<SentBody>,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = reader(&request).await?;
    answer(&at, id_in(&request)?, Tested::default()).await
}

/// Sends a test, and shows what the platform answered.
pub(super) async fn test(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let id: DestinationId = id_in(&request)?;
    let code = form.one("test_event_code").unwrap_or_default().to_owned();
    let asked = TestBody::of(id, Some(code.as_str()).filter(|code| !code.is_empty()));
    let state = at.viewer.state.clone().into_inner();
    let sent = match TestSend::try_from(asked) {
        Ok(command) => send(state, at.access.clone(), command).await,
        Err(problem) => Err(problem),
    };
    let tested = match sent {
        Ok(sent) => Tested {
            code,
            sent: Some(SentBody::from(sent)),
            wrong: Vec::new(),
        },
        Err(problem) => Tested {
            code,
            wrong: wrong(problem)?,
            sent: None,
        },
    };
    answer(&at, id, tested).await
}

/// What keeps a test from being sent, beside its form; any other refusal is a page of its own.
fn wrong(problem: Problem) -> Result<Vec<String>, PageError> {
    match problem.code() {
        Code::InvalidRequest => {
            let said = |error: &FieldError| format!("The code {}.", error.detail);
            Ok(problem.errors().iter().map(said).collect())
        }
        Code::Conflict => Ok(vec![sentence(problem.detail())]),
        _ => Err(refused(problem)),
    }
}

async fn answer(
    at: &AtProfile,
    id: DestinationId,
    tested: Tested,
) -> Result<HttpResponse, PageError> {
    let (listed, _) = destinations(&at.viewer.state, &at.access).await?;
    let mut all = listed.destinations.iter();
    let found = all.find(|it| it.destination.id == id);
    let found = found.ok_or(PageError::NotFound)?;
    let status = if tested.wrong.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::BAD_REQUEST
    };
    let template = shown(at, found, tested).await?;
    Ok(page::answer(status, &template))
}

async fn shown(
    at: &AtProfile,
    listed: &ListedDestination,
    tested: Tested,
) -> Result<DestinationPage, PageError> {
    let (it, all) = (&listed.destination, at.exports_path());
    let wired = diagnostics(&at.viewer.state, &at.access).await?;
    let mut wired = wired.destinations.into_iter();
    let wiring = wired.find(|wiring| wiring.destination_id == it.id.uuid());
    let wiring = wiring.ok_or(PageError::NotFound)?;
    let instant = |text: &str| {
        let at_instant = Timestamp::parse(text)?;
        Some(At::of(at_instant, &at.profile.timezone))
    };
    let is_social = it.kind() == DestinationKind::SocialCapi;
    let clean = match &it.target {
        Target::Social {
            clean_dataset_id, ..
        } => clean_dataset_id.as_ref(),
        Target::Search { .. } => None,
    };
    Ok(DestinationPage {
        chrome: at
            .chrome("Export destination", at.webhooks_section())
            .await?,
        elsewhere: elsewhere(at),
        path: format!("{all}/destinations/{}", it.id),
        deliveries: format!("{all}/deliveries?destination_id={}", it.id),
        token: token(at).await?,
        tests: writes(at) && is_social && it.enabled,
        is_off: is_social && !it.enabled,
        id: it.id.to_string(),
        name: words::destination(it),
        clean: clean.map(|id| id.as_str().to_owned()),
        account: listed.connection.as_ref().map(called).unwrap_or_default(),
        ships: listed.routing.skips().is_none(),
        routing: wiring.routing_meaning,
        remedy: wiring.remedy,
        waiting: count(i64::try_from(wiring.waiting).unwrap_or(i64::MAX)),
        since: wiring.waiting_since.as_deref().and_then(instant),
        last: wiring.last_delivery.and_then(|last| {
            let status = export_rules::Status::parse(last.status)?;
            Some((State::from(status), instant(&last.at)?))
        }),
        code: tested.code,
        wrong: tested.wrong,
        sent: tested.sent.map(|sent| shown_sent(&all, sent)),
        all,
    })
}

fn shown_sent(all: &str, sent: SentBody) -> Sent {
    Sent {
        is_taken: sent.is_taken,
        href: format!("{all}/deliveries/{}", sent.delivery_id),
        dataset: sent.meta_pixel_id,
        event_id: sent.event_id,
        place: ActionSource::parse(sent.action_source).map(words::place),
        filters: sent.filters_applied,
        mode: sent.privacy_mode,
        warning: sent.quality_warning,
        status: sent.http_status,
        said: sent.platform_message,
    }
}
