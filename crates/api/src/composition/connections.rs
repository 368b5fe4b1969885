//! Accounts at ad platforms.

use std::sync::Arc;

use http_kit::addresses::Addresses;
use http_kit::exports::ExportPorts;
use http_kit::platform_connections::{ConnectionPorts, PlatformReports};
use tributary_ad_platforms::{BadSetting, PlatformAuthorizer, RingSha256, SocialCapiSender};
use tributary_postgres::{
    PgCatalogue, PgConnections, PgExportDeliveries, PgExportStatistics, PgLanding,
    PgPendingAuthorizations, PgPool, PgRestatedSpend, PgSyncs,
};

use crate::config::{AdPlatforms, Egress};
use crate::failure::Failure;

/// The ports over one database, as the operator has set them. No platform is asked for anything yet.
pub(super) fn ports(
    pool: &PgPool,
    addresses: &Addresses,
    (platforms, egress): (&AdPlatforms, &Egress),
) -> Result<ConnectionPorts, Failure> {
    let settings = platforms.settings(addresses, egress)?;
    let authorizer = PlatformAuthorizer::new(settings).map_err(bad_setting)?;
    let social = platforms.senders(egress)?.social;
    Ok(ConnectionPorts {
        connections: Arc::new(PgConnections::new(pool.clone())),
        authorization: Arc::new(authorizer),
        pending: Arc::new(PgPendingAuthorizations::new(pool.clone())),
        reports: PlatformReports {
            datasets: Arc::<SocialCapiSender>::clone(&social),
            audiences: social,
        },
        syncs: Arc::new(PgSyncs::new(pool.clone())),
        catalogue: Arc::new(PgCatalogue::new(pool.clone())),
        landing: Arc::new(PgLanding::new(pool.clone())),
        restated: Arc::new(PgRestatedSpend::new(pool.clone())),
    })
}

/// What conversions are sent to, over one database.
pub(super) fn exports(
    pool: &PgPool,
    (platforms, egress): (&AdPlatforms, &Egress),
) -> Result<ExportPorts, Failure> {
    Ok(ExportPorts {
        deliveries: Arc::new(PgExportDeliveries::new(pool.clone())),
        social: platforms.senders(egress)?.social,
        statistics: Arc::new(PgExportStatistics::new(pool.clone())),
        sha256: Arc::new(RingSha256),
        elsewhere: platforms.platforms_elsewhere(),
    })
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
pub(super) fn bad_setting(error: BadSetting) -> Failure {
    Failure::usage(match error {
        BadSetting::RootCa => format!("TRIBUTARY_EGRESS_EXTRA_ROOT_CA: {error}"),
        BadSetting::RedirectUri => format!("TRIBUTARY_BASE_URL: {error}"),
        BadSetting::Address(_) | BadSetting::Version(_) | BadSetting::Tls(_) => error.to_string(),
    })
}
