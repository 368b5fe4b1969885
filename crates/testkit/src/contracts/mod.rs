//! What a port promises, as tests that any store can be put through: the stores in
//! [`memory`](crate::memory) and those in PostgreSQL.
//!
//! A contract is an async function over the port and what is [`Given`]. It checks the promises of the
//! port's documentation one after the other, on one connection and inside one transaction where the port
//! speaks of one; whoever calls it rolls that back. That a second transaction waits, no contract can show.
//! Where a promise is that something fails, the contract ends with it, because a transaction may be
//! of no use after that.
//!
//! # Errors
//! A contract answers [`StoreError`](kernel::StoreError) when the store failed where it must not.
//!
//! # Panics
//! With the promise that was broken as the message.

mod api_keys;
mod changes;
mod channel_rules;
mod clients;
mod connections;
mod definitions;
mod exclusions;
mod export_settings;
mod given;
mod handoffs;
mod identity;
mod intake_days;
mod invitations;
mod key_lookup;
mod memberships;
mod outcome_definitions;
mod sender_keys;
mod signatures;
mod tokens;
mod tracker_hosts;
mod tracking_keys;
mod webhooks;
mod words;
mod workspaces;

pub use api_keys::api_keys;
pub use changes::changes;
pub use channel_rules::channel_rules;
pub use clients::clients;
pub use connections::{ConnectionStores, connections};
pub use definitions::definitions;
pub use exclusions::exclusions;
pub use export_settings::{destinations, export_compliance, export_rules};
pub use given::{Given, Tenant};
pub use handoffs::handoffs;
pub use identity::{
    identifications, identity, identity_race_for_a_browser, identity_race_for_a_value,
    identity_race_of_several, identity_race_with_a_settlement,
};
pub use intake_days::intake_days;
pub use invitations::invitations;
pub use key_lookup::key_lookup;
pub use memberships::memberships;
pub use outcome_definitions::outcome_definitions;
pub use sender_keys::sender_keys;
pub use signatures::signatures;
pub use tokens::tokens;
pub use tracker_hosts::tracker_hosts;
pub use tracking_keys::tracking_keys;
pub use webhooks::{WebhookStores, webhooks};
pub use workspaces::{WorkspaceStores, workspaces};
