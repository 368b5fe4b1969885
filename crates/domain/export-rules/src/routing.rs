//! Whether a destination ships: derived each time it is read, never stored.

use crate::destination::{Destination, Target};
use crate::skip_reason::SkipReason;
use crate::words::{DestinationKind, PrivacyMode, Routing};

/// What a profile has decided for all destinations of a kind. Both are off until somebody makes a destination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// Social networks are told.
    pub social: bool,
    /// Search engines are told.
    pub search: bool,
}

impl Switches {
    /// Both are told.
    pub const ON: Self = Self {
        social: true,
        search: true,
    };

    /// Whether destinations of a kind are told.
    pub const fn of(self, kind: DestinationKind) -> bool {
        match kind {
            DestinationKind::SocialCapi => self.social,
            DestinationKind::SearchAds => self.search,
        }
    }
}

/// How a destination is routed. In Platform-Safe mode a social destination without a clean data set is held back
/// even before any was provisioned: in doubt nothing leaves.
pub fn routing(destination: &Destination, switches: Switches, mode: PrivacyMode) -> Routing {
    if !destination.enabled || !switches.of(destination.kind()) {
        return Routing::Disabled;
    }
    match (&destination.target, mode) {
        (
            Target::Social {
                clean_dataset_id: None,
                ..
            },
            PrivacyMode::PlatformSafe,
        ) => Routing::SuppressedPlatformSafe,
        _ => Routing::Active,
    }
}

impl Routing {
    /// Why nothing is told; `None` when it is.
    pub const fn skips(self) -> Option<SkipReason> {
        match self {
            Self::Active => None,
            Self::Disabled => Some(SkipReason::DestinationDisabled),
            Self::SuppressedPlatformSafe => Some(SkipReason::SuppressedPlatformSafe),
        }
    }

    /// In words, for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Active => "Ships on the next run, as long as its account is connected.",
            Self::Disabled => "Does not ship: it is off, or the profile's switch for its kind is.",
            Self::SuppressedPlatformSafe => {
                "Held back: in Platform-Safe mode only a provisioned clean data set feeds the platform."
            }
        }
    }
}
