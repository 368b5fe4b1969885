//! Tries, counted by the database's clock in one statement each, over all processes.

use access_control::users::{AttemptLimiter, Attempts};
use async_trait::async_trait;
use diesel::sql_types::{BigInt, Text};
use diesel_async::RunQueryDsl;
use kernel::StoreError;

use crate::rate_limiter::charge;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;

const FORGET: &str = include_str!("sql/forget_full_buckets.sql");
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

    /// Anybody can make a bucket here, with an address or an account that is made up.
    async fn forget(&self) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        diesel::sql_query(FORGET)
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}

#[async_trait]
impl AttemptLimiter for PgAttempts {
    #[tracing::instrument(level = "debug", name = "AttemptLimiter::take", skip_all)]
    async fn take(&self, bucket: &str, rule: Attempts) -> Result<Option<i64>, StoreError> {
        self.forget().await?;
        let room = rule.interval() * i64::from(rule.most);
        let charged = charge(&self.pool, bucket, rule.interval(), room).await?;
        let wait = charged.full_at + rule.interval() - room - charged.now;
        Ok((!charged.passed).then(|| wait.max(1)))
    }

    #[tracing::instrument(level = "debug", name = "AttemptLimiter::give_back", skip_all)]
    async fn give_back(&self, bucket: &str, rule: Attempts) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        diesel::sql_query(GIVE_BACK)
            .bind::<Text, _>(bucket)
            .bind::<BigInt, _>(rule.interval())
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
