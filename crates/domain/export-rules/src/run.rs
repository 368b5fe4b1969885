//! One look of a destination for what is to be told: the same for a run, which then tells it, and for a dry run,
//! which does not.

use std::collections::{BTreeMap, HashMap};

use crate::decision::{Context, Decision, Outcome, evaluate};
use crate::identity_of_event::SourceFingerprint;
use crate::ids::RuleId;
use crate::record::Record;
use crate::rule::{Rule, in_turn};
use crate::skip_reason::SkipReason;

/// What a destination's ledger says already.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// What was decided of a source under a rule.
    decided: HashMap<(RuleId, SourceFingerprint), Settled>,
    /// Under which names a source was told, or is about to be, and by which rule.
    names: HashMap<(SourceFingerprint, String), RuleId>,
}

/// How a line of the ledger stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It was told, or is on its way, or will never be.
    For,
    /// It was skipped for want of something that may be known by now.
    ForNow,
}

impl Told {
    /// Adds a line of the ledger: a source that was told under a name.
    pub fn told(&mut self, rule: RuleId, fingerprint: SourceFingerprint, name: &str) {
        self.decided.insert((rule, fingerprint), Settled::For);
        self.names.insert((fingerprint, name.to_owned()), rule);
    }

    /// Adds a line of the ledger: a source that was skipped.
    pub fn skipped(&mut self, rule: RuleId, fingerprint: SourceFingerprint, reason: SkipReason) {
        let settled = if reason.may_change() {
            Settled::ForNow
        } else {
            Settled::For
        };
        self.decided.insert((rule, fingerprint), settled);
    }

    /// Whether another rule tells a source under a name.
    pub fn is_by_another(&self, rule: RuleId, fingerprint: &SourceFingerprint, name: &str) -> bool {
        let by = self.names.get(&(*fingerprint, name.to_owned()));
        by.is_some_and(|by| *by != rule)
    }

    /// Whether a source is to be looked at under a rule.
    fn is_open(&self, rule: RuleId, fingerprint: &SourceFingerprint) -> bool {
        self.decided.get(&(rule, *fingerprint)) != Some(&Settled::For)
    }
}

/// What was decided of one record under one rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The rule.
    pub rule: RuleId,
    /// The record, by its place in the list.
    pub record: usize,
    /// What was decided.
    pub decision: Decision,
}

/// Decides what is to be told of records: rules in their turn, records in their order. What is told under one rule is
/// told to the next one as told. The ledger is brought up to it, so that a second plan tells nothing again: it has what
/// waits, and what was skipped for want of something that may be known by now.
pub fn plan(
    rules: &[Rule],
    records: &[Record],
    context: &Context<'_>,
    told: &mut Told,
) -> Vec<Line> {
    let kind = context.destination.kind();
    let mut rules = rules.to_vec();
    in_turn(&mut rules);
    let mut lines = Vec::new();
    for rule in &rules {
        for (place, record) in records.iter().enumerate() {
            // Nothing from before the destination was there.
            let is_since = record.occurred_at >= context.destination.created_at;
            if !is_since || !rule.covers(record, kind) {
                continue;
            }
            let fingerprint = SourceFingerprint::of(
                record.profile_id,
                record.source.kind(),
                record.event_id,
                context.sha256,
            );
            if !told.is_open(rule.id, &fingerprint) {
                continue;
            }
            let decision = evaluate(rule, record, context, &|fingerprint, name| {
                told.is_by_another(rule.id, fingerprint, name)
            });
            told.note(rule.id, &decision);
            lines.push(Line {
                rule: rule.id,
                record: place,
                decision,
            });
        }
    }
    lines
}

impl Told {
    fn note(&mut self, rule: RuleId, decision: &Decision) {
        match (&decision.outcome, &decision.event_name) {
            (Outcome::Ship(_), Some(name)) => self.told(rule, decision.fingerprint, name),
            (Outcome::Skip(reason), _) => self.skipped(rule, decision.fingerprint, *reason),
            // What waits is looked at again, and its name is taken meanwhile.
            (Outcome::Wait(_), Some(name)) => {
                self.names
                    .insert((decision.fingerprint, name.clone()), rule);
            }
            (Outcome::Ship(_) | Outcome::Wait(_), None) => {}
        }
    }
}

/// How many of a plan's lines there are of each outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// To be told.
    pub ships: u64,
    /// To be told later.
    pub waits: u64,
    /// Not to be told, by reason.
    pub skips: BTreeMap<SkipReason, u64>,
}

impl Tally {
    /// Counts lines.
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Self {
        let mut tally = Self::default();
        tally.add(lines);
        tally
    }

    /// Counts more lines.
    pub fn add<'a>(&mut self, lines: impl IntoIterator<Item = &'a Line>) {
        for line in lines {
            match line.decision.outcome {
                Outcome::Ship(_) => self.ships += 1,
                Outcome::Wait(_) => self.waits += 1,
                Outcome::Skip(reason) => *self.skips.entry(reason).or_default() += 1,
            }
        }
    }
}
