//! Which indexes the statements of reports and replays find their rows by, on seven months of data.

use serde_json::Value;
use testkit::TestDatabase;

use crate::reporting_seed::fill;
use crate::world::{RUNTIME, World};

/// Tables that grow with time: no report reads one of them from end to end.
const FACTS: [&str; 7] = [
    "tracker_events",
    "outcome_events",
    "sessions",
    "touches",
    "conversions",
    "credits",
    "ad_spend_daily",
];

/// A connection plans the first uses of a statement for their values, and later ones for any.
const MODES: [&str; 2] = ["force_custom_plan", "force_generic_plan"];

/// The plans of a statement, one of each mode.
struct Plans([Plan; 2]);

impl Plans {
    /// With these values for its parameters.
    fn of(database: &TestDatabase, statement: &str, values: &[&str]) -> Self {
        Self(MODES.map(|mode| Plan::of(database, statement, values, mode)))
    }

    /// See [`Plan::uses`].
    #[track_caller]
    fn uses(&self, indexes: &[&str]) {
        for plan in &self.0 {
            plan.uses(indexes);
        }
    }

    /// That no table at all is read from end to end.
    #[track_caller]
    fn scan_nothing(&self) {
        for plan in &self.0 {
            assert_eq!(plan.scanned, [""; 0], "{plan:?}");
        }
    }

    /// That rows of one table, or partition, are looked for, and in one way.
    #[track_caller]
    fn read_one_table(&self) {
        for plan in &self.0 {
            assert_eq!(plan.indexes.len() + plan.scanned.len(), 1, "{plan:?}");
        }
    }
}

/// A plan: what is scanned, and by which index.
#[derive(Debug, Default)]
struct Plan {
    /// Whether it looks for whatever profile the first parameter names.
    is_for_any: bool,
    indexes: Vec<String>,
    scanned: Vec<String>,
}

impl Plan {
    fn of(database: &TestDatabase, statement: &str, values: &[&str], mode: &str) -> Self {
        let values = values.join(", ");
        let sql = format!(
            "SET jit = off; SET plan_cache_mode = {mode}; PREPARE asked AS {statement}; \
             EXPLAIN (FORMAT JSON) EXECUTE asked({values})"
        );
        let text = database.execute(&sql).unwrap();
        let read: Value = serde_json::from_str(&text).unwrap();
        let mut plan = Self {
            is_for_any: text.contains("profile_id = $1"),
            ..Self::default()
        };
        plan.add(&read[0]["Plan"]);
        plan
    }

    fn add(&mut self, node: &Value) {
        if let Some(index) = node["Index Name"].as_str() {
            self.indexes.push(index.to_owned());
        }
        if node["Node Type"] == "Seq Scan" {
            let table = node["Relation Name"].as_str().unwrap();
            self.scanned.push(table.to_owned());
        }
        for child in node["Plans"].as_array().into_iter().flatten() {
            self.add(child);
        }
    }

    /// That these indexes are used, and no table of facts is read from end to end. An index of a
    /// partition is named after its columns.
    #[track_caller]
    fn uses(&self, indexes: &[&str]) {
        for index in indexes {
            let found = self.indexes.iter().any(|used| used.contains(index));
            assert!(found, "{index} is not in {self:?}");
        }
        for fact in FACTS {
            let scanned = self.scanned.iter().any(|table| table.starts_with(fact));
            assert!(!scanned, "{fact} is read from end to end: {self:?}");
        }
    }
}

/// The profile, and the plan of a statement with it as its first parameter. In a database of its own,
/// so that plans do not depend on how many rows other tests have written.
struct Seeded {
    world: World,
    database: TestDatabase,
}

impl Seeded {
    async fn new() -> Self {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        fill(&world, include_str!("plans.sql")).await;
        Self { world, database }
    }

    fn profile(&self) -> String {
        format!("'{}'", self.world.profile.id)
    }

    fn plan(&self, statement: &str, values: &[&str]) -> Plans {
        let profile = self.profile();
        let mut all = vec![profile.as_str()];
        all.extend(values);
        let plans = Plans::of(&self.database, statement, &all);
        assert_eq!(
            plans.0.each_ref().map(|plan| plan.is_for_any),
            [false, true]
        );
        plans
    }
}

