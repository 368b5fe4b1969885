//! One server-side fact, parsed whole: every problem of a request is told at once.

pub(crate) mod problems;

use kernel::{Amount, Currency, Timestamp};

use self::problems::Problems;
use crate::json_object::JsonObject;
use crate::match_evidence::{MatchEvidence, MatchEvidenceDraft};
use crate::person::RawPerson;
use crate::text::check_filled;

/// Longest event type, in characters.
const MAX_TYPE: usize = 128;
/// Longest name and longest id, in characters.
pub(crate) const MAX_NAME: usize = 256;
/// Longest properties, in bytes of JSON.
const MAX_PROPERTIES: usize = 16_384;

/// What a definition is matched by: 1 to 128 characters, trimmed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventType(String);

impl EventType {
    /// Trims and checks a text; the reason when it is no event type.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        check_filled(text, MAX_TYPE)?;
        Ok(Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The caller's name of an event, which makes sending it again harmless.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Checks a text; the reason when it is no key of 1 to 256 characters.
    pub fn parse(text: &str) -> Result<Self, String> {
        check_filled(text, MAX_NAME)?;
        Ok(Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An amount, in the profile's currency when none is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Money {
    /// How much; negative for money given back.
    pub amount: Amount,
    /// Of what.
    pub currency: Option<Currency>,
}

/// A move in a sales pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// The system that holds the pipeline.
    pub external_source: Option<String>,
    /// The stage that was left.
    pub from_stage: Option<String>,
    /// The stage that was entered.
    pub to_stage: Option<String>,
}

/// What the person agreed to; absent is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Consent {
    /// Sending personal data to ad platforms.
    pub ad_user_data: Option<ConsentChoice>,
    /// Personalised advertising.
    pub ad_personalization: Option<ConsentChoice>,
}

impl Consent {
    /// Whether ad platforms may not be told of the person.
    pub fn refuses_ads(self) -> bool {
        self.ad_user_data == Some(ConsentChoice::Denied)
    }
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsentChoice {
    /// Yes.
    Granted,
    /// No.
    Denied,
}

impl ConsentChoice {
    /// `granted` or `denied` in any case; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Granted, Self::Denied]
            .into_iter()
            .find(|choice| text.eq_ignore_ascii_case(choice.as_str()))
    }

    /// `granted` or `denied`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Granted => "granted",
            Self::Denied => "denied",
        }
    }
}

/// What a caller sent, unread. Empty by default, which is what a caller sends who says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each field is the one of the same name in NewOutcomeEvent"
)]
pub struct OutcomeEventDraft {
    pub event_type: Option<String>,
    pub event_name: Option<String>,
    pub event_time: Option<String>,
    pub value_amount: Option<String>,
    pub currency: Option<String>,
    pub person: RawPerson,
    pub url: Option<String>,
    pub referrer: Option<String>,
    pub utm_source: Option<String>,
    pub utm_medium: Option<String>,
    pub utm_campaign: Option<String>,
    pub utm_term: Option<String>,
    pub utm_content: Option<String>,
    pub click_ids: Vec<(String, String)>,
    pub ad_id: Option<String>,
    pub campaign_id: Option<String>,
    pub is_first_payment: Option<bool>,
    pub refund_of: Option<String>,
    pub pipeline: Option<Pipeline>,
    pub consent: Option<ConsentDraft>,
    pub match_evidence: MatchEvidenceDraft,
    pub properties: Option<JsonObject>,
}

/// Consent as a caller sent it, unread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each field is the one of the same name in Consent"
)]
pub struct ConsentDraft {
    pub ad_user_data: Option<String>,
    pub ad_personalization: Option<String>,
}

/// A field that cannot be accepted, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} {reason}")]
pub struct FieldError {
    /// Its name in the request; a field inside another after a point, such as `pipeline.to_stage`.
    pub field: &'static str,
    /// The rest of a sentence that begins with the name.
    pub reason: String,
}

impl FieldError {
    /// Whether the field is needed and was not sent.
    pub fn is_missing(&self) -> bool {
        self.reason.starts_with("is required")
    }
}

