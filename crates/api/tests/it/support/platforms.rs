//! Ad platforms: those of nobody, and fake ones on the loopback address.

use std::sync::Arc;

use std::collections::HashMap;

use ad_spend::catalogue::{CatalogueEntry, CatalogueLevel};
use ad_spend::landing::LandedBatch;
use ad_spend::ports::{CatalogueReader, LandingReader, RestatedSpendReader, SyncReader};
use ad_spend::restated::RestatedDays;
use ad_spend::{Currency, DayRead, Piece, ReadAccount, SyncState};
use async_trait::async_trait;
use export_rules::ports::{
    Covered, DeliveryStats, ExportDeliveryFilter, ExportDeliveryReader, LastDelivery,
    RuleDeliveries,
};
use export_rules::{
    Destination, DestinationId, ExportDeliveryId, LedgerLine, OutcomeEventId, RuleId, Target,
};
use http_kit::AppState;
use http_kit::exports::ExportPorts;
use http_kit::platform_connections::{ConnectionPorts, PlatformReports};
use kernel::{
    Clock, ConnectionId, IdSource, Keyset, Limit, Period, ProfileAccess, StoreError, Timestamp,
    WebSessionId,
};
use platform_connections::ports::{
    ConnectionReader, PendingAuthorization, PendingAuthorizationStore, TakenAuthorization,
};
use platform_connections::{
    AccessToken, Account, AccountDraft, Connection, PlatformProvider, Tokens,
};
use testkit::fake_platform::{FakeAuthorization, FakeConversions};
use tributary_ad_platforms::{
    AuthorizationSettings, ClientCredentials, PlatformAuthorizer, PlatformSettings, RingSha256,
    SearchAdsSettings, SocialAdsSettings, SocialCapiSender,
};
use tributary_system::{SystemClock, TimeOrderedIds};

use super::TestApi;

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

#[async_trait]
impl SyncReader for Nothing {
    async fn states(
        &self,
        _: &ProfileAccess,
        _: &[ConnectionId],
    ) -> Result<Vec<(ConnectionId, SyncState)>, StoreError> {
        Ok(Vec::new())
    }

    async fn days(
        &self,
        _: &ProfileAccess,
        _: ConnectionId,
        _: Piece,
    ) -> Result<Vec<DayRead>, StoreError> {
        Ok(Vec::new())
    }

    async fn accounts(&self, _: &ProfileAccess) -> Result<Vec<ReadAccount>, StoreError> {
        Ok(Vec::new())
    }

