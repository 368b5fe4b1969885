//! What operations and pages of exports need beyond the unit of work.

use std::sync::Arc;

use export_rules::Sha256;
use export_rules::ports::{DeliveryStats, ExportDeliveryReader, SocialSender};
use platform_connections::PlatformProvider;

/// What became of what was told.
#[derive(Clone)]
pub struct ExportPorts {
    /// In figures.
    pub statistics: Arc<dyn DeliveryStats>,
    /// Line by line.
    pub deliveries: Arc<dyn ExportDeliveryReader>,
    /// Tells social networks of a test.
    pub social: Arc<dyn SocialSender>,
    /// How what is personal is hashed, to try what would be told.
    pub sha256: Arc<dyn Sha256>,
    /// Platforms that are asked elsewhere than at their own addresses.
    pub elsewhere: Vec<PlatformProvider>,
}
