//! What operations and pages of connections with ad platforms need.

use std::sync::Arc;

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
}
