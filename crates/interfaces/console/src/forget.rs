//! The last section of a customer's page: what forgets them.

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use http_kit::extract::parse_uuid;
use kernel::Scope;
use people_api::customers::erase::forgotten;
use uuid::Uuid;

use super::error::PageError;
use super::form::Form;
use super::page::see_other;
use super::viewer::AtProfile;

/// What has to be typed.
const TYPED: &str = "forget";

fn path(at: &AtProfile, customer: Uuid) -> String {
    format!("/p/{}/customers/{customer}", at.access.profile_id)
}

/// Where the form goes and its token, for whoever may.
pub(super) async fn form(
    at: &AtProfile,
    customer: Uuid,
) -> Result<Option<(String, String)>, PageError> {
    if !at.access.allows(Scope::AttributionWrite) {
        return Ok(None);
    }
    let path = path(at, customer);
    let token = at.viewer.form_token(&path).await?;
    Ok(Some((format!("{path}/forget"), token)))
}

/// Forgets a customer.
pub(super) async fn decide(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtProfile::with(&request, Scope::AttributionWrite).await?;
    let customer = request.match_info().get("person").and_then(parse_uuid);
    let customer = customer.ok_or(PageError::NotFound)?;
    let form = Form::accept(&request, &body, &at.viewer, &path(&at, customer)).await?;
    if form.one("typed").map(str::trim) != Some(TYPED) {
        let words = format!("Type {TYPED} to forget this customer for good.");
        return Err(PageError::Invalid(vec![words]));
    }
    let state = at.viewer.state.clone().into_inner();
    forgotten(state, at.access.clone(), customer.into()).await?;
    Ok(see_other(&format!("/p/{}/customers", at.access.profile_id)))
}
