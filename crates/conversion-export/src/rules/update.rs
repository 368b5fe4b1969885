//! Changes a rule; putting it into the archive and taking it out are changes like others.

use application::{Context, UnitOfWork};
use export_rules::{Rule, RuleId, RulePatch};
use kernel::ProfileAccess;

use super::{RuleRefusal, has_room, hold_definition, write};

/// Changes the fields that were sent.
pub async fn update(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (id, patch): (RuleId, &RulePatch),
) -> Result<Rule, RuleRefusal> {
    let found = work.export_rules().hold(access.profile_id, id).await?;
    let before = found.ok_or(RuleRefusal::NotFound)?;
    let after = patch.clone().apply(&before, context.clock.now());
    let after = after.map_err(RuleRefusal::Invalid)?;
    let definition = after.settings.source.definition();
    // A rule whose definition is gone can still be changed otherwise, such as archived; turned on, it would tell nothing.
    let is_turned_on = after.settings.is_on() && !before.settings.is_on();
    if is_turned_on || definition != before.settings.source.definition() {
        hold_definition(work, access, definition).await?;
    }
    if before.settings.archived_at.is_some() && after.settings.archived_at.is_none() {
        has_room(work, access).await?;
    }
    if after != before {
        let deed = ("export_rule.updated", Some(&before), &after);
        write(work, context, access, deed).await?;
    }
    Ok(after)
}
