//! What changed results change of the reported figures: the sums of what was taken away and added
//! are at hand, so nothing of it is read again.

use std::collections::BTreeMap;

use application::attribution::ledger::with_rest;
use application::ports::{Book, Cell, Figures};
use diesel_async::AsyncPgConnection;
use kernel::{Date, Exact, Model, ProfileId, StoreError};
use tributary_rollups::Batch;
use tributary_rollups::credits::{Credit, CreditSums};

use super::whole::UNASSIGNED;
use postgres_kit::rollups::credits::Change;
use postgres_webhooks::reported;

/// The change as figures, channels as the rules name them now.
pub(crate) async fn changed(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    change: &Change,
) -> Result<Book, StoreError> {
    let sums = sums(change.credits());
    let mut signatures: Vec<i64> = sums.keys().map(|(_, signature, _)| *signature).collect();
    signatures.sort_unstable();
    signatures.dedup();
    let channels = channels(connection, profile_id, signatures).await?;
    let mut credited = Book::new();
    for ((date, signature, model), sums) in sums {
        let channel = channels.get(&signature).map_or(UNASSIGNED, String::as_str);
        let cell = Cell {
            date,
            channel: channel.to_owned(),
            model: Model::ALL.get(model).copied(),
        };
        let own = credited.entry(cell).or_default();
        own.cash = own.cash + sums.revenue;
        own.conversions += billionths(sums.conversions)?;
        own.payments += billionths(sums.payments)?;
    }
    Ok(with_rest(&days(change)?, credited))
}

/// A count in billionths as the ledger has it.
fn billionths(count: i128) -> Result<i64, StoreError> {
    let count = i64::try_from(count);
    count.map_err(|error| StoreError::inconsistent(format!("too many conversions: {error}")))
}

/// Sums by day, signature and place of the model.
type Sums = BTreeMap<(Date, i64, usize), CreditSums>;

fn sums(credits: &Batch<Credit>) -> Sums {
    let mut sums = Sums::new();
    for row in credits.rows() {
        let signature = row.signature.unwrap_or_default();
        for (place, model) in Model::ALL.into_iter().enumerate() {
            let own = sums.entry((row.day, signature, place)).or_default();
            own.add(&row.measure, model, row.count);
        }
    }
    sums.retain(|_, sums| *sums != CreditSums::default());
    sums
}

/// What all conversions of the days come to, once a model, under no channel.
fn days(change: &Change) -> Result<Book, StoreError> {
    let mut book = Book::new();
    for (date, sums) in change.conversions() {
        let figures = Figures {
            cash: sums.cash,
            conversions: billionths(i128::from(sums.conversions) * i128::from(MILLIARD))?,
            payments: billionths(i128::from(sums.payments) * i128::from(MILLIARD))?,
            spend: Exact::ZERO,
        };
        for model in Model::ALL {
            let cell = Cell {
                date,
                channel: String::new(),
                model: Some(model),
            };
            book.insert(cell, figures);
        }
    }
    Ok(book)
}

/// Billionths of one.
const MILLIARD: i64 = 1_000_000_000;

async fn channels(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    signatures: Vec<i64>,
) -> Result<BTreeMap<i64, String>, StoreError> {
    if signatures.is_empty() {
        return Ok(BTreeMap::new());
    }
    reported::channels(connection, profile_id, &signatures).await
}
