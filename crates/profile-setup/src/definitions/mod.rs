//! Conversion definitions change, and history is seen anew.
//!
//! Every change takes the profile's attribution lock, checks the catalogue as it is then, writes
//! the definition, stamps an audit event and queues one full replay, all in one transaction.
//! [`preview`] and [`diff`] say beforehand what a change will do, and write nothing.

pub mod create;
pub mod delete;
pub mod diff;
pub mod preview;
pub mod update;

use conversion_definitions::ports::StoredDefinition;
use conversion_definitions::{Catalogue, Conflict, Definition, DefinitionText};
use kernel::{ProfileAccess, RecomputeId, StoreError};
use reporting::causes::Cause;
use serde_json::{Value, json};

use application::attribution::recomputes::{self, ReplayRequest};
use application::context::Context;
use application::ports::AuditEvent;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// Why a definition was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeDefinitionError {
    /// The profile has no such definition.
    #[error("there is no such definition")]
    NotFound,
    /// Others have the key or some of the event types: never empty.
    #[error("other definitions have the same key or event types")]
    Conflicts(Vec<Conflict>),
    /// The profile has as many definitions as it may.
    #[error("the profile has as many definitions as it may have")]
    TooMany,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for ChangeDefinitionError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// A definition after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// What is stored now.
    pub stored: StoredDefinition,
    /// The replay that will show it; `None` when nothing changed.
    pub recompute_id: Option<RecomputeId>,
}

/// Takes the lock and reads the catalogue, which then stays as it is until the transaction ends.
async fn locked(
    work: &mut dyn UnitOfWork,
    access: &ProfileAccess,
) -> Result<(Catalogue, Vec<StoredDefinition>), ChangeDefinitionError> {
    let state = work.attribution().lock(access.profile_id).await?;
    if state.is_none() {
        return Err(ChangeDefinitionError::NotFound);
    }
    let stored = work.definitions().list(access.profile_id).await?;
    let definitions = stored.iter().map(|stored| stored.definition.clone());
    let catalogue = catalogue(definitions.collect())?;
    Ok((catalogue, stored))
}

/// The catalogue of what is stored.
fn catalogue(definitions: Vec<Definition>) -> Result<Catalogue, StoreError> {
    Catalogue::new(definitions).map_err(StoreError::inconsistent)
}

/// Refuses a definition whose key or event types others have.
fn without_conflicts(
    catalogue: &Catalogue,
    definition: &Definition,
) -> Result<(), ChangeDefinitionError> {
    let conflicts = catalogue.conflicts(
        Some(definition.id),
        Some(&definition.conversion_key),
        &definition.source_event_names,
    );
    if conflicts.is_empty() {
        Ok(())
    } else {
        Err(ChangeDefinitionError::Conflicts(conflicts))
    }
}

/// What was done to a definition.
enum Deed<'a> {
    Created(&'a Definition),
    Changed {
        before: &'a Definition,
        after: &'a Definition,
    },
    Deleted(&'a Definition),
}

impl Deed<'_> {
    fn action(&self) -> &'static str {
        match self {
            Self::Created(_) => "definition.created",
            Self::Changed { .. } => "definition.updated",
            Self::Deleted(_) => "definition.deleted",
        }
    }

    fn cause(&self) -> Cause {
        match self {
            Self::Created(_) => Cause::DefinitionCreated,
            Self::Changed { .. } => Cause::DefinitionChanged,
            Self::Deleted(_) => Cause::DefinitionDeleted,
        }
    }

    fn subject(&self) -> &Definition {
        match self {
            Self::Created(definition) | Self::Deleted(definition) => definition,
            Self::Changed { after, .. } => after,
        }
    }

    fn detail(&self) -> Value {
        match self {
            Self::Created(after) => json!({"after": fields(after)}),
            Self::Deleted(before) => json!({"before": fields(before)}),
            Self::Changed { before, after } => json!({
                "changes": before.changes(after),
                "before": fields(before),
                "after": fields(after),
            }),
        }
    }
}

/// A definition's fields as the audit trail keeps them.
fn fields(definition: &Definition) -> Value {
    let names = definition.source_event_names.iter();
    json!({
        "conversion_key": definition.conversion_key.as_str(),
        "display_name": definition.display_name.as_str(),
        "source_event_names": names.map(DefinitionText::as_str).collect::<Vec<_>>(),
        "revenue_type": definition.revenue_type.as_str(),
        "attribution_eligible": definition.attribution_eligible,
    })
}

/// Stamps the deed and queues the replay that shows it.
async fn stamp_and_replay(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    deed: Deed<'_>,
) -> Result<RecomputeId, StoreError> {
    let subject = Some(deed.subject().id.uuid());
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: deed.action().to_owned(),
        actor: access.actor,
        subject,
        detail: deed.detail(),
    };
    work.audit().stamp(access.profile_id, &event).await?;
    let request = ReplayRequest {
        cause: deed.cause(),
        subject,
        actor: access.actor,
    };
    let queued = recomputes::request(work, context, access.profile_id, request).await?;
    Ok(queued.id)
}
