//! Reads the events of a batch, each noting what is wrong and going on.

use kernel::{Timestamp, TrackerEventId};

use crate::person::RawPerson;
use crate::text::{MAX_URL, check, check_filled, check_url};
use crate::tracker::{
    BatchError, MAX_NAME, PageReferrer, TrackerEvent, TrackerEventDraft, TrackerEventKind,
};

/// Longest title that is kept, in characters.
const MAX_TITLE: usize = 512;
/// Longest properties, in bytes of JSON.
const MAX_PROPERTIES: usize = 8_192;
/// The oldest an event may be: 7 days, in milliseconds.
const MAX_AGE_MS: i64 = 7 * 86_400_000;
/// The longest engagement that one report may claim: a day, in milliseconds.
const MAX_ENGAGED_MS: i64 = 86_400_000;

/// Reads one event. Every reader notes what is wrong and goes on; whatever it returns after that is
/// never used, because a batch with problems is refused.
pub(crate) struct EventReader<'a> {
    pub(crate) position: usize,
    pub(crate) problems: &'a mut Vec<BatchError>,
}

impl EventReader<'_> {
    pub(crate) fn read(
        &mut self,
        draft: TrackerEventDraft,
        received_at: Timestamp,
    ) -> Option<TrackerEvent> {
        let kind_name = draft.kind.clone();
        let id = self.id(draft.id.as_deref());
        let occurred_at = self.occurred_at(draft.age_ms, received_at);
        let kind = match kind_name.as_deref() {
            Some("pv") => self.page_view(draft),
            Some("eng") => self.engagement(draft),
            Some("id") => self.identify(draft.person),
            Some("ev") => self.custom(draft),
            _ => self.fail("t", "is none of pv, eng, id, ev"),
        };
        Some(TrackerEvent {
            id: id?,
            occurred_at: occurred_at?,
            kind: kind?,
        })
    }

    fn fail<T>(&mut self, field: &str, reason: impl Into<String>) -> Option<T> {
        let pointer = format!("/e/{}/{field}", self.position);
        self.problems.push(BatchError {
            pointer,
            reason: reason.into(),
        });
        None
    }

    fn check(&mut self, field: &str, checked: Result<(), String>) -> Option<()> {
        checked.map_or_else(|reason| self.fail(field, reason), Some)
    }

    fn id(&mut self, text: Option<&str>) -> Option<TrackerEventId> {
        match text.map(str::parse::<TrackerEventId>) {
            // Whoever has no random numbers sends zeros, and all of their events would be one.
            Some(Ok(id)) if !id.uuid().is_nil() => Some(id),
            _ => self.fail("i", "is not a UUID"),
        }
    }

    /// A negative age is a clock that was set back meanwhile; the event is as old as its receipt.
    fn occurred_at(&mut self, age_ms: Option<i64>, received_at: Timestamp) -> Option<Timestamp> {
        let age_ms = age_ms.unwrap_or(0).max(0);
        if age_ms > MAX_AGE_MS {
            return self.fail("ts", "is more than 7 days ago");
        }
        Some(received_at.plus_micros(-age_ms * 1_000))
    }

    fn page_view(&mut self, draft: TrackerEventDraft) -> Option<TrackerEventKind> {
        let url = match draft.url {
            Some(url) => self.check("u", check_url(&url)).map(|()| url),
            None => self.fail("u", "is required"),
        };
        let referrer = match draft.referrer.filter(|referrer| !referrer.is_empty()) {
            Some(address) => self
                .check("r", check(&address, MAX_URL))
                .map(|()| PageReferrer::Present(address)),
            None => Some(PageReferrer::KnownAbsent),
        };
        let title = draft
            .title
            .map(|title| clean_title(&title))
            .filter(|title| !title.is_empty());
        Some(TrackerEventKind::PageView {
            url: url?,
            referrer: referrer?,
            title,
        })
    }

    fn engagement(&mut self, draft: TrackerEventDraft) -> Option<TrackerEventKind> {
        self.optional_url(draft.url.as_deref());
        let ms = draft.ms.filter(|ms| (0..=MAX_ENGAGED_MS).contains(ms));
        match ms.and_then(|ms| u32::try_from(ms).ok()) {
            Some(ms) => Some(TrackerEventKind::Engagement { url: draft.url, ms }),
            None => self.fail("ms", format!("is not 0 to {MAX_ENGAGED_MS} milliseconds")),
        }
    }

    fn identify(&mut self, person: Option<RawPerson>) -> Option<TrackerEventKind> {
        let Some(person) = person else {
            return self.fail("p", "is required");
        };
        for (field, value, max) in person.fields() {
            if let Some(value) = value {
                self.check(&format!("p/{field}"), check(value, max));
            }
        }
        Some(TrackerEventKind::Identify { person })
    }

    fn custom(&mut self, draft: TrackerEventDraft) -> Option<TrackerEventKind> {
        let name = match draft.name {
            Some(name) => self
                .check("n", check_filled(&name, MAX_NAME))
                .map(|()| name),
            None => self.fail("n", "is required"),
        };
        self.optional_url(draft.url.as_deref());
        if let Some(properties) = &draft.properties {
            self.check("p", properties.check(MAX_PROPERTIES));
        }
        let (url, properties) = (draft.url, draft.properties);
        Some(TrackerEventKind::Custom {
            name: name?,
            url,
            properties,
        })
    }

    fn optional_url(&mut self, url: Option<&str>) {
        if let Some(url) = url {
            self.check("u", check_url(url));
        }
    }
}

/// Sites put line breaks and worse into titles without knowing; that is no reason to lose a visit.
fn clean_title(title: &str) -> String {
    title
        .chars()
        .filter(|character| !character.is_control())
        .take(MAX_TITLE)
        .collect()
}
