//! Exclusions in memory.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use event_intake::ports::{BrowserFact, ExcludedEvent, ExclusionStore, StoredExclusion};
use event_intake::{ConditionsDraft, ExclusionRule};
use kernel::{ExclusionId, ProfileId, StoreError, Timestamp, TrackerEventId, VisitorId};

/// Rules of any number of profiles, and the events that they are applied to.
#[derive(Clone, Debug, Default)]
pub struct MemoryExclusions(BTreeMap<ProfileId, OfProfile>);

#[derive(Clone, Debug, Default)]
struct OfProfile {
    in_force: Vec<StoredExclusion>,
    facts: Vec<BrowserFact>,
    excluded: BTreeMap<(VisitorId, TrackerEventId), ExclusionId>,
    /// Whether browsers have to be looked at.
    is_queued: bool,
    /// Those after this one; all of them without it.
    after: Option<VisitorId>,
}

impl OfProfile {
    fn browsers(&self) -> BTreeSet<VisitorId> {
        self.facts.iter().map(|fact| fact.visitor_id).collect()
    }
}

fn first(browsers: impl Iterator<Item = VisitorId>, limit: u32) -> Vec<VisitorId> {
    browsers
        .take(usize::try_from(limit).unwrap_or(usize::MAX))
        .collect()
}

impl MemoryExclusions {
    /// Keeps an event of a browser.
    pub fn keep(&mut self, profile: ProfileId, fact: BrowserFact) {
        self.of(profile).facts.push(fact);
    }

    fn of(&mut self, profile: ProfileId) -> &mut OfProfile {
        self.0.entry(profile).or_default()
    }
}

#[async_trait]
impl ExclusionStore for MemoryExclusions {
    async fn list(
        &mut self,
        profile_id: ProfileId,
    ) -> Result<Vec<(StoredExclusion, u64)>, StoreError> {
        let own = self.of(profile_id);
        let counted = own.in_force.iter().map(|rule| {
            let events = own.excluded.values().filter(|id| **id == rule.id);
            let events = u64::try_from(events.count()).map_err(StoreError::inconsistent)?;
            Ok((rule.clone(), events))
        });
        counted.collect()
    }

    async fn in_force(&mut self, profile_id: ProfileId) -> Result<Vec<ExclusionRule>, StoreError> {
        let own = self.of(profile_id);
        Ok(own.in_force.iter().map(StoredExclusion::rule).collect())
    }

    async fn add(
        &mut self,
        profile_id: ProfileId,
        exclusion: &StoredExclusion,
    ) -> Result<(), StoreError> {
        let rules = &mut self.of(profile_id).in_force;
        rules.push(exclusion.clone());
        rules.sort_by_key(|rule| (rule.created_at, rule.id));
        Ok(())
    }

    async fn remove(
        &mut self,
        profile_id: ProfileId,
        id: ExclusionId,
        _: Timestamp,
    ) -> Result<Option<StoredExclusion>, StoreError> {
        let rules = &mut self.of(profile_id).in_force;
        let place = rules.iter().position(|rule| rule.id == id);
        Ok(place.map(|place| rules.remove(place)))
    }

    async fn shown(
        &mut self,
        _: ProfileId,
        _: &[ExclusionId],
        _: Timestamp,
    ) -> Result<(), StoreError> {
        Ok(())
    }

    async fn queue(&mut self, profile_id: ProfileId) -> Result<(), StoreError> {
        let own = self.of(profile_id);
        (own.is_queued, own.after) = (true, None);
        Ok(())
    }

    async fn next(
        &mut self,
        profile_id: ProfileId,
        limit: u32,
    ) -> Result<Option<Vec<VisitorId>>, StoreError> {
        let own = self.of(profile_id);
        if !own.is_queued {
            return Ok(None);
        }
        let browsers = own.browsers().into_iter();
        let left = browsers.filter(|browser| Some(*browser) > own.after);
        Ok(Some(first(left, limit)))
    }

    async fn advance(
        &mut self,
        profile_id: ProfileId,
        last: Option<VisitorId>,
    ) -> Result<(), StoreError> {
        let own = self.of(profile_id);
        (own.is_queued, own.after) = (own.is_queued && last.is_some(), last);
        Ok(())
    }

    async fn candidates(
        &mut self,
        profile_id: ProfileId,
        _: &ConditionsDraft,
        limit: u32,
    ) -> Result<Vec<VisitorId>, StoreError> {
        // Any may be more than those that are covered.
        Ok(first(self.of(profile_id).browsers().into_iter(), limit))
    }

    async fn facts(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
    ) -> Result<Vec<BrowserFact>, StoreError> {
        let facts = self.of(profile_id).facts.iter();
        let of_them = facts.filter(|fact| visitors.contains(&fact.visitor_id));
        Ok(of_them.cloned().collect())
    }

    async fn replace(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
        excluded: &[ExcludedEvent],
    ) -> Result<Vec<VisitorId>, StoreError> {
        let stored = &mut self.of(profile_id).excluded;
        let before: BTreeSet<_> = stored
            .keys()
            .filter(|(visitor, _)| visitors.contains(visitor))
            .copied()
            .collect();
        let after: BTreeSet<_> = excluded
            .iter()
            .map(|event| (event.visitor_id, event.id))
            .collect();
        stored.retain(|event, _| !before.contains(event));
        stored.extend(
            excluded
                .iter()
                .map(|event| ((event.visitor_id, event.id), event.exclusion_id)),
        );
        let new = before.symmetric_difference(&after);
        let browsers: BTreeSet<VisitorId> = new.map(|(visitor, _)| *visitor).collect();
        Ok(browsers.into_iter().collect())
    }
}
