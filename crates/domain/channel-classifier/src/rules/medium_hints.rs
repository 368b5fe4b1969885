//! What the medium or the campaign says about a place that no list knows.

use super::BuiltInRule;
use crate::facts::names_a_shop;
use crate::taxonomy::{ORGANIC_SEARCH, ORGANIC_SHOPPING, ORGANIC_SOCIAL, ORGANIC_VIDEO, REFERRAL};

const SOCIAL_MEDIUMS: [&str; 6] = [
    "social",
    "social-network",
    "social-media",
    "sm",
    "social network",
    "social media",
];

pub(super) const RULES: &[BuiltInRule] = &[
    BuiltInRule {
        name: "social-medium",
        channel: ORGANIC_SOCIAL,
        explanation: "The medium is social, social-network, social-media or sm.",
        matches: |facts| SOCIAL_MEDIUMS.contains(&facts.medium),
    },
    BuiltInRule {
        name: "video-medium",
        channel: ORGANIC_VIDEO,
        explanation: "The medium contains video.",
        matches: |facts| facts.medium.contains("video"),
    },
    BuiltInRule {
        name: "organic-medium",
        channel: ORGANIC_SEARCH,
        explanation: "The medium is organic.",
        matches: |facts| facts.medium == "organic",
    },
    BuiltInRule {
        name: "referral-medium",
        channel: REFERRAL,
        explanation: "The medium is referral, app or link.",
        matches: |facts| matches!(facts.medium, "referral" | "app" | "link"),
    },
    BuiltInRule {
        name: "shopping-campaign",
        channel: ORGANIC_SHOPPING,
        explanation: "The campaign's name is about shopping, and nothing else says more.",
        matches: |facts| names_a_shop(facts.campaign),
    },
];
