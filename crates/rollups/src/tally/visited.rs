//! Counts visits without asking who came: by day and signature, and by a dimension.

use std::collections::BTreeMap;

use kernel::Date;

use crate::Corrupt;
use crate::batch::Batch;
use crate::column::{Columns, Numbers, read_texts};
use crate::dimension::Dim;
use crate::fold::Piece;
use crate::visits::{self, Visit, VisitSums};

/// Columns that visits of days are counted from.
pub fn visit_day_columns() -> Vec<String> {
    vec!["runs".to_owned()]
}

/// Calls `each` with the visits of every signature on every day. A signature may come several times on a day, and its
/// sums may be negative where something was taken away; all of them together never are.
pub fn visits_by_day(
    days: &[(Piece, Columns)],
    recent: &Batch<Visit>,
    mut each: impl FnMut(Date, Option<i64>, &VisitSums),
) -> Result<(), Corrupt> {
    for (piece, columns) in days {
        visits::read_sums(columns.get("runs")?, |run, sums| {
            each(piece.day, run.signature, sums);
            Ok(())
        })?;
    }
    for row in recent.rows() {
        let mut sums = VisitSums::default();
        sums.add(&row.measure, row.count);
        each(row.day, row.signature, &sums);
    }
    Ok(())
}

/// Columns that visits by a dimension are counted from.
pub fn visit_dim_columns(dim: Dim) -> Vec<String> {
    ["runs", "count", dim.column()].map(str::to_owned).to_vec()
}

/// Visits by a dimension, of the signatures that count; those of which it is not known are left out. `days` have the
/// columns of [`visit_dim_columns`].
pub fn visits_by_dim(
    dim: Dim,
    days: &[(Piece, Columns)],
    recent: &Batch<Visit>,
    counts: impl Fn(Option<i64>) -> bool,
) -> Result<BTreeMap<String, i64>, Corrupt> {
    let mut found: BTreeMap<String, i64> = BTreeMap::new();
    let mut add = |value: &str, visits: i64| {
        if value.is_empty() {
            return;
        }
        match found.get_mut(value) {
            Some(own) => *own += visits,
            None => {
                found.insert(value.to_owned(), visits);
            }
        }
    };
    for (_, columns) in days {
        let runs = visits::read_runs(columns.get("runs")?)?;
        let size = runs.iter().map(|run| run.rows).sum();
        let (texts, codes) = read_texts(columns.get(dim.column())?, size)?;
        let mut numbers = Numbers::new(columns.get("count")?, 1);
        let signatures = runs
            .iter()
            .flat_map(|run| std::iter::repeat_n(run.signature, run.rows));
        for (signature, code) in signatures.zip(codes) {
            let visits = numbers.take_count()?;
            if counts(signature) {
                let place = usize::try_from(code).unwrap_or(usize::MAX);
                add(texts.get(place).copied().unwrap_or_default(), visits);
            }
        }
    }
    for row in recent.rows().iter().filter(|row| counts(row.signature)) {
        add(recent.text(row, dim), row.count);
    }
    found.retain(|_, visits| *visits != 0);
    Ok(found)
}
