//! `GET /api/v1beta/conversions/{id}/exports`

use std::sync::Arc;

use actix_web::{HttpResponse, get};
use conversion_export::explain::{ExplainedExports, ExplainedRule, HeldBack, explain};
use export_rules::{LedgerLine, Outcome, Sha256, Word};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{PathId, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ids::kind;
use kernel::{ConversionId, ProfileAccess};
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
    /// For each destination and each enabled rule that reads the conversion.
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

fn explained(it: &ExplainedRule, lines: &[LedgerLine]) -> ExplainedBody {
    let line = lines.iter().find(|line| {
        line.destination_id == it.destination.id
            && line.rule_id == Some(it.rule.id)
            && line.source.kind == it.rule.settings.source.kind()
    });
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

/// Explain what platforms were told of a conversion
///
/// For each destination and each rule that reads the conversion: what was told, what was withheld and why, and which
/// fields would leave now. Names of fields alone are shown, never what is in them.
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
    let found: ExplainedExports = found.await?.ok_or_else(Problem::not_found)?;
    let lines = state
        .exports
        .deliveries
        .of_event(access, found.event_id)
        .await?;
    let told = found.told.iter();
    Ok(ConversionExportsBody {
        conversion_id: id.uuid(),
        event_id: found.event_id.uuid(),
        event_time: found.occurred_at.to_string(),
        destinations: told.map(|it| explained(it, &lines)).collect(),
    })
}
