//! Adds up credits.

use std::collections::BTreeMap;

use kernel::{Date, Model};

use super::{Tallied, slot, total};
use crate::Corrupt;
use crate::batch::Batch;
use crate::column::Columns;
use crate::credits::{self, Credit, CreditSums};
use crate::selection::{Counted, Selection};

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
    let names = names.chain(dims.into_iter().map(crate::Dim::column));
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.push(credits::share_column(model));
    names
}

/// Adds up credits under a model: `days` with the columns of [`credit_columns`], and changes of
/// those days and others.
pub fn credits(
    selection: &mut Selection<'_>,
    model: Model,
    days: &[(Date, Columns)],
    recent: &Batch<Credit>,
) -> Result<Vec<Tallied<CreditSums>>, Corrupt> {
    let mut tally = Credits {
        selection,
        model,
        sums: Vec::new(),
    };
    for (day, columns) in days {
        if tally.selection.is_everything() {
            tally.everything(*day, columns)?;
        } else if tally.selection.dims().is_empty() {
            tally.runs(*day, columns)?;
        } else {
            tally.rows(*day, columns)?;
        }
    }
    for row in recent.rows() {
        let counted = tally.selection.of_row(recent, row);
        tally.add(counted, |own| own.add(&row.measure, model, row.count));
    }
    Ok(tally.finish())
}

struct Credits<'s, 'a> {
    selection: &'s mut Selection<'a>,
    model: Model,
    sums: Vec<CreditSums>,
}

impl Credits<'_, '_> {
    fn add(&mut self, counted: Counted, add: impl Fn(&mut CreditSums)) {
        if let Some(own) = counted.and_then(|key| slot(&mut self.sums, key)) {
            add(own);
        }
    }

    fn everything(&mut self, day: Date, columns: &Columns) -> Result<(), Corrupt> {
        let sums = credits::read_total(columns, self.model)?;
        let counted = self.selection.of_signature(day, None);
        self.add(counted, |own| own.add_sums(&sums));
        Ok(())
    }

    fn runs(&mut self, day: Date, columns: &Columns) -> Result<(), Corrupt> {
        credits::read_sums(columns, self.model, |run, of_run| {
            // A run in which the model credits nothing has no key.
            if of_run.credits > 0 {
                let counted = self.selection.of_signature(day, run.signature);
                self.add(counted, |own| own.add_sums(of_run));
            }
        })
    }

    fn rows(&mut self, day: Date, columns: &Columns) -> Result<(), Corrupt> {
        let mut counted: Vec<Counted> = Vec::new();
        for run in credits::read_runs(columns.get("runs")?)? {
            let of_run = self.selection.of_signature(day, run.signature);
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
    days: &[(Date, Columns)],
    recent: &Batch<Credit>,
    name: impl Fn(Option<i64>) -> &'n str,
) -> Result<BTreeMap<(Date, Model, &'n str), CreditSums>, Corrupt> {
    let mut found: BTreeMap<(Date, Model, &str), CreditSums> = BTreeMap::new();
    for (day, columns) in days {
        for model in Model::ALL {
            credits::read_sums(columns, model, |run, sums| {
                let own = found.entry((*day, model, name(run.signature)));
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
