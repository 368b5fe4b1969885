//! What operations and pages of connections with ad platforms need.

use std::sync::Arc;

use ad_spend::ports::{CatalogueReader, LandingReader, RestatedSpendReader, SyncReader};
use export_rules::ports::{CustomAudienceReader, DatasetQualityReader};
use platform_connections::ports::{
    ConnectionReader, PendingAuthorizationStore, PlatformAuthorization,
};

/// Connections, and the way to platforms.
#[derive(Clone)]
pub struct ConnectionPorts {
    /// What is connected.
    pub connections: Arc<dyn ConnectionReader>,
    /// How platforms are asked for access.
    pub authorization: Arc<dyn PlatformAuthorization>,
    /// Browsers that are on their way there and back.
    pub pending: Arc<dyn PendingAuthorizationStore>,
    /// What platforms say when somebody looks.
    pub reports: PlatformReports,
    /// How reading of their spend goes.
    pub syncs: Arc<dyn SyncReader>,
    /// What is advertised.
    pub catalogue: Arc<dyn CatalogueReader>,
    /// What loaders left.
    pub landing: Arc<dyn LandingReader>,
    /// How spend moved after it was told.
    pub restated: Arc<dyn RestatedSpendReader>,
}

/// What platforms say of accounts and data sets.
#[derive(Clone)]
pub struct PlatformReports {
    /// How good data sets are.
    pub datasets: Arc<dyn DatasetQualityReader>,
    /// Who can be shown ads.
    pub audiences: Arc<dyn CustomAudienceReader>,
}
