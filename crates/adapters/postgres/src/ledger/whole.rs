//! What a whole generation comes to, from its rollups.

use std::collections::HashMap;

use application::attribution::ledger::with_rest;
use application::ports::{Book, Cell, Figures};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Exact, ProfileId, StoreError};
use tributary_rollups::credits::CreditSums;
use tributary_rollups::tally::{columns_by_day, credits_by_day};

use super::figures::{DayRow, days};
use postgres_kit::error::store;
use postgres_kit::rollups::{Population, RollupKey, read};
use postgres_kit::statement::prepared;

/// What a signature without a channel is called.
pub(super) const UNASSIGNED: &str = "Unassigned";

#[derive(QueryableByName)]
pub(super) struct ChannelRow {
    #[diesel(sql_type = BigInt)]
    pub(super) signature_id: i64,
    #[diesel(sql_type = Text)]
    pub(super) channel: String,
}

/// What conversions and credits of a generation come to.
pub(super) async fn credit(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    generation: i64,
) -> Result<Book, StoreError> {
    let place = RollupKey {
        profile_id,
        population: Population::Credits,
        generation,
    };
    let settled = read::days(connection, place, columns_by_day(), None).await?;
    let changes = read::changes(connection, place, None).await?;
    let channels = channels(connection, profile_id).await?;
    let name = |signature: Option<i64>| {
        let channel = signature.and_then(|id| channels.get(&id));
        channel.map_or(UNASSIGNED, String::as_str)
    };
    let mut credited = Book::new();
    for ((date, model, channel), sums) in
        credits_by_day(&settled, &changes, name).map_err(StoreError::inconsistent)?
    {
        let cell = Cell {
            date,
            channel: channel.to_owned(),
            model: Some(model),
        };
        credited.insert(cell, figures(&sums)?);
    }
    let rows: Vec<DayRow> = prepared(include_str!("whole_days.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<BigInt, _>(generation)
        .load(connection)
        .await
        .map_err(store)?;
    Ok(with_rest(&days(&rows)?, credited))
}

async fn channels(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<HashMap<i64, String>, StoreError> {
    let rows: Vec<ChannelRow> = prepared(
        "SELECT n.signature_id, n.channel FROM signature_channels n WHERE n.profile_id = $1",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .load(connection)
    .await
    .map_err(store)?;
    let named = rows.into_iter().map(|row| (row.signature_id, row.channel));
    Ok(named.collect())
}

fn figures(sums: &CreditSums) -> Result<Figures, StoreError> {
    let billionths = |sum: i128| {
        i64::try_from(sum).map_err(|_| StoreError::inconsistent("too many conversions"))
    };
    Ok(Figures {
        cash: sums.revenue,
        conversions: billionths(sums.conversions)?,
        payments: billionths(sums.payments)?,
        spend: Exact::ZERO,
    })
}
