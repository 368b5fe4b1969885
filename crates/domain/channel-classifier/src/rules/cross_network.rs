//! Campaigns that a platform spreads over several networks; they say so before anything else does.

use super::BuiltInRule;
use crate::taxonomy::CROSS_NETWORK;

pub(super) const RULES: &[BuiltInRule] = &[BuiltInRule {
    name: "cross-network",
    channel: CROSS_NETWORK,
    explanation: "The campaign's name contains cross-network.",
    matches: |facts| facts.campaign.contains("cross-network"),
}];
