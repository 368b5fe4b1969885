//! What every interface over HTTP stands on.
//!
//! Decides: who is asking and what they may reach, how often and how much they may send, how an error is
//! answered, what is noted of a request. Deliberately does not know: any endpoint, page or tool, any
//! business rule and any adapter.
//!
//! Reading order: [`state`] (the ports behind every handler), [`extract`] (from request to types),
//! [`problem`] (from error to answer), [`envelope`], [`keyset_pages`], [`observe`] (what surrounds every request),
//! [`metrics`] (what is counted).

pub mod access;
pub mod actor;
pub mod address;
pub mod addresses;
pub mod answer_headers;
pub mod browser;
pub mod challenge;
pub mod collect_gate;
pub mod collect_limits;
pub mod connections;
pub mod console;
pub mod content_security;
mod cors;
mod deadline;
pub mod decimal;
pub mod deprecation;
pub mod detached;
pub mod documented;
pub mod envelope;
pub mod etag;
pub mod exports;
pub mod extract;
pub mod heavy;
pub mod hosts_heard;
pub mod intake_counts;
pub mod key_uses;
pub mod keyset_pages;
pub mod metrics;
pub mod network;
mod notes;
pub mod object_text;
pub mod observe;
pub mod parameters;
pub mod patch;
pub mod platform_connections;
pub mod problem;
pub mod removals;
pub mod senders;
pub mod sign_in;
pub mod slow_body;
pub mod state;
pub mod tool_server;
pub mod trusted_proxies;
pub mod webhooks;

pub use access::{AccessPorts, WorkspacePorts};
pub use state::AppState;
