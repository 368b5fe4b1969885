//! All destinations of a profile, as they stand at one moment.

use application::UnitOfWork;
use export_rules::{Compliance, Destination, Routing, routing};
use kernel::{ProfileId, StoreError};
use platform_connections::Connection;

/// Destinations, and what decides whether they ship.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What the profile has decided.
    pub compliance: Compliance,
    /// The destinations, the oldest first.
    pub destinations: Vec<ListedDestination>,
}

/// A destination with the account that it is told through.
#[derive(Clone, Debug)]
pub struct ListedDestination {
    /// The destination.
    pub destination: Destination,
    /// Its account.
    pub connection: Option<Connection>,
    /// Whether it ships.
    pub routing: Routing,
}

/// Reads them.
pub async fn list(work: &mut dyn UnitOfWork, profile: ProfileId) -> Result<Listed, StoreError> {
    let compliance = work.export_compliance().find(profile).await?;
    let destinations = work.destinations().all(profile).await?;
    let ids: Vec<_> = destinations.iter().map(|it| it.connection_id).collect();
    let connections = work.connections().of_ids(profile, &ids).await?;
    let listed = destinations.into_iter().map(|destination| {
        let id = destination.connection_id;
        let connection = connections.iter().find(|connection| connection.id == id);
        ListedDestination {
            routing: routing(&destination, compliance.switches, compliance.privacy.mode),
            connection: connection.cloned(),
            destination,
        }
    });
    Ok(Listed {
        destinations: listed.collect(),
        compliance,
    })
}
