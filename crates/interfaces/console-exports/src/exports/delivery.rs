//! One delivery: what was decided, what left, and what the platform answered.

use actix_web::HttpRequest;
use askama::Template;
use export_rules::{ExportDeliveryId, LedgerLine, Word};

use super::names::Names;
use super::words::{self, Reason, State};
use super::{Answered, elsewhere, id_in, reader};
use crate::chrome::Chrome;
use crate::error::PageError;
use crate::format::{At, Number};
use crate::page::page;
use crate::viewer::AtProfile;

#[derive(Template)]
#[template(path = "console/exports/delivery.html")]
struct DeliveryPage {
    chrome: Chrome,
    elsewhere: String,
    /// Where all deliveries are.
    all: String,
    id: String,
    event: String,
    is_test: bool,
    state: State,
    reason: Option<Reason>,
    next: Option<At>,
    decided: At,
    run: Option<String>,
    happened: At,
    destination: Linked,
    rule: Option<Linked>,
    /// Where the conversion is explained.
    conversion: Option<Linked>,
    event_id: Option<String>,
    place: Option<&'static str>,
    worth: Option<Number>,
    match_keys: Vec<&'static str>,
    filters: Vec<&'static str>,
    attempts: u32,
    answer: Answer,
}

/// Something that has a page.
struct Linked {
    href: String,
    name: String,
}

/// What the platform said last.
struct Answer {
    status: Option<u16>,
    code: Option<i64>,
    subcode: Option<i64>,
    trace: Option<String>,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = reader(&request).await?;
    let id: ExportDeliveryId = id_in(&request)?;
    let reader = &at.viewer.state.exports.deliveries;
    let line = reader.find(&at.access, id).await?;
    let line = line.ok_or(PageError::NotFound)?;
    let names = Names::read(&at, line.rule_id).await?;
    let chrome = at.chrome("Export delivery", at.webhooks_section()).await?;
    Ok(page(&shown(&at, chrome, (&line, &names))))
}

fn shown(at: &AtProfile, chrome: Chrome, (line, names): (&LedgerLine, &Names)) -> DeliveryPage {
    let (all, zone) = (at.exports_path(), &at.profile.timezone);
    let (told, tried) = (&line.told, &line.tried);
    let linked = |place: &str, id: String, name: String| Linked {
        href: format!("{all}/{place}/{id}"),
        name,
    };
    let rule = line.rule_id.and_then(|id| Some((id, names.rule(id)?)));
    let destination = names.destination(line.destination_id);
    DeliveryPage {
        chrome,
        elsewhere: elsewhere(at),
        all: format!("{all}/deliveries"),
        id: line.id.to_string(),
        event: words::event(line),
        is_test: words::is_test(line),
        state: line.status.into(),
        reason: line.skip_reason.map(Reason::from),
        next: line.next_attempt_at.map(|next| At::of(next, zone)),
        decided: At::of(line.created_at, zone),
        run: line.run_id.map(|id| id.to_string()),
        happened: At::of(line.source.occurred_at, zone),
        destination: linked("destinations", line.destination_id.to_string(), destination),
        rule: rule.map(|(id, name)| linked("rules", id.to_string(), name.to_owned())),
        conversion: line
            .source
            .conversion
            .map(|id| linked("conversions", id.to_string(), id.to_string())),
        event_id: told.event_id.clone(),
        place: told.action_source.map(words::place),
        worth: told.worth.map(words::worth),
        match_keys: told.match_keys.iter().map(|key| key.as_str()).collect(),
        filters: told.filters.iter().map(Word::as_str).collect(),
        attempts: tried.count,
        answer: Answer {
            status: tried.http_status,
            code: tried.platform_code,
            subcode: tried.subcode,
            trace: tried.trace_id.clone(),
        },
    }
}
