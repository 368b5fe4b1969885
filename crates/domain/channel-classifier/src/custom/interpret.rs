//! What a condition and a rule mean, written as plainly as possible.
//!
//! The compiled form has to agree with this file on every signature; a property test compares them.

use std::borrow::Cow;

use super::rule::{Condition, Rule};
use super::values::readable_path;
use super::words::{Combiner, RuleField, RuleOperator};
use crate::signature::Signature;

/// What a signature holds in a field: nothing, one text, or for click ids each kind.
pub(super) fn field_values(signature: &Signature, field: RuleField) -> Vec<Cow<'_, str>> {
    let text = match field {
        RuleField::ReferrerHost => &signature.referrer_host,
        RuleField::UtmSource => &signature.utm_source,
        RuleField::UtmMedium => &signature.utm_medium,
        RuleField::UtmCampaign => &signature.utm_campaign,
        RuleField::UtmTerm => &signature.utm_term,
        RuleField::UtmContent => &signature.utm_content,
        RuleField::LandingHost => &signature.landing_host,
        RuleField::LandingPath => {
            let path = signature.landing_path.as_deref();
            return path.map(readable_path).into_iter().collect();
        }
        RuleField::ClickId => {
            let kinds = signature.click_kinds.iter();
            return kinds.map(|kind| Cow::Borrowed(kind.as_str())).collect();
        }
    };
    text.as_deref().map(Cow::Borrowed).into_iter().collect()
}

/// Whether a rule alone matches, wherever it stands and whether or not it is enabled.
pub fn matches(rule: &Rule, signature: &Signature) -> bool {
    let mut conditions = rule.conditions.iter();
    match rule.combiner {
        Combiner::And => conditions.all(|condition| holds(rule, condition, signature)),
        Combiner::Or => conditions.any(|condition| holds(rule, condition, signature)),
    }
}

/// Whether one condition of a rule holds. Some value fits, or for a negated operator none does; so
/// an absent field fails every positive operator and satisfies every negated one.
pub(super) fn holds(rule: &Rule, condition: &Condition, signature: &Signature) -> bool {
    let actual = field_values(signature, condition.field);
    let fits = actual.iter().any(|text| fits(rule, condition, text));
    fits != condition.operator.is_negated()
}

/// Whether a text fits the positive form of a condition's operator with one of its values.
fn fits(rule: &Rule, condition: &Condition, text: &str) -> bool {
    let mut values = condition.values.iter().map(String::as_str);
    match condition.operator {
        RuleOperator::Is | RuleOperator::IsNot => values.any(|value| text == value),
        RuleOperator::Contains | RuleOperator::NotContains => {
            values.any(|value| text.contains(value))
        }
        RuleOperator::StartsWith => values.any(|value| text.starts_with(value)),
        RuleOperator::EndsWith => values.any(|value| text.ends_with(value)),
        RuleOperator::Matches | RuleOperator::NotMatches => {
            rule.patterns.any(&condition.patterns, text)
        }
        RuleOperator::IsSet | RuleOperator::IsNotSet => true,
    }
}
