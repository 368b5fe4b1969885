//! Adds up visits.

use std::collections::HashMap;

use kernel::Date;

use super::{Tallied, by_day, slot, total};
use crate::Corrupt;
use crate::batch::{Batch, Row};
use crate::column::{Columns, Numbers};
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
    contested: Contested,
}

/// Visitors from whose day something was taken away, so that their rows have to be counted.
#[derive(Default)]
struct Contested {
    /// Ascending.
    visitors: Vec<u32>,
    /// How many rows each has under a key.
    rows: HashMap<(u32, u32), i64>,
}

impl Contested {
    fn of(changes: &[Row<Visit>]) -> Self {
        let gone = changes.iter().filter(|row| row.count < 0);
        let mut visitors: Vec<u32> = gone.map(|row| row.measure.visitor).collect();
        visitors.sort_unstable();
        visitors.dedup();
        Self {
            visitors,
            rows: HashMap::new(),
        }
    }

    /// Counts the rows when the visitor is one of them, and says whether that is so.
    fn takes(&mut self, key: u32, visitor: u32, count: i64) -> bool {
        let is_one = !self.visitors.is_empty() && self.visitors.binary_search(&visitor).is_ok();
        if is_one {
            *self.rows.entry((key, visitor)).or_default() += count;
        }
        is_one
    }
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
        contested: Contested::default(),
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
        self.contested = Contested::of(changes);
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
        for ((key, visitor), count) in std::mem::take(&mut self.contested).rows {
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
        if let Some(sums) = slot(&mut self.sums, counted) {
            add(sums);
        }
    }

    fn present(&mut self, counted: u32, visitor: u32, count: i64) {
        if !self.contested.takes(counted, visitor, count) {
            self.distinct.add(counted, visitor);
        }
    }

    fn everyone(&mut self, day: Date, columns: &Columns) -> Result<(), Corrupt> {
        let Some(counted) = self.selection.of_signature(day, None) else {
            return Ok(());
        };
        let contested = &mut self.contested;
        let mut add = self.distinct.adder(counted);
        let sums = visits::read_everyone(columns.get("everyone")?, |visitor, count| {
            if !contested.takes(counted, visitor, count) {
                add(visitor);
            }
        })?;
        drop(add);
        self.sum(counted, |own| own.add_sums(&sums));
        Ok(())
    }

    fn runs(&mut self, day: Date, columns: &Columns) -> Result<(), Corrupt> {
        let mut visitors = visits::Visitors::new(columns.get("visitor")?);
        // How often a row is there matters only where some are taken away.
        let counts = if self.contested.visitors.is_empty() {
            &[]
        } else {
            columns.get("count")?
        };
        let mut counts = Numbers::new(counts, 1);
        visits::read_sums(columns.get("runs")?, |run, of_run| {
            let Some(counted) = self.selection.of_signature(day, run.signature) else {
                return visitors.run(run.rows, |_| counts.take().map(|_| ()));
            };
            self.sum(counted, |own| own.add_sums(of_run));
            let contested = &mut self.contested;
            let mut add = self.distinct.adder(counted);
            visitors.run(run.rows, |visitor| {
                if !contested.takes(counted, visitor, counts.take_count()?) {
                    add(visitor);
                }
                Ok(())
            })
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
        let mut counted = counted.into_iter();
        visits::read_rows(columns, &runs, |visit, count| {
            if let Some(counted) = counted.next().flatten() {
                self.sum(counted, |own| own.add(visit, count));
                self.present(counted, visit.visitor, count);
            }
        })
    }

    fn finish(mut self) -> Vec<Tallied<VisitSums>> {
        if self.selection.has_total() {
            total(&mut self.sums, VisitSums::add_sums);
            self.distinct.unite();
        }
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
