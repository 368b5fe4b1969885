//! `/auth/sign-in`

use access_control::users::{EmailAddress, Password};
use accounts::users::Origin;
use accounts::users::sign_in::sign_in;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::session::{Wrong, open, remember, with_cookie};
use super::{anonymous_form, external};
use crate::error::PageError;
use crate::form::Form;
use crate::page::{page, see_other};
use http_kit::browser::{known_browser, signed_in};
use http_kit::extract::state_of;
use http_kit::state::AppState;

const PURPOSE: &str = "sign-in";

#[derive(Template)]
#[template(path = "auth/sign_in.html")]
struct SignInPage {
    token: String,
    next: String,
    next_query: String,
    email: String,
    wrong: Option<String>,
    sign_up_open: bool,
}

/// The form, or the way to the external issuer; whoever is signed in goes on.
pub(super) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let state = state_of(&request)?;
    let next = anonymous_form::next_of(&request);
    if signed_in(&request, &state).await?.is_some() {
        return Ok(see_other(&next));
    }
    if let Some(issuer) = &state.sign_in.external {
        return external::leave(&request, &state, issuer, &next).await;
    }
    form(&request, &state, (next, String::new()), None).await
}

/// Signs in, or says that address or password is wrong, never which.
pub(super) async fn send(
    request: HttpRequest,
    body: web::Bytes,
) -> Result<HttpResponse, PageError> {
    let state = state_of(&request)?;
    external::refuse_passwords(&state)?;
    let sent = anonymous_form::accept(&request, &state, &body, PURPOSE).await?;
    let next = anonymous_form::local(sent.one("next"));
    let email = sent.one("email").unwrap_or_default().to_owned();
    let wrong = || Wrong::input("E-mail address or password is wrong.");
    let Some((address, password)) = read(&sent) else {
        return form(&request, &state, (next, email), Some(wrong())).await;
    };
    let sender = anonymous_form::sender(&request, &state);
    let accounts = state.sign_in.accounts();
    let browser = known_browser(&request, &state);
    let origin = Origin {
        sender: &sender,
        browser: browser.as_ref(),
    };
    let wrong = match sign_in(&accounts, &address, password, origin).await {
        Ok(Some(user)) => {
            let opened = open(&state, &user, &next).await?;
            return remember(&state, browser, user.id, opened).await;
        }
        Ok(None) => wrong(),
        Err(error) => Wrong::account(&error)?,
    };
    form(&request, &state, (next, email), Some(wrong)).await
}

fn read(sent: &Form) -> Option<(EmailAddress, Password)> {
    let email = EmailAddress::parse(sent.one("email")?)?;
    let password = Password::parse(sent.all("password").next()?)?;
    Some((email, password))
}

async fn form(
    request: &HttpRequest,
    state: &AppState,
    (next, email): (String, String),
    wrong: Option<Wrong>,
) -> Result<HttpResponse, PageError> {
    let issued = anonymous_form::issue(request, state, PURPOSE).await?;
    let template = SignInPage {
        token: issued.token,
        next_query: next_query(&next),
        next,
        email,
        wrong: wrong.as_ref().map(|wrong| wrong.words.clone()),
        sign_up_open: state.sign_in.sign_up_open,
    };
    let response = match &wrong {
        Some(wrong) => wrong.page(&template),
        None => page(&template),
    };
    Ok(with_cookie(response, issued.set_cookie))
}

/// The same destination for the other page.
pub(super) fn next_query(next: &str) -> String {
    let encoded = percent_encoding::utf8_percent_encode(next, percent_encoding::NON_ALPHANUMERIC);
    format!("?next={encoded}")
}
