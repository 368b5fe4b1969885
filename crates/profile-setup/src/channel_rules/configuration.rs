//! What a change of rules is made on: the rules and channels there are.

use channel_classifier::ports::StoredRule;
use channel_classifier::{
    DEFAULT_TAXONOMY, LAST_PRIORITY, RawCondition, RawRule, Rule, RuleOperator, RuleSet,
    RuleSetProblem, check_patterns,
};
use kernel::{ChannelRuleId, ProfileId, StoreError, Timestamp};

use super::error::{RuleError, RuleFault};
use application::unit_of_work::UnitOfWork;

/// A rule as somebody sends it, nothing of it checked but the types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDraft {
    /// What to call it.
    pub name: String,
    /// The channel that it names.
    pub channel: String,
    /// Its place; `None` is the one after the last rule's.
    pub priority: Option<i64>,
    /// Whether it takes part.
    pub enabled: bool,
    /// `and` or `or`.
    pub combiner: String,
    /// What must hold.
    pub conditions: Vec<RawCondition>,
}

/// The profile's rules and the channels that they may name.
#[derive(Clone, Debug)]
pub struct ChannelConfiguration {
    /// Rules by priority.
    pub rules: Vec<StoredRule>,
    /// The workspace's channels beside the default taxonomy.
    pub channels: Vec<String>,
}

/// What a change writes.
#[derive(Clone, Debug)]
pub struct Edit {
    /// Rules that are new or changed.
    pub written: Vec<StoredRule>,
    /// A rule that goes away.
    pub removed: Option<ChannelRuleId>,
    /// The deed, as the audit trail calls it.
    pub action: &'static str,
    /// The rule that it was done to.
    pub subject: ChannelRuleId,
}

impl ChannelConfiguration {
    /// The profile's present rules and channels.
    pub async fn load(
        work: &mut dyn UnitOfWork,
        profile_id: ProfileId,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            rules: work.channel_rules().rules(profile_id).await?,
            channels: work.channel_rules().channels(profile_id).await?,
        })
    }

    /// A rule by its id.
    pub fn find(&self, id: ChannelRuleId) -> Result<&StoredRule, RuleError> {
        self.rules
            .iter()
            .find(|stored| stored.rule.id == id)
            .ok_or(RuleError::NotFound)
    }

    /// The whole taxonomy: the default channels, then the workspace's own.
    pub fn taxonomy(&self) -> Vec<String> {
        let default = DEFAULT_TAXONOMY.iter().map(|name| (*name).to_owned());
        default.chain(self.channels.iter().cloned()).collect()
    }

    /// The priority after the last rule's; `None` when that is the last one there is.
    pub fn next_priority(&self) -> Option<u16> {
        let last = self.rules.iter().map(|stored| stored.rule.priority).max();
        last.unwrap_or(0)
            .checked_add(1)
            .filter(|next| *next <= LAST_PRIORITY)
    }

    /// Reads a rule and looks its channel up, so that everything wrong is told at once.
    pub fn read(
        &self,
        id: ChannelRuleId,
        enabled: bool,
        raw: RawRule,
    ) -> Result<Rule, Vec<RuleFault>> {
        let unknown = self.unknown_channel(&raw.channel);
        let parsed = Rule::parse(id, enabled, raw);
        match (parsed, unknown) {
            (Ok(rule), None) => Ok(rule),
            (parsed, unknown) => {
                let problems = parsed.err().unwrap_or_default();
                let mut faults: Vec<_> = problems.into_iter().map(RuleFault::Problem).collect();
                faults.extend(unknown);
                Err(faults)
            }
        }
    }

    /// What is wrong with a channel's name; an empty one is the parser's to refuse.
    fn unknown_channel(&self, channel: &str) -> Option<RuleFault> {
        let taxonomy = self.taxonomy();
        if channel.is_empty() || taxonomy.iter().any(|name| name == channel) {
            return None;
        }
        let key = super::add_channel::key(channel);
        let near = taxonomy
            .into_iter()
            .find(|name| super::add_channel::key(name) == key);
        Some(RuleFault::UnknownChannel {
            channel: channel.to_owned(),
            near,
        })
    }

    /// Refuses a rule whose patterns take too long to compile with those of the other rules.
    pub fn check_patterns(&self, rule: &Rule) -> Result<(), RuleError> {
        let others = self.rules.iter().map(|stored| &stored.rule);
        let all = others.filter(|other| other.id != rule.id).chain([rule]);
        let conditions = all.flat_map(|rule| &rule.conditions);
        let patterns = conditions.filter(|condition| condition.operator.takes_patterns());
        let texts = patterns.flat_map(|condition| condition.values.iter().map(String::as_str));
        check_all_patterns(&texts.collect::<Vec<_>>())
    }

    /// Refuses a rule whose priority another rule has.
    pub fn check_priority(&self, rule: &Rule) -> Result<(), RuleError> {
        let taken = self
            .rules
            .iter()
            .map(|stored| &stored.rule)
            .find(|other| other.priority == rule.priority && other.id != rule.id);
        match taken {
            Some(other) => Err(RuleError::PriorityTaken {
                priority: other.priority,
                id: other.id,
                name: other.name.clone(),
            }),
            None => Ok(()),
        }
    }

    /// The rules as they are once the edit is done.
    #[must_use]
    pub fn after(mut self, edit: &Edit) -> Self {
        let replaced = |id: ChannelRuleId| {
            edit.removed == Some(id) || edit.written.iter().any(|stored| stored.rule.id == id)
        };
        self.rules.retain(|stored| !replaced(stored.rule.id));
        self.rules.extend(edit.written.iter().cloned());
        self.rules.sort_by_key(|stored| stored.rule.priority);
        self
    }

    /// The rules as one ordered set.
    pub fn rule_set(&self) -> Result<RuleSet, RuleError> {
        rule_set(self.rules.iter().map(|stored| stored.rule.clone()))
    }
}

/// The patterns among what was sent.
pub fn sent_patterns<'a>(
    conditions: impl Iterator<Item = &'a RawCondition>,
) -> impl Iterator<Item = &'a str> {
    let takes = |condition: &&RawCondition| {
        RuleOperator::parse(&condition.operator).is_some_and(RuleOperator::takes_patterns)
    };
    conditions
        .filter(takes)
        .flat_map(|condition| condition.values.iter().map(String::as_str))
}

/// Refuses patterns that cannot be all those of a profile; compiles none.
pub fn check_all_patterns(patterns: &[&str]) -> Result<(), RuleError> {
    check_patterns(patterns).map_err(|problem| RuleError::SetTooLarge(problem.to_string()))
}

/// An ordered set of rules whose priorities and number were checked; they may still be too large
/// together.
pub fn rule_set(rules: impl IntoIterator<Item = Rule>) -> Result<RuleSet, RuleError> {
    RuleSet::new(rules.into_iter().collect()).map_err(|problem| match problem {
        RuleSetProblem::PatternsTooLarge(_)
        | RuleSetProblem::TooManyValues(_)
        | RuleSetProblem::TooManyPatterns(_)
        | RuleSetProblem::PatternsTooDear => RuleError::SetTooLarge(problem.to_string()),
        other => StoreError::inconsistent(other).into(),
    })
}

/// A rule with when it was made.
pub fn stored(rule: Rule, created_at: Timestamp, updated_at: Timestamp) -> StoredRule {
    StoredRule {
        rule,
        created_at,
        updated_at,
    }
}
