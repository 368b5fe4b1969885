//! The built-in rules, in order, and the classification by them.
//!
//! One file a group, in the order in which they run: `cross_network`, `paid`,
//! `explicit_medium`, `organic`, `medium_hints`, `remainder`. The first rule that matches
//! decides. The last one always does.

mod cross_network;
mod explicit_medium;
mod medium_hints;
mod organic;
mod paid;
mod remainder;

use crate::facts::Facts;
use crate::signature::Signature;
use crate::taxonomy::is_direct;

/// A rule that every profile has and nobody can change.
#[derive(Clone, Copy)]
pub struct BuiltInRule {
    /// Its name: stored with every classification, so it never changes.
    pub name: &'static str,
    /// The channel it gives, one of [`crate::DEFAULT_TAXONOMY`].
    pub channel: &'static str,
    /// When it matches, in one sentence for people.
    pub explanation: &'static str,
    matches: fn(&Facts<'_>) -> bool,
}

impl std::fmt::Debug for BuiltInRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} -> {}", self.name, self.channel)
    }
}

/// What classification says about a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Verdict<'a> {
    /// The channel: one of [`crate::DEFAULT_TAXONOMY`], or what a custom rule calls it.
    pub channel: &'a str,
    /// The rule that decided: the name of a built-in one, or `custom:` and the rule's id.
    pub rule: &'a str,
    /// Why, for people: a built-in rule's sentence, or a custom rule's name and conditions.
    pub explanation: &'a str,
}

impl Verdict<'_> {
    /// Whether the channel is the direct one.
    pub fn is_direct(&self) -> bool {
        is_direct(self.channel)
    }
}

/// All built-in rules in the order in which they are tried.
pub fn built_in_rules() -> impl Iterator<Item = &'static BuiltInRule> {
    let groups = [
        cross_network::RULES,
        paid::RULES,
        explicit_medium::RULES,
        organic::RULES,
        medium_hints::RULES,
        remainder::RULES,
    ];
    groups
        .into_iter()
        .flatten()
        .chain(std::iter::once(&remainder::UNASSIGNED))
}

/// The channel of a signature by the built-in rules.
pub fn classify(signature: &Signature) -> Verdict<'static> {
    let facts = Facts::of(signature);
    let rule = built_in_rules()
        .find(|rule| (rule.matches)(&facts))
        .unwrap_or(&remainder::UNASSIGNED);
    Verdict {
        channel: rule.channel,
        rule: rule.name,
        explanation: rule.explanation,
    }
}

/// Whether one of the words of a text, split at anything but letters and digits, is this one.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .any(|found| found == word)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
