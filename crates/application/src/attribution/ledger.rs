//! Keeps the ledger true: whatever changes a reported figure writes down what it was and why.

use std::collections::BTreeSet;

use kernel::{ProfileId, RecomputeId, RestatementId, StoreError};
use reporting::causes::{Cause, ChangeCause};

use crate::context::Context;
use crate::ports::{
    AttributionState, Book, Cell, FigureScope, Figures, NewRestatement, RestatedCell, Seen,
};
use crate::unit_of_work::UnitOfWork;

/// Whose change it is.
#[derive(Clone, Debug)]
pub struct Occasion {
    /// Why.
    pub causes: Vec<ChangeCause>,
    /// The full replay behind it.
    pub recompute_id: Option<RecomputeId>,
    /// How the figures were reported before.
    pub before: Seen,
    /// How they are reported now.
    pub after: Seen,
}

impl Occasion {
    /// A change that leaves currency and time zone as they are.
    pub fn of(state: &AttributionState, causes: Vec<ChangeCause>) -> Self {
        Self {
            causes,
            recompute_id: None,
            before: state.seen.clone(),
            after: state.seen.clone(),
        }
    }
}

/// Writes down what became of a part of the figures: `before` and `after` are that part's, as the
/// results had it before and have it now. Writes nothing when they are equal. The line that was written.
pub async fn restate(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    (before, after): (&Book, &Book),
    occasion: Occasion,
) -> Result<Option<RestatementId>, StoreError> {
    let changes = cells(before, after).map(|cell| {
        let change = minus(figures(after, cell), figures(before, cell));
        (cell.clone(), change)
    });
    change(work, context, profile_id, changes.collect(), occasion).await
}

/// Writes down by how much figures changed. Writes nothing when none did. The line that was written.
pub async fn change(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    mut changes: Book,
    occasion: Occasion,
) -> Result<Option<RestatementId>, StoreError> {
    changes.retain(|_, change| *change != Figures::default());
    if changes.is_empty() {
        return Ok(None);
    }
    let cells: Vec<Cell> = changes.keys().cloned().collect();
    let reported = work.ledger().reported(profile_id, Some(&cells)).await?;
    let restated = changes.into_iter().map(|(cell, change)| {
        let was = figures(&reported, &cell);
        RestatedCell {
            before: was,
            after: plus(was, change),
            cell,
        }
    });
    append(work, context, profile_id, restated.collect(), occasion).await
}

/// Writes down whatever differs between the ledger and all results of a generation. The line that was written.
pub async fn settle_generation(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    generation: i64,
    occasion: Occasion,
) -> Result<Option<RestatementId>, StoreError> {
    let after = work
        .ledger()
        .figures(profile_id, generation, FigureScope::Everything)
        .await?;
    let before = work.ledger().reported(profile_id, None).await?;
    let restated: Vec<RestatedCell> = cells(&before, &after)
        .map(|cell| RestatedCell {
            cell: cell.clone(),
            before: figures(&before, cell),
            after: figures(&after, cell),
        })
        .filter(|cell| cell.before != cell.after)
        .collect();
    append(work, context, profile_id, restated, occasion).await
}

async fn append(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    cells: Vec<RestatedCell>,
    occasion: Occasion,
) -> Result<Option<RestatementId>, StoreError> {
    // A new currency is a change of its own, even when the numbers happen to be the same.
    if cells.is_empty() && occasion.before == occasion.after {
        return Ok(None);
    }
    let restatement = NewRestatement {
        id: context.ids.new_id().into(),
        at: context.clock.now(),
        cause: Cause::of_all(&occasion.causes),
        causes: occasion.causes,
        recompute_id: occasion.recompute_id,
        seen_before: occasion.before,
        seen_after: occasion.after,
        cells,
    };
    work.ledger().append(profile_id, &restatement).await?;
    Ok(Some(restatement.id))
}

fn cells<'a>(one: &'a Book, other: &'a Book) -> impl Iterator<Item = &'a Cell> {
    let all: BTreeSet<&Cell> = one.keys().chain(other.keys()).collect();
    all.into_iter()
}

fn figures(book: &Book, cell: &Cell) -> Figures {
    book.get(cell).copied().unwrap_or_default()
}

fn plus(one: Figures, other: Figures) -> Figures {
    Figures {
        cash: one.cash + other.cash,
        conversions: one.conversions.saturating_add(other.conversions),
        payments: one.payments.saturating_add(other.payments),
        spend: one.spend + other.spend,
    }
}

fn minus(one: Figures, other: Figures) -> Figures {
    Figures {
        cash: one.cash - other.cash,
        conversions: one.conversions.saturating_sub(other.conversions),
        payments: one.payments.saturating_sub(other.payments),
        spend: one.spend - other.spend,
    }
}

/// The figures of the whole profile from the sums of its days and what is credited: shares add up,
/// so what no channel has is the rest.
pub fn with_rest(days: &Book, credited: Book) -> Book {
    let mut book = credited;
    let mut rest: Book = days.clone();
    for (cell, credited) in &book {
        let of_day = Cell {
            channel: String::new(),
            ..cell.clone()
        };
        let left = rest.entry(of_day).or_default();
        *left = minus(*left, *credited);
    }
    rest.retain(|_, figures| *figures != Figures::default());
    book.retain(|_, figures| *figures != Figures::default());
    book.extend(rest);
    book
}

#[cfg(test)]
mod tests {
    use kernel::{Date, Exact, Model};

    use super::*;

    fn cell(channel: &str) -> Cell {
        Cell {
            date: Date::from_ordinal_date(2026, 60).unwrap(),
            channel: channel.to_owned(),
            model: Some(Model::Linear),
        }
    }

    fn of(cash: &str, conversions: i64) -> Figures {
        Figures {
            cash: cash.parse().unwrap_or(Exact::ZERO),
            conversions,
            payments: conversions,
            spend: Exact::ZERO,
        }
    }

    #[test]
    fn what_no_channel_has_is_the_rest_of_the_day() {
        let days = Book::from([(cell(""), of("10", 3_000_000_000))]);
        let credited = Book::from([
            (cell("Email"), of("2.5", 500_000_000)),
            (cell("Direct"), of("0", 0)),
        ]);
        let book = with_rest(&days, credited);
        assert_eq!(
            book,
            Book::from([
                (cell(""), of("7.5", 2_500_000_000)),
                (cell("Email"), of("2.5", 500_000_000)),
            ])
        );
    }
}
