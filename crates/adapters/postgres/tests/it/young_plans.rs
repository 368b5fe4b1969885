//! How a database whose tables the server never looked at is read: plans that were made when it was
//! empty have to serve until thousands of rows are there.

use std::fmt::Write as _;
use std::time::Duration;

use application::settle;
use customer_decisions::merges::{merge, undo};
use diesel::sql_types::Text;
use diesel::{QueryableByName, sql_query};
use event_intake::{Conditions, ConditionsDraft, TrackerEvent};
use personal_data::erasure::export;
use serde_json::Value;
use site_quality::refresh::refresh;
use testkit::TestDatabase;

use crate::exclusions::exclude;
use crate::reporting_seed::access;
use crate::world::{RUNTIME, World, identify, instant, page_view, payment};
use crate::{erasure_support, instrumentation_shop, proposals, split_laws, views};

/// Connections of a world's pool.
const CONNECTIONS: usize = 4;

/// Statements whose nested loops compare, by what they begin with, and why that stays small.
const COMPARED: [(&str, &str); 2] = [
    ("-- Visits of browsers", "at most the visits of a group"),
    ("-- Forgets the columns", "the few pieces of a day"),
];

#[derive(QueryableByName)]
pub(crate) struct Prepared {
    #[diesel(sql_type = Text)]
    pub(crate) statement: String,
    #[diesel(sql_type = Text)]
    types: String,
}

/// What the connections of the world's pool keep prepared.
pub(crate) async fn prepared(world: &World) -> Vec<Prepared> {
    use diesel_async::RunQueryDsl;

    let mut held = Vec::new();
    let mut found = Vec::new();
    for _ in 0..CONNECTIONS {
        held.push(world.pool.connection().await.unwrap());
    }
    for connection in &mut held {
        let rows: Vec<Prepared> = sql_query(
            "SELECT statement, array_to_string(parameter_types::text[], ',') AS types \
             FROM pg_prepared_statements",
        )
        .load(connection)
        .await
        .unwrap();
        found.extend(rows);
    }
    found.sort_by(|a, b| a.statement.cmp(&b.statement));
    found.dedup_by(|a, b| a.statement == b.statement);
    found.retain(|row| {
        let words = ["SELECT", "WITH", "INSERT", "UPDATE", "DELETE"];
        let first = row.statement.lines().find(|line| !line.starts_with("--"));
        first.is_some_and(|line| words.iter().any(|word| line.trim_start().starts_with(word)))
    });
    found
}

/// Statements that fit into one script.
const A_SCRIPT: usize = 40;

/// The plan of each, made for any parameters.
pub(crate) fn plans(database: &TestDatabase, statements: &[Prepared]) -> Vec<Value> {
    let some = statements.chunks(A_SCRIPT);
    some.flat_map(|some| plans_of(database, some)).collect()
}

fn plans_of(database: &TestDatabase, statements: &[Prepared]) -> Vec<Value> {
    let mut script = "SET jit = off; SET plan_cache_mode = force_generic_plan;".to_owned();
    for (number, Prepared { statement, types }) in statements.iter().enumerate() {
        let (types, values) = if types.is_empty() {
            (String::new(), String::new())
        } else {
            let nulls = vec!["NULL"; types.split(',').count()].join(", ");
            (format!("({types})"), format!("({nulls})"))
        };
        write!(
            script,
            "\nPREPARE s{number} {types} AS {statement}\n; \
             EXPLAIN (FORMAT JSON) EXECUTE s{number}{values};"
        )
        .unwrap();
    }
    let text = database.execute(&script).unwrap();
    serde_json::Deserializer::from_str(&text)
        .into_iter()
        .map(Result::unwrap)
        .collect()
}

/// What nested loops compare each pair of rows by.
fn compared(node: &Value, found: &mut Vec<String>) {
    if node["Node Type"] == "Nested Loop"
        && let Some(filter) = node["Join Filter"].as_str()
        && filter.contains(" = ")
    {
        found.push(filter.to_owned());
    }
    for child in node["Plans"].as_array().into_iter().flatten() {
        compared(child, found);
    }
}

