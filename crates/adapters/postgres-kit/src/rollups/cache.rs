//! What this process remembers of rollups: columns that it has read, and what days came to.
//!
//! Either is used again only when the snapshot of the reader sees the versions that it was made of,
//! so a report is the same with and without this. Reading a column costs the server next to nothing
//! and sending it much more, adding one up costs the reader, and most days are never written again.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::{Model, ProfileId};
use reporting::breakdown::BreakdownBy;
use reporting::filter::Filter;
use tributary_rollups::Piece;
use tributary_rollups::credits::CreditSums;
use tributary_rollups::tally::DayTally;
use tributary_rollups::visits::VisitSums;

use super::{Population, RollupKey};

/// Bytes of columns that are kept at most.
const COLUMNS: usize = 32 << 20;

/// Bytes that visits of days may take.
const VISITS: usize = 48 << 20;

/// Bytes that credits of days may take.
const CREDITS: usize = 16 << 20;

/// Bytes that something takes besides its own.
const OVERHEAD: usize = 256;

/// What reports of a process remember of rollups.
#[derive(Clone, Debug)]
pub struct RollupMemory {
    pub(super) columns: Cache<Whose, (Piece, String), Arc<[u8]>>,
    /// Visits of days.
    pub visits: TallyCache<VisitSums>,
    /// Credits of days.
    pub credits: TallyCache<CreditSums>,
}

impl Default for RollupMemory {
    fn default() -> Self {
        Self {
            columns: Cache::of(COLUMNS),
            visits: Cache::of(VISITS),
            credits: Cache::of(CREDITS),
        }
    }
}

/// What days came to, by the question.
pub type TallyCache<S> = Cache<(Whose, Arc<Shape>), Piece, Arc<DayTally<S>>>;

/// Whose rollups, of what, and of which generation.
pub(super) type Whose = (ProfileId, Population, i64);

pub(super) const fn whose(place: RollupKey) -> Whose {
    (place.profile_id, place.population, place.generation)
}

/// What tells apart what the same day comes to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// By what rows have keys; none where the whole day has one.
    pub by: Option<BreakdownBy>,
    /// What is counted.
    pub filters: Vec<Filter>,
    /// The model of credits.
    pub model: Option<Model>,
    /// How often signatures were relabelled, where their meaning counts.
    pub relabelled: Option<i64>,
}

/// Something of a day in the version that a snapshot sees.
#[derive(Clone, Debug)]
pub(super) struct Versioned<K> {
    pub(super) key: K,
    pub(super) version: String,
}

/// Things of groups by their keys, in one version each, with the bytes that they may take.
#[derive(Debug)]
pub struct Cache<G, K, V> {
    kept: Arc<Mutex<Kept<G, K, V>>>,
    most: usize,
}

impl<G, K, V> Clone for Cache<G, K, V> {
    fn clone(&self) -> Self {
        Self {
            kept: Arc::clone(&self.kept),
            most: self.most,
        }
    }
}

#[derive(Debug)]
struct Kept<G, K, V> {
    groups: HashMap<G, HashMap<K, Known<V>>>,
    bytes: usize,
    /// How often somebody asked: what was asked for last has the highest number.
    asked: u64,
}

#[derive(Debug)]
struct Known<V> {
    version: String,
    value: V,
    bytes: usize,
    used: u64,
}

/// What takes memory.
pub trait Weight {
    /// How many bytes.
    fn bytes(&self) -> usize;
}

impl Weight for Arc<[u8]> {
    fn bytes(&self) -> usize {
        self.len()
    }
}

impl<S> Weight for Arc<DayTally<S>> {
    fn bytes(&self) -> usize {
        DayTally::bytes(self)
    }
}

impl Weight for Whose {
    fn bytes(&self) -> usize {
        0
    }
}

impl Weight for (Whose, Arc<Shape>) {
    fn bytes(&self) -> usize {
        let values = self.1.filters.iter().flat_map(|filter| &filter.values);
        values.map(|value| value.len() + size_of::<String>()).sum()
    }
}

impl<G: Clone + Eq + Hash + Weight, K: Eq + Hash, V: Clone + Weight> Cache<G, K, V> {
    fn of(most: usize) -> Self {
        Self {
            kept: Arc::new(Mutex::new(Kept {
                groups: HashMap::new(),
                bytes: 0,
                asked: 0,
            })),
            most,
        }
    }

    /// Those that are there in the version that is wanted, and the others.
    pub(super) fn take(
        &self,
        group: &G,
        wanted: impl Iterator<Item = Versioned<K>>,
    ) -> (Vec<(K, V)>, Vec<Versioned<K>>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.asked += 1;
        let asked = kept.asked;
        let mut nothing = HashMap::new();
        let of_group = kept.groups.get_mut(group).unwrap_or(&mut nothing);
        let (mut found, mut unknown) = (Vec::new(), Vec::new());
        for wanted in wanted {
            let known = of_group.get_mut(&wanted.key);
            if let Some(known) = known.filter(|known| known.version == wanted.version) {
                known.used = asked;
                found.push((wanted.key, known.value.clone()));
            } else {
                unknown.push(wanted);
            }
        }
        (found, unknown)
    }

