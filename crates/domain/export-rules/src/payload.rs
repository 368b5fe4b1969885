//! What a sender is handed. A payload is made by [`evaluate`](crate::evaluate) alone, of what the guard left:
//!
//! ```compile_fail,E0451
//! use export_rules::payload::SearchPayload;
//! // A sender cannot be handed what nobody guarded: the fields are private.
//! let made_up = SearchPayload { event_id: String::new() };
//! ```
//!
//! A candidate or what the guard left of it is no payload either:
//!
//! ```compile_fail,E0308
//! use export_rules::{Candidate, Guarded, Payload, Policy};
//! fn send(_: &Payload) {}
//! fn skip_the_rest(candidate: Candidate<'_>, policy: Policy) {
//!     send(&candidate.guard(policy));
//! }
//! ```

use kernel::Timestamp;

use crate::destination::{ConversionAction, EventPlace, PixelId, SearchWire};
use crate::match_keys::{MessagingPerson, SearchPerson, SocialPerson};
use crate::policy::LimitedDataUse;
use crate::record::{Consent, Content, Property, Worth};
use crate::words::ActionSource;

/// What one platform is told of one event.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// A social network.
    Social(Box<SocialPayload>),
    /// A search engine.
    Search(Box<SearchPayload>),
}

/// What a social network is told.
#[derive(Clone, Debug, PartialEq)]
pub struct SocialPayload {
    pub(crate) dataset: PixelId,
    pub(crate) event_name: String,
    pub(crate) event_id: String,
    pub(crate) occurred_at: Timestamp,
    pub(crate) action_source: ActionSource,
    pub(crate) page: Option<String>,
    pub(crate) referrer: Option<String>,
    pub(crate) user: SocialUser,
    pub(crate) worth: Option<Worth>,
    pub(crate) contents: Vec<Content>,
    pub(crate) properties: Vec<Property>,
    pub(crate) opt_out: bool,
    pub(crate) limited_data_use: Option<LimitedDataUse>,
}

/// Whom a social network is told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocialUser {
    /// Somebody on a page, or of whom the system knows.
    Person(SocialPerson),
    /// Somebody in a conversation.
    InConversation(MessagingPerson),
}

impl SocialPayload {
    /// The data set that is told.
    pub const fn dataset(&self) -> &PixelId {
        &self.dataset
    }

    /// The event's name.
    pub fn event_name(&self) -> &str {
        &self.event_name
    }

    /// By what the platform knows that it was told twice.
    pub fn event_id(&self) -> &str {
        &self.event_id
    }

    /// When it happened.
    pub const fn occurred_at(&self) -> Timestamp {
        self.occurred_at
    }

    /// Where.
    pub const fn action_source(&self) -> ActionSource {
        self.action_source
    }

    /// On which page.
    pub fn page(&self) -> Option<&str> {
        self.page.as_deref()
    }

    /// Where the visitor came from.
    pub fn referrer(&self) -> Option<&str> {
        self.referrer.as_deref()
    }

    /// Who.
    pub const fn user(&self) -> &SocialUser {
        &self.user
    }

    /// What it was worth.
    pub const fn worth(&self) -> Option<Worth> {
        self.worth
    }

    /// What was bought.
    pub fn contents(&self) -> &[Content] {
        &self.contents
    }

    /// The caller's own properties.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// It may be counted, and not be used to choose ads.
    pub const fn opt_out(&self) -> bool {
        self.opt_out
    }

    /// It may be used in a limited way only.
    pub const fn limited_data_use(&self) -> Option<LimitedDataUse> {
        self.limited_data_use
    }
}

/// What a search engine is told.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchPayload {
    pub(crate) action: ConversionAction,
    pub(crate) event_id: String,
    pub(crate) occurred_at: Timestamp,
    pub(crate) place: EventPlace,
    pub(crate) wire: SearchWire,
    pub(crate) login_customer: Option<String>,
    pub(crate) user: SearchPerson,
    pub(crate) worth: Option<Worth>,
    pub(crate) consent: Consent,
}

impl SearchPayload {
    /// The conversion action that is told.
    pub const fn action(&self) -> &ConversionAction {
        &self.action
    }

    /// By what the platform knows that it was told twice: at most 64 characters.
    pub fn event_id(&self) -> &str {
        &self.event_id
    }

    /// When it happened.
    pub const fn occurred_at(&self) -> Timestamp {
        self.occurred_at
    }

    /// Where.
    pub const fn place(&self) -> EventPlace {
        self.place
    }

    /// By which interface it is told; the same for all events of a destination.
    pub const fn wire(&self) -> SearchWire {
        self.wire
    }

    /// The manager account through which the platform is asked.
    pub fn login_customer(&self) -> Option<&str> {
        self.login_customer.as_deref()
    }

    /// Who, and by which click.
    pub const fn user(&self) -> &SearchPerson {
        &self.user
    }

    /// What it was worth.
    pub const fn worth(&self) -> Option<Worth> {
        self.worth
    }

    /// What the person agreed to.
    pub const fn consent(&self) -> Consent {
        self.consent
    }
}

impl Payload {
    /// By what the platform knows that it was told twice.
    pub fn event_id(&self) -> &str {
        match self {
            Self::Social(payload) => payload.event_id(),
            Self::Search(payload) => payload.event_id(),
        }
    }

    /// When it happened.
    pub fn occurred_at(&self) -> Timestamp {
        match self {
            Self::Social(payload) => payload.occurred_at(),
            Self::Search(payload) => payload.occurred_at(),
        }
    }

    /// Whether the platform itself drops what it was told before under the same name and id. Conversations are
    /// counted each time: what may have arrived is not sent again.
    pub fn is_deduplicated(&self) -> bool {
        !matches!(self, Self::Social(payload) if payload.action_source == ActionSource::BusinessMessaging)
    }
}
