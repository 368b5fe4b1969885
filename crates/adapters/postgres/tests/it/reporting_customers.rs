//! The customer list over hand-made rows, with hand-computed answers.

use diesel::sql_types::{BigInt, Date, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use kernel::Keyset;
use reporting::customers::{CustomerRow, CustomersQuery, CustomersReader};
use tributary_postgres::reporting::PgCustomersReader;
use uuid::Uuid;

use crate::reporting_seed::{access, id, limit, march, seed};
use crate::world::{RUNTIME, World, instant};

const SEED: &str = include_str!("reporting_customers.sql");

fn asked(rows: u32) -> CustomersQuery {
    CustomersQuery {
        period: march(),
        goal: "payment_received".to_owned(),
        search: None,
        limit: limit(rows),
        after: None,
    }
}

async fn seeded() -> World {
    let world = World::new().await;
    seed(&world, SEED).await;
    world
}

/// The rows that a search finds, by the last two digits of the conversion.
async fn found(world: &World, query: &CustomersQuery) -> Vec<String> {
    let reader = PgCustomersReader::new(world.pool.clone());
    let page = reader.customers(&access(world), query).await.unwrap();
    page.rows.iter().map(digits).collect()
}

fn digits(row: &CustomerRow) -> String {
    row.conversion_id.to_string().split_off(34)
}

#[test]
fn a_row_has_the_last_touch_the_path_and_the_whole_life() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let reader = PgCustomersReader::new(world.pool.clone());
        let page = reader
            .customers(&access(&world), &asked(100))
            .await
            .unwrap();
        let order: Vec<_> = page.rows.iter().map(digits).collect();
        assert_eq!(order, ["c8", "c6", "c5", "c4", "c1", "c7"]);
        assert_eq!(page.next, None);

        let ana = &page.rows[4];
        assert_eq!(ana.customer_profile_id, id("00a1").to_string());
        assert_eq!(ana.name.as_deref(), Some("Ana One"));
        assert_eq!(ana.email.as_deref(), Some("ana@mail.example"));
        assert_eq!(
            (ana.country.as_str(), ana.device.as_str()),
            ("DE", "mobile")
        );
        assert_eq!(
            (ana.channel.as_str(), ana.source.as_str()),
            ("Direct", "(direct)")
        );
        assert_eq!(ana.revenue.to_string(), "100.50000001");
        assert_eq!(ana.revenue_type.as_str(), "cash");
        assert_eq!(ana.conversion_time, instant("2026-03-02T10:00:00Z"));
        assert_eq!(ana.time_to_complete_seconds, 86_400);
        assert_eq!(ana.touch_count, 2);
        assert_eq!(ana.touch_channels, ["Paid Search", "Direct"]);
        assert_eq!(ana.conversion_count, 2);
        assert_eq!(ana.total_revenue.to_string(), "70.25000001");
    });
}

#[test]
fn what_waits_for_a_rate_is_in_no_amount_and_told_where_it_is_shown() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let reader = PgCustomersReader::new(world.pool.clone());
        let told = async |rows: u32| {
            let page = reader.customers(&access(&world), &asked(rows)).await;
            page.unwrap().warnings
        };
        assert_eq!(told(100).await, [""; 0]);
        let pesos = format!(
            "UPDATE conversions SET value_amount = 10000, currency = 'CLP' \
             WHERE profile_id = $1 AND id = '{}'",
            id("00c4")
        );
        World::execute(&world, &pesos).await;
        assert_eq!(told(100).await, ["conversions_pending_fx"]);
        // Nobody of this page is meant.
        assert_eq!(told(2).await, [""; 0]);
    });
}

#[test]
fn channels_of_one_instant_stand_by_their_touches() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let page = PgCustomersReader::new(world.pool.clone())
            .customers(&access(&world), &asked(100))
            .await
            .unwrap();
        assert_eq!(digits(&page.rows[1]), "c6");
        assert_eq!(
            page.rows[1].touch_channels,
            ["Paid Search", "Email", "Direct"]
        );
    });
}

#[test]
fn people_without_a_name_are_called_by_what_the_journey_takes() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let reader = PgCustomersReader::new(world.pool.clone());
        let page = reader
            .customers(&access(&world), &asked(100))
            .await
            .unwrap();
        let [event, browser] = [&page.rows[2], &page.rows[3]];
        assert_eq!(event.customer_profile_id, id("00e5").to_string());
        assert_eq!(event.total_revenue.to_string(), "5");
        assert_eq!(browser.customer_profile_id, "browser-1");
        assert_eq!((&browser.name, &browser.email), (&None, &None));
        assert_eq!(browser.revenue.to_string(), "0");
        assert_eq!(browser.time_to_complete_seconds, 0);
        assert_eq!(
            (browser.channel.as_str(), browser.country.as_str()),
            ("", "")
        );
        assert_eq!(browser.touch_channels, Vec::<String>::new());
        assert_eq!(page.rows[0].name.as_deref(), Some("50%_off"));
    });
}

