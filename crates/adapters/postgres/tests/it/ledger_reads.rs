//! Pages of replays and of the ledger over hand-made rows.

use diesel::sql_types::{BigInt, Date, Nullable, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use kernel::{Keyset, Limit, Model};
use reporting::causes::Cause;
use reporting::recomputes::{RecomputesQuery, RecomputesReader};
use reporting::restatements::{Change, LinesQuery, RestatementsQuery, RestatementsReader};
use tributary_postgres::reporting::{PgRecomputesReader, PgRestatementsReader};

use crate::reporting_seed::{access, id, limit, seed};
use crate::world::{RUNTIME, World, instant, payment};

/// Five replays, two of them asked for at one instant.
const REPLAYS: &str = r#"
INSERT INTO recomputes (profile_id, id, status, causes, requested_at, people_done, attempts)
SELECT :profile, v.id::uuid, 'completed', '[{"cause": "requested", "actor_kind": "operator"}]',
    v.at::timestamptz, 0, 1
FROM (VALUES (:id00f1, '2026-01-01Z'), (:id00f2, '2026-01-02Z'), (:id00f3, '2026-01-02Z'),
    (:id00f4, '2026-01-03Z'), (:id00f5, '2026-01-04Z')) AS v(id, at)"#;

/// Three restatements; the second one has lines on two days under two models.
const LEDGER: &str = r#"
INSERT INTO restatements (profile_id, id, sequence, restated_at, cause, causes, currency_before,
    currency_after, timezone_before, timezone_after)
SELECT :profile, v.id::uuid, v.sequence, '2026-01-01Z', v.cause, v.causes::jsonb, 'EUR', v.after,
    'UTC', 'Europe/Madrid'
FROM (VALUES
    (:id00e1, 1, 'merge', '[{"cause": "merge"}]', 'EUR'),
    (:id00e2, 2, 'several', '[{"cause": "merge"}, {"cause": "refund"}]', 'EUR'),
    (:id00e3, 3, 'currency_changed', '[{"cause": "currency_changed"}]', 'USD')
) AS v(id, sequence, cause, causes, after);
INSERT INTO restatement_lines (profile_id, sequence, local_date, channel, model, cash_before,
    cash_after, conversions_before, conversions_after, payments_before, payments_after,
    spend_before, spend_after)
SELECT :profile, 2, v.day::date, v.channel, v.model, 0, v.cash, 0, v.billionths, 0, v.billionths,
    0, v.spend
FROM (VALUES
    ('2026-03-02', 'Email', 'last_touch', 0.00000001, 333333333, 0),
    ('2026-03-01', 'Email', 'last_touch', 10.5, 1000000000, 0),
    ('2026-03-01', 'Email', '', 0, 0, 1.25),
    ('2026-03-01', 'Display', '', 0, 0, 3),
    ('2026-03-01', '', 'last_touch', -10, 0, 0),
    ('2026-03-01', 'Direct', 'last_touch', -2, -1, 0),
    ('2026-03-01', 'Email', 'linear', 7, 1, 0)
) AS v(day, channel, model, cash, billionths, spend)"#;

#[test]
fn pages_of_replays_join_without_gap_or_repeat_over_equal_instants() {
    RUNTIME.block_on(async {
        let (world, other) = (World::new().await, World::new().await);
        seed(&world, REPLAYS).await;
        let reader = PgRecomputesReader::new(world.pool.clone());
        for size in 1..=5 {
            let (mut after, mut seen) = (None, Vec::new());
            loop {
                let query = RecomputesQuery {
                    limit: limit(size),
                    after,
                };
                let page = reader.recomputes(&access(&world), &query).await.unwrap();
                seen.extend(page.rows.iter().map(|row| row.id.uuid()));
                let Some(next) = page.next else { break };
                let last = page.rows.last().unwrap();
                let (at, id) = (last.requested_at, last.id.uuid());
                assert_eq!(next, Keyset { at, id });
                assert!(seen.len() <= 5, "the pages do not end");
                after = Some(next);
            }
            let expected = ["00f5", "00f4", "00f3", "00f2", "00f1"].map(id);
            assert_eq!(seen, expected, "{size} a page");
        }
        let found = reader
            .recompute(&access(&world), id("00f1").into())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(found.requested_at, instant("2026-01-01T00:00:00Z"));
        assert_eq!(found.causes[0].cause, Cause::Requested);
        assert_eq!(found.causes[0].actor, kernel::Actor::Operator);
        let foreign = reader.recompute(&access(&other), id("00f1").into()).await;
        assert_eq!(foreign.unwrap(), None);
    });
}

#[test]
fn restatements_are_summed_up_paged_and_found_by_any_cause() {
    RUNTIME.block_on(async {
        let (world, other) = (World::new().await, World::new().await);
        seed(&world, LEDGER).await;
        let reader = PgRestatementsReader::new(world.pool.clone());
        let ask = async |causes: &[Cause], rows: u32, before: Option<i64>| {
            let query = RestatementsQuery {
                causes: causes.to_vec(),
                limit: limit(rows),
                before,
            };
            reader.restatements(&access(&world), &query).await.unwrap()
        };
        let sequences = async |causes: &[Cause]| {
            let page = ask(causes, 100, None).await;
            page.rows.iter().map(|row| row.sequence).collect::<Vec<_>>()
        };
        assert_eq!(sequences(&[]).await, [3, 2, 1]);
        assert_eq!(sequences(&[Cause::Merge]).await, [2, 1]);
        assert_eq!(sequences(&[Cause::Several]).await, [2]);
        assert_eq!(
            sequences(&[Cause::Refund, Cause::CurrencyChanged]).await,
            [3, 2]
        );
        assert_eq!(sequences(&[Cause::LateEvent]).await, Vec::<i64>::new());
        let first = ask(&[], 2, None).await;
        assert_eq!((first.rows.len(), first.next), (2, Some(2)));
        let last = ask(&[], 2, first.next).await;
        assert_eq!((last.rows[0].sequence, last.next), (1, None));

        let [dollars, lines] = [&first.rows[0], &first.rows[1]];
        assert_eq!(
            (dollars.days, dollars.lines, dollars.cash_change),
            (None, 0, None)
        );
        assert_eq!(lines.lines, 7);
        assert_eq!(lines.spend_change.unwrap().to_string(), "4.25");
        assert_eq!(
            (lines.timezone_before.name(), lines.timezone_after.name()),
            ("UTC", "Europe/Madrid")
        );
        let (from, to) = lines.days.unwrap();
        assert_eq!(format!("{from} {to}"), "2026-03-01 2026-03-02");
        assert_eq!(lines.cash_change.unwrap().to_string(), "8.50000001");
        assert_eq!(lines.conversions_change.to_string(), "1.333333332");

        let query = RestatementsQuery {
            causes: Vec::new(),
            limit: limit(100),
            before: None,
        };
        let foreign = reader.restatements(&access(&other), &query).await.unwrap();
        assert_eq!(foreign.rows, []);
    });
}

#[test]
fn lines_come_by_day_and_channel_under_one_model() {
    RUNTIME.block_on(async {
        let (world, other) = (World::new().await, World::new().await);
        seed(&world, LEDGER).await;
        let reader = PgRestatementsReader::new(world.pool.clone());
        let (mut after, mut seen) = (None, Vec::new());
        loop {
            let query = LinesQuery {
                model: Model::LastTouch,
                limit: Limit::new(1).unwrap(),
                after,
            };
            let page = reader
                .restatement(&access(&world), id("00e2").into(), &query)
                .await
                .unwrap()
                .unwrap();
            seen.extend(page.lines.iter().map(|line| {
                let channel = line.channel.as_deref().unwrap_or("-");
                let text = |change: Option<Change>| {
                    change.map_or("-".to_owned(), |change| change.after.to_string())
                };
                let cash = text(line.credit.map(|credit| credit.cash));
                let payments = text(line.credit.map(|credit| credit.payments));
                format!(
                    "{} {channel} {cash} {payments} {}",
                    line.date,
                    text(line.spend)
                )
            }));
            after = page.next;
            assert!(seen.len() <= 5, "the pages do not end");
            if after.is_none() {
                break;
            }
        }
        let expected = [
            "2026-03-01 - -10 0 -",
            "2026-03-01 Direct -2 -0.000000001 -",
            "2026-03-01 Display - - 3",
            "2026-03-01 Email 10.5 1 1.25",
            "2026-03-02 Email 0.00000001 0.333333333 -",
        ];
        assert_eq!(seen, expected);
        let query = LinesQuery {
            model: Model::LastTouch,
            limit: Limit::new(500).unwrap(),
            after: None,
        };
        for (world, id) in [(&other, id("00e2")), (&world, id("00e9"))] {
            let found = reader.restatement(&access(world), id.into(), &query).await;
            assert_eq!(found.unwrap(), None);
        }
    });
}

#[derive(QueryableByName)]
struct PlanLine {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    line: String,
}

/// Sixty thousand lines in three hundred restatements.
const MANY: &str = "
INSERT INTO restatement_lines (profile_id, sequence, local_date, channel, model, cash_before,
    cash_after, conversions_before, conversions_after, payments_before, payments_after)
SELECT :profile, s, '2026-01-01'::date + d, c, 'last_touch', 0, 1, 0, 1, 0, 1
FROM generate_series(1, 300) s, generate_series(1, 50) d,
    unnest(ARRAY['A', 'B', 'C', 'D']) AS c;
ANALYZE restatement_lines";

#[test]
fn a_page_of_lines_is_looked_up() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        seed(&world, MANY).await;
        let mut connection = world.pool.connection().await.unwrap();
        // Whether the index can, not whether the statistics of a shared database favour it.
        for setting in [
            "BEGIN",
            "SET LOCAL enable_sort = off",
            "SET LOCAL enable_bitmapscan = off",
        ] {
            sql_query(setting).execute(&mut connection).await.unwrap();
        }
        let statement = include_str!("../../../postgres-reporting/src/restatement_lines.sql");
        let plan: Vec<PlanLine> = sql_query(format!("EXPLAIN {statement}"))
            .bind::<SqlUuid, _>(world.profile.id.uuid())
            .bind::<BigInt, _>(7_i64)
            .bind::<Text, _>("last_touch")
            .bind::<Nullable<Date>, _>(Some(time::macros::date!(2026 - 01 - 20)))
            .bind::<Nullable<Text>, _>(Some("B"))
            .bind::<BigInt, _>(101_i64)
            .load(&mut connection)
            .await
            .unwrap();
        sql_query("ROLLBACK")
            .execute(&mut connection)
            .await
            .unwrap();
        let lines: Vec<_> = plan.iter().map(|row| row.line.trim()).collect();
        let named = |line: &&str| line.contains("using restatement_lines_sequence");
        assert!(lines.iter().any(named), "{lines:#?}");
        assert!(
            !lines.iter().any(|line| line.contains("Sort")),
            "{lines:#?}"
        );
    });
}

#[test]
fn a_clock_ahead_restates_nothing_in_the_future() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        world.clock.set(instant("2126-01-01T00:00:00Z"));
        let draft = payment(instant("2026-06-01T10:00:00Z"), "80", "lead@mail.example");
        world.record("sale", draft).await;
        world.drain().await;
        let restated = "SELECT bool_and(restated_at <= clock_timestamp())::text AS line \
            FROM restatements WHERE profile_id = $1 HAVING count(*) > 0";
        assert_eq!(world.lines(restated).await, ["true"]);
    });
}
