//! The ports that judge callers.

use std::sync::Arc;

use access_control::{RateLimiter, SessionTokenVerifier};
use tributary_api::AccessPorts;
use tributary_api::http::address::TrustedProxies;
use tributary_postgres::{PgCallCounter, PgPool, PgRateLimiter, PgReach, PgUserTokens};
use tributary_system::{MemoryRateLimiter, SystemClock};

use crate::cli::Failure;
use crate::config::limits::{BucketStore, Limits};

/// The ports over one database, as the operator has set them.
pub(super) fn ports(
    pool: &PgPool,
    limits: &Limits,
    session_tokens: Arc<dyn SessionTokenVerifier>,
) -> Result<AccessPorts, Failure> {
    let rate_limiter: Arc<dyn RateLimiter> = match limits.rate_limit_store {
        BucketStore::Memory => Arc::new(in_memory()),
        BucketStore::Postgres => Arc::new(PgRateLimiter::new(pool.clone())),
    };
    let trusted = limits.trusted_proxies.iter().map(String::as_str);
    let trusted_proxies = TrustedProxies::parse(trusted)
        .map_err(|error| Failure::usage(format!("TRIBUTARY_TRUSTED_PROXIES: {error}")))?;
    Ok(AccessPorts {
        user_tokens: Arc::new(PgUserTokens::new(pool.clone())),
        session_tokens,
        reach: Arc::new(PgReach::new(pool.clone())),
        rate_limiter,
        addresses: Arc::new(in_memory()),
        calls: Arc::new(PgCallCounter::new(pool.clone())),
        trusted_proxies,
    })
}

fn in_memory() -> MemoryRateLimiter {
    MemoryRateLimiter::new(Arc::new(SystemClock))
}
