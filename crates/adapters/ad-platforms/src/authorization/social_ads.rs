//! Meta: Facebook Login and the Graph API.
//!
//! There are no refresh tokens: a token that still counts is exchanged for another that counts for sixty days.
//! Tokens of system users are made by hand and have no end.

use std::time::Duration;

use oauth2::RequestTokenError;
use platform_connections::ports::{AuthorizationFailure, RefreshFailure};
use platform_connections::{
    AccessToken, Account, AccountDraft, AuthorizationCode, AuthorizationSecrets, Grant,
    MAX_ACCOUNTS, ReconnectReason, Tokens,
};
use reqwest::{Method, StatusCode};
use serde_json::Value;
use url::Url;

use super::http::Http;
use super::oauth::{OAuthClient, later, refused};
use super::settings::SocialAdsSettings;
use crate::platform::{BadSetting, base, version};

/// What is asked for: to read accounts and to send events for them.
const SCOPES: [&str; 3] = ["ads_read", "ads_management", "business_management"];

/// The platform.
pub(super) struct SocialAds {
    http: Http,
    /// The API with its version: `…/v25.0/`.
    api: Url,
    client: Option<OAuthClient>,
}

/// An error of the Graph API has a number that says nothing about anybody; its message may.
fn code_of(answer: &Value) -> Option<i64> {
    answer.pointer("/error/code")?.as_i64()
}

/// Whether somebody has to connect the account anew, and why.
fn verdict(code: i64) -> Option<ReconnectReason> {
    match code {
        190 | 102 => Some(ReconnectReason::TokenExpired),
        10 | 200..=299 => Some(ReconnectReason::PermissionMissing),
        _ => None,
    }
}

fn failure(status: StatusCode, answer: &Value) -> AuthorizationFailure {
    AuthorizationFailure::Refused(match code_of(answer) {
        Some(code) => format!("code {code}"),
        None => status.to_string(),
    })
}

impl SocialAds {
    pub(super) fn new(
        http: Http,
        settings: SocialAdsSettings,
        redirect: &str,
    ) -> Result<Self, BadSetting> {
        let named = "TRIBUTARY_SOCIAL_ADS_API_VERSION";
        let version = version(named, &settings.api_version)?;
        let below = |base: Url, path: &str, name| {
            let joined = base.join(&format!("/{version}/{path}"));
            joined.map_err(|_| BadSetting::Address(name))
        };
        let (api, dialog) = (
            "TRIBUTARY_SOCIAL_ADS_API_URL",
            "TRIBUTARY_SOCIAL_ADS_DIALOG_URL",
        );
        let api_base = base(api, &settings.api_url)?;
        let page = below(base(dialog, &settings.dialog_url)?, "dialog/oauth", dialog)?;
        let token = below(api_base.clone(), "oauth/access_token", api)?;
        let client = settings
            .client
            .map(|client| OAuthClient::new(client, (page, token), redirect));
        Ok(Self {
            http,
            api: below(api_base, "", api)?,
            client: client.transpose()?,
        })
    }

    pub(super) fn has_client(&self) -> bool {
        self.client.is_some()
    }

    fn client(&self) -> Result<&OAuthClient, AuthorizationFailure> {
        self.client
            .as_ref()
            .ok_or(AuthorizationFailure::NotConfigured)
    }

    fn at(&self, path: &str) -> Result<Url, AuthorizationFailure> {
        let url = self.api.join(path);
        url.map_err(|error| AuthorizationFailure::Unreachable(error.to_string()))
    }

    pub(super) fn page(
        &self,
        secrets: &AuthorizationSecrets,
    ) -> Result<String, AuthorizationFailure> {
        Ok(self.client()?.page(secrets, &SCOPES, &[]))
    }

