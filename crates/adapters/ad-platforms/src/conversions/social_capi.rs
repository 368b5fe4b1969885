//! Meta's Conversions API.

use async_trait::async_trait;
use export_rules::ports::{Attempt, ReportFailure, SocialSender};
use export_rules::{Answer, SocialPayload};
use kernel::{AccessToken, Personal};
use serde::Deserialize;
use serde_json::Value;

use super::{social_body, social_reports};
use crate::client::{Answered, PlatformSettings, kept, sha256, unanswered};
use crate::graph::Graph;
use crate::platform::BadSetting;

/// The platform's own address.
pub const BASE_URL: &str = "https://graph.facebook.com";
/// The version that this was written for.
pub const VERSION: &str = "v25.0";

/// Tells Meta.
pub struct SocialCapiSender {
    graph: Graph,
}

impl SocialCapiSender {
    /// `version`: of the Graph API, such as `v25.0`. `app_secret`: of the operator's app; with it each request
    /// proves that it comes from the app.
    pub fn new(
        settings: &PlatformSettings,
        version: &str,
        app_secret: Option<&str>,
    ) -> Result<Self, BadSetting> {
        Ok(Self {
            graph: Graph::new(settings, version, app_secret)?,
        })
    }

    fn body(
        &self,
        access: &AccessToken,
        events: &[SocialPayload],
        test_code: Option<&str>,
    ) -> Vec<u8> {
        social_body::body(events, test_code, self.graph.proof(access).as_deref())
    }

    /// What lies at a path of the API.
    pub(super) async fn asked(
        &self,
        path: &str,
        query: &[(&str, &str)],
        access: &AccessToken,
    ) -> Result<Value, ReportFailure> {
        let answered = self.graph.get(path, query, access).await;
        social_reports::report(&answered.map_err(|_| ReportFailure::NoAnswer)?)
    }
}

#[async_trait]
impl SocialSender for SocialCapiSender {
    fn request_sha256(
        &self,
        access: &AccessToken,
        events: &[SocialPayload],
        test_code: Option<String>,
    ) -> [u8; 32] {
        sha256(&self.body(access, events, test_code.as_deref()))
    }

    async fn send(
        &self,
        access: &AccessToken,
        events: &[SocialPayload],
        test_code: Option<String>,
    ) -> Attempt {
        let body = self.body(access, events, test_code.as_deref());
        let request_sha256 = sha256(&body);
        let Some(first) = events.first() else {
            return Attempt::new(Answer::Sent, request_sha256);
        };
        let path = format!("{}/events", first.dataset().as_str());
        match self.graph.post(&path, access, body).await {
            Ok(answered) => read(&answered, events.len(), request_sha256),
            Err(lost) => unanswered(lost, request_sha256),
        }
    }
}

#[derive(Deserialize)]
struct Took {
    events_received: usize,
    fbtrace_id: Option<String>,
}

#[derive(Deserialize)]
struct Refused {
    error: PlatformError,
}

#[derive(Deserialize)]
struct PlatformError {
    code: i64,
    #[serde(default)]
    error_subcode: Option<i64>,
    #[serde(default)]
    is_transient: bool,
    #[serde(default)]
    message: String,
    #[serde(default)]
    fbtrace_id: Option<String>,
}

fn read(answered: &Answered, events: usize, request_sha256: [u8; 32]) -> Attempt {
    let transient = Answer::Transient {
        wait: answered.wait,
    };
    let attempt = Attempt {
        http_status: Some(answered.status),
        body: Some(Personal::new(String::from_utf8_lossy(&answered.body))),
        ..Attempt::new(transient, request_sha256)
    };
    let is_success = answered.is_success();
    if let (true, Ok(took)) = (is_success, serde_json::from_slice::<Took>(&answered.body)) {
        // It takes all or nothing: another number is an answer that cannot be relied on.
        let answer = if took.events_received == events {
            Answer::Sent
        } else {
            Answer::Ambiguous
        };
        return Attempt {
            answer,
            trace_id: took.fbtrace_id.as_deref().and_then(kept),
            ..attempt
        };
    }
    let Ok(Refused { error }) = serde_json::from_slice::<Refused>(&answered.body) else {
        let answer = match answered.status {
            429 => Answer::Throttled {
                wait: answered.wait,
            },
            // What says that it worked and cannot be read may have worked.
            _ if is_success => Answer::Ambiguous,
            _ => attempt.answer,
        };
        return Attempt { answer, ..attempt };
    };
    Attempt {
        answer: meaning(&error, answered),
        platform_code: Some(error.code),
        subcode: error.error_subcode,
        trace_id: error.fbtrace_id.as_deref().and_then(kept),
        excerpt: kept(&error.message),
        ..attempt
    }
}

/// What a code means. A code that nobody knows may go away by itself.
fn meaning(error: &PlatformError, answered: &Answered) -> Answer {
    let wait = answered.wait;
    match error.code {
        190 | 200 => Answer::Auth,
        4 | 17 | 32 | 613 | 80_003 | 80_004 => Answer::Throttled { wait },
        _ if answered.status == 429 => Answer::Throttled { wait },
        _ if error.is_transient || answered.status >= 500 => Answer::Transient { wait },
        100 | 3 | 105 => Answer::Invalid,
        _ => Answer::Transient { wait },
    }
}

#[cfg(test)]
mod tests;
