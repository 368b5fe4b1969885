//! Touches and credits, counted by signature and by ad.

use std::collections::{BTreeMap, HashMap};

use kernel::{Date, Exact, Model};
use proptest::prelude::*;
use tributary_rollups::batch::NewRow;
use tributary_rollups::credits::{Credit, CreditSums};
use tributary_rollups::tally::{self, TouchDays};
use tributary_rollups::touched::Touched;
use tributary_rollups::{Batch, Columns, Piece, recent};

use super::{DAYS, Days, credit, day, fold, history, pieces, play, signature};

/// A touch: its day, signature and ad, the step that puts it in and the one that takes it away.
type History = Vec<(Date, Option<i64>, String, u8, Option<u8>)>;

fn touches() -> impl Strategy<Value = History> {
    let touch = (
        (3_u16..7).prop_map(day),
        signature(),
        "[a-c]?",
        0_u8..4,
        proptest::option::of(0_u8..4),
    );
    proptest::collection::vec(touch, 0..40)
}

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
    days.iter()
        .map(|(piece, columns)| (*piece, only(columns)))
        .collect()
}

fn played(history: &History, folds: &[bool], most: usize) -> (Days, Batch<Touched>) {
    let (mut days, mut changes) = (Days::new(), Vec::new());
    for (step, folds) in (0_u8..4).zip(folds) {
        let mut batch = Batch::default();
        for (day, signature, ad, added, removed) in history {
            let row = NewRow {
                day: *day,
                signature: *signature,
                measure: Touched,
                dims: ["", "", "", "", "", "", ad],
            };
            let goes = removed.filter(|removed| removed >= added);
            batch.add(&row, i64::from(*added == step));
            batch.add(&row, -i64::from(goes == Some(step)));
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
    let mut beside = Batch::default();
    for batch in &changes {
        beside.absorb(batch, |_| true);
    }
    beside.settle();
    (days, beside)
}

proptest! {
    #[test]
    fn touches_are_those_of_the_plain_rows(
        history in touches(), folds in [any::<bool>(); 4], most in pieces(),
    ) {
        let (days, beside) = played(&history, &folds, most);
        let stays = |(.., added, removed): &&(Date, Option<i64>, String, u8, Option<u8>)| {
            removed.is_none_or(|removed| removed < *added)
        };
        let mut signatures: HashMap<i64, TouchDays> = HashMap::new();
        let mut ads: BTreeMap<String, i64> = BTreeMap::new();
        for (day, signature, ad, ..) in history.iter().filter(stays) {
            if let Some(signature) = signature {
                let new = TouchDays { touches: 0, first: *day, last: *day };
                let own = signatures.entry(*signature).or_insert(new);
                own.touches += 1;
                own.first = own.first.min(*day);
                own.last = own.last.max(*day);
            }
            if !ad.is_empty() {
                *ads.entry(ad.clone()).or_default() += 1;
            }
        }
        let read = loaded(&days, &tally::touch_columns());
        prop_assert_eq!(tally::touches_by_signature(&read, &beside).unwrap(), signatures);
        let read = loaded(&days, &tally::ad_touch_columns());
        prop_assert_eq!(tally::touches_by_ad(&read, &beside).unwrap(), ads);
    }

    #[test]
    fn credits_of_signatures_and_ads_are_those_of_the_plain_rows(
        history in history(credit()), folds in [any::<bool>(); 4], most in pieces(),
        model in proptest::sample::select(&Model::ALL[..]),
    ) {
        let stored = play::<Credit>(&history, &folds, most);
        let mut cash: HashMap<i64, Exact> = HashMap::new();
        let mut ads: BTreeMap<String, CreditSums> = BTreeMap::new();
        for row in &stored.left {
            let mut sums = CreditSums::default();
            sums.add(&row.measure, model, 1);
            if let Some(signature) = row.signature {
                let own = cash.entry(signature).or_default();
                *own = *own + sums.revenue;
            }
            if !row.country.is_empty() {
                ads.entry(row.country.clone()).or_default().add(&row.measure, model, 1);
            }
        }
        let read = loaded(&stored.days, &tally::cash_columns(model));
        let mut found = tally::cash_by_signature(&read, &stored.recent, model).unwrap();
        found.retain(|signature, own| cash.contains_key(signature) || *own != Exact::default());
        prop_assert_eq!(found, cash);
        ads.retain(|_, own| *own != CreditSums::default());
        let read = loaded(&stored.days, &tally::ad_credit_columns(model));
        prop_assert_eq!(tally::credits_by_ad(&read, &stored.recent, model).unwrap(), ads);
    }
}
