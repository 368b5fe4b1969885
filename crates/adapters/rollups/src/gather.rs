//! Very many rows become days: kept as bytes until every one of them is there, because days fill up
//! in no order.

use std::collections::BTreeMap;

use kernel::Date;

use crate::Corrupt;
use crate::batch::{Batch, Row, Sink, Source, Texts};
use crate::bytes::Reader;
use crate::column::Columns;
use crate::dimension::DIMS;
use crate::fold::Settled;
use crate::recent::{read_signature, write_signature};

/// Rows of days that nothing is stored of yet.
#[derive(Debug)]
pub struct Gatherer<M> {
    texts: [Texts; DIMS],
    days: BTreeMap<Date, Sink>,
    measure: std::marker::PhantomData<M>,
}

impl<M> Default for Gatherer<M> {
    fn default() -> Self {
        Self {
            texts: Default::default(),
            days: BTreeMap::new(),
            measure: std::marker::PhantomData,
        }
    }
}

impl<M: Settled> Gatherer<M> {
    /// Adds the rows of a batch.
    pub fn add(&mut self, batch: &Batch<M>) {
        let places = batch.places_in(&mut self.texts);
        for row in batch.rows() {
            let sink = self.days.entry(row.day).or_default();
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

    /// The columns of the next day; `None` after the last.
    pub fn next_day(&mut self) -> Result<Option<(Date, Columns)>, Corrupt> {
        while let Some((day, sink)) = self.days.pop_first() {
            let bytes = sink.0.finish();
            let mut source = Source(Reader::new(&bytes));
            let mut batch = Batch::default();
            while !source.0.is_empty() {
                batch.push(row(day, &mut source)?);
            }
            batch.settle();
            if batch.rows().iter().any(|row| row.count < 0) {
                return Err(Corrupt("a change takes away what is not there"));
            }
            if !batch.is_empty() {
                std::mem::swap(&mut batch.texts, &mut self.texts);
                let columns = M::encode(&batch);
                std::mem::swap(&mut batch.texts, &mut self.texts);
                return Ok(Some((day, columns)));
            }
        }
        Ok(None)
    }
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
