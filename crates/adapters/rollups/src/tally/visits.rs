//! Adds up visits.

use std::collections::{BTreeSet, HashMap};

use kernel::Date;

use super::{Tallied, by_day, marks, slot};
use crate::Corrupt;
use crate::batch::{Batch, Row};
use crate::column::{Columns, read_numbers};
use crate::distinct::Distinct;
use crate::selection::{Counted, Selection};
use crate::visits::{self, Visit, VisitSums};

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

/// The signatures of days with visits.
pub fn signatures_of_visits(days: &[(Date, Columns)]) -> Result<BTreeSet<i64>, Corrupt> {
    let mut ids = BTreeSet::new();
    for (_, columns) in days {
        let runs = visits::read_runs(columns.get("runs")?)?;
        ids.extend(runs.iter().filter_map(|run| run.signature));
    }
    Ok(ids)
}
