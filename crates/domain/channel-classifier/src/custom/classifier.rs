//! Classification for one profile: its own rules, then the built-in ones.

use kernel::ChannelRuleId;

use super::compiled::CompiledRuleSet;
use super::explain::describe;
use super::set::RuleSet;
use crate::rules::{Verdict, classify};
use crate::signature::Signature;

/// What stands before a custom rule's id where a rule is named.
const CUSTOM: &str = "custom:";

/// What a rule says when it wins.
#[derive(Debug, Clone)]
struct Answer {
    channel: String,
    rule: String,
    explanation: String,
}

/// Classifies for one version of a profile's rules.
#[derive(Debug, Clone)]
pub struct Classifier {
    compiled: CompiledRuleSet,
    /// What each rule says when it wins, in the order of the set.
    answers: Vec<Answer>,
}

impl Classifier {
    /// Prepares the answers of a set of rules.
    pub fn new(set: &RuleSet) -> Self {
        let answer = |rule: &super::Rule| Answer {
            channel: rule.channel.clone(),
            rule: custom_rule_name(rule.id),
            explanation: describe(rule),
        };
        Self {
            compiled: CompiledRuleSet::compile(set),
            answers: set.rules().iter().map(answer).collect(),
        }
    }

    /// The channel of a signature: the first custom rule that matches, else the built-in rules.
    pub fn classify(&self, signature: &Signature) -> Verdict<'_> {
        let winner = self.compiled.first_match(signature);
        let custom = winner.and_then(|at| self.answers.get(at));
        custom.map_or_else(|| classify(signature), Answer::verdict)
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

impl Answer {
    fn verdict(&self) -> Verdict<'_> {
        Verdict {
            channel: &self.channel,
            rule: &self.rule,
            explanation: &self.explanation,
        }
    }
}
