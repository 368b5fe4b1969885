//! Its forms.

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use conversion_export::compliance::Decider;
use conversion_export::compliance::change::ComplianceChange;
use export_rules::{DestinationId, DestinationKind, RuleId};
use exports_api::ask::asked;
use exports_api::compliance::record::ComplianceWrite;
use exports_api::compliance::update::decided;
use exports_api::destinations::create::created;
use exports_api::destinations::provision::provisioned;
use exports_api::destinations::{DestinationWrite, update as destination};
use exports_api::rules::{RuleWrite, update as rule};
use http_kit::extract::parse_uuid;
use http_kit::problem::Code;
use kernel::ConnectionId;
use platform_connections::PlatformProvider;
use serde_json::json;

use super::{id_in, refused, writer};
use crate::error::PageError;
use crate::form::Form;
use crate::page::see_other;
use crate::viewer::AtProfile;

type Answered = Result<HttpResponse, PageError>;

/// Owners and admins decide here what others may only ask for.
const fn decider(at: &AtProfile) -> Decider {
    if at.manages() {
        Decider::InBrowser
    } else {
        Decider::Remote
    }
}

fn back(at: &AtProfile) -> HttpResponse {
    see_other(&at.exports_path())
}

/// What may leave, and whether platforms are told at all.
pub(super) async fn decide(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let mut config = json!({"open": form.all("open").collect::<Vec<_>>()});
    if form.one("limited").is_some()
        && let Some(config) = config.as_object_mut()
    {
        config.insert("limited_data_use".to_owned(), limits(&at).await?);
    }
    let mode = form.one("privacy_mode").unwrap_or_default().to_owned();
    let switches = ["social", "search"].map(|name| form.one(name).is_some());
    let wanted = ComplianceWrite::of(mode, config, switches);
    let change = ComplianceChange {
        draft: wanted.draft()?,
        decider: decider(&at),
        seen: Some(form.one("seen").unwrap_or_default().to_owned()),
    };
    let state = at.viewer.state.clone().into_inner();
    let done = decided(state, at.access.clone(), change).await;
    done.map_err(|problem| match problem.code() {
        Code::Conflict => PageError::Conflict(
            "Somebody changed these settings while this page was open. Look at them again, and decide anew.",
        ),
        _ => refused(problem),
    })?;
    Ok(back(&at))
}

/// The limits that are set already, else those under which the platform finds out where somebody is.
async fn limits(at: &AtProfile) -> Result<serde_json::Value, PageError> {
    let profile = at.access.profile_id;
    let decided = at.viewer.state.read(&profile, |work, _, profile| {
        Box::pin(async move { work.export_compliance().find(*profile).await })
    });
    let set = decided.await?.privacy.config.limited_data_use;
    let set = set.unwrap_or_default();
    Ok(json!({"country": set.country, "state": set.state}))
}

/// Begins to connect an account, and leads to where that is done.
pub(super) async fn connect(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let provider = form.one("provider").and_then(PlatformProvider::parse);
    let provider = provider.ok_or(PageError::Form)?;
    let state = at.viewer.state.clone().into_inner();
    let handoff = asked(state, at.access.clone(), provider).await;
    let handoff = handoff.map_err(refused)?;
    Ok(see_other(&format!("/h/{}", handoff.id)))
}

/// Makes a destination of the kind that the account is for.
pub(super) async fn create(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let id = form.one("connection_id").and_then(parse_uuid);
    let id: ConnectionId = id.ok_or(PageError::Form)?.into();
    let connections = &at.viewer.state.connections.connections;
    let found = connections.find(&at.access, id).await?;
    let kind = match found.ok_or(PageError::NotFound)?.provider {
        PlatformProvider::SocialAds => DestinationKind::SocialCapi,
        PlatformProvider::SearchAds => DestinationKind::SearchAds,
    };
    let target = form.one("target").unwrap_or_default();
    let wanted = DestinationWrite::of_new(kind, id, target);
    let state = at.viewer.state.clone().into_inner();
    let done = created(state, at.access.clone(), &wanted).await;
    done.map_err(refused)?;
    Ok(back(&at))
}

fn enabled(form: &Form) -> Result<bool, PageError> {
    match form.one("enabled") {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        _ => Err(PageError::Form),
    }
}

/// Switches a destination on or off.
pub(super) async fn switch_destination(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let id: DestinationId = id_in(&request)?;
    let wanted = DestinationWrite::of_enabled(enabled(&form)?);
    let state = at.viewer.state.clone().into_inner();
    let done = destination::updated(state, at.access.clone(), (id, &wanted)).await;
    done.map_err(refused)?;
    Ok(back(&at))
}

/// Gives a destination its clean data set.
pub(super) async fn provision(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let id: DestinationId = id_in(&request)?;
    let dataset = form.one("clean_dataset_id").unwrap_or_default();
    let state = at.viewer.state.clone().into_inner();
    let done = provisioned(state, at.access.clone(), (id, dataset, decider(&at))).await;
    done.map_err(refused)?;
    Ok(back(&at))
}

async fn change_rule(request: &HttpRequest, at: &AtProfile, wanted: RuleWrite) -> Answered {
    let id: RuleId = id_in(request)?;
    let state = at.viewer.state.clone().into_inner();
    let done = rule::updated(state, at.access.clone(), (id, &wanted)).await;
    done.map_err(refused)?;
    Ok(back(at))
}

/// Switches a rule on or off.
pub(super) async fn switch_rule(request: HttpRequest, body: Bytes) -> Answered {
    let (at, form) = writer(&request, &body).await?;
    let wanted = RuleWrite::of_enabled(enabled(&form)?);
    change_rule(&request, &at, wanted).await
}

/// Puts a rule into the archive.
pub(super) async fn archive(request: HttpRequest, body: Bytes) -> Answered {
    let (at, _) = writer(&request, &body).await?;
    let wanted = RuleWrite::of_archived(at.viewer.state.clock.now());
    change_rule(&request, &at, wanted).await
}
