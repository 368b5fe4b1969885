//! Changes go into the days that they are of.
//!
//! A day is kept in [pieces](Piece), so that folding takes as much memory for a large day as for any
//! other. New rows go into the last piece, and into further ones once it has as many rows as a piece
//! may have. What was taken away is looked for from the last piece back, until all of it is found.

use kernel::Date;

use crate::Corrupt;
use crate::batch::{Batch, Measure, Stretch};
use crate::column::Columns;
use crate::credits::{self, Credit};
use crate::touched::{self, Touched};
use crate::visits::{self, Visit};

/// Rows that a piece of a day has at most. While it is folded, a row takes more than a hundred bytes.
pub const ROWS_OF_A_PIECE: usize = 8_192;

/// Some of the rows of a day, in no particular order: columns of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The local day.
    pub day: Date,
    /// Tells apart the pieces of a day; there may be gaps.
    pub number: i32,
}

/// Columns to be stored of a piece; `None` when nothing is left of it.
pub type Folded = (Piece, Option<Columns>);

/// A measure that days have columns for.
pub trait Settled: Measure {
    /// The names of the columns.
    fn columns() -> Vec<String>;
    /// The columns of settled rows of one day.
    #[doc(hidden)]
    fn encode(rows: Stretch<'_, Self>) -> Columns;
    /// The rows of a piece.
    fn decode(day: Date, columns: &Columns) -> Result<Batch<Self>, Corrupt>;
}

impl Settled for Visit {
    fn columns() -> Vec<String> {
        visits::columns()
    }

    fn encode(rows: Stretch<'_, Self>) -> Columns {
        visits::encode(rows)
    }

    fn decode(day: Date, columns: &Columns) -> Result<Batch<Self>, Corrupt> {
        visits::decode(day, columns)
    }
}

impl Settled for Touched {
    fn columns() -> Vec<String> {
        touched::columns()
    }

    fn encode(rows: Stretch<'_, Self>) -> Columns {
        touched::encode(rows)
    }

    fn decode(day: Date, columns: &Columns) -> Result<Batch<Self>, Corrupt> {
        touched::decode(day, columns)
    }
}

impl Settled for Credit {
    fn columns() -> Vec<String> {
        credits::columns()
    }

    fn encode(rows: Stretch<'_, Self>) -> Columns {
        credits::encode(rows)
    }

    fn decode(day: Date, columns: &Columns) -> Result<Batch<Self>, Corrupt> {
        credits::decode(day, columns)
    }
}

/// Changes on their way into a day. The pieces that it [wants](Self::wanted) have to be
/// [given](Self::fold) to it one after the other, until there are none; then it is
/// [finished](Self::finish). Each step says what has to be stored.
#[derive(Debug)]
pub struct Folding<M> {
    day: Date,
    most: usize,
    new: Batch<M>,
    gone: Batch<M>,
    /// Numbers of pieces that were not looked at, ascending.
    pieces: Vec<i32>,
    /// A number that no piece has.
    free: i32,
}

impl<M: Settled> Folding<M> {
    /// The changes that are of the day. `pieces` are the numbers of those that are stored, and a piece
    /// has at most `most` rows.
    pub fn of(day: Date, mut pieces: Vec<i32>, changes: &[Batch<M>], most: usize) -> Self {
        let mut rows = Batch::default();
        for batch in changes {
            rows.absorb(batch, |row| row.day == day);
        }
        rows.settle();
        let gone = rows.take_losses();
        pieces.sort_unstable();
        let free = pieces.last().map_or(0, |last| last.saturating_add(1));
        Self {
            day,
            most: most.max(1),
            new: rows,
            gone,
            pieces,
            free,
        }
    }

    /// The piece of which all columns are needed next.
    pub fn wanted(&self) -> Option<Piece> {
        let number = *self.pieces.last()?;
        let day = self.day;
        let has_changes = !self.new.is_empty() || !self.gone.is_empty();
        has_changes.then_some(Piece { day, number })
    }

    /// Folds what can be into the piece that was wanted.
    pub fn fold(&mut self, columns: &Columns) -> Result<Vec<Folded>, Corrupt> {
        let Some(number) = self.pieces.pop() else {
            return Err(Corrupt("a piece was given that nobody wanted"));
        };
        let mut rows = M::decode(self.day, columns)?;
        let (new, gone) = (
            std::mem::take(&mut self.new),
            std::mem::take(&mut self.gone),
        );
        rows.make_room(new.rows().len() + gone.rows().len());
        rows.absorb(&new, |_| true);
        rows.absorb(&gone, |_| true);
        rows.settle();
        self.gone = rows.take_losses();
        if new.is_empty() && self.gone.total() == gone.total() {
            return Ok(Vec::new());
        }
        let mut pieces = pieces(&rows, self.most);
        let day = self.day;
        let mut folded = vec![(Piece { day, number }, pieces.next())];
        folded.extend(pieces.map(|columns| (self.free(), Some(columns))));
        Ok(folded)
    }

