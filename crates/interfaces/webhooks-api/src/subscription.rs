//! Subscriptions on the wire.

use http_kit::patch::{Patch, PatchReader};
use http_kit::problem::{FieldError, Problem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use webhook_events::{
    AddressJudge, NewSubscription, Sent, SigningSecret, Subscription, SubscriptionDraft,
    SubscriptionPatch, SubscriptionState,
};

use crate::problem::invalid;

/// A body has at most this many bytes.
pub(crate) const BODY_BYTES: usize = 64 * 1024;

/// Who is told of what, and where.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookSubscription)]
pub struct SubscriptionBody {
    /// Its id.
    pub id: Uuid,
    /// Where events are sent to.
    pub url: String,
    /// Types of events that are sent.
    pub events: Vec<&'static str>,
    /// Providers whose events are sent; `platform` is this service itself.
    pub providers: Vec<String>,
    /// Whether events are sent.
    pub enabled: bool,
    /// Since when they are not; null while they are.
    #[schema(required, format = DateTime)]
    pub disabled_at: Option<String>,
    /// `gone`: the receiver answered 410; `failing`: every request failed for too long; `manual`: somebody
    /// switched it off. Null while it is enabled.
    #[schema(required)]
    pub disabled_reason: Option<&'static str>,
    /// When it was made.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl From<&Subscription> for SubscriptionBody {
    fn from(it: &Subscription) -> Self {
        let disabled = match it.state {
            SubscriptionState::Enabled => None,
            SubscriptionState::Disabled { at, reason } => Some((at, reason)),
        };
        Self {
            id: it.id.uuid(),
            url: it.url.as_str().to_owned(),
            events: it.events.iter().map(|event| event.as_str()).collect(),
            providers: it.providers.iter().map(ToString::to_string).collect(),
            enabled: disabled.is_none(),
            disabled_at: disabled.map(|(at, _)| at.to_string()),
            disabled_reason: disabled.map(|(_, reason)| reason.as_str()),
            created_at: it.created_at.to_string(),
            updated_at: it.updated_at.to_string(),
        }
    }
}

/// A subscription with its secret, which is shown this once.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CreatedWebhookSubscription)]
pub struct CreatedSubscription {
    /// The subscription.
    #[serde(flatten)]
    pub subscription: SubscriptionBody,
    /// What deliveries are signed with: `whsec_` and base64.
    pub secret: String,
}

impl CreatedSubscription {
    /// With this secret.
    pub fn new(subscription: &Subscription, secret: &SigningSecret) -> Self {
        Self {
            subscription: subscription.into(),
            secret: secret.reveal(),
        }
    }
}

/// A subscription after a change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UpdatedWebhookSubscription)]
pub struct UpdatedSubscription {
    /// The subscription.
    #[serde(flatten)]
    pub subscription: SubscriptionBody,
    /// Its new secret, when `url` has another host now: the former receiver is not to know it. It is shown this
    /// once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub secret: Option<String>,
}

/// Who is to be told of what.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewWebhookSubscription)]
pub struct NewBody {
    /// An https address that everybody on the Internet may reach; at most 2,048 characters, no user info and no
    /// fragment.
    #[serde(default)]
    #[schema(value_type = String, required, max_length = 2048, example = "https://example.com/webhooks")]
    url: Patch,
    /// Types of events: 1 to 100, each once.
    #[serde(default)]
    #[schema(value_type = Vec<String>, required, min_items = 1, max_items = 100,
        example = json!(["conversion.recorded", "recompute.completed"]))]
    events: Patch,
    /// Providers whose events are sent: 1 to 100, each once. Everything that is sent today comes from
    /// `platform`.
    #[serde(default)]
    #[schema(value_type = Vec<String>, required, min_items = 1, max_items = 100,
        example = json!(["platform"]))]
    providers: Patch,
}

impl NewBody {
    /// As if it had been sent as JSON, so that whoever reads it from a form is refused the same.
    pub fn of(url: String, events: Vec<String>, providers: Vec<String>) -> Self {
        Self {
            url: json(url),
            events: json(events),
            providers: json(providers),
        }
    }

    /// What it says, or all that is wrong with it.
    pub fn read(&self, judge: &AddressJudge) -> Result<NewSubscription, Problem> {
        let draft = draft(&self.url, &self.events, &self.providers)?;
        NewSubscription::parse(draft, judge).map_err(|faults| invalid(&faults))
    }
}

/// What is to change; what is left out stays.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WebhookSubscriptionChange)]
pub struct ChangeBody {
    /// As of a new one. Another host gets another secret at once.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, max_length = 2048)]
    url: Patch,
    /// Types of events: 1 to 100, each once.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, nullable = false, min_items = 1, max_items = 100)]
    events: Patch,
    /// Providers: 1 to 100, each once.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, nullable = false, min_items = 1, max_items = 100)]
    providers: Patch,
    /// Whether events are sent. What waits of a subscription that is switched off is not sent any more; one
    /// that is switched on begins without failures.
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    enabled: Patch,
}

impl ChangeBody {
    /// As if these had been sent as JSON; whether it is enabled stays.
    pub fn of(url: String, events: Vec<String>, providers: Vec<String>) -> Self {
        Self {
            url: json(url),
            events: json(events),
            providers: json(providers),
            enabled: Patch::Absent,
        }
    }