/// The first customer, browser and payment of the profile, as the seed names them.
const CUSTOMER: &str = "md5('c0-0')::uuid";
const VISITOR: &str = "md5('v0-0')::uuid";
const EVENT: &str = "md5('o0-0')::uuid";
const MARCH: [&str; 2] = ["'2026-03-01'", "'2026-03-31'"];

/// One test, because the data takes longer to make than all plans to be asked for.
#[test]
fn statements_find_their_rows_by_indexes() {
    RUNTIME.block_on(async {
        let seeded = Seeded::new().await;
        reports_about_people_look_up_what_they_show(&seeded);
        reports_about_the_service_itself_look_up_what_they_show(&seeded);
        outcomes_of_some_days_are_found_by_their_time(&seeded);
        coverage_is_read_from_days_of_reasons(&seeded);
        checks_read_a_day_of_facts(&seeded);
        paths_are_found_by_their_day(&seeded);
        a_replay_finds_people_by_what_names_them(&seeded);
        the_queue_is_read_where_work_is(&seeded);
        a_time_span_reads_the_partitions_of_its_months_alone(&seeded);
        // Last: many more customers come for it.
        customers_are_found_by_parts_of_what_is_known(&seeded);
    });
}

fn customers_are_found_by_parts_of_what_is_known(seeded: &Seeded) {
    let names = include_str!("../../../postgres-reporting/src/customer_search_names.sql");
    let asked = [
        "ARRAY['email']",
        "ARRAY['a@x.cl']",
        "'ma'",
        "'ma'",
        "'ma\u{10ffff}'",
        "250",
        CUSTOMER,
    ];
    let plan = seeded.plan(names, &asked);
    plan.uses(&[
        "identifiers_pkey",
        "customers_named",
        "customers_family_named",
    ]);
    plan.scan_nothing();
    let newest = include_str!("../../../postgres-reporting/src/customer_search_newest.sql");
    for depth in ["1000", "10000"] {
        let plan = seeded.plan(newest, &["'soto'", "'%soto%'", "250", depth]);
        plan.uses(&["customers_pkey"]);
    }
    // A few thousand can as well be looked at one by one.
    let many = format!(
        "INSERT INTO customers (profile_id, id, first_name, last_name, primary_email, first_seen_at, last_seen_at) \
         SELECT {}, gen_random_uuid(), 'Ana', 'Vega ' || n, n || '@mail.example', now(), now() \
         FROM generate_series(1, 60000) AS n; ANALYZE customers",
        seeded.profile()
    );
    seeded.database.execute(&many).unwrap();
    // As the search asks, which knows better than any estimate that few have the text.
    let mode = "force_generic_plan; SET enable_seqscan = off; SET enable_indexscan = off";
    let profile = seeded.profile();
    for (statement, values) in [
        (
            include_str!("../../../postgres-reporting/src/customer_search_contained.sql"),
            &["'%soto%'", "'%soto%'", "'soto'", "250"][..],
        ),
        (
            include_str!("../../../postgres-reporting/src/customer_search_addressed.sql"),
            &["'%soto@%'", "'soto@x.cl'", "250"],
        ),
    ] {
        let values = [&[profile.as_str()], values].concat();
        let plan = Plan::of(&seeded.database, statement, &values, mode);
        plan.uses(&["customers_containing"]);
        assert_eq!(plan.scanned, [""; 0], "{plan:?}");
    }
}

