//! One rule, as written and as read.

use std::ops::Range;

use kernel::ChannelRuleId;

use super::pattern::RulePatterns;
use super::problem::RuleProblem;
use super::read::read;
use super::words::{Combiner, RuleField, RuleOperator};

/// One condition as somebody wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct RawCondition {
    /// A word of [`RuleField`].
    pub field: String,
    /// A word of [`RuleOperator`].
    pub operator: String,
    /// What to compare with: alternatives. None for `is_set` and `is_not_set`.
    pub values: Vec<String>,
}

impl RawCondition {
    /// As written in words that are sure to be ones.
    pub fn new(field: RuleField, operator: RuleOperator, values: &[&str]) -> Self {
        Self {
            field: field.as_str().to_owned(),
            operator: operator.as_str().to_owned(),
            values: values.iter().map(|&value| value.to_owned()).collect(),
        }
    }
}

/// One rule as somebody wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct RawRule {
    /// What people call it.
    pub name: String,
    /// The channel that it gives.
    pub channel: String,
    /// Its place among the profile's rules: 1 is tried first.
    pub priority: i64,
    /// A word of [`Combiner`].
    pub combiner: String,
    /// At least one condition.
    pub conditions: Vec<RawCondition>,
}

impl RawRule {
    /// All conditions have to hold; the first of the profile's rules that does decides.
    pub fn all_of(name: &str, channel: &str, conditions: Vec<RawCondition>) -> Self {
        Self {
            name: name.to_owned(),
            channel: channel.to_owned(),
            priority: 1,
            combiner: Combiner::And.as_str().to_owned(),
            conditions,
        }
    }
}

/// One condition that can be tried.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Condition {
    /// What it looks at.
    pub field: RuleField,
    /// How it compares.
    pub operator: RuleOperator,
    /// The alternatives in normal form, patterns as written; empty for `is_set` and `is_not_set`.
    pub values: Vec<String>,
    /// Which of the rule's patterns are this condition's.
    pub(super) patterns: Range<usize>,
}

/// One rule that can be tried. Only [`Rule::parse`] makes one.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Rule {
    /// Its id.
    pub id: ChannelRuleId,
    /// What people call it, 1 to 160 characters.
    pub name: String,
    /// The channel that it gives. Whether a taxonomy has it is not known here.
    pub channel: String,
    /// Its place among the profile's rules, 1 to 999: 1 is tried first.
    pub priority: u16,
    /// Whether it takes part. A disabled rule keeps its priority.
    pub enabled: bool,
    /// How the conditions combine.
    pub combiner: Combiner,
    /// 1 to 50 conditions.
    pub conditions: Vec<Condition>,
    /// All patterns of all conditions, compiled.
    pub(super) patterns: RulePatterns,
}

impl Rule {
    /// Reads a rule.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, in the order of its parts.
    pub fn parse(id: ChannelRuleId, enabled: bool, raw: RawRule) -> Result<Self, Vec<RuleProblem>> {
        read(id, enabled, raw)
    }

    /// The rule as it would be written today: values in normal form. Parsing it again gives an
    /// equal rule.
    pub fn to_raw(&self) -> RawRule {
        let condition = |condition: &Condition| RawCondition {
            field: condition.field.as_str().to_owned(),
            operator: condition.operator.as_str().to_owned(),
            values: condition.values.clone(),
        };
        RawRule {
            name: self.name.clone(),
            channel: self.channel.clone(),
            priority: self.priority.into(),
            combiner: self.combiner.as_str().to_owned(),
            conditions: self.conditions.iter().map(condition).collect(),
        }
    }
}

/// The compiled patterns follow from the conditions.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.enabled == other.enabled && self.to_raw() == other.to_raw()
    }
}

impl Eq for Rule {}
