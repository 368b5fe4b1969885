//! Google's Data Manager.

use async_trait::async_trait;
use export_rules::ports::{Attempt, SearchRequests, SearchSender};
use export_rules::{Answer, RecordErrors, RequestStatus, SearchPayload};
use kernel::AccessToken;
use serde::Deserialize;
use serde_json::Value;

use super::search_body;
use crate::client::{Answered, PlatformClient, PlatformSettings, kept, sha256, unanswered};
use crate::platform::BadSetting;

/// The platform's own address.
pub const BASE_URL: &str = "https://datamanager.googleapis.com";

const PATH: &str = "/v1/events:ingest";
const STATUS_PATH: &str = "/v1/requestStatus:retrieve";
/// So many reasons of a request are read.
const MOST_REASONS: usize = 100;

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
        access: &AccessToken,
        events: &[SearchPayload],
        validate_only: bool,
    ) -> Attempt {
        let body = search_body::body(events, validate_only);
        let request_sha256 = sha256(&body);
        match self.client.post(PATH, access, body).await {
            Ok(answered) => read(&answered, validate_only, request_sha256),
            Err(lost) => unanswered(lost, request_sha256),
        }
    }
}

#[async_trait]
impl SearchRequests for DataManagerSender {
    async fn status(&self, access: &AccessToken, request_id: &str) -> RequestStatus {
        let query = [("requestId", request_id)];
        match self.client.get(STATUS_PATH, &query, access).await {
            Ok(answered) => status(&answered),
            Err(_) => RequestStatus::NoAnswer { wait: None },
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Took {
    /// What was only checked has none.
    request_id: Option<String>,
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

fn read(answered: &Answered, validate_only: bool, request_sha256: [u8; 32]) -> Attempt {
    let is_success = answered.is_success();
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
        if took.request_id.is_none() && !validate_only {
            return attempt;
        }
        return Attempt {
            answer: Answer::Accepted,
            // By this it says later what it made of it.
            trace_id: took.request_id.map(|id| id.chars().take(128).collect()),
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Statuses {
    request_status_per_destination: Vec<StatusOfDestination>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StatusOfDestination {
    #[serde(default)]
    request_status: String,
    error_info: Option<ErrorInfo>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ErrorInfo {
    #[serde(default)]
    error_counts: Vec<ErrorCount>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ErrorCount {
    #[serde(default)]
    reason: String,
    /// A number that is written as a text.
    #[serde(default)]
    record_count: Value,
    #[serde(default)]
    record_indices: Vec<Value>,
}

/// What an answer about a request means. A request has one destination.
fn status(answered: &Answered) -> RequestStatus {
    let wait = answered.wait;
    if !answered.is_success() {
        let refused = serde_json::from_slice::<Refused>(&answered.body).ok();
        let word = refused.map(|refused| refused.error.status);
        return match word.as_deref() {
            Some("UNAUTHENTICATED" | "PERMISSION_DENIED") => RequestStatus::Auth,
            Some("NOT_FOUND" | "INVALID_ARGUMENT") => RequestStatus::Unknown,
            _ => RequestStatus::NoAnswer { wait },
        };
    }
    let read = serde_json::from_slice::<Statuses>(&answered.body).ok();
    let first = read.and_then(|read| read.request_status_per_destination.into_iter().next());
    let Some(first) = first else {
        return RequestStatus::NoAnswer { wait };
    };
    let counts = first.error_info.map(|info| info.error_counts);
    let errors = counts.unwrap_or_default().into_iter().take(MOST_REASONS);
    let errors = errors.map(|count| RecordErrors {
        reason: count.reason.chars().take(128).collect(),
        count: number(&count.record_count).unwrap_or_default(),
        places: count.record_indices.iter().filter_map(number).collect(),
    });
    match first.request_status.as_str() {
        "SUCCESS" => RequestStatus::Success,
        "PARTIAL_SUCCESS" => RequestStatus::PartialSuccess(errors.collect()),
        "FAILED" | "FAILURE" => RequestStatus::Failure(errors.collect()),
        // A word that nobody knows yet is as good as none.
        _ => RequestStatus::Processing,
    }
}

/// A whole number, or a text that is one.
fn number(value: &Value) -> Option<usize> {
    let number = match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_u64(),
    };
    usize::try_from(number?).ok()
}

#[cfg(test)]
mod tests;
