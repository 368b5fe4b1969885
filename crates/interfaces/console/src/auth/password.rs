//! `/auth/password`

use access_control::users::{EmailAddress, FailedTries, Password};
use accounts::users::change_password::{ChangePassword, change_password};
use accounts::users::{Origin, forget_failed_tries};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use kernel::TimeZone;

use super::session::{Wrong, remember};
use super::{anonymous_form, external};
use crate::error::PageError;
use crate::form::Form;
use crate::format;
use crate::page::{page, see_other};
use crate::viewer::Viewer;
use http_kit::browser::known_browser;

const PURPOSE: &str = "password";
/// What the button sends by which somebody says that they have seen that tries failed.
const SEEN: &str = "seen";

#[derive(Template)]
#[template(path = "auth/password.html")]
struct PasswordPage {
    token: String,
    email: String,
    wrong: Option<String>,
    done: bool,
    /// Tries at the account that failed elsewhere.
    failed: Option<String>,
}

/// The form, for people who have a password here.
pub(super) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let viewer = entered(&request).await?;
    form(&viewer, None, false).await
}

/// Changes the password; the person's other browsers are signed out.
pub(super) async fn send(
    request: HttpRequest,
    body: web::Bytes,
) -> Result<HttpResponse, PageError> {
    let viewer = entered(&request).await?;
    let sent = Form::accept(&request, &body, &viewer, PURPOSE).await?;
    if sent.one(SEEN).is_some() {
        return seen(&viewer).await;
    }
    let wrong = || Wrong::input("The current password is wrong.");
    let password = |name| sent.all(name).next().and_then(Password::parse);
    let email = viewer.who.email.as_deref().and_then(EmailAddress::parse);
    let Some(new) = password("new_password") else {
        let wrong = Wrong::input("Choose a new password of 12 to 256 characters.");
        return form(&viewer, Some(wrong), false).await;
    };
    let (Some(current), Some(email)) = (password("password"), email) else {
        return form(&viewer, Some(wrong()), false).await;
    };
    let command = ChangePassword {
        email,
        current,
        new,
        keep: viewer.who.session_id,
    };
    let state = &viewer.state;
    let sender = anonymous_form::sender(&request, state);
    let accounts = state.sign_in.accounts();
    let browser = known_browser(&request, state);
    let origin = Origin {
        sender: &sender,
        browser: browser.as_ref(),
    };
    match change_password(&accounts, &state.context(), command, origin).await {
        Ok(true) => {
            let changed = form(&viewer, None, true).await?;
            remember(state, browser, viewer.who.user_id, changed).await
        }
        Ok(false) => form(&viewer, Some(wrong()), false).await,
        Err(error) => form(&viewer, Some(Wrong::account(&error)?), false).await,
    }
}

/// Tells no more of tries that somebody has seen.
async fn seen(viewer: &Viewer) -> Result<HttpResponse, PageError> {
    let email = viewer.who.email.as_deref().and_then(EmailAddress::parse);
    if let Some(email) = email {
        let forgotten = forget_failed_tries(&viewer.state.sign_in.accounts(), &email).await;
        forgotten.map_err(|error| PageError::internal(&error))?;
    }
    Ok(see_other("/"))
}

async fn entered(request: &HttpRequest) -> Result<Viewer, PageError> {
    let viewer = Viewer::of(request).await?;
    external::refuse_passwords(&viewer.state)?;
    if viewer.who.has_password {
        Ok(viewer)
    } else {
        Err(PageError::NotFound)
    }
}

async fn form(
    viewer: &Viewer,
    wrong: Option<Wrong>,
    done: bool,
) -> Result<HttpResponse, PageError> {
    let template = PasswordPage {
        token: viewer.form_token(PURPOSE).await?,
        email: viewer.who.email.clone().unwrap_or_default(),
        wrong: wrong.as_ref().map(|wrong| wrong.words.clone()),
        done,
        failed: viewer.failed_tries().await?.map(words),
    };
    Ok(match wrong {
        Some(wrong) => wrong.page(&template),
        None => page(&template),
    })
}

/// What was tried, in words.
fn words(failed: FailedTries) -> String {
    let zone = TimeZone::utc();
    let tries = match failed.tries {
        1 => "Once a wrong password was".to_owned(),
        tries => format!("{tries} times a wrong password was"),
    };
    let (first, last) = (
        format::instant(failed.first_at, &zone),
        format::instant(failed.last_at, &zone),
    );
    format!(
        "{tries} tried for your account from browsers in which you were never signed in: first {first}, \
         last {last} (UTC). If that was not you, see that your password is used nowhere else."
    )
}
