//! An event as it is sent: its body is written once, and every delivery of it has the same bytes.

use std::fmt;
use std::sync::Arc;

use kernel::{ProfileId, Timestamp};

use crate::data::EventData;
use crate::event_type::EventType;
use crate::ids::EventId;
use crate::json::Object;
use crate::provider::Provider;

/// A body has fewer bytes than this.
pub const BODY_BYTES: usize = 20_000;

/// What is known of an event before it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventHead {
    /// A new id.
    pub id: EventId,
    /// Whose event it is.
    pub profile_id: ProfileId,
    /// When it happened.
    pub at: Timestamp,
}

/// The body would be too long; nothing was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the body of a {event_type} event has {bytes} bytes and must have fewer than {BODY_BYTES}")]
pub struct EventTooLarge {
    /// The type.
    pub event_type: EventType,
    /// How long the body would be.
    pub bytes: usize,
}

/// The exact bytes that are signed and sent. Hidden from `Debug`: logs hold no bodies.
#[derive(Clone, PartialEq, Eq)]
pub struct Body(Arc<[u8]>);

impl Body {
    /// Bytes as they were stored.
    pub fn from_stored(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self(bytes.into())
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes, shared and not copied.
    pub fn shared(&self) -> Arc<[u8]> {
        Arc::clone(&self.0)
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Body({} bytes)", self.0.len())
    }
}

/// Something that happened, ready to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    id: EventId,
    profile_id: ProfileId,
    at: Timestamp,
    kind: EventType,
    provider: Provider,
    body: Body,
}

impl Event {
    /// Writes the body `{id, type, timestamp, profile_id, data}`. Every event that has data of its
    /// own tells of the platform, so its provider is `platform`.
    pub fn new(head: EventHead, data: &EventData) -> Result<Self, EventTooLarge> {
        let event_type = data.event_type();
        Self::written(head, event_type, Provider::platform(), &data.json())
    }

    /// A synthetic event: `data` has `test: true` and an example of every field of the type.
    pub fn test(
        head: EventHead,
        event_type: EventType,
        provider: Provider,
    ) -> Result<Self, EventTooLarge> {
        Self::written(head, event_type, provider, &event_type.test_data())
    }

    /// An event as it was stored.
    pub const fn from_stored(
        head: EventHead,
        event_type: EventType,
        provider: Provider,
        body: Body,
    ) -> Self {
        Self {
            id: head.id,
            profile_id: head.profile_id,
            at: head.at,
            kind: event_type,
            provider,
            body,
        }
    }

    fn written(
        head: EventHead,
        event_type: EventType,
        provider: Provider,
        data: &str,
    ) -> Result<Self, EventTooLarge> {
        let body = Object::new()
            .text("id", &head.id)
            .text("type", event_type.as_str())
            .instant("timestamp", head.at)
            .text("profile_id", &head.profile_id)
            .raw("data", data)
            .finish();
        let bytes = body.len();
        if bytes >= BODY_BYTES {
            return Err(EventTooLarge { event_type, bytes });
        }
        let body = Body::from_stored(body.into_bytes());
        Ok(Self::from_stored(head, event_type, provider, body))
    }

    /// Its id, which stands in the body.
    pub const fn id(&self) -> EventId {
        self.id
    }

    /// Whose event it is.
    pub const fn profile_id(&self) -> ProfileId {
        self.profile_id
    }

    /// When it happened.
    pub const fn at(&self) -> Timestamp {
        self.at
    }

    /// Its type.
    pub const fn event_type(&self) -> EventType {
        self.kind
    }

    /// Who it comes from.
    pub const fn provider(&self) -> &Provider {
        &self.provider
    }

    /// What is sent.
    pub const fn body(&self) -> &Body {
        &self.body
    }
}

#[cfg(test)]
mod tests;
