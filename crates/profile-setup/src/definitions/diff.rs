//! Compares a definition with what it would be after an edit.

use conversion_definitions::{Conflict, Definition, DefinitionEdit, DefinitionText};
use kernel::{DefinitionId, Period, ProfileAccess};
use reporting::outcomes::Captured;

use super::preview::{PreviewError, PreviewPorts, capture, captured, read_catalogue};
use application::ports::Profile;

/// An edit that might be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffQuery {
    /// The definition.
    pub definition_id: DefinitionId,
    /// New values; what is absent stays.
    pub edit: DefinitionEdit,
    /// The local days to look at.
    pub period: Period,
}

/// A definition beside what it would be.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// What it is.
    pub before: Definition,
    /// What it would be.
    pub after: Definition,
    /// What it captures now.
    pub current: Captured,
    /// What it would capture.
    pub proposed: Captured,
    /// Definitions that stand in the way.
    pub conflicts: Vec<Conflict>,
}

impl Difference {
    /// Event types that the edit adds, in its order.
    pub fn added(&self) -> Vec<&DefinitionText> {
        missing_in(&self.after.source_event_names, &self.before)
    }

    /// Event types that the edit drops, in their present order.
    pub fn removed(&self) -> Vec<&DefinitionText> {
        missing_in(&self.before.source_event_names, &self.after)
    }
}

fn missing_in<'a>(names: &'a [DefinitionText], other: &Definition) -> Vec<&'a DefinitionText> {
    names
        .iter()
        .filter(|name| !other.source_event_names.contains(name))
        .collect()
}

/// Counts both from one snapshot. Nothing is written.
pub async fn diff(
    ports: PreviewPorts<'_>,
    access: &ProfileAccess,
    profile: &Profile,
    query: DiffQuery,
) -> Result<Difference, PreviewError> {
    let catalogue = read_catalogue(ports, access).await?;
    let before = catalogue
        .find(query.definition_id)
        .ok_or(PreviewError::NotFound)?
        .clone();
    let after = query.edit.apply(&before);
    let own = Some(before.id);
    let captures = [&before, &after]
        .map(|definition| capture(&catalogue, own, &definition.source_event_names));
    let figures = captured(ports, access, profile, query.period, &captures).await?;
    let mut figures = figures.into_iter();
    Ok(Difference {
        current: figures.next().unwrap_or_default(),
        proposed: figures.next().unwrap_or_default(),
        conflicts: catalogue.conflicts(own, Some(&after.conversion_key), &after.source_event_names),
        before,
        after,
    })
}
