//! Columns that this process has read.
//!
//! A column is used again only when the snapshot of the reader sees the version that was read, so a
//! report is the same with and without this. Reading a column costs the server next to nothing and
//! sending it much more, and most days are never written again.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::{Date, ProfileId};
use tributary_rollups::Columns;

use super::{Place, Population};

/// Bytes that are kept at most.
const MOST: usize = 64 << 20;

/// Bytes that a column takes besides its own.
const OVERHEAD: usize = 256;

/// A column of a day in the version that a snapshot sees.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) day: Date,
    pub(crate) name: String,
    pub(crate) version: String,
}

/// Columns of all profiles, with the bytes that they may take.
#[derive(Clone, Debug)]
pub(crate) struct ColumnCache {
    kept: Arc<Mutex<Kept>>,
    most: usize,
}

impl Default for ColumnCache {
    fn default() -> Self {
        Self::of(MOST)
    }
}

type Whose = (ProfileId, Population, i64);

#[derive(Debug, Default)]
struct Kept {
    places: HashMap<Whose, HashMap<(Date, String), Column>>,
    bytes: usize,
    /// How often somebody asked: what was asked for last has the highest number.
    asked: u64,
}

#[derive(Debug)]
struct Column {
    version: String,
    data: Arc<[u8]>,
    used: u64,
}

const fn whose(place: Place) -> Whose {
    (place.profile_id, place.population, place.generation)
}

const fn size(data: &[u8]) -> usize {
    data.len() + OVERHEAD
}

impl ColumnCache {
    fn of(most: usize) -> Self {
        Self {
            kept: Arc::default(),
            most,
        }
    }

    /// Those that are there in the version that is wanted, and the others.
    pub(crate) fn take(
        &self,
        place: Place,
        wanted: impl Iterator<Item = Wanted>,
    ) -> (BTreeMap<Date, Columns>, Vec<Wanted>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.asked += 1;
        let asked = kept.asked;
        let columns = kept.places.entry(whose(place)).or_default();
        let (mut days, mut unknown) = (BTreeMap::<Date, Columns>::new(), Vec::new());
        for wanted in wanted {
            let key = (wanted.day, wanted.name);
            let known = columns.get_mut(&key);
            if let Some(column) = known.filter(|known| known.version == wanted.version) {
                column.used = asked;
                let day = days.entry(key.0).or_default();
                day.insert(key.1, Arc::clone(&column.data));
            } else {
                unknown.push(Wanted {
                    day: key.0,
                    name: key.1,
                    version: wanted.version,
                });
            }
        }
        (days, unknown)
    }

    /// Keeps what was read, and forgets what nobody asked for for longest when it gets too much.
    pub(crate) fn keep(
        &self,
        place: Place,
        read: Vec<Wanted>,
        mut loaded: HashMap<(Date, String), Arc<[u8]>>,
    ) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = &mut *kept;
        let columns = kept.places.entry(whose(place)).or_default();
        for wanted in read {
            let key = (wanted.day, wanted.name);
            let Some(data) = loaded.remove(&key) else {
                continue;
            };
            kept.bytes += size(&data);
            let column = Column {
                version: wanted.version,
                data,
                used: kept.asked,
            };
            if let Some(before) = columns.insert(key, column) {
                kept.bytes -= size(&before.data);
            }
        }
        if kept.bytes > self.most {
            kept.forget(self.most / 2);
        }
    }
}

impl Kept {
    /// Forgets what was used before anything else, until so many bytes are left or fewer.
    fn forget(&mut self, left: usize) {
        let columns = self.places.values().flat_map(HashMap::values);
        let mut used: Vec<(u64, usize)> = columns
            .map(|column| (column.used, size(&column.data)))
            .collect();
        used.sort_unstable();
        let mut bytes = self.bytes;
        let mut last = 0;
        for (time, size) in used {
            if bytes <= left {
                break;
            }
            bytes -= size;
            last = time;
        }
        for columns in self.places.values_mut() {
            columns.retain(|_, column| column.used > last);
        }
        self.places.retain(|_, columns| !columns.is_empty());
        let rest = self.places.values().flat_map(HashMap::values);
        self.bytes = rest.map(|column| size(&column.data)).sum();
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;
    use uuid::Uuid;

    use super::*;

    fn place(profile: u128) -> Place {
        Place::visits(ProfileId::new(Uuid::from_u128(profile)))
    }

    fn wanted(name: &str, version: &str) -> Wanted {
        Wanted {
            day: date!(2026 - 06 - 01),
            name: name.to_owned(),
            version: version.to_owned(),
        }
    }

    fn keep(cache: &ColumnCache, profile: u128, name: &str, version: &str, bytes: usize) {
        let read = wanted(name, version);
        let loaded = HashMap::from([((read.day, name.to_owned()), vec![1; bytes].into())]);
        cache.keep(place(profile), vec![read], loaded);
    }

    fn knows(cache: &ColumnCache, profile: u128, name: &str, version: &str) -> bool {
        let asked = std::iter::once(wanted(name, version));
        let (days, unknown) = cache.take(place(profile), asked);
        assert_eq!(days.len() + unknown.len(), 1);
        unknown.is_empty()
    }

    #[test]
    fn a_column_is_known_in_its_version_and_to_its_profile() {
        let cache = ColumnCache::default();
        keep(&cache, 1, "runs", "a", 10);
        assert!(knows(&cache, 1, "runs", "a"));
        assert!(!knows(&cache, 1, "runs", "b"));
        assert!(!knows(&cache, 1, "visitor", "a"));
        assert!(!knows(&cache, 2, "runs", "a"));
        keep(&cache, 1, "runs", "b", 20);
        assert!(knows(&cache, 1, "runs", "b"));
        assert!(!knows(&cache, 1, "runs", "a"));
        assert_eq!(cache.kept.lock().unwrap().bytes, 20 + OVERHEAD);
    }

    #[test]
    fn what_nobody_asked_for_is_forgotten_when_there_is_too_much() {
        let cache = ColumnCache::of(10 * (100 + OVERHEAD));
        for number in 0..10 {
            keep(&cache, number, "runs", "a", 100);
            assert!(knows(&cache, number, "runs", "a"));
        }
        assert!(knows(&cache, 0, "runs", "a"));
        keep(&cache, 10, "runs", "a", 100);
        let known: Vec<u128> = (0..=10)
            .filter(|number| knows(&cache, *number, "runs", "a"))
            .collect();
        assert_eq!(known, [0, 7, 8, 9, 10]);
    }
}
