//! Why a rule matches or does not, for people.

use super::interpret::{field_values, holds, matches};
use super::rule::{Condition, Rule};
use super::set::RuleSet;
use super::words::{Combiner, RuleField, RuleOperator};
use crate::signature::Signature;

/// How many of a condition's values its sentence names.
const VALUES_IN_WORDS: usize = 3;
/// How many of a rule's conditions its sentence names.
const CONDITIONS_IN_WORDS: usize = 5;
/// How much of a value its sentence shows, in characters.
const VALUE_CHARS_IN_WORDS: usize = 60;

/// One condition beside what the signature holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedCondition {
    /// What it looks at.
    pub field: RuleField,
    /// How it compares.
    pub operator: RuleOperator,
    /// What it compares with.
    pub values: Vec<String>,
    /// What is there: nothing, one text, or for click ids every kind.
    pub actual: Vec<String>,
    /// Whether the condition holds.
    pub holds: bool,
}

/// Every condition of a rule beside what a signature holds, in the rule's order.
pub fn explain_conditions(rule: &Rule, signature: &Signature) -> Vec<ExplainedCondition> {
    let explained = |condition: &Condition| ExplainedCondition {
        field: condition.field,
        operator: condition.operator,
        values: condition.values.clone(),
        actual: field_values(signature, condition.field)
            .into_iter()
            .map(String::from)
            .collect(),
        holds: holds(rule, condition, signature),
    };
    rule.conditions.iter().map(explained).collect()
}

/// The enabled rules that match a signature as well, below the one that wins.
pub fn shadowed<'a>(set: &'a RuleSet, signature: &Signature) -> Vec<&'a Rule> {
    set.rules()
        .iter()
        .filter(|rule| rule.enabled && matches(rule, signature))
        .skip(1)
        .collect()
}

/// A rule's name and conditions in one sentence.
pub fn describe(rule: &Rule) -> String {
    let between = match rule.combiner {
        Combiner::And => " and ",
        Combiner::Or => " or ",
    };
    let named = rule.conditions.iter().take(CONDITIONS_IN_WORDS);
    let mut parts: Vec<_> = named.map(condition_in_words).collect();
    match rule.conditions.len().saturating_sub(CONDITIONS_IN_WORDS) {
        0 => {}
        1 => parts.push("1 more condition".to_owned()),
        more => parts.push(format!("{more} more conditions")),
    }
    format!("Rule \"{}\": {}.", rule.name, parts.join(between))
}

fn condition_in_words(condition: &Condition) -> String {
    let field = field_in_words(condition.field);
    let operator = operator_in_words(condition.operator);
    if condition.values.is_empty() {
        return format!("{field} {operator}");
    }
    let named = condition.values.iter().take(VALUES_IN_WORDS);
    let mut values: Vec<_> = named.map(|value| quoted(value)).collect();
    let more = condition.values.len().saturating_sub(VALUES_IN_WORDS);
    if more > 0 {
        values.push(format!("{more} more"));
    }
    let listed = match values.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => values.concat(),
    };
    format!("{field} {operator} {listed}")
}

fn quoted(value: &str) -> String {
    let shown: String = value.chars().take(VALUE_CHARS_IN_WORDS).collect();
    let rest = if shown.len() < value.len() { "…" } else { "" };
    format!("\"{shown}{rest}\"")
}

fn field_in_words(field: RuleField) -> &'static str {
    match field {
        RuleField::ReferrerHost => "referrer host",
        RuleField::UtmSource => "UTM source",
        RuleField::UtmMedium => "UTM medium",
        RuleField::UtmCampaign => "UTM campaign",
        RuleField::UtmTerm => "UTM term",
        RuleField::UtmContent => "UTM content",
        RuleField::ClickId => "click id",
        RuleField::LandingHost => "landing host",
        RuleField::LandingPath => "landing path",
    }
}

fn operator_in_words(operator: RuleOperator) -> &'static str {
    match operator {
        RuleOperator::Is => "is",
        RuleOperator::IsNot => "is not",
        RuleOperator::Contains => "contains",
        RuleOperator::NotContains => "does not contain",
        RuleOperator::StartsWith => "starts with",
        RuleOperator::EndsWith => "ends with",
        RuleOperator::Matches => "matches",
        RuleOperator::NotMatches => "does not match",
        RuleOperator::IsSet => "is set",
        RuleOperator::IsNotSet => "is not set",
    }
}
