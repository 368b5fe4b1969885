//! Adds up days and changes by key.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use kernel::{Date, Model};

use crate::Corrupt;
use crate::batch::{Batch, Measure, Row};
use crate::column::{Columns, read_numbers};
use crate::credits::{self, Credit, CreditSums};
use crate::distinct::Distinct;
use crate::selection::{Counted, Selection, TOTAL};
use crate::visits::{self, Visit, VisitSums};

/// What rows of one key come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tallied<S> {
    /// The key; `None` for everything together.
    pub key: Option<String>,
    /// The sums.
    pub sums: S,
    /// Distinct visitors; 0 where none are counted.
    pub visitors: i64,
}

/// The rows of each day in a settled batch.
fn by_day<M: Measure>(recent: &Batch<M>) -> HashMap<Date, &[Row<M>]> {
    let days = recent.rows().chunk_by(|one, next| one.day == next.day);
    let named = days.filter_map(|rows| Some((rows.first()?.day, rows)));
    named.collect()
}

/// The keys a row counts under: the total, when there is one, and its own.
fn marks(has_total: bool, counted: u32) -> impl Iterator<Item = u32> {
    let total = has_total.then_some(TOTAL);
    let own = (counted != TOTAL).then_some(counted);
    total.into_iter().chain(own)
}

fn slot<S: Default + Clone>(sums: &mut Vec<S>, key: u32) -> Option<&mut S> {
    let key = usize::try_from(key).unwrap_or(usize::MAX);
    if sums.len() <= key {
        sums.resize(key + 1, S::default());
    }
    sums.get_mut(key)
}

/// Columns of visits that a selection reads.
pub fn visit_columns(selection: &Selection<'_>) -> Vec<String> {
    if selection.is_everything() {
        return vec!["everyone".to_owned()];
    }
    let dims = selection.dims();
    let mut names = vec!["runs", "visitor", "count"];
    if !dims.is_empty() {
        names.extend(["page_views", "engaged"]);
    }
    names.extend(dims.into_iter().map(crate::Dim::column));
    names.into_iter().map(str::to_owned).collect()
}

