//! `/p/{profile_id}/customers/{person}/identity`: what a customer is known by, and making two of one.
//!
//! What is chosen is shown with its consequence before the button, as a merge is; [`merges`](super::merges) has the words.

use actix_web::HttpRequest;
use actix_web::web::{self, Bytes, ServiceConfig};
use askama::Template;
use customer_decisions::merges::{PreviewHash, Side};
use customer_decisions::splits::{KnownIdentifier, SplitConsequence, Wanted};
use http_kit::extract::parse_uuid;
use identity_graph::{Split, ValueState};
use kernel::{CustomerId, Scope, VisitorId};
use people_api::customers::list::starred;
use people_api::identity::split::decide::parted;
use people_api::identity::split::known::known_of;
use people_api::identity::split::preview::previewed;
use people_api::identity::split::undo::undone;
use reporting::masking::PiiMode;
use uuid::Uuid;

use super::chrome::{Chrome, Section};
use super::error::PageError;
use super::form::Form;
use super::format;
use super::merges::{Answered, ModelShown, called, models, refused, writes};
use super::page::{page, see_other};
use super::viewer::AtProfile;

const PAGE: &str = "/p/{profile_id}/customers/{person}/identity";

/// Registers the page and its forms.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route(PAGE, web::get().to(show))
        .route(PAGE, web::post().to(select))
        .route(&format!("{PAGE}/{{id}}/undo"), web::post().to(undo));
}

/// Where the page of a customer is; its forms' tokens are named after it.
pub(super) fn path(at: &AtProfile, customer: Uuid) -> String {
    format!("{}/identity", person(at, customer))
}

fn person(at: &AtProfile, customer: Uuid) -> String {
    format!("/p/{}/customers/{customer}", at.access.profile_id)
}

#[derive(Template)]
#[template(path = "console/splits/identity.html")]
struct IdentityPage {
    chrome: Chrome,
    path: String,
    person: String,
    name: String,
    token: Option<String>,
    identifiers: Vec<IdentifierShown>,
    browsers: Vec<BrowserShown>,
    splits: Vec<SplitShown>,
}

struct IdentifierShown {
    id: String,
    kind: &'static str,
    value: String,
    note: Option<&'static str>,
    last_seen: String,
}

struct BrowserShown {
    id: String,
    name: String,
    first_seen: String,
    is_shared: bool,
}

struct SplitShown {
    id: String,
    words: &'static str,
    other: String,
    href: String,
    decided: String,
    undone: Option<String>,
}

#[derive(Template)]
#[template(path = "console/splits/preview.html")]
struct PreviewPage {
    chrome: Chrome,
    path: String,
    name: String,
    token: String,
    hash: String,
    identifiers: Vec<String>,
    browsers: Vec<String>,
    sides: [SideShown; 3],
    models: Vec<ModelShown>,
}

struct SideShown {
    role: &'static str,
    name: String,
    side: Side,
}

fn customer(request: &HttpRequest) -> Result<Uuid, PageError> {
    let person = request.match_info().get("person").and_then(parse_uuid);
    person.ok_or(PageError::NotFound)
}

async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::CustomersRead).await?;
    let asked = customer(&request)?;
    let known = known_of(&at.viewer.state, &at.access, asked.into()).await?;
    let id = known.customer.id.uuid();
    if id != asked {
        return Ok(see_other(&path(&at, id)));
    }
    let mode = at.viewer.state.customers.pii_mode(&at.access).await?;
    let path = path(&at, id);
    let token = if writes(&at) {
        Some(at.viewer.form_token(&path).await?)
    } else {
        None
    };
    let zone = &at.profile.timezone;
    let identifiers = known.identifiers.into_iter();
    let browsers = known.browsers.into_iter().map(|browser| BrowserShown {
        id: browser.id.uuid().to_string(),
        name: browser.anonymous_id,
        first_seen: format::instant(browser.first_seen_at, zone),
        is_shared: browser.is_shared,
    });
    let splits = known.splits.iter();
    let shown = &known.customer;
    Ok(page(&IdentityPage {
        chrome: at.chrome("Identity", Section::Customers).await?,
        person: person(&at, id),
        name: named(shown, mode),
        identifiers: identifiers
            .map(|known| identifier(known, mode, zone))
            .collect(),
        browsers: browsers.collect(),
        splits: splits.map(|made| split(made, id, &at)).collect(),
        token,
        path,
    }))
}

