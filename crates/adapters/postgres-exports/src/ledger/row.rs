//! A line as it is stored.

use export_rules::{
    ActionSource, Confirming, Currency, Filter, Hashed, LedgerLine, LineKind, LineSource, LineTold,
    LineTried, MatchKey, SkipReason, SourceFingerprint, SourceKind, Status, Word, Worth,
};
use kernel::StoreError;
use postgres_schema::schema::export_ledger as table;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
pub(crate) struct LineRow {
    id: Uuid,
    run_id: Option<Uuid>,
    rule_id: Option<Uuid>,
    destination_id: Uuid,
    kind: String,
    source_fingerprint: Vec<u8>,
    source_kind: String,
    source_event_id: Uuid,
    conversion_id: Option<Uuid>,
    platform_event_name: Option<String>,
    event_id: Option<String>,
    action_source: Option<String>,
    event_time: OffsetDateTime,
    status: String,
    skip_reason: Option<String>,
    filters_applied: Vec<String>,
    match_keys: Vec<String>,
    value: Option<Decimal>,
    currency: Option<String>,
    attempt: i32,
    first_attempt_at: Option<OffsetDateTime>,
    ambiguous_at: Option<OffsetDateTime>,
    next_attempt_at: Option<OffsetDateTime>,
    fresh_until: OffsetDateTime,
    request_place: Option<i32>,
    accepted_at: Option<OffsetDateTime>,
    ask_at: Option<OffsetDateTime>,
    asked: i32,
    http_status: Option<i16>,
    platform_code: Option<i64>,
    subcode: Option<i64>,
    trace_id: Option<String>,
    request_sha256: Option<Vec<u8>>,
    response_redacted: Option<String>,
    created_at: OffsetDateTime,
}

/// Reads a word of the domain.
pub(crate) fn word<W: Word>(id: Uuid, text: &str) -> Result<W, StoreError> {
    W::parse(text).ok_or_else(|| broken(id, text))
}

fn words<W: Word>(id: Uuid, texts: &[String]) -> Result<Vec<W>, StoreError> {
    texts.iter().map(|text| word(id, text)).collect()
}

fn broken(id: Uuid, what: &str) -> StoreError {
    StoreError::inconsistent(format!("export_ledger: {what} of {id} is broken"))
}

/// Reads a stored digest.
pub(crate) fn digest(id: Uuid, bytes: &[u8]) -> Result<[u8; 32], StoreError> {
    bytes.try_into().map_err(|_| broken(id, "a digest"))
}

