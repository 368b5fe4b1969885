//! Replaces a whole group of labels.

use conversion_definitions::{NewFamily, OutcomeDefinition, OutcomeLabel};
use kernel::{ProfileAccess, StoreError, Timestamp};
use serde_json::json;

use super::{fields, stamp};
use application::context::Context;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// How many labels a profile may have in all groups.
pub const MAX_OF_PROFILE: u64 = 1_000;

/// Why a group was not replaced.
#[derive(Debug, thiserror::Error)]
pub enum ReplaceFamilyError {
    /// The profile would have more than [`MAX_OF_PROFILE`] labels.
    #[error("the profile would have more than {MAX_OF_PROFILE} outcome definitions")]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for ReplaceFamilyError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Makes the group what is given, at once. A label whose event key is in the group already keeps
/// its id. A group that is as it should be is left alone.
pub async fn replace(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    new: NewFamily,
) -> Result<Vec<OutcomeDefinition>, ReplaceFamilyError> {
    let profile_id = access.profile_id;
    work.outcome_definitions().lock(profile_id).await?;
    let others = work
        .outcome_definitions()
        .count_outside(profile_id, &new.family)
        .await?;
    let wanted = u64::try_from(new.labels.len()).unwrap_or(u64::MAX);
    if others.saturating_add(wanted) > MAX_OF_PROFILE {
        return Err(ReplaceFamilyError::TooMany);
    }
    let before = work
        .outcome_definitions()
        .family(profile_id, &new.family)
        .await?;
    let after = merged(&before, &new, context)?;
    if before == after {
        return Ok(after);
    }
    work.outcome_definitions()
        .replace(profile_id, &new.family, &after)
        .await?;
    let detail = json!({
        "family": new.family.as_str(),
        "before": before.iter().map(fields).collect::<Vec<_>>(),
        "after": after.iter().map(fields).collect::<Vec<_>>(),
    });
    let deed = ("outcome_definitions.replaced", None, detail);
    stamp(work, context, access, deed).await?;
    Ok(after)
}

/// The group as it should be, with the ids and times of what is kept.
fn merged(
    before: &[OutcomeDefinition],
    new: &NewFamily,
    context: &Context<'_>,
) -> Result<Vec<OutcomeDefinition>, StoreError> {
    let now = context.clock.now();
    let mut after = Vec::with_capacity(new.labels.len());
    for (position, label) in new.labels.iter().enumerate() {
        let position = i16::try_from(position).map_err(StoreError::inconsistent)?;
        let kept = before
            .iter()
            .find(|kept| kept.label.event_key == label.event_key);
        after.push(match kept {
            Some(kept) => moved(kept, label, position, now),
            None => OutcomeDefinition {
                id: context.ids.new_id().into(),
                family: new.family.clone(),
                label: label.clone(),
                position,
                created_at: now,
                updated_at: now,
            },
        });
    }
    Ok(after)
}

fn moved(
    kept: &OutcomeDefinition,
    label: &OutcomeLabel,
    position: i16,
    now: Timestamp,
) -> OutcomeDefinition {
    let same = kept.label == *label && kept.position == position;
    OutcomeDefinition {
        label: label.clone(),
        position,
        updated_at: if same { kept.updated_at } else { now },
        ..kept.clone()
    }
}
