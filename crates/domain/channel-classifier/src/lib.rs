//! From the raw evidence of a visit to its normal form, its signature and its channel.
//!
//! Decides: how a referrer, UTM parameters, click ids and ad ids are normalised; which referrers are no
//! evidence at all (the profile's own pages, payment gateways); what of an address is kept; what one
//! distinct piece of evidence is (the [`Signature`]); which channel of the default taxonomy a signature
//! gets from the built-in rules; what a profile's own rules, which run before them, may say and mean; and
//! what is wrong with the links that bring visitors.
//! The same evidence under the same rules gives the same answer for ever: there is no clock, no network and
//! no configuration but the [`Site`] and the [`RuleSet`] that are passed in.
//!
//! ```
//! use channel_classifier::{Evidence, RawEvidence, RawReferrer, Site, classify};
//!
//! let visit = RawEvidence::of_visit(
//!     Some("https://shop.example/?utm_source=news&utm_medium=email"),
//!     RawReferrer::KnownAbsent,
//! );
//! let own = ["shop.example".to_owned()];
//! let signature = Evidence::from_raw(&visit, &Site::of(&own)).signature();
//! assert_eq!(classify(&signature).channel, "Email");
//! ```
//!
//! Deliberately does not know: where rules are kept and which channels a profile has; sessions and touches,
//! which ask [`Evidence::names_a_source`] and [`Evidence::source_key`]; bots, devices and places; any table
//! or wire shape.
//!
//! Reading order: [`address`], [`raw`], [`evidence`], [`referrer`], [`clicks`], [`signature`], [`taxonomy`],
//! [`rules`], [`lists`], [`custom`], [`mod@audit`]; [`ports`] (what a store of rules and traffic must offer).

pub mod address;
pub mod audit;
pub mod clicks;
pub mod custom;
pub mod evidence;
mod facts;
mod hash;
mod hosts;
pub mod lists;
mod origin;
pub mod placeholders;
pub mod platforms;
pub mod ports;
mod query;
pub mod raw;
pub mod referrer;
pub mod rules;
pub mod signature;
pub mod site;
pub mod taxonomy;
mod text;

pub use address::{FORGOTTEN_CLICK, KeptQuery, forgotten_address, kept_address};
pub use custom::{
    Classifier, Combiner, CompiledRuleSet, Condition, ExplainedCondition, LAST_PRIORITY, MAX_RULES,
    MAX_SET_COST, MAX_SET_PATTERNS, MAX_SET_VALUES, Observed, RawCondition, RawRule, Rule,
    RuleField, RuleOperator, RulePlace, RuleProblem, RuleProblemKind, RuleSet, RuleSetProblem,
    Suggestion, check_patterns, custom_rule_id, custom_rule_name, describe, explain_conditions,
    matches, shadowed, suggest,
};
pub use evidence::{Evidence, WrittenUtm};
pub use hosts::{ListedHost, ListedHostError, host_of};
pub use platforms::{PlatformTraffic, listed_platforms, traffic_of_platform};
pub use raw::{RawEvidence, RawUtm};
pub use referrer::{
    RawReferrer, Referrer, ReferrerClass, ShippedKind, is_own_page, shipped_exclusions,
};
pub use rules::{BuiltInRule, Verdict, built_in_rules, classify};
pub use signature::{Coarseness, ReferrerState, Signature};
pub use site::Site;
pub use taxonomy::{DEFAULT_TAXONOMY, is_direct};
pub use text::{clean as normal_value, normal_text};

/// To be raised whenever code of this crate changes what a signature is called.
const RULES: i64 = 2;

/// Names what the built-in rules say: another number whenever a release gives some signature another
/// channel, source or medium. Whoever keeps labels keeps this beside them.
pub fn revision() -> i64 {
    lists::revision().wrapping_add(RULES)
}

// What the crate's own types are made of, so that whoever embeds it needs no other.
pub use kernel::ChannelRuleId;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
