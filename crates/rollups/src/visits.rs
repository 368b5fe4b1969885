//! Visits: sessions of people, never of bots.
//!
//! Columns of a piece of a day: `runs` (for each signature its rows and their sums), `visitor` (ascending in
//! each run), `count`, `page_views`, `engaged`, one for each dimension, and `everyone` (the piece's
//! sums and its visitors, each once, with how many rows they have).

use kernel::Date;

use crate::Corrupt;
use crate::batch::{Batch, Measure, Row, Sink, Source, Stretch};
use crate::bytes::{Reader, Writer};
use crate::column::{Columns, Numbers, read_texts, write_numbers, write_texts};
use crate::dimension::{DIMS, Dim};
use crate::recent::{read_signature, write_signature};

/// One session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Visit {
    /// The browser's number in its profile; numbers are given without gaps.
    pub visitor: u32,
    /// Page views.
    pub page_views: u32,
    /// Engaged time in milliseconds.
    pub engaged_ms: u64,
}

impl Measure for Visit {
    fn write(&self, sink: &mut Sink) {
        sink.0.number(self.visitor.into());
        sink.0.number(self.page_views.into());
        sink.0.number(self.engaged_ms);
    }

    fn read(source: &mut Source<'_>) -> Result<Self, Corrupt> {
        Ok(Self {
            visitor: source.0.small()?,
            page_views: source.0.small()?,
            engaged_ms: source.0.number()?,
        })
    }
}

/// Sums over visits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VisitSums {
    /// Visits, also those without a page view.
    pub visits: i64,
    /// Page views.
    pub pageviews: i64,
    /// Visits with at least one page view.
    pub sessions: i64,
    /// Visits with exactly one.
    pub bounces: i64,
    /// Engaged time in milliseconds.
    pub engaged_ms: i64,
}

impl VisitSums {
    /// How many numbers are written of it.
    const NUMBERS: usize = 5;

    pub(crate) fn add(&mut self, visit: &Visit, count: i64) {
        let engaged = i64::try_from(visit.engaged_ms).unwrap_or(i64::MAX);
        self.visits += count;
        self.pageviews += count * i64::from(visit.page_views);
        self.sessions += count * i64::from(visit.page_views >= 1);
        self.bounces += count * i64::from(visit.page_views == 1);
        self.engaged_ms = self
            .engaged_ms
            .saturating_add(count.saturating_mul(engaged));
    }

    pub(crate) fn add_sums(&mut self, other: &Self) {
        self.visits += other.visits;
        self.pageviews += other.pageviews;
        self.sessions += other.sessions;
        self.bounces += other.bounces;
        self.engaged_ms = self.engaged_ms.saturating_add(other.engaged_ms);
    }

    fn write(&self, writer: &mut Writer) {
        for sum in [
            self.visits,
            self.pageviews,
            self.sessions,
            self.bounces,
            self.engaged_ms,
        ] {
            writer.signed(sum);
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Corrupt> {
        Ok(Self {
            visits: reader.signed()?,
            pageviews: reader.signed()?,
            sessions: reader.signed()?,
            bounces: reader.signed()?,
            engaged_ms: reader.signed()?,
        })
    }
}

/// The names of the columns.
pub(crate) fn columns() -> Vec<String> {
    let own = [
        "runs",
        "visitor",
        "count",
        "page_views",
        "engaged",
        "everyone",
    ]
    .into_iter();
    let all = own.chain(Dim::ALL.into_iter().map(Dim::column));
    all.map(str::to_owned).collect()
}

/// The columns of rows of one day, which are settled.
pub(crate) fn encode(Stretch { texts, rows }: Stretch<'_, Visit>) -> Columns {
    let mut columns = Columns::default();
    columns.insert("runs", runs(rows));
    columns.insert("visitor", visitors(rows));
    let count = |row: &Row<Visit>| u64::try_from(row.count).unwrap_or_default();
    columns.insert("count", write_numbers(rows.iter().map(count), 1));
    let views = rows.iter().map(|row| row.measure.page_views.into());
    columns.insert("page_views", write_numbers(views, 1));
    let engaged = rows.iter().map(|row| row.measure.engaged_ms);
    columns.insert("engaged", write_numbers(engaged, 0));
    for (dim, texts) in Dim::ALL.into_iter().zip(texts) {
        let places = rows.iter().map(|row| row.dims.get(dim.place()).copied());
        let places = places.map(Option::unwrap_or_default);
        columns.insert(dim.column(), write_texts(texts, places));
    }
    columns.insert("everyone", everyone(rows));
    columns
}

fn runs(rows: &[Row<Visit>]) -> Vec<u8> {
    let mut writer = Writer::default();
    for run in rows.chunk_by(|one, next| one.signature == next.signature) {
        let mut sums = VisitSums::default();
        for row in run {
            sums.add(&row.measure, row.count);
        }
        write_signature(&mut writer, run.first().and_then(|row| row.signature));
        writer.size(run.len());
        sums.write(&mut writer);
    }
    writer.finish()
}

/// Differences to the row before, starting anew in each run.
fn visitors(rows: &[Row<Visit>]) -> Vec<u8> {
    let mut writer = Writer::default();
    for run in rows.chunk_by(|one, next| one.signature == next.signature) {
        let mut before = 0;
        for row in run {
            writer.number((row.measure.visitor - before).into());
            before = row.measure.visitor;
        }
    }
    writer.finish()
}

/// The sums, then for each visitor the difference to the one before, doubled; odd when a number of
/// rows other than one follows.
fn everyone(rows: &[Row<Visit>]) -> Vec<u8> {
    let mut sums = VisitSums::default();
    let mut present: Vec<(u32, i64)> = Vec::with_capacity(rows.len());
    for row in rows {
        sums.add(&row.measure, row.count);
        present.push((row.measure.visitor, row.count));
    }
    present.sort_unstable();
    let mut writer = Writer::default();
    sums.write(&mut writer);
    let mut before = 0;
    for rows in present.chunk_by(|one, next| one.0 == next.0) {
        let visitor = rows.first().map_or(0, |row| row.0);
        let count: i64 = rows.iter().map(|row| row.1).sum();
        let step = u64::from(visitor - before) << 1;
        before = visitor;
        writer.number(step | u64::from(count != 1));
        if count != 1 {
            writer.signed(count);
        }
    }
    writer.finish()
}

/// A run of rows with one signature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) signature: Option<i64>,
    pub(crate) rows: usize,
}

impl Run {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Corrupt> {
        Ok(Self {
            signature: read_signature(reader)?,
            rows: reader.size()?,
        })
    }
}

/// The runs; passing over their sums is cheaper than reading them.
pub(crate) fn read_runs(bytes: &[u8]) -> Result<Vec<Run>, Corrupt> {
    let mut reader = Reader::new(bytes);
    let mut runs = Vec::new();
    while !reader.is_empty() {
        runs.push(Run::read(&mut reader)?);
        for _ in 0..VisitSums::NUMBERS {
            reader.number()?;
        }
    }
    Ok(runs)
}

/// Calls `each` with every run and its sums.
pub(crate) fn read_sums(
    bytes: &[u8],
    mut each: impl FnMut(Run, &VisitSums) -> Result<(), Corrupt>,
) -> Result<(), Corrupt> {
    let mut reader = Reader::new(bytes);
    while !reader.is_empty() {
        each(Run::read(&mut reader)?, &VisitSums::read(&mut reader)?)?;
    }
    Ok(())
}

/// The visitors of rows, run by run.
pub(crate) struct Visitors<'a>(Reader<'a>);

