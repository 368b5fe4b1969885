//! What the doctor finds in a database that something is wrong with.

use application::ports::EventPartitions;
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use doctor::{Plan, examine};
use kernel::Clock;
use kernel::timestamp::MICROS_PER_DAY;
use testkit::TestDatabase;
use tributary_postgres::{PgPartitions, PgPool, inspect, migrate};
use tributary_system::SystemClock;

use crate::world::RUNTIME;

/// What every test server does without, to be fast.
const OF_TESTS: [&str; 4] = [
    "autovacuum_off",
    "fsync_off",
    "full_page_writes_off",
    "synchronous_commit_off",
];

/// Codes beside those that every test server has.
async fn codes(database: &TestDatabase) -> Vec<&'static str> {
    let inspection = inspect(database.url(), &SystemClock).await.unwrap();
    let findings = examine(&inspection, Plan { connections: 2 });
    let mut codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
    codes.retain(|code| !OF_TESTS.contains(code));
    codes.sort_unstable();
    codes
}

/// A database with room for events.
async fn healthy() -> TestDatabase {
    let database = TestDatabase::create();
    let pool = PgPool::new(database.url(), 1).unwrap();
    let now = SystemClock.now();
    PgPartitions::new(pool)
        .ensure(now, now.plus_micros(62 * MICROS_PER_DAY))
        .await
        .unwrap();
    assert_eq!(codes(&database).await, [""; 0]);
    database
}

#[test]
fn what_a_test_server_does_without_is_found() {
    RUNTIME.block_on(async {
        let database = healthy().await;
        database
            .execute(&format!(
                "ALTER DATABASE {} SET synchronous_commit = off",
                database
                    .execute("SELECT current_database()")
                    .unwrap()
                    .trim()
            ))
            .unwrap();
        let inspection = inspect(database.url(), &SystemClock).await.unwrap();
        let findings = examine(&inspection, Plan { connections: 500 });
        let found = |code: &str| findings.iter().any(|finding| finding.code == code);
        for code in [
            "autovacuum_off",
            "fsync_off",
            "synchronous_commit_off",
            "too_few_connections",
        ] {
            assert!(found(code), "{code}: {findings:?}");
        }
        assert!(!found("clock_skew"), "{inspection:?}");
    });
}

#[test]
fn a_schema_that_is_not_whole_is_found() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        assert_eq!(codes(&database).await, ["partitions_missing"]);
        let database = healthy().await;
        database
            .execute("CREATE TABLE stray PARTITION OF tracker_events DEFAULT")
            .unwrap();
        assert_eq!(codes(&database).await, [""; 0]);
        database
            .execute(
                "INSERT INTO tracker_events (profile_id, occurred_at, id, received_at, visitor_id, \
                 kind) SELECT gen_random_uuid(), '2001-01-01Z', gen_random_uuid(), now(), \
                 gen_random_uuid(), 'custom'",
            )
            .unwrap();
        assert_eq!(codes(&database).await, ["default_partition_used"]);
        database.execute("DROP TABLE stray").unwrap();
        database
            .execute(
                "UPDATE pg_index SET indisvalid = false \
                 WHERE indexrelid = 'sessions_visitor'::regclass",
            )
            .unwrap();
        assert_eq!(codes(&database).await, ["index_invalid"]);
        database
            .execute(
                "DELETE FROM __diesel_schema_migrations \
                 WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)",
            )
            .unwrap();
        assert_eq!(
            codes(&database).await,
            ["index_invalid", "migrations_pending"]
        );
        database
            .execute("DROP TABLE __diesel_schema_migrations")
            .unwrap();
        let inspection = inspect(database.url(), &SystemClock).await.unwrap();
        assert!(inspection.pending_migrations.len() > 10);
    });
}

#[test]
fn dead_rows_are_found() {
    RUNTIME.block_on(async {
        let database = healthy().await;
        database
            .execute(
                "INSERT INTO replay_marks (bucket, id, profile_id, kind, target_id, cause, \
                 created_at) SELECT 1, gen_random_uuid(), gen_random_uuid(), 'visitor', \
                 gen_random_uuid(), 'late_event', now() FROM generate_series(1, 12000); \
                 DELETE FROM replay_marks; SELECT pg_stat_force_next_flush(); SELECT 1",
            )
            .unwrap();
        assert_eq!(codes(&database).await, ["dead_rows"]);
        database.execute("VACUUM replay_marks").unwrap();
        assert_eq!(codes(&database).await, [""; 0]);
    });
}

