//! Mediums that say something.

use crate::custom::{Combiner, CompiledRuleSet, Rule, RuleField, RuleOperator, RuleSet};
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

/// Mediums that enabled rules of a profile look for, whatever else those ask: compiled like the rules, so that very many
/// mediums under very many rules take no longer than classifying them.
#[derive(Debug, Clone)]
pub(crate) struct KnownMediums(CompiledRuleSet);

impl KnownMediums {
    /// Those of the rules.
    pub(crate) fn of(rules: &RuleSet) -> Self {
        let enabled = rules.rules().iter().filter(|rule| rule.enabled);
        let narrowed = enabled.filter_map(only_mediums);
        // What is left of a set is within its limits.
        let narrowed = RuleSet::new(narrowed.collect()).unwrap_or_else(|_| RuleSet::empty());
        Self(CompiledRuleSet::compile(&narrowed))
    }

    /// Whether one of them is this, in normal form.
    pub(crate) fn has(&self, medium: &str) -> bool {
        self.0.first_match(&with_medium(medium)).is_some()
    }
}

/// A rule that matches where one of the conditions holds that look for a medium; none without any.
fn only_mediums(rule: &Rule) -> Option<Rule> {
    let names = RuleField::UtmMedium.as_str();
    let mut raw = rule.to_raw();
    raw.conditions.retain(|condition| {
        let operator = RuleOperator::parse(&condition.operator);
        let looks = operator.is_some_and(|it| !it.is_negated() && it != RuleOperator::IsSet);
        condition.field == names && looks
    });
    Combiner::Or.as_str().clone_into(&mut raw.combiner);
    Rule::parse(rule.id, true, raw).ok()
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
