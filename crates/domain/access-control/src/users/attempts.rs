//! How often somebody may try, by address and by account.

use async_trait::async_trait;
use kernel::StoreError;

/// So many tries in a span of time, which flow back evenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempts {
    /// Tries at once.
    pub most: u32,
    /// Microseconds in which all of them come back.
    pub within_micros: i64,
}

impl Attempts {
    /// 20 in 15 minutes: sign-up, and sign-in that fails, from one sender.
    pub const SIGN_IN: Self = Self {
        most: 20,
        within_micros: 900_000_000,
    };
    /// 20, then one in half a minute: sign-in to one account that fails, from anywhere. Whoever keeps
    /// trying makes nobody wait for longer than that.
    pub const ACCOUNT: Self = Self {
        most: 20,
        within_micros: 600_000_000,
    };
    /// Sign-in to one account that fails, from one sender: 20 without a pause, then one in a minute,
    /// after the 30th one in 5 minutes, after the 40th one in a quarter of an hour.
    pub const ACCOUNT_AND_SENDER: [Self; 3] = [
        Self {
            most: 20,
            within_micros: 1_200_000_000,
        },
        Self {
            most: 30,
            within_micros: 9_000_000_000,
        },
        Self {
            most: 40,
            within_micros: 36_000_000_000,
        },
    ];
    /// 100 in a day: sign-in to one account that fails, from a browser in which it was signed in before.
    pub const KNOWN_BROWSER: Self = Self {
        most: 100,
        within_micros: 86_400_000_000,
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
    async fn take(&self, bucket: &str, rule: Attempts) -> Result<Option<i64>, StoreError>;

    /// Gives a try back that was no failure.
    async fn give_back(&self, bucket: &str, rule: Attempts) -> Result<(), StoreError>;
}
