//! What an installation does not want to keep goes, in batches, and nothing else does.

use std::sync::Arc;

use access_control::ports::NoPayments;
use application::ports::{Housekeeping, Perishable};
use event_intake::ports::SenderKeys;
use testkit::{FixedClock, TestDatabase};
use time::macros::date;
use tributary_postgres::{PgHousekeeping, PgPool, PgRedaction, PgRemoval, PgSenderKeys};
use tributary_system::KeyRing;
use tributary_worker::housekeeping::{Housekeeper, Retention, tidy};
use tributary_worker::{Tally, Worker};

use crate::world::{RUNTIME, World, instant};

/// Rows of ten days: 1,500 a kind from before the first of June, 100 from after it. Ten of the old
/// replays are in the ledger.
const ROWS: &str = "
INSERT INTO workspaces (id, name, created_at) VALUES (md5('w')::uuid, 'w', '2026-01-01Z');
INSERT INTO users (id, issuer, subject, name, created_at)
VALUES (md5('u')::uuid, 'builtin', 'u', 'u', '2026-01-01Z');
CREATE TEMP TABLE day AS
SELECT n, CASE WHEN n < 1500 THEN '2026-05-31Z' ELSE '2026-06-01 00:00:01Z' END::timestamptz AS at
FROM generate_series(0, 1599) AS n;
INSERT INTO audit_events (profile_id, id, occurred_at, action, actor_kind, detail)
SELECT md5('p')::uuid, md5('a' || n)::uuid, at, 'x', 'operator', '{}' FROM day;
INSERT INTO workspace_audit_events (workspace_id, id, occurred_at, action, actor_kind, detail)
SELECT md5('w')::uuid, md5('a' || n)::uuid, at, 'x', 'operator', '{}' FROM day;
INSERT INTO web_sessions (id, secret_hash, user_id, created_at, expires_at, revoked_at)
SELECT md5('s' || n)::uuid, md5('s' || n)::bytea, md5('u')::uuid, '2026-01-01Z',
    CASE WHEN n % 2 = 0 THEN at ELSE '2027-01-01Z' END, CASE WHEN n % 2 = 1 THEN at END
FROM day;
INSERT INTO recomputes (profile_id, id, status, causes, requested_at, finished_at, people_done,
    attempts)
SELECT md5('p')::uuid, md5('r' || n)::uuid, 'completed', '[]', '2026-01-01Z', at, 0, 1 FROM day;
INSERT INTO recomputes (profile_id, id, status, causes, requested_at, people_done, attempts)
VALUES (md5('p')::uuid, md5('running')::uuid, 'running', '[]', '2026-01-01Z', 0, 1);
INSERT INTO restatements (profile_id, id, sequence, restated_at, cause, causes, recompute_id,
    currency_before, currency_after, timezone_before, timezone_after)
SELECT md5('p')::uuid, md5('t' || n)::uuid, n, at, 'window_changed', '[]', md5('r' || n)::uuid, 'EUR',
    'EUR', 'UTC', 'UTC'
FROM day WHERE n < 10";

const COUNTS: &str = "SELECT (SELECT count(*) FROM audit_events) || ' ' || \
    (SELECT count(*) FROM workspace_audit_events) || ' ' || \
    (SELECT count(*) FROM web_sessions) || ' ' || (SELECT count(*) FROM recomputes)";

