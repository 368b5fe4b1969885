//! Removes a rule.

use kernel::ChannelRuleId;

use super::desk::{Desk, Edit};
use super::error::RuleError;

/// What removing the rule writes.
pub fn delete(desk: &Desk, id: ChannelRuleId) -> Result<Edit, RuleError> {
    desk.find(id)?;
    Ok(Edit {
        written: Vec::new(),
        removed: Some(id),
        action: "channel_rule.deleted",
        subject: id,
    })
}
