//! `GET /api/v1beta/conversions/{id}/exports`

use std::sync::Arc;

use actix_web::{HttpResponse, get};
use conversion_export::explain::{
    ExplainedExports, ExplainedRule, FormerRule, HeldBack, explain, former,
};
use export_rules::ports::ExportDeliveryFilter;
use export_rules::{LedgerLine, LineKind, Outcome, Sha256, Word};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ids::kind;
use kernel::{ConversionId, Limit, OutcomeEventId, ProfileAccess, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::record::{ExportDeliveryBody, SkipBody};

/// What ad platforms were told of a conversion, what they would be told, and why the rest stays.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConversionExports)]
pub struct ConversionExportsBody {
    /// The conversion.
    pub conversion_id: Uuid,
    /// The outcome event that it is made of.
    pub event_id: Uuid,
    /// When it happened.
    #[schema(format = DateTime)]
    pub event_time: String,
    /// For each destination and each enabled rule that reads the conversion; then what was decided under rules that do
    /// not look at it any more.
    pub destinations: Vec<ExplainedBody>,
}

/// One destination and one rule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExplainedExport)]
pub struct ExplainedBody {
    /// The destination.
    pub destination_id: Uuid,
    /// `social_capi` or `search_ads`.
    pub destination: &'static str,
    /// `active`, `disabled` or `suppressed_platform_safe`.
    pub routing: &'static str,
    /// The rule.
    pub rule_id: Uuid,
    /// The rule's name.
    pub rule_name: String,
    /// What stands in the ledger; null when nothing was decided yet.
    #[schema(required)]
    pub delivery: Option<ExportDeliveryBody>,
    /// What would be decided now, had nobody told it yet.
    pub now: DecisionBody,
}

/// What would be decided.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportDecision)]
pub struct DecisionBody {
    /// `send`, `wait`, `skip`, or `not_looked_at` when the rule does not look at it there.
    pub outcome: &'static str,
    /// Why the rule does not look at it, in a sentence.
    #[schema(required)]
    pub held_back: Option<&'static str>,
    /// Why it would be skipped.
    #[schema(required)]
    pub skip_reason: Option<SkipBody>,
    /// The name under which the platform would be told.
    #[schema(required)]
    pub platform_event_name: Option<String>,
    /// `website`, `system_generated` or `business_messaging`.
    #[schema(required)]
    pub action_source: Option<&'static str>,
    /// What would be taken away or changed before it leaves.
    pub filters_applied: Vec<&'static str>,
    /// By what the platform could find the person: names of fields.
    pub match_keys: Vec<&'static str>,
    /// Names of the fields that would leave, in the platform's words; never what is in them.
    pub fields: Vec<String>,
}

fn decided(it: &ExplainedRule) -> DecisionBody {
    let decision = &it.decision;
    let outcome = match (it.before, &decision.outcome) {
        (Some(_), _) => "not_looked_at",
        (None, Outcome::Ship(_)) => "send",
        (None, Outcome::Wait(_)) => "wait",
        (None, Outcome::Skip(_)) => "skip",
    };
    DecisionBody {
        outcome,
        held_back: it.before.map(HeldBack::meaning),
        skip_reason: it.skip_reason().map(SkipBody::from),
        platform_event_name: decision.event_name.clone(),
        action_source: decision.action_source.map(Word::as_str),
        filters_applied: decision.filters.iter().map(Word::as_str).collect(),
        match_keys: decision.match_keys.iter().map(|key| key.as_str()).collect(),
        fields: it.fields(),
    }
}

/// The line of a rule's decision.
fn line_of<'a>(it: &ExplainedRule, lines: &'a [LedgerLine]) -> Option<&'a LedgerLine> {
    lines.iter().find(|line| {
        line.destination_id == it.destination.id
            && line.rule_id == Some(it.rule.id)
            && line.source.kind == it.rule.settings.source.kind()
    })
}

fn explained(it: &ExplainedRule, line: Option<&LedgerLine>) -> ExplainedBody {
    ExplainedBody {
        destination_id: it.destination.id.uuid(),
        destination: it.destination.kind().as_str(),
        routing: it.routing.as_str(),
        rule_id: it.rule.id.uuid(),
        rule_name: it.rule.settings.name.clone(),
        delivery: line.map(ExportDeliveryBody::from),
        now: decided(it),
    }
}

