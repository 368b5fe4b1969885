//! What was told and what was not, the latest first.

use actix_web::HttpRequest;
use askama::Template;
use export_rules::{LedgerLine, SkipReason, Status, Word};
use exports_api::deliveries::list::{
    ExportDeliveriesParameters, ExportDeliveriesQuery, deliveries,
};
use http_kit::extract::QueryReader;

use super::names::Names;
use super::words::{self, Choice, Reason, State};
use super::{Answered, elsewhere, reader};
use crate::chrome::Chrome;
use crate::format::At;
use crate::page::page;
use crate::query_string::link;
use crate::viewer::AtProfile;

/// The parameters that narrow the list.
const FILTERS: [&str; 6] = [
    "status",
    "skip_reason",
    "destination_id",
    "rule_id",
    "conversion_id",
    "kind",
];

#[derive(Template)]
#[template(path = "console/exports/deliveries.html")]
struct DeliveriesPage {
    chrome: Chrome,
    elsewhere: String,
    /// Where everything else of exports is.
    all: String,
    path: String,
    statuses: Vec<Choice>,
    reasons: Vec<Choice>,
    destinations: Vec<Choice>,
    rules: Vec<Choice>,
    is_filtered: bool,
    rows: Vec<Row>,
    first_page: Option<String>,
    next_page: Option<String>,
}

/// A delivery as it is listed.
struct Row {
    href: String,
    event: String,
    is_test: bool,
    decided: At,
    destination: String,
    rule: Option<String>,
    state: State,
    reason: Option<Reason>,
}

/// The page. It takes the parameters of the interface's list; empty is all.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = reader(&request).await?;
    let mut query = QueryReader::of(&request);
    for name in FILTERS {
        query.drop_empty(name);
    }
    let query = query.read::<ExportDeliveriesParameters>()?;
    let (lines, next) = deliveries(&at.viewer.state, &at.access, query).await?;
    let told = lines.iter().filter_map(|line| line.rule_id);
    let names = Names::read(&at, told.chain(query.filter.rule_id)).await?;
    let path = format!("{}/deliveries", at.exports_path());
    let pairs = asked(&query);
    let next = next.map(|next| {
        let mut pairs = pairs.clone();
        pairs.push(("cursor".to_owned(), next.to_string()));
        link(&path, &pairs)
    });
    Ok(page(&DeliveriesPage {
        chrome: at
            .chrome("Export deliveries", at.webhooks_section())
            .await?,
        elsewhere: elsewhere(&at),
        all: at.exports_path(),
        statuses: statuses(query.filter.status),
        reasons: reasons(query.filter.skip_reason),
        destinations: destinations(&names, &query),
        rules: rules(&names, &query),
        is_filtered: !pairs.is_empty(),
        rows: lines.iter().map(|line| row(&at, &names, line)).collect(),
        first_page: query.after.map(|_| link(&path, &pairs)),
        next_page: next,
        path,
    }))
}

fn row(at: &AtProfile, names: &Names, line: &LedgerLine) -> Row {
    Row {
        href: format!("{}/deliveries/{}", at.exports_path(), line.id),
        event: words::event(line),
        is_test: words::is_test(line),
        decided: At::of(line.created_at, &at.profile.timezone),
        destination: names.destination(line.destination_id),
        rule: line
            .rule_id
            .and_then(|id| names.rule(id).map(str::to_owned)),
        state: line.status.into(),
        reason: line.skip_reason.map(Reason::from),
    }
}

/// What stays on another page of the list.
fn asked(query: &ExportDeliveriesQuery) -> Vec<(String, String)> {
    let filter = &query.filter;
    let told = [
        filter.status.map(|it| it.to_string()),
        filter.skip_reason.map(|it| it.to_string()),
        filter.destination_id.map(|it| it.to_string()),
        filter.rule_id.map(|it| it.to_string()),
        filter.conversion_id.map(|it| it.to_string()),
        filter.kind.map(|it| it.to_string()),
    ];
    let pairs = FILTERS.into_iter().zip(told);
    pairs
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect()
}

fn statuses(chosen: Option<Status>) -> Vec<Choice> {
    let choice = |status: &Status| Choice {
        word: status.to_string(),
        label: State::from(*status).words.to_owned(),
        is_chosen: chosen == Some(*status),
    };
    Status::ALL.iter().map(choice).collect()
}

fn reasons(chosen: Option<SkipReason>) -> Vec<Choice> {
    let choice = |reason: &SkipReason| Choice {
        word: reason.to_string(),
        label: reason.as_str().replace('_', " "),
        is_chosen: chosen == Some(*reason),
    };
    SkipReason::ALL.iter().map(choice).collect()
}

fn destinations(names: &Names, query: &ExportDeliveriesQuery) -> Vec<Choice> {
    let all = names.destinations.iter();
    all.map(|it| Choice {
        word: it.id.to_string(),
        label: words::destination(it),
        is_chosen: query.filter.destination_id == Some(it.id),
    })
    .collect()
}

/// Rules that are not archived, and the one that is asked for.
fn rules(names: &Names, query: &ExportDeliveriesQuery) -> Vec<Choice> {
    let all = names.rules.iter().map(|rule| rule.id);
    let asked = query.filter.rule_id;
    let other = asked.filter(|id| names.rules.iter().all(|rule| rule.id != *id));
    all.chain(other)
        .filter_map(|id| Some((id, names.rule(id)?)))
        .map(|(id, name)| Choice {
            word: id.to_string(),
            label: name.to_owned(),
            is_chosen: asked == Some(id),
        })
        .collect()
}
