//! Adds up visits.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use kernel::Date;

use super::day::{Adding, Day, DayTally};
use super::{Added, Tallied, by_day, slot, total};
use crate::Corrupt;
use crate::batch::{Batch, Row};
use crate::column::{Columns, Numbers};
use crate::distinct::Distinct;
use crate::fold::Piece;
use crate::selection::{Counted, Selection, TOTAL};
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

    const fn is_nobody(&self) -> bool {
        self.visitors.is_empty()
    }
}

/// Days from which settled changes take visits away. What they came to before does not tell whom
/// that leaves without any, so their columns have to be given.
pub fn days_with_losses(recent: &Batch<Visit>) -> BTreeSet<Date> {
    let gone = recent.rows().iter().filter(|row| row.count < 0);
    gone.map(|row| row.day).collect()
}

/// Adds up visits: `days` with the columns of [`visit_columns`], or what they came to before unless
/// they are among [`days_with_losses`], and changes of those days and others, which are settled.
/// Visitors are numbered below `visitors`.
pub fn visits(
    selection: &mut Selection<'_>,
    days: &[(Piece, Day<VisitSums>)],
    recent: &Batch<Visit>,
    visitors: u32,
) -> Result<Added<VisitSums>, Corrupt> {
    let mut tally = Visits {
        selection,
        sums: Vec::new(),
        distinct: Distinct::new(visitors),
    };
    let mut changes = by_day(recent);
    let (mut fresh, mut adding) = (Vec::new(), Adding::default());
    let mut days: Vec<_> = days.iter().collect();
    days.sort_unstable_by_key(|(piece, _)| *piece);
    // What is contested may have rows in every piece of its day.
    for pieces in days.chunk_by(|one, next| one.0.day == next.0.day) {
        let Some(day) = pieces.first().map(|(piece, _)| piece.day) else {
            continue;
        };
        let rows = changes.remove(&day).unwrap_or_default();
        let mut contested = Contested::of(rows);
        for (piece, given) in pieces {
            match given {
                Day::Columns(columns) => {
                    let of_day = of_day(&mut adding, tally.selection, &mut contested, columns)?;
                    tally.add(day, &of_day);
                    if contested.is_nobody() {
                        fresh.push((*piece, Arc::new(of_day)));
                    }
                }
                Day::Tallied(of_day) if contested.is_nobody() => tally.add(day, of_day),
                Day::Tallied(_) => return Err(Corrupt("a day that lost visits was not read")),
            }
        }
        tally.change(day, recent, rows, contested)?;
    }
    let mut rest: Vec<_> = changes.into_iter().collect();
    rest.sort_unstable_by_key(|(day, _)| *day);
    for (day, rows) in rest {
        tally.change(day, recent, rows, Contested::of(rows))?;
    }
    Ok(Added {
        rows: tally.finish(),
        pieces: fresh,
    })
}

/// Adds up the columns of a day, without visitors that are contested.
fn of_day(
    adding: &mut Adding<VisitSums>,
    selection: &mut Selection<'_>,
    contested: &mut Contested,
    columns: &Columns,
) -> Result<DayTally<VisitSums>, Corrupt> {
    let mut day = OfDay {
        adding,
        selection,
        contested,
    };
    if day.selection.is_everything() {
        day.everyone(columns)?;
    } else if day.selection.dims().is_empty() {
        day.runs(columns)?;
    } else {
        day.rows(columns)?;
    }
    Ok(day.adding.finish(|key| day.selection.name(key)))
}

/// A day while its columns are read.
struct OfDay<'s, 'a> {
    adding: &'s mut Adding<VisitSums>,
    selection: &'s mut Selection<'a>,
    contested: &'s mut Contested,
}

impl OfDay<'_, '_> {
    fn everyone(&mut self, columns: &Columns) -> Result<(), Corrupt> {
        let Some(own) = self.adding.key(TOTAL) else {
            return Ok(());
        };
        own.sums = visits::read_everyone(columns.get("everyone")?, |visitor, count| {
            if !self.contested.takes(TOTAL, visitor, count) {
                own.visitors.push(visitor);
            }
        })?;
        Ok(())
    }

    fn runs(&mut self, columns: &Columns) -> Result<(), Corrupt> {
        let mut visitors = visits::Visitors::new(columns.get("visitor")?);
        // How often a row is there matters only where some are taken away.
        let counts = if self.contested.is_nobody() {
            &[]
        } else {
            columns.get("count")?
        };
        let mut counts = Numbers::new(counts, 1);
        visits::read_sums(columns.get("runs")?, |run, of_run| {
            let counted = self.selection.of_signature(run.signature);
            let own = counted.and_then(|key| Some((key, self.adding.key(key)?)));
            let Some((key, own)) = own else {
                return visitors.run(run.rows, |_| counts.take().map(|_| ()));
            };
            own.sums.add_sums(of_run);
            visitors.run(run.rows, |visitor| {
                if !self.contested.takes(key, visitor, counts.take_count()?) {
                    own.visitors.push(visitor);
                }
                Ok(())
            })
        })
    }

    fn rows(&mut self, columns: &Columns) -> Result<(), Corrupt> {
        let runs = visits::read_runs(columns.get("runs")?)?;
        let mut counted: Vec<Counted> = Vec::new();
        for run in &runs {
            let of_run = self.selection.of_signature(run.signature);
            counted.extend(std::iter::repeat_n(of_run, run.rows));
        }
        self.selection.narrow(&mut counted, columns)?;
        let mut counted = counted.into_iter();
        visits::read_rows(columns, &runs, |visit, count| {
            let Some(key) = counted.next().flatten() else {
                return;
            };
            if let Some(own) = self.adding.key(key) {
                own.sums.add(visit, count);
                if !self.contested.takes(key, visit.visitor, count) {
                    own.visitors.push(visit.visitor);
                }
            }
        })
    }
}

impl Visits<'_, '_> {
    fn add(&mut self, day: Date, of_day: &DayTally<VisitSums>) {
        for part in &of_day.parts {
            let key = self.selection.named(part.name.as_deref());
            let key = self.selection.on_day(key, day);
            if let Some(sums) = slot(&mut self.sums, key) {
                sums.add_sums(&part.sums);
            }
            self.distinct.add_packed(key, &part.visitors);
        }
    }

    /// Adds a day's changes, and then the contested visitors who have rows left.
    fn change(
        &mut self,
        day: Date,
        recent: &Batch<Visit>,
        changes: &[Row<Visit>],
        mut contested: Contested,
    ) -> Result<(), Corrupt> {
        for row in changes {
            let Some(counted) = self.selection.of_row(recent, row) else {
                continue;
            };
            let key = self.selection.on_day(counted, day);
            if let Some(sums) = slot(&mut self.sums, key) {
                sums.add(&row.measure, row.count);
            }
            if !contested.takes(counted, row.measure.visitor, row.count) {
                self.distinct.add(key, row.measure.visitor);
            }
        }
        for ((counted, visitor), count) in contested.rows {
            if count < 0 {
                return Err(Corrupt("a visit was taken away that was not there"));
            }
            if count > 0 {
                let key = self.selection.on_day(counted, day);
                self.distinct.add(key, visitor);
            }
        }
        Ok(())
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
