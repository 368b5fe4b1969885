//! Ad platforms: those of nobody, and fake ones on the loopback address.

use std::sync::Arc;

use async_trait::async_trait;
use http_kit::AppState;
use http_kit::platform_connections::ConnectionPorts;
use kernel::{ConnectionId, Keyset, Limit, ProfileAccess, StoreError, Timestamp, WebSessionId};
use platform_connections::Connection;
use platform_connections::ports::{
    ConnectionReader, PendingAuthorization, PendingAuthorizationStore, TakenAuthorization,
};
use testkit::fake_platform::FakeAuthorization;
use tributary_ad_platforms::{
    AuthorizationSettings, ClientCredentials, PlatformAuthorizer, SearchAdsSettings,
    SocialAdsSettings,
};

struct Nothing;

#[async_trait]
impl ConnectionReader for Nothing {
    async fn page(
        &self,
        _: &ProfileAccess,
        _: Option<Keyset>,
        _: Limit<100>,
    ) -> Result<Vec<Connection>, StoreError> {
        Ok(Vec::new())
    }

    async fn find(
        &self,
        _: &ProfileAccess,
        _: ConnectionId,
    ) -> Result<Option<Connection>, StoreError> {
        Ok(None)
    }
}

#[async_trait]
impl PendingAuthorizationStore for Nothing {
    async fn keep(&self, _: &PendingAuthorization, _: Timestamp) -> Result<(), StoreError> {
        Ok(())
    }

    async fn take(
        &self,
        _: &[u8; 32],
        _: WebSessionId,
        _: Timestamp,
    ) -> Result<Option<TakenAuthorization>, StoreError> {
        Ok(None)
    }
}

/// Platforms with these settings of the operator.
fn authorizer(settings: (SocialAdsSettings, SearchAdsSettings)) -> Arc<PlatformAuthorizer> {
    let settings = AuthorizationSettings {
        redirect_uri: "https://t.example/auth/connections/callback".to_owned(),
        social_ads: settings.0,
        search_ads: settings.1,
        extra_roots: None,
    };
    Arc::new(PlatformAuthorizer::new(settings).unwrap())
}

/// Nothing is connected, and the operator has no client anywhere.
pub(super) fn nobody() -> ConnectionPorts {
    ConnectionPorts {
        connections: Arc::new(Nothing),
        authorization: authorizer(Default::default()),
        pending: Arc::new(Nothing),
    }
}

/// From now on the fake platforms are asked, by a client that they know if there is one.
pub(crate) fn ask(state: &mut AppState, platform: &FakeAuthorization, has_client: bool) {
    let client = has_client.then(|| ClientCredentials {
        id: FakeAuthorization::CLIENT_ID.to_owned(),
        secret: FakeAuthorization::CLIENT_SECRET.to_owned(),
    });
    let url = platform.url();
    let social = SocialAdsSettings {
        client: client.clone(),
        dialog_url: url.clone(),
        api_url: url.clone(),
        ..SocialAdsSettings::default()
    };
    let search = SearchAdsSettings {
        client,
        consent_url: url.clone(),
        token_url: url.clone(),
        api_url: url,
        ..SearchAdsSettings::default()
    };
    state.connections.authorization = authorizer((social, search));
}
