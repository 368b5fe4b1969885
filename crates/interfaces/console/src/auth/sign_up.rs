//! `/auth/sign-up`

use access_control::users::{EmailAddress, Password, PersonName};
use accounts::users::sign_up::sign_up;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::session::{Wrong, open, remember, with_cookie};
use super::sign_in::next_query;
use super::{anonymous_form, external};
use crate::error::PageError;
use crate::form::Form;
use crate::page::{page, see_other};
use http_kit::browser::{known_browser, signed_in};
use http_kit::extract::state_of;
use http_kit::state::AppState;

const PURPOSE: &str = "sign-up";

#[derive(Template)]
#[template(path = "auth/sign_up.html")]
struct SignUpPage {
    token: String,
    next: String,
    next_query: String,
    name: String,
    email: String,
    wrong: Option<String>,
}

/// What was typed, but for the password.
#[derive(Default)]
struct Typed {
    next: String,
    name: String,
    email: String,
}

/// The form; whoever is signed in goes on.
pub(super) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let state = state_of(&request)?;
    external::refuse_passwords(&state)?;
    let next = anonymous_form::next_of(&request);
    if signed_in(&request, &state).await?.is_some() {
        return Ok(see_other(&next));
    }
    let typed = Typed {
        next,
        ..Typed::default()
    };
    form(&request, &state, typed, None).await
}

/// Makes the account and signs in.
pub(super) async fn send(
    request: HttpRequest,
    body: web::Bytes,
) -> Result<HttpResponse, PageError> {
    let state = state_of(&request)?;
    external::refuse_passwords(&state)?;
    let sent = anonymous_form::accept(&request, &state, &body, PURPOSE).await?;
    let field = |name| sent.one(name).unwrap_or_default().to_owned();
    let typed = Typed {
        next: anonymous_form::local(sent.one("next")),
        name: field("name"),
        email: field("email"),
    };
    let (person, password) = match read(&sent) {
        Ok(read) => read,
        Err(words) => return form(&request, &state, typed, Some(Wrong::input(words))).await,
    };
    if !state.sign_in.sign_up_open {
        return Err(PageError::NotFound);
    }
    let sender = anonymous_form::sender(&request, &state);
    let accounts = state.sign_in.accounts();
    let made = sign_up(&accounts, &state.context(), person, password, &sender).await;
    let wrong = match made {
        Ok(Some(user)) => {
            let opened = open(&state, &user, &typed.next).await?;
            return remember(&state, known_browser(&request, &state), user.id, opened).await;
        }
        Ok(None) => Wrong::input(
            "No account can be made with this e-mail address. If you have one, sign in instead.",
        ),
        Err(error) => Wrong::account(&error)?,
    };
    form(&request, &state, typed, Some(wrong)).await
}

/// Everything that is wrong, in sentences.
fn read(sent: &Form) -> Result<((PersonName, EmailAddress), Password), String> {
    let name = sent.one("name").and_then(PersonName::parse);
    let email = sent.one("email").and_then(EmailAddress::parse);
    let password = sent.all("password").next().and_then(Password::parse);
    match (name, email, password) {
        (Some(name), Some(email), Some(password)) => Ok(((name, email), password)),
        (name, email, password) => {
            let wrong = [
                name.is_none()
                    .then_some("Enter your name, at most 120 characters."),
                email.is_none().then_some("Enter an e-mail address."),
                password
                    .is_none()
                    .then_some("Choose a password of 12 to 256 characters."),
            ];
            Err(wrong.into_iter().flatten().collect::<Vec<_>>().join(" "))
        }
    }
}

async fn form(
    request: &HttpRequest,
    state: &AppState,
    typed: Typed,
    wrong: Option<Wrong>,
) -> Result<HttpResponse, PageError> {
    if !state.sign_in.sign_up_open {
        return Err(PageError::NotFound);
    }
    let issued = anonymous_form::issue(request, state, PURPOSE).await?;
    let template = SignUpPage {
        token: issued.token,
        next_query: next_query(&typed.next),
        next: typed.next,
        name: typed.name,
        email: typed.email,
        wrong: wrong.as_ref().map(|wrong| wrong.words.clone()),
    };
    let response = match &wrong {
        Some(wrong) => wrong.page(&template),
        None => page(&template),
    };
    Ok(with_cookie(response, issued.set_cookie))
}
