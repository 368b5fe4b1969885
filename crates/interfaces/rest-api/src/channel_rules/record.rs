//! Rules in answers.

use channel_classifier::ports::StoredRule;
use channel_classifier::{RawCondition, RawRule};
use kernel::ProfileId;
use profile_setup::channel_rules::change::{Changed, Effect};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// One thing that must hold of a visit's evidence. Values are shown as they are compared: in lower
/// case, hosts without a leading `www.`; patterns as they were written.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleCondition {
    /// What is looked at.
    pub field: String,
    /// How it is compared.
    pub operator: String,
    /// Alternatives; a negated operator means none of them.
    pub values: Vec<String>,
}

impl From<RawCondition> for RuleCondition {
    fn from(condition: RawCondition) -> Self {
        Self {
            field: condition.field,
            operator: condition.operator,
            values: condition.values,
        }
    }
}

/// A rule of the profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelRule {
    /// Names the rule.
    pub id: Uuid,
    /// What it is called.
    pub name: String,
    /// The channel that it names.
    pub channel: String,
    /// Its place among the rules, 1 to 999; the first rule that fits decides.
    pub priority: u16,
    /// Whether it takes part.
    pub enabled: bool,
    /// `and` or `or`.
    pub combiner: String,
    /// What must hold.
    pub conditions: Vec<RuleCondition>,
    /// When it was made, RFC 3339.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it was last changed, RFC 3339.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl From<StoredRule> for ChannelRule {
    fn from(stored: StoredRule) -> Self {
        let RawRule {
            name,
            channel,
            combiner,
            conditions,
            ..
        } = stored.rule.to_raw();
        Self {
            id: stored.rule.id.uuid(),
            name,
            channel,
            priority: stored.rule.priority,
            enabled: stored.rule.enabled,
            combiner,
            conditions: conditions.into_iter().map(RuleCondition::from).collect(),
            created_at: stored.created_at.to_string(),
            updated_at: stored.updated_at.to_string(),
        }
    }
}

/// What a change of the rules did beside it.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleChangeMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// The version of the rules now in force.
    pub version: i64,
    /// Distinct pieces of evidence whose channel is another now, in all reports and at once.
    pub signatures_relabelled: usize,
    /// People whose conversions are credited anew, because what counts as direct has changed; the
    /// worker sees to it within moments.
    pub people_to_replay: usize,
    /// The full replay that credits them instead; null when none was running.
    pub recompute_id: Option<Uuid>,
}

impl RuleChangeMeta {
    /// Of a change in the profile.
    pub(super) fn new(profile_id: ProfileId, changed: &Changed) -> Self {
        let Effect {
            signatures_relabelled,
            people_to_replay,
            recompute_id,
        } = changed.effect;
        Self {
            profile_id: profile_id.uuid(),
            version: changed.version,
            signatures_relabelled,
            people_to_replay,
            recompute_id: recompute_id.map(kernel::Id::uuid),
        }
    }
}
