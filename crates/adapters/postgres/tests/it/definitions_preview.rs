//! What a preview and a diff say of a definition is what the replay after the change shows, over
//! random events with chains of refunds; and neither writes anything.

use application::settle;
use conversion_definitions::{DefinitionDraft, DefinitionEdit, DefinitionText, NewDefinition};
use event_intake::OutcomeEventDraft;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{DefinitionId, Period, Timestamp};
use profile_setup::definitions::create::create;
use profile_setup::definitions::diff::{DiffQuery, diff};
use profile_setup::definitions::preview::{PreviewPorts, PreviewQuery, preview};
use profile_setup::definitions::update::update;
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use proptest::test_runner::{Config, TestCaseError};
use reporting::outcomes::Captured;
use tributary_postgres::PgDefinitions;
use tributary_postgres::reporting::PgOutcomesReader;

use crate::reporting_seed::access;
use crate::world::{RUNTIME, World, identify, instant, payment, worlds};

/// The first two are claimed by definitions that every profile begins with.
const TYPES: [&str; 6] = [
    "payment_received",
    "lead_created",
    "order",
    "gift",
    "chargeback",
    "refund",
];
/// Replay follows refunds of refunds this far.
const DEPTH: usize = 6;

#[derive(Clone, Debug)]
struct Fact {
    kind: usize,
    seconds: i64,
    /// A person by address, a browser, or nobody.
    who: usize,
    money: Option<(u32, Option<&'static str>)>,
    refund_of: Option<(Index, bool)>,
}

fn fact() -> impl Strategy<Value = Fact> {
    let currency = prop::sample::select(vec![None, Some("EUR"), Some("USD")]);
    (
        0..TYPES.len(),
        0..10 * 86_400_i64,
        0..5_usize,
        prop::option::of((1..1_000_000_u32, currency)),
        prop::option::weighted(0.5, (any::<Index>(), any::<bool>())),
    )
        .prop_map(|(kind, seconds, who, money, refund_of)| Fact {
            kind,
            seconds,
            who,
            // A refund says how much goes back.
            money: money.or_else(|| refund_of.as_ref().map(|_| (700, None))),
            refund_of,
        })
}

fn at(seconds: i64) -> Timestamp {
    instant("2026-06-01T00:00:00Z").plus_micros(seconds * MICROS_PER_SECOND)
}

/// What each fact refunds: the position of an earlier fact (or, from time to time, of none), with
/// no chain longer than [`DEPTH`].
fn originals(facts: &[Fact]) -> Vec<Option<usize>> {
    let mut found: Vec<(Option<usize>, usize)> = Vec::new();
    for (position, fact) in facts.iter().enumerate() {
        let original = fact
            .refund_of
            .as_ref()
            .map(|(index, _)| index.index(position + 1));
        let depth = match original {
            Some(earlier) if earlier < position => found[earlier].1 + 1,
            _ => 0,
        };
        if depth > DEPTH {
            found.push((None, 0));
        } else {
            found.push((original, depth));
        }
    }
    found.into_iter().map(|(original, _)| original).collect()
}

fn draft(fact: &Fact, refund_of: Option<String>) -> OutcomeEventDraft {
    let mut draft = payment(at(fact.seconds), "1", "x@example.com");
    draft.event_type = Some(TYPES[fact.kind].to_owned());
    draft.value_amount = fact
        .money
        .map(|(cents, _)| format!("{}.{:02}", cents / 100, cents % 100));
    draft.currency = fact
        .money
        .and_then(|(_, currency)| currency)
        .map(str::to_owned);
    draft.person.email = (fact.who < 2).then(|| format!("person{}@example.com", fact.who));
    draft.person.anonymous_id = (2..4)
        .contains(&fact.who)
        .then(|| format!("browser-{}", fact.who));
    draft.refund_of = refund_of;
    draft
}

/// Records the facts in an order of its own; refunds that name an id come after what they name.
async fn record_all(world: &World, facts: &[Fact], order: &[usize]) {
    let known = identify("known", at(1), "person0@example.com");
    world.track("browser-2", vec![known]).await;
    let originals = originals(facts);
    let mut ids: Vec<Option<String>> = vec![None; facts.len()];
    for position in order {
        let fact = &facts[*position];
        let refund_of =
            originals[*position].map(|original| match (&fact.refund_of, &ids[original]) {
                (Some((_, true)), Some(id)) if original < *position => id.clone(),
                _ => format!("fact-{original}"),
            });
        let recorded = world
            .record(&format!("fact-{position}"), draft(fact, refund_of))
            .await;
        ids[*position] = Some(recorded.id.to_string());
    }
}

fn text(text: &str) -> DefinitionText {
    DefinitionText::new(text).unwrap()
}

fn new(names: &[&str]) -> NewDefinition {
    NewDefinition::parse(DefinitionDraft {
        conversion_key: Some("candidate".to_owned()),
        display_name: Some("Candidate".to_owned()),
        source_event_names: Some(names.iter().map(|name| (*name).to_owned()).collect()),
        revenue_type: Some("gross".to_owned()),
        attribution_eligible: None,
    })
    .unwrap()
}

/// A preview's figures as text.
fn figures(captured: &Captured) -> Vec<String> {
    let mut lines = vec![format!(
        "all {} people {}",
        captured.event_count, captured.distinct_people
    )];
    lines.extend(captured.by_currency.iter().map(|sum| {
        let currency = sum.currency.as_deref().unwrap_or("none");
        format!("{currency} {} {}", sum.event_count, sum.revenue_sum)
    }));
    let by_name: i64 = captured.by_name.iter().map(|sum| sum.event_count).sum();
    let by_currency: i64 = captured.by_currency.iter().map(|sum| sum.event_count).sum();
    assert_eq!(
        (by_name, by_currency),
        (captured.event_count, captured.event_count)
    );
    lines
}

/// The same figures of the conversions that readers see.
async fn reality(world: &World, definition: DefinitionId, period: Period) -> Vec<String> {
    let of = format!(
        "FROM conversions c JOIN attribution_state s USING (profile_id, generation) \
         WHERE c.profile_id = $1 AND c.definition_id = '{definition}' \
         AND c.local_date BETWEEN '{}' AND '{}'",
        period.from(),
        period.to()
    );
    let all = format!(
        "SELECT 'all ' || count(*) || ' people ' || count(DISTINCT (person_kind, person_id)) \
         AS line {of}"
    );
    let mut lines = world.lines(&all).await;
    let sums = format!(
        "SELECT coalesce(c.currency, 'none') || ' ' || count(*) || ' ' \
         || trim_scale(coalesce(sum(c.value_amount), 0)) AS line {of} \
         GROUP BY c.currency ORDER BY c.currency NULLS FIRST"
    );
    lines.extend(world.lines(&sums).await);
    lines
}

/// How many rows every table holds that a definition could touch.
async fn rows(world: &World) -> Vec<String> {
    let count = |table: &str| format!("(SELECT count(*) FROM {table} WHERE profile_id = $1)");
    let tables = [
        "conversion_definitions",
        "audit_events",
        "recomputes",
        "replay_marks",
        "outcome_events",
        "conversions",
        "credits",
    ];
    let counts: Vec<_> = tables.into_iter().map(count).collect();
    let statement = format!("SELECT concat_ws(' ', {}) AS line", counts.join(", "));
    world.lines(&statement).await
}

fn period(from: u16, days: u16) -> Period {
    let day = |day: u16| kernel::Date::from_ordinal_date(2026, 151 + day).unwrap();
    Period::new(day(from), day(from + days)).unwrap()
}

async fn previews_come_true(
    world: &World,
    names: &[&str],
    other_names: &[&str],
    period: Period,
) -> Result<(), TestCaseError> {
    let catalogues = PgDefinitions::new(world.pool.clone());
    let outcomes = PgOutcomesReader::new(world.pool.clone());
    let ports = PreviewPorts {
        catalogues: &catalogues,
        outcomes: &outcomes,
    };
    let (access, context) = (access(world), world.context());
    let before = rows(world).await;
    let query = PreviewQuery {
        conversion_key: None,
        source_event_names: names.iter().map(|name| text(name)).collect(),
        period,
    };
    let said = preview(ports, &access, &world.profile, &query)
        .await
        .unwrap();
    prop_assert_eq!(&said.conflicts, &[]);
    prop_assert_eq!(&before, &rows(world).await, "a preview wrote");

    let mut work = world.begin().await;
    let outcome = create(&mut *work, &context, &access, new(names)).await;
    let definition = settle(work, outcome).await.unwrap().stored.definition;
    world.rebuild().await;
    let real = reality(world, definition.id, period).await;
    prop_assert_eq!(figures(&said.captured), real, "preview of {:?}", names);

    let edit = DefinitionEdit {
        source_event_names: Some(other_names.iter().map(|name| text(name)).collect()),
        ..DefinitionEdit::default()
    };
    let query = DiffQuery {
        definition_id: definition.id,
        edit: edit.clone(),
        period,
    };
    let before = rows(world).await;
    let said = diff(ports, &access, &world.profile, query).await.unwrap();
    prop_assert_eq!(&before, &rows(world).await, "a diff wrote");
    let real = reality(world, definition.id, period).await;
    prop_assert_eq!(figures(&said.current), real, "current {:?}", names);
    let mut work = world.begin().await;
    let outcome = update(&mut *work, &context, &access, definition.id, edit).await;
    settle(work, outcome).await.unwrap();
    world.rebuild().await;
    let real = reality(world, definition.id, period).await;
    prop_assert_eq!(figures(&said.proposed), real, "proposed {:?}", other_names);
    Ok(())
}

proptest! {
    #![proptest_config(Config { cases: worlds(40), failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_previews_and_diffs_say_comes_true(
        facts in prop::collection::vec(fact(), 1..24),
        shuffle in prop::collection::vec(any::<Index>(), 24),
        names in subsequence(&TYPES[2..], 1..=3),
        other_names in subsequence(&TYPES[2..], 1..=3),
        (from, days) in (1..6_u16, 0..6_u16),
        zone in prop::sample::select(vec!["UTC", "America/Santiago", "Asia/Tokyo"]),
    ) {
        RUNTIME.block_on(async {
            let world = World::in_zone(zone).await;
            let mut left: Vec<usize> = (0..facts.len()).collect();
            let order: Vec<usize> = (0..facts.len())
                .zip(&shuffle)
                .map(|(_, pick)| left.remove(pick.index(left.len())))
                .collect();
            record_all(&world, &facts, &order).await;
            world.drain().await;
            previews_come_true(&world, &names, &other_names, period(from, days)).await
        })?;
    }
}
