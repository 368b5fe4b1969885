//! How long connections are kept, and which are thrown away.

use std::time::Duration;

use application::UnitsOfWork;
use diesel_async::SimpleAsyncConnection;
use kernel::StoreError;
use testkit::TestDatabase;
use tributary_postgres::PgPool;

use crate::world::{RUNTIME, World};

#[test]
fn a_connection_whose_time_is_up_is_closed_and_another_one_made() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let pool = PgPool::new(database.url(), 1).unwrap();
        let mut connection = pool
            .keeping(Duration::from_millis(200))
            .connection()
            .await
            .unwrap();
        // Longer than any test runs: only the deadline ends it.
        let ended = connection.batch_execute("SELECT pg_sleep(3600)").await;
        assert!(ended.is_err());
        drop(connection);
        let mut next = pool.connection().await.unwrap();
        next.batch_execute("SELECT 1").await.unwrap();
        // The server was asked to give up what nobody waits for.
        let running = "SELECT count(*) FROM pg_stat_activity \
                       WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%' \
                       AND state = 'active'";
        while database.execute(running).unwrap().trim() != "0" {
            tokio::task::yield_now().await;
        }
    });
}

#[test]
fn a_transaction_whose_time_is_up_is_an_absence_and_undone() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let units = world.units.keeping(Duration::from_millis(200));
        let lock = "LOCK TABLE recomputes IN SHARE MODE";
        let mut other = world.pool.connection().await.unwrap();
        other.batch_execute("BEGIN").await.unwrap();
        other.batch_execute(lock).await.unwrap();
        let mut work = units.begin().await.unwrap();
        let waited = work
            .recomputes()
            .progress(world.profile.id, 1, 0, None)
            .await;
        other.batch_execute("ROLLBACK").await.unwrap();
        assert!(
            matches!(waited, Err(StoreError::Unavailable(_))),
            "{waited:?}"
        );
        assert!(work.commit().await.is_err());
    });
}
