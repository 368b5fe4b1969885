//! Google Ads: Google's OAuth 2.0 for web servers, and the REST form of the Google Ads API.

use platform_connections::ports::{AuthorizationFailure, RefreshFailure};
use platform_connections::{
    AccessToken, Account, AccountDraft, AuthorizationCode, AuthorizationSecrets, Grant,
    MAX_ACCOUNTS, ReconnectReason, RefreshToken, Tokens,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use url::Url;

use super::http::{Http, Unreachable};
use super::oauth::{OAuthClient, later, not_refreshed, plain, refused};
use super::settings::SearchAdsSettings;
use crate::platform::{BadSetting, base, version};

/// What is asked for: to read accounts, and to send conversions.
const SCOPES: [&str; 2] = [
    "https://www.googleapis.com/auth/adwords",
    "https://www.googleapis.com/auth/datamanager",
];

/// Without these there is no refresh token when somebody allowed it before.
const OFFLINE: [(&str, &str); 2] = [("access_type", "offline"), ("prompt", "consent")];

/// Of so many accounts names are asked for, each by a request of its own; others are shown by their ids.
const NAMED: usize = 20;

/// What is asked of an account about itself.
const ABOUT: &str =
    "SELECT customer.descriptive_name, customer.currency_code, customer.time_zone FROM customer";

/// The platform.
pub(super) struct SearchAds {
    http: Http,
    /// The API with its version: `…/v26/`.
    api: Url,
    revoke: Url,
    client: Option<OAuthClient>,
    developer_token: Option<String>,
}

/// An error of the API has a status word that says nothing about anybody; its message may.
fn failure(status: StatusCode, answer: &Value) -> AuthorizationFailure {
    let word = answer.pointer("/error/status").and_then(Value::as_str);
    AuthorizationFailure::Refused(
        word.map_or_else(|| status.to_string(), |word| plain(word).to_owned()),
    )
}

impl SearchAds {
    pub(super) fn new(
        http: Http,
        settings: SearchAdsSettings,
        redirect: &str,
    ) -> Result<Self, BadSetting> {
        let below = |text: &str, path: &str, name| {
            let joined = base(name, text)?.join(path);
            joined.map_err(|_| BadSetting::Address(name))
        };
        let named = "TRIBUTARY_SEARCH_ADS_API_VERSION";
        let version = version(named, &settings.api_version)?;
        let tokens = "TRIBUTARY_SEARCH_ADS_TOKEN_URL";
        let page = below(
            &settings.consent_url,
            "/o/oauth2/v2/auth",
            "TRIBUTARY_SEARCH_ADS_CONSENT_URL",
        )?;
        let token = below(&settings.token_url, "/token", tokens)?;
        let client = settings
            .client
            .map(|client| OAuthClient::new(client, (page, token), redirect));
        Ok(Self {
            http,
            api: below(
                &settings.api_url,
                &format!("/{version}/"),
                "TRIBUTARY_SEARCH_ADS_API_URL",
            )?,
            revoke: below(&settings.token_url, "/revoke", tokens)?,
            client: client.transpose()?,
            developer_token: settings.developer_token,
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
        let url = Url::parse(&format!("{}{path}", self.api));
        url.map_err(|error| AuthorizationFailure::Unreachable(error.to_string()))
    }

    pub(super) fn page(
        &self,
        secrets: &AuthorizationSecrets,
    ) -> Result<String, AuthorizationFailure> {
        Ok(self.client()?.page(secrets, &SCOPES, &OFFLINE))
    }

    pub(super) async fn exchange(
        &self,
        code: &AuthorizationCode,
        secrets: &AuthorizationSecrets,
    ) -> Result<Grant, AuthorizationFailure> {
        let client = self.client()?;
        let exchanged = client.exchange(&self.http, code, secrets).await;
        exchanged.map_err(refused)
    }

    pub(super) async fn refresh(&self, tokens: &Tokens) -> Result<Grant, RefreshFailure> {
        let client = self.client().map_err(|error| later(&error.to_string()))?;
        let token = tokens.refresh.as_ref();
        let token = token.ok_or(RefreshFailure::Stopped(ReconnectReason::TokenExpired))?;
        let refreshed = client.refresh(&self.http, token).await;
        refreshed.map_err(not_refreshed)
    }

    pub(super) async fn accounts(
        &self,
        access: &AccessToken,
    ) -> Result<Vec<Account>, AuthorizationFailure> {
        let url = self.at("customers:listAccessibleCustomers")?;
        let (status, answer) = self.ask((Method::GET, url), access, None).await?;
        if !status.is_success() {
            return Err(failure(status, &answer));
        }
        let names = answer.get("resourceNames").and_then(Value::as_array);
        let ids = names.into_iter().flatten().filter_map(|name| {
            let bare = AccountDraft {
                id: name.as_str()?.strip_prefix("customers/")?.to_owned(),
                ..AccountDraft::default()
            };
            Account::parse(&bare)
        });
        let mut accounts: Vec<Account> = ids.take(MAX_ACCOUNTS).collect();
        for account in accounts.iter_mut().take(NAMED) {
            match self.about(access, &account.id).await {
                Ok(Some(known)) => *account = known,
                Ok(None) => {}
                // Names are a help; whoever does not answer now is not asked for the others.
                Err(_) => break,
            }
        }
        Ok(accounts)
    }

    /// The API wants to know whose program asks, too.
    async fn ask(
        &self,
        place: (Method, Url),
        access: &AccessToken,
        body: Option<&Value>,
    ) -> Result<(StatusCode, Value), Unreachable> {
        let token = self.developer_token.as_deref();
        let header = token.map(|token| ("developer-token", token));
        self.http.ask_with(place, access, (body, header)).await
    }

    /// What an account says of itself; `None` when it says nothing, as one that is not enabled does.
    async fn about(
        &self,
        access: &AccessToken,
        id: &str,
    ) -> Result<Option<Account>, AuthorizationFailure> {
        let url = self.at(&format!("customers/{id}/googleAds:search"))?;
        let body = json!({"query": ABOUT});
        let asked = self.ask((Method::POST, url), access, Some(&body));
        let (status, answer) = asked.await?;
        if !status.is_success() {
            return Ok(None);
        }
        let text = |name: &str| {
            let value = answer.pointer(&format!("/results/0/customer/{name}"));
            value.and_then(Value::as_str).map(str::to_owned)
        };
        Ok(Account::parse(&AccountDraft {
            id: id.to_owned(),
            name: text("descriptiveName"),
            currency: text("currencyCode"),
            timezone: text("timeZone"),
        }))
    }

    pub(super) async fn revoke(&self, tokens: &Tokens) -> Result<(), AuthorizationFailure> {
        let refresh = tokens.refresh.as_ref().map(RefreshToken::reveal);
        let token = refresh.unwrap_or(tokens.access.reveal());
        let asked = self
            .http
            .form(self.revoke.clone(), &[("token", token)])
            .await;
        let (status, answer) = asked?;
        if status.is_success() {
            Ok(())
        } else {
            Err(failure(status, &answer))
        }
    }
}