#[test]
fn pages_join_without_gap_or_repeat_over_equal_instants() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let reader = PgCustomersReader::new(world.pool.clone());
        for size in 1..=6 {
            let (mut query, mut seen) = (asked(size), Vec::new());
            loop {
                let page = reader.customers(&access(&world), &query).await.unwrap();
                assert!(page.rows.len() <= usize::try_from(size).unwrap());
                seen.extend(page.rows.iter().map(digits));
                let Some(next) = page.next else { break };
                let last = page.rows.last().unwrap();
                let (at, id) = (last.conversion_time, last.conversion_id.uuid());
                assert_eq!(next, Keyset { at, id });
                query.after = Some(next);
                assert!(seen.len() <= 6, "the pages do not end");
            }
            assert_eq!(seen, ["c8", "c6", "c5", "c4", "c1", "c7"], "{size} a page");
        }
    });
}

#[test]
fn a_search_is_text_and_no_pattern() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let searches: [(&str, &[&str]); 9] = [
            ("ana", &["c1"]),
            ("ANA ONE", &["c1"]),
            ("na on", &["c1"]),
            ("ana@MAIL", &["c1"]),
            ("mail.example", &["c8", "c6", "c1", "c7"]),
            ("%", &["c8", "c6", "c7"]),
            ("_", &["c8", "c6", "c7"]),
            ("a%e", &[]),
            ("\\", &[]),
        ];
        for (search, expected) in searches {
            let query = CustomersQuery {
                search: Some(search.to_owned()),
                ..asked(100)
            };
            assert_eq!(found(&world, &query).await, expected, "{search}");
        }
    });
}

#[test]
fn goals_are_the_profile_s_keys_and_choose_the_rows() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let reader = PgCustomersReader::new(world.pool.clone());
        let mut goals = reader.goals(&access(&world)).await.unwrap();
        goals.sort();
        let seeds = [
            "appointment_booked",
            "closed_won",
            "lead_created",
            "payment_received",
        ];
        assert_eq!(goals, seeds);
        let query = CustomersQuery {
            goal: "lead_created".to_owned(),
            ..asked(100)
        };
        assert_eq!(found(&world, &query).await, ["c3"]);
    });
}

#[test]
fn another_profile_with_the_same_ids_stays_apart() {
    RUNTIME.block_on(async {
        let (one, two, empty) = (seeded().await, World::new().await, World::new().await);
        seed(&two, &SEED.replace("'Ana', 'One'", "'Anna', 'Two'")).await;
        let search = |text: &str| CustomersQuery {
            search: Some(text.to_owned()),
            ..asked(100)
        };
        assert_eq!(found(&one, &search("one")).await, ["c1"]);
        assert_eq!(found(&one, &search("two")).await, Vec::<String>::new());
        assert_eq!(found(&two, &search("two")).await, ["c1"]);
        assert_eq!(found(&empty, &asked(100)).await, Vec::<String>::new());
        let reader = PgCustomersReader::new(two.pool.clone());
        let page = reader.customers(&access(&two), &asked(100)).await.unwrap();
        assert_eq!((page.rows.len(), page.rows[4].conversion_count), (6, 2));
        assert_eq!(page.rows[4].touch_channels, ["Paid Search", "Direct"]);
    });
}

#[derive(QueryableByName)]
struct PlanLine {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    line: String,
}

/// Five thousand conversions, of which the period holds the oldest.
const MANY: &str = "
INSERT INTO conversions (profile_id, generation, id, definition_id, conversion_key, event_id,
    person_kind, person_id, occurred_at, local_date, revenue_type, is_refund, is_synthetic,
    touch_count)
SELECT :profile, 2, gen_random_uuid(), :id00d1, 'payment_received', :id00ee, 'event',
    gen_random_uuid(), t.at, t.at::date, 'cash', false, false, 0
FROM generate_series('2026-03-01Z'::timestamptz, '2026-06-30Z', '35 minutes') AS t(at);
ANALYZE conversions";

#[test]
fn a_page_is_looked_up_by_goal_and_instant_whatever_came_later() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        seed(&world, MANY).await;
        let mut connection = world.pool.connection().await.unwrap();
        let statement = include_str!("../../../postgres-reporting/src/customers.sql");
        let plan: Vec<PlanLine> = sql_query(format!("EXPLAIN {statement}"))
            .bind::<SqlUuid, _>(world.profile.id.uuid())
            .bind::<Date, _>(march().from())
            .bind::<Date, _>(march().to())
            .bind::<BigInt, _>(2_i64)
            .bind::<Text, _>("payment_received")
            .bind::<Nullable<Timestamptz>, _>(None::<time::OffsetDateTime>)
            .bind::<Nullable<SqlUuid>, _>(None::<Uuid>)
            .bind::<Nullable<Text>, _>(None::<String>)
            .bind::<BigInt, _>(11_i64)
            .load(&mut connection)
            .await
            .unwrap();
        let lines: Vec<_> = plan.iter().map(|row| row.line.trim()).collect();
        let at = lines
            .iter()
            .position(|line| line.contains("using conversions_goal on"));
        let condition = at
            .and_then(|at| lines.get(at + 1))
            .copied()
            .unwrap_or_default();
        assert!(condition.starts_with("Index Cond:"), "{lines:#?}");
        for part in [
            "conversion_key = ",
            "occurred_at >= ",
            "occurred_at < ",
            "ROW(occurred_at",
        ] {
            assert!(
                condition.contains(part),
                "{part} is not looked up: {condition}"
            );
        }
    });
}
