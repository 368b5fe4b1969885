//! Adds up credits.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Date, Model};

use super::day::{Adding, Day, DayTally};
use super::{Added, Tallied, slot, total};
use crate::Corrupt;
use crate::batch::Batch;
use crate::column::Columns;
use crate::credits::{self, Credit, CreditSums};
use crate::dimension::{DIMS, Dim};
use crate::fold::Piece;
use crate::selection::{Counted, Selection, TOTAL};

/// Columns of credits that a selection reads under a model.
pub fn credit_columns(selection: &Selection<'_>, model: Model) -> Vec<String> {
    if selection.is_everything() {
        return vec![credits::total_column(model)];
    }
    let dims = selection.dims();
    if dims.is_empty() {
        return vec!["runs".to_owned(), credits::sums_column(model)];
    }
    let names = ["runs", "count", "kind", "value"].into_iter();
    let names = names.chain(dims.into_iter().map(Dim::column));
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.push(credits::share_column(model));
    names
}

/// Adds up credits under a model: `days` with the columns of [`credit_columns`], or what they came to
/// before, and changes of those days and others.
pub fn credits(
    selection: &mut Selection<'_>,
    model: Model,
    days: &[(Piece, Day<CreditSums>)],
    recent: &Batch<Credit>,
) -> Result<Added<CreditSums>, Corrupt> {
    let mut tally = Credits {
        selection,
        sums: Vec::new(),
    };
    let (mut fresh, mut adding) = (Vec::new(), Adding::default());
    for (piece, given) in days {
        match given {
            Day::Columns(columns) => {
                let of_day = of_day(&mut adding, tally.selection, model, columns)?;
                tally.add(piece.day, &of_day);
                fresh.push((*piece, Arc::new(of_day)));
            }
            Day::Tallied(of_day) => tally.add(piece.day, of_day),
        }
    }
    for row in recent.rows() {
        if let Some(counted) = tally.selection.of_row(recent, row) {
            let key = tally.selection.on_day(counted, row.day);
            if let Some(own) = slot(&mut tally.sums, key) {
                own.add(&row.measure, model, row.count);
            }
        }
    }
    Ok(Added {
        rows: tally.finish(),
        pieces: fresh,
    })
}

/// Credits that were added up elsewhere, as far as a selection does not tell them apart.
#[derive(Clone, Copy, Debug)]
pub struct Summed<'a> {
    /// The local day; any, where keys are no days.
    pub day: Date,
    /// Traffic evidence.
    pub signature: Option<i64>,
    /// The values, in the order of [`Dim::ALL`](crate::Dim::ALL); any, where the selection does not
    /// look at them.
    pub dims: [&'a str; DIMS],
    /// What they come to under the model that is asked for.
    pub sums: CreditSums,
}

/// Adds up credits that are in no rollup.
pub fn summed_credits<'r>(
    selection: &mut Selection<'_>,
    rows: impl IntoIterator<Item = Summed<'r>>,
) -> Vec<Tallied<CreditSums>> {
    let mut tally = Credits {
        selection,
        sums: Vec::new(),
    };
    for row in rows {
        let text = |dim: Dim| row.dims.get(dim.place()).copied().unwrap_or_default();
        let Some(counted) = tally.selection.of_texts(row.signature, text) else {
            continue;
        };
        let key = tally.selection.on_day(counted, row.day);
        if let Some(own) = slot(&mut tally.sums, key) {
            own.add_sums(&row.sums);
        }
    }
    tally.finish()
}

/// Adds up the columns of a day.
fn of_day(
    adding: &mut Adding<CreditSums>,
    selection: &mut Selection<'_>,
    model: Model,
    columns: &Columns,
) -> Result<DayTally<CreditSums>, Corrupt> {
    let mut day = OfDay {
        adding,
        selection,
        model,
    };
    if day.selection.is_everything() {
        let sums = credits::read_total(columns, model)?;
        day.add(Some(TOTAL), |own| *own = sums);
    } else if day.selection.dims().is_empty() {
        day.runs(columns)?;
    } else {
        day.rows(columns)?;
    }
    Ok(day.adding.finish(|key| day.selection.name(key)))
}

