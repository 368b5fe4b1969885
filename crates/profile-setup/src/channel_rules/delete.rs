//! Removes a rule.

use kernel::ChannelRuleId;

use super::configuration::{ChannelConfiguration, Edit};
use super::error::RuleError;

/// What removing the rule writes.
pub fn delete(configuration: &ChannelConfiguration, id: ChannelRuleId) -> Result<Edit, RuleError> {
    configuration.find(id)?;
    Ok(Edit {
        written: Vec::new(),
        removed: Some(id),
        action: "channel_rule.deleted",
        subject: id,
    })
}
