//! Changes one label.

use conversion_definitions::{DefinitionText, OutcomeDefinition, OutcomeLabel};
use kernel::{OutcomeDefinitionId, ProfileAccess, StoreError};
use serde_json::json;

use super::{fields, stamp};
use application::context::Context;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// New values for some fields of a label; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelEdit {
    /// What is counted under it.
    pub event_key: Option<DefinitionText>,
    /// The words.
    pub display_name: Option<DefinitionText>,
}

/// Why a label was not changed.
#[derive(Debug, thiserror::Error)]
pub enum UpdateLabelError {
    /// The profile has no such outcome definition.
    #[error("there is no such outcome definition")]
    NotFound,
    /// Another label of the group has the event key.
    #[error("the outcome definition {} of the same family has this event key", .0.id)]
    Taken(Box<OutcomeDefinition>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for UpdateLabelError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Writes the new fields and their audit event, or nothing when nothing changes.
pub async fn update(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: OutcomeDefinitionId,
    edit: LabelEdit,
) -> Result<OutcomeDefinition, UpdateLabelError> {
    let profile_id = access.profile_id;
    work.outcome_definitions().lock(profile_id).await?;
    let found = work.outcome_definitions().find(profile_id, id).await?;
    let before = found.ok_or(UpdateLabelError::NotFound)?;
    let label = OutcomeLabel {
        event_key: edit.event_key.unwrap_or(before.label.event_key.clone()),
        display_name: edit
            .display_name
            .unwrap_or(before.label.display_name.clone()),
    };
    if label == before.label {
        return Ok(before);
    }
    let mut family = work
        .outcome_definitions()
        .family(profile_id, &before.family)
        .await?;
    let taken =
        |other: &&OutcomeDefinition| other.id != id && other.label.event_key == label.event_key;
    if let Some(other) = family.iter().find(taken) {
        return Err(UpdateLabelError::Taken(Box::new(other.clone())));
    }
    let after = OutcomeDefinition {
        label,
        updated_at: context.clock.now(),
        ..before.clone()
    };
    for member in &mut family {
        if member.id == id {
            *member = after.clone();
        }
    }
    work.outcome_definitions()
        .replace(profile_id, &before.family, &family)
        .await?;
    let detail = json!({"before": fields(&before), "after": fields(&after)});
    let deed = ("outcome_definition.updated", Some(id.uuid()), detail);
    stamp(work, context, access, deed).await?;
    Ok(after)
}
