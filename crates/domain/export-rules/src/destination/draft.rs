//! What people may ask a destination to be: fields as they came become a [`NewDestination`] or a
//! [`DestinationPatch`], or every fault at once.

use kernel::{Sent, Timestamp};
use serde_json::{Map, Value};

use super::{
    ConfigFault, ConversionAction, Destination, DestinationConfig, MAX_CONVERSION_ACTION,
    MAX_PIXEL_ID, PixelId, Target, merged,
};
use crate::ids::{ConnectionId, DestinationId};
use crate::words::{DestinationKind, Word, words};

/// A field of a destination as callers know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DestinationField {
    /// Which kind.
    Destination,
    /// The account.
    ConnectionId,
    /// Whether it is told anything.
    Enabled,
    /// The data set.
    SocialPixelId,
    /// The conversion action.
    SearchConversionAction,
    /// Everything else.
    DestinationConfig,
}

words! {
    DestinationField {
        Destination => "destination",
        ConnectionId => "connection_id",
        Enabled => "enabled",
        SocialPixelId => "social_pixel_id",
        SearchConversionAction => "search_conversion_action",
        DestinationConfig => "destination_config",
    }
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} {reason}")]
pub struct DestinationFault {
    /// The field.
    pub field: DestinationField,
    /// Why, to be read after the field's name.
    pub reason: DestinationFaultReason,
}

/// Why a field is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DestinationFaultReason {
    /// It must be there.
    #[error("is required")]
    Missing,
    /// It needs a value.
    #[error("must not be null")]
    Null,
    /// No such kind.
    #[error("is none of {kinds}", kinds = DestinationKind::listed())]
    UnknownKind,
    /// It is what it was made as.
    #[error("cannot be changed")]
    Immutable,
    /// It belongs to the other kind.
    #[error("belongs to a {0} destination")]
    OtherKind(DestinationKind),
    /// It is no id of a data set.
    #[error("must be 1 to {MAX_PIXEL_ID} letters and digits")]
    PixelId,
    /// It is no name of a conversion action.
    #[error(
        "must be customers/{{10 digits}}/conversionActions/{{digits}}, of at most {MAX_CONVERSION_ACTION} characters"
    )]
    ConversionAction,
    /// The account is at another platform.
    #[error("is a connection of {found}, and a {kind} destination needs one of {needed}", needed = kind.provider())]
    OtherProvider {
        /// The account's provider.
        found: String,
        /// The destination's kind.
        kind: DestinationKind,
    },
    /// Somebody removed the account.
    #[error("is a connection that was removed; connect its account again, or name another one")]
    Removed,
    /// The config is none.
    #[error(transparent)]
    Config(#[from] ConfigFault),
}

/// A destination's fields as they came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DestinationDraft {
    /// Which kind.
    pub destination: Sent<String>,
    /// The account.
    pub connection_id: Sent<ConnectionId>,
    /// Whether it is told anything.
    pub enabled: Sent<bool>,
    /// The data set.
    pub social_pixel_id: Sent<String>,
    /// The conversion action.
    pub search_conversion_action: Sent<String>,
    /// Everything else.
    pub destination_config: Sent<Value>,
}

/// An account that a destination may be told through, as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connected {
    /// Its id.
    pub id: ConnectionId,
    /// Its provider's word.
    pub provider: String,
    /// Whether somebody removed it.
    pub is_removed: bool,
}

impl Connected {
    /// Whether a destination of a kind may be told through it from now on.
    pub fn serves(&self, kind: DestinationKind) -> Result<(), DestinationFault> {
        if self.is_removed {
            let reason = DestinationFaultReason::Removed;
            return Err(fault(DestinationField::ConnectionId, reason));
        }
        if self.provider == kind.provider() {
            return Ok(());
        }
        Err(fault(
            DestinationField::ConnectionId,
            DestinationFaultReason::OtherProvider {
                found: self.provider.clone(),
                kind,
            },
        ))
    }
}

/// A destination that is complete and has no id yet.
#[derive(Clone, Debug, PartialEq)]
pub struct NewDestination {
    /// The account.
    pub connection_id: ConnectionId,
    /// Whether it is told anything.
    pub enabled: bool,
    /// What it is.
    pub target: Target,
    /// Everything else.
    pub config: DestinationConfig,
}

