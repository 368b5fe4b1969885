//! What this domain needs from a store and from platforms.

mod authorization;
mod connections;
mod pending;
mod tokens;

pub use authorization::{AuthorizationFailure, PlatformAuthorization, RefreshFailure, Ways};
pub use connections::{ConnectionReader, ConnectionStore};
pub use pending::{PendingAuthorization, PendingAuthorizationStore, TakenAuthorization};
pub use tokens::{ConnectionTokenStore, HeldTokens};

#[cfg(feature = "mocks")]
pub use authorization::MockPlatformAuthorization;
#[cfg(feature = "mocks")]
pub use connections::{MockConnectionReader, MockConnectionStore};
#[cfg(feature = "mocks")]
pub use pending::MockPendingAuthorizationStore;
#[cfg(feature = "mocks")]
pub use tokens::MockConnectionTokenStore;
