//! The same answer as adding up plain rows, whatever is folded and whatever is still beside the days.
#![cfg(test)]

mod gathering;
mod touches;
mod visited;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use kernel::{Date, Exact, Model};
use proptest::prelude::*;
use reporting::filter::{Dimension, Filter};
use tributary_rollups::batch::NewRow;
use tributary_rollups::credits::{Credit, CreditSums};
use tributary_rollups::fold::{Folded, Folding, ROWS_OF_A_PIECE, Settled};
use tributary_rollups::selection::{By, Label, Labels, Selection};
use tributary_rollups::tally::{self, Day, DayTally, Tallied, credit_columns, visit_columns};
use tributary_rollups::visits::{Visit, VisitSums};
use tributary_rollups::{Batch, Columns, Corrupt, Dim, Piece, recent};

#[derive(Clone, Debug)]
struct Plain<M> {
    day: Date,
    signature: Option<i64>,
    measure: M,
    country: String,
    path: String,
}

impl<M: Copy> Plain<M> {
    fn row(&self) -> NewRow<'_, M> {
        NewRow {
            day: self.day,
            signature: self.signature,
            measure: self.measure,
            dims: [
                &self.country,
                "desktop",
                "",
                "",
                "",
                &self.path,
                &self.country,
            ],
        }
    }
}

/// Days on which rows may be.
const DAYS: std::ops::Range<u16> = 1..9;

fn day(number: u16) -> Date {
    Date::from_ordinal_date(2026, number).unwrap()
}

fn signature() -> impl Strategy<Value = Option<i64>> {
    proptest::option::of(prop_oneof![Just(-7_i64), Just(i64::MAX), 0_i64..4])
}

fn visit() -> impl Strategy<Value = Plain<Visit>> {
    let measure =
        (0_u32..6, 0_u32..3, 0_u64..3).prop_map(|(visitor, page_views, engaged_ms)| Visit {
            visitor,
            page_views,
            engaged_ms,
        });
    plain(measure)
}

fn credit() -> impl Strategy<Value = Plain<Credit>> {
    let share = prop_oneof![Just(0_u32), Just(1_000_000_000), 1_u32..1_000_000_000];
    let measure = (
        -10_000_000_000_i128..10_000_000_000,
        any::<bool>(),
        any::<bool>(),
        [
            share.clone(),
            share.clone(),
            share.clone(),
            share.clone(),
            share.clone(),
            share,
        ],
    );
    plain(
        measure.prop_map(|(value, is_cash, is_refund, shares)| Credit {
            value,
            is_cash,
            is_refund,
            shares,
        }),
    )
}

fn plain<M: std::fmt::Debug>(measure: impl Strategy<Value = M>) -> impl Strategy<Value = Plain<M>> {
    (3_u16..7, signature(), measure, "[A-C]?", "/[a-b]{0,1}").prop_map(
        |(number, signature, measure, country, path)| Plain {
            day: day(number),
            signature,
            measure,
            country,
            path,
        },
    )
}

/// Which step puts a row in, which takes it away, and after which steps everything is folded.
type History<M> = Vec<(Plain<M>, u8, Option<u8>)>;

fn history<M: std::fmt::Debug + Clone>(
    row: impl Strategy<Value = Plain<M>>,
) -> impl Strategy<Value = History<M>> {
    proptest::collection::vec((row, 0_u8..4, proptest::option::of(0_u8..4)), 0..40)
}

fn names(columns: &Columns) -> BTreeSet<String> {
    columns.clone().into_iter().map(|(name, _)| name).collect()
}

/// Columns of days, piece by piece.
type Days = BTreeMap<Piece, Columns>;

/// Rows that pieces of days have at most.
fn pieces() -> impl Strategy<Value = usize> {
    prop_oneof![1_usize..6, Just(ROWS_OF_A_PIECE)]
}

struct Stored<M> {
    days: Days,
    recent: Batch<M>,
    left: Vec<Plain<M>>,
}

/// Folds changes into a day of which pieces have at most so many rows.
fn fold<M: Settled>(
    days: &mut Days,
    day: Date,
    changes: &[Batch<M>],
    most: usize,
) -> Result<(), Corrupt> {
    let stored = days.keys().filter(|piece| piece.day == day);
    let numbers = stored.map(|piece| piece.number).collect();
    let mut folding = Folding::of(day, numbers, changes, most);
    let mut folded = Vec::new();
    while let Some(piece) = folding.wanted() {
        folded.extend(folding.fold(&days[&piece])?);
    }
    folded.extend(folding.finish()?);
    store(days, folded);
    Ok(())
}

