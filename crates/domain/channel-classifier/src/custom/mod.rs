//! A profile's own channel rules, which run before the built-in ones.
//!
//! Decides: what a rule may say, what its words mean, which of several rules wins, and which rules
//! would be worth having. Deliberately does not know: where rules are kept, which channels exist,
//! who may change them and what follows from a change.
//!
//! Reading order: [`words`], [`rule`], [`problem`], [`interpret`], [`set`], [`compiled`],
//! [`classifier`], [`explain`], [`mod@suggest`].

pub mod classifier;
pub mod compiled;
mod cost;
pub mod explain;
pub mod interpret;
mod needles;
mod pattern;
pub mod problem;
mod read;
pub mod rule;
pub mod set;
pub mod suggest;
mod values;
pub mod words;

pub use classifier::{Classifier, custom_rule_id, custom_rule_name};
pub use compiled::CompiledRuleSet;
pub use cost::MAX_SET_COST;
pub use explain::{ExplainedCondition, describe, explain_conditions, shadowed};
pub use interpret::matches;
pub use problem::{RulePlace, RuleProblem, RuleProblemKind};
pub use read::LAST_PRIORITY;
pub use rule::{Condition, RawCondition, RawRule, Rule};
pub use set::{
    MAX_RULES, MAX_SET_PATTERNS, MAX_SET_VALUES, RuleSet, RuleSetProblem, check_patterns,
};
pub use suggest::{Observed, Suggestion, suggest};
pub use words::{Combiner, RuleField, RuleOperator};