fn reports_about_people_look_up_what_they_show(seeded: &Seeded) {
    let customers = include_str!("../../../postgres-reporting/src/customers.sql");
    let [from, to] = MARCH;
    let first = [from, to, "2", "'goal1'", "NULL", "NULL", "NULL", "26"];
    let plan = seeded.plan(customers, &first);
    plan.uses(&["conversions_goal", "conversions_person", "credits_pkey"]);
    let later = [
        from,
        to,
        "2",
        "'goal1'",
        "'2026-03-10Z'",
        EVENT,
        "NULL",
        "26",
    ];
    seeded
        .plan(customers, &later)
        .uses(&["conversions_goal", "conversions_person"]);
    let journey = include_str!("../../../postgres-reporting/src/journey.sql");
    let of_customer = [CUSTOMER, "NULL", "NULL", "2", "50", "0"];
    seeded.plan(journey, &of_customer).uses(&[
        "profile_id_visitor_id_occurred_at",
        "outcome_events_subject",
        "visitors_customer",
        "conversions_person",
        "sessions_visitor",
        "touches_pkey",
    ]);
    let of_visitor = ["NULL", VISITOR, "NULL", "2", "50", "0"];
    seeded
        .plan(journey, &of_visitor)
        .uses(&["profile_id_visitor_id_occurred_at"]);
    seeded
        .plan(
            include_str!("../../../postgres-reporting/src/journey_person.sql"),
            &["'anon-1'", "NULL"],
        )
        .uses(&["visitors_anonymous_id"]);
}

fn reports_about_the_service_itself_look_up_what_they_show(seeded: &Seeded) {
    seeded
        .plan(
            include_str!("../../../postgres-reporting/src/freshness.sql"),
            &["1000"],
        )
        .uses(&["recomputes_unfinished", "replay_marks_requests"]);
    let restatements = include_str!("../../../postgres-reporting/src/restatements.sql");
    let plan = seeded.plan(restatements, &["NULL", "NULL", "NULL", "26"]);
    plan.uses(&["restatements_sequence", "restatement_lines"]);
    let lines = include_str!("../../../postgres-reporting/src/restatement_lines.sql");
    seeded
        .plan(lines, &["7", "'last_touch'", "NULL", "NULL", "101"])
        .uses(&["restatement_lines_sequence"]);
    let spend = include_str!("../../../postgres-spend/src/sql/restated_spend.sql");
    let days = ["'2026-01-05'", "'2026-01-08'", "'{0,1,2,3,4,8,15,31}'"];
    seeded.plan(spend, &days).uses(&["restatement_lines_pkey"]);
}

fn coverage_is_read_from_days_of_reasons(seeded: &Seeded) {
    let coverage = include_str!("../../../postgres-reporting/src/coverage.sql");
    let [from, to] = ["'2026-03-01'", "'2026-03-03'"];
    let plan = seeded.plan(coverage, &[from, to, "2", "'last_touch'"]);
    plan.uses(&["conversion_reasons_pkey"]);
}

fn outcomes_of_some_days_are_found_by_their_time(seeded: &Seeded) {
    let events = include_str!("../../../postgres-reporting/src/outcomes_events.sql");
    let days = ["'2026-03-01Z'", "'2026-03-08Z'", "'EUR'"];
    // The types that the driver tells with the values.
    let captured = include_str!("../../../postgres-reporting/src/outcomes_captured.sql")
        .replace("$5", "$5::text[]")
        .replace("$6", "$6::text[]");
    let [from, to, currency] = days;
    let names = "'{payment_received}'";
    seeded
        .plan(
            &format!("{events}{captured}"),
            &[from, to, currency, names, "'{}'"],
        )
        .uses(&["outcome_events_time"]);
    let unclaimed = include_str!("../../../postgres-reporting/src/outcomes_unclaimed.sql");
    seeded
        .plan(&format!("{events}{unclaimed}"), &[from, to, currency, "21"])
        .uses(&["outcome_events_time"]);
    seeded
        .plan(
            include_str!("../../../postgres-reporting/src/outcomes_counts.sql"),
            &[from, to, "21"],
        )
        .uses(&["outcome_events_time"]);
}

fn checks_read_a_day_of_facts(seeded: &Seeded) {
    let day = ["'2026-03-05Z'", "'2026-03-06Z'"];
    let payments = include_str!("../../../postgres-quality/src/sql/checks/doubled_payments.sql");
    seeded.plan(payments, &day).uses(&["outcome_events_time"]);
    let types = include_str!("../../../postgres-quality/src/sql/checks/unclaimed_event_types.sql");
    seeded.plan(types, &day).uses(&["outcome_events_time"]);
    for views in [
        include_str!("../../../postgres-quality/src/sql/checks/internal_utms.sql"),
        include_str!("../../../postgres-quality/src/sql/checks/doubled_page_views.sql"),
        include_str!("../../../postgres-quality/src/sql/checks/bot_share.sql"),
    ] {
        seeded
            .plan(views, &day)
            .uses(&["tracker_events_2026_03_pkey"]);
    }
    let results = ["'2026-03-05'", "'2026-03-08'", "2"];
    let nobodys =
        include_str!("../../../postgres-quality/src/sql/checks/unidentified_outcomes.sql");
    seeded.plan(nobodys, &results).uses(&["conversions_day"]);
    let money = include_str!("../../../postgres-quality/src/sql/checks/money_without_rate.sql");
    seeded
        .plan(money, &results)
        .uses(&["conversions_day", "ad_spend_daily_pkey"]);
}