/// A well-formed outcome event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewOutcomeEvent {
    /// What kind of event.
    pub event_type: EventType,
    /// A more specific name.
    pub event_name: Option<String>,
    /// When it happened; absent is when it arrives.
    pub event_time: Option<Timestamp>,
    /// Money that it carries.
    pub value: Option<Money>,
    /// Whose it is.
    pub person: RawPerson,
    /// The page on which it happened: absolute, http or https.
    pub url: Option<String>,
    /// Where the visitor came from; never empty.
    pub referrer: Option<String>,
    /// Overrides the URL's own.
    pub utm_source: Option<String>,
    /// Overrides the URL's own.
    pub utm_medium: Option<String>,
    /// Overrides the URL's own.
    pub utm_campaign: Option<String>,
    /// Overrides the URL's own.
    pub utm_term: Option<String>,
    /// Overrides the URL's own.
    pub utm_content: Option<String>,
    /// Click ids by parameter name.
    pub click_ids: Vec<(String, String)>,
    /// The ad that led here.
    pub ad_id: Option<String>,
    /// The campaign that led here.
    pub campaign_id: Option<String>,
    /// Whether it is the person's first payment, when the caller knows.
    pub is_first_payment: Option<bool>,
    /// Idempotency key or id of the event that this one gives back.
    pub refund_of: Option<String>,
    /// A move in a sales pipeline.
    pub pipeline: Option<Pipeline>,
    /// What the person agreed to.
    pub consent: Option<Consent>,
    /// What the browser said; nothing when the person refused that ad platforms are told of them.
    pub match_evidence: MatchEvidence,
    /// Anything else.
    pub properties: Option<JsonObject>,
}

impl NewOutcomeEvent {
    /// Parses a draft that arrived at `now`; all problems in the order of the fields.
    pub fn parse(draft: OutcomeEventDraft, now: Timestamp) -> Result<Self, Vec<FieldError>> {
        let mut problems = Problems::default();
        let event_type = problems.event_type(draft.event_type.as_deref());
        problems.text("event_name", draft.event_name.as_deref(), MAX_NAME);
        let event_time = problems.event_time(draft.event_time.as_deref(), now);
        let value = problems.value(&draft);
        for (field, value, max) in draft.person.fields() {
            problems.text(field, value, max);
        }
        problems.evidence(&draft);
        if let Some(reference) = &draft.refund_of {
            problems.check("refund_of", check_filled(reference, MAX_NAME));
        }
        problems.pipeline(draft.pipeline.as_ref());
        let consent = draft
            .consent
            .as_ref()
            .map(|consent| problems.consent(consent));
        let (match_evidence, wrong) = MatchEvidence::read(&draft.match_evidence);
        for (field, reason) in wrong {
            problems.check(field, Err(reason));
        }
        if let Some(properties) = &draft.properties {
            problems.check("properties", properties.check(MAX_PROPERTIES));
        }
        match event_type {
            Some(event_type) if problems.0.is_empty() => Ok(Self {
                match_evidence: match consent {
                    Some(consent) if consent.refuses_ads() => MatchEvidence::default(),
                    _ => match_evidence,
                },
                ..Self::assemble(draft, event_type, event_time, value, consent)
            }),
            _ => Err(problems.0),
        }
    }

    fn assemble(
        draft: OutcomeEventDraft,
        event_type: EventType,
        event_time: Option<Timestamp>,
        value: Option<Money>,
        consent: Option<Consent>,
    ) -> Self {
        Self {
            event_type,
            event_name: draft.event_name,
            event_time,
            value,
            person: draft.person,
            url: draft.url,
            // Browsers tell "no referrer" as an empty text, and callers pass that on.
            referrer: draft.referrer.filter(|referrer| !referrer.is_empty()),
            utm_source: draft.utm_source,
            utm_medium: draft.utm_medium,
            utm_campaign: draft.utm_campaign,
            utm_term: draft.utm_term,
            utm_content: draft.utm_content,
            click_ids: draft.click_ids,
            ad_id: draft.ad_id,
            campaign_id: draft.campaign_id,
            is_first_payment: draft.is_first_payment,
            refund_of: draft.refund_of,
            pipeline: draft.pipeline,
            consent,
            match_evidence: MatchEvidence::default(),
            properties: draft.properties,
        }
    }
}

#[cfg(test)]
#[path = "outcome_event_tests.rs"]
mod tests;
