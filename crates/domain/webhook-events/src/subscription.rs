//! Somebody's wish to be told: of which events, of whose, and where.

use kernel::Timestamp;

use crate::endpoint_url::EndpointUrl;
use crate::event::Event;
use crate::event_type::EventType;
use crate::ids::SubscriptionId;
use crate::provider::Provider;

/// How many subscriptions a profile may have. Every event is matched with all of them.
pub const MAX_SUBSCRIPTIONS: u64 = 100;

/// Why nothing is sent to a subscription any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DisabledReason {
    /// The receiver answered 410 Gone.
    Gone,
    /// Every attempt failed for too long.
    Failing,
    /// Somebody switched it off.
    Manual,
}

impl DisabledReason {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Gone, Self::Failing, Self::Manual];

    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::Failing => "failing",
            Self::Manual => "manual",
        }
    }

    /// The inverse of [`DisabledReason::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// Whether events are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubscriptionState {
    /// They are.
    Enabled,
    /// They are not; tests and what is replayed by hand still are, so that a repair can be checked.
    Disabled {
        /// Since when.
        at: Timestamp,
        /// Why.
        reason: DisabledReason,
    },
}

impl SubscriptionState {
    /// Whether events are sent.
    pub const fn is_enabled(self) -> bool {
        matches!(self, Self::Enabled)
    }

    /// Disabled from now on. What was disabled before keeps since when and why.
    #[must_use]
    pub const fn disabled(self, at: Timestamp, reason: DisabledReason) -> Self {
        match self {
            Self::Enabled => Self::Disabled { at, reason },
            Self::Disabled { .. } => self,
        }
    }
}

/// A subscription. Its secrets are kept apart: [`SecretRing`](crate::SecretRing).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// Its id.
    pub id: SubscriptionId,
    /// Where events are sent to.
    pub url: EndpointUrl,
    /// Of which types; 1 to [`MAX_ITEMS`](crate::MAX_ITEMS), no two equal, as they were sent.
    pub events: Vec<EventType>,
    /// From which providers; 1 to [`MAX_ITEMS`](crate::MAX_ITEMS), no two equal, as they were sent.
    pub providers: Vec<Provider>,
    /// Whether events are sent.
    pub state: SubscriptionState,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl Subscription {
    /// Whether the event is sent to it: it is enabled and names both the type and the provider.
    pub fn matches(&self, event: &Event) -> bool {
        self.state.is_enabled()
            && self.events.contains(&event.event_type())
            && self.providers.contains(event.provider())
    }
}
