//! What a rule is to be.

use export_rules::{NewRule, RuleDraft, RulePatch};
use http_kit::patch::Patch;
use http_kit::problem::Problem;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::preview::PreviewRequest;
use super::refused::invalid;
use crate::fields::{Fields, json};

/// A body has at most this many bytes.
pub(super) const BODY_BYTES: usize = 64 * 1024;

/// What a rule is to be. What is left out of a change stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExportRuleWrite)]
pub struct RuleWrite {
    /// For people. Required when it is made.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, min_length = 1, max_length = 160)]
    name: Patch,
    /// Whether it tells anything; true when it is made and nothing is said.
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    enabled: Patch,
    /// An instant puts it into the archive, null takes it out.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    archived_at: Patch,
    /// 1 to 999, lower runs first; 100 when it is made and nothing is said.
    #[serde(default)]
    #[schema(value_type = Option<u16>, nullable = false, minimum = 1, maximum = 999)]
    priority: Patch,
    /// `conversion_definition` or `pipeline_stage_transition`. Required when it is made, and never changed.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, example = "conversion_definition")]
    source_kind: Patch,
    /// A conversion definition of the profile. Required of a `conversion_definition` rule, null on a pipeline rule.
    #[serde(default)]
    #[schema(value_type = Option<uuid::Uuid>)]
    source_ref_id: Patch,
    /// `to_stage`, `from_stage` and `external_source` of a pipeline rule; `fixed_value` and `fixed_currency` with
    /// `value_mode: fixed_value`. Keys that are not named stay, and null takes one away.
    #[serde(default)]
    #[schema(value_type = Option<Object>, nullable = false)]
    source_config: Patch,
    /// `event_recorded` of a `conversion_definition` rule; `stage_entered` (when nothing is said) or `stage_exited` of a
    /// pipeline rule.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false)]
    trigger_mode: Patch,
    /// Which kinds of destinations it tells: `{"social_capi": {"enabled": true}}`. Kinds that are not named stay, and
    /// are off on a new rule.
    #[serde(default)]
    #[schema(value_type = Option<Object>, nullable = false)]
    destinations: Patch,
    /// Names of its own by kind of destination: `{"social_capi": "Purchase"}`. Kinds that are not named stay, and null
    /// takes a name away.
    #[serde(default)]
    #[schema(value_type = Option<Object>, nullable = false)]
    platform_event_name_overrides: Patch,
    /// The optimisation category of a custom conversion; kept, and nothing makes the custom conversion yet.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    social_custom_event_type: Patch,
    /// `event_value` (when nothing is said), `fixed_value` or `none`.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false)]
    value_mode: Patch,
    /// `skip` (when nothing is said), `custom_event` or `purchase`.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false)]
    recurring_payment_mode: Patch,
    /// What it closes beyond the profile; it opens nothing. Null closes nothing more.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    privacy_override: Patch,
}

impl RuleWrite {
    /// What an object says, as if it had been sent as JSON.
    pub fn of_json(object: Value) -> Result<Self, Problem> {
        serde_json::from_value(object).map_err(|error| Problem::internal(&error))
    }

    /// Whether it tells anything, and nothing else.
    pub fn of_enabled(enabled: bool) -> Self {
        Self {
            enabled: json(enabled),
            ..Self::default()
        }
    }

    /// Into the archive at an instant, and nothing else.
    pub fn of_archived(at: kernel::Timestamp) -> Self {
        Self {
            archived_at: json(at.to_string()),
            ..Self::default()
        }
    }

    /// What a preview says; a rule has a name, and this one needs none.
    pub(super) fn of_preview(sent: PreviewRequest) -> Self {
        Self {
            name: json("preview"),
            source_kind: sent.source_kind,
            source_ref_id: sent.source_ref_id,
            source_config: sent.source_config,
            trigger_mode: sent.trigger_mode,
            platform_event_name_overrides: sent.platform_event_name_overrides,
            ..Self::default()
        }
    }

    fn draft(&self) -> Result<RuleDraft, Problem> {
        let mut fields = Fields::default();
        let draft = RuleDraft {
            name: fields.sent("name", &self.name),
            enabled: fields.sent("enabled", &self.enabled),
            archived_at: fields.instant("archived_at", &self.archived_at),
            priority: fields.sent("priority", &self.priority),
            source_kind: fields.sent("source_kind", &self.source_kind),
            source_ref_id: fields.id("source_ref_id", &self.source_ref_id),
            source_config: fields.sent("source_config", &self.source_config),
            trigger_mode: fields.sent("trigger_mode", &self.trigger_mode),
            destinations: fields.sent("destinations", &self.destinations),
            platform_event_name_overrides: fields.sent(
                "platform_event_name_overrides",
                &self.platform_event_name_overrides,
            ),
            social_custom_event_type: fields
                .sent("social_custom_event_type", &self.social_custom_event_type),
            value_mode: fields.sent("value_mode", &self.value_mode),
            recurring_payment_mode: fields
                .sent("recurring_payment_mode", &self.recurring_payment_mode),
            privacy_override: fields.sent("privacy_override", &self.privacy_override),
        };
        fields.finish(draft)
    }

    /// A new one, or all that is wrong with it.
    pub fn to_new(&self) -> Result<NewRule, Problem> {
        NewRule::parse(self.draft()?).map_err(|faults| invalid(&faults))
    }

    /// A change; whether it may be, the rule says.
    pub(crate) fn change(&self) -> Result<RulePatch, Problem> {
        self.draft().map(RulePatch::new)
    }
}
