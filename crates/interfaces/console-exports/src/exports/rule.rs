//! One rule: what it is, and what it would have told.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use conversion_export::dry_run::MAX_DAYS;
use conversion_export::rules::try_out::Tried;
use export_rules::{DestinationId, DestinationKind, Rule, RuleId, RuleSource, RuleValue, Word};
use http_kit::extract::{QueryReader, parse_uuid};
use http_kit::problem::{FieldCode, Problem};
use kernel::Period;

use super::names::Names;
use super::trial::{self, Trial};
use super::words::{self, Choice};
use super::written::{recurring_label, value_label};
use super::{Answered, elsewhere, id_in, reader};
use crate::chrome::Chrome;
use crate::error::PageError;
use crate::format::{At, Number, days};
use crate::page;
use crate::query_string;
use crate::viewer::AtProfile;

#[derive(Template)]
#[template(path = "console/exports/rule.html")]
struct RulePage {
    chrome: Chrome,
    elsewhere: String,
    /// Where everything else of exports is.
    all: String,
    path: String,
    id: String,
    name: String,
    state: &'static str,
    is_on: bool,
    reads: String,
    tells: String,
    value: &'static str,
    fixed: Option<Number>,
    recurring: &'static str,
    /// Names of its own, by platform.
    names: Vec<(&'static str, String)>,
    /// What it closes beyond the profile.
    closes: Vec<&'static str>,
    priority: u16,
    created: At,
    updated: At,
    /// Where it can be tried.
    destinations: Vec<Choice>,
    from: String,
    to: String,
    wrong: Option<String>,
    trial: Option<Trial>,
}

/// Where and on which days the address asks to try it.
struct Asked {
    destination: Option<DestinationId>,
    period: Period,
}

/// The page, with what it would have told a destination when the address names one.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = reader(&request).await?;
    let id: RuleId = id_in(&request)?;
    let input = (at.access.profile_id, id);
    let found = at.viewer.state.read(&input, |work, _, (profile, id)| {
        Box::pin(async move { work.export_rules().find(*profile, *id).await })
    });
    let rule = found.await?.ok_or(PageError::NotFound)?;
    let asked = asked(&request, &at)?;
    let names = Names::read(&at, None).await?;
    let (trial, wrong) = tried(&at, &rule, &asked).await?;
    answer(&at, (&rule, &names), (&asked, trial, wrong)).await
}

fn asked(request: &HttpRequest, at: &AtProfile) -> Result<Asked, PageError> {
    let mut query = QueryReader::of(request);
    query.drop_empty("destination_id");
    let destination = query.optional("destination_id", |text| {
        parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
    });
    let Ok(destination) = destination else {
        return Err(Problem::invalid(query.into_errors()).into());
    };
    let today = query_string::today(&at.profile.timezone, at.viewer.state.clock.now());
    Ok(Asked {
        destination: destination.map(Into::into),
        period: query_string::period(request, today)?,
    })
}

/// What it would have told, or why that cannot be tried.
async fn tried(
    at: &AtProfile,
    rule: &Rule,
    asked: &Asked,
) -> Result<(Option<Trial>, Option<String>), PageError> {
    let Some(id) = asked.destination else {
        return Ok((None, None));
    };
    let period = asked.period;
    let now = at.viewer.state.clock.now();
    let Some(span) = trial::span_of(period, &at.profile.timezone, now) else {
        let words = format!("At most {MAX_DAYS} days up to now can be tried at once.");
        return Ok((None, Some(words)));
    };
    let days = days(period.from(), period.to());
    let trial = trial::trial(at, Tried::Kept(rule.id), id, (span, days)).await?;
    Ok((Some(trial), None))
}

async fn answer(
    at: &AtProfile,
    (rule, names): (&Rule, &Names),
    (asked, trial, wrong): (&Asked, Option<Trial>, Option<String>),
) -> Result<HttpResponse, PageError> {
    let (settings, zone) = (&rule.settings, &at.profile.timezone);
    let (state, is_on) = match (settings.archived_at, settings.enabled) {
        (Some(_), _) => ("Archived", false),
        (None, true) => ("On", true),
        (None, false) => ("Off", false),
    };
    let status = if wrong.is_some() {
        StatusCode::BAD_REQUEST
    } else {
        StatusCode::OK
    };
    let page = RulePage {
        chrome: at.chrome("Export rule", at.webhooks_section()).await?,
        elsewhere: elsewhere(at),
        all: at.exports_path(),
        path: format!("{}/rules/{}", at.exports_path(), rule.id),
        id: rule.id.to_string(),
        name: settings.name.clone(),
        state,
        is_on,
        reads: reads(at, &settings.source).await?,
        tells: words::tells(rule),
        value: value_label(settings.value.mode()),
        fixed: match settings.value {
            RuleValue::Fixed(worth) => Some(words::worth(worth)),
            RuleValue::Event | RuleValue::None => None,
        },
        recurring: recurring_label(settings.recurring_payment_mode),
        names: own_names(rule),
        closes: closes(rule),
        priority: settings.priority,
        created: At::of(rule.created_at, zone),
        updated: At::of(rule.updated_at, zone),
        destinations: destinations(rule, names, asked.destination),
        from: asked.period.from().to_string(),
        to: asked.period.to().to_string(),
        wrong,
        trial,
    };
    Ok(page::answer(status, &page))
}

/// Destinations, those of kinds that the rule tells first.
fn destinations(rule: &Rule, names: &Names, chosen: Option<DestinationId>) -> Vec<Choice> {
    let is_told = |kind: DestinationKind| *rule.settings.destinations.of(kind);
    let mut all: Vec<_> = names.destinations.iter().collect();
    all.sort_by_key(|it| !is_told(it.kind()));
    all.into_iter()
        .map(|it| Choice {
            word: it.id.to_string(),
            label: words::destination(it),
            is_chosen: chosen == Some(it.id),
        })
        .collect()
}

/// What it reads; a definition by its name.
async fn reads(at: &AtProfile, source: &RuleSource) -> Result<String, PageError> {
    let Some(id) = source.definition() else {
        return Ok(words::reads(source));
    };
    let both = at.viewer.state.catalogues.catalogues(at.access.profile_id);
    let all = both.await?.conversion_definitions;
    let found = all.iter().find(|it| it.definition.id == id);
    Ok(found.map_or_else(
        || words::reads(source),
        |it| format!("Conversions of {}", it.definition.display_name.as_str()),
    ))
}

fn own_names(rule: &Rule) -> Vec<(&'static str, String)> {
    let kinds = DestinationKind::ALL.iter().copied();
    let named = kinds.filter_map(|kind| {
        let name = rule.settings.event_names.of(kind).clone()?;
        Some((words::platform(kind), name))
    });
    named.collect()
}

fn closes(rule: &Rule) -> Vec<&'static str> {
    let Some(closed) = rule.settings.privacy_override else {
        return Vec::new();
    };
    let limited = closed.limited_data_use.map(|_| "limited_data_use");
    let parts = closed.close.iter().map(Word::as_str);
    parts.chain(limited).collect()
}
