//! The identity provider and the authorization server.

use std::sync::Arc;

use application::Sealing;
use tributary_api::addresses::Addresses;
use tributary_api::identity::IdentityPorts;
use tributary_identity::built_in::Parts;
use tributary_identity::{BuiltInProvider, Rules};
use tributary_postgres::{PgAttempts, PgPool, PgSigningKeys, PgUsers};
use tributary_system::{Argon2Passwords, SystemClock, TimeOrderedIds};

use crate::config::identity::{Identity, SignUp};

/// The built-in provider over one database.
pub(super) fn provider(
    pool: &PgPool,
    sealing: Arc<dyn Sealing>,
    addresses: &Addresses,
) -> Arc<BuiltInProvider> {
    Arc::new(BuiltInProvider::new(Parts {
        store: Arc::new(PgSigningKeys::new(pool.clone())),
        sealing,
        clock: Arc::new(SystemClock),
        ids: Arc::new(TimeOrderedIds),
        rules: Rules {
            issuer: addresses.identity_issuer(),
            audience: addresses.api().to_owned(),
        },
    }))
}

/// The ports, as the operator has set them.
pub(super) fn ports(
    pool: &PgPool,
    provider: Arc<BuiltInProvider>,
    settings: &Identity,
) -> IdentityPorts {
    IdentityPorts {
        users: Arc::new(PgUsers::new(pool.clone())),
        passwords: Arc::new(Argon2Passwords::new()),
        attempts: Arc::new(PgAttempts::new(pool.clone())),
        session_tokens: provider,
        sign_up_open: settings.signup == SignUp::Open,
    }
}
