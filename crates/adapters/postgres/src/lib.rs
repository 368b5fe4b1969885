//! PostgreSQL implementations of the ports.
//!
//! Decides: how facts, the queue and the derived tables are written and read; who people are is `postgres-people`.
//! Deliberately does not know: why. Row structs are private to their module; every statement
//! carries the profile on every tenant table that it touches; batches travel as one JSON array
//! that the server turns into rows, browser events as one array a column, which costs less, and
//! everybody's facts and results by COPY.
//!
//! Reading order: [`pool`], [`migrate`](mod@migrate), [`work`] (one transaction over all stores),
//! then one module per table family, then [`reporting`].

mod api_keys;
mod attribution;
mod audit;
mod channel_rules;
mod compiled_rules;
mod connections;
mod contained_text;
mod definitions;
mod deletions;
mod exclusions;
mod explanation_facts;
mod export_candidates;
mod export_runs;
mod export_settings;
mod housekeeping;
mod imports;
mod inspection;
mod intake_days;
mod ledger;
mod match_evidence;
pub mod migrate;
mod oauth;
mod outcome_definitions;
mod outcome_events;
mod partitions;
mod platform_writes;
mod profiles;
mod quality;
mod reach;
mod readiness;
mod recomputes;

mod removal;
mod replay_marks;
mod rereading;
mod sender_keys;
mod settings;
mod signatures;
mod spend;
mod spend_landing;
mod spend_syncs;
mod tracker_events;
mod tracker_hosts;
mod tracking_keys;
mod unproven;
mod views;
mod webhooks;
pub mod work;
mod workspace_members;
mod workspaces;

pub use api_keys::PgApiKeys;
pub use definitions::PgDefinitions;
pub use housekeeping::PgHousekeeping;
pub use inspection::inspect;
pub use intake_days::PgIntakeDays;
pub use migrate::migrate;
pub use partitions::PgPartitions;
pub use postgres_exports::{
    ExportsState, PgConnections, PgExportDeliveries, PgExportStatistics, PgExportsState,
    PgPendingAuthorizations,
};
pub use postgres_kit::pool::{self, PgPool, PoolStatus};
pub use postgres_kit::queue_state::{PgQueueState, QueueState};
pub use postgres_people::PgRedaction;
pub use postgres_quality::PgQualityReader;
pub use postgres_reporting as reporting;
pub use postgres_spend::{PgCatalogue, PgLanding, PgRestatedSpend, PgSyncs};
pub use postgres_users::{
    PgAccountReader, PgAttempts, PgCallCounter, PgExternalUsers, PgPendingSignIns, PgRateLimiter,
    PgSignInGuard, PgSigningKeys, PgUserTokens, PgUsers, PgWebSessions,
};
pub use postgres_webhooks::{OutboxState, PgDeliveries, PgOutboxState, PgSubscriptions};
pub use profiles::PgProfiles;
pub use reach::PgReach;
pub use readiness::{Fitness, PgReadiness};
pub use removal::PgRemoval;
pub use sender_keys::PgSenderKeys;
pub use tracker_hosts::PgTrackerHosts;
pub use tracking_keys::PgTrackingKeys;
pub use work::PgUnitsOfWork;
pub use workspace_members::{PgHandoffs, PgKeyUses, PgMembers, PgReachableWorkspaces};
pub use workspaces::PgWorkspaces;
