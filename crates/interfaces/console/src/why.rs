//! Why a conversion is credited as it is, in words, below its event.

use kernel::{ConversionId, Exact, Model};
use reporting::explain::{ExplainedTouch, Explanation};

use super::controls::{Choice, model_name};
use super::error::PageError;
use super::format::{self, Number};
use super::query_string::link;
use super::viewer::AtProfile;
use console_exports::conversion_path;
use http_kit::extract::{Invalid, QueryReader, parse_uuid, read_model};
use http_kit::problem::FieldCode;

/// Touches that are shown of one conversion.
const MOST_TOUCHES: usize = 100;

/// Which conversion the address asks about, and under which model.
pub(super) struct Asked {
    conversion: Option<ConversionId>,
    model: Model,
}

impl Asked {
    pub(super) fn read(query: &mut QueryReader) -> Result<Self, Invalid> {
        let conversion = query.optional("why", |text| {
            parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
        });
        let model = read_model(query);
        Ok(Self {
            conversion: conversion?.map(ConversionId::from),
            model: model?,
        })
    }
}

/// The question and the answer.
pub(super) struct Why {
    /// The conversion.
    pub id: ConversionId,
    /// The page with the answer, or without it when it is shown.
    pub href: String,
    /// Where it is told what ad platforms hear of it, for those who may open that.
    pub exports: Option<String>,
    /// The answer.
    pub told: Option<Told>,
}

/// An explanation.
pub(super) struct Told {
    /// The same under another model.
    pub models: Vec<Choice>,
    /// What is split, or why nothing is.
    pub words: String,
    /// What is split.
    pub value: Option<Number>,
    /// In the order of time.
    pub touches: Vec<Touch>,
    /// How many are not shown.
    pub more: usize,
}

/// A touch and what became of it.
pub(super) struct Touch {
    /// When.
    pub at: String,
    /// How long before the conversion.
    pub before: String,
    /// Its channel.
    pub channel: String,
    /// Source, medium and page.
    pub source: String,
    /// What the rule that named the channel says.
    pub rule: String,
    /// Its share, or why it has none.
    pub share: Result<Number, String>,
    /// What it is credited.
    pub amount: Option<Number>,
}

/// The page on which questions are asked.
pub(super) struct Here<'a> {
    pub(super) path: String,
    pub(super) asked: Asked,
    pub(super) at: &'a AtProfile,
}

impl Here<'_> {
    /// The question about a conversion, with the answer when the address asks for it.
    pub(super) async fn why(&self, id: ConversionId) -> Result<Why, PageError> {
        let is_asked = self.asked.conversion == Some(id);
        let exports = conversion_path(self.at, id);
        if !is_asked {
            let href = self.href(id, self.asked.model);
            return Ok(Why {
                id,
                href,
                exports,
                told: None,
            });
        }
        let (state, access) = (&self.at.viewer.state, &self.at.access);
        let found = state.explainer.explain(access, id, self.asked.model).await;
        let found = found.map_err(|error| PageError::internal(&error))?;
        Ok(Why {
            id,
            href: format!("{}#c-{id}", self.path),
            exports,
            told: found.map(|found| self.told(id, &found)),
        })
    }

    fn href(&self, id: ConversionId, model: Model) -> String {
        let pairs = [
            ("why", id.to_string()),
            ("model", model.as_str().to_owned()),
        ];
        let pairs = pairs.map(|(name, value)| (name.to_owned(), value));
        let query = link("", &pairs);
        format!("{}&{}#c-{id}", self.path, query.trim_start_matches('?'))
    }

    fn told(&self, id: ConversionId, found: &Explanation) -> Told {
        let currency = found.reporting_currency.clone();
        let model = |model: Model| Choice {
            name: model_name(model).to_owned(),
            href: self.href(id, model),
            current: model == self.asked.model,
        };
        let touch = |touch: &ExplainedTouch| self.touch(touch, &currency);
        Told {
            models: Model::ALL.map(model).into(),
            words: pending(words(found), found.replay_pending),
            value: found.value.map(|value| format::money(value, &currency)),
            more: found.touches.len().saturating_sub(MOST_TOUCHES),
            touches: found
                .touches
                .iter()
                .rev()
                .take(MOST_TOUCHES)
                .map(touch)
                .collect(),
        }
    }

    fn touch(&self, touch: &ExplainedTouch, currency: &str) -> Touch {
        let zone = &self.at.profile.timezone;
        let place = touch.landing_path.iter().map(String::as_str);
        let source: Vec<_> = [touch.source.as_str(), touch.medium.as_str()]
            .into_iter()
            .chain(place)
            .filter(|text| !text.is_empty())
            .collect();
        let share = if touch.share_billionths > 0 {
            let percent = Exact::from_units(touch.share.units().saturating_mul(100));
            Ok(format::percent(percent))
        } else {
            Err(reason(touch))
        };
        Touch {
            at: format::instant(touch.at, zone),
            before: before(touch.age_seconds),
            channel: touch.channel.clone(),
            source: source.join(" / "),
            rule: touch.rule_explanation.clone(),
            amount: touch
                .credited_amount
                .filter(|_| share.is_ok())
                .map(|amount| format::money(amount, currency)),
            share,
        }
    }
}

fn before(seconds: i64) -> String {
    match seconds {
        0 => "at once".to_owned(),
        ..0 => format!("{} after", format::span(seconds.saturating_neg())),
        _ => format!("{} before", format::span(seconds)),
    }
}

fn words(found: &Explanation) -> String {
    let words = match (found.unattributed, found.follows) {
        (Some("no_identity"), _) => "Nothing names the person, so that no touch can be found.",
        (Some("no_touch_in_window"), _) => "No touch lies in the window of this model.",
        (Some("not_eligible"), _) => "Its definition does not let it be credited.",
        (Some("pending_fx"), _) => "Its amount waits for an exchange rate.",
        (Some("refund_unmatched"), _) => "It refunds what nobody has seen.",
        (Some(other), _) => return other.replace('_', " "),
        (None, Some(_)) => "It takes the shares of what it refunds.",
        (None, None) if found.is_synthetic => {
            "It names an ad that no visit names, so that it has a touch of its own."
        }
        (None, None) => "The touches in the window share it.",
    };
    words.to_owned()
}

fn pending(mut words: String, replay_pending: bool) -> String {
    if replay_pending {
        words.push_str(
            " A full replay waits or is under way: this is told by the settings of now, and \
             reports are still of before.",
        );
    }
    words
}

/// Why a touch has no share.
fn reason(touch: &ExplainedTouch) -> String {
    let words = match touch.reason {
        "kept" => "in the window; this model gives it nothing",
        "outside_window" => return format!("before the window of {} days", touch.window_days),
        "window_off" => "its window is off",
        "after_conversion" => "after the conversion",
        "duplicate" => "the same source as the touch before it",
        "self_referral" => "came from a page of your own",
        "payment_gateway" => "came back from a payment page",
        "bot" => "a bot",
        other => return other.replace('_', " "),
    };
    words.to_owned()
}