#[test]
fn only_what_is_old_and_unwanted_goes() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        database.execute(ROWS).unwrap();
        let tally = Arc::new(Tally::default());
        let mut house = Housekeeper {
            housekeeping: Arc::new(PgHousekeeping::new(PgPool::new(database.url(), 1).unwrap())),
            redaction: Arc::new(PgRedaction::new(PgPool::new(database.url(), 1).unwrap())),
            removal: Arc::new(PgRemoval::new(PgPool::new(database.url(), 1).unwrap())),
            payments: Arc::new(NoPayments),
            worker: Worker {
                clock: Arc::new(FixedClock::at(instant("2026-07-01T00:00:00Z"))),
                tally: tally.clone(),
                tells: Arc::default(),
                ..World::new().await.worker()
            },
            retention: Retention::default(),
        };
        // Nothing is set: only sign-ins that ended more than thirty days ago go.
        assert_eq!(tidy(&house).await.unwrap(), 1_500);
        let counts = || database.execute(COUNTS).unwrap().trim().to_owned();
        assert_eq!(counts(), "1600 1600 100 1601");
        house.retention.audit_days = Some(30);
        assert_eq!(tidy(&house).await.unwrap(), 3_000);
        assert_eq!(counts(), "100 100 100 1601");
        house.retention.recompute_days = Some(30);
        assert_eq!(tidy(&house).await.unwrap(), 1_490);
        assert_eq!(counts(), "100 100 100 111");
        assert_eq!(tidy(&house).await.unwrap(), 0);
        assert_eq!(tally.counts().removed, 5_990);
        let ledger = database.execute("SELECT count(*) FROM restatements");
        assert_eq!(ledger.unwrap().trim(), "10");
    });
}

/// Two processes have one key a day, which goes when it is to be forgotten and not before.
#[test]
fn the_key_of_a_day_is_one_and_is_forgotten() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let pool = PgPool::new(database.url(), 4).unwrap();
        let ring = Arc::new(KeyRing::new(&[[7; 32]]).unwrap());
        let keys = [(); 2].map(|()| PgSenderKeys::new(pool.clone(), ring.clone()));
        let (first, second) = (date!(2026 - 06 - 01), date!(2026 - 06 - 02));
        let until = instant("2026-07-01T00:00:00Z");
        let (one, other) = tokio::join!(
            keys[0].of_day(first, [1; 32], until),
            keys[1].of_day(first, [2; 32], until),
        );
        assert_eq!(one.unwrap(), other.unwrap());
        let later = instant("2026-07-02T00:00:00Z");
        let next = keys[0].of_day(second, [3; 32], later).await;
        assert_eq!(next.unwrap(), [3; 32]);
        let kept = "SELECT string_agg(day::text, ' ') || ' ' || bool_or(position('\\x030303'::bytea IN sealed_key) > 0) \
             FROM sender_keys";
        let housekeeping = PgHousekeeping::new(pool);
        for (now, removed, left) in [
            (until, 0, "2026-06-01 2026-06-02 false"),
            (instant("2026-07-01T00:00:01Z"), 1, "2026-06-02 false"),
        ] {
            let gone = housekeeping.remove(Perishable::SenderKeys, now, 10).await;
            assert_eq!(gone.unwrap(), removed);
            assert_eq!(database.execute(kept).unwrap().trim(), left);
        }
    });
}

/// Tests of exports whose process died are known to be lost after ten minutes; what runs send is taken up by runs.
#[test]
fn a_test_of_exports_that_nobody_ended_is_unknown() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let lines = "INSERT INTO export_ledger (profile_id, id, destination_id, kind, source_fingerprint, source_kind, \
                     source_event_id, event_time, status, filters_applied, match_keys, attempt, fresh_until, \
                     created_at, updated_at) \
                     SELECT md5('p')::uuid, md5(kind || minutes)::uuid, md5('d')::uuid, kind, md5(kind || minutes)::bytea, \
                         'conversion_definition', md5('e')::uuid, at, 'sending', '{}', '{}', 1, at, at, at \
                     FROM (VALUES ('test', 9), ('test', 11), ('real', 11)) AS line(kind, minutes), \
                         LATERAL (SELECT '2026-06-01 12:00Z'::timestamptz - make_interval(mins => minutes) AS at) AS at";
        database.execute(lines).unwrap();
        let housekeeping = PgHousekeeping::new(PgPool::new(database.url(), 2).unwrap());
        let noon = instant("2026-06-01T12:00:00Z");
        for ended in [1, 0] {
            let done = housekeeping.remove(Perishable::AbandonedTests, noon, 10).await;
            assert_eq!(done.unwrap(), ended);
        }
        let kept = "SELECT string_agg(concat_ws(' ', kind, status), ', ' ORDER BY kind, created_at) FROM export_ledger";
        assert_eq!(
            database.execute(kept).unwrap().trim(),
            "real sending, test unknown, test sending"
        );
    });
}
