//! All results of a generation, added up while they are written.

use application::StoreError;
use diesel_async::AsyncPgConnection;
use kernel::ProfileId;
use tributary_rollups::credits::Credit;
use tributary_rollups::gather::Gatherer;

use super::credits::{Change, Days, add_days};
use super::put::put_days;
use super::{Place, Population, corrupt};

/// What all results of a generation that nothing is stored of yet come to.
#[derive(Default)]
pub(crate) struct Whole {
    by_conversion: Gatherer<Credit>,
    by_touch: Gatherer<Credit>,
    days: Days,
}

/// Days that are written at once.
const DAYS: usize = 8;

impl Whole {
    /// Adds the results of some people.
    pub(crate) fn add(&mut self, change: Change) {
        self.by_conversion.add(&change.by_conversion);
        self.by_touch.add(&change.by_touch);
        for (day, sums) in change.days {
            let own = self.days.entry(day).or_default();
            own.conversions += sums.conversions;
            own.cash = own.cash + sums.cash;
            own.payments += sums.payments;
            own.pending += sums.pending;
        }
    }

    /// Writes it down.
    pub(crate) async fn write(
        self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        generation: i64,
    ) -> Result<(), StoreError> {
        let both = [
            (Population::Credits, self.by_conversion),
            (Population::TouchCredits, self.by_touch),
        ];
        for (population, mut gathered) in both {
            let place = Place {
                profile_id,
                population,
                generation,
            };
            let mut days = Vec::with_capacity(DAYS);
            while let Some((day, columns)) = gathered.next_day().map_err(corrupt)? {
                days.push((day, Some(columns)));
                if days.len() == DAYS {
                    put_days(connection, place, std::mem::take(&mut days)).await?;
                }
            }
            if !days.is_empty() {
                put_days(connection, place, days).await?;
            }
        }
        add_days(connection, profile_id, generation, self.days).await
    }
}
