//! Access to accounts: OAuth 2.0 with the operator's own client, code and PKCE (RFC 6749, RFC 7636), and lists of
//! the accounts that a token reaches.
//!
//! Written from the platforms' public descriptions and tried against `testkit::fake_platform`; not yet seen on a real
//! account. Reading order: [`settings`], the private modules `http` (bounded requests), `oauth` (what is the same
//! everywhere), `social_ads` and `search_ads` (what is not).

mod http;
mod oauth;
mod search_ads;
pub mod settings;
mod social_ads;

use async_trait::async_trait;
use platform_connections::ports::{
    AuthorizationFailure, PlatformAuthorization, RefreshFailure, Ways,
};
use platform_connections::{
    AccessToken, Account, AuthorizationCode, AuthorizationSecrets, Grant, PlatformProvider, Tokens,
};

use crate::platform::BadSetting;
use http::Http;
use search_ads::SearchAds;
pub use settings::{
    AuthorizationSettings, ClientCredentials, SearchAdsSettings, SocialAdsSettings,
};
use social_ads::SocialAds;

/// Asks the platforms that the operator has set.
pub struct PlatformAuthorizer {
    social: SocialAds,
    search: SearchAds,
}

impl PlatformAuthorizer {
    /// Nobody is asked for anything yet.
    pub fn new(settings: AuthorizationSettings) -> Result<Self, BadSetting> {
        let http = Http::new(settings.extra_roots.as_deref())?;
        let redirect = &settings.redirect_uri;
        Ok(Self {
            social: SocialAds::new(http.clone(), settings.social_ads, redirect)?,
            search: SearchAds::new(http, settings.search_ads, redirect)?,
        })
    }
}

#[async_trait]
impl PlatformAuthorization for PlatformAuthorizer {
    fn ways(&self, provider: PlatformProvider) -> Ways {
        let authorize = match provider {
            PlatformProvider::SocialAds => self.social.has_client(),
            PlatformProvider::SearchAds => self.search.has_client(),
        };
        Ways {
            authorize,
            paste: provider.takes_pasted_tokens(),
        }
    }

    fn page(
        &self,
        provider: PlatformProvider,
        secrets: &AuthorizationSecrets,
    ) -> Result<String, AuthorizationFailure> {
        match provider {
            PlatformProvider::SocialAds => self.social.page(secrets),
            PlatformProvider::SearchAds => self.search.page(secrets),
        }
    }

    #[tracing::instrument(level = "debug", name = "PlatformAuthorization::exchange", skip_all)]
    async fn exchange(
        &self,
        provider: PlatformProvider,
        code: &AuthorizationCode,
        secrets: &AuthorizationSecrets,
    ) -> Result<Grant, AuthorizationFailure> {
        match provider {
            PlatformProvider::SocialAds => self.social.exchange(code, secrets).await,
            PlatformProvider::SearchAds => self.search.exchange(code, secrets).await,
        }
    }

    #[tracing::instrument(level = "debug", name = "PlatformAuthorization::refresh", skip_all)]
    async fn refresh(
        &self,
        provider: PlatformProvider,
        tokens: &Tokens,
    ) -> Result<Grant, RefreshFailure> {
        match provider {
            PlatformProvider::SocialAds => self.social.refresh(tokens).await,
            PlatformProvider::SearchAds => self.search.refresh(tokens).await,
        }
    }

    #[tracing::instrument(level = "debug", name = "PlatformAuthorization::accounts", skip_all)]
    async fn accounts(
        &self,
        provider: PlatformProvider,
        access: &AccessToken,
    ) -> Result<Vec<Account>, AuthorizationFailure> {
        match provider {
            PlatformProvider::SocialAds => self.social.accounts(access).await,
            PlatformProvider::SearchAds => self.search.accounts(access).await,
        }
    }

    #[tracing::instrument(level = "debug", name = "PlatformAuthorization::revoke", skip_all)]
    async fn revoke(
        &self,
        provider: PlatformProvider,
        tokens: &Tokens,
    ) -> Result<(), AuthorizationFailure> {
        match provider {
            PlatformProvider::SocialAds => self.social.revoke(tokens).await,
            PlatformProvider::SearchAds => self.search.revoke(tokens).await,
        }
    }
}
