//! Keys under which network addresses become names that are good for a day.

use std::sync::Arc;

use application::Sealing;
use async_trait::async_trait;
use diesel::sql_types::{Binary, Date as SqlDate, Timestamptz};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use event_intake::ports::SenderKeys;
use kernel::{Date, StoreError, Timestamp};

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// Keys in a pool's database, sealed.
#[derive(Clone)]
pub struct PgSenderKeys {
    pool: PgPool,
    sealing: Arc<dyn Sealing>,
}

impl PgSenderKeys {
    /// In the pool's database.
    pub fn new(pool: PgPool, sealing: Arc<dyn Sealing>) -> Self {
        Self { pool, sealing }
    }
}

#[derive(QueryableByName)]
struct KeyRow {
    #[diesel(sql_type = Binary)]
    sealed_key: Vec<u8>,
}

#[async_trait]
impl SenderKeys for PgSenderKeys {
    #[tracing::instrument(level = "debug", name = "SenderKeys::of_day", skip_all)]
    async fn of_day(
        &self,
        day: Date,
        candidate: [u8; 32],
        forget_at: Timestamp,
    ) -> Result<[u8; 32], StoreError> {
        let place = format!("sender_keys/{day}");
        let unusable = || StoreError::inconsistent("a key of senders cannot be sealed or opened");
        let sealed = self.sealing.seal(&candidate, &place).ok_or_else(unusable)?;
        let mut connection = self.pool.connection().await?;
        sql_query(
            "INSERT INTO sender_keys (day, sealed_key, forget_at) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING",
        )
        .bind::<SqlDate, _>(day)
        .bind::<Binary, _>(sealed)
        .bind::<Timestamptz, _>(utc(forget_at))
        .execute(&mut connection)
        .await
        .map_err(store)?;
        let row: KeyRow = sql_query("SELECT sealed_key FROM sender_keys WHERE day = $1")
            .bind::<SqlDate, _>(day)
            .get_result(&mut connection)
            .await
            .map_err(store)?;
        let key = self.sealing.open(&row.sealed_key, &place);
        key.and_then(|key| key.try_into().ok()).ok_or_else(unusable)
    }
}
