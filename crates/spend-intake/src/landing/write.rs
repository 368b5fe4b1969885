//! Writes a batch that is good.

use crate::spend::put::PutError;
use crate::spend::replace::replace;
use ad_spend::landing::{Batch, Outcome};
use ad_spend::rows::SpendableDays;
use ad_spend::{AccountDays, Date};
use application::{Context, UnitOfWork};
use kernel::{Actor, StoreError};

use super::judge::{Judged, read};
use crate::parts::{MOST_ROWS, parts};

/// Leaves the batch's days with its rows and nothing else.
pub(super) async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (batch, judged): (&Batch, &Judged),
) -> Result<Outcome, StoreError> {
    let calendar = SpendableDays::at(context.clock.now());
    let (mut written, mut removed) = (0, 0);
    let rows_of = |date: &Date| judged.days.get(date).map_or(0, Vec::len);
    let days = batch.dates().map(|date| (date, rows_of(&date)));
    for dates in parts(days, MOST_ROWS) {
        let of_dates = dates.iter().filter_map(|date| judged.days.get(date));
        let numbers: Vec<i32> = of_dates.flatten().copied().collect();
        let rows = work.landing().of_numbers(batch.place, &numbers).await?;
        let days = rows.into_iter().map(|row| read(batch, row, calendar));
        let days: Result<Vec<_>, _> = days.collect();
        let days = days.map_err(|_| StoreError::inconsistent("landed rows changed"))?;
        let of = AccountDays {
            platform: batch.platform.clone(),
            account_id: batch.account_id.clone(),
            dates,
        };
        let whole = (&of, days.as_slice());
        let done = replace(work, context, &judged.profile, whole, Actor::Operator);
        let done = done.await.map_err(|error| match error {
            PutError::Store(error) => error,
            PutError::Currencies(_) => StoreError::inconsistent(error),
        })?;
        written += done.days;
        removed += done.removed;
    }
    Ok(Outcome::Written { written, removed })
}
