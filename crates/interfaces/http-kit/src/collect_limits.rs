//! How much may be sent to the endpoint of the tracker.

use std::sync::Arc;

use crate::hosts_heard::HostsHeard;
use crate::intake_counts::IntakeCounts;
use crate::senders::Senders;

/// How much may be sent, and where it is counted.
#[derive(Clone)]
pub struct CollectLimits {
    /// Events a minute of one key; `None` is any number.
    pub key_events: Option<u32>,
    /// Events a minute of one address; `None` is any number.
    pub address_events: Option<u32>,
    /// What was taken and refused.
    pub counts: Arc<IntakeCounts>,
    /// On which hosts the tracker was heard.
    pub hosts: Arc<HostsHeard>,
    /// Names whoever sends.
    pub senders: Arc<Senders>,
}
