//! Where conversions are told.
//!
//! [`create`](mod@create), [`update`](mod@update); [`provision`](mod@provision) gives one its clean data set;
//! [`list`](mod@list) shows all of a profile.

pub mod create;
pub mod list;
pub mod provision;
pub mod update;

use application::{Contended, Context, UnitOfWork};
use export_rules::{
    Connected, ConnectionId, Destination, DestinationFault, DestinationKind, MAX_DESTINATIONS,
    Target,
};
use kernel::{ProfileAccess, StoreError};
use platform_connections::ConnectionState;
use serde_json::{Value, json};

use crate::compliance::Loosens;
use crate::trail::{self, stamp};

/// Why a destination was not written.
#[derive(Debug, thiserror::Error)]
pub enum DestinationRefusal {
    /// The profile has none of this id.
    #[error("there is no such destination")]
    NotFound,
    /// The profile has no connection of this id.
    #[error("there is no such connection")]
    NoConnection,
    /// There are as many as there may be.
    #[error("a profile has at most {MAX_DESTINATIONS} destinations")]
    TooMany,
    /// A search destination has no data set.
    #[error("only a social destination has a data set that is kept clean")]
    NoDataSet,
    /// It is not for the caller to decide.
    #[error(transparent)]
    Loosens(#[from] Loosens),
    /// Fields that are wrong.
    #[error("the destination is wrong")]
    Invalid(Vec<DestinationFault>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for DestinationRefusal {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// Sees that an account is the profile's and one for destinations of this kind. It stays so until the transaction ends.
async fn serves(
    work: &mut dyn UnitOfWork,
    access: &ProfileAccess,
    (id, kind): (ConnectionId, DestinationKind),
) -> Result<(), DestinationRefusal> {
    let found = work.connections().lock(access.profile_id, id).await?;
    let found = found.ok_or(DestinationRefusal::NoConnection)?;
    let connected = Connected {
        id,
        provider: found.provider.as_str().to_owned(),
        is_removed: found.state == ConnectionState::Revoked,
    };
    connected
        .serves(kind)
        .map_err(|fault| DestinationRefusal::Invalid(vec![fault]))
}

/// Writes a destination, and what became of the one before into the trail.
async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (action, before, after): (&str, Option<&Destination>, &Destination),
) -> Result<(), StoreError> {
    let profile_id = access.profile_id;
    work.destinations().put(profile_id, after).await?;
    let before = before.map_or(Value::Null, fields);
    let detail = trail::change(&before, &fields(after));
    let deed = (action, after.id.uuid(), detail);
    stamp(work, context, (profile_id, access.actor), deed).await
}

fn fields(destination: &Destination) -> Value {
    let (pixel, clean, action) = match &destination.target {
        Target::Social {
            pixel_id,
            clean_dataset_id,
        } => (Some(pixel_id.as_str()), clean_dataset_id.as_ref(), None),
        Target::Search { action } => (None, None, Some(action.to_string())),
    };
    json!({
        "destination": destination.kind().to_string(),
        "connection_id": destination.connection_id.uuid(),
        "enabled": destination.enabled,
        "social_pixel_id": pixel,
        "clean_dataset_id": clean.map(export_rules::PixelId::as_str),
        "search_conversion_action": action,
        "destination_config": destination.config.object(),
    })
}

#[cfg(test)]
mod use_case_tests;
