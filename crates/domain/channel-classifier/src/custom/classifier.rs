//! Classification for one profile: its own rules, then the built-in ones.

use kernel::ChannelRuleId;

use super::compiled::CompiledRuleSet;
use super::explain::describe;
use super::set::RuleSet;
use crate::rules::classify;
use crate::signature::Signature;
use crate::taxonomy::is_direct;

/// What stands before a custom rule's id where a rule is named.
const CUSTOM: &str = "custom:";

/// What a profile says about a signature.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Classification {
    /// The channel.
    pub channel: String,
    /// The rule that decided: `custom:` and the rule's id, or the name of a built-in one.
    pub rule: String,
    /// Why, for people: a custom rule's name and conditions, or a built-in rule's sentence.
    pub explanation: String,
    /// Whether the channel is the direct one.
    pub is_direct: bool,
}

/// Classifies for one version of a profile's rules.
#[derive(Debug, Clone)]
pub struct Classifier {
    compiled: CompiledRuleSet,
    /// What each rule says when it wins, in the order of the set.
    answers: Vec<Classification>,
}

impl Classifier {
    /// Prepares the answers of a set of rules.
    pub fn new(set: &RuleSet) -> Self {
        let answer = |rule: &super::Rule| Classification {
            channel: rule.channel.clone(),
            rule: custom_rule_name(rule.id),
            explanation: describe(rule),
            is_direct: is_direct(&rule.channel),
        };
        Self {
            compiled: CompiledRuleSet::compile(set),
            answers: set.rules().iter().map(answer).collect(),
        }
    }

    /// The channel of a signature: the first custom rule that matches, else the built-in rules.
    pub fn classify(&self, signature: &Signature) -> Classification {
        let winner = self.compiled.first_match(signature);
        let custom = winner.and_then(|at| self.answers.get(at));
        custom.cloned().unwrap_or_else(|| built_in(signature))
    }
}

/// The name under which classifications keep a custom rule.
pub fn custom_rule_name(id: ChannelRuleId) -> String {
    format!("{CUSTOM}{id}")
}

/// The custom rule behind such a name; `None` for a built-in one.
pub fn custom_rule_id(name: &str) -> Option<ChannelRuleId> {
    name.strip_prefix(CUSTOM)?.parse().ok()
}

fn built_in(signature: &Signature) -> Classification {
    let verdict = classify(signature);
    Classification {
        channel: verdict.channel.to_owned(),
        rule: verdict.rule.to_owned(),
        explanation: verdict.explanation.to_owned(),
        is_direct: is_direct(verdict.channel),
    }
}