fn paths_are_found_by_their_day(seeded: &Seeded) {
    let [from, to] = ["'2026-03-01'", "'2026-03-07'"];
    let converting = include_str!("../../../postgres-reporting/src/paths_converting.sql");
    seeded
        .plan(
            &converting.replace("{filters}", ""),
            &[from, to, "2", "'{goal1}'"],
        )
        .uses(&["conversions_"]);
    let open = include_str!("../../../postgres-reporting/src/paths_open.sql");
    seeded
        .plan(
            &open.replace("{filters}", ""),
            &[from, to, "2", "'{goal1}'"],
        )
        .uses(&["sessions_day"]);
}

fn a_replay_finds_people_by_what_names_them(seeded: &Seeded) {
    let nobody = "'{}'::uuid[]";
    seeded
        .plan(
            include_str!("../../src/attribution/sql/touches.sql"),
            &["ARRAY[md5('c0-0')::uuid]", nobody],
        )
        .uses(&["visitors_customer", "touches_visitor"]);
    seeded
        .plan(
            include_str!("../../src/attribution/sql/outcomes.sql"),
            &["ARRAY[md5('c0-0')::uuid]", nobody, nobody],
        )
        .uses(&["identifiers_customer", "outcome_events_subject"]);
    let returning = |statement: &str| statement.replace("{stored}", "1");
    let clear = returning(include_str!("../../src/attribution/sql/clear_credits.sql"));
    seeded
        .plan(
            &clear,
            &["2", "ARRAY[md5('c0-0')::uuid]", nobody, nobody, nobody],
        )
        .uses(&["credits_person"]);
    let clear = returning(include_str!(
        "../../src/attribution/sql/clear_conversions.sql"
    ));
    let of_one = ["2", "ARRAY[md5('c0-0')::uuid]", nobody, nobody, nobody];
    seeded.plan(&clear, &of_one).uses(&["conversions_person"]);
    seeded
        .plan(
            include_str!("../../../postgres-kit/src/sql/hits.sql"),
            &["ARRAY[md5('v0-0')::uuid]", "NULL"],
        )
        .uses(&["profile_id_visitor_id_occurred_at", "excluded_events_pkey"]);
    seeded
        .plan(
            include_str!("../../../postgres-kit/src/sql/browser_facts.sql"),
            &["ARRAY[md5('v0-0')::uuid]", "NULL"],
        )
        .uses(&["profile_id_visitor_id_occurred_at"]);
}

fn the_queue_is_read_where_work_is(seeded: &Seeded) {
    let profile = seeded.profile();
    let take = include_str!("../../src/sql/take_marks.sql");
    let plan = Plans::of(&seeded.database, take, &[&profile, "1000"]);
    plan.uses(&["replay_marks_pkey"]);
    plan.scan_nothing();
    let waiting = include_str!("../../src/sql/waiting_profiles.sql");
    let plan = Plans::of(&seeded.database, waiting, &["100"]);
    plan.uses(&["replay_marks_pkey", "replay_marks_requests"]);
    plan.scan_nothing();
}

fn a_time_span_reads_the_partitions_of_its_months_alone(seeded: &Seeded) {
    let events = "SELECT count(*) FROM tracker_events WHERE profile_id = $1 \
                      AND occurred_at >= $2 AND occurred_at < $3";
    let plan = seeded.plan(events, &["'2026-03-05Z'", "'2026-03-12Z'"]);
    plan.uses(&["tracker_events_2026_03_pkey"]);
    plan.read_one_table();
}
