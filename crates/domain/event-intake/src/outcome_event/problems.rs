//! Checks of an outcome event's fields, each noting what is wrong and going on.

use kernel::{Amount, Currency, Timestamp};

use crate::outcome_event::{
    Consent, ConsentChoice, ConsentDraft, EventType, FieldError, MAX_NAME, Money,
    OutcomeEventDraft, Pipeline,
};
use crate::text::{MAX_URL, check, check_filled, check_url};

/// Longest UTM value and longest click id, in characters.
const MAX_VALUE: usize = 512;
/// Most click ids of one event.
const MAX_CLICK_IDS: usize = 20;
/// Longest name of a click id, in characters.
const MAX_CLICK_ID_NAME: usize = 64;
/// 2000-01-01T00:00:00Z: whatever is older is a unit mistake, not a fact.
const EARLIEST: Timestamp = Timestamp::from_micros(946_684_800_000_000);
/// How far a caller's clock may be ahead.
const MAX_AHEAD_MICROS: i64 = 24 * 3_600 * 1_000_000;

/// Collects what is wrong.
#[derive(Default)]
pub(crate) struct Problems(pub(crate) Vec<FieldError>);

impl Problems {
    fn add(&mut self, field: &'static str, reason: impl Into<String>) {
        self.0.push(FieldError {
            field,
            reason: reason.into(),
        });
    }

    pub(crate) fn check(&mut self, field: &'static str, checked: Result<(), String>) {
        if let Err(reason) = checked {
            self.add(field, reason);
        }
    }

    pub(crate) fn text(&mut self, field: &'static str, value: Option<&str>, max: usize) {
        if let Some(value) = value {
            self.check(field, check(value, max));
        }
    }

    pub(crate) fn event_type(&mut self, text: Option<&str>) -> Option<EventType> {
        let parsed = text.map_or_else(|| Err("is required".to_owned()), EventType::parse);
        parsed.map_err(|reason| self.add("event_type", reason)).ok()
    }

    pub(crate) fn event_time(&mut self, text: Option<&str>, now: Timestamp) -> Option<Timestamp> {
        let read = instant(text?, now);
        read.map_err(|reason| self.add("event_time", reason)).ok()
    }

    pub(crate) fn value(&mut self, draft: &OutcomeEventDraft) -> Option<Money> {
        let currency = draft.currency.as_deref().and_then(|code| {
            let known = Currency::parse(code);
            if known.is_none() {
                self.add("currency", "is not an ISO 4217 code");
            }
            known
        });
        let Some(text) = &draft.value_amount else {
            if currency.is_some() {
                self.add("currency", "is given without value_amount");
            }
            if draft.refund_of.is_some() {
                self.add("value_amount", "is required with refund_of");
            }
            return None;
        };
        match text.parse::<Amount>() {
            Ok(amount) => Some(Money { amount, currency }),
            Err(error) => {
                self.add("value_amount", error.to_string());
                None
            }
        }
    }

    /// Everything that says what led to the event.
    pub(crate) fn evidence(&mut self, draft: &OutcomeEventDraft) {
        if let Some(url) = &draft.url {
            self.check("url", check_url(url));
        }
        self.text("referrer", draft.referrer.as_deref(), MAX_URL);
        self.text("utm_source", draft.utm_source.as_deref(), MAX_VALUE);
        self.text("utm_medium", draft.utm_medium.as_deref(), MAX_VALUE);
        self.text("utm_campaign", draft.utm_campaign.as_deref(), MAX_VALUE);
        self.text("utm_term", draft.utm_term.as_deref(), MAX_VALUE);
        self.text("utm_content", draft.utm_content.as_deref(), MAX_VALUE);
        if draft.click_ids.len() > MAX_CLICK_IDS {
            self.add(
                "click_ids",
                format!("has more than {MAX_CLICK_IDS} entries"),
            );
        }
        for (name, value) in draft.click_ids.iter().take(MAX_CLICK_IDS) {
            self.check("click_ids", click_id(name, value));
        }
        self.text("ad_id", draft.ad_id.as_deref(), MAX_NAME);
        self.text("campaign_id", draft.campaign_id.as_deref(), MAX_NAME);
    }

    pub(crate) fn pipeline(&mut self, pipeline: Option<&Pipeline>) {
        let Some(pipeline) = pipeline else { return };
        let source = pipeline.external_source.as_deref();
        self.text("pipeline.external_source", source, MAX_NAME);
        self.text(
            "pipeline.from_stage",
            pipeline.from_stage.as_deref(),
            MAX_NAME,
        );
        self.text("pipeline.to_stage", pipeline.to_stage.as_deref(), MAX_NAME);
    }

    pub(crate) fn consent(&mut self, draft: &ConsentDraft) -> Consent {
        let mut choice = |field, text: Option<&str>| {
            let text = text?;
            let parsed = ConsentChoice::parse(text);
            if parsed.is_none() {
                self.add(field, "is neither granted nor denied");
            }
            parsed
        };
        Consent {
            ad_user_data: choice("consent.ad_user_data", draft.ad_user_data.as_deref()),
            ad_personalization: choice(
                "consent.ad_personalization",
                draft.ad_personalization.as_deref(),
            ),
        }
    }
}

/// When something happened of which is told at `now`; the reason when that is no time at which anything can have.
pub(crate) fn instant(text: &str, now: Timestamp) -> Result<Timestamp, &'static str> {
    let at = Timestamp::parse(text).ok_or("is not an RFC 3339 instant with offset")?;
    if at < EARLIEST {
        return Err("is before 2000-01-01T00:00:00Z");
    }
    if at.micros_since(now) > MAX_AHEAD_MICROS {
        return Err("is more than 24 hours in the future");
    }
    Ok(at)
}

fn click_id(name: &str, value: &str) -> Result<(), String> {
    check_filled(name, MAX_CLICK_ID_NAME).map_err(|reason| format!("has a name that {reason}"))?;
    check(value, MAX_VALUE).map_err(|reason| format!("has a value that {reason}"))
}
