//! Counts the page views of visitors who are not recognised.
//!
//! Decides: what is left of such a view, which is a number more for its day and its evidence (where
//! from, and to which page). Its own id is reserved, so that sending it again counts once; the number
//! and the id are written apart, so that nothing tells which view an id was. No visitor, session,
//! touch or credit comes of it, and nobody has to be replayed.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use channel_classifier::Evidence;
use event_intake::TrackerBatch;
use event_intake::ports::AnonymousViews;
use kernel::{Date, ProfileId, StoreError, TrackerEventId};

use super::collect::{Collected, Sender};
use super::fact::evidence_of;
use crate::context::Context;
use crate::known_signatures::KnownSignatures;
use crate::ports::Profile;
use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// A batch of page views that are counted, ready to be written.
#[derive(Clone, Debug)]
pub struct Counted {
    profile: Arc<Profile>,
    views: Vec<View>,
}

#[derive(Clone, Debug)]
struct View {
    id: TrackerEventId,
    local_date: Date,
    evidence: Evidence,
}

impl Counted {
    /// What the batch has to be counted; nothing of what a program sent, as reports leave that out.
    pub fn of(profile: &Arc<Profile>, batch: &TrackerBatch, sender: &Sender) -> Self {
        let events = batch.events.iter();
        let events = events.filter(|_| sender.bot_reason.is_none());
        let views = events.filter_map(|event| {
            Some(View {
                id: event.id,
                local_date: profile.timezone.local_date(event.occurred_at),
                evidence: evidence_of(profile, event)?,
            })
        });
        Self {
            profile: Arc::clone(profile),
            views: views.collect(),
        }
    }

    /// Whose they are.
    pub fn profile_id(&self) -> ProfileId {
        self.profile.id
    }

    /// How many views it has.
    pub const fn views(&self) -> usize {
        self.views.len()
    }
}

/// Counts the views of one batch in a transaction of its own.
pub async fn count(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    one: &Counted,
) -> Result<Collected, StoreError> {
    let mut work = units.begin().await?;
    let outcome = count_in(&mut *work, context, known, &[one]).await;
    let (collected, signatures) = settle(work, outcome).await?;
    known.add(signatures);
    Ok(collected.first().copied().unwrap_or(Collected::NONE))
}

/// Counts the views of several batches inside a transaction: what became of each, in their order, and
/// the signatures that are in the dictionary once it is committed.
pub(super) async fn count_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    batches: &[&Counted],
) -> Result<(Vec<Collected>, Vec<(ProfileId, i64)>), StoreError> {
    let mut collected: Vec<Collected> = batches
        .iter()
        .map(|batch| Collected {
            accepted: 0,
            duplicates: batch.views(),
        })
        .collect();
    let mut signatures = Vec::new();
    // In the order of profiles, so that two groups never wait for each other in a circle.
    let mut profiles: BTreeMap<ProfileId, Vec<(&mut Collected, &Counted)>> = BTreeMap::new();
    for (outcome, batch) in collected.iter_mut().zip(batches) {
        let members = profiles.entry(batch.profile.id).or_default();
        members.push((outcome, batch));
    }
    for (profile_id, mut members) in profiles {
        let fresh = claim(work, profile_id, &mut members).await?;
        let Some((_, first)) = members.first() else {
            continue;
        };
        let mut ids: Vec<Option<i64>> = fresh
            .iter()
            .map(|view| Some(view.evidence.signature().id()))
            .collect();
        let facts = ids.iter_mut().zip(fresh.iter().map(|view| &view.evidence));
        known
            .sign(work, context, &first.profile, facts.collect())
            .await?;
        let mut counts: BTreeMap<(Date, i64), u32> = BTreeMap::new();
        for (view, id) in fresh.iter().zip(ids.into_iter().flatten()) {
            *counts.entry((view.local_date, id)).or_default() += 1;
            signatures.push((profile_id, id));
        }
        let rows = counts.into_iter();
        let rows = rows.map(|((local_date, signature_id), views)| AnonymousViews {
            local_date,
            signature_id,
            views,
        });
        let rows: Vec<AnonymousViews> = rows.collect();
        work.tracker_events().count_views(profile_id, &rows).await?;
    }
    Ok((collected, signatures))
}

/// The views of one profile that were not counted before. An id counts for the first batch that has
/// it.
async fn claim<'a>(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    members: &mut [(&mut Collected, &'a Counted)],
) -> Result<Vec<&'a View>, StoreError> {
    let ids: BTreeSet<TrackerEventId> = members
        .iter()
        .flat_map(|(_, batch)| batch.views.iter().map(|view| view.id))
        .collect();
    let ids: Vec<TrackerEventId> = ids.into_iter().collect();
    let new = work.tracker_events().claim_ids(profile_id, &ids).await?;
    let mut new: HashSet<TrackerEventId> = new.into_iter().collect();
    let mut fresh = Vec::new();
    for (outcome, batch) in members {
        for view in &batch.views {
            if new.remove(&view.id) {
                outcome.accepted += 1;
                outcome.duplicates -= 1;
                fresh.push(view);
            }
        }
    }
    Ok(fresh)
}
