//! What a whole candidate set of rules would label anew.

use std::collections::{BTreeMap, HashMap, HashSet};

use channel_classifier::ports::Usage;
use channel_classifier::{Classifier, LAST_PRIORITY, MAX_RULES, RawRule, Rule};
use kernel::{ChannelRuleId, Model, Period, ProfileId};

use super::configuration::{
    ChannelConfiguration, RuleDraft, check_all_patterns, rule_set, sent_patterns,
};
use super::error::{RuleError, RuleFault};
use super::preview::{PreviewQuestion, Stage};
use super::projection::{Projection, project};
use application::context::Context;
use application::relabelling::{Reclassifications, reclassify};
use application::unit_of_work::UnitOfWork;

/// What signatures without a label count as, as everywhere in reports.
const UNLABELLED: &str = "Unassigned";

/// One rule of a candidate set.
#[derive(Clone, Debug)]
pub struct SetRule {
    /// The rule that it stands for, if it is one of the profile's.
    pub id: Option<ChannelRuleId>,
    /// What it says.
    pub draft: RuleDraft,
}

/// Traffic that goes from one channel to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelPair {
    /// Its channel now.
    pub from: String,
    /// Its channel then.
    pub to: String,
    /// The traffic.
    pub usage: Usage,
}

/// What the candidate set would do.
#[derive(Clone, Debug)]
pub struct RuleDiff {
    /// Channels that lose to others, most sessions first, then most conversions, then by name.
    pub pairs: Vec<ChannelPair>,
    /// All that changes its channel.
    pub total: Usage,
    /// All that does not.
    pub unchanged: Usage,
    /// The days.
    pub period: Period,
    /// Whose shares count.
    pub model: Model,
}

/// Tells what reports would show after the profile's rules were replaced by these, without writing
/// anything.
pub async fn diff(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    rules: &[SetRule],
    question: PreviewQuestion,
) -> Result<RuleDiff, RuleError> {
    let stage = Stage::open(work, context, profile_id, question).await?;
    let configuration = ChannelConfiguration::load(work, profile_id).await?;
    let rules = read(&configuration, context, rules)?;
    let classifier = Classifier::new(&rule_set(rules)?);
    let mut judgements: Reclassifications = HashMap::new();
    reclassify(work, profile_id, &classifier, &mut |id, _, reclassified| {
        judgements.insert(id, reclassified);
    })
    .await?;
    let projection = project(work, &stage, &judgements).await?;
    Ok(tell(&stage, &projection, &judgements))
}

/// Reads the whole set: what is wrong with single rules first, then how they fit together.
fn read(
    configuration: &ChannelConfiguration,
    context: &Context<'_>,
    rules: &[SetRule],
) -> Result<Vec<Rule>, RuleError> {
    if rules.len() > MAX_RULES {
        return Err(RuleError::TooManyRules(MAX_RULES));
    }
    // Before anything is compiled, which takes time.
    let conditions = rules.iter().flat_map(|rule| &rule.draft.conditions);
    check_all_patterns(&sent_patterns(conditions).collect::<Vec<_>>())?;
    let next = next_priorities(rules);
    let mut faults: Vec<(usize, RuleFault)> = Vec::new();
    let mut read = Vec::new();
    for (position, (rule, next)) in rules.iter().zip(next).enumerate() {
        let id = rule.id.unwrap_or_else(|| context.ids.new_id().into());
        let draft = rule.draft.clone();
        let raw = RawRule {
            name: draft.name,
            channel: draft.channel,
            priority: draft.priority.unwrap_or(next),
            combiner: draft.combiner,
            conditions: draft.conditions,
        };
        match configuration.read(id, draft.enabled, raw) {
            Ok(rule) => read.push(rule),
            Err(wrong) => faults.extend(wrong.into_iter().map(|fault| (position, fault))),
        }
    }
    if !faults.is_empty() {
        return Err(RuleError::InvalidSet(faults));
    }
    distinct(&read)?;
    Ok(read)
}

/// A rule without a priority comes after all that have one, in the order of the list.
fn next_priorities(rules: &[SetRule]) -> Vec<i64> {
    let given = rules.iter().filter_map(|rule| rule.draft.priority);
    let last = i64::from(LAST_PRIORITY);
    let mut next = given.max().unwrap_or(0).clamp(0, last);
    let one = |rule: &SetRule| {
        next += i64::from(rule.draft.priority.is_none());
        next
    };
    rules.iter().map(one).collect()
}

fn distinct(rules: &[Rule]) -> Result<(), RuleError> {
    let mut places: HashMap<u16, usize> = HashMap::new();
    let mut ids = HashSet::new();
    for (position, rule) in rules.iter().enumerate() {
        if let Some(other) = places.insert(rule.priority, position) {
            return Err(RuleError::PriorityTwice {
                priority: rule.priority,
                position,
                other,
            });
        }
        if !ids.insert(rule.id) {
            return Err(RuleError::IdTwice { position });
        }
    }
    Ok(())
}

fn tell(stage: &Stage, projection: &Projection, judgements: &Reclassifications) -> RuleDiff {
    let before = |id: i64| {
        let reclassified = judgements.get(&id);
        reclassified.map_or(UNLABELLED, |reclassified| &*reclassified.before.channel)
    };
    let after = |id: i64| {
        let reclassified = judgements.get(&id);
        reclassified.map_or(UNLABELLED, |reclassified| &*reclassified.after.channel)
    };
    let stays = projection.stays.iter().map(|(id, usage)| (*id, *id, usage));
    let flows = projection
        .flows
        .iter()
        .map(|((from, to), usage)| (*from, *to, usage));
    let (mut total, mut unchanged) = (Usage::default(), Usage::default());
    let mut pairs: BTreeMap<(&str, &str), Usage> = BTreeMap::new();
    for (has, gets, usage) in stays.chain(flows) {
        let (from, to) = (before(has), after(gets));
        if from == to {
            unchanged.add(usage);
        } else {
            total.add(usage);
            pairs.entry((from, to)).or_default().add(usage);
        }
    }
    let pair = |((from, to), usage): ((&str, &str), Usage)| ChannelPair {
        from: from.to_owned(),
        to: to.to_owned(),
        usage,
    };
    let mut pairs: Vec<ChannelPair> = pairs.into_iter().map(pair).collect();
    pairs.sort_by_key(|pair| std::cmp::Reverse((pair.usage.sessions, pair.usage.conversions)));
    RuleDiff {
        pairs,
        total,
        unchanged,
        period: stage.period,
        model: stage.model,
    }
}
