//! Rules in requests.

use channel_classifier::RawCondition;
use profile_setup::channel_rules::configuration::RuleDraft;
use profile_setup::channel_rules::update::RuleChange;
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use http_kit::extract::ObjectOf;
use http_kit::problem::{FieldCode, FieldError, Problem};

/// One thing that must hold of a visit's evidence.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleConditionBody {
    /// `referrer_host`, `utm_source`, `utm_medium`, `utm_campaign`, `utm_term`, `utm_content`,
    /// `click_id` (kinds, such as `gclid`), `landing_host` or `landing_path` (its first two
    /// segments).
    pub field: String,
    /// `is`, `is_not`, `contains`, `not_contains`, `starts_with`, `ends_with`, `matches`,
    /// `not_matches`, `is_set` or `is_not_set`. A field without a value satisfies exactly the
    /// negated ones.
    pub operator: String,
    /// Alternatives; a negated operator means none of them. None for `is_set` and `is_not_set`.
    /// Patterns have at most 256 characters, run in linear time and know neither look-around nor
    /// back-references.
    #[serde(default)]
    #[schema(max_items = 1000)]
    pub values: Vec<String>,
}

/// A channel rule.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleBody {
    /// What to call it.
    #[schema(min_length = 1, max_length = 160)]
    pub name: String,
    /// The channel that it names: one of the taxonomy, in its spelling.
    pub channel: String,
    /// Its place among the rules; absent is the one after the last rule's.
    #[schema(minimum = 1, maximum = 999)]
    pub priority: Option<i64>,
    /// Whether it takes part.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub enabled: bool,
    /// `and`: all conditions must hold; `or`: one must.
    #[serde(default = "and")]
    #[schema(default = "and")]
    pub combiner: String,
    /// What must hold.
    #[schema(value_type = Vec<RuleConditionBody>, min_items = 1, max_items = 50)]
    pub(super) conditions: Vec<ObjectOf<RuleConditionBody>>,
}

pub(super) fn yes() -> bool {
    true
}

pub(super) fn and() -> String {
    "and".to_owned()
}

fn raw(conditions: Vec<ObjectOf<RuleConditionBody>>) -> Vec<RawCondition> {
    let one = |ObjectOf(condition): ObjectOf<RuleConditionBody>| RawCondition {
        field: condition.field,
        operator: condition.operator,
        values: condition.values,
    };
    conditions.into_iter().map(one).collect()
}

impl From<RuleBody> for RuleDraft {
    fn from(body: RuleBody) -> Self {
        Self {
            name: body.name,
            channel: body.channel,
            priority: body.priority,
            enabled: body.enabled,
            combiner: body.combiner,
            conditions: raw(body.conditions),
        }
    }
}

/// What of a rule is to be different. Fields that are absent stay; none of them can be null.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleChangeBody {
    /// What to call it.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, nullable = false, min_length = 1, max_length = 160)]
    name: Sent<String>,
    /// The channel that it names.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, nullable = false)]
    channel: Sent<String>,
    /// Its place among the rules.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<i64>, nullable = false, minimum = 1, maximum = 999)]
    priority: Sent<i64>,
    /// Whether it takes part.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<bool>, nullable = false)]
    enabled: Sent<bool>,
    /// `and` or `or`.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, nullable = false)]
    combiner: Sent<String>,
    /// What must hold, all of it: a list replaces the list.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Vec<RuleConditionBody>>, nullable = false)]
    conditions: Sent<Vec<ObjectOf<RuleConditionBody>>>,
}

/// Absent, null (`Some(None)`) or a value.
type Sent<T> = Option<Option<T>>;

fn sent<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Sent<T>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

/// The value that was sent, if any; null is noted as wrong.
fn value<T>(name: &str, sent: Sent<T>, wrong: &mut Vec<FieldError>) -> Option<T> {
    if matches!(sent, Some(None)) {
        let words = "cannot be null; leave it out to keep it";
        let at = format!("/{name}");
        wrong.push(FieldError::pointer(at, FieldCode::Malformed, words));
    }
    sent.flatten()
}

impl TryFrom<RuleChangeBody> for RuleChange {
    type Error = Problem;

    fn try_from(body: RuleChangeBody) -> Result<Self, Problem> {
        let mut wrong = Vec::new();
        let change = Self {
            name: value("name", body.name, &mut wrong),
            channel: value("channel", body.channel, &mut wrong),
            priority: value("priority", body.priority, &mut wrong),
            enabled: value("enabled", body.enabled, &mut wrong),
            combiner: value("combiner", body.combiner, &mut wrong),
            conditions: value("conditions", body.conditions, &mut wrong).map(raw),
        };
        if wrong.is_empty() {
            Ok(change)
        } else {
            Err(Problem::invalid(wrong))
        }
    }
}
