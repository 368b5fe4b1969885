//! Users, how they sign in, and how often whoever may try, kept in PostgreSQL.
//!
//! Decides: how accounts, sessions, tokens and counters of attempts are written and read. Deliberately does
//! not know: why, and anything of a profile's data.
//!
//! Reading order: [`users`] and [`external_users`] (people), [`accounts`] (what they are shown of themselves),
//! [`web_sessions`], [`pending_sign_ins`] and [`signing_keys`] (how they are recognised), [`user_tokens`] (what
//! acts for them), [`rate_limiter`], [`attempts`] and [`sign_in_guard`] (how often).

pub mod accounts;
pub mod attempts;
pub mod external_users;
pub mod pending_sign_ins;
pub mod rate_limiter;
pub mod sign_in_guard;
pub mod signing_keys;
pub mod user_tokens;
pub mod users;
pub mod web_sessions;

pub use accounts::PgAccountReader;
pub use attempts::PgAttempts;
pub use external_users::PgExternalUsers;
pub use pending_sign_ins::PgPendingSignIns;
pub use rate_limiter::{PgCallCounter, PgRateLimiter};
pub use sign_in_guard::PgSignInGuard;
pub use signing_keys::PgSigningKeys;
pub use user_tokens::PgUserTokens;
pub use users::PgUsers;
pub use web_sessions::PgWebSessions;
