//! Labels of pipeline stages, and what counts say of them.

use application::settle;
use conversion_definitions::{
    DefinitionText, FamilyDraft, LabelDraft, NewFamily, OutcomeDefinition,
};
use diesel::sql_types::{BigInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use kernel::{OutcomeDefinitionId, Timestamp};
use profile_setup::outcome_definitions::replace::{ReplaceFamilyError, replace};
use profile_setup::outcome_definitions::update::{LabelEdit, UpdateLabelError, update};
use reporting::outcomes::{OutcomesReader, Window};
use tributary_postgres::reporting::PgOutcomesReader;

use crate::reporting_seed::{access, seed};
use crate::world::{RUNTIME, World, instant, payment};

fn family(name: &str, labels: &[(&str, &str)]) -> NewFamily {
    let label = |(key, words): &(&str, &str)| LabelDraft {
        event_key: (*key).to_owned(),
        display_name: (*words).to_owned(),
    };
    NewFamily::parse(&FamilyDraft {
        family: name.to_owned(),
        definitions: labels.iter().map(label).collect(),
    })
    .unwrap()
}

async fn put(
    world: &World,
    name: &str,
    labels: &[(&str, &str)],
) -> Result<Vec<OutcomeDefinition>, ReplaceFamilyError> {
    let mut work = world.begin().await;
    let new = family(name, labels);
    let outcome = replace(&mut *work, &world.context(), &access(world), new).await;
    settle(work, outcome).await
}

async fn rename(
    world: &World,
    id: OutcomeDefinitionId,
    event_key: &str,
) -> Result<OutcomeDefinition, UpdateLabelError> {
    let mut work = world.begin().await;
    let edit = LabelEdit {
        event_key: Some(DefinitionText::new(event_key).unwrap()),
        display_name: None,
    };
    let outcome = update(&mut *work, &world.context(), &access(world), id, edit).await;
    settle(work, outcome).await
}

async fn kept(world: &World) -> Vec<String> {
    world
        .lines(
            "SELECT concat_ws(' ', family, position, event_key, display_name) AS line \
             FROM outcome_definitions WHERE profile_id = $1 ORDER BY family, position",
        )
        .await
}

async fn stamped(world: &World) -> Vec<String> {
    world
        .lines(
            "SELECT action AS line FROM audit_events WHERE profile_id = $1 \
             ORDER BY occurred_at, id",
        )
        .await
}

#[test]
fn a_family_is_replaced_at_once_and_keeps_the_ids_of_its_keys() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        put(&world, "other", &[("won", "Elsewhere")]).await.unwrap();
        let first = put(&world, "sales", &[("won", "Won"), ("lost", "Lost")])
            .await
            .unwrap();
        let second = put(&world, "sales", &[("open", "Open"), ("won", "Gained")])
            .await
            .unwrap();
        assert_eq!(first[0].id, second[1].id);
        assert_eq!(first[0].created_at, second[1].created_at);
        assert_eq!(
            kept(&world).await,
            [
                "other 0 won Elsewhere",
                "sales 0 open Open",
                "sales 1 won Gained"
            ]
        );
        let again = put(&world, "sales", &[("open", "Open"), ("won", "Gained")])
            .await
            .unwrap();
        assert_eq!(again, second);
        assert_eq!(stamped(&world).await.len(), 3);
        put(&world, "sales", &[]).await.unwrap();
        assert_eq!(kept(&world).await, ["other 0 won Elsewhere"]);
        let replays = "SELECT id::text AS line FROM recomputes WHERE profile_id = $1";
        assert_eq!(world.lines(replays).await, [""; 0]);
    });
}

#[test]
fn an_event_key_is_unique_in_its_family() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let labels = put(&world, "sales", &[("won", "Won"), ("lost", "Lost")])
            .await
            .unwrap();
        let before = (kept(&world).await, stamped(&world).await);
        let refused = rename(&world, labels[0].id, "lost").await.unwrap_err();
        assert!(matches!(refused, UpdateLabelError::Taken(other) if other.id == labels[1].id));
        let other = World::new().await;
        let refused = rename(&other, labels[0].id, "gained").await.unwrap_err();
        assert!(matches!(refused, UpdateLabelError::NotFound));
        assert_eq!(before, (kept(&world).await, stamped(&world).await));
        rename(&world, labels[0].id, "gained").await.unwrap();
        assert_eq!(
            kept(&world).await,
            ["sales 0 gained Won", "sales 1 lost Lost"]
        );
        assert_eq!(
            stamped(&world).await,
            ["outcome_definitions.replaced", "outcome_definition.updated"]
        );
    });
}

