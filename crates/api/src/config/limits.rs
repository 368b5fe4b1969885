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
    /// Units a minute that applications get with an approval, and the most that somebody may mint a
    /// token with. Until it is set, no user token is issued.
    #[arg(
        long,
        env = "TRIBUTARY_USER_TOKEN_UNITS_PER_MINUTE",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub user_token_units_per_minute: Option<u32>,
    /// Browser events a minute that pages with one tracking key may send to this process; 0 is any
    /// number.
    #[arg(
        long,
        env = "TRIBUTARY_COLLECT_EVENTS_PER_KEY",
        default_value_t = 60_000
    )]
    pub collect_events_per_key: u32,
    /// Browser events a minute that one address may send to this process, an office behind one address
    /// included; 0 is any number.
    #[arg(
        long,
        env = "TRIBUTARY_COLLECT_EVENTS_PER_ADDRESS",
        default_value_t = 6_000
    )]
    pub collect_events_per_address: u32,
    /// Days after which the key is deleted under which the senders of browser events of a day are named;
    /// 0 names nobody.
    #[arg(
        long,
        env = "TRIBUTARY_SENDER_KEY_DAYS",
        default_value_t = 30,
        value_parser = clap::value_parser!(u16).range(0..=365)
    )]
    pub sender_key_days: u16,
    /// Addresses and networks (CIDR) of proxies in front of the service, whose X-Forwarded-For
    /// and country header count; separated by commas.
    #[arg(long, env = "TRIBUTARY_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<String>,
    /// Connections that one address (an IPv6 /64 is one) may have open at a time; one more is answered
    /// 503 and closed. Those of trusted proxies are not counted.
    #[arg(
        long,
        env = "TRIBUTARY_CONNECTIONS_PER_ADDRESS",
        default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub connections_per_address: u32,
}
