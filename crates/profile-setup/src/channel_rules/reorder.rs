//! Lets two rules change places.

use channel_classifier::ports::StoredRule;
use kernel::{ChannelRuleId, Timestamp};

use super::configuration::{ChannelConfiguration, Edit};
use super::error::RuleError;

/// What swapping the priorities of two rules writes: both at once, the first one first.
pub fn reorder(
    configuration: &ChannelConfiguration,
    [first, second]: [ChannelRuleId; 2],
    now: Timestamp,
) -> Result<Edit, RuleError> {
    if first == second {
        return Err(RuleError::SameRule);
    }
    let (one, other) = (configuration.find(first)?, configuration.find(second)?);
    Ok(Edit {
        written: vec![
            placed(one, other.rule.priority, now),
            placed(other, one.rule.priority, now),
        ],
        removed: None,
        action: "channel_rule.reordered",
        subject: first,
    })
}

fn placed(stored: &StoredRule, priority: u16, now: Timestamp) -> StoredRule {
    let mut moved = stored.clone();
    moved.rule.priority = priority;
    moved.updated_at = now;
    moved
}
