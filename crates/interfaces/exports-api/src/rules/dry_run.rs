//! `POST /api/v1beta/exports/rules/dry-run`

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::{HttpResponse, post};
use conversion_export::dry_run::{DryRunError, DryRunOutcome, MAX_DAYS};
use conversion_export::rules::try_out::{Tried, TryOut, TryOutError, try_out};
use export_rules::Word;
use export_rules::ports::Span;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::heavy::told;
use http_kit::patch::Patch;
use http_kit::problem::{Code, FieldCode, FieldError, Problem};
use http_kit::state::AppState;
use kernel::{ProfileAccess, Sent};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::RuleWrite;
use super::refused::refused;
use super::write::BODY_BYTES;
use crate::fields::Fields;

/// Which rule is tried, where, and on what.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExportRuleDryRunRequest)]
pub struct DryRunRequest {
    /// A rule of the profile, as it is. Either this or `rule`.
    #[serde(default)]
    #[schema(value_type = Option<uuid::Uuid>, nullable = false)]
    rule_id: Patch,
    /// A rule that is not kept, with the fields of a new one. Either this or `rule_id`.
    rule: Option<RuleWrite>,
    /// Where it would be told: a destination of the profile.
    #[serde(default)]
    #[schema(value_type = uuid::Uuid, required)]
    destination_id: Patch,
    /// The first instant.
    #[serde(default)]
    #[schema(value_type = String, format = DateTime, required)]
    from: Patch,
    /// The first instant after; at most 90 days later.
    #[serde(default)]
    #[schema(value_type = String, format = DateTime, required)]
    until: Patch,
}

/// What a rule would have told a destination.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportRuleDryRun)]
pub struct DryRunBody {
    /// How many would have been told.
    pub ships: u64,
    /// How many would have waited for a while first.
    pub waits: u64,
    /// How many would not have been told, by `skip_reason`.
    #[schema(value_type = BTreeMap<String, u64>)]
    pub skips: BTreeMap<&'static str, u64>,
    /// How many events were looked at; at most 100,000.
    pub events: u64,
    /// When the last event happened that was looked at, when there are more than that; else null.
    #[schema(required, format = DateTime)]
    pub stopped_at: Option<String>,
}

impl From<&DryRunOutcome> for DryRunBody {
    fn from(it: &DryRunOutcome) -> Self {
        let skips = it.tally.skips.iter();
        Self {
            ships: it.tally.ships,
            waits: it.tally.waits,
            skips: skips
                .map(|(reason, count)| (reason.as_str(), *count))
                .collect(),
            events: it.events,
            stopped_at: it.stopped_at.map(|at| at.to_string()),
        }
    }
}

/// Try an export rule on what happened
///
/// Counts what a rule would have told a destination of what happened in a span, by the same decisions as a run, as if both
/// had been there since the span began. Nothing is written, and nothing told. One of a profile and two in all are
/// done at a time; three more of a profile wait, else 503.
#[utoipa::path(
    operation_id = "dryRunExportRule",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G143"))),
    request_body = DryRunRequest,
    responses(
        (status = 200, description = "What would have been told.",
            body = Envelope<DryRunBody, ProfileMeta>),
        (status = 404, description = "The profile has no such rule, destination or conversion definition."),
    )
)]
#[post("/api/v1beta/exports/rules/dry-run")]
pub(crate) async fn dry_run_export_rule(
    call: Scoped<ExportsRead, ApiJson<DryRunRequest, BODY_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let (state, access) = (call.state.into_inner(), call.access);
    let profile = access.profile_id;
    let command = call.input.0.read()?;
    let outcome = tried(state, access, command).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: DryRunBody::from(&outcome),
        meta: ProfileMeta::from(profile),
    }))
}

/// Tries it in the profile's turn. Also for the console.
pub async fn tried(
    state: Arc<AppState>,
    access: ProfileAccess,
    command: TryOut,
) -> Result<DryRunOutcome, Problem> {
    told(access.profile_id, async move {
        let sha256 = &*state.exports.sha256;
        let input = (access, command, sha256);
        let tried = state.read(&input, |work, context, (access, command, sha256)| {
            Box::pin(try_out(work, context, access, (command, *sha256)))
        });
        tried.await.map_err(refusal)
    })
    .await
}

impl DryRunRequest {
    fn read(&self) -> Result<TryOut, Problem> {
        let mut fields = Fields::default();
        let rule_id = fields.id("rule_id", &self.rule_id);
        let destination = fields.id("destination_id", &self.destination_id);
        let from = fields.instant("from", &self.from);
        let until = fields.instant("until", &self.until);
        fields.finish(())?;
        let rule = match (rule_id, &self.rule) {
            (Sent::Value(id), None) => Tried::Kept(id),
            (Sent::Absent | Sent::Null, Some(rule)) => {
                let new = rule.to_new().map_err(|problem| problem.within("/rule"))?;
                Tried::Drafted(Box::new(new))
            }
            _ => {
                let detail = "is required, unless rule is sent, and never with it";
                return Err(wrong("/rule_id", FieldCode::Missing, detail));
            }
        };
        Ok(TryOut {
            rule,
            destination: needed("/destination_id", destination)?,
            span: Span {
                from: needed("/from", from)?,
                until: needed("/until", until)?,
            },
        })
    }
}

fn needed<T>(at: &'static str, sent: Sent<T>) -> Result<T, Problem> {
    match sent {
        Sent::Value(value) => Ok(value),
        Sent::Absent | Sent::Null => Err(wrong(at, FieldCode::Missing, "is required")),
    }
}

fn wrong(at: &'static str, code: FieldCode, detail: impl Into<String>) -> Problem {
    Problem::invalid_field(FieldError::pointer(at, code, detail))
}

fn refusal(error: TryOutError) -> Problem {
    match error {
        TryOutError::Rule(error) => refused(error),
        TryOutError::NoDestination => Problem::new(
            Code::NotFound,
            "/destination_id names no destination of the profile",
        ),
        TryOutError::Run(DryRunError::Span) => wrong(
            "/until",
            FieldCode::OutOfRange,
            format!("must be after from, by at most {MAX_DAYS} days"),
        ),
        TryOutError::Run(DryRunError::Store(error)) | TryOutError::Store(error) => error.into(),
    }
}
