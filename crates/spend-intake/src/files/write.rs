//! Writes a file: all of it, or nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::spend::put::{PutError, SpendWritten, put};
use crate::spend::replace::replace;
use ad_spend::rows::{SpendableDays, read_row};
use ad_spend::{AccountDays, Date, SpendDay, Timestamp};
use application::ports::Profile;
use application::{Context, UnitOfWork};
use kernel::{Actor, StoreError};

use super::survey::{Account, SpendFile, Survey};
use crate::parts::{MOST_ROWS, parts};

/// Days of accounts.
type Days<'a> = BTreeMap<&'a Account, BTreeSet<Date>>;

/// Writes what was surveyed, days of accounts at a time, in one transaction. With `replaces` nothing else is left of
/// these days.
pub async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    (file, survey, replaces): (SpendFile<'_>, &Survey, bool),
    actor: Actor,
) -> Result<SpendWritten, PutError> {
    let mut total = SpendWritten::default();
    let days = survey.days.iter().flat_map(|(account, days)| {
        let days = days.iter();
        days.map(move |(date, rows)| ((account, *date), *rows))
    });
    // The file is gone through once a part, however many accounts it has.
    for part in parts(days, MOST_ROWS) {
        let mut days = Days::new();
        for (account, date) in part {
            days.entry(account).or_default().insert(date);
        }
        let mut rows = rows(file, &days, context.clock.now())?;
        for (account, dates) in days {
            let rows = rows.remove(account).unwrap_or_default();
            let written = if replaces {
                let of = AccountDays {
                    platform: account.0.clone(),
                    account_id: account.1.clone(),
                    dates: dates.into_iter().collect(),
                };
                let whole = (&of, rows.as_slice());
                replace(&mut *work, context, profile, whole, actor).await?
            } else {
                put(&mut *work, context, profile, &rows, actor).await?
            };
            total.days += written.days;
            total.ads += written.ads;
            total.removed += written.removed;
            total.exceeds |= written.exceeds;
        }
    }
    Ok(total)
}

/// The rows of these days by account. The file was found to be good.
fn rows<'a>(
    file: SpendFile<'_>,
    days: &Days<'a>,
    now: Timestamp,
) -> Result<BTreeMap<&'a Account, Vec<SpendDay>>, StoreError> {
    let mut rows = file.rows().map_err(StoreError::inconsistent)?;
    let mut found: BTreeMap<&Account, Vec<SpendDay>> = BTreeMap::new();
    while let Some(row) = rows.next_row() {
        let row = row.map_err(StoreError::inconsistent)?;
        let day = read_row(&row.text, (0, SpendableDays::at(now)));
        let day = day.map_err(|_| StoreError::inconsistent("the file changed"))?;
        let account = (day.ad.platform.clone(), day.ad.account_id.clone());
        if let Some((account, dates)) = days.get_key_value(&account)
            && dates.contains(&day.date)
        {
            found.entry(account).or_default().push(day);
        }
    }
    Ok(found)
}
