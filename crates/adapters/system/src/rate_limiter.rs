//! Buckets in memory, for a service that is one process.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use access_control::{Allowance, Charge, RateLimiter};
use async_trait::async_trait;
use kernel::{Clock, StoreError};

/// Callers of different shards never wait for each other.
const SHARDS: usize = 64;
/// A shard smaller than this is not worth cleaning.
const LEAST_KEPT: usize = 256;

/// Buckets of this process. A bucket that is full again is forgotten, so the memory is bounded by
/// the callers of the last minute.
pub struct MemoryRateLimiter {
    clock: Arc<dyn Clock>,
    hasher: RandomState,
    shards: Vec<Mutex<Shard>>,
}

struct Shard {
    /// When each bucket is full again, in microseconds since 1970.
    full_at: HashMap<String, i64>,
    /// How large it may grow before it is cleaned.
    clean_at: usize,
}

impl MemoryRateLimiter {
    /// Full buckets only, refilled by this clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let shard = || {
            Mutex::new(Shard {
                full_at: HashMap::new(),
                clean_at: LEAST_KEPT,
            })
        };
        Self {
            clock,
            hasher: RandomState::new(),
            shards: std::iter::repeat_with(shard).take(SHARDS).collect(),
        }
    }

    /// Charges at once; nothing in it waits for anything but the shard.
    pub fn charge_now(&self, allowance: &Allowance, cost: u32) -> Option<Charge> {
        let hash = self.hasher.hash_one(&allowance.bucket);
        let shards = u64::try_from(SHARDS).ok()?;
        let index = usize::try_from(hash % shards).ok()?;
        let mut shard = self
            .shards
            .get(index)?
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let now = self.clock.now().micros();
        Some(shard.charge(allowance, now, cost))
    }
}

impl Shard {
    fn charge(&mut self, allowance: &Allowance, now: i64, cost: u32) -> Charge {
        let before = self.full_at.get(&allowance.bucket).copied().unwrap_or(now);
        let (full_at, charge) = allowance.charge(before, now, cost);
        self.full_at.insert(allowance.bucket.clone(), full_at);
        if self.full_at.len() > self.clean_at {
            self.full_at.retain(|_, full_at| *full_at > now);
            self.clean_at = LEAST_KEPT.max(self.full_at.len() * 2);
        }
        charge
    }
}

#[async_trait]
impl RateLimiter for MemoryRateLimiter {
    async fn charge(&self, allowance: &Allowance, cost: u32) -> Result<Charge, StoreError> {
        self.charge_now(allowance, cost)
            .ok_or_else(|| StoreError::inconsistent("there is no such shard"))
    }
}

#[cfg(test)]
mod tests {
    use testkit::FixedClock;

    use super::*;

    fn limiter(clock: &FixedClock) -> Arc<MemoryRateLimiter> {
        Arc::new(MemoryRateLimiter::new(Arc::new(clock.clone())))
    }

    fn allowance(bucket: &str, units_per_minute: u32) -> Allowance {
        Allowance {
            bucket: bucket.to_owned(),
            units_per_minute,
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn of_200_calls_at_once_on_60_units_exactly_60_pass() {
        let clock = FixedClock::at(kernel::Timestamp::from_micros(1));
        let limiter = limiter(&clock);
        let calls: Vec<_> = (0..200)
            .map(|_| {
                let limiter = limiter.clone();
                tokio::spawn(async move { limiter.charge(&allowance("key:1", 60), 1).await })
            })
            .collect();
        let mut passed = 0;
        for call in calls {
            let charge = call.await.unwrap().unwrap();
            passed += u32::from(matches!(charge, Charge::Passed { .. }));
        }
        assert_eq!(passed, 60);
    }

    #[tokio::test]
    async fn buckets_are_apart_and_refill() {
        let clock = FixedClock::at(kernel::Timestamp::from_micros(1));
        let limiter = limiter(&clock);
        let (one, two) = (allowance("key:1", 3), allowance("key:2", 3));
        let passed = |remaining| Charge::Passed { remaining };
        assert_eq!(limiter.charge(&one, 3).await.unwrap(), passed(0));
        assert_eq!(limiter.charge(&two, 1).await.unwrap(), passed(2));
        let refused = limiter.charge(&one, 1).await.unwrap();
        assert_eq!(refused.retry_after_seconds(), Some(20));
        clock.advance_micros(20_000_000);
        assert_eq!(limiter.charge(&one, 1).await.unwrap(), passed(0));
    }

    #[tokio::test]
    async fn full_buckets_are_forgotten() {
        let clock = FixedClock::at(kernel::Timestamp::from_micros(1));
        let limiter = limiter(&clock);
        for number in 0..100_000 {
            let bucket = allowance(&format!("key:{number}"), 60);
            limiter.charge(&bucket, 1).await.unwrap();
            clock.advance_micros(1_000);
        }
        let kept: usize = limiter
            .shards
            .iter()
            .map(|shard| shard.lock().unwrap().full_at.len())
            .sum();
        assert!(kept <= SHARDS * (LEAST_KEPT + 1), "{kept}");
    }
}
