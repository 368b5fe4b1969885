//! Who is let in and how often: the ports behind the extractors.

use std::sync::Arc;

use access_control::{CallCounter, RateLimiter, ReachReader, SessionTokenVerifier, UserTokenStore};

use access_control::ports::{HandoffReader, PaymentProvider, WorkspaceReader};
use application::ports::ProfileFounder;

use crate::trusted_proxies::TrustedProxies;

/// What judges credentials other than API keys, and what every credential may spend.
#[derive(Clone)]
pub struct AccessPorts {
    /// Access tokens by the SHA-256 of their secret.
    pub user_tokens: Arc<dyn UserTokenStore>,
    /// Session tokens of the identity provider.
    pub session_tokens: Arc<dyn SessionTokenVerifier>,
    /// What people reach, read for each request.
    pub reach: Arc<dyn ReachReader>,
    /// The allowances of callers.
    pub rate_limiter: Arc<dyn RateLimiter>,
    /// The allowances of addresses: of this process alone, because they protect it and count
    /// nothing that anybody is owed.
    pub addresses: Arc<dyn RateLimiter>,
    /// Calls that are counted exactly.
    pub calls: Arc<dyn CallCounter>,
    /// Units a minute of tokens that are approved, and the most that somebody may mint one with;
    /// `None` while the operator has not said.
    pub user_token_units: Option<u32>,
    /// Whose word on a sender's address counts.
    pub trusted_proxies: TrustedProxies,
}

/// Workspaces and what belongs to them beside their data.
#[derive(Clone)]
pub struct WorkspacePorts {
    /// Whose they are.
    pub workspaces: Arc<dyn WorkspaceReader>,
    /// Makes profiles in them.
    pub founder: Arc<dyn ProfileFounder>,
    /// What waits for a human.
    pub handoffs: Arc<dyn HandoffReader>,
    /// Who takes the money.
    pub payments: Arc<dyn PaymentProvider>,
    /// Days of a trial; `None` while the operator has not said.
    pub trial_days: Option<u32>,
}
