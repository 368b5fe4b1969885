//! The time that a test says it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use kernel::{Clock, Timestamp};

/// A clock that stands still until the test moves it. Clones show the same time.
#[derive(Clone, Debug)]
pub struct FixedClock(Arc<AtomicI64>);

impl FixedClock {
    /// A clock that stands at this instant.
    pub fn at(now: Timestamp) -> Self {
        Self(Arc::new(AtomicI64::new(now.micros())))
    }

    /// Moves the clock to this instant, which may be earlier.
    pub fn set(&self, now: Timestamp) {
        self.0.store(now.micros(), Ordering::SeqCst);
    }

    /// Moves the clock by so many microseconds; backwards when negative.
    pub fn advance_micros(&self, micros: i64) {
        self.0.fetch_add(micros, Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(self.0.load(Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_show_the_time_that_was_set() {
        let clock = FixedClock::at(Timestamp::from_micros(5));
        let clone = clock.clone();
        clock.advance_micros(-7);
        assert_eq!(clone.now(), Timestamp::from_micros(-2));
        clone.set(Timestamp::from_micros(9));
        assert_eq!(clock.now().micros(), 9);
    }
}
