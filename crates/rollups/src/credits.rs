//! Credits: what touches get of conversions, under every model.
//!
//! Columns of a piece of a day: `runs` (for each signature its rows), for each model its sums of all rows
//! (`total:linear`, …), its sums in each run (`sums:linear`, …) and the rows' shares
//! (`share:linear`, …), `value`, `kind`, `count`, and one for each dimension.

use kernel::{Date, Exact, Model};

use crate::Corrupt;
use crate::batch::{Batch, Measure, Row, Sink, Source, Stretch};
use crate::bytes::{Reader, Writer};
use crate::column::{Columns, Numbers, read_few, write_few, write_numbers, write_texts};
use crate::dimension::{DIMS, Dim};
use crate::recent::{read_signature, write_signature};

/// One conversion's credit to one touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Credit {
    /// The conversion's value in the reporting currency, in units of 10⁻⁸; 0 without one.
    pub value: i128,
    /// Whether the value is cash.
    pub is_cash: bool,
    /// Whether it gives an earlier conversion back.
    pub is_refund: bool,
    /// The touch's share under each model in billionths, in the order of [`Model::ALL`]; 0 for none.
    pub shares: [u32; Model::COUNT],
}

/// Units of 10⁻¹⁷, as [`Exact`] has them, in one of 10⁻⁸.
const VALUE_UNITS: i128 = 1_000_000_000;

impl Credit {
    /// The value of a conversion in units of 10⁻⁸. Values have at most eight decimals.
    pub fn value_of(value: Exact) -> i128 {
        value.units() / VALUE_UNITS
    }

    fn share(&self, model: Model) -> u32 {
        self.shares.get(place(model)).copied().unwrap_or_default()
    }

    fn kind(&self) -> u32 {
        u32::from(self.is_cash) | u32::from(self.is_refund) << 1
    }
}

fn place(model: Model) -> usize {
    Model::ALL.iter().take_while(|it| **it != model).count()
}

impl Measure for Credit {
    fn write(&self, sink: &mut Sink) {
        sink.0.wide_signed(self.value);
        sink.0.number(self.kind().into());
        for share in self.shares {
            sink.0.number(share.into());
        }
    }

    fn read(source: &mut Source<'_>) -> Result<Self, Corrupt> {
        let value = source.0.wide_signed()?;
        let kind = source.0.small()?;
        let mut shares = [0; Model::COUNT];
        for share in &mut shares {
            *share = source.0.small()?;
        }
        Ok(Self {
            value,
            is_cash: kind & 1 != 0,
            is_refund: kind & 2 != 0,
            shares,
        })
    }
}

/// Sums over credits under one model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CreditSums {
    /// Credits with a share.
    pub credits: i64,
    /// Cash.
    pub revenue: Exact,
    /// Shares of conversions that are no refunds, in billionths.
    pub conversions: i128,
    /// Those of payments.
    pub payments: i128,
}

impl CreditSums {
    /// A number of billionths as a number.
    pub fn whole(billionths: i128) -> Exact {
        Exact::from_units(billionths.saturating_mul(100_000_000))
    }

    /// Adds the credit `count` times; takes it away when that is negative.
    pub fn add(&mut self, credit: &Credit, model: Model, count: i64) {
        let share = i128::from(credit.share(model));
        if share == 0 {
            return;
        }
        let count_wide = i128::from(count);
        self.credits += count;
        if credit.is_cash {
            // 10⁻⁸ times 10⁻⁹ is 10⁻¹⁷.
            let units = credit
                .value
                .saturating_mul(share)
                .saturating_mul(count_wide);
            self.revenue = self.revenue + Exact::from_units(units);
        }
        if !credit.is_refund {
            self.conversions += share * count_wide;
            self.payments += share * count_wide * i128::from(credit.is_cash);
        }
    }

    pub(crate) fn add_sums(&mut self, other: &Self) {
        self.credits += other.credits;
        self.revenue = self.revenue + other.revenue;
        self.conversions += other.conversions;
        self.payments += other.payments;
    }