fn named(shown: &identity_graph::ShownCustomer, mode: PiiMode) -> String {
    let names = [shown.first_name.as_ref(), shown.last_name.as_ref()];
    let (email, phone) = (shown.primary_email.as_ref(), shown.primary_phone.as_ref());
    called(names, email, phone, mode)
}

fn identifier(
    known: KnownIdentifier,
    mode: PiiMode,
    zone: &kernel::zone::TimeZone,
) -> IdentifierShown {
    let kind = known.kind.as_str();
    let value = known.value.map(|value| value.as_str().to_owned());
    IdentifierShown {
        id: known.id,
        kind: match kind {
            "national_id" => "National id",
            "crm_contact_id" => "CRM contact",
            "email" => "E-mail address",
            _ => "Phone number",
        },
        value: starred(kind, value, mode).unwrap_or_else(|| "Gone".to_owned()),
        note: match known.state {
            ValueState::Active => None,
            ValueState::Demoted => Some("several people's"),
            ValueState::Blocked => Some("blocked"),
        },
        last_seen: format::instant(known.last_seen_at, zone),
    }
}

fn split(made: &Split, own: Uuid, at: &AtProfile) -> SplitShown {
    let is_away = made.parted.uuid() == own;
    let (words, other) = if is_away {
        ("Came from", made.customer)
    } else {
        ("Went to", made.parted)
    };
    let zone = &at.profile.timezone;
    SplitShown {
        id: made.id.uuid().to_string(),
        words,
        href: person(at, other.uuid()),
        other: other.uuid().to_string(),
        decided: format::instant(made.decided_at, zone),
        undone: made.undone.map(|(when, _)| format::instant(when, zone)),
    }
}

/// What making two of the customer would do; with a hash, it is done.
async fn select(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    let id = customer(&request)?;
    let path = path(&at, id);
    let form = Form::accept(&request, &body, &at.viewer, &path).await?;
    let identifiers: Vec<String> = form.all("identifier").map(str::to_owned).collect();
    let browsers: Option<Vec<Uuid>> = form.all("browser").map(parse_uuid).collect();
    let browsers = browsers.ok_or(PageError::Form)?;
    if identifiers.is_empty() {
        let words = "Choose at least one identifier: browsers go along with whom they are.";
        return Err(PageError::Invalid(vec![words.to_owned()]));
    }
    let wanted = Wanted {
        customer: CustomerId::new(id),
        identifiers: identifiers.clone(),
        browsers: browsers.iter().copied().map(VisitorId::new).collect(),
    };
    let state = at.viewer.state.clone().into_inner();
    let hash = form.one("preview_hash").and_then(PreviewHash::parse);
    if let Some(expected) = hash {
        let done = parted(state, at.access.clone(), wanted, Some(expected)).await;
        done.map_err(refused)?;
        return Ok(see_other(&path));
    }
    let mode = state.customers.pii_mode(&at.access).await?;
    let told = previewed(state, at.access.clone(), wanted).await;
    let told = told.map_err(refused)?;
    Ok(page(&PreviewPage {
        chrome: at.chrome("Split", Section::Customers).await?,
        name: named(&told.before.shown, mode),
        token: at.viewer.form_token(&path).await?,
        hash: told.hash.text(),
        identifiers,
        browsers: browsers.iter().map(Uuid::to_string).collect(),
        models: models(&told.credited, told.currency),
        sides: sides(told, mode),
        path,
    }))
}

fn sides(told: SplitConsequence, mode: PiiMode) -> [SideShown; 3] {
    let SplitConsequence {
        before, rest, away, ..
    } = told;
    let side = |role, side: Side| SideShown {
        role,
        name: named(&side.shown, mode),
        side,
    };
    [
        side("now", before),
        side("goes on", rest),
        side("goes away", away),
    ]
}

/// Takes a split back.
async fn undo(request: HttpRequest, body: Bytes) -> Answered {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    let path = path(&at, customer(&request)?);
    Form::accept(&request, &body, &at.viewer, &path).await?;
    let id = request.match_info().get("id").and_then(parse_uuid);
    let id = id.ok_or(PageError::NotFound)?.into();
    let state = at.viewer.state.clone().into_inner();
    let done = undone(state, at.access.clone(), id).await;
    done.map_err(refused)?;
    Ok(see_other(&path))
}
