//! A new rule: its form, and what it would read and tell before it is made.

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use conversion_export::rules::try_out::Tried;
use export_rules::{
    DestinationId, DestinationKind, RecurringPaymentMode, TriggerMode, ValueMode, Word,
};
use exports_api::rules::RuleWrite;
use exports_api::rules::create::created;
use exports_api::rules::preview::previewed;
use http_kit::extract::parse_uuid;
use http_kit::problem::Problem;
use kernel::Scope;

use super::names::Names;
use super::trial::{self, Trial};
use super::words::{self, Choice};
use super::written::{Written, recurring_label, trigger_label, value_label};
use super::{Answered, elsewhere, token, writer};
use crate::chrome::Chrome;
use crate::error::PageError;
use crate::format::{Number, count};
use crate::page::{self, see_other};
use crate::viewer::AtProfile;

#[derive(Template)]
#[template(path = "console/exports/new_rule.html")]
struct NewRulePage {
    chrome: Chrome,
    elsewhere: String,
    /// Where everything else of exports is.
    all: String,
    token: String,
    written: Written,
    triggers: Vec<Choice>,
    definitions: Vec<Choice>,
    kinds: Vec<Choice>,
    values: Vec<Choice>,
    recurring: Vec<Choice>,
    /// Where it can be tried.
    destinations: Vec<Choice>,
    preview: Option<Preview>,
}

/// What it would read, and what it would tell.
struct Preview {
    days: u32,
    candidates: Number,
    matched_on: Vec<String>,
    event_name: String,
    trial: Option<Trial>,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::ExportsWrite).await?;
    let chosen = None;
    answer(&at, StatusCode::OK, (Written::empty(), chosen, None)).await
}

/// Makes it, and leads to its page.
pub(super) async fn create(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let written = Written::read(&form);
    let state = at.viewer.state.clone().into_inner();
    match created(state, at.access.clone(), &written.body()?).await {
        Ok(rule) => Ok(see_other(&format!(
            "{}/rules/{}",
            at.exports_path(),
            rule.id
        ))),
        Err(problem) => {
            let refused = (written.refused(problem)?, None, None);
            answer(&at, StatusCode::BAD_REQUEST, refused).await
        }
    }
}

/// Shows what it would read in the last days, and what it would tell a destination. Nothing is kept.
pub(super) async fn preview(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let written = Written::read(&form);
    let destination = form.one("destination_id").and_then(parse_uuid);
    let destination = destination.map(DestinationId::new);
    let rule = written.body()?;
    match foretold(&at, &rule, destination).await {
        Ok(preview) => {
            let shown = (written, destination, Some(preview));
            answer(&at, StatusCode::OK, shown).await
        }
        Err(problem) => {
            let refused = (written.refused(problem)?, destination, None);
            answer(&at, StatusCode::BAD_REQUEST, refused).await
        }
    }
}

async fn foretold(
    at: &AtProfile,
    rule: &RuleWrite,
    destination: Option<DestinationId>,
) -> Result<Preview, Problem> {
    let (state, access) = (&at.viewer.state, &at.access);
    let found = previewed(state, access, rule).await?;
    let trial = match destination {
        None => None,
        Some(id) => {
            let span = trial::last_days(state.clock.now());
            let days = format!("The last {} days", trial::DAYS);
            let drafted = Tried::Drafted(Box::new(rule.to_new()?));
            Some(trial::trial(at, drafted, id, (span, days)).await?)
        }
    };
    Ok(Preview {
        days: found.days,
        candidates: count(i64::try_from(found.candidate_count).unwrap_or(i64::MAX)),
        matched_on: found.matched_on,
        event_name: found.platform_event_name,
        trial,
    })
}

async fn answer(
    at: &AtProfile,
    status: StatusCode,
    (written, destination, preview): (Written, Option<DestinationId>, Option<Preview>),
) -> Result<HttpResponse, PageError> {
    let names = Names::read(at, None).await?;
    let chosen = |name: &'static str| {
        let text = written.text(name).to_owned();
        move |word: &str| word == text
    };
    let template = NewRulePage {
        chrome: at.chrome("New export rule", at.webhooks_section()).await?,
        elsewhere: elsewhere(at),
        all: at.exports_path(),
        token: token(at).await?,
        triggers: choices(TriggerMode::ALL, trigger_label, chosen("trigger_mode")),
        definitions: definitions(at, chosen("source_ref_id")).await?,
        kinds: choices(DestinationKind::ALL, words::platform, |word| {
            DestinationKind::parse(word).is_some_and(|kind| written.tells(kind))
        }),
        values: choices(ValueMode::ALL, value_label, chosen("value_mode")),
        recurring: choices(
            RecurringPaymentMode::ALL,
            recurring_label,
            chosen("recurring_payment_mode"),
        ),
        destinations: names
            .destinations
            .iter()
            .map(|it| Choice {
                word: it.id.to_string(),
                label: words::destination(it),
                is_chosen: destination == Some(it.id),
            })
            .collect(),
        preview,
        written,
    };
    Ok(page::answer(status, &template))
}

fn choices<W: Word>(
    all: &[W],
    label: impl Fn(W) -> &'static str,
    is_chosen: impl Fn(&str) -> bool,
) -> Vec<Choice> {
    let choice = |word: &W| Choice {
        word: word.as_str().to_owned(),
        label: label(*word).to_owned(),
        is_chosen: is_chosen(word.as_str()),
    };
    all.iter().map(choice).collect()
}

async fn definitions(
    at: &AtProfile,
    is_chosen: impl Fn(&str) -> bool,
) -> Result<Vec<Choice>, PageError> {
    let both = at.viewer.state.catalogues.catalogues(at.access.profile_id);
    let all = both.await?.conversion_definitions.into_iter();
    let choices = all.map(|it| {
        let word = it.definition.id.to_string();
        Choice {
            is_chosen: is_chosen(&word),
            label: it.definition.display_name.as_str().to_owned(),
            word,
        }
    });
    Ok(choices.collect())
}
