//! How a site is measured, as it is stored.

use async_trait::async_trait;
use kernel::{Date, Period, ProfileId, StoreError, TimeZone};
use reporting::quality::instrumentation::InstrumentationFacts;

/// What is looked at.
#[derive(Clone, Debug)]
pub struct InstrumentationQuestion {
    /// The generation that readers see.
    pub generation: i64,
    /// Where its days begin.
    pub timezone: TimeZone,
    /// The local days that are looked at; the last of them is today.
    pub period: Period,
}

impl InstrumentationQuestion {
    /// The last complete local day.
    pub fn yesterday(&self) -> Date {
        let today = self.period.to();
        today.previous_day().unwrap_or(today)
    }
}

/// How a site is measured, inside a transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait InstrumentationStore: Send {
    /// Everything that is judged. Facts are read of yesterday alone, outcome events of the days of a series; the rest
    /// comes from days that are added up already.
    async fn measured(
        &mut self,
        profile_id: ProfileId,
        question: &InstrumentationQuestion,
    ) -> Result<InstrumentationFacts, StoreError>;
}
