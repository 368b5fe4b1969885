//! Rules and signatures in few words.

use channel_classifier::signature::ReferrerState;
use channel_classifier::{RawCondition, RawRule, Rule, RulePlace, RuleProblem, RuleSet, Signature};
use kernel::ChannelRuleId;
use serde_json::Value;
use uuid::Uuid;

/// The id of the rule with this number.
pub(crate) fn id(number: u128) -> ChannelRuleId {
    ChannelRuleId::new(Uuid::from_u128(number))
}

pub(crate) fn condition(field: &str, operator: &str, values: &[&str]) -> RawCondition {
    RawCondition {
        field: field.to_owned(),
        operator: operator.to_owned(),
        values: values.iter().map(ToString::to_string).collect(),
    }
}

/// A rule "Partners" that gives the channel Partners, all conditions needed.
pub(crate) fn partners(conditions: Vec<RawCondition>) -> RawRule {
    RawRule {
        name: "Partners".to_owned(),
        channel: "Partners".to_owned(),
        priority: 10,
        combiner: "and".to_owned(),
        conditions,
    }
}

pub(crate) fn parse(raw: RawRule) -> Rule {
    Rule::parse(id(1), true, raw).unwrap()
}

/// A rule of one condition.
pub(crate) fn rule(field: &str, operator: &str, values: &[&str]) -> Rule {
    parse(partners(vec![condition(field, operator, values)]))
}

pub(crate) fn problems(raw: RawRule) -> Vec<RuleProblem> {
    Rule::parse(id(1), true, raw).unwrap_err()
}

pub(crate) fn places(raw: RawRule) -> Vec<RulePlace> {
    problems(raw).into_iter().map(|found| found.place).collect()
}

/// Rules of one condition each, with ids and priorities 1, 2, 3, … and channels named likewise.
pub(crate) fn set(conditions: Vec<RawCondition>) -> RuleSet {
    let rules = conditions.into_iter().zip(1..).map(|(condition, number)| {
        let raw = RawRule {
            name: format!("Rule {number}"),
            channel: format!("Channel {number}"),
            priority: number,
            ..partners(vec![condition])
        };
        Rule::parse(id(number.unsigned_abs().into()), true, raw).unwrap()
    });
    RuleSet::new(rules.collect()).unwrap()
}

/// Evidence that says nothing.
pub(crate) fn nothing() -> Signature {
    Signature {
        referrer_state: ReferrerState::Absent,
        referrer_host: None,
        utm_source: None,
        utm_medium: None,
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

/// Evidence of a click on a tagged link.
pub(crate) fn tagged(source: &str, medium: Option<&str>) -> Signature {
    Signature {
        utm_source: Some(source.to_owned()),
        utm_medium: medium.map(str::to_owned),
        ..nothing()
    }
}

/// Evidence of a click on a plain link of another site.
pub(crate) fn linked(host: &str) -> Signature {
    Signature {
        referrer_state: ReferrerState::External,
        referrer_host: Some(host.to_owned()),
        ..nothing()
    }
}

/// Reads a rule from the JSON in which the interface takes it; a missing priority is 1.
pub(crate) fn from_json(json: &Value) -> RawRule {
    let text = |value: &Value, name: &str| value[name].as_str().unwrap().to_owned();
    let conditions = json["conditions"].as_array().unwrap().iter();
    RawRule {
        name: text(json, "name"),
        channel: text(json, "channel"),
        priority: json
            .get("priority")
            .map_or(1, |priority| priority.as_i64().unwrap()),
        combiner: text(json, "combiner"),
        conditions: conditions
            .map(|condition| RawCondition {
                field: text(condition, "field"),
                operator: text(condition, "operator"),
                values: condition["values"]
                    .as_array()
                    .map_or_else(Vec::new, |values| {
                        values
                            .iter()
                            .map(|value| value.as_str().unwrap().to_owned())
                            .collect()
                    }),
            })
            .collect(),
    }
}
