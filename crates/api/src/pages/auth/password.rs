//! `/auth/password`

use access_control::people::{EmailAddress, Password};
use actix_web::{HttpRequest, HttpResponse, web};
use application::users::change_password::{ChangePassword, change_password};
use askama::Template;

use super::session::Wrong;
use super::{external, stranger};
use crate::pages::console::error::PageError;
use crate::pages::console::form::Form;
use crate::pages::console::page::page;
use crate::pages::console::viewer::Viewer;

const PURPOSE: &str = "password";

#[derive(Template)]
#[template(path = "auth/password.html")]
struct PasswordPage {
    token: String,
    email: String,
    wrong: Option<String>,
    done: bool,
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
    let sender = stranger::sender(&request, state);
    let accounts = state.identity.accounts();
    match change_password(&accounts, &state.context(), command, &sender).await {
        Ok(true) => form(&viewer, None, true).await,
        Ok(false) => form(&viewer, Some(wrong()), false).await,
        Err(error) => form(&viewer, Some(Wrong::account(&error)?), false).await,
    }
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
    };
    Ok(match wrong {
        Some(wrong) => wrong.page(&template),
        None => page(&template),
    })
}
