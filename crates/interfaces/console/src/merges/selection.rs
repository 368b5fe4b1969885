//! Several pairs of the queue at once: what merging them would do, what somebody decides, and how that is taken back.

use std::collections::BTreeSet;

use actix_web::HttpRequest;
use actix_web::web::Bytes;
use askama::Template;
use customer_decisions::merges::PreviewHash;
use customer_decisions::proposals::MOST_AT_ONCE;
use http_kit::extract::parse_uuid;
use http_kit::problem::{Code, Problem};
use identity_graph::proposals::Decision;
use kernel::{ProposalId, Scope};
use people_api::identity::proposals::decide_several::decided;
use people_api::identity::proposals::preview_several::previewed;
use people_api::identity::undo_several::undone;
use uuid::Uuid;

use super::act::WEEK;
use super::preview::{ModelShown, models};
use super::queue::{names, with_keys};
use super::{Answered, path, queue_path, refused};
use crate::chrome::{Chrome, Section};
use crate::error::PageError;
use crate::form::Form;
use crate::format;
use crate::page::{page, see_other};
use crate::viewer::AtProfile;

#[derive(Template)]
#[template(path = "console/merges/selection.html")]
struct SelectionPage {
    chrome: Chrome,
    queue: String,
    token: String,
    /// Names the proposals, and what both sides of each are called.
    pairs: Vec<(String, String)>,
    consequence: Result<Told, String>,
}

/// What the merges would do.
struct Told {
    hash: String,
    merges: usize,
    models: Vec<ModelShown>,
}

#[derive(Template)]
#[template(path = "console/merges/decided.html")]
struct DecidedPage {
    chrome: Chrome,
    path: String,
    queue: String,
    token: String,
    merges: Vec<String>,
}

/// What merging the chosen pairs would do; with a decision, it is made.
pub(super) async fn select(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    let form = Form::accept(&request, &body, &at.viewer, &path(&at)).await?;
    let ids: Option<Vec<ProposalId>> = form
        .all("id")
        .map(|text| parse_uuid(text).map(Into::into))
        .collect();
    let ids = ids.ok_or(PageError::Form)?;
    if ids.is_empty() {
        return Ok(see_other(&queue_path(&at)));
    }
    if ids.len() > MOST_AT_ONCE {
        return Err(PageError::Form);
    }
    let now = at.viewer.state.clock.now();
    let hash = form.one("preview_hash").and_then(PreviewHash::parse);
    let (decision, expected) = match (form.one("decision"), hash) {
        (None, _) => return preview(&at, ids).await,
        (Some("merge"), Some(hash)) => (Decision::Merge, Some(hash)),
        (Some("dismiss"), _) => (Decision::Dismiss, None),
        (Some("snooze"), _) => (Decision::Snooze(now.plus_micros(WEEK)), None),
        _ => return Err(PageError::Form),
    };
    let state = at.viewer.state.clone().into_inner();
    let done = decided(state, at.access.clone(), ids, decision, expected).await;
    let Some(done) = done.map_err(refused)? else {
        return Ok(see_other(&queue_path(&at)));
    };
    let path = path(&at);
    let made: BTreeSet<Uuid> = done.made().map(|merge| merge.id.uuid()).collect();
    Ok(page(&DecidedPage {
        chrome: at.chrome("Merged", Section::Customers).await?,
        queue: queue_path(&at),
        token: at.viewer.form_token(&path).await?,
        merges: made.iter().map(Uuid::to_string).collect(),
        path,
    }))
}

async fn preview(at: &AtProfile, ids: Vec<ProposalId>) -> Answered {
    let state = at.viewer.state.clone().into_inner();
    let mode = state.customers.pii_mode(&at.access).await?;
    let mut pairs = Vec::with_capacity(ids.len());
    for id in &ids {
        let row = state.proposals.proposal(&at.access, *id, state.clock.now());
        let row = row.await?.ok_or(PageError::NotFound)?;
        pairs.push((id.uuid().to_string(), names(&row, mode)));
    }
    let consequence = match previewed(state, at.access.clone(), ids).await {
        Ok(told) => Ok(Told {
            hash: told.hash.text(),
            merges: told.made().count(),
            models: told
                .currency
                .map(|currency| models(&told.credited, currency))
                .unwrap_or_default(),
        }),
        Err(problem) if problem.code() == Code::Conflict => Err(refusal(&problem, &pairs)),
        Err(problem) => return Err(problem.into()),
    };
    let answer = page(&SelectionPage {
        chrome: at.chrome("Several pairs", Section::Customers).await?,
        queue: queue_path(at),
        token: at.viewer.form_token(&path(at)).await?,
        pairs,
        consequence,
    });
    Ok(with_keys(answer, at))
}

/// Which pair stands in the way, and why.
fn refusal(problem: &Problem, pairs: &[(String, String)]) -> String {
    let pointer = problem.errors().iter().find_map(|it| it.pointer.as_deref());
    let place = pointer.and_then(|it| it.rsplit('/').next()?.parse::<usize>().ok());
    let words = format::sentence(problem.detail());
    match place.and_then(|place| pairs.get(place)) {
        Some((_, names)) => format!("{names}: {words}"),
        None => words,
    }
}

/// Takes back what was decided of several pairs.
pub(super) async fn undo(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    let form = Form::accept(&request, &body, &at.viewer, &path(&at)).await?;
    let ids: Option<Vec<_>> = form
        .all("merge")
        .map(|text| parse_uuid(text).map(Into::into))
        .collect();
    let ids = ids.filter(|ids| !ids.is_empty() && ids.len() <= MOST_AT_ONCE);
    let ids = ids.ok_or(PageError::Form)?;
    let state = at.viewer.state.clone().into_inner();
    let done = undone(state, at.access.clone(), ids).await;
    done.map_err(refused)?;
    Ok(see_other(&path(&at)))
}