    /// What is left when no piece is wanted any more.
    pub fn finish(mut self) -> Result<Vec<Folded>, Corrupt> {
        if !self.gone.is_empty() {
            return Err(Corrupt("a change takes away what is not there"));
        }
        let rows = std::mem::take(&mut self.new);
        let pieces = pieces(&rows, self.most);
        Ok(pieces.map(|columns| (self.free(), Some(columns))).collect())
    }

    /// A new piece.
    fn free(&mut self) -> Piece {
        let number = self.free;
        self.free = number.saturating_add(1);
        let day = self.day;
        Piece { day, number }
    }
}

/// The columns of settled rows of one day, piece by piece.
pub(crate) fn pieces<M: Settled>(rows: &Batch<M>, most: usize) -> impl Iterator<Item = Columns> {
    rows.stretches(most).map(M::encode)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::batch::NewRow;

    fn day() -> Date {
        Date::from_ordinal_date(2026, 1).unwrap()
    }

    /// A visit of each browser, or the loss of it.
    fn visits(visitors: impl IntoIterator<Item = u32>, count: i64) -> Batch<Visit> {
        let mut batch = Batch::default();
        for visitor in visitors {
            let row = NewRow {
                day: day(),
                signature: None,
                measure: Visit {
                    visitor,
                    page_views: 1,
                    engaged_ms: 0,
                },
                dims: [""; 7],
            };
            batch.add(&row, count);
        }
        batch
    }

    /// Which pieces a fold reads, and which it writes or, without rows, takes away.
    fn played(stored: &[Columns], changes: &[Batch<Visit>]) -> (Vec<i32>, BTreeMap<i32, bool>) {
        let numbers = (0..).zip(stored).map(|(number, _)| number).collect();
        let mut folding = Folding::of(day(), numbers, changes, 3);
        let (mut read, mut written) = (Vec::new(), BTreeMap::new());
        while let Some(piece) = folding.wanted() {
            read.push(piece.number);
            let place = usize::try_from(piece.number).unwrap();
            let folded = folding.fold(&stored[place]).unwrap();
            written.extend(
                folded
                    .iter()
                    .map(|(piece, left)| (piece.number, left.is_some())),
            );
        }
        assert!(folding.finish().unwrap().is_empty());
        (read, written)
    }

    #[test]
    fn pieces_are_read_from_the_last_one_until_nothing_is_left_to_do() {
        let folding = Folding::of(day(), Vec::new(), &[visits(0..7, 1)], 3);
        let stored = folding.finish().unwrap().into_iter();
        let stored: Vec<Columns> = stored.filter_map(|(_, columns)| columns).collect();
        assert_eq!(stored.len(), 3);
        let played = |changes: &[Batch<Visit>]| played(&stored, changes);
        assert_eq!(played(&[]), (vec![], BTreeMap::new()));
        // The last one has one row: it takes two, and the rest is a new one.
        let one = BTreeMap::from([(2, true)]);
        assert_eq!(played(&[visits(7..9, 1)]), (vec![2], one));
        let two = BTreeMap::from([(2, true), (3, true)]);
        assert_eq!(played(&[visits(7..10, 1)]), (vec![2], two));
        let empty = BTreeMap::from([(2, false)]);
        assert_eq!(played(&[visits([6], -1)]), (vec![2], empty));
        let middle = BTreeMap::from([(1, true)]);
        assert_eq!(played(&[visits([4], -1)]), (vec![2, 1], middle));
        let both = BTreeMap::from([(0, true), (2, true)]);
        let changes = [visits([0], -1), visits([7], 1)];
        assert_eq!(played(&changes), (vec![2, 1, 0], both));
    }

    #[test]
    fn taking_away_what_is_not_there_is_an_error() {
        let gone = [visits([1], -1)];
        assert!(Folding::of(day(), Vec::new(), &gone, 3).finish().is_err());
        let folding = Folding::of(day(), Vec::new(), &[visits([2], 1)], 3);
        let stored = folding.finish().unwrap().remove(0).1.unwrap();
        let mut folding = Folding::of(day(), vec![0], &gone, 3);
        assert!(folding.wanted().is_some());
        assert!(folding.fold(&stored).unwrap().is_empty());
        assert!(folding.finish().is_err());
    }
}