fn store(days: &mut Days, folded: Vec<Folded>) {
    for (piece, columns) in folded {
        match columns {
            Some(columns) => days.insert(piece, columns),
            None => days.remove(&piece),
        };
    }
}

fn bytes(days: &Days) -> BTreeMap<(Piece, String), Arc<[u8]>> {
    let columns = days.iter().flat_map(|(piece, columns)| {
        let columns = columns.clone().into_iter();
        columns.map(|(name, bytes)| ((*piece, name), bytes))
    });
    columns.collect()
}

/// Plays a history: four steps, a fold after those of `folds`, into pieces of at most so many rows.
fn play<M: Settled>(history: &History<M>, folds: &[bool], most: usize) -> Stored<M> {
    let mut days = Days::new();
    let mut changes: Vec<Batch<M>> = Vec::new();
    for (step, folds) in (0_u8..4).zip(folds) {
        let mut batch = Batch::default();
        for (row, added, removed) in history {
            let goes = removed.filter(|removed| removed >= added);
            batch.add(&row.row(), i64::from(*added == step));
            batch.add(&row.row(), -i64::from(goes == Some(step)));
        }
        batch.settle();
        changes.push(recent::decode(&recent::encode(&batch)).unwrap());
        if *folds {
            for day in DAYS.map(day) {
                fold(&mut days, day, &changes, most).unwrap();
            }
            changes.clear();
        }
    }
    let mut recent = Batch::default();
    for batch in &changes {
        recent.absorb(batch, |_| true);
    }
    recent.settle();
    let stays = |(_, added, removed): &&(Plain<M>, u8, Option<u8>)| {
        removed.is_none_or(|removed| removed < *added)
    };
    let left = history.iter().filter(stays).map(|(row, ..)| row.clone());
    Stored {
        days,
        recent,
        left: left.collect(),
    }
}

fn labels() -> Labels {
    let label = |channel: &str, campaign: &str| Label {
        channel: channel.to_owned(),
        campaign: campaign.to_owned(),
        ..Label::default()
    };
    Labels::from_iter([
        (-7, label("Email", "Spring")),
        (i64::MAX, label("Direct", "")),
        (0, label("Email", "")),
        (1, label("Paid Search", "spring sale")),
        (2, label("Direct", "x")),
    ])
}

fn label_of(labels: &Labels, signature: Option<i64>) -> Label {
    let label = signature.and_then(|id| labels.get(&id));
    label.cloned().unwrap_or_default()
}

const BYS: usize = 6;

fn name_of_day(day: Date) -> String {
    if day.ordinal() < 5 { "early" } else { "late" }.to_owned()
}

fn groups() -> HashMap<String, String> {
    HashMap::from([("/a".to_owned(), "first".to_owned())])
}

fn by(which: usize, groups: &HashMap<String, String>) -> By<'_> {
    match which {
        0 => By::Whole,
        1 => By::Day(&name_of_day),
        2 => By::Label(|label| &label.channel),
        3 => By::Dim(Dim::Country),
        4 => By::Group(Dim::LandingPath, groups),
        _ => By::Label(|label| &label.campaign),
    }
}

/// What a day is kept by: what days come to is the same whatever the days are called.
const fn undated(which: usize) -> usize {
    if which == 1 { 0 } else { which }
}

fn key<M>(which: usize, row: &Plain<M>, labels: &Labels) -> Option<String> {
    let label = label_of(labels, row.signature);
    Some(match which {
        0 => return None,
        1 => name_of_day(row.day),
        2 => label.channel,
        3 => row.country.clone(),
        4 => groups().get(&row.path).cloned().unwrap_or_default(),
        _ => label.campaign,
    })
}

fn filters() -> impl Strategy<Value = Vec<Filter>> {
    let one = prop_oneof![
        Just((Dimension::Channel, "is:Email|Direct")),
        Just((Dimension::Channel, "is_not:Email")),
        Just((Dimension::Campaign, "contains:SPRING")),
        Just((Dimension::Country, "is:A|")),
        Just((Dimension::LandingPath, "is_not:/a")),
    ];
    let parsed = one.prop_map(|(dimension, text)| Filter::parse(dimension, text).unwrap());
    proptest::collection::vec(parsed, 0..3)
}

