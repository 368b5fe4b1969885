//! What is wrong with a batch.

use std::collections::BTreeMap;

use ad_spend::landing::{Batch, BatchFault, LandedRow, MOST_LANDED, MOST_LANDED_DAYS};
use ad_spend::rows::{CellCode, Column, MAX_ERRORS, SpendableDays, WrongCell, read_row};
use ad_spend::{Date, SpendDay, Timestamp};
use application::UnitOfWork;
use application::ports::Profile;
use kernel::StoreError;

use crate::seen::{Objection, Seen};

/// Rows that are read at once.
const AT_ONCE: usize = 5_000;

/// Rows of a day at most: they are held in memory together.
const MOST_OF_DAY: usize = 100_000;

/// A batch that is good.
#[derive(Debug)]
pub(super) struct Judged {
    /// Whose it is.
    pub(super) profile: Profile,
    /// The numbers of each day's rows.
    pub(super) days: BTreeMap<Date, Vec<i32>>,
}

/// Goes through a batch once. The first hundred things that are wrong with it are named by their rows.
pub(super) async fn judge(
    work: &mut dyn UnitOfWork,
    batch: &Batch,
    now: Timestamp,
) -> Result<Result<Judged, Vec<BatchFault>>, StoreError> {
    let place = batch.place;
    let Some(profile) = work.attribution().profile(place.profile_id).await? else {
        return Ok(Err(vec![whole("there is no such profile".to_owned())]));
    };
    let there = work.landing().count(place).await?;
    if let Some(words) = size(batch, there) {
        return Ok(Err(vec![whole(words)]));
    }
    let mut judge = Judge {
        batch,
        calendar: SpendableDays::at(now),
        seen: Seen::new(),
        days: BTreeMap::new(),
        faults: Vec::new(),
    };
    let mut last = 0;
    while judge.faults.len() < MAX_ERRORS {
        let rows = work.landing().after(place, last, AT_ONCE).await?;
        let Some(end) = rows.last().map(|row| row.number) else {
            break;
        };
        for row in rows {
            judge.add(row);
        }
        last = end;
    }
    let Judge {
        days, mut faults, ..
    } = judge;
    faults.truncate(MAX_ERRORS);
    Ok(if faults.is_empty() {
        Ok(Judged { profile, days })
    } else {
        Err(faults)
    })
}

/// What is wrong with how much it is.
fn size(batch: &Batch, there: i64) -> Option<String> {
    let days = (batch.days.to - batch.days.from).whole_days() + 1;
    if days > MOST_LANDED_DAYS {
        return Some(format!("is of {days} days, more than {MOST_LANDED_DAYS}"));
    }
    if batch.row_count > MOST_LANDED {
        let rows = batch.row_count;
        return Some(format!("has {rows} rows, more than {MOST_LANDED}"));
    }
    let said = batch.row_count;
    (said != there).then(|| format!("was to have {said} rows and has {there}"))
}

fn whole(words: String) -> BatchFault {
    BatchFault {
        row: None,
        column: None,
        code: CellCode::OutOfRange,
        words,
    }
}

/// What a row means in a batch: of whose account it is need not be said again.
pub(super) fn read(
    batch: &Batch,
    mut row: LandedRow,
    calendar: SpendableDays,
) -> Result<SpendDay, Vec<WrongCell>> {
    for (column, text) in [
        (Column::Platform, &batch.platform),
        (Column::AccountId, &batch.account_id),
    ] {
        if !text.is_empty() {
            row.text.0.entry(column).or_insert_with(|| text.clone());
        }
    }
    read_row(&row.text, (0, calendar))
}

struct Judge<'a> {
    batch: &'a Batch,
    calendar: SpendableDays,
    seen: Seen,
    days: BTreeMap<Date, Vec<i32>>,
    faults: Vec<BatchFault>,
}

impl Judge<'_> {
    fn add(&mut self, row: LandedRow) {
        let number = row.number;
        match read(self.batch, row, self.calendar) {
            Ok(day) => {
                self.compare(number, &day);
                let numbers = self.days.entry(day.date).or_default();
                numbers.push(number);
                if numbers.len() == MOST_OF_DAY + 1 {
                    let words = format!("is one of more than {MOST_OF_DAY} of its day");
                    self.fault(number, None, (CellCode::OutOfRange, words));
                }
            }
            Err(cells) => {
                for cell in cells {
                    self.fault(number, cell.column, (cell.code, cell.words));
                }
            }
        }
    }

    fn compare(&mut self, number: i32, day: &SpendDay) {
        let Batch {
            platform,
            account_id,
            days,
            ..
        } = self.batch;
        let elsewhere = [
            (
                Column::Platform,
                day.ad.platform != *platform,
                "is another than the batch's",
            ),
            (
                Column::AccountId,
                day.ad.account_id != *account_id,
                "is another than the batch's",
            ),
            (
                Column::Date,
                day.date < days.from || day.date > days.to,
                "is none of the batch's days",
            ),
        ];
        for (column, is_wrong, words) in elsewhere {
            if is_wrong {
                let what = (CellCode::OutOfRange, words.to_owned());
                self.fault(number, Some(column), what);
            }
        }
        let place = u64::try_from(number).unwrap_or_default();
        match self.seen.objection(day, place) {
            None => {}
            Some(Objection::Repeated(earlier)) => {
                let words = format!("is for the same day and ids as row {earlier}");
                self.fault(number, None, (CellCode::Repeated, words));
            }
            Some(Objection::Currency(first)) => {
                let words = format!("is another than in row {first} of the same day");
                let what = (CellCode::OutOfRange, words);
                self.fault(number, Some(Column::Currency), what);
            }
        }
    }

    fn fault(&mut self, row: i32, column: Option<Column>, (code, words): (CellCode, String)) {
        self.faults.push(BatchFault {
            row: Some(row),
            column,
            code,
            words,
        });
    }
}
