//! The present, and ids that sort by it.

use kernel::{Clock, IdSource, Timestamp};
use uuid::Uuid;

/// The operating system's clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that reads the clock"
    )]
    fn now(&self) -> Timestamp {
        time::OffsetDateTime::now_utc().into()
    }
}

/// UUID version 7: time first, then randomness.
#[derive(Clone, Copy, Debug)]
pub struct TimeOrderedIds;

impl IdSource for TimeOrderedIds {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that makes ids"
    )]
    fn new_id(&self) -> Uuid {
        Uuid::now_v7()
    }
}
