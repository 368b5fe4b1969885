//! The ledger of reported figures.

mod changed;
mod figures;
mod whole;

use application::ports::{Book, Cell, FigureScope, LedgerStore, NewRestatement, RestatedCell};
use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{ProfileId, StoreError};
use postgres_schema::schema::restatements as table;
use serde_json::{Value, json};
use time::OffsetDateTime;

use self::figures::{FigureRow, book};
use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::restatement_causes;
use postgres_kit::rows::{Batch, batch, utc};
use postgres_kit::statement::prepared;

pub(crate) use changed::changed;

#[derive(QueryableByName)]
struct SequenceRow {
    #[diesel(sql_type = BigInt)]
    restated: i64,
    #[diesel(sql_type = Timestamptz)]
    at: OffsetDateTime,
}

#[async_trait]
impl LedgerStore for PgWork {
    #[tracing::instrument(level = "debug", name = "LedgerStore::figures", skip_all)]
    async fn figures<'a>(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        scope: FigureScope<'a>,
    ) -> Result<Book, StoreError> {
        figures::of(&mut self.people.connection, profile_id, generation, scope).await
    }

    #[tracing::instrument(level = "debug", name = "LedgerStore::reported", skip_all)]
    async fn reported<'a>(
        &mut self,
        profile_id: ProfileId,
        cells: Option<&'a [Cell]>,
    ) -> Result<Book, StoreError> {
        let rows: Vec<FigureRow> = match cells {
            None => {
                prepared(include_str!("reported.sql"))
                    .bind::<SqlUuid, _>(profile_id.uuid())
                    .load(&mut self.people.connection)
                    .await
            }
            Some(cells) => {
                prepared(include_str!("reported_cells.sql"))
                    .bind::<SqlUuid, _>(profile_id.uuid())
                    .bind::<Batch, _>(batch(cells.iter().map(cell)))
                    .load(&mut self.people.connection)
                    .await
            }
        }
        .map_err(store)?;
        book(rows)
    }

    #[tracing::instrument(level = "debug", name = "LedgerStore::append", skip_all)]
    async fn append(
        &mut self,
        profile_id: ProfileId,
        restatement: &NewRestatement,
    ) -> Result<(), StoreError> {
        // What a process says with a clock ahead must not lie in the future: whoever asks for the
        // figures of now would not find it.
        let row: SequenceRow = prepared(
            "UPDATE attribution_state SET restated = restated + 1 WHERE profile_id = $1 \
             RETURNING restated, least($2, clock_timestamp()) AS at",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Timestamptz, _>(utc(restatement.at))
        .get_result(&mut self.people.connection)
        .await
        .map_err(store)?;
        let sequence = row.restated;
        let causes: Vec<Value> = restatement
            .causes
            .iter()
            .map(restatement_causes::to_json)
            .collect();
        diesel::insert_into(table::table)
            .values((
                table::profile_id.eq(profile_id.uuid()),
                table::id.eq(restatement.id.uuid()),
                table::sequence.eq(sequence),
                table::restated_at.eq(row.at),
                table::cause.eq(restatement.cause.as_str()),
                table::causes.eq(Value::Array(causes)),
                table::recompute_id.eq(restatement.recompute_id.map(kernel::Id::uuid)),
                table::currency_before.eq(restatement.seen_before.currency.code()),
                table::currency_after.eq(restatement.seen_after.currency.code()),
                table::timezone_before.eq(restatement.seen_before.timezone.name()),
                table::timezone_after.eq(restatement.seen_after.timezone.name()),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        prepared(include_str!("append_lines.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<BigInt, _>(sequence)
            .bind::<Batch, _>(batch(restatement.cells.iter().map(line)))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}

fn cell(cell: &Cell) -> Value {
    json!({
        "local_date": cell.date.to_string(),
        "channel": cell.channel,
        "model": cell.model.map_or("", kernel::Model::as_str),
    })
}

fn line(restated: &RestatedCell) -> Value {
    let mut line = cell(&restated.cell);
    let figures = [("before", restated.before), ("after", restated.after)];
    if let Some(line) = line.as_object_mut() {
        for (when, figures) in figures {
            line.insert(format!("cash_{when}"), json!(figures.cash.to_string()));
            line.insert(format!("conversions_{when}"), json!(figures.conversions));
            line.insert(format!("payments_{when}"), json!(figures.payments));
            line.insert(format!("spend_{when}"), json!(figures.spend.to_string()));
        }
    }
    line
}
