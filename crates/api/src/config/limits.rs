//! How often callers may call, and whose word on their address counts.

use clap::{Args, ValueEnum};

/// Where buckets are kept.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum BucketStore {
    /// In this process: for a service that is one process.
    Memory,
    /// In the database: for several replicas, which then share every allowance.
    Postgres,
}

/// Limits.
#[derive(Clone, Debug, Args)]
pub(crate) struct Limits {
    /// Where allowances are kept: in this process, or in the database for several replicas.
    #[arg(
        long,
        env = "TRIBUTARY_RATE_LIMIT_STORE",
        value_enum,
        default_value = "memory"
    )]
    pub rate_limit_store: BucketStore,
    /// Addresses and networks (CIDR) of proxies in front of the service, whose X-Forwarded-For
    /// counts; separated by commas.
    #[arg(long, env = "TRIBUTARY_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<String>,
}
