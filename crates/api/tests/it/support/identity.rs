//! The identity provider and the authorization server: of nobody, or over the shared database.

use std::sync::Arc;

use http_kit::AppState;
use http_kit::sign_in::SignInPorts;
use testkit::TestDatabase;
use tributary_identity_provider::built_in::Parts;
use tributary_identity_provider::{BuiltInProvider, Rules};
use tributary_postgres::{
    PgAttempts, PgPool, PgSignInGuard, PgSigningKeys, PgUserTokens, PgUsers, PgWebSessions,
};
use tributary_system::{Argon2Passwords, KeyRing, SystemClock, TimeOrderedIds};

/// Ports over a database that does not answer.
pub(crate) fn nobody() -> SignInPorts {
    ports(&PgPool::new("postgres://127.0.0.1:1/none", 1).unwrap()).0
}

fn ports(pool: &PgPool) -> (SignInPorts, Arc<BuiltInProvider>) {
    let provider = Arc::new(BuiltInProvider::new(Parts {
        store: Arc::new(PgSigningKeys::new(pool.clone())),
        sealing: Arc::new(KeyRing::new(&[[7; 32]]).unwrap()),
        clock: Arc::new(SystemClock),
        ids: Arc::new(TimeOrderedIds),
        rules: Rules {
            issuer: "https://t.example/auth".to_owned(),
            audience: "https://t.example".to_owned(),
        },
    }));
    let ports = SignInPorts {
        users: Arc::new(PgUsers::new(pool.clone())),
        passwords: Arc::new(Argon2Passwords::new()),
        attempts: Arc::new(PgAttempts::new(pool.clone())),
        guard: Arc::new(PgSignInGuard::new(pool.clone())),
        session_tokens: provider.clone(),
        external: None,
        sign_up_open: true,
    };
    (ports, provider)
}

/// Puts the adapters into the state: people really sign in, and tokens are those of the database.
pub(crate) fn connect(state: &mut AppState) {
    let pool = PgPool::new(TestDatabase::shared().url(), 8).unwrap();
    let (ports, provider) = ports(&pool);
    state.sign_in = ports;
    state.access.session_tokens = provider;
    state.access.user_tokens = Arc::new(PgUserTokens::new(pool.clone()));
    state.access.user_token_units = Some(600);
    state.console.web_sessions = Arc::new(PgWebSessions::new(pool));
}
