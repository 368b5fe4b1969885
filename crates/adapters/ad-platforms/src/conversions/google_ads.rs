//! The Google Ads API, as conversions were told before the Data Manager. It takes them from accounts alone whose
//! operator sent some before June 15, 2026, and asks for the operator's own developer token.

use async_trait::async_trait;
use export_rules::ports::{Attempt, OfEvent, SearchSender};
use export_rules::{Answer, SearchPayload};
use kernel::AccessToken;
use serde::Deserialize;

use super::google_ads_body;
use super::google_ads_errors::AdsError;
use crate::client::{Answered, PlatformClient, PlatformSettings, kept, sha256, unanswered};
use crate::platform::{self, BadSetting};

/// The platform's own address.
pub const BASE_URL: &str = "https://googleads.googleapis.com";

/// What is answered when the operator has no token.
const NO_TOKEN: &str = "The operator of this service has set no developer token for the Google Ads API; \
    set TRIBUTARY_SEARCH_ADS_DEVELOPER_TOKEN, or leave the destination's wire to data_manager.";

/// Tells Google through the Google Ads API.
pub struct GoogleAdsSender {
    client: PlatformClient,
    version: String,
    developer_token: Option<String>,
}

impl GoogleAdsSender {
    /// Asks the platform at an address. `version`: of the API, such as `v26`. Without the operator's token nothing is
    /// sent, and every attempt says so.
    pub fn new(
        settings: &PlatformSettings,
        version: &str,
        developer_token: Option<String>,
    ) -> Result<Self, BadSetting> {
        Ok(Self {
            client: PlatformClient::new(settings)?,
            version: platform::version("version", version)?,
            developer_token,
        })
    }
}

#[async_trait]
impl SearchSender for GoogleAdsSender {
    fn request_sha256(&self, events: &[SearchPayload], validate_only: bool) -> [u8; 32] {
        sha256(&google_ads_body::body(events, validate_only))
    }

