//! How much traffic one candidate rule would match, and how much of it it would win.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use channel_classifier::ports::Usage;
use channel_classifier::{Classifier, Rule, Signature, custom_rule_name, matches};
use kernel::{ChannelRuleId, Model, Period, ProfileId};

use super::configuration::{ChannelConfiguration, RuleDraft};
use super::create;
use super::error::RuleError;
use super::preview::{PreviewQuestion, Stage};
use super::projection::{Projection, project};
use application::context::Context;
use application::relabelling::{Reclassifications, reclassify};
use application::unit_of_work::UnitOfWork;

/// Most examples in an answer.
const EXAMPLES: usize = 10;

/// A rule that somebody thinks of.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What it would say.
    pub draft: RuleDraft,
    /// The rule that it would replace.
    pub replaces: Option<ChannelRuleId>,
}

/// Traffic, with how many signatures it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Signatures with any traffic on the days.
    pub signatures: u64,
    /// Their traffic.
    pub usage: Usage,
}

/// A piece of evidence that the rule matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The evidence.
    pub signature: Signature,
    /// Its sessions on the days.
    pub sessions: u64,
    /// Its channel now.
    pub channel: String,
    /// Whether the rule would name its channel.
    pub wins: bool,
}

/// What the candidate would do.
#[derive(Clone, Debug)]
pub struct MatchCount {
    /// Traffic whose evidence fits, whatever other rules say, as it is credited now.
    pub matched: Counted,
    /// Traffic that the rule would name the channel of, as it would be credited then.
    pub would_win: Counted,
    /// At most ten, of what it would win first, those with most sessions first.
    pub examples: Vec<Example>,
    /// The days.
    pub period: Period,
    /// Whose shares count.
    pub model: Model,
}

/// Counts without writing anything.
pub async fn match_count(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    candidate: &Candidate,
    question: PreviewQuestion,
) -> Result<MatchCount, RuleError> {
    let stage = Stage::open(work, context, profile_id, question).await?;
    let configuration = ChannelConfiguration::load(work, profile_id).await?;
    let (configuration, rule) = imagine(configuration, context, candidate)?;
    let mut field = Field::of(work, profile_id, &configuration, &rule).await?;
    let projection = project(work, &stage, &field.judgements).await?;
    let matched = count(
        &projection,
        |(has, _)| has,
        |id| field.matched.contains_key(&id),
    );
    let would_win = count(&projection, |(_, gets)| gets, |id| field.won.contains(&id));
    Ok(MatchCount {
        matched,
        would_win,
        examples: field.examples(&projection),
        period: stage.period,
        model: stage.model,
    })
}

/// The rules as they would be with the candidate among them.
fn imagine(
    mut configuration: ChannelConfiguration,
    context: &Context<'_>,
    candidate: &Candidate,
) -> Result<(ChannelConfiguration, Rule), RuleError> {
    let mut draft = candidate.draft.clone();
    if let Some(id) = candidate.replaces {
        let replaced = configuration.find(id)?.rule.clone();
        draft.priority = draft.priority.or(Some(i64::from(replaced.priority)));
        configuration.rules.retain(|stored| stored.rule.id != id);
    }
    let id = candidate
        .replaces
        .unwrap_or_else(|| context.ids.new_id().into());
    let edit = create::create(&configuration, id, &draft, context.clock.now())?;
    let rule = edit.written.first().map(|stored| stored.rule.clone());
    Ok((configuration.after(&edit), rule.ok_or(RuleError::NotFound)?))
}

/// What the candidate meets.
struct Field {
    /// All signatures.
    judgements: Reclassifications,
    /// Those whose evidence fits.
    matched: HashMap<i64, Signature>,
    /// Those whose channel the rule would name.
    won: HashSet<i64>,
}

impl Field {
    async fn of(
        work: &mut dyn UnitOfWork,
        profile_id: ProfileId,
        configuration: &ChannelConfiguration,
        rule: &Rule,
    ) -> Result<Self, RuleError> {
        let classifier = Classifier::new(&configuration.rule_set()?);
        let name = custom_rule_name(rule.id);
        let mut field = Self {
            judgements: HashMap::new(),
            matched: HashMap::new(),
            won: HashSet::new(),
        };
        reclassify(
            work,
            profile_id,
            &classifier,
            &mut |id, signature, reclassified| {
                if rule.enabled && matches(rule, signature) {
                    field.matched.insert(id, signature.clone());
                }
                if *reclassified.after.rule == *name {
                    field.won.insert(id);
                }
                field.judgements.insert(id, reclassified);
            },
        )
        .await?;
        Ok(field)
    }

    fn examples(&mut self, projection: &Projection) -> Vec<Example> {
        let sessions = |id: &i64| projection.stays.get(id).map_or(0, |usage| usage.sessions);
        let mut order: Vec<(bool, u64, i64)> = self
            .matched
            .keys()
            .filter(|id| projection.knows(**id))
            .map(|id| (self.won.contains(id), sessions(id), *id))
            .collect();
        order.sort_unstable_by_key(|(wins, sessions, id)| (Reverse((*wins, *sessions)), *id));
        let first = order.into_iter().take(EXAMPLES);
        let example = |(wins, sessions, id)| {
            let channel = &self.judgements.get(&id)?.before.channel;
            Some(Example {
                signature: self.matched.remove(&id)?,
                sessions,
                channel: channel.to_string(),
                wins,
            })
        };
        first.filter_map(example).collect()
    }
}

/// Adds up the traffic of the signatures that `which` picks; `side` says whether credit that moves
/// is theirs who have it or theirs who would.
fn count(
    projection: &Projection,
    side: fn((i64, i64)) -> i64,
    which: impl Fn(i64) -> bool,
) -> Counted {
    let mut seen = HashSet::new();
    let mut counted = Counted::default();
    let stays = projection.stays.iter().map(|(id, usage)| (*id, usage));
    let flows = projection
        .flows
        .iter()
        .map(|(ids, usage)| (side(*ids), usage));
    for (id, usage) in stays.chain(flows).filter(|(id, _)| which(*id)) {
        counted.usage.add(usage);
        seen.insert(id);
    }
    counted.signatures = u64::try_from(seen.len()).unwrap_or(u64::MAX);
    counted
}