/// Every statement that the world ran; none compares each row with each.
async fn compared_by_none(database: &TestDatabase, world: &World) -> Vec<Prepared> {
    let statements = prepared(world).await;
    let plans = plans(database, &statements);
    assert_eq!(plans.len(), statements.len());
    let mut all = Vec::new();
    for (row, plan) in statements.iter().zip(&plans) {
        let mut found = Vec::new();
        compared(&plan[0]["Plan"], &mut found);
        let is_known = COMPARED
            .iter()
            .any(|(begin, _)| row.statement.starts_with(begin));
        if !found.is_empty() && !is_known {
            all.push(format!("{found:?}: {}", row.statement));
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n\n"));
    statements
}

fn assert_ran(statements: &[Prepared], beginnings: &[&str]) {
    for begin in beginnings {
        let mut ran = statements.iter();
        assert!(ran.any(|row| row.statement.starts_with(begin)), "{begin}");
    }
}

#[test]
fn no_statement_of_pictures_compares_each_row_with_each() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        views::everything(&world).await;
        let beginnings = [
            "-- By which value each of the customers",
            "-- The values ($2 kinds, $3 keys) that somebody holds alone",
            "-- Who the recipient of each",
            "-- Which of these ($2) are recipients",
            "INSERT INTO view_days",
            "-- What recipients saw",
            "-- As whom pictures are sent",
            "-- Which pictures a customer",
            "-- Recipients by one of the values",
        ];
        assert_ran(&compared_by_none(&database, &world).await, &beginnings);
    });
}

#[test]
fn no_statement_of_the_worker_compares_each_row_with_each() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        work(&world).await;
        let beginnings = [
            "-- The outcome events of customers",
            "-- The touches of customers",
            "-- Takes at most $2 marks",
            "-- The refunds of events",
            "-- What servers and lists name together",
            "-- Facts that a value decided",
            "-- Of the events of browsers",
            "-- All events of browsers",
        ];
        assert_ran(&compared_by_none(&database, &world).await, &beginnings);
    });
}

#[test]
fn no_statement_about_people_compares_each_row_with_each() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = erasure_support::keeping_all(&database).await;
        erasure_support::people(&world).await;
        proposals::pay(&world, &proposals::anas()).await;
        proposals::passed(&world).await;
        let of = async |email| erasure_support::holder(&world, email).await.unwrap();
        let pair = [of("ada@mail.example").await, of("eve@mail.example").await];
        let (access, context) = (access(&world), world.context());
        let mut work = world.begin().await;
        let merged = merge(&mut *work, &context, &access, pair, None).await;
        let merged = settle(work, merged).await.unwrap().merge;
        let mut work = world.begin().await;
        let parted = undo(&mut *work, &context, &access, merged.id).await;
        settle(work, parted).await.unwrap();
        let wanted = split_laws::wanted(&world, pair[0], 0b1, u32::MAX).await;
        let split = split_laws::decide(&world, &wanted, None)
            .await
            .unwrap()
            .split;
        split_laws::known_of(&world, pair[0]).await;
        split_laws::take_back(&world, split.id).await.unwrap();
        let mut work = world.begin().await;
        let told = export(&mut *work, &context, world.profile.id, pair[0], 0).await;
        settle(work, told).await.unwrap();
        erasure_support::forget(&world, pair[0]).await;
        let beginnings = [
            "-- Outcome events that one of the values",
            "-- Browsers of a customer",
            "-- Events of browsers ($2 when",
            "-- Outcome events ($2, with",
            "-- How people parted the values",
            "-- On which of the browsers",
            "-- The customer of a decision",
        ];
        assert_ran(&compared_by_none(&database, &world).await, &beginnings);
    });
}

#[test]
fn no_statement_of_a_look_compares_each_row_with_each() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        instrumentation_shop::clean(&world).await;
        world.drain().await;
        let mut work = world.begin().await;
        let looked = refresh(&mut *work, &world.context(), world.profile.id).await;
        settle(work, looked).await.unwrap();
        let beginnings = [
            "WITH looked_at AS",
            "-- Where the traffic of each signature",
            "-- Spend of the days from",
            "-- How often the $4 commonest types",
            "-- Advertisements with spend",
        ];
        assert_ran(&compared_by_none(&database, &world).await, &beginnings);
    });
}

/// A shop's page.
fn visit(name: &str, at: &str, query: &str) -> TrackerEvent {
    let url = format!("https://shop.example/?{query}");
    page_view(name, instant(at), &url, None)
}

