//! How often somebody may try, by address and by account.

use async_trait::async_trait;

use crate::ports::StoreFailure;

/// So many tries in a span of time, which flow back evenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempts {
    /// Tries at once.
    pub most: u32,
    /// Microseconds in which all of them come back.
    pub within_micros: i64,
}

impl Attempts {
    /// 20 in 15 minutes: sign-up, and sign-in that fails.
    pub const SIGN_IN: Self = Self {
        most: 20,
        within_micros: 900_000_000,
    };
    /// 600 in 15 minutes: pages for people who have not signed in, each of which is remembered for
    /// a while.
    pub const PAGES: Self = Self {
        most: 600,
        within_micros: 900_000_000,
    };
    /// 300 in an hour: registrations of clients.
    pub const REGISTRATION: Self = Self {
        most: 300,
        within_micros: 3_600_000_000,
    };

    /// Microseconds in which one try comes back, rounded up.
    pub fn interval(self) -> i64 {
        let most = i64::from(self.most.max(1));
        (self.within_micros + most - 1) / most
    }
}

/// Counts tries. A bucket's name must not show whom it is about.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait AttemptLimiter: Send + Sync {
    /// Takes one try, atomically; `Some` tells how many microseconds to wait when there is none.
    async fn take(&self, bucket: &str, rule: Attempts) -> Result<Option<i64>, StoreFailure>;

    /// Gives a try back that was no failure.
    async fn give_back(&self, bucket: &str, rule: Attempts) -> Result<(), StoreFailure>;
}