impl NewDestination {
    /// Reads a draft. `enabled` is true when nothing is said.
    pub fn parse(draft: DestinationDraft) -> Result<Self, Vec<DestinationFault>> {
        let mut faults = Vec::new();
        let kind = required(
            draft.destination,
            DestinationField::Destination,
            &mut faults,
        );
        let kind = kind.and_then(|text| kind_of(&text, &mut faults));
        let connection_id = required(
            draft.connection_id,
            DestinationField::ConnectionId,
            &mut faults,
        );
        let enabled = match draft.enabled {
            Sent::Absent => Some(true),
            Sent::Null => refuse(
                &mut faults,
                DestinationField::Enabled,
                DestinationFaultReason::Null,
            ),
            Sent::Value(enabled) => Some(enabled),
        };
        let pixel = text(draft.social_pixel_id);
        let action = text(draft.search_conversion_action);
        let target = kind.and_then(|kind| target(kind, pixel, action, &mut faults));
        let config = match draft.destination_config {
            Sent::Absent | Sent::Null => Some(DestinationConfig::default()),
            Sent::Value(value) => match DestinationConfig::parse(value) {
                Ok(config) => Some(config),
                Err(reason) => refuse(
                    &mut faults,
                    DestinationField::DestinationConfig,
                    reason.into(),
                ),
            },
        };
        match (connection_id, enabled, target, config) {
            (Some(connection_id), Some(enabled), Some(target), Some(config))
                if faults.is_empty() =>
            {
                Ok(Self {
                    connection_id,
                    enabled,
                    target,
                    config,
                })
            }
            _ => Err(faults),
        }
    }

    /// The destination under an id.
    pub fn with_id(self, id: DestinationId, at: Timestamp) -> Destination {
        Destination {
            id,
            connection_id: self.connection_id,
            enabled: self.enabled,
            target: self.target,
            config: self.config,
            created_at: at,
            updated_at: at,
        }
    }
}

/// New values for some fields of a destination; what is `None` stays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DestinationPatch {
    kind: Option<DestinationKind>,
    connection_id: Option<ConnectionId>,
    enabled: Option<bool>,
    pixel: Sent<String>,
    action: Sent<String>,
    config: Option<Map<String, Value>>,
}

impl DestinationPatch {
    /// Reads the fields that were sent; none of them may be null, but for what belongs to the other kind and is
    /// null there anyway.
    pub fn parse(draft: DestinationDraft) -> Result<Self, Vec<DestinationFault>> {
        let mut faults = Vec::new();
        let kind = present(
            draft.destination,
            DestinationField::Destination,
            &mut faults,
        );
        let kind = kind.and_then(|text| kind_of(&text, &mut faults));
        let config = present(
            draft.destination_config,
            DestinationField::DestinationConfig,
            &mut faults,
        );
        let config = config.and_then(|value| {
            let Value::Object(object) = value else {
                let reason = ConfigFault::NotAnObject.into();
                return refuse(&mut faults, DestinationField::DestinationConfig, reason);
            };
            Some(object)
        });
        let patch = Self {
            kind,
            connection_id: present(
                draft.connection_id,
                DestinationField::ConnectionId,
                &mut faults,
            ),
            enabled: present(draft.enabled, DestinationField::Enabled, &mut faults),
            pixel: draft.social_pixel_id,
            action: draft.search_conversion_action,
            config,
        };
        if faults.is_empty() {
            Ok(patch)
        } else {
            Err(faults)
        }
    }

    /// The account that the destination is to be told through from now on.
    pub const fn connection_id(&self) -> Option<ConnectionId> {
        self.connection_id
    }

    /// The destination after the patch. A clean data set is of the data set that it was made for, and goes with it.
    pub fn apply(
        self,
        to: &Destination,
        at: Timestamp,
    ) -> Result<Destination, Vec<DestinationFault>> {
        let mut faults = Vec::new();
        let kind = to.kind();
        if self.kind.is_some_and(|other| other != kind) {
            let reason = DestinationFaultReason::Immutable;
            refuse::<()>(&mut faults, DestinationField::Destination, reason);
        }
        let target = retargeted(&to.target, (self.pixel, self.action), &mut faults);
        let config = match self.config {
            None => Some(to.config.clone()),
            Some(patch) => {
                let merged = merged(to.config.object(), patch);
                match DestinationConfig::parse(Value::Object(merged)) {
                    Ok(config) => Some(config),
                    Err(reason) => refuse(
                        &mut faults,
                        DestinationField::DestinationConfig,
                        reason.into(),
                    ),
                }
            }
        };
        let (Some(target), Some(config), true) = (target, config, faults.is_empty()) else {
            return Err(faults);
        };
        let mut patched = Destination {
            connection_id: self.connection_id.unwrap_or(to.connection_id),
            enabled: self.enabled.unwrap_or(to.enabled),
            target,
            config,
            ..to.clone()
        };
        if patched != *to {
            patched.updated_at = at;
        }
        Ok(patched)
    }
}

