//! Allowances: token buckets in integer microseconds.
//!
//! A bucket is one instant, the one at which it is full again; a charge moves it later. It is so
//! much easier to store than a level and a time, and refilling is no write at all.

use kernel::timestamp::seconds_rounded_up;

/// Microseconds of a minute.
const MINUTE: i64 = 60_000_000;
/// No bucket is smaller, or a heavy call could never pass.
const LEAST_UNITS: u32 = 3;

/// What one credential may spend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Names the bucket, for example `key:<uuid>`.
    pub bucket: String,
    /// Units that it holds, and that flow in a minute.
    pub units_per_minute: u32,
}

/// How a charge went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charge {
    /// The units are spent; so many are left.
    Passed {
        /// Whole units left.
        remaining: u32,
    },
    /// Nothing was spent.
    Refused {
        /// Whole units left, fewer than the call costs.
        remaining: u32,
        /// Microseconds until this call would pass.
        retry_after: i64,
    },
}

impl Charge {
    /// Whole units left.
    pub const fn remaining(self) -> u32 {
        match self {
            Self::Passed { remaining } | Self::Refused { remaining, .. } => remaining,
        }
    }

    /// Whole seconds, rounded up, after which the call would pass; `None` when it did.
    pub fn retry_after_seconds(self) -> Option<u64> {
        match self {
            Self::Passed { .. } => None,
            Self::Refused { retry_after, .. } => Some(seconds_rounded_up(retry_after)),
        }
    }
}

impl Allowance {
    /// Units that the bucket holds.
    pub fn capacity(&self) -> u32 {
        self.units_per_minute.max(LEAST_UNITS)
    }

    /// Microseconds in which one unit flows in, rounded up, so that never more than the capacity
    /// flows in a minute.
    pub fn interval(&self) -> i64 {
        let capacity = i64::from(self.capacity());
        (MINUTE + capacity - 1) / capacity
    }

    /// Microseconds in which an empty bucket fills.
    pub fn room(&self) -> i64 {
        self.interval() * i64::from(self.capacity())
    }

    /// Charges a bucket that is full at `full_at`; answers when it is full then. All in
    /// microseconds since 1970. A bucket is never emptier than empty, so that a clock that was set
    /// back, or an allowance that was cut, locks nobody out for longer than a minute.
    pub fn charge(&self, full_at: i64, now: i64, cost: u32) -> (i64, Charge) {
        let before = full_at.clamp(now, now + self.room());
        let after = before + self.interval() * i64::from(cost);
        let passed = after - now <= self.room();
        let full_at = if passed { after } else { before };
        (full_at, self.outcome(passed, full_at, now, cost))
    }

    /// How a charge went that left the bucket to be full at `full_at`.
    pub fn outcome(&self, passed: bool, full_at: i64, now: i64, cost: u32) -> Charge {
        let spent = (full_at - now).clamp(0, self.room());
        let remaining = self.units(self.room() - spent);
        if passed {
            Charge::Passed { remaining }
        } else {
            let lacking = spent + self.interval() * i64::from(cost) - self.room();
            Charge::Refused {
                remaining,
                retry_after: lacking.max(1),
            }
        }
    }

    fn units(&self, micros: i64) -> u32 {
        u32::try_from(micros / self.interval()).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn allowance(units_per_minute: u32) -> Allowance {
        Allowance {
            bucket: "key:1".to_owned(),
            units_per_minute,
        }
    }

    #[test]
    fn a_full_bucket_lets_its_capacity_through_and_refills() {
        let sixty = allowance(60);
        let (mut full_at, mut passed) = (0, 0);
        for _ in 0..200 {
            let (next, charge) = sixty.charge(full_at, 1_000, 1);
            full_at = next;
            passed += u32::from(matches!(charge, Charge::Passed { .. }));
        }
        assert_eq!(passed, 60);
        let (_, refused) = sixty.charge(full_at, 1_000, 3);
        let expected = Charge::Refused {
            remaining: 0,
            retry_after: 3_000_000,
        };
        assert_eq!(refused, expected);
        let (_, charge) = sixty.charge(full_at, 1_000 + 3_000_000, 3);
        assert_eq!(charge, Charge::Passed { remaining: 0 });
    }

    #[test]
    fn a_clock_set_back_locks_nobody_out_for_longer_than_a_minute() {
        let sixty = allowance(60);
        let (full_at, refused) = sixty.charge(10 * MINUTE, MINUTE, 1);
        let expected = Charge::Refused {
            remaining: 0,
            retry_after: 1_000_000,
        };
        assert_eq!((full_at, refused), (2 * MINUTE, expected));
    }

    #[test]
    fn what_costs_nothing_always_passes() {
        let (full_at, charge) = allowance(60).charge(MINUTE, 0, 0);
        assert_eq!((full_at, charge), (MINUTE, Charge::Passed { remaining: 0 }));
    }

    #[test]
    fn the_smallest_bucket_lets_a_heavy_call_through() {
        let (_, charge) = allowance(1).charge(0, 0, 3);
        assert_eq!(charge, Charge::Passed { remaining: 0 });
    }

    proptest! {
        #[test]
        fn a_minute_never_lets_more_than_two_buckets_through(
            units in 1_u32..500,
            calls in prop::collection::vec((0_i64..200_000, 1_u32..4), 1..400),
        ) {
            let allowance = allowance(units);
            let (mut now, mut full_at, mut spent) = (0, 0, 0);
            for (wait, cost) in calls {
                now += wait;
                if now >= MINUTE { break; }
                let (next, charge) = allowance.charge(full_at, now, cost);
                full_at = next;
                if matches!(charge, Charge::Passed { .. }) { spent += cost; }
            }
            prop_assert!(spent <= 2 * allowance.capacity());
        }
    }
}
