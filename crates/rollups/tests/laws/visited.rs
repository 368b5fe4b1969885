//! Visits, counted by day and signature, and by a dimension.

use std::collections::BTreeMap;

use kernel::Date;
use proptest::prelude::*;
use tributary_rollups::visits::{Visit, VisitSums};
use tributary_rollups::{Columns, Dim, Piece, tally};

use super::{Days, history, pieces, play, visit};

/// The columns of those names alone, as a reader loads them.
fn loaded(days: &Days, names: &[String]) -> Vec<(Piece, Columns)> {
    let only = |columns: &Columns| {
        let mut kept = Columns::default();
        for (name, bytes) in columns.clone() {
            if names.contains(&name) {
                kept.insert(name, bytes);
            }
        }
        kept
    };
    let days = days.iter();
    days.map(|(piece, columns)| (*piece, only(columns)))
        .collect()
}

proptest! {
    #[test]
    fn visits_of_days_and_dimensions_are_those_of_the_plain_rows(
        history in history(visit()), folds in [any::<bool>(); 4], most in pieces(),
    ) {
        let stored = play::<Visit>(&history, &folds, most);
        let mut expected: BTreeMap<(Date, Option<i64>), (i64, i64)> = BTreeMap::new();
        let mut countries: BTreeMap<String, i64> = BTreeMap::new();
        let counts = |signature: Option<i64>| signature.is_none_or(|id| id != 1);
        for row in &stored.left {
            let own = expected.entry((row.day, row.signature)).or_default();
            own.0 += 1;
            own.1 += i64::from(row.measure.page_views);
            if !row.country.is_empty() && counts(row.signature) {
                *countries.entry(row.country.clone()).or_default() += 1;
            }
        }
        let mut found: BTreeMap<(Date, Option<i64>), (i64, i64)> = BTreeMap::new();
        let read = loaded(&stored.days, &tally::visit_day_columns());
        tally::visits_by_day(&read, &stored.recent, |day, signature, sums: &VisitSums| {
            let own = found.entry((day, signature)).or_default();
            own.0 += sums.visits;
            own.1 += sums.pageviews;
        }).unwrap();
        found.retain(|_, (visits, _)| *visits != 0);
        prop_assert_eq!(found, expected);
        let read = loaded(&stored.days, &tally::visit_dim_columns(Dim::Country));
        let found = tally::visits_by_dim(Dim::Country, &read, &stored.recent, counts).unwrap();
        prop_assert_eq!(found, countries);
    }
}
