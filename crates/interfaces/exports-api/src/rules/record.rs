//! Rules on the wire.

use conversion_export::rules::source_config;
use export_rules::ports::RuleDeliveries;
use export_rules::{DestinationKind, PrivacyOverride, Rule, Word};
use http_kit::envelope::Envelope;
use kernel::ProfileId;
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

/// What is told: conversions of a definition, or moves in a pipeline.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportRule)]
pub struct RuleBody {
    /// Its id.
    pub id: Uuid,
    /// For people.
    pub name: String,
    /// Whether it tells anything.
    pub enabled: bool,
    /// When it was put into the archive, where it tells nothing and no list shows it; null while it is not.
    #[schema(required, format = DateTime)]
    pub archived_at: Option<String>,
    /// 1 to 999; lower runs first.
    #[schema(minimum = 1, maximum = 999)]
    pub priority: u16,
    /// `conversion_definition` or `pipeline_stage_transition`.
    #[schema(example = "conversion_definition")]
    pub source_kind: &'static str,
    /// The definition; null on a pipeline rule.
    #[schema(required)]
    pub source_ref_id: Option<Uuid>,
    /// `to_stage`, `from_stage`, `external_source` of a pipeline rule; `fixed_value` and `fixed_currency` of a rule that
    /// tells a fixed value. What is not set is not there.
    #[schema(value_type = Object)]
    pub source_config: Map<String, Value>,
    /// `event_recorded`, `stage_entered` or `stage_exited`.
    #[schema(example = "event_recorded")]
    pub trigger_mode: &'static str,
    /// Which kinds of destinations it tells: `{"social_capi": {"enabled": true}, …}`.
    #[schema(value_type = Object)]
    pub destinations: Map<String, Value>,
    /// Names of its own, by kind of destination.
    #[schema(value_type = Object)]
    pub platform_event_name_overrides: Map<String, Value>,
    /// The optimisation category of a custom conversion; null derives it.
    #[schema(required)]
    pub social_custom_event_type: Option<String>,
    /// `event_value`, `fixed_value` or `none`.
    #[schema(example = "event_value")]
    pub value_mode: &'static str,
    /// `skip`, `custom_event` or `purchase`: what becomes of renewals of a subscription.
    #[schema(example = "skip")]
    pub recurring_payment_mode: &'static str,
    /// What it closes beyond the profile: `{"close": ["page"], "limited_data_use": {"country": 0, "state": 0}}`; null
    /// closes nothing more.
    #[schema(required, value_type = Option<Object>)]
    pub privacy_override: Option<Value>,
    /// When it was made.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
    /// What was decided under it in the last 7 days.
    pub delivery_stats_7d: RuleStatistics,
}

/// What was decided under a rule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportRuleStatistics)]
pub struct RuleStatistics {
    /// How many conversions, skipped ones too.
    pub total: u64,
    /// How many of them a platform has.
    pub sent: u64,
    /// When the newest was decided; null when none was.
    #[serde(rename = "lastAt")]
    #[schema(required, format = DateTime)]
    pub last_at: Option<String>,
}

/// What an answer about a rule is about.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportRuleMeta)]
pub struct RuleMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// `custom_conversion_not_made`: `social_custom_event_type` is kept, and nothing makes the custom conversion at the
    /// platform yet. Empty when there is nothing to say.
    pub warnings: Vec<&'static str>,
}

const NOT_MADE: &str = "custom_conversion_not_made";

/// A rule with its figures, and what is to be said about it.
pub(super) fn answer(
    profile: ProfileId,
    rule: &Rule,
    figures: Option<&RuleDeliveries>,
) -> Envelope<RuleBody, RuleMeta> {
    let is_named = rule.settings.social_custom_event_type.is_some();
    Envelope {
        data: RuleBody::new(rule, figures),
        meta: RuleMeta {
            profile_id: profile.uuid(),
            warnings: is_named.then_some(NOT_MADE).into_iter().collect(),
        },
    }
}

impl RuleBody {
    /// A rule with its figures; without any, nothing was decided under it.
    pub fn new(rule: &Rule, figures: Option<&RuleDeliveries>) -> Self {
        let settings = &rule.settings;
        let figures = figures.copied().unwrap_or_default();
        Self {
            id: rule.id.uuid(),
            name: settings.name.clone(),
            enabled: settings.enabled,
            archived_at: settings.archived_at.map(|at| at.to_string()),
            priority: settings.priority,
            source_kind: settings.source.kind().as_str(),
            source_ref_id: settings.source.definition().map(kernel::Id::uuid),
            source_config: source_config(rule),
            trigger_mode: settings.source.trigger().as_str(),
            destinations: by_kind(|kind| Some(json!({"enabled": settings.destinations.of(kind)}))),
            platform_event_name_overrides: by_kind(|kind| {
                settings.event_names.of(kind).clone().map(Value::from)
            }),
            social_custom_event_type: settings.social_custom_event_type.clone(),
            value_mode: settings.value.mode().as_str(),
            recurring_payment_mode: settings.recurring_payment_mode.as_str(),
            privacy_override: settings
                .privacy_override
                .as_ref()
                .map(PrivacyOverride::to_json),
            created_at: rule.created_at.to_string(),
            updated_at: rule.updated_at.to_string(),
            delivery_stats_7d: RuleStatistics {
                total: figures.total,
                sent: figures.sent,
                last_at: figures.last_at.map(|at| at.to_string()),
            },
        }
    }
}

fn by_kind(value: impl Fn(DestinationKind) -> Option<Value>) -> Map<String, Value> {
    let kinds = DestinationKind::ALL.iter().copied();
    kinds
        .filter_map(|kind| Some((kind.to_string(), value(kind)?)))
        .collect()
}
