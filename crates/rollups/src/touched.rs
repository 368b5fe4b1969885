//! Touches: what of a visit may be credited.
//!
//! A touch counts on the day of its session, so that both are of the same days. Columns of a piece of a day:
//! `runs` (for each signature its rows and its touches), `count` and `ad`.

use kernel::Date;

use crate::Corrupt;
use crate::batch::{Batch, Measure, Row, Sink, Source, Stretch};
use crate::bytes::{Reader, Writer};
use crate::column::{Columns, Numbers, read_texts, write_numbers, write_texts};
use crate::dimension::{DIMS, Dim};
use crate::recent::{read_signature, write_signature};

/// One touch. It has no measure of its own: touches are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touched;

impl Measure for Touched {
    fn write(&self, _sink: &mut Sink) {}

    fn read(_source: &mut Source<'_>) -> Result<Self, Corrupt> {
        Ok(Self)
    }
}

/// The names of the columns.
pub(crate) fn columns() -> Vec<String> {
    ["runs", "count", Dim::Ad.column()]
        .map(str::to_owned)
        .to_vec()
}

/// The columns of rows of one day, which are settled.
pub(crate) fn encode(Stretch { texts, rows }: Stretch<'_, Touched>) -> Columns {
    let mut columns = Columns::default();
    columns.insert("runs", runs(rows));
    let count = |row: &Row<Touched>| u64::try_from(row.count).unwrap_or_default();
    columns.insert("count", write_numbers(rows.iter().map(count), 1));
    if let Some(texts) = texts.get(Dim::Ad.place()) {
        let places = rows
            .iter()
            .map(|row| row.dims.get(Dim::Ad.place()).copied());
        let places = places.map(Option::unwrap_or_default);
        columns.insert(Dim::Ad.column(), write_texts(texts, places));
    }
    columns
}

fn runs(rows: &[Row<Touched>]) -> Vec<u8> {
    let mut writer = Writer::default();
    for run in rows.chunk_by(|one, next| one.signature == next.signature) {
        write_signature(&mut writer, run.first().and_then(|row| row.signature));
        writer.size(run.len());
        writer.signed(run.iter().map(|row| row.count).sum());
    }
    writer.finish()
}

/// Calls `each` with every signature, its rows and its touches.
pub(crate) fn read_runs(
    bytes: &[u8],
    mut each: impl FnMut(Option<i64>, usize, i64),
) -> Result<(), Corrupt> {
    let mut reader = Reader::new(bytes);
    while !reader.is_empty() {
        let signature = read_signature(&mut reader)?;
        let rows = reader.size()?;
        each(signature, rows, reader.signed()?);
    }
    Ok(())
}

/// Calls `each` with the ad of every row, empty for none, and its touches.
pub(crate) fn read_ads(columns: &Columns, mut each: impl FnMut(&str, i64)) -> Result<(), Corrupt> {
    let mut size = 0_usize;
    read_runs(columns.get("runs")?, |_, rows, _| {
        size = size.saturating_add(rows);
    })?;
    let (texts, codes) = read_texts(columns.get(Dim::Ad.column())?, size)?;
    let mut counts = Numbers::new(columns.get("count")?, 1);
    for code in codes {
        let place = usize::try_from(code).unwrap_or(usize::MAX);
        let ad = texts.get(place).copied().unwrap_or_default();
        each(ad, counts.take_count()?);
    }
    Ok(())
}

/// The rows of a piece of a day from all of its columns.
pub(crate) fn decode(day: Date, columns: &Columns) -> Result<Batch<Touched>, Corrupt> {
    let mut counts = Numbers::new(columns.get("count")?, 1);
    let mut signatures = Vec::new();
    read_runs(columns.get("runs")?, |signature, rows, _| {
        signatures.push((signature, rows));
    })?;
    let size = signatures.iter().map(|(_, rows)| rows).sum();
    let (texts, codes) = read_texts(columns.get(Dim::Ad.column())?, size)?;
    let mut batch = Batch::default();
    batch.make_room(codes.len());
    let signatures = signatures
        .iter()
        .flat_map(|(signature, rows)| std::iter::repeat_n(*signature, *rows));
    for (signature, _) in signatures.zip(&codes) {
        batch.push(Row {
            day,
            signature,
            measure: Touched,
            dims: [0; DIMS],
            count: counts.take_count()?,
        });
    }
    batch.set_dim(Dim::Ad, &texts, &codes);
    Ok(batch)
}
