//! What errors of the Google Ads API mean, from its published lists.

use std::time::Duration;

use export_rules::Answer;
use serde::Deserialize;
use serde_json::{Map, Value};

const HOUR: i64 = 3_600_000_000;

/// What the platform is not to be asked again before.
const SETTLES: Answer = Answer::Transient {
    wait: Some(6 * HOUR),
};

/// Errors of conversions that mean something of their own; every other one is final for its event.
const OF_CONVERSIONS: [(&str, i64, Answer); 20] = [
    ("UNPARSEABLE_GCLID", 3, Answer::Invalid),
    // Six hours have to pass after a click, and after a conversion action was made.
    ("TOO_RECENT_CONVERSION_ACTION", 10, SETTLES),
    ("TOO_RECENT_EVENT", 44, SETTLES),
    // It has them.
    ("ORDER_ID_ALREADY_IN_USE", 15, Answer::Confirmed),
    ("DUPLICATE_ORDER_ID", 16, Answer::Confirmed),
    ("CLICK_CONVERSION_ALREADY_EXISTS", 23, Answer::Confirmed),
    (
        "DUPLICATE_CLICK_CONVERSION_IN_REQUEST",
        25,
        Answer::Confirmed,
    ),
    // They came by no ad: harmless.
    ("CLICK_NOT_FOUND", 33, Answer::Rejected),
    ("EVENT_NOT_FOUND", 45, Answer::Rejected),
    ("CONVERSION_PRECEDES_EVENT", 42, Answer::Rejected),
    ("EXPIRED_EVENT", 43, Answer::Stale),
    ("CUSTOM_VARIABLE_VALUE_CONTAINS_PII", 29, Answer::Invalid),
    ("INVALID_USER_IDENTIFIER", 34, Answer::Invalid),
    ("GBRAID_WBRAID_BOTH_SET", 38, Answer::Invalid),
    ("ORDER_ID_CONTAINS_PII", 49, Answer::Invalid),
    // What is set at the platform has to change.
    (
        "CUSTOMER_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS",
        47,
        Answer::Configuration,
    ),
    (
        "CUSTOMER_NOT_ACCEPTED_CUSTOMER_DATA_TERMS",
        48,
        Answer::Configuration,
    ),
    (
        "CUSTOMER_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS",
        50,
        Answer::Configuration,
    ),
    ("NO_CONVERSION_ACTION_FOUND", 53, Answer::Configuration),
    ("INVALID_CONVERSION_ACTION_TYPE", 54, Answer::Configuration),
];

/// One error.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AdsError {
    /// One member: its kind, with the word for it.
    #[serde(default)]
    error_code: Map<String, Value>,
    /// A sentence.
    #[serde(default)]
    pub(super) message: String,
    #[serde(default)]
    location: Location,
    #[serde(default)]
    details: Details,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    #[serde(default)]
    quota_error_details: QuotaDetails,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct QuotaDetails {
    /// Seconds, such as `30s` or `1.5s`.
    #[serde(default)]
    retry_delay: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(default)]
    field_path_elements: Vec<PathElement>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PathElement {
    #[serde(default)]
    field_name: String,
    index: Option<usize>,
}

impl AdsError {
    /// Which conversion it is of, by its place in the request.
    pub(super) fn place(&self) -> Option<usize> {
        let mut path = self.location.field_path_elements.iter();
        let conversion = path.find(|element| element.field_name == "conversions")?;
        conversion.index
    }

    /// How long it asks to wait.
    pub(crate) fn retry_delay(&self) -> Option<Duration> {
        let text = &self.details.quota_error_details.retry_delay;
        let seconds = text.strip_suffix('s')?.split('.').next()?;
        seconds.parse().ok().map(Duration::from_secs)
    }

    /// Its kind and the word for it.
    pub(crate) fn word(&self) -> (&str, &str) {
        let first = self.error_code.iter().next();
        first.map_or(("", ""), |(kind, word)| {
            (kind.as_str(), word.as_str().unwrap_or_default())
        })
    }

    /// The number of an error of conversions.
    pub(super) fn number(&self) -> Option<i64> {
        known(self.word().1).map(|(number, _)| number)
    }

    /// What it means, for the event that it is of or for all. `wait`: what the platform asks for.
    pub(super) fn meaning(&self, wait: Option<i64>) -> Answer {
        let (kind, word) = self.word();
        match kind {
            "conversionUploadError" => known(word).map_or(Answer::Invalid, |(_, answer)| answer),
            "authenticationError" | "authorizationError" => authorization(word),
            // New tokens are not let in at all; the Data Manager is the way.
            "notAllowlistedError" | "headerError" => Answer::Configuration,
            "quotaError" => Answer::Throttled { wait },
            "internalError" | "databaseError" | "" => Answer::Transient { wait },
            _ => Answer::Invalid,
        }
    }
}

/// Whether a word is about what the operator's own program may: its token, its project, the organisation of that.
pub(crate) fn is_of_operator(word: &str) -> bool {
    let mut kinds = [
        "DEVELOPER_TOKEN",
        "PROJECT",
        "CLOUD_PROJECT",
        "ORGANIZATION",
    ]
    .into_iter();
    kinds.any(|kind| word.starts_with(kind)) || word.contains("ALLOWLISTED")
}

/// What is wrong with the operator's program, with the account or with what it may, no new connection mends.
fn authorization(word: &str) -> Answer {
    let is_account = matches!(word, "CUSTOMER_NOT_FOUND" | "CLIENT_CUSTOMER_ID_INVALID");
    if is_account || is_of_operator(word) {
        Answer::Configuration
    } else {
        Answer::Auth
    }
}

fn known(word: &str) -> Option<(i64, Answer)> {
    let mut table = OF_CONVERSIONS.into_iter();
    let found = table.find(|(name, _, _)| *name == word);
    found.map(|(_, number, answer)| (number, answer))
}
