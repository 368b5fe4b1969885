//! Removes a definition.

use export_rules::Rule;
use kernel::{DefinitionId, ProfileAccess, RecomputeId, StoreError};
use serde_json::json;

use super::{ChangeDefinitionError, Deed, locked, stamp_and_replay};
use application::context::Context;
use application::ports::AuditEvent;
use application::unit_of_work::UnitOfWork;

/// Removes the definition and, with the replay that is queued, its conversions. Rules that told platforms of them are
/// switched off.
pub async fn delete(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: DefinitionId,
) -> Result<RecomputeId, ChangeDefinitionError> {
    let (catalogue, _) = locked(work, access).await?;
    let definition = catalogue.find(id).ok_or(ChangeDefinitionError::NotFound)?;
    work.definitions().delete(access.profile_id, id).await?;
    switch_off_rules(work, context, access, id).await?;
    let deed = Deed::Deleted(definition);
    Ok(stamp_and_replay(work, context, access, deed).await?)
}

/// A rule that reads what is gone would tell nobody of anything, and look as if it did. Whoever makes one or turns it on
/// holds the definition, so theirs is there by now, or none comes any more.
async fn switch_off_rules(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: DefinitionId,
) -> Result<(), StoreError> {
    let (profile_id, now) = (access.profile_id, context.clock.now());
    for rule in work.export_rules().enabled(profile_id).await? {
        if rule.settings.source.definition() != Some(id) {
            continue;
        }
        // Somebody may have changed it meanwhile.
        let held = work.export_rules().hold(profile_id, rule.id).await?;
        let reads_it =
            |it: &Rule| it.settings.is_on() && it.settings.source.definition() == Some(id);
        let Some(rule) = held.filter(reads_it) else {
            continue;
        };
        let off = rule.switched_off(now);
        work.export_rules().put(profile_id, &off).await?;
        let event = AuditEvent {
            id: context.ids.new_id(),
            at: now,
            action: "export_rule.updated".to_owned(),
            actor: access.actor,
            subject: Some(rule.id.uuid()),
            detail: json!({"before": {"enabled": true}, "after": {"enabled": false}}),
        };
        work.audit().stamp(profile_id, &event).await?;
    }
    Ok(())
}
