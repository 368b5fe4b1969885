//! Rows that a loader leaves, a batch of an account's days at a time.

use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Date, ProfileId, Timestamp};
use uuid::Uuid;

use crate::calendar::Piece;
use crate::rows::{CellCode, Column, RowText};

/// Rows of a batch at most.
pub const MOST_LANDED: i64 = 1_000_000;

/// Days of a batch at most.
pub const MOST_LANDED_DAYS: i64 = 366;

/// Where a batch lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchPlace {
    /// Whose spend it is.
    pub profile_id: ProfileId,
    /// What the loader calls it.
    pub batch_id: Uuid,
}

/// What a loader says of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Where it lies.
    pub place: BatchPlace,
    /// The platform of all its rows.
    pub platform: String,
    /// The account of all its rows; empty where the platform has none.
    pub account_id: String,
    /// The days that it is all of.
    pub days: Piece,
    /// How many rows it has.
    pub row_count: i64,
    /// When the loader said so.
    pub landed_at: Timestamp,
    /// How often it could not be written, through no fault of its rows.
    pub failures: u32,
}

impl Batch {
    /// When it is tried again after it could not be written at `now`: after a quarter of a minute, then twice as long each
    /// time, an hour at most.
    pub fn again_at(&self, now: Timestamp) -> Timestamp {
        let wait = (15 * MICROS_PER_SECOND) << self.failures.min(8);
        now.plus_micros(wait.min(3_600 * MICROS_PER_SECOND))
    }

    /// Its days, the first first.
    pub fn dates(&self) -> impl Iterator<Item = Date> {
        let Piece { from, to } = self.days;
        std::iter::successors(Some(from), |date| date.next_day())
            .take_while(move |date| *date <= to)
    }
}

/// One of a batch's rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LandedRow {
    /// Its number.
    pub number: i32,
    /// Its cells.
    pub text: RowText,
}

/// Something that is wrong with a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchFault {
    /// The number of its row; `None` for the batch.
    pub row: Option<i32>,
    /// The column; `None` for the row, or the batch.
    pub column: Option<Column>,
    /// What is wrong.
    pub code: CellCode,
    /// The same in words.
    pub words: String,
}

/// What became of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Its days hold its rows and nothing else.
    Written {
        /// Days of spend that were written.
        written: usize,
        /// Days of spend that are gone.
        removed: usize,
    },
    /// Nothing of it was written, for the first hundred of these reasons.
    Refused(Vec<BatchFault>),
}

/// How a batch stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LandedBatch {
    /// What the loader said.
    pub batch: Batch,
    /// What became of it, and when; `None` while it waits.
    pub outcome: Option<(Outcome, Timestamp)>,
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn batch(failures: u32) -> Batch {
        Batch {
            place: BatchPlace {
                profile_id: ProfileId::from(Uuid::nil()),
                batch_id: Uuid::nil(),
            },
            platform: "meta".to_owned(),
            account_id: String::new(),
            days: Piece {
                from: date!(2026 - 02 - 27),
                to: date!(2026 - 03 - 01),
            },
            row_count: 0,
            landed_at: Timestamp::parse("2026-03-02T00:00:00Z").unwrap(),
            failures,
        }
    }

    #[test]
    fn days_are_all_from_the_first_to_the_last() {
        let dates: Vec<_> = batch(0).dates().map(|date| date.to_string()).collect();
        assert_eq!(dates, ["2026-02-27", "2026-02-28", "2026-03-01"]);
    }

    #[test]
    fn it_is_tried_again_later_each_time_and_within_an_hour() {
        let now = batch(0).landed_at;
        let wait = |failures| batch(failures).again_at(now).micros() - now.micros();
        let seconds = [0, 1, 2, 7, 8, 30].map(|failures| wait(failures) / MICROS_PER_SECOND);
        assert_eq!(seconds, [15, 30, 60, 1_920, 3_600, 3_600]);
    }
}