    async fn send(
        &self,
        access: &AccessToken,
        events: &[SearchPayload],
        validate_only: bool,
    ) -> Attempt {
        let body = google_ads_body::body(events, validate_only);
        let request_sha256 = sha256(&body);
        let Some(first) = events.first() else {
            return Attempt::new(Answer::Confirmed, request_sha256);
        };
        let Some(token) = &self.developer_token else {
            return Attempt {
                excerpt: Some(NO_TOKEN.to_owned()),
                ..Attempt::new(Answer::Configuration, request_sha256)
            };
        };
        let mut headers = vec![("developer-token", token.as_str())];
        headers.extend(first.login_customer().map(|id| ("login-customer-id", id)));
        let (version, customer) = (&self.version, first.action().customer());
        let path = format!("/{version}/customers/{customer}:uploadClickConversions");
        let asked = self.client.post_each(&path, access, (&headers, body)).await;
        match asked {
            Ok(answered) => read(&answered, events.len(), request_sha256),
            Err(lost) => unanswered(lost, request_sha256),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Took {
    partial_failure_error: Option<Failure>,
    #[serde(default)]
    job_id: Option<serde_json::Value>,
}

/// Why the API did nothing.
#[derive(Deserialize)]
pub(crate) struct Refused {
    pub(crate) error: Failure,
}

/// What went wrong, by words of the API.
#[derive(Deserialize)]
pub(crate) struct Failure {
    #[serde(default)]
    code: i64,
    #[serde(default)]
    pub(crate) status: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    details: Vec<Detail>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Detail {
    #[serde(default)]
    errors: Vec<AdsError>,
    #[serde(default)]
    request_id: Option<String>,
}

impl Failure {
    /// Single errors, the first of which says most.
    pub(crate) fn errors(&self) -> impl Iterator<Item = &AdsError> {
        self.details.iter().flat_map(|detail| &detail.errors)
    }

    fn request_id(&self) -> Option<String> {
        let ids = self.details.iter();
        ids.filter_map(|detail| detail.request_id.as_deref())
            .find_map(kept_id)
    }
}

/// By what the platform finds a request.
fn kept_id(text: &str) -> Option<String> {
    let is_id = !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    is_id.then(|| text.chars().take(128).collect())
}

fn read(answered: &Answered, events: usize, request_sha256: [u8; 32]) -> Attempt {
    let wait = answered.wait;
    let attempt = |answer| Attempt {
        http_status: Some(answered.status),
        ..Attempt::new(answer, request_sha256)
    };
    if answered.is_success() {
        // What says that it worked and cannot be read may have worked.
        let Ok(took) = serde_json::from_slice::<Took>(&answered.body) else {
            return attempt(Answer::Ambiguous);
        };
        let taken = Attempt {
            trace_id: took.job_id.and_then(|id| kept_id(&id.to_string())),
            ..attempt(Answer::Confirmed)
        };
        return match took.partial_failure_error {
            Some(failure) => partly(taken, &failure, (events, wait)),
            None => taken,
        };
    }
    let by_status = match answered.status {
        429 => Answer::Throttled { wait },
        _ => Answer::Transient { wait },
    };
    let Ok(Refused { error }) = serde_json::from_slice::<Refused>(&answered.body) else {
        return attempt(by_status);
    };
    Attempt {
        platform_code: Some(error.code),
        trace_id: error.request_id(),
        excerpt: kept(&told(&error)),
        ..attempt(meaning(&error, wait).unwrap_or(by_status))
    }
}

/// What is kept of a failure: its words, and the first sentence.
fn told(failure: &Failure) -> String {
    let first = failure.errors().next();
    let (kind, word) = first.map_or(("", ""), AdsError::word);
    let message = first.map_or(failure.message.as_str(), |error| error.message.as_str());
    format!("{} {kind} {word} {message}", failure.status)
}

/// What a refusal of the whole request means; `None` when it says nothing of the events. Errors of single events come
/// beside what was taken, so that what is refused here is refused as a whole.
fn meaning(failure: &Failure, wait: Option<i64>) -> Option<Answer> {
    let of_errors = failure.errors().map(|error| error.meaning(wait));
    let weighty = of_errors.max_by_key(|answer| match answer {
        Answer::Auth => 4,
        Answer::Configuration => 3,
        Answer::Throttled { .. } => 2,
        Answer::Transient { .. } => 1,
        _ => 0,
    });
    weighty.or(match failure.status.as_str() {
        "INVALID_ARGUMENT" | "FAILED_PRECONDITION" | "OUT_OF_RANGE" => Some(Answer::Invalid),
        "UNAUTHENTICATED" | "PERMISSION_DENIED" => Some(Answer::Auth),
        "NOT_FOUND" => Some(Answer::Configuration),
        "RESOURCE_EXHAUSTED" => Some(Answer::Throttled { wait }),
        _ => None,
    })
}

/// What a platform means that took some events and refused others.
fn partly(taken: Attempt, failure: &Failure, (events, wait): (usize, Option<i64>)) -> Attempt {
    let mut of_events: Vec<OfEvent> = Vec::new();
    let mut is_clear = true;
    for error in failure.errors() {
        let place = error.place().filter(|place| *place < events);
        let Some(place) = place else {
            is_clear = false;
            continue;
        };
        // Of several errors of one event the first is kept.
        if of_events.iter().all(|of| of.place != place) {
            let (_, word) = error.word();
            of_events.push(OfEvent {
                place,
                answer: error.meaning(wait),
                platform_code: error.number(),
                excerpt: kept(&format!("{word} {}", error.message)),
            });
        }
    }
    let trace_id = failure.request_id().or(taken.trace_id.clone());
    let excerpt = kept(&told(failure));
    if !is_clear || of_events.is_empty() {
        // Which events it refused is not to be seen: under the same order ids they may be told again.
        return Attempt {
            answer: Answer::Ambiguous,
            trace_id,
            excerpt,
            ..taken
        };
    }
    of_events.sort_by_key(|of| of.place);
    let is_configuration = of_events.len() == events
        && of_events
            .iter()
            .all(|of| of.answer == Answer::Configuration);
    if is_configuration {
        return Attempt {
            answer: Answer::Configuration,
            platform_code: of_events.first().and_then(|of| of.platform_code),
            trace_id,
            excerpt,
            ..taken
        };
    }
    Attempt {
        of_events,
        trace_id,
        ..taken
    }
}

#[cfg(test)]
mod tests;
