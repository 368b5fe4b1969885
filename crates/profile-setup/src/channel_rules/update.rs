//! Changes a rule.

use channel_classifier::RawCondition;
use kernel::{ChannelRuleId, Timestamp};

use super::configuration::{ChannelConfiguration, Edit, stored};
use super::error::RuleError;

/// What is to be different; `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleChange {
    /// What to call it.
    pub name: Option<String>,
    /// The channel that it names.
    pub channel: Option<String>,
    /// Its place.
    pub priority: Option<i64>,
    /// Whether it takes part.
    pub enabled: Option<bool>,
    /// `and` or `or`.
    pub combiner: Option<String>,
    /// What must hold, all of it.
    pub conditions: Option<Vec<RawCondition>>,
}

/// What changing the rule writes: nothing when it says the same already.
pub fn update(
    configuration: &ChannelConfiguration,
    id: ChannelRuleId,
    change: &RuleChange,
    now: Timestamp,
) -> Result<Edit, RuleError> {
    let present = configuration.find(id)?;
    let mut draft = present.rule.to_raw();
    let RuleChange {
        name,
        channel,
        priority,
        enabled,
        combiner,
        conditions,
    } = change.clone();
    draft.name = name.unwrap_or(draft.name);
    draft.channel = channel.unwrap_or(draft.channel);
    draft.priority = priority.unwrap_or(draft.priority);
    draft.combiner = combiner.unwrap_or(draft.combiner);
    draft.conditions = conditions.unwrap_or(draft.conditions);
    let rule = configuration
        .read(id, enabled.unwrap_or(present.rule.enabled), draft)
        .map_err(RuleError::Invalid)?;
    configuration.check_priority(&rule)?;
    configuration.check_patterns(&rule)?;
    let changed = (rule != present.rule).then(|| stored(rule, present.created_at, now));
    Ok(Edit {
        written: changed.into_iter().collect(),
        removed: None,
        action: "channel_rule.changed",
        subject: id,
    })
}
