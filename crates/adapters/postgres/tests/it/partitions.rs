//! Room for events is made beside whoever reads and writes them.

use application::ports::EventPartitions;
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use testkit::TestDatabase;
use tributary_postgres::{PgPartitions, PgPool};

use crate::world::{RUNTIME, World, instant, page_view};

/// Names, in order, with how many of the parent's indexes each lacks.
const MADE: &str = "SELECT string_agg(c.relname || ' ' || (SELECT count(*) FROM pg_index own \
    WHERE own.indrelid = p.inhparent AND NOT EXISTS (SELECT 1 FROM pg_inherits i \
    JOIN pg_index x ON x.indexrelid = i.inhrelid WHERE i.inhparent = own.indexrelid \
    AND x.indrelid = c.oid AND x.indisvalid)), ',' ORDER BY c.relname) \
    FROM pg_inherits p JOIN pg_class c ON c.oid = p.inhrelid \
    WHERE p.inhparent = 'tracker_events'::regclass";

async fn ensure(database: &TestDatabase, from: &str, to: &str) {
    let pool = PgPool::new(database.url(), 1).unwrap();
    let (from, to) = (instant(from), instant(to));
    PgPartitions::new(pool).ensure(from, to).await.unwrap();
}

#[test]
fn months_that_were_missed_are_made_later_and_old_ones_for_imports() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let made = || database.execute(MADE).unwrap().trim().to_owned();
        ensure(&database, "2026-01-31T23:00:00Z", "2026-02-01T00:00:00Z").await;
        assert_eq!(made(), "tracker_events_2026_01 0,tracker_events_2026_02 0");
        // Nobody was there for two months.
        ensure(&database, "2026-04-10T00:00:00Z", "2026-05-10T00:00:00Z").await;
        ensure(&database, "2019-12-10T00:00:00Z", "2019-12-10T00:00:00Z").await;
        ensure(&database, "2026-01-01T00:00:00Z", "2026-05-31T00:00:00Z").await;
        assert_eq!(
            made(),
            "tracker_events_2019_12 0,tracker_events_2026_01 0,tracker_events_2026_02 0,\
             tracker_events_2026_03 0,tracker_events_2026_04 0,tracker_events_2026_05 0"
        );
        let constraints = database.execute(
            "SELECT count(*) FROM pg_constraint WHERE contype = 'c' \
             AND conrelid = 'tracker_events_2026_03'::regclass",
        );
        assert_eq!(constraints.unwrap().trim(), "2");
    });
}

#[test]
fn nobody_who_reads_or_writes_events_is_waited_for() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        ensure(&database, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z").await;
        let mut other = AsyncPgConnection::establish(database.url()).await.unwrap();
        other
            .batch_execute(
                "BEGIN; SELECT count(*) FROM tracker_events; \
                 INSERT INTO tracker_events (profile_id, occurred_at, id, received_at, visitor_id, \
                 kind) VALUES (gen_random_uuid(), '2026-01-01Z', gen_random_uuid(), now(), \
                 gen_random_uuid(), 'custom')",
            )
            .await
            .unwrap();
        ensure(&database, "2026-02-01T00:00:00Z", "2026-02-01T00:00:00Z").await;
        other.batch_execute("COMMIT").await.unwrap();
    });
}

#[test]
fn a_page_view_of_a_month_without_partition_makes_it() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        database
            .execute("DROP TABLE tracker_events_2026_06")
            .unwrap();
        let at = instant("2026-06-30T11:00:00Z");
        let view = page_view("of no month", at, "https://shop.example/", None);
        assert_eq!(world.track("browser", vec![view]).await.accepted, 1);
        let stored = database.execute("SELECT count(*) FROM tracker_events_2026_06");
        assert_eq!(stored.unwrap().trim(), "1");
    });
}