impl LineRow {
    pub(crate) fn line(self) -> Result<LedgerLine, StoreError> {
        let id = self.id;
        let optional = |text: &Option<String>| text.clone();
        let source = LineSource {
            fingerprint: SourceFingerprint::from_bytes(digest(id, &self.source_fingerprint)?),
            kind: word::<SourceKind>(id, &self.source_kind)?,
            event: self.source_event_id.into(),
            conversion: self.conversion_id.map(Into::into),
            occurred_at: self.event_time.into(),
        };
        let currency = self
            .currency
            .as_deref()
            .map(|code| Currency::parse(code).ok_or_else(|| broken(id, "the currency")));
        let worth = self.value.zip(currency.transpose()?);
        let told = LineTold {
            event_name: optional(&self.platform_event_name),
            event_id: optional(&self.event_id),
            action_source: self
                .action_source
                .as_deref()
                .map(|text| word::<ActionSource>(id, text))
                .transpose()?,
            filters: words::<Filter>(id, &self.filters_applied)?
                .into_iter()
                .collect(),
            match_keys: words::<MatchKey>(id, &self.match_keys)?,
            worth: worth.map(|(amount, currency)| Worth { amount, currency }),
        };
        let confirming = self
            .accepted_at
            .zip(self.request_place)
            .map(|(at, place)| Confirming {
                place: u32::try_from(place).unwrap_or_default(),
                accepted_at: at.into(),
                asked: u32::try_from(self.asked).unwrap_or_default(),
                ask_at: self.ask_at.map(Into::into),
            });
        let tried = LineTried {
            count: u32::try_from(self.attempt).unwrap_or_default(),
            first_at: self.first_attempt_at.map(Into::into),
            ambiguous_at: self.ambiguous_at.map(Into::into),
            http_status: self
                .http_status
                .and_then(|status| u16::try_from(status).ok()),
            platform_code: self.platform_code,
            subcode: self.subcode,
            trace_id: self.trace_id,
            request_sha256: self
                .request_sha256
                .as_deref()
                .map(|bytes| digest(id, bytes))
                .transpose()?,
            response: self.response_redacted,
            confirming,
        };
        Ok(LedgerLine {
            id: id.into(),
            run_id: self.run_id.map(Into::into),
            rule_id: self.rule_id.map(Into::into),
            destination_id: self.destination_id.into(),
            kind: word::<LineKind>(id, &self.kind)?,
            source,
            told,
            status: word::<Status>(id, &self.status)?,
            skip_reason: self
                .skip_reason
                .as_deref()
                .map(|text| word::<SkipReason>(id, text))
                .transpose()?,
            tried,
            next_attempt_at: self.next_attempt_at.map(Into::into),
            fresh_until: self.fresh_until.into(),
            created_at: self.created_at.into(),
        })
    }
}

/// Bytes as the server reads them.
fn hex(bytes: &[u8; 32]) -> String {
    format!("\\x{}", Hashed::new(*bytes))
}

/// A line as a row of a batch.
pub(crate) fn batched(line: &LedgerLine) -> Value {
    let LedgerLine {
        source,
        told,
        tried,
        ..
    } = line;
    let filters: Vec<_> = told.filters.iter().map(Word::as_str).collect();
    let keys: Vec<_> = told.match_keys.iter().map(|key| key.as_str()).collect();
    json!({
        "id": line.id.to_string(),
        "run_id": line.run_id.map(|id| id.to_string()),
        "rule_id": line.rule_id.map(|id| id.to_string()),
        "destination_id": line.destination_id.to_string(),
        "kind": line.kind.as_str(),
        "source_fingerprint": hex(source.fingerprint.bytes()),
        "source_kind": source.kind.as_str(),
        "source_event_id": source.event.to_string(),
        "conversion_id": source.conversion.map(|id| id.to_string()),
        "platform_event_name": told.event_name,
        "event_id": told.event_id,
        "action_source": told.action_source.map(Word::as_str),
        "event_time": source.occurred_at.to_string(),
        "status": line.status.as_str(),
        "skip_reason": line.skip_reason.map(Word::as_str),
        "filters_applied": filters,
        "match_keys": keys,
        "value": told.worth.map(|worth| worth.amount.to_string()),
        "currency": told.worth.map(|worth| worth.currency.code().to_owned()),
        "attempt": tried.count,
        "first_attempt_at": tried.first_at.map(|at| at.to_string()),
        "ambiguous_at": tried.ambiguous_at.map(|at| at.to_string()),
        "next_attempt_at": line.next_attempt_at.map(|at| at.to_string()),
        "fresh_until": line.fresh_until.to_string(),
        "request_place": tried.confirming.map(|it| it.place),
        "accepted_at": tried.confirming.map(|it| it.accepted_at.to_string()),
        "ask_at": tried.confirming.and_then(|it| it.ask_at).map(|at| at.to_string()),
        "asked": tried.confirming.map_or(0, |it| it.asked),
        "http_status": tried.http_status,
        "platform_code": tried.platform_code,
        "subcode": tried.subcode,
        "trace_id": tried.trace_id,
        "request_sha256": tried.request_sha256.as_ref().map(hex),
        "response_redacted": tried.response,
        "created_at": line.created_at.to_string(),
    })
}