#[test]
fn a_profile_has_at_most_1000_labels() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let keys: Vec<String> = (0..200).map(|number| format!("key-{number}")).collect();
        let labels: Vec<(&str, &str)> = keys.iter().map(|key| (key.as_str(), "label")).collect();
        for name in ["a", "b", "c", "d", "e"] {
            put(&world, name, &labels).await.unwrap();
        }
        let refused = put(&world, "f", &labels[..1]).await;
        assert!(matches!(refused, Err(ReplaceFamilyError::TooMany)));
        put(&world, "e", &labels[..199]).await.unwrap();
        put(&world, "f", &labels[..1]).await.unwrap();
    });
}

/// Three sales of two types, a ping, and refunds of a sale that nobody claims and of one that is
/// claimed.
async fn events(world: &World, day: Timestamp) {
    for (number, (event_type, currency)) in [
        ("won", None),
        ("won", Some("USD")),
        ("payment_received", None),
        ("ping", None),
        ("won", None),
        // It counts with its sale, which is claimed, and is nothing to be suggested.
        ("payment_refunded", None),
    ]
    .into_iter()
    .enumerate()
    {
        let mut draft = payment(day, "10.50", "a@example.com");
        draft.event_type = Some(event_type.to_owned());
        draft.currency = currency.map(str::to_owned);
        draft.refund_of = match number {
            4 => Some("fact-0".to_owned()),
            5 => Some("fact-2".to_owned()),
            _ => None,
        };
        world.record(&format!("fact-{number}"), draft).await;
    }
}

#[test]
fn counts_and_suggestions_read_events_as_they_came() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let day = instant("2026-05-01T10:00:00Z");
        events(&world, day).await;
        let labels = put(&world, "sales", &[("won", "Won")]).await.unwrap();
        let window = Window {
            from: day,
            until: day.plus_micros(1),
        };
        let reader = PgOutcomesReader::new(world.pool.clone());
        let access = access(&world);
        let counts = reader.counts(&access, window, 2).await.unwrap();
        assert!(counts.truncated);
        let brief: Vec<_> = counts
            .rows
            .iter()
            .map(|row| {
                (
                    row.event_type.as_str(),
                    row.count,
                    row.conversion_definition_id.is_some(),
                )
            })
            .collect();
        assert_eq!(brief, [("won", 3, false), ("payment_received", 1, true)]);
        let label = counts.rows[0].outcome_definition.as_ref().unwrap();
        assert_eq!((label.id, label.family.as_str()), (labels[0].id, "sales"));
        assert_eq!(counts.rows[1].outcome_definition, None);

        let unclaimed = reader
            .unclaimed(&access, window, world.profile.currency, 10)
            .await
            .unwrap();
        assert!(!unclaimed.truncated);
        let won = &unclaimed.rows[0];
        assert_eq!((won.event_type.as_str(), won.event_count), ("won", 3));
        assert_eq!(
            (won.revenue_sum.to_string(), won.distinct_people),
            ("10.5".to_owned(), 1)
        );
        let sums: Vec<_> = won
            .by_currency
            .iter()
            .map(|sum| {
                (
                    sum.currency.as_deref(),
                    sum.event_count,
                    sum.revenue_sum.to_string(),
                )
            })
            .collect();
        assert_eq!(
            sums,
            [
                (Some("EUR"), 2, "0".to_owned()),
                (Some("USD"), 1, "10.5".to_owned())
            ]
        );
        assert_eq!(won.last_seen_at, day);
        assert_eq!(unclaimed.rows[1].event_type, "ping");
        assert_eq!(unclaimed.rows.len(), 2);
    });
}

#[derive(QueryableByName)]
struct PlanLine {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    line: String,
}

/// Half a year of events, one every 20 minutes.
const MANY: &str = "
INSERT INTO outcome_events (
    profile_id, id, content_hash, received_at, occurred_at, event_type, identifiers
)
SELECT :profile, gen_random_uuid(), '', t.at, t.at, 'won', '{}'
FROM generate_series('2026-01-01Z'::timestamptz, '2026-06-30Z', '20 minutes') AS t(at);
ANALYZE outcome_events";

#[test]
fn a_few_days_are_looked_up_by_instant() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        seed(&world, MANY).await;
        let day = instant("2026-05-01T00:00:00Z").to_utc();
        let mut connection = world.pool.connection().await.unwrap();
        let statement = include_str!("../../../postgres-reporting/src/outcomes_counts.sql");
        let plan: Vec<PlanLine> = sql_query(format!("EXPLAIN {statement}"))
            .bind::<SqlUuid, _>(world.profile.id.uuid())
            .bind::<Timestamptz, _>(day)
            .bind::<Timestamptz, _>(day + time::Duration::DAY)
            .bind::<BigInt, _>(10_i64)
            .load(&mut connection)
            .await
            .unwrap();
        let lines: Vec<_> = plan.iter().map(|row| row.line.trim()).collect();
        let is_looked_up = lines
            .iter()
            .any(|line| line.contains("outcome_events_time"));
        assert!(is_looked_up, "{lines:#?}");
    });
}
