//! Makes a rule.

use application::{Context, UnitOfWork};
use export_rules::{NewRule, Rule};
use kernel::ProfileAccess;

use super::{RuleRefusal, has_room, hold_definition, write};

/// Makes it. It tells what happens from now on, and nothing from before.
pub async fn create(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    new: &NewRule,
) -> Result<Rule, RuleRefusal> {
    hold_definition(work, access, new.definition()).await?;
    let id = context.ids.new_id().into();
    let made = new.clone().with_id(id, context.clock.now());
    if made.settings.archived_at.is_none() {
        has_room(work, access).await?;
    }
    write(work, context, access, ("export_rule.created", None, &made)).await?;
    Ok(made)
}