    fn write(&self, writer: &mut Writer) {
        writer.signed(self.credits);
        writer.wide_signed(self.revenue.units());
        writer.wide_signed(self.conversions);
        writer.wide_signed(self.payments);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Corrupt> {
        Ok(Self {
            credits: reader.signed()?,
            revenue: Exact::from_units(reader.wide_signed()?),
            conversions: reader.wide_signed()?,
            payments: reader.wide_signed()?,
        })
    }
}

/// The name of the column with a model's sums of all rows.
pub fn total_column(model: Model) -> String {
    ["total:", model.as_str()].concat()
}

/// The name of the column with a model's sums in each run.
pub fn sums_column(model: Model) -> String {
    ["sums:", model.as_str()].concat()
}

/// The name of the column with a model's shares.
pub fn share_column(model: Model) -> String {
    ["share:", model.as_str()].concat()
}

/// The names of the columns.
pub(crate) fn columns() -> Vec<String> {
    let own = ["runs", "value", "kind", "count"].into_iter();
    let own = own.chain(Dim::ALL.into_iter().map(Dim::column));
    let of_models = [sums_column, total_column, share_column].into_iter();
    let of_models = of_models.flat_map(|name| Model::ALL.into_iter().map(name));
    own.map(str::to_owned).chain(of_models).collect()
}

/// The columns of rows of one day, which are settled.
pub(crate) fn encode(Stretch { texts, rows }: Stretch<'_, Credit>) -> Columns {
    let mut columns = Columns::default();
    columns.insert("runs", runs(rows));
    for model in Model::ALL {
        let (sums, total) = sums(rows, model);
        columns.insert(sums_column(model), sums);
        columns.insert(total_column(model), total);
        let shares = rows.iter().map(|row| row.measure.share(model));
        columns.insert(share_column(model), write_few(shares));
    }
    columns.insert("value", values(rows));
    let kinds = rows.iter().map(|row| row.measure.kind());
    columns.insert("kind", write_few(kinds));
    let count = |row: &Row<Credit>| u64::try_from(row.count).unwrap_or_default();
    columns.insert("count", write_numbers(rows.iter().map(count), 1));
    for (dim, texts) in Dim::ALL.into_iter().zip(texts) {
        let places = rows.iter().map(|row| row.dims.get(dim.place()).copied());
        let places = places.map(Option::unwrap_or_default);
        columns.insert(dim.column(), write_texts(texts, places));
    }
    columns
}

fn by_run(rows: &[Row<Credit>]) -> impl Iterator<Item = &[Row<Credit>]> {
    rows.chunk_by(|one, next| one.signature == next.signature)
}

fn runs(rows: &[Row<Credit>]) -> Vec<u8> {
    let mut writer = Writer::default();
    for run in by_run(rows) {
        write_signature(&mut writer, run.first().and_then(|row| row.signature));
        writer.size(run.len());
    }
    writer.finish()
}

/// The sums of each run, and those of all of them together.
fn sums(rows: &[Row<Credit>], model: Model) -> (Vec<u8>, Vec<u8>) {
    let (mut writer, mut whole) = (Writer::default(), Writer::default());
    let mut total = CreditSums::default();
    for run in by_run(rows) {
        let mut sums = CreditSums::default();
        for row in run {
            sums.add(&row.measure, model, row.count);
        }
        sums.write(&mut writer);
        total.add_sums(&sums);
    }
    total.write(&mut whole);
    (writer.finish(), whole.finish())
}

fn values(rows: &[Row<Credit>]) -> Vec<u8> {
    let mut writer = Writer::default();
    for row in rows {
        writer.wide_signed(row.measure.value);
    }
    writer.finish()
}

/// Rows with one signature.
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

pub(crate) fn read_runs(bytes: &[u8]) -> Result<Vec<Run>, Corrupt> {
    let mut reader = Reader::new(bytes);
    let mut runs = Vec::new();
    while !reader.is_empty() {
        runs.push(Run::read(&mut reader)?);
    }
    Ok(runs)
}

/// The sums of all rows under the model.
pub(crate) fn read_total(columns: &Columns, model: Model) -> Result<CreditSums, Corrupt> {
    CreditSums::read(&mut Reader::new(columns.get(&total_column(model))?))
}

/// Calls `each` with every run and its sums under the model.
pub(crate) fn read_sums(
    columns: &Columns,
    model: Model,
    mut each: impl FnMut(Run, &CreditSums),
) -> Result<(), Corrupt> {
    let mut runs = Reader::new(columns.get("runs")?);
    let mut sums = Reader::new(columns.get(&sums_column(model))?);
    while !runs.is_empty() {
        each(Run::read(&mut runs)?, &CreditSums::read(&mut sums)?);
    }
    Ok(())
}

/// Calls `each` with what the columns say of every one of `size` rows, with the shares of the
/// models that are asked for.
pub(crate) fn read_rows(
    columns: &Columns,
    size: usize,
    models: &[Model],
    mut each: impl FnMut(&Credit, i64),
) -> Result<(), Corrupt> {
    let mut counts = Numbers::new(columns.get("count")?, 1);
    let mut values = Reader::new(columns.get("value")?);
    let mut shares = Vec::with_capacity(models.len());
    for model in models {
        let own = read_few(columns.get(&share_column(*model))?, size)?;
        shares.push((place(*model), own.into_iter()));
    }
    for kind in read_few(columns.get("kind")?, size)? {
        let mut credit = Credit {
            value: values.wide_signed()?,
            is_cash: kind & 1 != 0,
            is_refund: kind & 2 != 0,
            shares: [0; Model::COUNT],
        };
        for (model, shares) in &mut shares {
            if let Some(own) = credit.shares.get_mut(*model) {
                *own = shares.next().unwrap_or_default();
            }
        }
        each(&credit, counts.take_count()?);
    }
    Ok(())
}

/// The rows of a piece of a day from all of its columns.
pub(crate) fn decode(day: Date, columns: &Columns) -> Result<Batch<Credit>, Corrupt> {
    let runs = read_runs(columns.get("runs")?)?;
    let size: usize = runs.iter().map(|run| run.rows).sum();
    let mut signatures = runs
        .iter()
        .flat_map(|run| std::iter::repeat_n(run.signature, run.rows));
    let mut batch = Batch::default();
    // A row has a byte of it at least, so a broken size makes no more room than there are bytes.
    batch.make_room(size.min(columns.get("value")?.len()));
    read_rows(columns, size, &Model::ALL, |credit, count| {
        batch.push(Row {
            day,
            signature: signatures.next().flatten(),
            measure: *credit,
            dims: [0; DIMS],
            count,
        });
    })?;
    batch.read_dims(columns)?;
    Ok(batch)
}
