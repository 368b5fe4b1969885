//! History under other rules: labels change, and credit where directness does.

use std::collections::BTreeMap;

use channel_classifier::ports::NewLabel;
use channel_classifier::{Classifier, Signature};
use kernel::{Actor, PersonId, ProfileId, RecomputeId, StoreError};
use reporting::causes::{Cause, ChangeCause};
use uuid::Uuid;
use webhook_events::conversions::Occurrence;

use super::reclassification::{Reclassified, reclassify};
use crate::attribution::ledger::{self, Occasion};
use crate::attribution::recomputes::{self, ReplayRequest};
use crate::context::Context;
use crate::ports::{AttributionState, FigureScope, Mark, MarkTarget};
use crate::unit_of_work::UnitOfWork;
use crate::webhooks::conversions::tell_relabelled;

/// Whose change of the rules it is.
#[derive(Clone, Copy, Debug)]
pub struct Reason {
    /// What it was.
    pub cause: Cause,
    /// The rule.
    pub subject: Option<Uuid>,
    /// Who changed it.
    pub actor: Actor,
}

/// What a change of the rules did to history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Signatures that have another channel now.
    pub signatures_relabelled: usize,
    /// People who are to be replayed because a signature became direct, or is no longer.
    pub people_to_replay: usize,
    /// The full replay that does it instead, when one was running.
    pub recompute_id: Option<RecomputeId>,
}

/// Labels every signature by the new rules, writes down what that changes in reports, and has
/// those replayed whose credit depends on it. The caller holds the profile's attribution lock, of
/// which `state` is, and has raised the version of the rules.
pub async fn relabel(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, state): (ProfileId, &AttributionState),
    classifier: &Classifier,
    reason: Reason,
) -> Result<Effect, StoreError> {
    let changed = changed(work, profile_id, classifier).await?;
    if changed.is_empty() {
        return Ok(Effect::default());
    }
    let ids = |which: fn(&Reclassified) -> bool| -> Vec<i64> {
        let some = changed
            .iter()
            .filter(|(_, reclassified)| which(reclassified));
        some.map(|(label, _)| label.id).collect()
    };
    let (moved, flipped) = (ids(Reclassified::moves), ids(Reclassified::flips));
    let names: BTreeMap<i64, (String, String)> = changed
        .iter()
        .filter(|(_, reclassified)| reclassified.moves())
        .map(|(label, reclassified)| {
            let before = reclassified.before.channel.to_string();
            (label.id, (before, label.channel.clone()))
        })
        .collect();
    let labels: Vec<NewLabel> = changed.into_iter().map(|(label, _)| label).collect();
    let now = context.clock.now();
    let scope = FigureScope::Signatures(&moved);
    let generation = state.generation;
    let before = work.ledger().figures(profile_id, generation, scope).await?;
    work.traffic().relabel(profile_id, &labels, now).await?;
    let after = work.ledger().figures(profile_id, generation, scope).await?;
    let cause = ChangeCause {
        cause: reason.cause,
        subject: reason.subject,
        actor: reason.actor,
        at: now,
        count: 1,
    };
    let occasion = Occasion::of(state, vec![cause]);
    let restatement_id =
        ledger::restate(work, context, profile_id, (&before, &after), occasion).await?;
    let occurrence = Occurrence {
        currency: state.seen.currency,
        restatement_id,
    };
    tell_relabelled(work, context, (profile_id, occurrence), generation, &names).await?;
    let mut effect = follow(work, context, (profile_id, state), &flipped, reason).await?;
    effect.signatures_relabelled = moved.len();
    Ok(effect)
}

/// The signatures whose label is another under the rules.
async fn changed(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    classifier: &Classifier,
) -> Result<Vec<(NewLabel, Reclassified)>, StoreError> {
    let mut changed = Vec::new();
    reclassify(
        work,
        profile_id,
        classifier,
        &mut |id, signature, reclassified| {
            if reclassified.before != reclassified.after || reclassified.is_outdated {
                changed.push((new_label(id, signature, &reclassified), reclassified));
            }
        },
    )
    .await?;
    Ok(changed)
}

fn new_label(id: i64, signature: &Signature, reclassified: &Reclassified) -> NewLabel {
    NewLabel {
        id,
        channel: reclassified.after.channel.to_string(),
        rule: reclassified.after.rule.to_string(),
        is_direct: reclassified.after.is_direct,
        source: signature.source().to_owned(),
        medium: signature.medium().to_owned(),
    }
}

/// Has exactly those replayed whose credit may sit on other touches now. A full replay that is
/// running has seen some people under the old rules, so another one follows it.
async fn follow(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, state): (ProfileId, &AttributionState),
    flipped: &[i64],
    reason: Reason,
) -> Result<Effect, StoreError> {
    if flipped.is_empty() {
        return Ok(Effect::default());
    }
    if state.building.is_some() {
        let request = ReplayRequest {
            cause: reason.cause,
            subject: reason.subject,
            actor: reason.actor,
        };
        let queued = recomputes::request(work, context, profile_id, request).await?;
        return Ok(Effect {
            recompute_id: Some(queued.id),
            ..Effect::default()
        });
    }
    let people = work
        .traffic()
        .credited_people(profile_id, state.generation, flipped)
        .await?;
    let marks: Vec<Mark> = people.iter().map(|person| mark(*person, reason)).collect();
    let now = context.clock.now();
    if !marks.is_empty() {
        work.marks()
            .add(profile_id, &marks, context.ids, now)
            .await?;
    }
    Ok(Effect {
        people_to_replay: people.len(),
        ..Effect::default()
    })
}

fn mark(person: PersonId, reason: Reason) -> Mark {
    let target = match person {
        PersonId::Customer(id) => MarkTarget::Customer(id),
        PersonId::Visitor(id) => MarkTarget::Browser(id),
        PersonId::Event(id) => MarkTarget::Event(id),
    };
    Mark {
        subject: reason.subject,
        actor: reason.actor,
        ..Mark::new(target, reason.cause)
    }
}