fn passes<M>(row: &Plain<M>, filters: &[Filter], labels: &Labels) -> bool {
    let label = label_of(labels, row.signature);
    filters.iter().all(|filter| {
        filter.matches(match filter.dimension {
            Dimension::Channel => &label.channel,
            Dimension::Campaign => &label.campaign,
            Dimension::Country => &row.country,
            _ => &row.path,
        })
    })
}

/// The columns that a reader asked for, and no others.
fn read<S>(stored: &Days, names: &[String]) -> Vec<(Piece, Day<S>)> {
    let read = stored.iter().map(|(piece, columns)| {
        let mut kept = Columns::default();
        for (name, bytes) in columns.clone() {
            if names.contains(&name) {
                kept.insert(name, bytes);
            }
        }
        (*piece, Day::Columns(kept))
    });
    read.collect()
}

/// The days with what some of them came to before instead of their columns.
fn remembered<S>(
    days: Vec<(Piece, Day<S>)>,
    tallied: Vec<(Piece, Arc<DayTally<S>>)>,
) -> Vec<(Piece, Day<S>)> {
    let mut tallied: BTreeMap<Piece, _> = tallied.into_iter().collect();
    let days = days.into_iter().map(|(piece, read)| {
        let before = tallied.remove(&piece).map(Day::Tallied);
        (piece, before.unwrap_or(read))
    });
    days.collect()
}

/// Under which keys a row counts: its own, and with everything unless days are asked for.
fn keys<M>(which: usize, row: &Plain<M>, labels: &Labels) -> Vec<Option<String>> {
    let own = key(which, row, labels);
    let total = (which != 1 && own.is_some()).then_some(None);
    std::iter::once(own).chain(total).collect()
}

