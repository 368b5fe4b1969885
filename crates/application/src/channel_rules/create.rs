//! Makes a rule.

use channel_classifier::{MAX_RULES, RawRule, Rule};
use kernel::{ChannelRuleId, Timestamp};

use super::desk::{Desk, Edit, RuleDraft, stored};
use super::error::RuleError;

/// The rule that a draft describes, beside those on the desk.
pub fn read(desk: &Desk, id: ChannelRuleId, draft: &RuleDraft) -> Result<Rule, RuleError> {
    // A rule that has no place is read with some priority first: whatever else is wrong with it
    // comes before that.
    let next = desk.next_priority();
    let raw = RawRule {
        name: draft.name.clone(),
        channel: draft.channel.clone(),
        priority: draft.priority.unwrap_or(i64::from(next.unwrap_or(1))),
        combiner: draft.combiner.clone(),
        conditions: draft.conditions.clone(),
    };
    let rule = desk
        .read(id, draft.enabled, raw)
        .map_err(RuleError::Invalid)?;
    if draft.priority.is_none() && next.is_none() {
        return Err(RuleError::NoPriorityLeft);
    }
    desk.check_priority(&rule)?;
    desk.check_patterns(&rule)?;
    Ok(rule)
}

/// What making the rule writes.
pub fn create(
    desk: &Desk,
    id: ChannelRuleId,
    draft: &RuleDraft,
    now: Timestamp,
) -> Result<Edit, RuleError> {
    let rule = read(desk, id, draft)?;
    if desk.rules.len() >= MAX_RULES {
        return Err(RuleError::TooManyRules(MAX_RULES));
    }
    Ok(Edit {
        written: vec![stored(rule, now, now)],
        removed: None,
        action: "channel_rule.created",
        subject: id,
    })
}
