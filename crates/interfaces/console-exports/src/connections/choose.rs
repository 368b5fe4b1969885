//! The person picks an account.

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use conversion_export::connections::choose::{Choice, Choosing, choose as chooses};
use conversion_export::connections::connect::connect;
use platform_connections::Account;

use super::failure::{EXPIRED, failed};
use super::{AtConnection, name_of, platforms};
use crate::chrome::Chrome;
use crate::error::PageError;
use crate::form::Form;
use crate::page::{page, see_other};
use crate::write::write;

#[derive(Template)]
#[template(path = "console/connections/choice.html")]
struct ChoicePage {
    chrome: Chrome,
    action: String,
    token: String,
    platform: &'static str,
    choice: String,
    accounts: Vec<AccountRow>,
}

struct AccountRow {
    id: String,
    words: String,
}

impl From<&Account> for AccountRow {
    fn from(account: &Account) -> Self {
        let mut words = account.name.clone().unwrap_or_default();
        if !words.is_empty() {
            words.push_str(" · ");
        }
        words.push_str(&account.id);
        if let Some(currency) = &account.currency {
            words.push_str(" · ");
            words.push_str(currency.code());
        }
        Self {
            id: account.id.clone(),
            words,
        }
    }
}

/// The accounts to pick from.
pub(super) async fn offered(at: &AtConnection, choice: &Choice) -> Result<HttpResponse, PageError> {
    let platform = name_of(choice.provider);
    Ok(page(&ChoicePage {
        chrome: at.viewer.chrome(&format!("Connect {platform}")).await?,
        action: at.path(),
        token: at.viewer.form_token(&at.path()).await?,
        platform,
        choice: choice.secret.clone(),
        accounts: choice.accounts.iter().map(AccountRow::from).collect(),
    }))
}

/// Connects the one that was picked.
pub(super) async fn choose(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtConnection::of(&request).await?;
    let path = at.path();
    let form = Form::accept(&request, &body, &at.viewer, &path).await?;
    let state = &at.viewer.state;
    let choosing = Choosing {
        handoff_id: at.id(),
        session_id: at.viewer.who.session_id,
        provider: at.provider,
        secret: form.one("choice").unwrap_or_default().to_owned(),
        account_id: form.one("account").unwrap_or_default().to_owned(),
    };
    let chosen = chooses(platforms(state), &state.context(), &choosing).await?;
    let Some(chosen) = chosen else {
        let told = (StatusCode::BAD_REQUEST, EXPIRED);
        return failed(&at.viewer, Some(at.id()), told).await;
    };
    let input = (at.viewer.who.user_id, chosen);
    write(state, input, |work, context, (user, chosen)| {
        Box::pin(connect(work, context, *user, chosen))
    })
    .await?;
    Ok(see_other(&path))
}
