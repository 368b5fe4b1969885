//! Makes a rule.

use channel_classifier::{MAX_RULES, RawRule, Rule};
use kernel::{ChannelRuleId, Timestamp};

use super::configuration::{ChannelConfiguration, Edit, RuleDraft, stored};
use super::error::RuleError;

/// The rule that a draft describes, beside those on the configuration.
pub fn read(
    configuration: &ChannelConfiguration,
    id: ChannelRuleId,
    draft: &RuleDraft,
) -> Result<Rule, RuleError> {
    // A rule that has no place is read with some priority first: whatever else is wrong with it
    // comes before that.
    let next = configuration.next_priority();
    let raw = RawRule {
        name: draft.name.clone(),
        channel: draft.channel.clone(),
        priority: draft.priority.unwrap_or(i64::from(next.unwrap_or(1))),
        combiner: draft.combiner.clone(),
        conditions: draft.conditions.clone(),
    };
    let rule = configuration
        .read(id, draft.enabled, raw)
        .map_err(RuleError::Invalid)?;
    if draft.priority.is_none() && next.is_none() {
        return Err(RuleError::NoPriorityLeft);
    }
    configuration.check_priority(&rule)?;
    configuration.check_patterns(&rule)?;
    Ok(rule)
}

/// What making the rule writes.
pub fn create(
    configuration: &ChannelConfiguration,
    id: ChannelRuleId,
    draft: &RuleDraft,
    now: Timestamp,
) -> Result<Edit, RuleError> {
    let rule = read(configuration, id, draft)?;
    if configuration.rules.len() >= MAX_RULES {
        return Err(RuleError::TooManyRules(MAX_RULES));
    }
    Ok(Edit {
        written: vec![stored(rule, now, now)],
        removed: None,
        action: "channel_rule.created",
        subject: id,
    })
}
