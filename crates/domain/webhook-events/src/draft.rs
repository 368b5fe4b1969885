//! What people may ask a subscription to be: fields as they came become a [`NewSubscription`] or a
//! [`SubscriptionPatch`], or every fault at once.

use std::fmt;

use kernel::{Sent, Timestamp};

use crate::address_judge::AddressJudge;
use crate::endpoint_url::{EndpointUrl, UrlFault};
use crate::event_type::EventType;
use crate::ids::SubscriptionId;
use crate::provider::{NotAProvider, Provider};
use crate::subscription::{DisabledReason, Subscription, SubscriptionState};

mod reader;

use reader::{Reader, value};

/// How many event types and how many providers one subscription may name.
pub const MAX_ITEMS: usize = 100;

/// A field of a subscription as callers know it. It prints as `url`, `events`, `events/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubscriptionField {
    /// The address.
    Url,
    /// The list of event types, as a whole.
    Events,
    /// One event type, by its position from 0.
    Event(usize),
    /// The list of providers, as a whole.
    Providers,
    /// One provider, by its position from 0.
    Provider(usize),
    /// Whether events are sent.
    Enabled,
}

impl fmt::Display for SubscriptionField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url => f.write_str("url"),
            Self::Events => f.write_str("events"),
            Self::Event(position) => write!(f, "events/{position}"),
            Self::Providers => f.write_str("providers"),
            Self::Provider(position) => write!(f, "providers/{position}"),
            Self::Enabled => f.write_str("enabled"),
        }
    }
}

/// What is wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} {reason}")]
pub struct SubscriptionFault {
    /// The field.
    pub field: SubscriptionField,
    /// Why, to be read after the field's name.
    pub reason: SubscriptionFaultReason,
}

/// Why a field is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubscriptionFaultReason {
    /// It must be there.
    #[error("is required")]
    Missing,
    /// It needs a value.
    #[error("must not be null")]
    Null,
    /// Nothing may be sent there.
    #[error(transparent)]
    Url(#[from] UrlFault),
    /// Too few or too many.
    #[error("must have 1 to {MAX_ITEMS} items")]
    Count,
    /// It would never fire.
    #[error("is in no catalogue of events")]
    UnknownEvent,
    /// No provider has such a name.
    #[error(transparent)]
    Provider(#[from] NotAProvider),
    /// The same stands earlier in the list.
    #[error("is in the list twice")]
    Repeated,
}

/// A subscription's fields as they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubscriptionDraft {
    /// The address.
    pub url: Sent<String>,
    /// Types of events.
    pub events: Sent<Vec<String>>,
    /// Providers.
    pub providers: Sent<Vec<String>>,
}

/// A subscription that is complete and has no id yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSubscription {
    /// Where events are sent to.
    pub url: EndpointUrl,
    /// 1 to [`MAX_ITEMS`] types, no two equal.
    pub events: Vec<EventType>,
    /// 1 to [`MAX_ITEMS`] providers, no two equal.
    pub providers: Vec<Provider>,
}

impl NewSubscription {
    /// Reads a draft in which all fields must be there.
    pub fn parse(
        draft: SubscriptionDraft,
        judge: &AddressJudge,
    ) -> Result<Self, Vec<SubscriptionFault>> {
        let mut reader = Reader::default();
        let url = reader.url(draft.url, judge);
        let events = reader.events(draft.events);
        let providers = reader.providers(draft.providers);
        for (field, is_absent) in [
            (SubscriptionField::Url, url == Sent::Absent),
            (SubscriptionField::Events, events == Sent::Absent),
            (SubscriptionField::Providers, providers == Sent::Absent),
        ] {
            if is_absent {
                reader.refuse(field, SubscriptionFaultReason::Missing);
            }
        }
        match (url, events, providers) {
            (Sent::Value(url), Sent::Value(events), Sent::Value(providers))
                if reader.faults.is_empty() =>
            {
                Ok(Self {
                    url,
                    events,
                    providers,
                })
            }
            _ => Err(reader.faults),
        }
    }

    /// The subscription under an id, enabled.
    pub fn with_id(self, id: SubscriptionId, at: Timestamp) -> Subscription {
        Subscription {
            id,
            url: self.url,
            events: self.events,
            providers: self.providers,
            state: SubscriptionState::Enabled,
            created_at: at,
            updated_at: at,
        }
    }
}

/// New values for some fields of a subscription; what is `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubscriptionPatch {
    /// Where events are sent to.
    pub url: Option<EndpointUrl>,
    /// 1 to [`MAX_ITEMS`] types, no two equal.
    pub events: Option<Vec<EventType>>,
    /// 1 to [`MAX_ITEMS`] providers, no two equal.
    pub providers: Option<Vec<Provider>>,
    /// Whether events are sent.
    pub enabled: Option<bool>,
}

/// A subscription after a patch, and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patched {
    /// The subscription.
    pub subscription: Subscription,
    /// Its host is another: it gets a secret that the former one does not know, and no old ones.
    pub needs_new_secret: bool,
    /// It is sent to again, and what was counted of its failures is forgotten.
    pub is_revived: bool,
    /// It is not sent to any more: what waits becomes dead.
    pub is_disabled: bool,
}

impl SubscriptionPatch {
    /// Reads the fields that were sent; none of them may be null.
    pub fn parse(
        draft: SubscriptionDraft,
        enabled: Sent<bool>,
        judge: &AddressJudge,
    ) -> Result<Self, Vec<SubscriptionFault>> {
        let mut reader = Reader::default();
        let url = reader.url(draft.url, judge);
        let events = reader.events(draft.events);
        let providers = reader.providers(draft.providers);
        let enabled = reader.present(SubscriptionField::Enabled, enabled);
        if !reader.faults.is_empty() {
            return Err(reader.faults);
        }
        Ok(Self {
            url: value(url),
            events: value(events),
            providers: value(providers),
            enabled,
        })
    }

    /// The subscription after the patch.
    pub fn apply(self, to: &Subscription, at: Timestamp) -> Patched {
        let was_enabled = to.state.is_enabled();
        let state = match self.enabled {
            None => to.state,
            Some(true) => SubscriptionState::Enabled,
            Some(false) => to.state.disabled(at, DisabledReason::Manual),
        };
        let url = self.url.unwrap_or_else(|| to.url.clone());
        let needs_new_secret = url.host() != to.url.host();
        let mut subscription = Subscription {
            id: to.id,
            url,
            events: self.events.unwrap_or_else(|| to.events.clone()),
            providers: self.providers.unwrap_or_else(|| to.providers.clone()),
            state,
            created_at: to.created_at,
            updated_at: to.updated_at,
        };
        if subscription != *to {
            subscription.updated_at = at;
        }
        Patched {
            subscription,
            needs_new_secret,
            is_revived: !was_enabled && state.is_enabled(),
            is_disabled: was_enabled && !state.is_enabled(),
        }
    }
}

#[cfg(test)]
mod tests;
