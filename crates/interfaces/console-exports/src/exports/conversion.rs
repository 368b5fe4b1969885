//! One conversion: what platforms were told of it, what they would be told now, and why the rest stays.

use actix_web::HttpRequest;
use askama::Template;
use export_rules::{ActionSource, Routing, Status, Word};
use exports_api::deliveries::explain::{DecisionBody, ExplainedBody, conversion_exports};
use exports_api::deliveries::record::{ExportDeliveryBody, SkipBody};
use kernel::{ConversionId, Timestamp};

use super::names::Names;
use super::words::{self, State};
use super::{Answered, elsewhere, id_in, reader};
use crate::chrome::Chrome;
use crate::format::At;
use crate::page::page;
use crate::viewer::AtProfile;

#[derive(Template)]
#[template(path = "console/exports/conversion.html")]
struct ConversionPage {
    chrome: Chrome,
    elsewhere: String,
    /// Where everything else of exports is.
    all: String,
    id: String,
    event_id: String,
    happened: Option<At>,
    rows: Vec<Row>,
}

/// One destination and one rule.
struct Row {
    destination: String,
    destination_href: String,
    rule: String,
    rule_href: String,
    /// What keeps the destination from shipping.
    routing: Option<&'static str>,
    told: Option<Told>,
    now: Now,
}

/// What stands in the ledger.
struct Told {
    href: String,
    state: State,
    reason: Option<SkipBody>,
}

/// What would be decided now.
struct Now {
    words: String,
    reason: Option<SkipBody>,
    place: Option<&'static str>,
    fields: Vec<String>,
    filters: Vec<&'static str>,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = reader(&request).await?;
    let id: ConversionId = id_in(&request)?;
    let found = conversion_exports(&at.viewer.state, &at.access, id).await?;
    let names = Names::read(&at, None).await?;
    let happened = Timestamp::parse(&found.event_time);
    let rows = found.destinations.into_iter();
    Ok(page(&ConversionPage {
        chrome: at
            .chrome("Exports of a conversion", at.webhooks_section())
            .await?,
        elsewhere: elsewhere(&at),
        all: at.exports_path(),
        id: found.conversion_id.to_string(),
        event_id: found.event_id.to_string(),
        happened: happened.map(|it| At::of(it, &at.profile.timezone)),
        rows: rows.map(|it| row(&at, &names, it)).collect(),
    }))
}

fn row(at: &AtProfile, names: &Names, it: ExplainedBody) -> Row {
    let all = at.exports_path();
    let routing = Routing::parse(it.routing).filter(|routing| routing.skips().is_some());
    Row {
        destination: names.destination(it.destination_id.into()),
        destination_href: format!("{all}/destinations/{}", it.destination_id),
        rule: it.rule_name,
        rule_href: format!("{all}/rules/{}", it.rule_id),
        routing: routing.map(Routing::meaning),
        told: it.delivery.and_then(|it| told(&all, it)),
        now: now(it.now),
    }
}

fn told(all: &str, it: ExportDeliveryBody) -> Option<Told> {
    Some(Told {
        href: format!("{all}/deliveries/{}", it.id),
        state: Status::parse(it.status)?.into(),
        reason: it.skip_reason,
    })
}

fn now(it: DecisionBody) -> Now {
    // What the rule does not look at would not leave, whatever would be decided of it.
    if let Some(held_back) = it.held_back {
        return Now {
            words: held_back.to_owned(),
            reason: None,
            place: None,
            fields: Vec::new(),
            filters: Vec::new(),
        };
    }
    let name = it.platform_event_name.unwrap_or_default();
    Now {
        words: match it.outcome {
            "send" => format!("It would be told as {name}."),
            "wait" => format!("It would be told as {name}, and waits for what may still come."),
            _ => "It would not be told.".to_owned(),
        },
        reason: it.skip_reason,
        place: it
            .action_source
            .and_then(ActionSource::parse)
            .map(words::place),
        fields: it.fields,
        filters: it.filters_applied,
    }
}
