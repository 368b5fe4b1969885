//! Workspaces and profiles are made: by anybody for themselves, and by owners and admins in theirs.

use access_control::Counted;
use accounts::workspaces::create::{CreateWorkspace, create};
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use application::profiles::create::{CreateProfile, create_once};
use kernel::timestamp::seconds_rounded_up;
use kernel::{Currency, TimeZone};

use super::error::PageError;
use super::form::Form;
use super::page::see_other;
use super::viewer::{AtWorkspace, Viewer};
use accounts_api::profiles::create::{PROFILES_AN_HOUR, profiles_bucket};
use accounts_api::workspaces::read_name;
use http_kit::detached::detached;
use http_kit::extract::Caller;

/// Where a new workspace is sent; names its form as well.
pub(super) const WORKSPACES: &str = "/workspaces";

/// Registers the forms.
pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route(WORKSPACES, web::post().to(workspace))
        .route("/w/{workspace_id}/profiles", web::post().to(profile));
}

/// What names the form of a new profile, and where it is sent.
pub(super) fn profiles_path(at: &AtWorkspace) -> String {
    format!("/w/{}/profiles", at.id)
}

/// Makes a workspace on the free plan, owned by whoever asks.
async fn workspace(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let viewer = Viewer::of(&request).await?;
    let form = Form::accept(&request, &body, &viewer, WORKSPACES).await?;
    let command = CreateWorkspace {
        user_id: viewer.who.user_id,
        name: name(&form).map_err(|wrong| PageError::Invalid(vec![wrong]))?,
        plan: access_control::Plan::default(),
        trial_days: None,
    };
    let state = viewer.state.into_inner();
    let made = detached(async move {
        Ok(create(&*state.units, state.checkout(), &state.context(), command).await?)
    });
    Ok(see_other(&format!("/w/{}", made.await?.workspace.id)))
}

/// Makes a profile and leads to what its site and servers need.
async fn profile(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtWorkspace::enter(&request).await?;
    if !at.reach.role.reaches_all() {
        let words = "Only owners and admins of the workspace make profiles.";
        return Err(PageError::Role(words));
    }
    let bucket = profiles_bucket(&Caller::Session(at.viewer.who.user_id));
    let counted = at
        .viewer
        .state
        .access
        .calls
        .count(&bucket, PROFILES_AN_HOUR)
        .await;
    let counted = counted.map_err(|error| PageError::internal(&error))?;
    if let Counted::Refused { retry_after } = counted {
        return Err(PageError::TooMany(seconds_rounded_up(retry_after)));
    }
    let form = Form::accept(&request, &body, &at.viewer, &profiles_path(&at)).await?;
    let command = read(&form, &at).map_err(PageError::Invalid)?;
    let state = at.viewer.state.into_inner();
    let made = detached(async move {
        let founder = &*state.workspaces.founder;
        Ok(create_once(founder, &state.context(), command).await?)
    });
    let (id, _) = made.await?;
    Ok(see_other(&format!("/p/{id}/settings/developer")))
}

/// The profile that a form asks for, or everything that is wrong with it.
fn read(form: &Form, at: &AtWorkspace) -> Result<CreateProfile, Vec<String>> {
    let currency = form.one("currency").and_then(Currency::parse);
    let currency = currency.ok_or("The currency is three letters, for example EUR.".to_owned());
    let timezone = form.one("timezone").and_then(TimeZone::named);
    let why = "The time zone is one of the IANA database, for example Europe/Madrid.";
    match (name(form), currency, timezone.ok_or(why.to_owned())) {
        (Ok(name), Ok(currency), Ok(timezone)) => Ok(CreateProfile {
            name,
            workspace_id: Some(at.id),
            currency,
            timezone,
            own_domains: Vec::new(),
        }),
        (name, currency, timezone) => Err([name.err(), currency.err(), timezone.err()]
            .into_iter()
            .flatten()
            .collect()),
    }
}

fn name(form: &Form) -> Result<String, String> {
    let name = form.one("name").unwrap_or_default();
    read_name(name).map_err(|_| {
        "The name has 1 to 160 characters, none of them a control character.".to_owned()
    })
}
