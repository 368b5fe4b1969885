//! Says what a definition would capture, before there is one.

use conversion_definitions::ports::CataloguesReader;
use conversion_definitions::{Catalogue, Conflict, DefinitionText};
use kernel::{DefinitionId, Period, ProfileAccess, StoreError};
use reporting::outcomes::{CaptureQuery, Captured, OutcomesReader, Window};

use application::ports::Profile;

/// What is read for a preview.
#[derive(Clone, Copy)]
pub struct PreviewPorts<'a> {
    /// Definitions as they are.
    pub catalogues: &'a dyn CataloguesReader,
    /// Events as they were received.
    pub outcomes: &'a dyn OutcomesReader,
}

/// A definition that might be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewQuery {
    /// Its key, if it is chosen already.
    pub conversion_key: Option<DefinitionText>,
    /// The event types that it would claim.
    pub source_event_names: Vec<DefinitionText>,
    /// The local days to look at.
    pub period: Period,
}

/// What a definition would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The events that would be its conversions. Event types that another definition has are
    /// counted as if they were taken from it.
    pub captured: Captured,
    /// Definitions that stand in its way.
    pub conflicts: Vec<Conflict>,
}

/// Why there is no preview.
#[derive(Debug, thiserror::Error)]
pub enum PreviewError {
    /// The profile has no such definition.
    #[error("there is no such definition")]
    NotFound,
    /// A store or a report failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Counts what would be conversions. Nothing is written.
pub async fn preview(
    ports: PreviewPorts<'_>,
    access: &ProfileAccess,
    profile: &Profile,
    query: &PreviewQuery,
) -> Result<Preview, PreviewError> {
    let catalogue = read_catalogue(ports, access).await?;
    let capture = capture(&catalogue, None, &query.source_event_names);
    let figures = captured(ports, access, profile, query.period, &[capture]).await?;
    Ok(Preview {
        captured: figures.into_iter().next().unwrap_or_default(),
        conflicts: catalogue.conflicts(
            None,
            query.conversion_key.as_ref(),
            &query.source_event_names,
        ),
    })
}

pub(super) async fn read_catalogue(
    ports: PreviewPorts<'_>,
    access: &ProfileAccess,
) -> Result<Catalogue, PreviewError> {
    let both = ports.catalogues.catalogues(access.profile_id).await?;
    let definitions = both.conversion_definitions.into_iter();
    Ok(super::catalogue(
        definitions.map(|stored| stored.definition).collect(),
    )?)
}

/// What `own` captures under these names, or what a new definition would.
pub(super) fn capture(
    catalogue: &Catalogue,
    own: Option<DefinitionId>,
    names: &[DefinitionText],
) -> CaptureQuery {
    let text = |name: &DefinitionText| name.as_str().to_owned();
    let others = catalogue.names_of_others(own);
    CaptureQuery {
        names: names.iter().map(text).collect(),
        names_of_others: others.into_iter().map(text).collect(),
    }
}

pub(super) async fn captured(
    ports: PreviewPorts<'_>,
    access: &ProfileAccess,
    profile: &Profile,
    period: Period,
    queries: &[CaptureQuery],
) -> Result<Vec<Captured>, StoreError> {
    let window = Window::of(period, &profile.timezone);
    ports
        .outcomes
        .captured(access, window, profile.currency, queries)
        .await
}
