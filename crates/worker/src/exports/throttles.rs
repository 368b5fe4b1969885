//! How fast each destination is sent to by this process.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use export_rules::throttle::HIGHEST;
use export_rules::{DestinationId, DestinationKind, Throttle};
use kernel::Timestamp;

/// Thousandths of a request a second to begin with.
const SOCIAL: u32 = 20_000;
/// A search engine takes 300 requests a minute of one operator, whoever of the profiles they are for, and never more.
const SEARCH: u32 = 5_000;

/// Throttles of destinations; destinations at search engines share one.
#[derive(Debug, Default)]
pub(super) struct Throttles(Mutex<HashMap<Option<DestinationId>, Throttle>>);

impl Throttles {
    fn lock(&self) -> MutexGuard<'_, HashMap<Option<DestinationId>, Throttle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn key(kind: DestinationKind, id: DestinationId) -> Option<DestinationId> {
        match kind {
            DestinationKind::SocialCapi => Some(id),
            DestinationKind::SearchAds => None,
        }
    }

    fn fresh(kind: DestinationKind, now: Timestamp) -> Throttle {
        match kind {
            DestinationKind::SocialCapi => Throttle::new(SOCIAL, HIGHEST, now),
            DestinationKind::SearchAds => Throttle::new(SEARCH, SEARCH, now),
        }
    }

    /// How long to wait before a request; it is counted.
    pub(super) fn take(
        &self,
        (kind, id): (DestinationKind, DestinationId),
        now: Timestamp,
    ) -> Duration {
        let mut throttles = self.lock();
        let throttle = throttles
            .entry(Self::key(kind, id))
            .or_insert_with(|| Self::fresh(kind, now));
        let at = throttle.take(now);
        Duration::from_micros(u64::try_from(at.micros_since(now)).unwrap_or_default())
    }

    /// A request was answered.
    pub(super) fn answered(
        &self,
        (kind, id): (DestinationKind, DestinationId),
        is_throttled: bool,
        now: Timestamp,
    ) {
        if let Some(throttle) = self.lock().get_mut(&Self::key(kind, id)) {
            throttle.answered(is_throttled, now);
        }
    }

    /// The rate of a destination at a social network.
    pub(super) fn rate(&self, id: DestinationId) -> Option<u32> {
        self.lock().get(&Some(id)).map(Throttle::rate)
    }
}