proptest! {
    #[test]
    fn visits_are_those_of_the_plain_rows(
        history in history(visit()), folds in [any::<bool>(); 4], which in 0..BYS,
        filters in filters(), most in pieces(),
    ) {
        let stored = play(&history, &folds, most);
        let (labels, groups) = (labels(), groups());
        let mut selection = Selection::new(by(which, &groups), &filters, &labels);
        let days = read(&stored.days, &visit_columns(&selection));
        let tallied = tally::visits(&mut selection, &days, &stored.recent, 4).unwrap();
        let mut expected: BTreeMap<Option<String>, (VisitSums, BTreeSet<u32>)> = BTreeMap::new();
        for row in stored.left.iter().filter(|row| passes(row, &filters, &labels)) {
            for key in keys(which, row, &labels) {
                let (sums, visitors) = expected.entry(key).or_default();
                let visit = row.measure;
                sums.visits += 1;
                sums.pageviews += i64::from(visit.page_views);
                sums.sessions += i64::from(visit.page_views > 0);
                sums.bounces += i64::from(visit.page_views == 1);
                sums.engaged_ms += i64::try_from(visit.engaged_ms).unwrap();
                visitors.insert(visit.visitor);
            }
        }
        let expected: BTreeMap<_, _> = expected
            .into_iter()
            .map(|(key, (sums, visitors))| (key, (sums, i64::try_from(visitors.len()).unwrap())))
            .collect();
        let found = |rows: &[Tallied<VisitSums>]| -> BTreeMap<_, _> {
            rows.iter()
                .map(|row| (row.key.clone(), (row.sums, row.visitors)))
                .collect()
        };
        prop_assert_eq!(found(&tallied.rows), expected.clone());
        let mut selection = Selection::new(by(undated(which), &groups), &filters, &labels);
        let before = tally::visits(&mut selection, &days, &stored.recent, 4).unwrap();
        let mut selection = Selection::new(by(which, &groups), &filters, &labels);
        let days = remembered(days, before.pieces);
        let again = tally::visits(&mut selection, &days, &stored.recent, 4).unwrap();
        prop_assert_eq!(found(&again.rows), expected);
        // What is read again has lost visits, and what has lost visits is not kept.
        prop_assert!(again.pieces.is_empty());
        let losses = tally::days_with_losses(&stored.recent);
        let read = days.iter().filter(|(_, day)| matches!(day, Day::Columns(_)));
        let read: BTreeSet<Date> = read.map(|(piece, _)| piece.day).collect();
        prop_assert!(read.is_subset(&losses));
    }

    #[test]
    fn credits_are_those_of_the_plain_rows(
        history in history(credit()), folds in [any::<bool>(); 4], which in 0..BYS,
        filters in filters(), model in 0..Model::COUNT, most in pieces(),
    ) {
        let stored = play(&history, &folds, most);
        let (labels, groups) = (labels(), groups());
        let mut selection = Selection::new(by(which, &groups), &filters, &labels);
        let asked = Model::ALL[model];
        let days = read(&stored.days, &credit_columns(&selection, asked));
        let tallied = tally::credits(&mut selection, asked, &days, &stored.recent).unwrap();
        let mut expected: BTreeMap<Option<String>, CreditSums> = BTreeMap::new();
        for row in stored.left.iter().filter(|row| passes(row, &filters, &labels)) {
            let share = i128::from(row.measure.shares[model]);
            if share == 0 {
                continue;
            }
            for key in keys(which, row, &labels) {
                let sums = expected.entry(key).or_default();
                let credit = row.measure;
                sums.credits += 1;
                if credit.is_cash {
                    sums.revenue = sums.revenue + Exact::from_units(credit.value * share);
                }
                if !credit.is_refund {
                    sums.conversions += share;
                    sums.payments += if credit.is_cash { share } else { 0 };
                }
            }
        }
        let found = |rows: &[Tallied<CreditSums>]| -> BTreeMap<_, _> {
            rows.iter().map(|row| (row.key.clone(), row.sums)).collect()
        };
        prop_assert_eq!(found(&tallied.rows), expected.clone());
        prop_assert_eq!(tallied.pieces.len(), stored.days.len());
        let mut selection = Selection::new(by(undated(which), &groups), &filters, &labels);
        let before = tally::credits(&mut selection, asked, &days, &stored.recent).unwrap();
        let mut selection = Selection::new(by(which, &groups), &filters, &labels);
        let days = remembered(days, before.pieces);
        let again = tally::credits(&mut selection, asked, &days, &stored.recent).unwrap();
        prop_assert_eq!(found(&again.rows), expected);
    }

    #[test]
    fn everything_is_what_passes_filters_that_let_everything_through(
        history in history(credit()), folds in [any::<bool>(); 4], which in 0_usize..2,
        model in 0..Model::COUNT, most in pieces(),
    ) {
        let stored = play(&history, &folds, most);
        let (labels, groups, asked) = (labels(), groups(), Model::ALL[model]);
        let tallied = |filters: &[Filter]| {
            let mut selection = Selection::new(by(which, &groups), filters, &labels);
            let names = credit_columns(&selection, asked);
            let days = read(&stored.days, &names);
            let tallied = tally::credits(&mut selection, asked, &days, &stored.recent).unwrap();
            let sums = tallied.rows.into_iter().map(|row| (row.key, row.sums));
            (names, sums.collect::<BTreeMap<_, _>>())
        };
        let (names, everything) = tallied(&[]);
        prop_assert_eq!(names, [format!("total:{}", asked.as_str())]);
        for (dimension, column) in [(Dimension::Channel, "sums:"), (Dimension::Country, "share:")] {
            let filter = Filter::parse(dimension, "is_not:nobody").unwrap();
            let (names, passing) = tallied(&[filter]);
            prop_assert!(names.iter().any(|name| name.starts_with(column)));
            prop_assert_eq!(&passing, &everything);
        }
    }

    #[test]
    fn folding_more_often_gives_the_same_bytes(history in history(visit()), folds in [any::<bool>(); 4]) {
        let [first, second, third, _] = folds;
        let once = play(&history, &[false, false, false, true], ROWS_OF_A_PIECE);
        let often = play(&history, &[first, second, third, true], ROWS_OF_A_PIECE);
        let without_texts = |stored: &Stored<Visit>| {
            let mut bytes = bytes(&stored.days);
            // The order of texts in a dictionary is that of the rows, which is that of places.
            bytes.retain(|(_, name), _| ["runs", "visitor", "everyone"].contains(&name.as_str()));
            bytes
        };
        prop_assert_eq!(without_texts(&once), without_texts(&often));
    }

    #[test]
    fn no_piece_has_more_rows_than_it_may(
        history in history(visit()), folds in [any::<bool>(); 4], most in pieces(),
    ) {
        let stored = play(&history, &folds, most);
        for (piece, columns) in &stored.days {
            let rows = Visit::decode(piece.day, columns).unwrap();
            prop_assert!((1..=most).contains(&rows.rows().len()));
            prop_assert_eq!(names(columns), BTreeSet::from_iter(Visit::columns()));
        }
    }
}
