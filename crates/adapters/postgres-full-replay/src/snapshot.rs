//! Two connections that see the facts of one instant.

use std::sync::Arc;

use kernel::StoreError;
use tokio_postgres::{Client, Error};

use postgres_kit::pool::{Direct, Lifeline, PgPool};

/// Where each connection is told whose sessions and touches are asked for; gone with the transaction.
const REPLAYED_BROWSERS: &str = "CREATE TEMPORARY TABLE replayed_browsers (\
    visitor_id uuid NOT NULL, number integer NOT NULL, \
    from_at timestamptz NOT NULL, until_at timestamptz NOT NULL) ON COMMIT DROP";

/// Two, because one connection's server process keeps one core busy.
pub(super) struct Pair {
    pub(super) one: Direct,
    pub(super) two: Direct,
}

/// Joins of whole tables stay in memory, statements that read everything are not compiled first,
/// and whoever waits for the other connection is not thrown out.
pub(super) const SETTINGS: &str = "SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; \
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";

impl Pair {
    /// Connects, and takes a snapshot for both.
    pub(super) async fn open(pool: &PgPool, lifeline: &Arc<Lifeline>) -> Result<Self, StoreError> {
        let direct = || pool.direct(Arc::clone(lifeline));
        let (one, two) = tokio::try_join!(direct(), direct())?;
        let pair = Self { one, two };
        pair.share_snapshot().await.map_err(failed)?;
        Ok(pair)
    }

    async fn share_snapshot(&self) -> Result<(), Error> {
        begin(&self.one.client).await?;
        let row = self
            .one
            .client
            .query_one("SELECT pg_export_snapshot()", &[])
            .await?;
        let snapshot: String = row.try_get(0)?;
        begin(&self.two.client).await?;
        let client = &self.two.client;
        client
            .batch_execute(&format!("SET TRANSACTION SNAPSHOT '{snapshot}'"))
            .await?;
        let prepare = format!("{SETTINGS}; {REPLAYED_BROWSERS}");
        self.one.client.batch_execute(&prepare).await?;
        client.batch_execute(&prepare).await
    }

    /// Makes durable what both have written.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        let commits = tokio::try_join!(
            self.one.client.batch_execute("COMMIT"),
            self.two.client.batch_execute("COMMIT"),
        );
        commits.map(|_| ()).map_err(failed)
    }
}

async fn begin(client: &Client) -> Result<(), Error> {
    client
        .batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        .await
}

pub(super) fn failed(error: Error) -> StoreError {
    postgres_kit::error::driver(error)
}
