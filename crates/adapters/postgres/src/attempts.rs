//! Tries, counted by the database's clock in one statement each, over all processes.

use access_control::StoreFailure;
use access_control::people::{AttemptLimiter, Attempts};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use diesel_async::RunQueryDsl;

use crate::pool::PgPool;

const TAKE: &str = include_str!("sql/take_attempt.sql");
const WAIT: &str = include_str!("sql/attempt_wait.sql");
const GIVE_BACK: &str = "UPDATE rate_buckets SET full_at = full_at - $2 WHERE bucket = $1";

/// Counts tries on a pool.
#[derive(Clone)]
pub struct PgAttempts {
    pool: PgPool,
}

impl PgAttempts {
    /// In the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct WaitRow {
    #[diesel(sql_type = BigInt)]
    wait: i64,
}

#[async_trait]
impl AttemptLimiter for PgAttempts {
    async fn take(&self, bucket: &str, rule: Attempts) -> Result<Option<i64>, StoreFailure> {
        let mut connection = self.pool.connection().await.map_err(StoreFailure::new)?;
        let room = rule.interval() * i64::from(rule.most);
        let taken = diesel::sql_query(TAKE)
            .bind::<Text, _>(bucket)
            .bind::<BigInt, _>(rule.interval())
            .bind::<BigInt, _>(room)
            .execute(&mut connection)
            .await
            .map_err(StoreFailure::new)?;
        if taken > 0 {
            return Ok(None);
        }
        let row: Option<WaitRow> = diesel::sql_query(WAIT)
            .bind::<Text, _>(bucket)
            .bind::<BigInt, _>(rule.interval())
            .bind::<BigInt, _>(room)
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(StoreFailure::new)?;
        Ok(Some(row.map_or(rule.interval(), |row| row.wait.max(1))))
    }

    async fn give_back(&self, bucket: &str, rule: Attempts) -> Result<(), StoreFailure> {
        let mut connection = self.pool.connection().await.map_err(StoreFailure::new)?;
        diesel::sql_query(GIVE_BACK)
            .bind::<Text, _>(bucket)
            .bind::<BigInt, _>(rule.interval())
            .execute(&mut connection)
            .await
            .map_err(StoreFailure::new)?;
        Ok(())
    }
}
