//! Requests to platforms. A sender takes payloads alone, and a payload is made of what the guard left alone.

use async_trait::async_trait;
use kernel::{AccessToken, Personal};

use crate::answer::Answer;
use crate::ledger::Answered;
use crate::payload::{SearchPayload, SocialPayload};

/// How one request went, with what may be kept of it: nothing that was sent, and of the answer a bounded part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// What it means, for every event of which [`of_events`](Self::of_events) says nothing else.
    pub answer: Answer,
    /// What it means for single events, where a platform takes some and refuses others: at most one of a place.
    pub of_events: Vec<OfEvent>,
    /// The status of the answer; `None` when none came.
    pub http_status: Option<u16>,
    /// The platform's code of an error.
    pub platform_code: Option<i64>,
    /// Its finer code.
    pub subcode: Option<i64>,
    /// By what the platform finds the request.
    pub trace_id: Option<String>,
    /// The beginning of the answer, without what could be somebody's.
    pub excerpt: Option<String>,
    /// The answer as it came, for whoever asked for a test; it is kept nowhere.
    pub body: Option<Personal>,
    /// SHA-256 of the body that was sent.
    pub request_sha256: [u8; 32],
}

/// What a platform said of one event of a request, beside what it said of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfEvent {
    /// The event, by its place in the request.
    pub place: usize,
    /// What it means.
    pub answer: Answer,
    /// The platform's code of an error.
    pub platform_code: Option<i64>,
    /// The beginning of what it says, without what could be somebody's.
    pub excerpt: Option<String>,
}

impl Attempt {
    /// An attempt with a body, of which nothing more is known than what it means.
    pub const fn new(answer: Answer, request_sha256: [u8; 32]) -> Self {
        Self {
            answer,
            of_events: Vec::new(),
            http_status: None,
            platform_code: None,
            subcode: None,
            trace_id: None,
            excerpt: None,
            body: None,
            request_sha256,
        }
    }

    /// What it means for one event, by its place in the request.
    pub fn answer_of(&self, place: usize) -> Answer {
        self.of_event(place).map_or(self.answer, |of| of.answer)
    }

    /// What was said of one event alone, by its place in the request.
    pub fn of_event(&self, place: usize) -> Option<&OfEvent> {
        self.of_events.iter().find(|of| of.place == place)
    }
}

impl From<&Attempt> for Answered {
    fn from(attempt: &Attempt) -> Self {
        Self {
            http_status: attempt.http_status,
            platform_code: attempt.platform_code,
            subcode: attempt.subcode,
            trace_id: attempt.trace_id.clone(),
            response: attempt.excerpt.clone(),
            request_sha256: attempt.request_sha256,
        }
    }
}

/// Tells a social network.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SocialSender: Send + Sync {
    /// SHA-256 of the body that [`send`](Self::send) sends when it is handed the same, so that it can be written down
    /// before.
    fn request_sha256(
        &self,
        access: &AccessToken,
        events: &[SocialPayload],
        test_code: Option<String>,
    ) -> [u8; 32];

    /// Sends events of one data set in one request, and says how it went whatever happens: there is no error that
    /// is not an answer. `test_code`: the platform shows them among test events, too.
    async fn send(
        &self,
        access: &AccessToken,
        events: &[SocialPayload],
        test_code: Option<String>,
    ) -> Attempt;
}

/// Tells a search engine.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SearchSender: Send + Sync {
    /// SHA-256 of the body that [`send`](Self::send) sends when it is handed the same, so that it can be written down
    /// before.
    fn request_sha256(&self, events: &[SearchPayload], validate_only: bool) -> [u8; 32];

    /// Sends events of one conversion action in one request, and says how it went whatever happens. With
    /// `validate_only` the platform checks and takes nothing.
    async fn send(
        &self,
        access: &AccessToken,
        events: &[SearchPayload],
        validate_only: bool,
    ) -> Attempt;
}