/// What the worker has to do with: visits of people who are named afterwards, payments, a refund, and
/// a visit that changes the session after it.
async fn work(world: &World) {
    for (hour, person) in ["a", "b", "c"].into_iter().enumerate() {
        let at = |minute: u32| format!("2026-06-01T1{hour}:{minute:02}:00Z");
        let email = format!("{person}@mail.example");
        let visited = visit(person, &at(10), "utm_source=news&utm_medium=email");
        world.track(person, vec![visited]).await;
        let named = identify(&format!("{person}-i"), instant(&at(11)), &email);
        world.track(person, vec![named]).await;
        world
            .record(person, payment(instant(&at(12)), "10", &email))
            .await;
    }
    world.drain().await;
    let mut refund = payment(instant("2026-06-02T10:00:00Z"), "10", "a@mail.example");
    refund.refund_of = Some("a".to_owned());
    world.record("refund", refund).await;
    // Somebody who turns out to be somebody else, and what two people show.
    let called = |at: &str, email: Option<&str>, phone: &str| {
        let mut call = payment(instant(at), "10", "");
        call.person.email = email.map(str::to_owned);
        call.person.phone = Some(phone.to_owned());
        call
    };
    let calls = [
        (None, "+56911111111"),
        (Some("a@mail.example"), "+56911111111"),
        (Some("b@mail.example"), "+56911111111"),
        (Some("c@mail.example"), "+56922222222"),
    ];
    for (number, (email, phone)) in calls.into_iter().enumerate() {
        let at = format!("2026-06-03T10:0{number}:00Z");
        world
            .record(&format!("call-{number}"), called(&at, email, phone))
            .await;
        world.drain().await;
    }
    let conditions = Conditions::new(ConditionsDraft {
        path_prefix: Some("/".to_owned()),
        ..ConditionsDraft::default()
    });
    exclude(world, conditions.unwrap(), Vec::new()).await;
    world.drain().await;
    let earlier = visit("a-0", "2026-06-01T10:05:00Z", "utm_source=other");
    world.track("a", vec![earlier]).await;
    world.drain().await;
}

/// How many rows the server takes the table of customers to have; less than none before it looked.
fn known(database: &TestDatabase) -> String {
    let statement = "SELECT reltuples::bigint FROM pg_class WHERE relname = 'customers'";
    database.execute(statement).unwrap().trim().to_owned()
}

/// How many rows of customers the server counted as they were written.
fn counted(database: &TestDatabase) -> u64 {
    let statement = "SELECT pg_stat_get_live_tuples('customers'::regclass)";
    database.execute(statement).unwrap().trim().parse().unwrap()
}

fn count_of(database: &TestDatabase) -> u64 {
    let statement = "SELECT count(*) FROM customers";
    database.execute(statement).unwrap().trim().parse().unwrap()
}

#[test]
fn tables_that_have_doubled_are_looked_at_before_a_batch() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let add = |count: u32| {
            let profile = world.profile.id;
            let statement = format!(
                "INSERT INTO customers (profile_id, id, first_seen_at, last_seen_at) \
                 SELECT '{profile}', gen_random_uuid(), now(), now() \
                 FROM generate_series(1, {count})"
            );
            database.execute(&statement).unwrap();
            // A connection tells what it wrote when it has ended, which its caller does not wait for.
            while counted(&database) < count_of(&database) {
                std::thread::sleep(Duration::from_millis(20));
            }
        };
        add(100);
        world.drain().await;
        assert_eq!(known(&database), "-1");
        add(200);
        world.drain().await;
        assert_eq!(known(&database), "300");
        add(200);
        world.drain().await;
        assert_eq!(known(&database), "300");
        add(200);
        world.drain().await;
        assert_eq!(known(&database), "700");
    });
}

/// What deliveries are found by, in each part of a plan that reads them.
fn found_by(node: &Value, found: &mut Vec<String>) {
    if node["Relation Name"] == "deliveries" && node["Node Type"] != "ModifyTable" {
        found.push(
            node["Index Cond"]
                .as_str()
                .unwrap_or("everything")
                .to_owned(),
        );
    }
    for child in node["Plans"].as_array().into_iter().flatten() {
        found_by(child, found);
    }
}

