//! Mediums that say something.

use crate::custom::{RuleField, RuleOperator, RuleSet, explain_conditions};
use crate::rules::classify;
use crate::signature::{ReferrerState, Signature};
use crate::taxonomy::UNASSIGNED;

/// Mediums that no built-in rule looks for and that are what their writers do, without separators.
const COMMON: [&str; 16] = [
    "bio",
    "ctv",
    "directmail",
    "feed",
    "influencer",
    "native",
    "offline",
    "pmax",
    "podcast",
    "print",
    "programmatic",
    "qr",
    "qrcode",
    "radio",
    "rss",
    "tv",
];

/// Whether a medium in normal form names a channel: a built-in rule looks for it, or it is a common one.
pub fn is_channel_medium(medium: &str) -> bool {
    let compact: String = medium.chars().filter(|c| c.is_alphanumeric()).collect();
    COMMON.contains(&compact.as_str()) || classify(&with_medium(medium)).channel != UNASSIGNED
}

/// Whether an enabled rule of the profile looks for this medium.
pub(crate) fn is_tested(rules: &RuleSet, medium: &str) -> bool {
    let probe = with_medium(medium);
    let enabled = rules.rules().iter().filter(|rule| rule.enabled);
    enabled
        .flat_map(|rule| explain_conditions(rule, &probe))
        .any(|condition| {
            condition.field == RuleField::UtmMedium
                && condition.holds
                && !condition.operator.is_negated()
                && condition.operator != RuleOperator::IsSet
        })
}

/// A visit of which nothing is known but the medium.
fn with_medium(medium: &str) -> Signature {
    Signature {
        referrer_state: ReferrerState::Unknown,
        referrer_host: None,
        utm_source: None,
        utm_medium: Some(medium.to_owned()),
        utm_campaign: None,
        utm_term: None,
        utm_content: None,
        click_kinds: Vec::new(),
        has_ad_id: false,
        unfilled: Vec::new(),
        landing_host: None,
        landing_path: None,
    }
}
