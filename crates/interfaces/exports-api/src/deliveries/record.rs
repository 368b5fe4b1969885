//! Lines of the ledger on the wire.

use export_rules::{Confirming, LedgerLine, SkipReason, Word};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Why something is not told.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportSkipReason)]
pub struct SkipBody {
    /// The reason's word.
    #[schema(example = "no_match_key")]
    pub reason: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
    /// What helps.
    pub remedy: &'static str,
}

impl From<SkipReason> for SkipBody {
    fn from(reason: SkipReason) -> Self {
        Self {
            reason: reason.as_str(),
            meaning: reason.meaning(),
            remedy: reason.remedy(),
        }
    }
}

/// A search engine takes events first and checks them later, and is asked what it made of them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportConfirmation)]
pub struct ConfirmationBody {
    /// When it was accepted.
    #[schema(format = DateTime)]
    pub accepted_at: String,
    /// How often the search engine was asked.
    pub asked: u32,
    /// When it is asked next; null when it has said what it made of it, or is not asked any more.
    #[schema(required, format = DateTime)]
    pub next_ask_at: Option<String>,
}

impl From<Confirming> for ConfirmationBody {
    fn from(confirming: Confirming) -> Self {
        Self {
            accepted_at: confirming.accepted_at.to_string(),
            asked: confirming.asked,
            next_ask_at: confirming.ask_at.map(|at| at.to_string()),
        }
    }
}

/// One event at one destination under one rule: told, on its way, or not told. Names of fields and of filters are
/// here, and never what was in them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportDelivery)]
pub struct ExportDeliveryBody {
    /// Its id.
    pub id: Uuid,
    /// The run that last had to do with it; null for a test.
    #[schema(required)]
    pub run_id: Option<Uuid>,
    /// The rule; null for a test without one.
    #[schema(required)]
    pub rule_id: Option<Uuid>,
    /// Where it is told.
    pub destination_id: Uuid,
    /// `real`, or `test` for one that somebody made up.
    #[schema(example = "real")]
    pub kind: &'static str,
    /// The conversion that it tells of; null when it tells of a move in a pipeline.
    #[schema(required)]
    pub conversion_id: Option<Uuid>,
    /// The id under which the platform is told.
    #[schema(required)]
    pub event_id: Option<String>,
    /// The name under which the platform is told.
    #[schema(required, example = "Purchase")]
    pub platform_event_name: Option<String>,
    /// `website`, `system_generated` or `business_messaging`; null at a search engine.
    #[schema(required)]
    pub action_source: Option<&'static str>,
    /// When it happened.
    #[schema(format = DateTime)]
    pub event_time: String,
    /// `queued`, `sending`, `sent`, `accepted`, `confirmed`, `rejected`, `retry`, `failed`, `skipped`, or `unknown` when
    /// nobody can know whether it arrived and sending it again might count it twice.
    #[schema(example = "sent")]
    pub status: &'static str,
    /// Why it is not told; null unless it is skipped.
    #[schema(required)]
    pub skip_reason: Option<SkipBody>,
    /// What was taken away or changed before it left, sorted.
    pub filters_applied: Vec<&'static str>,
    /// By what the platform could find the person: names of fields.
    pub match_keys: Vec<&'static str>,
    /// What it was told to be worth, as a decimal number.
    #[schema(required, example = "49.90")]
    pub value: Option<String>,
    /// ISO 4217.
    #[schema(required, example = "EUR")]
    pub currency: Option<String>,
    /// How often it was tried.
    pub attempt: u32,
    /// When it is due next; null when nothing is to be done.
    #[schema(required, format = DateTime)]
    pub next_attempt_at: Option<String>,
    /// The status of the platform's last answer.
    #[schema(required)]
    pub http_status: Option<u16>,
    /// The platform's code of an error.
    #[schema(required)]
    pub platform_code: Option<i64>,
    /// The platform's finer code.
    #[schema(required)]
    pub subcode: Option<i64>,
    /// By what the platform finds the request.
    #[schema(required)]
    pub trace_id: Option<String>,
    /// The beginning of what the platform said last, without what could be somebody's.
    #[schema(required)]
    pub response: Option<String>,
    /// How far a search engine's check is; null of what was not accepted, and where it cannot be asked.
    #[schema(required)]
    pub confirmation: Option<ConfirmationBody>,
    /// When it was decided.
    #[schema(format = DateTime)]
    pub created_at: String,
}

impl From<&LedgerLine> for ExportDeliveryBody {
    fn from(line: &LedgerLine) -> Self {
        let (told, tried) = (&line.told, &line.tried);
        Self {
            id: line.id.uuid(),
            run_id: line.run_id.map(kernel::Id::uuid),
            rule_id: line.rule_id.map(kernel::Id::uuid),
            destination_id: line.destination_id.uuid(),
            kind: line.kind.as_str(),
            conversion_id: line.source.conversion.map(kernel::Id::uuid),
            event_id: told.event_id.clone(),
            platform_event_name: told.event_name.clone(),
            action_source: told.action_source.map(Word::as_str),
            event_time: line.source.occurred_at.to_string(),
            status: line.status.as_str(),
            skip_reason: line.skip_reason.map(SkipBody::from),
            filters_applied: told.filters.iter().map(Word::as_str).collect(),
            match_keys: told.match_keys.iter().map(|key| key.as_str()).collect(),
            value: told.worth.map(|worth| worth.amount.to_string()),
            currency: told.worth.map(|worth| worth.currency.code().to_owned()),
            attempt: tried.count,
            next_attempt_at: line.next_attempt_at.map(|at| at.to_string()),
            http_status: tried.http_status,
            platform_code: tried.platform_code,
            subcode: tried.subcode,
            trace_id: tried.trace_id.clone(),
            response: tried.response.clone(),
            confirmation: tried.confirming.map(ConfirmationBody::from),
            created_at: line.created_at.to_string(),
        }
    }
}
