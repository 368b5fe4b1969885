//! How far a profile is set up: what has been seen, and the one next thing to do.

use async_trait::async_trait;
use kernel::{ProfileAccess, StoreError};

/// A step of the setup. It is done when its evidence is in the database, not when somebody says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupStep {
    /// There is an active tracking key.
    TrackingKeyIssued,
    /// A browser reported something.
    TrackerReporting,
    /// An outcome event came in.
    CrmOrOutcomeSourceConnected,
    /// An outcome became a conversion.
    FirstConversionRecorded,
    /// Ad spend came in.
    AdSpendReceived,
}

impl SetupStep {
    /// All of them, in the order in which they are best done.
    pub const ALL: [Self; 5] = [
        Self::TrackingKeyIssued,
        Self::TrackerReporting,
        Self::CrmOrOutcomeSourceConnected,
        Self::FirstConversionRecorded,
        Self::AdSpendReceived,
    ];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TrackingKeyIssued => "tracking_key_issued",
            Self::TrackerReporting => "tracker_reporting",
            Self::CrmOrOutcomeSourceConnected => "crm_or_outcome_source_connected",
            Self::FirstConversionRecorded => "first_conversion_recorded",
            Self::AdSpendReceived => "ad_spend_received",
        }
    }

    /// What to do to have it done.
    pub const fn how(self) -> &'static str {
        match self {
            Self::TrackingKeyIssued => "Issue a tracking key.",
            Self::TrackerReporting => "Put the tracker script on the pages of the site.",
            Self::CrmOrOutcomeSourceConnected => {
                "Send outcomes such as payments to POST /api/v1/events."
            }
            Self::FirstConversionRecorded => {
                "Let a conversion definition claim the types of the events that are sent."
            }
            Self::AdSpendReceived => "Send what is spent on ads to PUT /api/v1beta/spend.",
        }
    }
}

/// Which steps are done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Each step once, in the order of [`SetupStep::ALL`].
    pub steps: Vec<(SetupStep, bool)>,
}

impl Setup {
    /// How many steps are done.
    pub fn done(&self) -> usize {
        self.steps.iter().filter(|(_, done)| *done).count()
    }

    /// The first step that is not done.
    pub fn next(&self) -> Option<SetupStep> {
        self.steps
            .iter()
            .find_map(|(step, done)| (!done).then_some(*step))
    }
}

/// Answers how far a profile is set up.
#[async_trait]
pub trait SetupReader: Send + Sync {
    /// Looks for the evidence of every step.
    async fn setup(&self, access: &ProfileAccess) -> Result<Setup, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_step_is_the_first_that_is_open() {
        let done = |number: usize| Setup {
            steps: SetupStep::ALL
                .into_iter()
                .enumerate()
                .map(|(at, step)| (step, at != number))
                .collect(),
        };
        assert_eq!(done(2).done(), 4);
        assert_eq!(done(2).next(), Some(SetupStep::CrmOrOutcomeSourceConnected));
        assert_eq!(done(9).next(), None);
    }
}