    /// Keeps what was read, and forgets what nobody asked for for longest to make room for it. What
    /// there could be no room for is not kept.
    pub(super) fn keep(&self, group: &G, read: impl IntoIterator<Item = (Versioned<K>, V)>) {
        let own = group.bytes() + OVERHEAD;
        let weighed = read.into_iter().map(|(read, value)| {
            let bytes = own + read.version.len() + value.bytes();
            (read, value, bytes)
        });
        let weighed: Vec<_> = weighed.collect();
        let size: usize = weighed.iter().map(|(.., bytes)| bytes).sum();
        let Some(rest) = self.most.checked_sub(size) else {
            return;
        };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = &mut *kept;
        if kept.bytes > rest {
            kept.forget(rest.min(self.most / 2));
        }
        for (Versioned { key, version }, value, bytes) in weighed {
            let known = Known {
                version,
                value,
                bytes,
                used: kept.asked,
            };
            kept.bytes += bytes;
            let of_group = kept.groups.entry(group.clone()).or_default();
            if let Some(before) = of_group.insert(key, known) {
                kept.bytes -= before.bytes;
            }
        }
    }
}

impl<G, K: Eq + Hash, V> Kept<G, K, V> {
    /// Forgets what was used before anything else, until so many bytes are left or fewer.
    fn forget(&mut self, left: usize) {
        let all = self.groups.values().flat_map(HashMap::values);
        let mut used: Vec<(u64, usize)> = all.map(|known| (known.used, known.bytes)).collect();
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
        for of_group in self.groups.values_mut() {
            of_group.retain(|_, known| known.used > last);
        }
        self.groups.retain(|_, of_group| !of_group.is_empty());
        let rest = self.groups.values().flat_map(HashMap::values);
        self.bytes = rest.map(|known| known.bytes).sum();
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    type Columns = Cache<Whose, &'static str, Arc<[u8]>>;

    fn profile(number: u128) -> Whose {
        whose(RollupKey::visits(ProfileId::new(Uuid::from_u128(number))))
    }

    fn column(key: &'static str, version: &str) -> Versioned<&'static str> {
        Versioned {
            key,
            version: version.to_owned(),
        }
    }

    fn keep(cache: &Columns, number: u128, name: &'static str, version: &str, bytes: usize) {
        let read = (column(name, version), vec![1; bytes].into());
        cache.keep(&profile(number), std::iter::once(read));
    }

    fn knows(cache: &Columns, number: u128, name: &'static str, version: &str) -> bool {
        let asked = std::iter::once(column(name, version));
        let (found, unknown) = cache.take(&profile(number), asked);
        assert_eq!(found.len() + unknown.len(), 1);
        unknown.is_empty()
    }

    #[test]
    fn a_column_is_known_in_its_version_and_to_its_profile() {
        let cache = Columns::of(COLUMNS);
        keep(&cache, 1, "runs", "a", 10);
        assert!(knows(&cache, 1, "runs", "a"));
        assert!(!knows(&cache, 1, "runs", "b"));
        assert!(!knows(&cache, 1, "visitor", "a"));
        assert!(!knows(&cache, 2, "runs", "a"));
        keep(&cache, 1, "runs", "b", 20);
        assert!(knows(&cache, 1, "runs", "b"));
        assert!(!knows(&cache, 1, "runs", "a"));
        assert_eq!(cache.kept.lock().unwrap().bytes, 20 + 1 + OVERHEAD);
    }

    #[test]
    fn what_nobody_asked_for_is_forgotten_when_there_is_too_much() {
        let cache = Columns::of(10 * (100 + 1 + OVERHEAD));
        for number in 0..10 {
            keep(&cache, number, "runs", "a", 100);
            assert!(knows(&cache, number, "runs", "a"));
        }
        assert!(knows(&cache, 0, "runs", "a"));
        keep(&cache, 10, "runs", "a", 100);
        let known: Vec<u128> = (0..=10)
            .filter(|number| knows(&cache, *number, "runs", "a"))
            .collect();
        assert_eq!(known, [0, 6, 7, 8, 9, 10]);
    }

    #[test]
    fn what_there_is_no_room_for_is_not_kept_and_leaves_the_rest_alone() {
        let cache = Columns::of(1_000);
        keep(&cache, 1, "runs", "a", 100);
        keep(&cache, 2, "runs", "a", 1_000);
        assert!(knows(&cache, 1, "runs", "a"));
        assert!(!knows(&cache, 2, "runs", "a"));
        keep(&cache, 3, "runs", "a", 700);
        assert!(!knows(&cache, 1, "runs", "a"));
        assert!(knows(&cache, 3, "runs", "a"));
    }
}
