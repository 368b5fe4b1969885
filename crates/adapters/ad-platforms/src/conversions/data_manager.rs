//! Google's Data Manager.

use async_trait::async_trait;
use export_rules::ports::{Access, Attempt, SearchSender};
use export_rules::{Answer, SearchPayload};
use serde::Deserialize;

use super::client::{Answered, PlatformClient, PlatformSettings, kept, sha256, unanswered};
use super::search_body;
use crate::platform::BadSetting;

/// The platform's own address.
pub const BASE_URL: &str = "https://datamanager.googleapis.com";

const PATH: &str = "/v1/events:ingest";

/// Tells Google through its Data Manager.
pub struct DataManagerSender {
    client: PlatformClient,
}

impl DataManagerSender {
    /// Asks the platform at an address.
    pub fn new(settings: &PlatformSettings) -> Result<Self, BadSetting> {
        Ok(Self {
            client: PlatformClient::new(settings)?,
        })
    }
}

#[async_trait]
impl SearchSender for DataManagerSender {
    fn request_sha256(&self, events: &[SearchPayload], validate_only: bool) -> [u8; 32] {
        sha256(&search_body::body(events, validate_only))
    }

    async fn send(
        &self,
        access: &Access,
        events: &[SearchPayload],
        validate_only: bool,
    ) -> Attempt {
        let body = search_body::body(events, validate_only);
        let request_sha256 = sha256(&body);
        match self.client.post(PATH, access, body).await {
            Ok(answered) => read(&answered, request_sha256),
            Err(lost) => unanswered(lost, request_sha256),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Took {
    request_id: String,
}

#[derive(Deserialize)]
struct Refused {
    error: PlatformError,
}

#[derive(Deserialize)]
struct PlatformError {
    code: i64,
    #[serde(default)]
    status: String,
    #[serde(default)]
    message: String,
}

fn read(answered: &Answered, request_sha256: [u8; 32]) -> Attempt {
    let is_success = (200..300).contains(&answered.status);
    let wait = answered.wait;
    let answer = match answered.status {
        429 => Answer::Throttled { wait },
        _ if is_success => Answer::Ambiguous,
        _ => Answer::Transient { wait },
    };
    let attempt = Attempt {
        http_status: Some(answered.status),
        ..Attempt::new(answer, request_sha256)
    };
    if let (true, Ok(took)) = (is_success, serde_json::from_slice::<Took>(&answered.body)) {
        return Attempt {
            answer: Answer::Accepted,
            // By this it says later what it made of it.
            trace_id: Some(took.request_id.chars().take(128).collect()),
            ..attempt
        };
    }
    let Ok(Refused { error }) = serde_json::from_slice::<Refused>(&answered.body) else {
        return attempt;
    };
    Attempt {
        answer: meaning(&error, wait).unwrap_or(attempt.answer),
        platform_code: Some(error.code),
        excerpt: kept(&format!("{} {}", error.status, error.message)),
        ..attempt
    }
}

/// What a status of Google's interfaces means; `None` for one that says nothing of the events.
fn meaning(error: &PlatformError, wait: Option<i64>) -> Option<Answer> {
    match error.status.as_str() {
        "INVALID_ARGUMENT" | "FAILED_PRECONDITION" | "OUT_OF_RANGE" => Some(Answer::Invalid),
        "UNAUTHENTICATED" | "PERMISSION_DENIED" => Some(Answer::Auth),
        "NOT_FOUND" => Some(Answer::Configuration),
        "RESOURCE_EXHAUSTED" => Some(Answer::Throttled { wait }),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
