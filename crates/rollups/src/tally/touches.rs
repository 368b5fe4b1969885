//! Counts touches by signature and by ad.

use std::collections::{BTreeMap, HashMap};

use kernel::{Date, Exact, Model};

use crate::Corrupt;
use crate::batch::Batch;
use crate::column::Columns;
use crate::credits::{self, Credit, CreditSums};
use crate::dimension::Dim;
use crate::fold::Piece;
use crate::touched::{self, Touched};

/// The touches of one signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchDays {
    /// How many, on all days together.
    pub touches: u64,
    /// The first day with one.
    pub first: Date,
    /// The last day with one.
    pub last: Date,
}

/// Columns that touches by signature are counted from.
pub fn touch_columns() -> Vec<String> {
    vec!["runs".to_owned()]
}

/// Touches by signature. `days` are in the order of days, with the columns of [`touch_columns`].
pub fn touches_by_signature(
    days: &[(Piece, Columns)],
    recent: &Batch<Touched>,
) -> Result<HashMap<i64, TouchDays>, Corrupt> {
    let mut changes: BTreeMap<Date, Vec<(i64, i64)>> = BTreeMap::new();
    for row in recent.rows() {
        if let Some(signature) = row.signature {
            let of_day = changes.entry(row.day).or_default();
            of_day.push((signature, row.count));
        }
    }
    let mut counted = HashMap::new();
    let mut of_day: HashMap<i64, i64> = HashMap::new();
    for pieces in days.chunk_by(|one, next| one.0.day == next.0.day) {
        let Some(day) = pieces.first().map(|(piece, _)| piece.day) else {
            continue;
        };
        for (_, columns) in pieces {
            touched::read_runs(columns.get("runs")?, |signature, _, touches| {
                if let Some(signature) = signature {
                    *of_day.entry(signature).or_default() += touches;
                }
            })?;
        }
        for (signature, touches) in changes.remove(&day).unwrap_or_default() {
            *of_day.entry(signature).or_default() += touches;
        }
        take_day(&mut counted, day, of_day.drain());
    }
    for (day, changed) in changes {
        for (signature, touches) in changed {
            *of_day.entry(signature).or_default() += touches;
        }
        take_day(&mut counted, day, of_day.drain());
    }
    Ok(counted)
}

fn take_day(
    counted: &mut HashMap<i64, TouchDays>,
    day: Date,
    of_day: impl Iterator<Item = (i64, i64)>,
) {
    for (signature, touches) in of_day {
        // Less than none until the next fold counts anew: a release that does not count touches wrote beside this one.
        let touches = u64::try_from(touches).unwrap_or_default();
        if touches == 0 {
            continue;
        }
        let own = counted.entry(signature).or_insert(TouchDays {
            touches: 0,
            first: day,
            last: day,
        });
        own.touches = own.touches.saturating_add(touches);
        own.first = own.first.min(day);
        own.last = own.last.max(day);
    }
}

/// Columns that touches by ad are counted from.
pub fn ad_touch_columns() -> Vec<String> {
    touched::columns()
}

/// Touches by ad; those without one are left out.
pub fn touches_by_ad(
    days: &[(Piece, Columns)],
    recent: &Batch<Touched>,
) -> Result<BTreeMap<String, i64>, Corrupt> {
    let mut counted: BTreeMap<String, i64> = BTreeMap::new();
    let mut add = |ad: &str, touches: i64| {
        if ad.is_empty() {
            return;
        }
        if let Some(own) = counted.get_mut(ad) {
            *own += touches;
        } else {
            counted.insert(ad.to_owned(), touches);
        }
    };
    for (_, columns) in days {
        touched::read_ads(columns, &mut add)?;
    }
    for row in recent.rows() {
        add(recent.text(row, Dim::Ad), row.count);
    }
    counted.retain(|_, touches| *touches > 0);
    Ok(counted)
}

/// Columns that credited cash by signature is added up from.
pub fn cash_columns(model: Model) -> Vec<String> {
    vec!["runs".to_owned(), credits::sums_column(model)]
}

/// Credited cash by signature under a model, refunds subtracted. `days` have the columns of [`cash_columns`].
pub fn cash_by_signature(
    days: &[(Piece, Columns)],
    recent: &Batch<Credit>,
    model: Model,
) -> Result<HashMap<i64, Exact>, Corrupt> {
    let mut cash: HashMap<i64, CreditSums> = HashMap::new();
    for (_, columns) in days {
        credits::read_sums(columns, model, |run, sums| {
            if let Some(signature) = run.signature {
                cash.entry(signature).or_default().add_sums(sums);
            }
        })?;
    }
    for row in recent.rows() {
        if let Some(signature) = row.signature {
            let own = cash.entry(signature).or_default();
            own.add(&row.measure, model, row.count);
        }
    }
    let cash = cash.into_iter();
    Ok(cash
        .map(|(signature, sums)| (signature, sums.revenue))
        .collect())
}

/// Columns that credits by ad are added up from.
pub fn ad_credit_columns(model: Model) -> Vec<String> {
    let names = ["runs", "count", "kind", "value", Dim::Ad.column()];
    let names = names.into_iter().map(str::to_owned);
    names.chain([credits::share_column(model)]).collect()
}

/// Credits by ad under a model; those without one are left out. `days` have the columns of [`ad_credit_columns`].
pub fn credits_by_ad(
    days: &[(Piece, Columns)],
    recent: &Batch<Credit>,
    model: Model,
) -> Result<BTreeMap<String, CreditSums>, Corrupt> {
    let mut sums: BTreeMap<String, CreditSums> = BTreeMap::new();
    for (_, columns) in days {
        let runs = credits::read_runs(columns.get("runs")?)?;
        let size = runs.iter().map(|run| run.rows).sum();
        let (texts, codes) = crate::column::read_texts(columns.get(Dim::Ad.column())?, size)?;
        let mut codes = codes.into_iter();
        credits::read_rows(columns, size, &[model], |credit, count| {
            let place = codes.next().and_then(|code| usize::try_from(code).ok());
            let ad = place.and_then(|place| texts.get(place)).copied();
            add_credit(&mut sums, ad.unwrap_or_default(), (credit, count), model);
        })?;
    }
    for row in recent.rows() {
        let ad = recent.text(row, Dim::Ad);
        add_credit(&mut sums, ad, (&row.measure, row.count), model);
    }
    sums.retain(|_, own| *own != CreditSums::default());
    Ok(sums)
}

fn add_credit(
    sums: &mut BTreeMap<String, CreditSums>,
    ad: &str,
    (credit, count): (&Credit, i64),
    model: Model,
) {
    if ad.is_empty() {
        return;
    }
    // Nearly every ad has been met before, and its name is not made anew then.
    if let Some(own) = sums.get_mut(ad) {
        own.add(credit, model, count);
    } else {
        let mut own = CreditSums::default();
        own.add(credit, model, count);
        sums.insert(ad.to_owned(), own);
    }
}