impl<'a> Visitors<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(Reader::new(bytes))
    }

    /// Calls `each` with the visitors of the next run, ascending.
    pub(crate) fn run(
        &mut self,
        rows: usize,
        mut each: impl FnMut(u32) -> Result<(), Corrupt>,
    ) -> Result<(), Corrupt> {
        let mut visitor = 0_u32;
        for _ in 0..rows {
            visitor = visitor.saturating_add(self.0.small()?);
            each(visitor)?;
        }
        Ok(())
    }
}

/// The day's sums; calls `each` with every visitor, ascending, and how many rows they have.
pub(crate) fn read_everyone(
    bytes: &[u8],
    mut each: impl FnMut(u32, i64),
) -> Result<VisitSums, Corrupt> {
    let mut reader = Reader::new(bytes);
    let sums = VisitSums::read(&mut reader)?;
    let mut visitor = 0_u64;
    while !reader.is_empty() {
        let step = reader.number()?;
        visitor = visitor.saturating_add(step >> 1);
        let count = if step & 1 == 0 { 1 } else { reader.signed()? };
        let number = u32::try_from(visitor).map_err(|_| Corrupt("a visitor has no such number"))?;
        each(number, count);
    }
    Ok(sums)
}

/// Calls `each` with every row's visit, and how many there are of it.
pub(crate) fn read_rows(
    columns: &Columns,
    runs: &[Run],
    mut each: impl FnMut(&Visit, i64),
) -> Result<(), Corrupt> {
    let mut visitors = Visitors::new(columns.get("visitor")?);
    let mut counts = Numbers::new(columns.get("count")?, 1);
    let mut views = Numbers::new(columns.get("page_views")?, 1);
    let mut engaged = Numbers::new(columns.get("engaged")?, 0);
    for run in runs {
        visitors.run(run.rows, |visitor| {
            let page_views = u32::try_from(views.take()?);
            let visit = Visit {
                visitor,
                page_views: page_views.map_err(|_| Corrupt("too many page views"))?,
                engaged_ms: engaged.take()?,
            };
            each(&visit, counts.take_count()?);
            Ok(())
        })?;
    }
    Ok(())
}

/// The rows of a piece of a day from all of its columns.
pub(crate) fn decode(day: Date, columns: &Columns) -> Result<Batch<Visit>, Corrupt> {
    let runs = read_runs(columns.get("runs")?)?;
    let mut signatures = runs
        .iter()
        .flat_map(|run| std::iter::repeat_n(run.signature, run.rows));
    let size: usize = runs.iter().map(|run| run.rows).sum();
    let mut batch = Batch::default();
    // A row has a byte of it at least, so a broken size makes no more room than there are bytes.
    batch.make_room(size.min(columns.get("visitor")?.len()));
    read_rows(columns, &runs, |visit, count| {
        batch.push(Row {
            day,
            signature: signatures.next().flatten(),
            measure: *visit,
            dims: [0; DIMS],
            count,
        });
    })?;
    batch.read_dims(columns)?;
    Ok(batch)
}

impl<M: Measure> Batch<M> {
    /// Fills in the dimensions of rows that are in the order of the columns.
    pub(crate) fn read_dims(&mut self, columns: &Columns) -> Result<(), Corrupt> {
        for dim in Dim::ALL {
            let rows = self.rows().len();
            let (texts, codes) = read_texts(columns.get(dim.column())?, rows)?;
            self.set_dim(dim, &texts, &codes);
        }
        Ok(())
    }
}