fn former_body(it: &FormerRule, lines: &[&LedgerLine]) -> ExplainedBody {
    let of_it = |line: &&&LedgerLine| {
        line.destination_id == it.destination.id && line.rule_id == Some(it.rule.id)
    };
    ExplainedBody {
        destination_id: it.destination.id.uuid(),
        destination: it.destination.kind().as_str(),
        routing: it.routing.as_str(),
        rule_id: it.rule.id.uuid(),
        rule_name: it.rule.settings.name.clone(),
        delivery: lines
            .iter()
            .find(of_it)
            .map(|line| ExportDeliveryBody::from(*line)),
        now: DecisionBody {
            outcome: "not_looked_at",
            held_back: Some(it.why.meaning()),
            skip_reason: None,
            platform_event_name: None,
            action_source: None,
            filters_applied: Vec::new(),
            match_keys: Vec::new(),
            fields: Vec::new(),
        },
    }
}

/// Explain what platforms were told of a conversion
///
/// For each destination and each rule that reads the conversion: what was told, what was withheld and why, and which
/// fields would leave now. What was decided before stays, also when the rule is off, archived or reads something else by
/// now, or the event is no conversion any more. Names of fields alone are shown, never what is in them.
#[utoipa::path(
    operation_id = "getConversionExports",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G14"))),
    params(("id" = String, Path, format = Uuid, description = "The conversion.")),
    responses(
        (status = 200, description = "What is known of it.",
            body = Envelope<ConversionExportsBody, ProfileMeta>),
    )
)]
#[get("/api/v1beta/conversions/{id}/exports")]
pub(crate) async fn explain_conversion_exports(
    call: Scoped<ExportsRead, PathId<kind::Conversion>>,
) -> Result<HttpResponse, Problem> {
    let data = conversion_exports(&call.state, &call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data,
        meta: ProfileMeta::from(call.access.profile_id),
    }))
}

/// What is known of a conversion. Also for the tool server.
pub async fn conversion_exports(
    state: &AppState,
    access: &ProfileAccess,
    id: ConversionId,
) -> Result<ConversionExportsBody, Problem> {
    let sha256: Arc<dyn Sha256> = Arc::clone(&state.exports.sha256);
    let input = (access, id, sha256);
    let found = state.read(&input, |work, context, (access, id, sha256)| {
        Box::pin(explain(work, context, &**sha256, (access, *id)))
    });
    let found: Option<ExplainedExports> = found.await?;
    let deliveries = &state.exports.deliveries;
    let (event, occurred_at) = match &found {
        Some(found) => (found.event_id, found.occurred_at),
        None => was_told(state, access, id).await?,
    };
    let lines = deliveries.of_event(access, event).await?;
    let told = found.iter().flat_map(|found| &found.told);
    let told: Vec<_> = told.map(|it| (it, line_of(it, &lines))).collect();
    let is_shown = |line: &LedgerLine| {
        let mut shown = told.iter().filter_map(|(_, line)| *line);
        shown.any(|shown| shown.id == line.id)
    };
    let rest = lines.iter().filter(|line| !is_shown(line));
    let rest: Vec<&LedgerLine> = rest
        .filter(|line| line.source.conversion == Some(id))
        .collect();
    let former = formerly(state, access, &rest, found.is_some()).await?;
    let now = told.iter().map(|(it, line)| explained(it, *line));
    Ok(ConversionExportsBody {
        conversion_id: id.uuid(),
        event_id: event.uuid(),
        event_time: occurred_at.to_string(),
        destinations: now
            .chain(former.iter().map(|it| former_body(it, &rest)))
            .collect(),
    })
}

/// The event of what is no conversion now and was told of before, and when it happened.
async fn was_told(
    state: &AppState,
    access: &ProfileAccess,
    id: ConversionId,
) -> Result<(OutcomeEventId, Timestamp), Problem> {
    let filter = ExportDeliveryFilter {
        conversion_id: Some(id),
        kind: Some(LineKind::Real),
        ..ExportDeliveryFilter::default()
    };
    let one = Limit::new(1).ok_or_else(Problem::not_found)?;
    let deliveries = &state.exports.deliveries;
    let lines = deliveries.page(access, &filter, None, one).await?;
    let line = lines.first().ok_or_else(Problem::not_found)?;
    Ok((line.source.event, line.source.occurred_at))
}

async fn formerly(
    state: &AppState,
    access: &ProfileAccess,
    lines: &[&LedgerLine],
    is_counted: bool,
) -> Result<Vec<FormerRule>, Problem> {
    let decided = lines
        .iter()
        .filter_map(|line| Some((line.destination_id, line.rule_id?)));
    let decided: Vec<_> = decided.collect();
    if decided.is_empty() {
        return Ok(Vec::new());
    }
    let input = (access.profile_id, decided);
    let former = state.read(&input, |work, _, (profile, decided)| {
        Box::pin(former(work, *profile, decided, is_counted))
    });
    Ok(former.await?)
}
