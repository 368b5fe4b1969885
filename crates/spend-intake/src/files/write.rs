//! Writes a file: all of it, or nothing.

use std::collections::BTreeSet;

use ad_spend::rows::{SpendableDays, read_row};
use ad_spend::{AccountDays, Date, SpendDay, Timestamp};
use application::ports::Profile;
use application::spend::put::{PutError, SpendWritten, put};
use application::spend::replace::replace;
use application::{Context, UnitOfWork};
use kernel::{Actor, StoreError};

use super::survey::{Account, SpendFile, Survey};

/// Rows that are held at once, unless a single day of an account has more: what a day comes to is derived once.
const MOST_ROWS: usize = 50_000;

/// Some days of an account.
type Group<'a> = (&'a Account, BTreeSet<Date>);

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
    for (account, dates) in groups(survey, MOST_ROWS) {
        let rows = rows(file, (account, &dates), context.clock.now())?;
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
    Ok(total)
}

/// Days of accounts that have so many rows together at most, each day in one.
fn groups(survey: &Survey, most: usize) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (account, days) in &survey.days {
        let (mut dates, mut count) = (BTreeSet::new(), 0);
        for (date, rows) in days {
            if count + rows > most && !dates.is_empty() {
                groups.push((account, std::mem::take(&mut dates)));
                count = 0;
            }
            dates.insert(*date);
            count += rows;
        }
        groups.push((account, dates));
    }
    groups
}

/// The rows of a group. The file was found to be good.
fn rows(
    file: SpendFile<'_>,
    (account, dates): (&Account, &BTreeSet<Date>),
    now: Timestamp,
) -> Result<Vec<SpendDay>, StoreError> {
    let mut rows = file.rows().map_err(StoreError::inconsistent)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next_row() {
        let row = row.map_err(StoreError::inconsistent)?;
        let day = read_row(&row.text, (0, SpendableDays::at(now)));
        let day = day.map_err(|_| StoreError::inconsistent("the file changed"))?;
        let is_of_account = day.ad.platform == account.0 && day.ad.account_id == account.1;
        if is_of_account && dates.contains(&day.date) {
            found.push(day);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use time::macros::date;

    use super::*;

    #[test]
    fn groups_are_whole_days_and_small() {
        let account = |name: &str| (name.to_owned(), String::new());
        let days = |rows: &[usize]| -> BTreeMap<Date, usize> {
            let dates = date!(2026 - 11 - 01);
            let all = rows.iter().zip(0_i64..);
            all.map(|(rows, day)| (dates + time::Duration::days(day), *rows))
                .collect()
        };
        let survey = Survey {
            days: [
                (account("a"), days(&[3, 3, 3, 9, 1])),
                (account("b"), days(&[1])),
            ]
            .into(),
            ..Survey::default()
        };
        let sizes: Vec<usize> = groups(&survey, 6)
            .iter()
            .map(|(_, dates)| dates.len())
            .collect();
        assert_eq!(sizes, [2, 1, 1, 1, 1]);
    }
}
