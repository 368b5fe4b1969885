//! What a look found, as it is kept. Names in it stay: the last look of an earlier release is read, too.

use application::ports::QualityScan;
use channel_classifier::audit::{
    AuditSeverity, FaultyLink, UtmAudit, UtmCategory, UtmFinding, ValueSample,
};
use kernel::{Date, Exact, Period, StoreError};
use serde_json::{Value, json};
use time::macros::format_description;

use kernel::Timestamp;

use super::measured;

pub(super) const DAY: &[time::format_description::BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]");

/// The fields that faults are told of.
const FIELDS: [&str; 8] = [
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "utm_content",
    "all_utms",
    "any",
    "",
];

/// What was counted.
pub(super) fn summary(audit: &UtmAudit) -> Value {
    json!({
        "events_scanned": audit.events_scanned,
        "paid_touches": audit.paid_touches,
        "high_count": audit.high_count,
        "medium_count": audit.medium_count,
        "well_tagged_paid_touches": audit.well_tagged_paid_touches,
        "is_coarsened": audit.is_coarsened,
    })
}

/// What was found.
pub(super) fn findings(audit: &UtmAudit) -> Value {
    audit.findings.iter().map(finding).collect()
}

fn finding(finding: &UtmFinding) -> Value {
    let sample = |it: &ValueSample| json!({"value": it.value, "count": it.count});
    json!({
        "category": finding.category.as_str(),
        "severity": finding.severity.as_str(),
        "field": finding.field,
        "count": finding.count,
        "of": finding.of,
        "cash": finding.cash.to_string(),
        "samples": finding.samples.iter().map(sample).collect::<Value>(),
        "links": finding.links.iter().map(link).collect::<Value>(),
    })
}

fn link(link: &FaultyLink) -> Value {
    let day = |date: Date| date.format(DAY).unwrap_or_default();
    json!({
        "signature_id": link.signature_id,
        "touches": link.touches,
        "first_seen": day(link.first_seen),
        "last_seen": day(link.last_seen),
        "cash": link.cash.to_string(),
    })
}

/// A stored look.
pub(super) struct Stored {
    pub(super) scanned_at: time::OffsetDateTime,
    pub(super) days: (Date, Date),
    pub(super) rules_version: i64,
    pub(super) summary: Value,
    pub(super) findings: Value,
    pub(super) checks: Value,
    pub(super) series: Value,
}

/// Reads it. A fault that this release does not know of is left out.
pub(super) fn read(stored: &Stored) -> Result<QualityScan, StoreError> {
    let summary = &stored.summary;
    let findings = stored.findings.as_array().into_iter().flatten();
    let (from, to) = stored.days;
    Ok(QualityScan {
        scanned_at: Timestamp::from(stored.scanned_at),
        period: Period::new(from, to).map_err(StoreError::inconsistent)?,
        rules_version: stored.rules_version,
        audit: UtmAudit {
            events_scanned: number(summary, "events_scanned"),
            paid_touches: number(summary, "paid_touches"),
            high_count: number(summary, "high_count"),
            medium_count: number(summary, "medium_count"),
            well_tagged_paid_touches: number(summary, "well_tagged_paid_touches"),
            is_coarsened: summary["is_coarsened"].as_bool().unwrap_or_default(),
            findings: findings
                .filter_map(read_finding)
                .collect::<Result<_, _>>()?,
        },
        instrumentation: measured::read(&stored.checks, &stored.series)?,
    })
}

fn read_finding(value: &Value) -> Option<Result<UtmFinding, StoreError>> {
    let category = UtmCategory::parse(text(value, "category"))?;
    Some(known_finding(category, value))
}

fn known_finding(category: UtmCategory, value: &Value) -> Result<UtmFinding, StoreError> {
    let count = number(value, "count");
    let field = text(value, "field");
    let field = FIELDS.into_iter().find(|known| *known == field);
    let severity = AuditSeverity::parse(text(value, "severity"));
    let samples = value["samples"].as_array().into_iter().flatten();
    let links = value["links"].as_array().into_iter().flatten();
    Ok(UtmFinding {
        category,
        severity: severity.unwrap_or_else(|| category.severity_of(count)),
        field: field.unwrap_or("any"),
        count,
        of: number(value, "of"),
        cash: cash(value)?,
        samples: samples
            .map(|sample| ValueSample {
                value: text(sample, "value").to_owned(),
                count: number(sample, "count"),
            })
            .collect(),
        links: links.map(read_link).collect::<Result<_, _>>()?,
    })
}

fn read_link(value: &Value) -> Result<FaultyLink, StoreError> {
    let day = |name| Date::parse(text(value, name), DAY).map_err(StoreError::inconsistent);
    Ok(FaultyLink {
        signature_id: value["signature_id"].as_i64().unwrap_or_default(),
        touches: number(value, "touches"),
        first_seen: day("first_seen")?,
        last_seen: day("last_seen")?,
        cash: cash(value)?,
    })
}

fn cash(value: &Value) -> Result<Exact, StoreError> {
    text(value, "cash")
        .parse()
        .map_err(StoreError::inconsistent)
}

pub(super) fn number(value: &Value, name: &str) -> u64 {
    value[name].as_u64().unwrap_or_default()
}

pub(super) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}