/// The target with what was sent in its place.
fn retargeted(
    to: &Target,
    (pixel, action): (Sent<String>, Sent<String>),
    faults: &mut Vec<DestinationFault>,
) -> Option<Target> {
    let (own, now, field) = match to {
        Target::Social { pixel_id, .. } => (
            &pixel,
            pixel_id.as_str().to_owned(),
            DestinationField::SocialPixelId,
        ),
        Target::Search { action: named } => (
            &action,
            named.to_string(),
            DestinationField::SearchConversionAction,
        ),
    };
    if *own == Sent::Null {
        return refuse(faults, field, DestinationFaultReason::Null);
    }
    let (pixel, action) = match to.kind() {
        DestinationKind::SocialCapi => (text(pixel).or(Some(now)), text(action)),
        DestinationKind::SearchAds => (text(pixel), text(action).or(Some(now))),
    };
    let sent = target(to.kind(), pixel, action, faults)?;
    Some(keeping_clean(sent, to))
}

fn keeping_clean(target: Target, before: &Target) -> Target {
    match (target, before) {
        (
            Target::Social { pixel_id, .. },
            Target::Social {
                pixel_id: was,
                clean_dataset_id,
            },
        ) if pixel_id == *was => Target::Social {
            pixel_id,
            clean_dataset_id: clean_dataset_id.clone(),
        },
        (target, _) => target,
    }
}

fn target(
    kind: DestinationKind,
    pixel: Option<String>,
    action: Option<String>,
    faults: &mut Vec<DestinationFault>,
) -> Option<Target> {
    let of_other = |field| fault(field, DestinationFaultReason::OtherKind(other(kind)));
    match kind {
        DestinationKind::SocialCapi => {
            if action.is_some() {
                faults.push(of_other(DestinationField::SearchConversionAction));
            }
            let field = DestinationField::SocialPixelId;
            let pixel_id = match pixel {
                None => refuse(faults, field, DestinationFaultReason::Missing),
                Some(text) => PixelId::parse(&text)
                    .or_else(|| refuse(faults, field, DestinationFaultReason::PixelId)),
            };
            Some(Target::Social {
                pixel_id: pixel_id?,
                clean_dataset_id: None,
            })
        }
        DestinationKind::SearchAds => {
            if pixel.is_some() {
                faults.push(of_other(DestinationField::SocialPixelId));
            }
            let field = DestinationField::SearchConversionAction;
            let action = match action {
                None => refuse(faults, field, DestinationFaultReason::Missing),
                Some(text) => ConversionAction::parse(&text)
                    .or_else(|| refuse(faults, field, DestinationFaultReason::ConversionAction)),
            };
            Some(Target::Search { action: action? })
        }
    }
}

const fn other(kind: DestinationKind) -> DestinationKind {
    match kind {
        DestinationKind::SocialCapi => DestinationKind::SearchAds,
        DestinationKind::SearchAds => DestinationKind::SocialCapi,
    }
}

fn kind_of(text: &str, faults: &mut Vec<DestinationFault>) -> Option<DestinationKind> {
    DestinationKind::parse(text).or_else(|| {
        refuse(
            faults,
            DestinationField::Destination,
            DestinationFaultReason::UnknownKind,
        )
    })
}

/// Null and absent are one where a field belongs to one kind alone.
fn text(sent: Sent<String>) -> Option<String> {
    match sent {
        Sent::Absent | Sent::Null => None,
        Sent::Value(text) => Some(text),
    }
}

fn required<T>(
    sent: Sent<T>,
    field: DestinationField,
    faults: &mut Vec<DestinationFault>,
) -> Option<T> {
    match sent {
        Sent::Absent => refuse(faults, field, DestinationFaultReason::Missing),
        sent => present(sent, field, faults),
    }
}

fn present<T>(
    sent: Sent<T>,
    field: DestinationField,
    faults: &mut Vec<DestinationFault>,
) -> Option<T> {
    match sent {
        Sent::Absent => None,
        Sent::Null => refuse(faults, field, DestinationFaultReason::Null),
        Sent::Value(value) => Some(value),
    }
}

fn refuse<T>(
    faults: &mut Vec<DestinationFault>,
    field: DestinationField,
    reason: DestinationFaultReason,
) -> Option<T> {
    faults.push(fault(field, reason));
    None
}

const fn fault(field: DestinationField, reason: DestinationFaultReason) -> DestinationFault {
    DestinationFault { field, reason }
}
