//! `/oauth/mcp/authorize`: a person is asked whether an application may act for them.
//!
//! The request stays in the page's address, and is read anew from there when the answer comes; the
//! form's token is bound to exactly that request, so that an approval cannot be taken elsewhere.

use std::collections::BTreeSet;

use access_control::Grant;
use access_control::oauth::authorize::{Reply, client_id};
use access_control::oauth::{
    AuthorizationRequest, Client, ErrorCode, OAuthError, Parameters, Refusal,
};
use accounts::oauth::approve::{Approval, approve};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY};
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use application::keys::create::sha256;
use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::form_urlencoded;

use crate::error::PageError;
use crate::form::Form;
use crate::page::{answer, page};
use crate::viewer::Viewer;
use accounts_api::oauth::find_client;
use http_kit::detached::detached;
use http_kit::extract::state_of;
use http_kit::state::AppState;

const PATH: &str = "/oauth/mcp/authorize";

/// Registers the page.
pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(
        web::resource(PATH)
            .route(web::get().to(show))
            .route(web::post().to(send)),
    );
}

#[derive(Template)]
#[template(path = "auth/consent.html")]
struct ConsentPage {
    client: String,
    person: String,
    email: Option<String>,
    host: String,
    grants: Vec<&'static str>,
    action: String,
    token: String,
}

#[derive(Template)]
#[template(path = "auth/refused.html")]
struct RefusedPage {
    words: String,
}

/// A readable request, or the answer to an unreadable one.
enum Asked {
    Readable(Client, Box<AuthorizationRequest>),
    Answered(HttpResponse),
}

/// Asks, always. The request is judged before anybody signs in for it.
async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let state = state_of(&request)?;
    let (client, asked) = match asked(&request, &state).await? {
        Asked::Readable(client, asked) => (client, asked),
        Asked::Answered(response) => return Ok(response),
    };
    let viewer = Viewer::of(&request).await?;
    Ok(page(&ConsentPage {
        client: client.name,
        person: viewer.who.name.clone(),
        email: viewer.who.email.clone(),
        host: asked.reply.redirect_uri.host().to_owned(),
        grants: in_words(&asked.grants),
        action: format!("{PATH}?{}", request.query_string()),
        token: viewer.form_token(&purpose(&request)).await?,
    }))
}

/// Takes the answer to the client.
async fn send(request: HttpRequest, body: web::Bytes) -> Result<HttpResponse, PageError> {
    let state = state_of(&request)?;
    let (client, asked) = match asked(&request, &state).await? {
        Asked::Readable(client, asked) => (client, asked),
        Asked::Answered(response) => return Ok(response),
    };
    let viewer = Viewer::of(&request).await?;
    let form = Form::accept(&request, &body, &viewer, &purpose(&request)).await?;
    if form.one("decision") != Some("approve") {
        let denied = OAuthError::new(ErrorCode::AccessDenied, "the person said no");
        return Ok(refuse(&state, &asked.reply, &denied));
    }
    let reply = asked.reply.clone();
    let approval = Approval {
        user_id: viewer.who.user_id,
        client_id: client.id,
        request: *asked,
        resource: state.addresses.mcp().to_owned(),
        random: state.randomness.bytes32(),
    };
    let ports = state.clone();
    let code = detached(async move {
        let code = ports.write(&approval, |work, context, approval| {
            Box::pin(approve(work, context, approval.clone()))
        });
        Ok(code.await?)
    });
    let code = code.await?;
    Ok(redirect(&state, &reply, &[("code", code.reveal())]))
}

async fn asked(request: &HttpRequest, state: &AppState) -> Result<Asked, PageError> {
    let parameters = form_urlencoded::parse(request.query_string().as_bytes());
    let parameters = Parameters::new(parameters.into_owned().collect());
    let client = match client_id(&parameters) {
        Ok(id) => find_client(state, id).await?,
        Err(reason) => return Ok(Asked::Answered(told(&reason.to_string()))),
    };
    let Some(client) = client else {
        let reason = access_control::oauth::authorize::PageReason::UnknownClient;
        return Ok(Asked::Answered(told(&reason.to_string())));
    };
    let response = match AuthorizationRequest::read(&parameters, &client, state.addresses.mcp()) {
        Ok(asked) if state.access.user_token_units.is_some() => {
            return Ok(Asked::Readable(client, Box::new(asked)));
        }
        Ok(asked) => {
            let description = "the operator has not set how many units tokens have";
            let error = OAuthError::new(ErrorCode::TemporarilyUnavailable, description);
            refuse(state, &asked.reply, &error)
        }
        Err(Refusal::Page(reason)) => told(&reason.to_string()),
        Err(Refusal::Redirect { reply, error }) => refuse(state, &reply, &error),
    };
    Ok(Asked::Answered(response))
}

/// Binds a form to one request.
fn purpose(request: &HttpRequest) -> String {
    let hash = sha256(request.query_string().as_bytes());
    format!("consent:{}", URL_SAFE_NO_PAD.encode(hash))
}

fn told(words: &str) -> HttpResponse {
    let mut words = words.to_owned();
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    answer(StatusCode::BAD_REQUEST, &RefusedPage { words })
}

fn refuse(state: &AppState, reply: &Reply, error: &OAuthError) -> HttpResponse {
    let pairs = [
        ("error", error.code.as_str()),
        ("error_description", error.description.as_ref()),
    ];
    redirect(state, reply, &pairs)
}

/// To the client's own address, as it was registered, with more parameters: `state` as it came, and
/// who answers (RFC 9207).
fn redirect(state: &AppState, reply: &Reply, pairs: &[(&str, &str)]) -> HttpResponse {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(pairs);
    if let Some(state) = &reply.state {
        query.append_pair("state", state);
    }
    query.append_pair("iss", state.addresses.base());
    let uri = reply.redirect_uri.as_str();
    let joint = if uri.contains('?') { '&' } else { '?' };
    HttpResponse::SeeOther()
        .insert_header((LOCATION, format!("{uri}{joint}{}", query.finish())))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((REFERRER_POLICY, "no-referrer"))
        .finish()
}

fn in_words(grants: &BTreeSet<Grant>) -> Vec<&'static str> {
    grants
        .iter()
        .map(|grant| match grant {
            Grant::Read => "See figures: spend, revenue, conversions, visits and campaigns",
            Grant::ReadPii => "See customers by name and e-mail address, and their journeys",
            Grant::Write => {
                "Change settings, goals, reports and exports, apply recommendations, and make \
                 workspaces and profiles"
            }
        })
        .collect()
}