#[test]
fn work_that_does_not_move_is_found() {
    RUNTIME.block_on(async {
        let database = healthy().await;
        let profile = "00000000-0000-4000-8000-0000000000aa";
        database
            .execute(&format!(
                "INSERT INTO replay_marks (bucket, id, profile_id, kind, target_id, cause, \
                 created_at) VALUES (1, '{profile}', '{profile}', 'visitor', '{profile}', \
                 'late_event', now() - interval '6 minutes')"
            ))
            .unwrap();
        assert_eq!(codes(&database).await, ["replays_behind"]);
        database
            .execute(&format!(
                "DELETE FROM replay_marks; INSERT INTO recomputes (profile_id, id, status, causes, \
                 requested_at, people_done, attempts) VALUES ('{profile}', '{profile}', 'queued', \
                 '[]', now() - interval '1 hour', 0, 3)"
            ))
            .unwrap();
        assert_eq!(codes(&database).await, ["replay_fails", "replay_waits"]);
        database
            .execute(&format!(
                "DELETE FROM recomputes; INSERT INTO attribution_state (profile_id, generation, \
                 building, building_until, currency, timezone) VALUES ('{profile}', 1, 2, \
                 now() - interval '1 second', 'EUR', 'UTC')"
            ))
            .unwrap();
        assert_eq!(codes(&database).await, ["replay_stalled"]);
    });
}

#[test]
fn an_open_transaction_is_seen() {
    RUNTIME.block_on(async {
        let database = healthy().await;
        let mut other = AsyncPgConnection::establish(database.url()).await.unwrap();
        other.batch_execute("BEGIN; SELECT 1").await.unwrap();
        let inspection = inspect(database.url(), &SystemClock).await.unwrap();
        assert!(inspection.transactions.process > 0, "{inspection:?}");
        assert!(!inspection.transactions.oldest.is_zero());
    });
}

#[test]
fn a_server_that_is_not_there_is_an_error() {
    RUNTIME.block_on(async {
        let nowhere = "postgresql://nobody@%2Fnowhere/nothing";
        assert!(inspect(nowhere, &SystemClock).await.is_err());
    });
}

/// What a migration adds for rows to come is proven for those that are there, and a row that breaks it
/// stops no start: the doctor says which.
#[test]
fn a_row_of_before_that_breaks_a_constraint_is_said_and_stops_nothing() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let undone = format!(
            "{}; DELETE FROM __diesel_schema_migrations WHERE version = '20261123007200'; \
             INSERT INTO fx_rates (profile_id, from_currency, to_currency, date, rate, source) \
             VALUES (gen_random_uuid(), 'EUR', 'US dollars', '2026-01-01', 1.1, 'bank')",
            include_str!("../../../../../migrations/2026-11-23-007200_bound_money/down.sql")
        );
        database.execute(&undone).unwrap();
        let applied = migrate(database.url()).await.unwrap();
        assert_eq!(applied, ["20261123007200"]);
        let unproven = async || {
            let inspection = inspect(database.url(), &SystemClock).await.unwrap();
            let found = inspection.unproven_constraints;
            found
                .into_iter()
                .map(|it| format!("{} {}", it.table, it.name))
                .collect::<Vec<_>>()
        };
        assert_eq!(unproven().await, ["fx_rates fx_rates_pair"]);
        for wrong in [
            "UPDATE fx_rates SET rate = 'NaN'",
            "UPDATE fx_rates SET rate = 'Infinity', to_currency = 'USD'",
        ] {
            assert!(database.execute(wrong).is_err(), "{wrong}");
        }
        let mended = "UPDATE fx_rates SET to_currency = 'USD'; \
            ALTER TABLE fx_rates VALIDATE CONSTRAINT fx_rates_pair";
        database.execute(mended).unwrap();
        assert_eq!(unproven().await, [""; 0]);
    });
}
