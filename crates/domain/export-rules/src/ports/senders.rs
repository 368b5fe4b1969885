//! Requests to platforms. A sender takes payloads alone, and a payload is made of what the guard left alone.

use std::fmt;

use async_trait::async_trait;

use crate::answer::Answer;
use crate::payload::{SearchPayload, SocialPayload};

/// A token by which a platform lets in whoever has it. Hidden from `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Access(String);

impl Access {
    /// Wraps a token.
    pub fn new(token: impl Into<String>) -> Self {
        Self(token.into())
    }

    /// The token, for the header or the parameter that carries it.
    pub fn token(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Access(hidden)")
    }
}

/// How one request went, with what may be kept of it: nothing that was sent, and of the answer a bounded part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// What it means.
    pub answer: Answer,
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
    /// SHA-256 of the body that was sent.
    pub request_sha256: [u8; 32],
}

/// Tells a social network.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SocialSender: Send + Sync {
    /// Sends events of one data set in one request, and says how it went whatever happens: there is no error that
    /// is not an answer. `test_code`: the platform shows them among test events, too.
    async fn send(
        &self,
        access: &Access,
        events: &[SocialPayload],
        test_code: Option<String>,
    ) -> Attempt;
}

/// Tells a search engine.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SearchSender: Send + Sync {
    /// Sends events of one conversion action in one request, and says how it went whatever happens. With
    /// `validate_only` the platform checks and takes nothing.
    async fn send(&self, access: &Access, events: &[SearchPayload], validate_only: bool)
    -> Attempt;
}
