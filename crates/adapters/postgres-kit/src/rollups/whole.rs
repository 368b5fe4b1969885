//! All results of a generation, added up while they are written.

use diesel_async::AsyncPgConnection;
use kernel::{ProfileId, StoreError};
use tributary_rollups::credits::Credit;
use tributary_rollups::fold::ROWS_OF_A_PIECE;
use tributary_rollups::gather::Gatherer;

use super::credits::{Change, Days, add_days};
use super::put::put_pieces;
use super::reasons::Reasons;
use super::{Population, RollupKey};

/// What all results of a generation that nothing is stored of yet come to.
pub struct Whole {
    /// Each under its conversion's day, with its touch's day as the other.
    credits: Gatherer<Credit>,
    days: Days,
    reasons: Reasons,
}

impl Default for Whole {
    fn default() -> Self {
        Self {
            credits: Gatherer::new(ROWS_OF_A_PIECE),
            days: Days::default(),
            reasons: Reasons::default(),
        }
    }
}

impl Whole {
    /// Adds the results of some people.
    pub fn add(&mut self, change: Change) {
        // Neither batch is settled, so their rows are in the same order.
        let touched = change.by_touch.rows().iter().map(|row| row.day);
        self.credits.add(&change.by_conversion, touched);
        for (day, sums) in change.days {
            let own = self.days.entry(day).or_default();
            own.conversions += sums.conversions;
            own.cash = own.cash + sums.cash;
            own.payments += sums.payments;
            own.pending += sums.pending;
        }
        self.reasons.add_all(change.reasons);
    }

    /// Writes it down.
    pub async fn write(
        mut self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        generation: i64,
    ) -> Result<(), StoreError> {
        let place = |population| RollupKey {
            profile_id,
            population,
            generation,
        };
        let credits = &mut self.credits;
        let by_conversion = place(Population::Credits);
        while let Some(pieces) = credits.next_day().map_err(StoreError::inconsistent)? {
            put_pieces::<Credit>(connection, by_conversion, pieces).await?;
        }
        let by_touch = place(Population::TouchCredits);
        while let Some(pieces) = credits.next_other_day().map_err(StoreError::inconsistent)? {
            put_pieces::<Credit>(connection, by_touch, pieces).await?;
        }
        add_days(connection, profile_id, generation, self.days).await?;
        self.reasons.write(connection, profile_id, generation).await
    }
}
