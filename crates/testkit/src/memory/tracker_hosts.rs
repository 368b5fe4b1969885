//! On which hosts the tracker was heard, in memory.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use event_intake::Way;
use event_intake::ports::{COUNTED_DAYS, Heard, HostKey, MOST_HOSTS, TrackerHost, TrackerHosts};
use kernel::{Date, ProfileId, StoreError};

type Stored = BTreeMap<(ProfileId, String, Option<Way>), TrackerHost>;

/// Hosts of any number of profiles.
#[derive(Debug, Default)]
pub struct MemoryTrackerHosts(Mutex<Stored>);

impl MemoryTrackerHosts {
    fn stored(&self) -> MutexGuard<'_, Stored> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn added(key: &HostKey, heard: &Heard, before: Option<&TrackerHost>) -> TrackerHost {
    let counted_on = before.map_or(key.local_date, |it| it.counted_on.max(key.local_date));
    let mut page_views = [0; COUNTED_DAYS];
    let mut count = |day: Date, views: u64| {
        let ago = usize::try_from((counted_on - day).whole_days()).ok();
        if let Some(sum) = ago.and_then(|ago| page_views.get_mut(ago)) {
            *sum += views;
        }
    };
    count(key.local_date, heard.page_views);
    if let Some(before) = before {
        let days = std::iter::successors(Some(before.counted_on), |day| day.previous_day());
        days.zip(before.page_views)
            .for_each(|(day, views)| count(day, views));
    }
    TrackerHost {
        host: key.host.clone(),
        way: key.way,
        version: heard.version.clone(),
        first_seen_at: before.map_or(heard.first_at, |it| it.first_seen_at.min(heard.first_at)),
        last_seen_at: before.and_then(|it| it.last_seen_at).max(heard.taken_at),
        refused_at: before.and_then(|it| it.refused_at).max(heard.refused_at),
        counted_on,
        page_views,
    }
}

fn of(stored: &Stored, profile_id: ProfileId) -> Vec<TrackerHost> {
    let own = stored
        .iter()
        .filter(|((owner, ..), _)| *owner == profile_id);
    let mut hosts: Vec<TrackerHost> = own.map(|(_, host)| host.clone()).collect();
    hosts.sort_by(|one, other| {
        let order = |it: &TrackerHost| (Reverse(it.last_seen_at), Reverse(it.refused_at));
        let name = |it: &TrackerHost| {
            let way = it.way.map(Way::as_str).unwrap_or_default();
            (it.host.clone(), way)
        };
        order(one)
            .cmp(&order(other))
            .then_with(|| name(one).cmp(&name(other)))
    });
    hosts
}

#[async_trait]
impl TrackerHosts for MemoryTrackerHosts {
    async fn add(&self, heard: &[(HostKey, Heard)]) -> Result<(), StoreError> {
        let mut stored = self.stored();
        for (key, heard) in heard {
            let place = (key.profile_id, key.host.clone(), key.way);
            let host = added(key, heard, stored.get(&place));
            stored.insert(place, host);
        }
        for (key, _) in heard {
            let most = usize::try_from(MOST_HOSTS).unwrap_or(usize::MAX);
            let beyond = of(&stored, key.profile_id).into_iter().skip(most);
            for host in beyond.collect::<Vec<_>>() {
                stored.remove(&(key.profile_id, host.host, host.way));
            }
        }
        Ok(())
    }

    async fn of_profile(&self, profile_id: ProfileId) -> Result<Vec<TrackerHost>, StoreError> {
        Ok(of(&self.stored(), profile_id))
    }
}