/// A receiver that is gone has hundreds of thousands of due deliveries before the server looks at the table again.
#[test]
fn a_claim_walks_through_nobody_s_queue() {
    const CLAIM: &str = include_str!("../../../postgres-webhooks/src/sql/claim_deliveries.sql");
    let database = TestDatabase::create();
    let fill = |target: u32, count: u32| {
        format!(
            "INSERT INTO deliveries (profile_id, id, kind, target_id, event_id, event_type, event_at, body, \
             status, failures, attempts, next_attempt_at, queued_at, created_at) \
             SELECT md5('p')::uuid, gen_random_uuid(), 'webhook', md5('{target}')::uuid, gen_random_uuid(), \
             'conversion.recorded', now(), '', 'pending', 0, 0, now(), now(), now() \
             FROM generate_series(1, {count});"
        )
    };
    let subscribe = "INSERT INTO webhook_subscriptions (profile_id, id, bucket, url, events, providers, secret, \
        old_secrets, old_secrets_expire_at, created_at, updated_at) \
        SELECT md5('p')::uuid, md5(n::text)::uuid, 0, '', '{}', '{}', '', '{}', '{}', now(), now() \
        FROM generate_series(1, 2) AS n;";
    let settled =
        "UPDATE deliveries SET status = 'delivered', next_attempt_at = NULL, settled_at = now();";
    let [before, after] = [fill(1, 2_000), fill(2, 40_000)];
    let made = format!("{subscribe}{before}{settled} ANALYZE; {after}");
    database.execute(&made).unwrap();
    for mode in ["force_custom_plan", "force_generic_plan"] {
        let sql = format!(
            "SET jit = off; SET plan_cache_mode = {mode}; PREPARE asked AS {CLAIM}; \
             EXPLAIN (FORMAT JSON) EXECUTE asked('{{0}}', now(), 512, '{{}}', '{{}}', \
             gen_random_uuid(), now(), 5, 64)"
        );
        let text = database.execute(&sql).unwrap();
        let plan: Value = serde_json::from_str(&text).unwrap();
        let mut found = Vec::new();
        found_by(&plan[0]["Plan"], &mut found);
        assert_eq!(found.len(), 2, "{text}");
        for condition in found {
            let is_of_one = condition.contains("target_id = ") || condition.contains("(id = ");
            assert!(is_of_one, "{condition}: {text}");
        }
    }
}

/// The names of the indexes of a plan, and the tables that it reads from end to end.
fn read_by(node: &Value, found: &mut Vec<String>) {
    found.extend(node["Index Name"].as_str().map(str::to_owned));
    if node["Node Type"] == "Seq Scan" {
        let table = node["Relation Name"].as_str().unwrap_or_default();
        found.push(format!("all of {table}"));
    }
    for child in node["Plans"].as_array().into_iter().flatten() {
        read_by(child, found);
    }
}

/// What exports look at is found in tables that were nearly empty when they were looked at.
#[test]
fn what_a_rule_of_exports_reads_is_found_by_indexes() {
    let database = TestDatabase::create();
    let fill = |count: u32| {
        format!(
            "INSERT INTO outcome_events (profile_id, id, content_hash, received_at, occurred_at, event_type, \
             identifiers, pipeline) \
             SELECT md5('p')::uuid, gen_random_uuid(), '', now(), now() - n * interval '1 minute', 'x', '{{}}', \
             CASE WHEN n % 10 = 0 THEN '{{\"to_stage\": \"won\"}}'::jsonb END \
             FROM generate_series(1, {count}) AS n; \
             INSERT INTO conversions (profile_id, generation, id, definition_id, conversion_key, event_id, person_kind, \
             person_id, occurred_at, local_date, revenue_type, is_refund, is_synthetic, touch_count) \
             SELECT md5('p')::uuid, 1, gen_random_uuid(), md5('d')::uuid, 'sale', gen_random_uuid(), 'event', \
             gen_random_uuid(), now() - n * interval '1 minute', now(), 'cash', false, false, 0 \
             FROM generate_series(1, {count}) AS n;"
        )
    };
    database
        .execute(&format!("{} ANALYZE; {}", fill(100), fill(20_000)))
        .unwrap();
    let place = "now() - interval '3 days', md5('e')::uuid";
    let (from, until) = ("now() - interval '20 days'", "now() - interval '1 day'");
    let profile = "md5('p')::uuid";
    for (sql, values, index) in [
        (
            include_str!("../../../postgres-exports/src/sql/conversions_of.sql"),
            format!("{profile}, md5('d')::uuid, {from}, {until}, {place}, 100"),
            "conversions_goal",
        ),
        (
            include_str!("../../../postgres-exports/src/sql/stage_moves.sql"),
            format!("{profile}, 100, {from}, {until}, 'won', NULL, NULL, {place}"),
            "outcome_events_moves",
        ),
    ] {
        for mode in ["force_custom_plan", "force_generic_plan"] {
            let asked = format!(
                "SET jit = off; SET plan_cache_mode = {mode}; PREPARE asked AS {sql}; \
                 EXPLAIN (FORMAT JSON) EXECUTE asked({values})"
            );
            let text = database.execute(&asked).unwrap();
            let plan: Value = serde_json::from_str(&text).unwrap();
            let mut found = Vec::new();
            read_by(&plan[0]["Plan"], &mut found);
            assert!(found.iter().any(|name| name == index), "{found:?}: {text}");
            let facts = ["all of conversions", "all of outcome_events"];
            let scans = found.iter().any(|name| facts.contains(&name.as_str()));
            assert!(!scans, "{found:?}: {text}");
        }
    }
}
