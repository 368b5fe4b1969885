//! A batch of browser events, parsed whole: one bad event refuses the batch, and says where.

mod origin;
mod reader;

use kernel::{Timestamp, TrackerEventId};

pub use self::origin::{Origin, TrackerVersion, Way};

use self::reader::EventReader;
use crate::json_object::JsonObject;
use crate::match_evidence::MatchEvidence;
use crate::person::RawPerson;
use crate::text::check_filled;

/// The wire version this reads.
const VERSION: i64 = 1;
/// Most events of one batch.
const MAX_EVENTS: usize = 10;
/// Longest key, anonymous id and name, in characters.
pub(crate) const MAX_NAME: usize = 128;

/// A batch as it arrived, unread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackerBatchDraft {
    /// `k`: the public tracking key.
    pub key: Option<String>,
    /// `v`: the wire version.
    pub version: Option<i64>,
    /// `a`: the browser's anonymous id; absent when the visitor is not recognised.
    pub anonymous_id: Option<String>,
    /// `e`: the events.
    pub events: Vec<TrackerEventDraft>,
    /// `c`: cookies of Meta's pixel as the browser has them, `_fbp=…;_fbc=…`.
    pub cookies: Option<String>,
}

/// An event as it arrived, unread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackerEventDraft {
    /// `t`: `pv`, `eng`, `id` or `ev`.
    pub kind: Option<String>,
    /// `i`: a UUID.
    pub id: Option<String>,
    /// `ts`: milliseconds between the event and sending it; absent is none.
    pub age_ms: Option<i64>,
    /// `u`: address of the page.
    pub url: Option<String>,
    /// `r`: what the browser says led to the page.
    pub referrer: Option<String>,
    /// `ti`: title of the page.
    pub title: Option<String>,
    /// `ms`: engaged milliseconds.
    pub ms: Option<i64>,
    /// `n`: name of a custom event.
    pub name: Option<String>,
    /// `p` of an identify event.
    pub person: Option<RawPerson>,
    /// `p` of a custom event.
    pub properties: Option<JsonObject>,
}

/// What is wrong with a batch, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{pointer} {reason}")]
pub struct BatchError {
    /// JSON pointer into the wire body, such as `/e/0/u`.
    pub pointer: String,
    /// The rest of a sentence that begins with the place.
    pub reason: String,
}

/// Well-formed events of one browser, or of one that is not recognised, 1 to 10.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackerBatch {
    /// The public tracking key, not looked up yet.
    pub key: String,
    /// The browser; `None` when its visitor did not agree to be recognised. Such a batch has page
    /// views alone, which are counted and nothing else.
    pub anonymous_id: Option<String>,
    /// What happened.
    pub events: Vec<TrackerEvent>,
    /// What a social network finds the browser by: its own two cookies.
    pub evidence: MatchEvidence,
}

/// One browser event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackerEvent {
    /// Made by the browser; sending it twice counts once.
    pub id: TrackerEventId,
    /// When it happened, by the server's clock: receipt less the age that the browser told.
    pub occurred_at: Timestamp,
    /// What happened.
    pub kind: TrackerEventKind,
}

/// What happened in a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrackerEventKind {
    /// A page was opened.
    PageView {
        /// Its address: absolute, http or https.
        url: String,
        /// What led to it.
        referrer: PageReferrer,
        /// Its title, at most 512 characters.
        title: Option<String>,
    },
    /// A page was visible and focused.
    Engagement {
        /// The page.
        url: Option<String>,
        /// For how long, in milliseconds, at most a day.
        ms: u32,
    },
    /// The visitor said who it is.
    Identify {
        /// What it said.
        person: RawPerson,
    },
    /// Something that the site's owner named.
    Custom {
        /// The name.
        name: String,
        /// The page.
        url: Option<String>,
        /// Anything else.
        properties: Option<JsonObject>,
    },
}

impl TrackerEventKind {
    /// The page that the event names.
    pub fn page(&self) -> Option<&str> {
        match self {
            Self::PageView { url, .. } => Some(url),
            Self::Engagement { url, .. } | Self::Custom { url, .. } => url.as_deref(),
            Self::Identify { .. } => None,
        }
    }
}

/// What the browser says led to a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageReferrer {
    /// This address, as the browser told it.
    Present(String),
    /// The browser says there is none, which is what a direct visit looks like.
    KnownAbsent,
    /// Nobody asked the browser. The tracker always asks; imports of page views may not have.
    Unknown,
}

impl TrackerBatch {
    /// Parses a batch that arrived at `received_at`; all problems in the order of the body.
    pub fn parse(
        draft: TrackerBatchDraft,
        received_at: Timestamp,
    ) -> Result<Self, Vec<BatchError>> {
        let mut problems = Vec::new();
        let key = required(&mut problems, "/k", draft.key);
        if draft.version.is_some_and(|version| version != VERSION) {
            let reason = format!("is not {VERSION}, the only version there is");
            problems.push(BatchError {
                pointer: "/v".to_owned(),
                reason,
            });
        }
        let anonymous_id = draft
            .anonymous_id
            .map(|id| required(&mut problems, "/a", Some(id)));
        if !(1..=MAX_EVENTS).contains(&draft.events.len()) {
            let reason = format!("has not 1 to {MAX_EVENTS} events");
            problems.push(BatchError {
                pointer: "/e".to_owned(),
                reason,
            });
        }
        let mut events = Vec::with_capacity(MAX_EVENTS);
        for (position, event) in draft.events.into_iter().take(MAX_EVENTS).enumerate() {
            let mut reader = EventReader {
                position,
                problems: &mut problems,
            };
            events.extend(reader.read(event, received_at));
        }
        if anonymous_id.is_none() {
            problems.extend(beyond_page_views(&events));
        }
        // Of a visitor who is not recognised nothing is kept.
        let cookies = draft.cookies.filter(|_| anonymous_id.is_some());
        match key {
            Some(key) if problems.is_empty() => Ok(Self {
                key,
                anonymous_id: anonymous_id.flatten(),
                events,
                evidence: cookies
                    .map(|cookies| MatchEvidence::of_cookies(&cookies))
                    .unwrap_or_default(),
            }),
            _ => Err(problems),
        }
    }
}

/// Of a visitor who is not recognised, only page views are counted.
fn beyond_page_views(events: &[TrackerEvent]) -> impl Iterator<Item = BatchError> {
    let events = events.iter().enumerate();
    let others =
        events.filter(|(_, event)| !matches!(event.kind, TrackerEventKind::PageView { .. }));
    others.map(|(position, _)| BatchError {
        pointer: format!("/e/{position}/t"),
        reason: "is not pv, and without an anonymous id only page views are counted".to_owned(),
    })
}

/// A text of 1 to 128 characters that has to be there.
fn required(problems: &mut Vec<BatchError>, at: &str, value: Option<String>) -> Option<String> {
    let checked = match value {
        None => Err("is required".to_owned()),
        Some(text) => check_filled(&text, MAX_NAME).map(|()| text),
    };
    match checked {
        Ok(text) => Some(text),
        Err(reason) => {
            problems.push(BatchError {
                pointer: at.to_owned(),
                reason,
            });
            None
        }
    }
}

#[cfg(test)]
#[path = "tracker_tests.rs"]
mod tests;
