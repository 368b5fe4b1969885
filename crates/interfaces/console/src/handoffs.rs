//! `/h/{handoff_id}`: something that waits for a human to approve it, once.

use access_control::ports::StoredHandoff;
use access_control::{Decision, Handoff, HandoffStatus};
use accounts::handoffs::decide::decide;
use accounts_api::handoffs::show::looked_up;
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use kernel::{HandoffId, Scope, TimeZone};
use serde_json::Value;

use super::chrome::Chrome;
use super::error::PageError;
use super::form::Form;
use super::format;
use super::page::{page, see_other};
use super::viewer::Viewer;
use super::write::write;
use console_exports::connections;
use http_kit::extract::parse_uuid;

/// Registers the page and its form.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/h/{handoff_id}", web::get().to(show))
        .route("/h/{handoff_id}", web::post().to(answer));
}

#[derive(Template)]
#[template(path = "console/handoff.html")]
struct HandoffPage {
    chrome: Chrome,
    action: String,
    /// A token while it can be decided here.
    token: Option<String>,
    title: String,
    summary: String,
    facts: Vec<(String, String)>,
    status: HandoffStatus,
    /// How far it is.
    word: &'static str,
    wording: &'static Wording,
    until: String,
    decided: Option<String>,
    /// Where it is finished, when that is elsewhere.
    url: Option<String>,
}

/// What whoever approves must be allowed: it is money that is moved.
const APPROVES: Scope = Scope::CampaignsApply;

/// A hand-off that somebody may finish.
struct Reached {
    viewer: Viewer,
    stored: StoredHandoff,
}

impl Reached {
    /// Whoever reaches its profile, or its workspace when it has no profile, may finish it; what is
    /// to be approved needs the scope as well.
    async fn of(request: &HttpRequest) -> Result<Self, PageError> {
        let viewer = Viewer::of(request).await?;
        let id = request.match_info().get("handoff_id").unwrap_or_default();
        let id: HandoffId = parse_uuid(id).ok_or(PageError::NotFound)?.into();
        let reaches = &viewer.state.access.reach;
        let found = viewer.state.console.handoffs.find(id).await;
        let found = found.map_err(|error| PageError::internal(&error))?;
        let stored = found.ok_or(PageError::NotFound)?;
        let (user, handoff) = (viewer.who.user_id, &stored.handoff);
        let reach = match handoff.profile_id {
            Some(profile) => reaches.to_profile(user, profile).await,
            None => reaches.to_workspace(user, handoff.workspace_id).await,
        };
        let reach = reach.map_err(|error| PageError::internal(&error))?;
        let reach = reach.ok_or(PageError::NotFound)?;
        let approves = reach.scopes().contains(&APPROVES);
        if handoff.kind == Handoff::APPROVAL && !approves {
            return Err(PageError::Scope(APPROVES));
        }
        Ok(Self { viewer, stored })
    }

    fn path(&self) -> String {
        format!("/h/{}", self.stored.handoff.id)
    }
}

/// What is to be decided, or how it was.
async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let mut reached = Reached::of(&request).await?;
    if connections::is_connection(&reached.stored.handoff) {
        return connections::show(reached.viewer, reached.stored).await;
    }
    // Whoever paid comes back here, and the provider tells nobody of it.
    let state = reached.viewer.state.clone().into_inner();
    reached.stored = looked_up(state, reached.stored).await?;
    let path = reached.path();
    let StoredHandoff {
        handoff, detail, ..
    } = &reached.stored;
    let wording = if handoff.kind == Handoff::CHECKOUT {
        &CHECKOUT
    } else {
        &APPROVAL
    };
    let status = handoff.status_at(reached.viewer.state.clock.now());
    let open = status == HandoffStatus::Pending && handoff.kind == Handoff::APPROVAL;
    let token = if open {
        Some(reached.viewer.form_token(&path).await?)
    } else {
        None
    };
    let zone = TimeZone::utc();
    Ok(page(&HandoffPage {
        chrome: reached.viewer.chrome(wording.window).await?,
        action: path,
        token,
        title: text(detail, "title").unwrap_or_else(|| wording.title.to_owned()),
        summary: text(detail, "summary").unwrap_or_default(),
        facts: facts(detail),
        status,
        word: wording.status(status),
        wording,
        until: format::instant(handoff.expires_at, &zone),
        decided: handoff.completed_at.map(|at| format::instant(at, &zone)),
        url: handoff
            .url
            .clone()
            .filter(|url| url.starts_with("https://") && status == HandoffStatus::Pending),
    }))
}

/// How the page speaks of what is to be done.
struct Wording {
    window: &'static str,
    title: &'static str,
    waits: &'static str,
    until: &'static str,
    done: &'static str,
    ended: &'static str,
}

const APPROVAL: Wording = Wording {
    window: "Approval",
    title: "Something to finish",
    waits: "Waits for your answer",
    until: "Answer until",
    done: "Approved",
    ended: "Answered",
};

const CHECKOUT: Wording = Wording {
    window: "Checkout",
    title: "Your subscription",
    waits: "Waits for your payment",
    until: "Pay until",
    done: "Paid",
    ended: "Settled",
};

impl Wording {
    const fn status(&self, status: HandoffStatus) -> &'static str {
        match status {
            HandoffStatus::Pending => self.waits,
            HandoffStatus::Completed => self.done,
            HandoffStatus::Declined => "Declined",
            HandoffStatus::Expired => "Expired",
        }
    }
}

fn text(detail: &Value, name: &str) -> Option<String> {
    detail.get(name).and_then(Value::as_str).map(str::to_owned)
}

/// Pairs of texts, and what is paid for; anything else is passed over.
fn facts(detail: &Value) -> Vec<(String, String)> {
    let plan = text(detail, "plan").map(|plan| ("Plan".to_owned(), plan));
    let facts = detail.get("facts").and_then(Value::as_array);
    let pair = |fact: &Value| match fact.as_array()?.as_slice() {
        [name, value] => Some((name.as_str()?.to_owned(), value.as_str()?.to_owned())),
        _ => None,
    };
    let told = facts.into_iter().flatten().filter_map(pair);
    plan.into_iter().chain(told).collect()
}

/// Approves or declines.
async fn answer(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let reached = Reached::of(&request).await?;
    let path = reached.path();
    let form = Form::accept(&request, &body, &reached.viewer, &path).await?;
    let decision = match form.one("decision") {
        Some("approve") => Decision::Approve,
        Some("decline") => Decision::Decline,
        _ => return Err(PageError::Invalid(vec!["Approve or decline.".to_owned()])),
    };
    let who = (reached.stored.handoff.id, reached.viewer.who.user_id);
    let input = (who, decision);
    write(
        &reached.viewer.state,
        input,
        |work, context, (who, decision)| Box::pin(decide(work, context, *who, *decision)),
    )
    .await?;
    Ok(see_other(&path))
}
