//! Accounts at ad platforms.

use std::sync::Arc;

use http_kit::addresses::Addresses;
use http_kit::platform_connections::{ConnectionPorts, PlatformReports};
use tributary_ad_platforms::{BadSetting, PlatformAuthorizer};
use tributary_postgres::{PgConnections, PgPendingAuthorizations, PgPool};

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
            datasets: social.clone(),
            audiences: social,
        },
    })
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
fn bad_setting(error: BadSetting) -> Failure {
    Failure::usage(match error {
        BadSetting::RootCa => format!("TRIBUTARY_EGRESS_EXTRA_ROOT_CA: {error}"),
        BadSetting::RedirectUri => format!("TRIBUTARY_BASE_URL: {error}"),
        BadSetting::Address(_) | BadSetting::Version(_) | BadSetting::Tls(_) => error.to_string(),
    })
}