/// Columns of credits that a selection reads under a model.
pub fn credit_columns(selection: &Selection<'_>, model: Model) -> Vec<String> {
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

struct Visits<'s, 'a> {
    selection: &'s mut Selection<'a>,
    sums: Vec<VisitSums>,
    distinct: Distinct,
    /// Of a day from which something was taken away: how many rows each visitor has under a key.
    contested: Option<HashMap<(u32, u32), i64>>,
}

/// Adds up visits: `days` with the columns of [`visit_columns`], and changes of those days and
/// others, which are settled. Visitors are numbered below `visitors`.
pub fn visits(
    selection: &mut Selection<'_>,
    days: &[(Date, Columns)],
    recent: &Batch<Visit>,
    visitors: u32,
) -> Result<Vec<Tallied<VisitSums>>, Corrupt> {
    let mut tally = Visits {
        selection,
        sums: Vec::new(),
        distinct: Distinct::new(visitors),
        contested: None,
    };
    let mut changes = by_day(recent);
    for (day, columns) in days {
        let rows = changes.remove(day).unwrap_or_default();
        tally.day(*day, Some(columns), recent, rows)?;
    }
    let mut rest: Vec<_> = changes.into_iter().collect();
    rest.sort_unstable_by_key(|(day, _)| *day);
    for (day, rows) in rest {
        tally.day(day, None, recent, rows)?;
    }
    Ok(tally.finish())
}

impl Visits<'_, '_> {
    fn day(
        &mut self,
        day: Date,
        columns: Option<&Columns>,
        recent: &Batch<Visit>,
        changes: &[Row<Visit>],
    ) -> Result<(), Corrupt> {
        let takes_away = changes.iter().any(|row| row.count < 0);
        self.contested = takes_away.then(HashMap::new);
        if let Some(columns) = columns {
            if self.selection.is_everything() {
                self.everyone(day, columns)?;
            } else if self.selection.dims().is_empty() {
                self.runs(day, columns)?;
            } else {
                self.rows(day, columns)?;
            }
        }
        for row in changes {
            if let Some(counted) = self.selection.of_row(recent, row) {
                self.sum(counted, |sums| sums.add(&row.measure, row.count));
                self.present(counted, row.measure.visitor, row.count);
            }
        }
        for ((key, visitor), count) in self.contested.take().unwrap_or_default() {
            if count < 0 {
                return Err(Corrupt("a visit was taken away that was not there"));
            }
            if count > 0 {
                self.distinct.add(key, visitor);
            }
        }
        Ok(())
    }

    fn sum(&mut self, counted: u32, add: impl Fn(&mut VisitSums)) {
        for key in marks(self.selection.has_total(), counted) {
            if let Some(sums) = slot(&mut self.sums, key) {
                add(sums);
            }
        }
    }

    fn present(&mut self, counted: u32, visitor: u32, count: i64) {
        for key in marks(self.selection.has_total(), counted) {
            match &mut self.contested {
                None => self.distinct.add(key, visitor),
                Some(counts) => *counts.entry((key, visitor)).or_default() += count,
            }
        }
    }

    fn everyone(&mut self, day: Date, columns: &Columns) -> Result<(), Corrupt> {
        let Some(counted) = self.selection.of_signature(day, None) else {
            return Ok(());
        };
        let sums = visits::read_everyone(columns.get("everyone")?, |visitor, count| {
            self.present(counted, visitor, count);
        })?;
        self.sum(counted, |own| own.add_sums(&sums));
        Ok(())
    }

    fn runs(&mut self, day: Date, columns: &Columns) -> Result<(), Corrupt> {
        let mut runs = visits::read_runs(columns.get("runs")?)?;
        for run in &mut runs {
            run.counted = self.selection.of_signature(day, run.signature);
            let sums = run.sums;
            if let Some(counted) = run.counted {
                self.sum(counted, |own| own.add_sums(&sums));
            }
        }
        let rows = runs.iter().map(|run| run.rows).sum();
        // How often a row is there matters only where some are taken away.
        let counts = match self.contested {
            Some(_) => read_numbers(columns.get("count")?, rows, 1)?,
            None => Vec::new(),
        };
        let mut counts = counts.into_iter();
        visits::read_visitors(columns.get("visitor")?, &runs, |run, visitor| {
            let count = counts
                .next()
                .map_or(1, |count| i64::try_from(count).unwrap_or(1));
            if let Some(counted) = run.counted {
                self.present(counted, visitor, count);
            }
        })
    }

    fn rows(&mut self, day: Date, columns: &Columns) -> Result<(), Corrupt> {
        let runs = visits::read_runs(columns.get("runs")?)?;
        let mut counted: Vec<Counted> = Vec::new();
        for run in &runs {
            let of_run = self.selection.of_signature(day, run.signature);
            counted.extend(std::iter::repeat_n(of_run, run.rows));
        }
        self.selection.narrow(&mut counted, columns)?;
        let rows = visits::read_rows(columns, &runs)?;
        for (counted, (visit, count)) in counted.into_iter().zip(rows) {
            if let Some(counted) = counted {
                self.sum(counted, |own| own.add(&visit, count));
                self.present(counted, visit.visitor, count);
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Vec<Tallied<VisitSums>> {
        let names: Vec<Option<String>> = std::iter::once(None)
            .chain(self.selection.names().map(|name| Some(name.to_owned())))
            .collect();
        let mut tallied = Vec::new();
        for ((place, key), sums) in (0..).zip(names).zip(self.sums) {
            if sums.visits > 0 {
                let visitors = self.distinct.count(place);
                tallied.push(Tallied {
                    key,
                    sums,
                    visitors,
                });
            }
        }
        tallied
    }
}

/// Adds up credits under a model: `days` with the columns of [`credit_columns`], and changes of
/// those days and others.
pub fn credits(
    selection: &mut Selection<'_>,
    model: Model,
    days: &[(Date, Columns)],
    recent: &Batch<Credit>,
) -> Result<Vec<Tallied<CreditSums>>, Corrupt> {
    let mut sums: Vec<CreditSums> = Vec::new();
    let has_total = selection.has_total();
    let mut add = |counted: Counted, add: &dyn Fn(&mut CreditSums)| {
        for key in counted.into_iter().flat_map(|key| marks(has_total, key)) {
            if let Some(own) = slot(&mut sums, key) {
                add(own);
            }
        }
    };
    for (day, columns) in days {
        let mut counted: Vec<Counted> = Vec::new();
        let runs = credits::read_runs(columns.get("runs")?)?;
        if selection.dims().is_empty() {
            let of_runs = credits::read_sums(columns, model)?;
            for (run, of_run) in runs.iter().zip(of_runs) {
                let counted = selection.of_signature(*day, run.signature);
                // A run in which the model credits nothing has no key.
                add(counted.filter(|_| of_run.credits > 0), &|own| {
                    own.add_sums(&of_run)
                });
            }
            continue;
        }
        for run in &runs {
            let of_run = selection.of_signature(*day, run.signature);
            counted.extend(std::iter::repeat_n(of_run, run.rows));
        }
        selection.narrow(&mut counted, columns)?;
        let rows = credits::read_rows(columns, &[model])?;
        for (counted, (_, credit, count)) in counted.into_iter().zip(rows) {
            add(counted, &|own| own.add(&credit, model, count));
        }
    }
    for row in recent.rows() {
        let counted = selection.of_row(recent, row);
        add(counted, &|own| own.add(&row.measure, model, row.count));
    }
    let names = selection.names().map(|name| Some(name.to_owned()));
    let keyed = std::iter::once(None).chain(names).zip(sums);
    let kept = keyed.filter(|(_, sums)| sums.credits > 0);
    let tallied = kept.map(|(key, sums)| Tallied {
        key,
        sums,
        visitors: 0,
    });
    Ok(tallied.collect())
}

/// The signatures of days with visits.
pub fn signatures_of_visits(days: &[(Date, Columns)]) -> Result<BTreeSet<i64>, Corrupt> {
    let mut ids = BTreeSet::new();
    for (_, columns) in days {
        let runs = visits::read_runs(columns.get("runs")?)?;
        ids.extend(runs.iter().filter_map(|run| run.signature));
    }
    Ok(ids)
}

/// The signatures of days with credits.
pub fn signatures_of_credits(days: &[(Date, Columns)]) -> Result<BTreeSet<i64>, Corrupt> {
    let mut ids = BTreeSet::new();
    for (_, columns) in days {
        let runs = credits::read_runs(columns.get("runs")?)?;
        ids.extend(runs.iter().filter_map(|run| run.signature));
    }
    Ok(ids)
}

/// Credits by day, model and what `name` calls the signature.
pub fn credits_by_day<'n>(
    days: &[(Date, Columns)],
    recent: &Batch<Credit>,
    name: impl Fn(Option<i64>) -> &'n str,
) -> Result<BTreeMap<(Date, Model, &'n str), CreditSums>, Corrupt> {
    let mut found: BTreeMap<(Date, Model, &str), CreditSums> = BTreeMap::new();
    for (day, columns) in days {
        let runs = credits::read_runs(columns.get("runs")?)?;
        for model in Model::ALL {
            let sums = credits::read_sums(columns, model)?;
            for (run, sums) in runs.iter().zip(sums) {
                let own = found.entry((*day, model, name(run.signature)));
                own.or_default().add_sums(&sums);
            }
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