    /// The token of a code counts for an hour or two, so it is exchanged at once for one that lasts.
    pub(super) async fn exchange(
        &self,
        code: &AuthorizationCode,
        secrets: &AuthorizationSecrets,
    ) -> Result<Grant, AuthorizationFailure> {
        let client = self.client()?;
        let exchanged = client.exchange(&self.http, code, secrets).await;
        let short = exchanged.map_err(|error| match &error {
            // Its errors are not those of OAuth.
            RequestTokenError::Parse(_, body) => serde_json::from_slice(body)
                .ok()
                .filter(|answer| code_of(answer).is_some())
                .map_or_else(
                    || AuthorizationFailure::Unreachable("its tokens cannot be read".to_owned()),
                    |answer| failure(StatusCode::BAD_REQUEST, &answer),
                ),
            _ => refused(error),
        })?;
        match self.lasting(&short.access).await {
            Ok(lasting) => Ok(lasting),
            Err(RefreshFailure::Stopped(reason)) => {
                Err(AuthorizationFailure::Refused(reason.as_str().to_owned()))
            }
            // It counts for now, and is exchanged when it is refreshed.
            Err(RefreshFailure::TryLater { .. }) => Ok(short),
        }
    }

    pub(super) async fn refresh(&self, tokens: &Tokens) -> Result<Grant, RefreshFailure> {
        self.lasting(&tokens.access).await
    }

    async fn lasting(&self, access: &AccessToken) -> Result<Grant, RefreshFailure> {
        let unset = |error: AuthorizationFailure| later(&error.to_string());
        let client = self.client().map_err(unset)?.credentials();
        let url = self.at("oauth/access_token").map_err(unset)?;
        let fields = [
            ("grant_type", "fb_exchange_token"),
            ("client_id", client.id.as_str()),
            ("client_secret", client.secret.as_str()),
            ("fb_exchange_token", access.reveal()),
        ];
        let asked = self.http.form(url, &fields).await;
        let (status, answer) = asked.map_err(|error| RefreshFailure::TryLater {
            why: error.why,
            after: error.after,
        })?;
        if !status.is_success() {
            return Err(match code_of(&answer).and_then(verdict) {
                Some(reason) => RefreshFailure::Stopped(reason),
                None => later(&failure(status, &answer).to_string()),
            });
        }
        let access = answer.get("access_token").and_then(Value::as_str);
        let access = access.and_then(AccessToken::parse);
        let lasts = answer.get("expires_in").and_then(Value::as_u64);
        Ok(Grant {
            access: access.ok_or_else(|| later("its tokens cannot be read"))?,
            refresh: None,
            lifetime: lasts
                .filter(|seconds| *seconds > 0)
                .map(Duration::from_secs),
        })
    }

    pub(super) async fn accounts(
        &self,
        access: &AccessToken,
    ) -> Result<Vec<Account>, AuthorizationFailure> {
        let mut url = self.at("me/adaccounts")?;
        url.query_pairs_mut()
            .append_pair("fields", "account_id,name,currency,timezone_name")
            .append_pair("limit", &MAX_ACCOUNTS.to_string());
        let (status, answer) = self.http.ask((Method::GET, url), access, None).await?;
        if !status.is_success() {
            return Err(failure(status, &answer));
        }
        let rows = answer.get("data").and_then(Value::as_array);
        let rows = rows
            .ok_or_else(|| AuthorizationFailure::Unreachable("it lists no accounts".to_owned()))?;
        Ok(rows.iter().filter_map(account).take(MAX_ACCOUNTS).collect())
    }

    /// Takes the app's permissions from whoever allowed them. A token that was made by hand is its maker's own.
    pub(super) async fn revoke(&self, tokens: &Tokens) -> Result<(), AuthorizationFailure> {
        if tokens.expires_at.is_none() {
            return Ok(());
        }
        let url = self.at("me/permissions")?;
        let asked = self.http.ask((Method::DELETE, url), &tokens.access, None);
        let (status, answer) = asked.await?;
        if status.is_success() {
            Ok(())
        } else {
            Err(failure(status, &answer))
        }
    }
}

fn account(row: &Value) -> Option<Account> {
    let text = |name: &str| row.get(name).and_then(Value::as_str).map(str::to_owned);
    Account::parse(&AccountDraft {
        id: text("account_id")?,
        name: text("name"),
        currency: text("currency"),
        timezone: text("timezone_name"),
    })
}
