//! Very many rows become days: kept as bytes until every one of them is there, because days fill up
//! in no order.

use std::collections::BTreeMap;

use kernel::Date;

use crate::Corrupt;
use crate::batch::{Batch, Row, Sink, Source, Texts};
use crate::bytes::Reader;
use crate::dimension::DIMS;
use crate::fold::{self, Folded, Piece, Settled};
use crate::recent::{read_signature, write_signature};

/// Rows that are counted on two days each, of days that nothing is stored of yet. A row is held
/// once: under its own day, and when that day has been taken, under the other one.
#[derive(Debug)]
pub struct Gatherer<M> {
    texts: [Texts; DIMS],
    days: BTreeMap<Date, Sink>,
    other_days: BTreeMap<Date, Sink>,
    /// Rows that a piece of a day may have.
    most: usize,
    measure: std::marker::PhantomData<M>,
}

impl<M: Settled> Gatherer<M> {
    /// Nothing yet, to become pieces of at most so many rows.
    pub fn new(most: usize) -> Self {
        Self {
            texts: Default::default(),
            days: BTreeMap::new(),
            other_days: BTreeMap::new(),
            most: most.max(1),
            measure: std::marker::PhantomData,
        }
    }

    /// Adds the rows of a batch, each with the other day on which it counts.
    pub fn add(&mut self, batch: &Batch<M>, other_days: impl IntoIterator<Item = Date>) {
        let places = batch.places_in(&mut self.texts);
        for (row, other_day) in batch.rows().iter().zip(other_days) {
            let sink = self.days.entry(row.day).or_default();
            let distance = other_day.to_julian_day() - row.day.to_julian_day();
            sink.0.signed(distance.into());
            write_signature(&mut sink.0, row.signature);
            row.measure.write(sink);
            for (dim, places) in row.dims.iter().zip(&places) {
                let place = usize::try_from(*dim).unwrap_or(usize::MAX);
                let place = places.get(place).copied().unwrap_or_default();
                sink.0.number(place.into());
            }
            sink.0.signed(row.count);
        }
    }

    /// The pieces of the next day of rows' own days; `None` after the last.
    pub fn next_day(&mut self) -> Result<Option<Vec<Folded>>, Corrupt> {
        while let Some((day, sink)) = self.days.pop_first() {
            let bytes = sink.0.finish();
            let mut source = Source(Reader::new(&bytes));
            let mut batch = Batch::default();
            while !source.0.is_empty() {
                let other_day = distant(day, source.0.signed()?)?;
                let of_row = source.0.clone();
                batch.push(row(day, &mut source)?);
                let sink = self.other_days.entry(other_day).or_default();
                sink.0.raw(of_row.until(&source.0));
            }
            let pieces = self.pieces(day, batch)?;
            if !pieces.is_empty() {
                return Ok(Some(pieces));
            }
        }
        Ok(None)
    }

    /// The pieces of the next of the other days of rows whose own days were taken; `None` after the
    /// last.
    pub fn next_other_day(&mut self) -> Result<Option<Vec<Folded>>, Corrupt> {
        while let Some((day, sink)) = self.other_days.pop_first() {
            let bytes = sink.0.finish();
            let mut source = Source(Reader::new(&bytes));
            let mut batch = Batch::default();
            while !source.0.is_empty() {
                batch.push(row(day, &mut source)?);
            }
            let pieces = self.pieces(day, batch)?;
            if !pieces.is_empty() {
                return Ok(Some(pieces));
            }
        }
        Ok(None)
    }

    /// A day's pieces; none when its rows come to nothing.
    fn pieces(&mut self, day: Date, mut batch: Batch<M>) -> Result<Vec<Folded>, Corrupt> {
        batch.settle();
        if batch.rows().iter().any(|row| row.count < 0) {
            return Err(Corrupt("a change takes away what is not there"));
        }
        std::mem::swap(&mut batch.texts, &mut self.texts);
        let pieces = (0..).zip(fold::pieces(&batch, self.most));
        let pieces = pieces.map(|(number, columns)| (Piece { day, number }, Some(columns)));
        let pieces = pieces.collect();
        std::mem::swap(&mut batch.texts, &mut self.texts);
        Ok(pieces)
    }
}

fn distant(day: Date, days: i64) -> Result<Date, Corrupt> {
    let distant = i32::try_from(i64::from(day.to_julian_day()).saturating_add(days)).ok();
    let day = distant.and_then(|day| Date::from_julian_day(day).ok());
    day.ok_or(Corrupt("a day is too far away"))
}

fn row<M: Settled>(day: Date, source: &mut Source<'_>) -> Result<Row<M>, Corrupt> {
    let signature = read_signature(&mut source.0)?;
    let measure = M::read(source)?;
    let mut dims = [0; DIMS];
    for dim in &mut dims {
        *dim = source.0.small()?;
    }
    Ok(Row {
        day,
        signature,
        measure,
        dims,
        count: source.0.signed()?,
    })
}
