//! Stores in memory: the plainest thing that keeps each [contract](crate::contracts), for tests of what
//! stands above a store.
//!
//! They are one connection and one transaction without end: nothing waits, nothing is undone, and locks
//! lock nobody out. They check what the ports say and not what else a database's constraints would.

mod api_keys;
mod changes;
mod channel_rules;
mod clients;
mod connections;
mod definitions;
mod exclusions;
mod export_settings;
mod handoffs;
mod identities;
mod intake_days;
mod invitations;
mod memberships;
mod outcome_definitions;
mod sender_keys;
mod signatures;
mod tokens;
mod tracker_hosts;
mod tracking_keys;
mod webhooks;
mod workspaces;

pub use api_keys::{MemoryApiKeys, MemoryKeyLookup};
pub use changes::MemoryChanges;
pub use channel_rules::MemoryChannelRules;
pub use clients::MemoryClients;
pub use connections::MemoryConnections;
pub use definitions::MemoryDefinitions;
pub use exclusions::MemoryExclusions;
pub use export_settings::{MemoryDestinations, MemoryExportCompliance, MemoryExportRules};
pub use handoffs::MemoryHandoffs;
pub use identities::MemoryIdentities;
pub use intake_days::MemoryIntakeDays;
pub use invitations::MemoryInvitations;
pub use memberships::MemoryMemberships;
pub use outcome_definitions::MemoryOutcomeDefinitions;
pub use sender_keys::MemorySenderKeys;
pub use signatures::MemorySignatures;
pub use tokens::MemoryTokens;
pub use tracker_hosts::MemoryTrackerHosts;
pub use tracking_keys::MemoryTrackingKeys;
pub use webhooks::MemoryWebhooks;
pub use workspaces::MemoryWorkspaces;