    async fn complete(
        &self,
        _: &ProfileAccess,
        _: &[(ConnectionId, Piece)],
    ) -> Result<Vec<(ConnectionId, i64)>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl CatalogueReader for Nothing {
    async fn entries(
        &self,
        _: &ProfileAccess,
        _: CatalogueLevel,
        _: &[String],
    ) -> Result<Vec<CatalogueEntry>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl LandingReader for Nothing {
    async fn page(
        &self,
        _: &ProfileAccess,
        _: Option<Keyset>,
        _: Limit<100>,
    ) -> Result<Vec<LandedBatch>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl RestatedSpendReader for Nothing {
    async fn restated(&self, _: &ProfileAccess, _: Period) -> Result<RestatedDays, StoreError> {
        Ok(RestatedDays {
            currency: Currency::parse("EUR").unwrap(),
            rows: Vec::new(),
        })
    }
}

#[async_trait]
impl DeliveryStats for Nothing {
    async fn last_deliveries(
        &self,
        _: &ProfileAccess,
    ) -> Result<HashMap<DestinationId, LastDelivery>, StoreError> {
        Ok(HashMap::new())
    }

    async fn of_rules(
        &self,
        _: &ProfileAccess,
        _: &[RuleId],
        _: Timestamp,
    ) -> Result<HashMap<RuleId, RuleDeliveries>, StoreError> {
        Ok(HashMap::new())
    }

    async fn coverage(&self, _: &ProfileAccess, _: Period) -> Result<Covered, StoreError> {
        Ok(Covered::default())
    }
}

#[async_trait]
impl ExportDeliveryReader for Nothing {
    async fn page(
        &self,
        _: &ProfileAccess,
        _: &ExportDeliveryFilter,
        _: Option<Keyset>,
        _: Limit<100>,
    ) -> Result<Vec<LedgerLine>, StoreError> {
        Ok(Vec::new())
    }

    async fn find(
        &self,
        _: &ProfileAccess,
        _: ExportDeliveryId,
    ) -> Result<Option<LedgerLine>, StoreError> {
        Ok(None)
    }

    async fn of_event(
        &self,
        _: &ProfileAccess,
        _: OutcomeEventId,
    ) -> Result<Vec<LedgerLine>, StoreError> {
        Ok(Vec::new())
    }

    async fn waiting(
        &self,
        _: &ProfileAccess,
    ) -> Result<Vec<(DestinationId, u64, Timestamp)>, StoreError> {
        Ok(Vec::new())
    }
}

/// Nothing was told to anybody yet.
pub(super) fn nothing_told() -> ExportPorts {
    ExportPorts {
        deliveries: Arc::new(Nothing),
        social: social("http://127.0.0.1:9"),
        statistics: Arc::new(Nothing),
        sha256: Arc::new(RingSha256),
        elsewhere: Vec::new(),
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
        reports: reports("http://127.0.0.1:9"),
        syncs: Arc::new(Nothing),
        catalogue: Arc::new(Nothing),
        landing: Arc::new(Nothing),
        restated: Arc::new(Nothing),
    }
}

/// The social network at an address.
fn social(url: &str) -> Arc<SocialCapiSender> {
    let settings = PlatformSettings {
        base_url: url.to_owned(),
        extra_root_ca: None,
    };
    Arc::new(SocialCapiSender::new(&settings, "v25.0", Some("secret")).unwrap())
}

/// What the platform at an address says when somebody looks.
fn reports(url: &str) -> PlatformReports {
    let social = social(url);
    PlatformReports {
        datasets: Arc::<SocialCapiSender>::clone(&social),
        audiences: social,
    }
}

/// From now on this platform is asked for what it says of accounts and data sets.
pub(crate) fn look(state: &mut AppState, platform: &FakeConversions) {
    state.connections.reports = reports(&platform.url());
    state.exports.social = social(&platform.url());
}

impl TestApi {
    /// An account that the profile is connected with, by a token that lasts.
    pub(crate) async fn connect_account(&self, provider: PlatformProvider) -> ConnectionId {
        let draft = AccountDraft {
            id: "1001".to_owned(),
            ..AccountDraft::default()
        };
        let now = SystemClock.now();
        let account = Account::parse(&draft).unwrap();
        let id = TimeOrderedIds.new_id().into();
        let connection = Connection::new(id, (provider, account), now);
        let tokens = Tokens {
            access: AccessToken::parse(FakeAuthorization::SYSTEM_USER_TOKEN).unwrap(),
            refresh: None,
            obtained_at: now,
            expires_at: None,
        };
        let profile = self.profile.into();
        let mut work = self.units.begin().await.unwrap();
        let connections = work.connections();
        connections.insert(profile, &connection).await.unwrap();
        let kept = work.connection_tokens();
        kept.put(profile, id, &tokens).await.unwrap();
        work.commit().await.unwrap();
        id
    }

    /// A destination that is told through an account.
    pub(crate) async fn destination(&self, through: ConnectionId, target: Target) -> DestinationId {
        let id = TimeOrderedIds.new_id().into();
        let destination = Destination::new(id, through, target, SystemClock.now());
        let mut work = self.units.begin().await.unwrap();
        let destinations = work.destinations();
        let stored = destinations.put(self.profile.into(), &destination);
        stored.await.unwrap();
        work.commit().await.unwrap();
        id
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
