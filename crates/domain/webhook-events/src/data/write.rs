//! How `data` is written.

use super::{
    AlertValue, Change, ConversionChangeData, ConversionData, EventData, ExportData, QualityData,
};
use crate::json::{Object, exact, nullable};

impl EventData {
    /// The JSON object `data`, with its keys in the order of [`EventType::fields`](crate::EventType::fields).
    pub(crate) fn json(&self) -> String {
        let object = Object::new();
        let written = match self {
            Self::ConnectionConnected(it) | Self::ConnectionRevoked(it) => object
                .text("provider", &it.provider)
                .text("connection_id", &it.connection_id),
            Self::ConnectionReconnectRequired(it) => object
                .text("provider", &it.provider)
                .text("connection_id", &it.connection_id)
                .text("reason", it.reason.as_str()),
            Self::HandoffCompleted(it) => object
                .text("handoff_id", &it.handoff_id)
                .text("status", it.status.as_str()),
            Self::RecomputeCompleted(it) => object
                .text("recompute_id", &it.recompute_id)
                .instant("finished_at", it.finished_at),
            Self::ConversionAttributed(it) => object
                .text("conversion_definition_id", &it.conversion_definition_id)
                .text("conversion_id", &it.conversion_id),
            Self::ConversionRecorded(it) => conversion(object, it),
            Self::ConversionChanged(it) => conversion_change(object, it),
            Self::ReportRestated(it) => object
                .text_or_null("restatement_id", it.restatement_id)
                .count("conversions", it.conversions),
            Self::ExportCompleted(it) | Self::ExportFailed(it) => export(object, it),
            Self::ProfileFreshnessChanged(it) => object.instant("fresh_until", it.fresh_until),
            Self::QualityAlert(it) => quality(object, it),
        };
        written.finish()
    }
}

fn conversion(object: Object, it: &ConversionData) -> Object {
    object
        .text("conversion_id", &it.conversion_id)
        .text("outcome_event_id", &it.outcome_event_id)
        .text("conversion_definition_id", &it.conversion_definition_id)
        .text("revenue_type", it.revenue_type.as_str())
        .instant("converted_at", it.converted_at)
        .text_or_null("value", it.value.map(exact))
        .text("currency", &it.currency)
        .text("model", it.model.as_str())
        .text_or_null("channel", it.channel.as_deref())
}

fn conversion_change(object: Object, it: &ConversionChangeData) -> Object {
    object
        .text("conversion_id", &it.conversion_id)
        .text("conversion_definition_id", &it.conversion_definition_id)
        .text_or_null("restatement_id", it.restatement_id)
        .text("model", it.model.as_str())
        .raw("credited", &change(&it.credited, |amount| exact(*amount)))
        .text("currency", &it.currency)
        .raw("channel", &change(&it.channel, String::clone))
}

fn change<T>(it: &Change<Option<T>>, print: impl Fn(&T) -> String) -> String {
    Object::new()
        .raw("before", &nullable(it.before.as_ref().map(&print)))
        .raw("after", &nullable(it.after.as_ref().map(&print)))
        .finish()
}

fn export(object: Object, it: &ExportData) -> Object {
    let counts = it
        .counts
        .iter()
        .fold(Object::new(), |counts, (word, count)| {
            counts.count(word, *count)
        });
    object
        .text("provider", &it.provider)
        .text("run_id", &it.run_id)
        .raw("counts", &counts.finish())
}

fn quality(object: Object, it: &QualityData) -> Object {
    let object = object
        .text("code", &it.code)
        .text("level", it.level.as_str())
        .text("previous_level", it.previous_level.as_str());
    let object = match &it.value {
        Some(AlertValue::Word(word)) => object.text("value", word),
        Some(AlertValue::Number(number)) => object.raw("value", &number.to_string()),
        None => object.raw("value", "null"),
    };
    let threshold = it.threshold.map(|number| number.to_string());
    object
        .raw("threshold", threshold.as_deref().unwrap_or("null"))
        .text_or_null("since", it.since)
        .text_or_null("recommendation_code", it.recommendation_code.as_deref())
}