/// A day while its columns are read.
struct OfDay<'s, 'a> {
    adding: &'s mut Adding<CreditSums>,
    selection: &'s mut Selection<'a>,
    model: Model,
}

impl OfDay<'_, '_> {
    fn add(&mut self, counted: Counted, add: impl Fn(&mut CreditSums)) {
        if let Some(own) = counted.and_then(|key| self.adding.key(key)) {
            add(&mut own.sums);
        }
    }

    fn runs(&mut self, columns: &Columns) -> Result<(), Corrupt> {
        credits::read_sums(columns, self.model, |run, of_run| {
            // A run in which the model credits nothing has no key.
            if of_run.credits > 0 {
                let counted = self.selection.of_signature(run.signature);
                self.add(counted, |own| own.add_sums(of_run));
            }
        })
    }

    fn rows(&mut self, columns: &Columns) -> Result<(), Corrupt> {
        let mut counted: Vec<Counted> = Vec::new();
        for run in credits::read_runs(columns.get("runs")?)? {
            let of_run = self.selection.of_signature(run.signature);
            counted.extend(std::iter::repeat_n(of_run, run.rows));
        }
        self.selection.narrow(&mut counted, columns)?;
        let model = self.model;
        let size = counted.len();
        let mut counted = counted.into_iter();
        credits::read_rows(columns, size, &[model], |credit, count| {
            let counted = counted.next().flatten();
            self.add(counted, |own| own.add(credit, model, count));
        })
    }
}

struct Credits<'s, 'a> {
    selection: &'s mut Selection<'a>,
    sums: Vec<CreditSums>,
}

impl Credits<'_, '_> {
    fn add(&mut self, day: Date, of_day: &DayTally<CreditSums>) {
        for part in &of_day.parts {
            let key = self.selection.named(part.name.as_deref());
            let key = self.selection.on_day(key, day);
            if let Some(own) = slot(&mut self.sums, key) {
                own.add_sums(&part.sums);
            }
        }
    }

    fn finish(mut self) -> Vec<Tallied<CreditSums>> {
        if self.selection.has_total() {
            total(&mut self.sums, CreditSums::add_sums);
        }
        let names = self.selection.names().map(|name| Some(name.to_owned()));
        let keyed = std::iter::once(None).chain(names).zip(self.sums);
        let kept = keyed.filter(|(_, sums)| sums.credits > 0);
        let tallied = kept.map(|(key, sums)| Tallied {
            key,
            sums,
            visitors: 0,
        });
        tallied.collect()
    }
}

/// Credits by day, model and what `name` calls the signature.
pub fn credits_by_day<'n>(
    days: &[(Piece, Columns)],
    recent: &Batch<Credit>,
    name: impl Fn(Option<i64>) -> &'n str,
) -> Result<BTreeMap<(Date, Model, &'n str), CreditSums>, Corrupt> {
    let mut found: BTreeMap<(Date, Model, &str), CreditSums> = BTreeMap::new();
    for (piece, columns) in days {
        for model in Model::ALL {
            credits::read_sums(columns, model, |run, sums| {
                let own = found.entry((piece.day, model, name(run.signature)));
                own.or_default().add_sums(sums);
            })?;
        }
    }
    for row in recent.rows() {
        for model in Model::ALL {
            let own = found.entry((row.day, model, name(row.signature)));
            own.or_default().add(&row.measure, model, row.count);
        }
    }
    found.retain(|_, sums| sums.credits != 0);
    Ok(found)
}

/// Columns that [`credits_by_day`] reads.
pub fn columns_by_day() -> Vec<String> {
    let sums = Model::ALL.into_iter().map(credits::sums_column);
    std::iter::once("runs".to_owned()).chain(sums).collect()
}
