//! How the statements of reports find their rows.

use diesel::sql_types::{BigInt, Date, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

use testkit::TestDatabase;

use crate::reporting_seed::{march, seed};
use crate::world::{RUNTIME, World};

/// Three thousand rows of each table on the days of two years.
const MANY: &str = "
INSERT INTO sessions (profile_id, id, visitor_id, started_at, ended_at, local_date, signature_id,
    page_views, engaged_ms, is_bot)
SELECT :profile, gen_random_uuid(), gen_random_uuid(), t.at, t.at, t.at::date, 1, 1, 0, false
FROM generate_series('2024-06-01Z'::timestamptz, '2026-06-30Z', '6 hours') AS t(at);
INSERT INTO conversions (profile_id, generation, id, definition_id, conversion_key, event_id,
    person_kind, person_id, occurred_at, local_date, revenue_type, is_refund, is_synthetic,
    touch_count)
SELECT :profile, 2, s.id, :id00d1, 'any', :id00ee, 'visitor', s.visitor_id, s.started_at,
    s.local_date, 'cash', false, false, 1
FROM sessions s WHERE s.profile_id = :profile;
INSERT INTO credits (profile_id, generation, conversion_id, touch_id, person_kind, person_id,
    touched_at, touch_kind, signature_id, linear, local_date, conversion_key, revenue_type,
    is_refund, touch_date)
SELECT :profile, 2, c.id, c.id, 'visitor', c.person_id, c.occurred_at, 'click', 1, 1000000000,
    c.local_date, 'any', 'cash', false, c.local_date
FROM conversions c WHERE c.profile_id = :profile AND c.generation = 2;
INSERT INTO conversion_days (profile_id, generation, uncredited_by, local_date, conversions, cash,
    payments, pending)
SELECT :profile, 2, w.uncredited_by, d.day::date, 1, 1, 1, 0
FROM generate_series('2024-06-01Z'::timestamptz, '2026-06-30Z', '1 day') AS d(day)
CROSS JOIN (VALUES (''), ('linear'), ('time_decay'), ('first_touch')) AS w(uncredited_by);
INSERT INTO ad_spend_daily (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id,
    amount, currency, signature_id, updated_at)
SELECT :profile, d.day::date, 'p', '', n.number::text, '', '', 1, 'EUR', 1, d.day
FROM generate_series('2024-06-01Z'::timestamptz, '2026-06-30Z', '1 day') AS d(day)
CROSS JOIN generate_series(1, 4) AS n(number)";

/// The rows and what is built from them.
async fn many(world: &World) {
    seed(world, MANY).await;
    let analyze = "ANALYZE sessions, conversions, credits, ad_spend_daily, rollup_days, \
                   conversion_days, spend_days";
    let mut connection = world.pool.connection().await.unwrap();
    connection.batch_execute(analyze).await.unwrap();
}

#[derive(QueryableByName)]
struct PlanLine {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    line: String,
}

async fn plan(world: &World, statement: &str) -> String {
    let mut connection = world.pool.connection().await.unwrap();
    let plan: Vec<PlanLine> = sql_query(format!("EXPLAIN {statement}"))
        .bind::<SqlUuid, _>(world.profile.id.uuid())
        .bind::<Date, _>(march().from())
        .bind::<Date, _>(march().to())
        .bind::<BigInt, _>(2_i64)
        .load(&mut connection)
        .await
        .unwrap();
    let lines: Vec<_> = plan.iter().map(|row| row.line.as_str()).collect();
    lines.join("\n")
}

#[test]
fn days_are_looked_up_in_rollups_and_spend() {
    RUNTIME.block_on(async {
        // Of its own, so that plans do not depend on how many rows other tests have written.
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        many(&world).await;
        let days = include_str!("../../../postgres-kit/src/rollups/load.sql")
            .replace("$3", "0")
            .replace("$2", "'visits'")
            .replace("ANY($4)", "ANY(ARRAY['everyone', 'runs'])")
            .replace("$5 AND $6", "$2 AND $3 AND $4::bigint = 2");
        let rows = [
            "(\n",
            include_str!("../../../postgres-kit/src/rollups/spend_rows.sql"),
            ")",
        ]
        .concat();
        let [spent, spent_rows] = ["spend_days", &rows].map(|spend| {
            include_str!("../../../postgres-reporting/src/spend.sql")
                .replace("{day}", "NULL::date")
                .replace("{signature}", "NULL::bigint")
                .replace("{ad}", "NULL::text")
                .replace("{spend}", spend)
                .replace("{grouped}", "HAVING count(*) > 0")
                .replace("$2 AND $3", "$2 AND $3 AND $4::bigint = 2")
        });
        let conversions =
            include_str!("../../../postgres-reporting/src/conversions.sql").replace("$5", "''");
        let goal_credits = include_str!("../../../postgres-reporting/src/goal_credits.sql")
            .replace("{told_day}", "$2::date")
            .replace("{signature}", "0::bigint")
            .replace("{dims}", &["NULL::text"; 7].join(", "))
            .replace("{day}", "local_date")
            .replace("{share}", "linear")
            .replace("$5", "'{any}'");
        let goal_conversions = include_str!("../../../postgres-reporting/src/goal_conversions.sql")
            .replace("{counts}", "true")
            .replace("$5", "'{any}'");
        let statements = [
            ("rollup_days_pkey", "local_date", days),
            ("spend_days_pkey", "local_date", spent),
            ("ad_spend_daily_pkey", "date", spent_rows),
            ("conversion_days_pkey", "local_date", conversions),
            ("credits_day", "local_date", goal_credits),
            ("conversions_day", "local_date", goal_conversions),
        ];
        for (index, day, statement) in statements {
            let text = plan(&world, &statement).await;
            assert!(text.contains(&format!(" {index} ")), "{text}");
            assert!(text.contains(&format!("{day} >= ")), "{text}");
        }
    });
}

#[test]
fn paths_read_no_table_from_end_to_end() {
    RUNTIME.block_on(async {
        // Of its own, so that plans do not depend on how many rows other tests have written.
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        many(&world).await;
        let statements = [
            include_str!("../../../postgres-reporting/src/paths_converting.sql"),
            include_str!("../../../postgres-reporting/src/paths_open.sql"),
        ];
        for statement in statements {
            let statement = statement
                .replace("$5::text", "NULL::text")
                .replace("{filters}", " AND g.utm_campaign = 'spring'");
            let text = plan(&world, &statement).await;
            for table in ["conversions", "credits", "sessions"] {
                assert!(!text.contains(&format!("Seq Scan on {table}")), "{text}");
            }
        }
    });
}
