//! Changes go into the days that they are of.

use kernel::Date;

use crate::Corrupt;
use crate::batch::{Batch, Measure};
use crate::column::Columns;
use crate::credits::{self, Credit};
use crate::visits::{self, Visit};

/// A measure that days have columns for.
pub trait Settled: Measure {
    /// The columns of rows of one day.
    fn encode(batch: &Batch<Self>) -> Columns;
    /// The rows of a day.
    fn decode(day: Date, columns: &Columns) -> Result<Batch<Self>, Corrupt>;
}

impl Settled for Visit {
    fn encode(batch: &Batch<Self>) -> Columns {
        visits::encode(batch)
    }

    fn decode(day: Date, columns: &Columns) -> Result<Batch<Self>, Corrupt> {
        visits::decode(day, columns)
    }
}

impl Settled for Credit {
    fn encode(batch: &Batch<Self>) -> Columns {
        credits::encode(batch)
    }

    fn decode(day: Date, columns: &Columns) -> Result<Batch<Self>, Corrupt> {
        credits::decode(day, columns)
    }
}

/// The columns of a day after the changes; `None` when nothing is left of it.
pub fn fold<M: Settled>(
    day: Date,
    settled: Option<&Columns>,
    changes: &[Batch<M>],
) -> Result<Option<Columns>, Corrupt> {
    let mut rows = match settled {
        Some(columns) => M::decode(day, columns)?,
        None => Batch::default(),
    };
    let added = changes.iter().flat_map(Batch::rows);
    rows.make_room(added.filter(|row| row.day == day).count());
    for batch in changes {
        rows.absorb(batch, |row| row.day == day);
    }
    rows.settle();
    if rows.rows().iter().any(|row| row.count < 0) {
        return Err(Corrupt("a change takes away what is not there"));
    }
    Ok((!rows.is_empty()).then(|| M::encode(&rows)))
}