    /// Whether events are sent, and nothing else.
    pub fn of_enabled(enabled: bool) -> Self {
        Self {
            enabled: json(enabled),
            ..Self::default()
        }
    }

    /// What it says, or all that is wrong with it.
    pub fn read(&self, judge: &AddressJudge) -> Result<SubscriptionPatch, Problem> {
        let (draft, enabled) = (
            draft(&self.url, &self.events, &self.providers),
            sent("enabled", &self.enabled),
        );
        let enabled = match (&draft, enabled) {
            (Ok(_), Ok(enabled)) => enabled,
            (Ok(_), Err(errors)) => return Err(Problem::invalid(errors)),
            (Err(problem), enabled) => {
                let mut errors = problem.errors().to_vec();
                errors.extend(enabled.err().unwrap_or_default());
                return Err(Problem::invalid(errors));
            }
        };
        SubscriptionPatch::parse(draft?, enabled, judge).map_err(|faults| invalid(&faults))
    }
}

fn json(value: impl Into<serde_json::Value>) -> Patch {
    Patch::Json(value.into().to_string())
}

fn draft(url: &Patch, events: &Patch, providers: &Patch) -> Result<SubscriptionDraft, Problem> {
    let (url, events, providers) = (
        sent("url", url),
        sent("events", events),
        sent("providers", providers),
    );
    match (url, events, providers) {
        (Ok(url), Ok(events), Ok(providers)) => Ok(SubscriptionDraft {
            url,
            events,
            providers,
        }),
        (url, events, providers) => {
            let errors = [url.err(), events.err(), providers.err()];
            Err(Problem::invalid(
                errors.into_iter().flatten().flatten().collect(),
            ))
        }
    }
}

/// A field that may be absent or null; whether it may, the domain says.
fn sent<T: DeserializeOwned>(name: &str, field: &Patch) -> Result<Sent<T>, Vec<FieldError>> {
    if *field == Patch::Null {
        return Ok(Sent::Null);
    }
    let mut reader = PatchReader::default();
    let read = reader.value(name, field, Ok);
    match reader.finish(read) {
        Ok(None) => Ok(Sent::Absent),
        Ok(Some(value)) => Ok(Sent::Value(value)),
        Err(problem) => Err(problem.errors().to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointers(problem: &Problem) -> Vec<&str> {
        let errors = problem.errors().iter();
        errors.filter_map(|it| it.pointer.as_deref()).collect()
    }

    #[test]
    fn every_field_that_is_wrong_is_named() {
        let judge = AddressJudge::default();
        let read = |text: &str| {
            let body: NewBody = serde_json::from_str(text).unwrap();
            body.read(&judge).unwrap_err()
        };
        assert_eq!(pointers(&read("{}")), ["/url", "/events", "/providers"]);
        let odd = r#"{"url": "http://10.0.0.1/", "events": ["conversion.recorded", "nothing"],
            "providers": []}"#;
        assert_eq!(pointers(&read(odd)), ["/url", "/events/1", "/providers"]);
        let types = r#"{"url": 1, "events": "x", "providers": null}"#;
        assert_eq!(pointers(&read(types)), ["/url", "/events"]);
    }

    #[test]
    fn a_change_says_what_stays_and_what_is_wrong() {
        let judge = AddressJudge::default();
        let body: ChangeBody = serde_json::from_str(r#"{"enabled": false}"#).unwrap();
        let patch = body.read(&judge).unwrap();
        assert_eq!((patch.enabled, patch.url), (Some(false), None));
        let odd = r#"{"enabled": "no", "events": 3, "url": null}"#;
        let body: ChangeBody = serde_json::from_str(odd).unwrap();
        assert_eq!(
            pointers(&body.read(&judge).unwrap_err()),
            ["/events", "/enabled"]
        );
        let body: ChangeBody = serde_json::from_str(r#"{"url": null, "enabled": null}"#).unwrap();
        assert_eq!(
            pointers(&body.read(&judge).unwrap_err()),
            ["/url", "/enabled"]
        );
    }

    #[test]
    fn what_comes_from_a_form_is_read_and_refused_as_from_json() {
        let judge = AddressJudge::default();
        let lists = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let (url, events) = ("http://10.0.0.1/\"", ["recompute.completed", "nothing"]);
        let made = NewBody::of(url.to_owned(), lists(&events), lists(&[]));
        let sent = serde_json::json!({"url": url, "events": events, "providers": []});
        let sent: NewBody = serde_json::from_str(&sent.to_string()).unwrap();
        assert_eq!(
            made.read(&judge).unwrap_err().errors(),
            sent.read(&judge).unwrap_err().errors()
        );
        let change = ChangeBody::of(url.to_owned(), lists(&events), lists(&[]));
        let pointers = change.read(&judge).unwrap_err();
        assert_eq!(
            self::pointers(&pointers),
            ["/url", "/events/1", "/providers"]
        );
        let off = ChangeBody::of_enabled(false).read(&judge).unwrap();
        assert_eq!(
            (off.enabled, off.url, off.events),
            (Some(false), None, None)
        );
    }
}
