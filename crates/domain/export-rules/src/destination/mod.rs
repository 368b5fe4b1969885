//! Where conversions are told: one data set of a social network, or one conversion action of a search engine.

mod config;
mod draft;

pub use config::{
    ConfigFault, DestinationConfig, EventPlace, MAX_CONFIG_BYTES, SearchWire, merged,
};
pub use draft::{
    Connected, DestinationDraft, DestinationFault, DestinationFaultReason, DestinationField,
    DestinationPatch, NewDestination,
};

use std::fmt;

use kernel::Timestamp;

use crate::ids::{ConnectionId, DestinationId};
use crate::match_key::MatchKey;
use crate::policy::LimitedDataUse;
use crate::words::{DataSourceKind, DestinationKind, MessagingChannel, MinMatch};

/// The most destinations that a profile may have.
pub const MAX_DESTINATIONS: usize = 50;
/// The longest id of a data set, in characters.
pub const MAX_PIXEL_ID: usize = 128;
/// The longest name of a conversion action, in characters.
pub const MAX_CONVERSION_ACTION: usize = 256;

/// A destination.
#[derive(Clone, Debug, PartialEq)]
pub struct Destination {
    /// Its id.
    pub id: DestinationId,
    /// The account that it is told through.
    pub connection_id: ConnectionId,
    /// Whether it is told anything.
    pub enabled: bool,
    /// What it is, which never changes.
    pub target: Target,
    /// What else is set, known and unknown keys alike.
    pub config: DestinationConfig,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// What a destination is at its platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A data set of a social network.
    Social {
        /// Its id.
        pixel_id: PixelId,
        /// The data set that is kept clean for Platform-Safe mode, once it was provisioned.
        clean_dataset_id: Option<PixelId>,
    },
    /// A conversion action of a search engine.
    Search {
        /// Its resource name.
        action: ConversionAction,
    },
}

impl Target {
    /// A data set of a social network.
    pub const fn social(pixel_id: PixelId) -> Self {
        Self::Social {
            pixel_id,
            clean_dataset_id: None,
        }
    }

    /// Which kind of destination.
    pub const fn kind(&self) -> DestinationKind {
        match self {
            Self::Social { .. } => DestinationKind::SocialCapi,
            Self::Search { .. } => DestinationKind::SearchAds,
        }
    }
}

impl Destination {
    /// A destination that is made now, enabled, with nothing else set.
    pub fn new(
        id: DestinationId,
        connection_id: ConnectionId,
        target: Target,
        at: Timestamp,
    ) -> Self {
        Self {
            id,
            connection_id,
            enabled: true,
            target,
            config: DestinationConfig::default(),
            created_at: at,
            updated_at: at,
        }
    }

    /// Which kind.
    pub const fn kind(&self) -> DestinationKind {
        self.target.kind()
    }

    /// Where its events happen; `None` at a search engine.
    pub fn data_source_kind(&self) -> Option<DataSourceKind> {
        match self.target {
            Target::Social { .. } => Some(self.config.data_source_kind()),
            Target::Search { .. } => None,
        }
    }

    /// How a social destination matches people.
    pub(crate) fn social_target(&self) -> Option<SocialTarget> {
        let kind = self.data_source_kind()?;
        Some(SocialTarget {
            min_match: self.config.min_match(),
            account: kind
                .messaging()
                .and_then(|channel| self.config.account(channel)),
            limited_data_use: self.config.limited_data_use(),
        })
    }
}

/// What of a social destination decides how people are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SocialTarget {
    pub(crate) min_match: MinMatch,
    pub(crate) account: Option<MessagingAccount>,
    pub(crate) limited_data_use: Option<LimitedDataUse>,
}

/// Whose conversations a social destination tells of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessagingAccount {
    /// An account of the chat app.
    Whatsapp(String),
    /// A page with a messenger.
    Messenger(String),
    /// An account of the photo network.
    Instagram(String),
}

impl MessagingAccount {
    /// Which conversation.
    pub const fn channel(&self) -> MessagingChannel {
        match self {
            Self::Whatsapp(_) => MessagingChannel::Whatsapp,
            Self::Messenger(_) => MessagingChannel::Messenger,
            Self::Instagram(_) => MessagingChannel::Instagram,
        }
    }

    /// The account's id.
    pub fn id(&self) -> &str {
        match self {
            Self::Whatsapp(id) | Self::Messenger(id) | Self::Instagram(id) => id,
        }
    }

    /// By what somebody is named in it.
    pub const fn key(&self) -> MatchKey {
        match self {
            Self::Whatsapp(_) => MatchKey::CtwaClid,
            Self::Messenger(_) => MatchKey::PageScopedUserId,
            Self::Instagram(_) => MatchKey::IgSid,
        }
    }
}

/// The id of a data set: 1 to [`MAX_PIXEL_ID`] letters and digits, so that it is one segment of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PixelId(String);

impl PixelId {
    /// Reads an id.
    pub fn parse(text: &str) -> Option<Self> {
        let is_id = (1..=MAX_PIXEL_ID).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_id.then(|| Self(text.to_owned()))
    }

    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A conversion action by its resource name: `customers/{10 digits}/conversionActions/{digits}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConversionAction {
    customer: String,
    action: String,
}

impl ConversionAction {
    /// Reads a resource name.
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("customers/")?;
        let (customer, action) = rest.split_once("/conversionActions/")?;
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_whole = customer.len() == 10 && is_number(customer) && is_number(action);
        (is_whole && text.len() <= MAX_CONVERSION_ACTION).then(|| Self {
            customer: customer.to_owned(),
            action: action.to_owned(),
        })
    }

    /// The account that owns it: ten digits.
    pub fn customer(&self) -> &str {
        &self.customer
    }

    /// Its number.
    pub fn action(&self) -> &str {
        &self.action
    }
}

impl fmt::Display for ConversionAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "customers/{}/conversionActions/{}",
            self.customer, self.action
        )
    }
}

#[cfg(test)]
mod tests;
