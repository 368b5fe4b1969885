//! The traffic of a period as it would be under other labels.
//!
//! Labels alone move no credit between touches, with one exception: last-non-direct asks which
//! touches are direct. When labels change that, everybody concerned is replayed in memory with the
//! same functions that a replay uses.

use attribution_models::ports::{ConversionRow, PersonFacts, Results};
use std::collections::HashMap;

use attribution_models::{Credit, CreditShare, credited_amount};
use channel_classifier::ports::Usage;
use kernel::{ConversionId, Exact, Model, PersonId, RevenueType, StoreError};

use super::preview::Stage;
use application::attribution::replay::{Lens, facts_of};
use application::relabelling::Reclassifications;
use application::unit_of_work::UnitOfWork;

/// People who are replayed at once.
const CHUNK: usize = 500;

/// Traffic of a period by signature.
#[derive(Debug, Default)]
pub(super) struct Projection {
    /// What stays with its signature.
    pub(super) stays: HashMap<i64, Usage>,
    /// Credit of people who are replayed: from the signature that has it to the one that would.
    pub(super) flows: HashMap<(i64, i64), Usage>,
}

/// The traffic of the stage's days if signatures were labelled as reclassified.
pub(super) async fn project(
    work: &mut dyn UnitOfWork,
    stage: &Stage,
    judgements: &Reclassifications,
) -> Result<Projection, StoreError> {
    let flipped: Vec<i64> = match stage.model {
        Model::LastNonDirect => {
            let flips = judgements
                .iter()
                .filter(|(_, reclassified)| reclassified.flips());
            flips.map(|(id, _)| *id).collect()
        }
        _ => Vec::new(),
    };
    let profile_id = stage.profile.id;
    let question = stage.usage_without(&flipped);
    let usage = work.traffic().usage(profile_id, question).await?;
    let mut projection = Projection {
        stays: usage.into_iter().collect(),
        flows: HashMap::new(),
    };
    if flipped.is_empty() {
        return Ok(projection);
    }
    let generation = stage.published.generation;
    let people = work
        .traffic()
        .credited_people(profile_id, generation, &flipped)
        .await?;
    let lens = Lens::load(work, &stage.profile).await?;
    for people in people.chunks(CHUNK) {
        let (before, after) = replayed(work, &lens, people, judgements).await?;
        projection.add_flows(stage, &before, &after);
    }
    Ok(projection)
}

/// The results of some people as they are, and as they would be.
async fn replayed(
    work: &mut dyn UnitOfWork,
    lens: &Lens,
    people: &[PersonId],
    judgements: &Reclassifications,
) -> Result<(Results, Results), StoreError> {
    let mut facts = facts_of(work, &lens.profile, people).await?;
    let before = lens.results_of(&facts);
    for facts in facts.values_mut() {
        judge_facts(facts, judgements);
    }
    Ok((before, lens.results_of(&facts)))
}

/// Marks as direct what would be direct.
fn judge_facts(facts: &mut PersonFacts, judgements: &Reclassifications) {
    let direct = |signature: i64, now: bool| {
        let reclassified = judgements.get(&signature);
        reclassified.map_or(now, |reclassified| reclassified.after.is_direct)
    };
    for touch in &mut facts.touches {
        touch.is_direct = direct(touch.signature_id, touch.is_direct);
    }
    for view in &mut facts.views {
        view.is_direct = direct(view.signature_id, view.is_direct);
    }
    for outcome in &mut facts.outcomes {
        if let Some((signature, is_direct)) = &mut outcome.signature {
            *is_direct = direct(*signature, *is_direct);
        }
    }
}

impl Projection {
    /// Whether the signature has any traffic on the days.
    pub(super) fn knows(&self, signature: i64) -> bool {
        let moves = |(from, to): &(i64, i64)| *from == signature || *to == signature;
        self.stays.contains_key(&signature) || self.flows.keys().any(moves)
    }

    fn add_flows(&mut self, stage: &Stage, before: &Results, after: &Results) {
        let after: HashMap<ConversionId, &ConversionRow> = after
            .conversions
            .iter()
            .map(|row| (row.attributed.id, row))
            .collect();
        let days = stage.period.from()..=stage.period.to();
        for row in &before.conversions {
            let Some(then) = after
                .get(&row.attributed.id)
                .filter(|_| days.contains(&row.local_date))
            else {
                continue;
            };
            let (from, to) = (shares(row, stage.model), shares(then, stage.model));
            for (from, to, share) in pair(from, to) {
                let usage = worth(row, share);
                self.flows.entry((from, to)).or_default().add(&usage);
            }
        }
    }
}

/// Who of a conversion's signatures has how many billionths, in the order of the touches.
fn shares(row: &ConversionRow, model: Model) -> Vec<(i64, u32)> {
    let credits = row.attributed.credits.iter();
    let share = |credit: &Credit| Some((credit.signature, credit.share(model)?.billionths()));
    credits.filter_map(share).collect()
}

/// Hands every billionth from whoever has it to whoever would have it: what stays with a signature
/// first, then the rest in order. Both sides have the same number of them.
fn pair(mut from: Vec<(i64, u32)>, mut to: Vec<(i64, u32)>) -> Vec<(i64, i64, u32)> {
    let mut pairs = Vec::new();
    for stays in [true, false] {
        for (giver, has) in &mut from {
            for (taker, wants) in &mut to {
                let share = (*has).min(*wants);
                if share > 0 && (!stays || giver == taker) {
                    pairs.push((*giver, *taker, share));
                    *has -= share;
                    *wants -= share;
                }
            }
        }
    }
    pairs
}

/// What a share of a conversion is worth in reports.
fn worth(row: &ConversionRow, billionths: u32) -> Usage {
    let cash = row
        .value_reporting
        .filter(|_| row.revenue_type == RevenueType::Cash)
        .zip(CreditShare::new(billionths))
        .map_or(Exact::ZERO, |(value, share)| credited_amount(value, share));
    Usage {
        conversions: if row.is_refund {
            0
        } else {
            i64::from(billionths)
        },
        cash,
        ..Usage::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_is_paired_before_what_moves() {
        assert_eq!(pair(vec![(1, 10)], vec![(2, 10)]), [(1, 2, 10)]);
        assert_eq!(pair(vec![(1, 10)], vec![(1, 10)]), [(1, 1, 10)]);
        assert_eq!(
            pair(vec![(1, 6), (2, 4)], vec![(2, 7), (3, 3)]),
            [(2, 2, 4), (1, 2, 3), (1, 3, 3)]
        );
    }
}
