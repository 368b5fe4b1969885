//! Days that are gathered row by row are those that folding gives.

use std::collections::BTreeSet;

use kernel::Date;
use proptest::prelude::*;
use tributary_rollups::Batch;
use tributary_rollups::credits::Credit;
use tributary_rollups::fold::Settled;
use tributary_rollups::gather::Gatherer;

use super::{Days, History, Plain, bytes, credit, history, names, pieces, play, store};

proptest! {
    #[test]
    fn gathering_gives_the_days_that_folding_gives(
        history in history(credit()), distances in proptest::collection::vec(-2_i32..3, 40),
        most in pieces(),
    ) {
        let distant = |day: Date, distance: &i32| {
            Date::from_julian_day(day.to_julian_day() + distance).unwrap()
        };
        let moved = history.iter().zip(&distances).map(|((row, added, removed), distance)| {
            let day = distant(row.day, distance);
            (Plain { day, ..row.clone() }, *added, *removed)
        });
        let moved: History<Credit> = moved.collect();
        let mut gatherer = Gatherer::new(most);
        for ((row, added, removed), distance) in history.iter().zip(&distances) {
            let other = distant(row.day, distance);
            let mut batch = Batch::default();
            batch.add(&row.row(), 1);
            gatherer.add(&batch, [other]);
            let mut gone = Batch::default();
            gone.add(&row.row(), -i64::from(removed.is_some_and(|removed| removed >= *added)));
            gatherer.add(&gone, [other]);
        }
        let (mut days, mut other_days) = (Days::new(), Days::new());
        while let Some(pieces) = gatherer.next_day().unwrap() {
            store(&mut days, pieces);
        }
        while let Some(pieces) = gatherer.next_other_day().unwrap() {
            store(&mut other_days, pieces);
        }
        let numbers = |days: &Days| {
            let mut numbers = bytes(days);
            let added_up = ["runs", "sums:", "total:"];
            numbers.retain(|(_, name), _| added_up.iter().any(|it| name.starts_with(it)));
            numbers
        };
        let folded = |history| play(history, &[false, false, false, true], most).days;
        prop_assert_eq!(numbers(&days), numbers(&folded(&history)));
        prop_assert_eq!(numbers(&other_days), numbers(&folded(&moved)));
        for columns in days.values() {
            prop_assert_eq!(names(columns), BTreeSet::from_iter(Credit::columns()));
        }
    }
}
