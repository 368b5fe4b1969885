//! The ports that judge callers.

use std::sync::Arc;

use access_control::ports::{NoPayments, PaymentProvider};
use access_control::{RateLimiter, SessionTokenVerifier};
use application::Sealing;
use http_kit::collect_limits::CollectLimits;
use http_kit::hosts_heard::HostsHeard;
use http_kit::intake_counts::IntakeCounts;
use http_kit::senders::Senders;
use http_kit::trusted_proxies::TrustedProxies;
use http_kit::{AccessPorts, WorkspacePorts};
use tributary_payments::{Stripe, StripeAccount};
use tributary_postgres::{
    PgCallCounter, PgHandoffs, PgIntakeDays, PgPool, PgProfiles, PgRateLimiter, PgReach,
    PgSenderKeys, PgTrackerHosts, PgUserTokens, PgWorkspaces,
};
use tributary_system::{MemoryRateLimiter, SystemClock};

use crate::config::Payments;
use crate::config::limits::{BucketStore, Limits};
use crate::failure::Failure;

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
        user_token_units: limits.user_token_units_per_minute,
        trusted_proxies,
    })
}

/// How much browsers may send.
pub(super) fn collecting(
    pool: &PgPool,
    sealing: Arc<dyn Sealing>,
    limits: &Limits,
) -> CollectLimits {
    let keys = Arc::new(PgSenderKeys::new(pool.clone(), sealing));
    let most = |events: u32| (events > 0).then_some(events);
    CollectLimits {
        key_events: most(limits.collect_events_per_key),
        address_events: most(limits.collect_events_per_address),
        counts: Arc::new(IntakeCounts::new(Arc::new(PgIntakeDays::new(pool.clone())))),
        hosts: Arc::new(HostsHeard::new(Arc::new(PgTrackerHosts::new(pool.clone())))),
        senders: Arc::new(Senders::new(keys, limits.sender_key_days)),
    }
}

/// Workspaces, profiles in them and their checkouts.
pub(super) fn workspaces(pool: &PgPool, payments: &Payments) -> Result<WorkspacePorts, Failure> {
    Ok(WorkspacePorts {
        workspaces: Arc::new(PgWorkspaces::new(pool.clone())),
        founder: Arc::new(PgProfiles::new(pool.clone())),
        handoffs: Arc::new(PgHandoffs::new(pool.clone())),
        payments: provider(payments)?,
        trial_days: payments.trial_days,
    })
}

pub(super) fn provider(payments: &Payments) -> Result<Arc<dyn PaymentProvider>, Failure> {
    let Some(secret_key) = &payments.stripe_secret_key else {
        return Ok(Arc::new(NoPayments));
    };
    let account = StripeAccount {
        url: payments.stripe_url.clone(),
        secret_key: secret_key.clone(),
        price_growth: payments.stripe_price_growth.clone(),
        price_agency: payments.stripe_price_agency.clone(),
        trial_days: payments.trial_days,
    };
    let stripe = Stripe::new(account)
        .map_err(|error| Failure::usage(format!("TRIBUTARY_STRIPE_URL: {error}")))?;
    Ok(Arc::new(stripe))
}

fn in_memory() -> MemoryRateLimiter {
    MemoryRateLimiter::new(Arc::new(SystemClock))
}
