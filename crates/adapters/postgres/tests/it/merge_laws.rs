//! What people decide of customers stands on top of what facts say, and goes without a trace when it is taken back.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use application::ports::FigureScope;
use application::settle;
use customer_decisions::merges::{
    Consequence, CreditedChange, MergeError, PreviewHash, merge, preview, undo,
};
use identity_graph::{Merge, NotMergeable};
use kernel::{Actor, CustomerId, Exact, MergeId, Model, ProfileAccess, StoreError};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestCaseError};
use testkit::TestDatabase;
use uuid::Uuid;

use crate::people_laws::{Fact, History, Named, history, ids_lead_on, people, put};
use crate::world::{RUNTIME, World, instant, worlds};

pub(crate) fn access(world: &World) -> ProfileAccess {
    ProfileAccess {
        profile_id: world.profile.id,
        scopes: [].into(),
        actor: Actor::Operator,
    }
}

pub(crate) async fn decide(
    world: &World,
    pair: [CustomerId; 2],
    expected: Option<PreviewHash>,
) -> Result<Consequence, MergeError> {
    // No decision comes at the moment of a fact before it.
    world.clock.advance_micros(1);
    let mut work = world.begin().await;
    let merged = merge(&mut *work, &world.context(), &access(world), pair, expected).await;
    settle(work, merged).await
}

/// What is credited to channels under models, of everybody and of all days: cash and billionths of conversions.
pub(crate) async fn credited(world: &World) -> BTreeMap<(String, Model), (Exact, i64)> {
    let mut work = world.begin().await;
    let id = world.profile.id;
    let generation = world.generation().await;
    let figures = work
        .ledger()
        .figures(id, generation, FigureScope::Everything);
    let book = figures.await.unwrap();
    work.rollback().await.unwrap();
    let mut sums = BTreeMap::new();
    for (cell, figures) in book {
        let Some(model) = cell.model else { continue };
        let sum: &mut (Exact, i64) = sums.entry((cell.channel, model)).or_default();
        *sum = (sum.0 + figures.cash, sum.1 + figures.conversions);
    }
    sums
}

/// What differs between two of those.
pub(crate) fn difference(
    before: &BTreeMap<(String, Model), (Exact, i64)>,
    after: &BTreeMap<(String, Model), (Exact, i64)>,
) -> Vec<(String, Model, Exact, i64)> {
    let keys: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let of = |of: &BTreeMap<_, (Exact, i64)>, key: &(String, Model)| {
        of.get(key).copied().unwrap_or_default()
    };
    let differences = keys.into_iter().map(|key| {
        let (before, after) = (of(before, key), of(after, key));
        (key.0.clone(), key.1, after.0 - before.0, after.1 - before.1)
    });
    differences
        .filter(|(_, _, cash, conversions)| !cash.is_zero() || *conversions != 0)
        .collect()
}

pub(crate) fn changed(credited: &[CreditedChange]) -> Vec<(String, Model, Exact, i64)> {
    let changed = credited.iter().map(|credited| {
        let channel = credited.channel.clone();
        (channel, credited.model, credited.cash, credited.conversions)
    });
    changed
        .filter(|(_, _, cash, conversions)| !cash.is_zero() || *conversions != 0)
        .collect()
}

pub(crate) async fn take_back(world: &World, id: MergeId) -> Result<Merge, MergeError> {
    let mut work = world.begin().await;
    let undone = undo(&mut *work, &world.context(), &access(world), id).await;
    settle(work, undone).await
}

/// Who is no alias, the one seen first first.
pub(crate) async fn customers(world: &World) -> Vec<CustomerId> {
    let ids = "SELECT id::text AS line FROM customers \
         WHERE profile_id = $1 AND merged_into IS NULL ORDER BY first_seen_at, id";
    let ids = world.lines(ids).await;
    ids.iter()
        .map(|id| CustomerId::new(id.parse().unwrap()))
        .collect()
}

/// Everything of people and of what is derived, under their ids.
pub(crate) async fn everything(world: &World) -> Vec<String> {
    let shown = "SELECT concat_ws(' ', 'customer', id, merged_into, first_name, last_name, primary_email, \
         primary_phone, first_seen_at, last_seen_at) AS line FROM customers WHERE profile_id = $1 ORDER BY 1";
    let held = "SELECT concat_ws(' ', 'held', kind, value_key, customer_id, home_id, state) AS line \
         FROM identifiers WHERE profile_id = $1 ORDER BY 1";
    let browsers = "SELECT concat_ws(' ', 'browser', v.id, v.customer_id, s.from_at, s.customer_id) AS line \
         FROM visitors v LEFT JOIN visitor_segments s ON s.profile_id = $1 AND s.visitor_id = v.id \
         WHERE v.profile_id = $1 ORDER BY 1";
    let mut lines = people(world).await;
    for statement in [shown, held, browsers] {
        lines.extend(world.lines(statement).await);
    }
    lines.extend(world.results().await);
    lines
}

/// Fails with the lines that only one of them has.
pub(crate) fn same(before: &[String], after: &[String], what: &str) -> Result<(), TestCaseError> {
    let without = |one: &[String], other: &[String]| {
        let lines = one.iter().filter(|line| !other.contains(line));
        lines.cloned().collect::<Vec<_>>()
    };
    let (gone, come) = (without(before, after), without(after, before));
    prop_assert!(
        before == after,
        "{}: gone {:#?}, come {:#?}",
        what,
        gone,
        come
    );
    Ok(())
}

/// A full replay and settling everybody anew bring what is there.
pub(crate) async fn is_derived_anew(world: &World) -> Result<(), TestCaseError> {
    let decided = everything(world).await;
    world.rebuild().await;
    same(&decided, &everything(world).await, "a full replay")?;
    for table in ["identifier_pairs", "identifiers"] {
        let statement = format!("UPDATE {table} SET is_settled = false WHERE profile_id = $1");
        world.execute(&statement).await;
    }
    world.drain().await;
    same(&decided, &everything(world).await, "settled anew")
}

/// Decides about two customers that are picked, after asking what that would do: nothing where two national ids forbid
/// it.
async fn decide_about(world: &World, one: Index, other: Index) -> Option<Merge> {
    let mut known = customers(world).await;
    if known.len() < 2 {
        return None;
    }
    let first = known.remove(one.index(known.len()));
    let second = known.remove(other.index(known.len()));
    let before = everything(world).await;
    let asked = preview(
        &*world.units,
        &world.context(),
        &access(world),
        [first, second],
    )
    .await;
    assert_eq!(before, everything(world).await, "a preview leaves a trace");
    let asked = match asked {
        Ok(asked) => asked,
        Err(MergeError::NotMergeable(NotMergeable::TwoNationalIds)) => {
            let refused = decide(world, [second, first], None).await.unwrap_err();
            assert!(matches!(
                refused,
                MergeError::NotMergeable(NotMergeable::TwoNationalIds)
            ));
            assert_eq!(before, everything(world).await, "a refusal leaves a trace");
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    let was = credited(world).await;
    let stale = decide(world, [first, second], Some(PreviewHash([7; 32]))).await;
    assert!(matches!(stale, Err(MergeError::Stale)));
    let done = decide(world, [second, first], Some(asked.hash))
        .await
        .unwrap();
    let is = credited(world).await;
    assert_eq!(
        changed(&asked.credited),
        difference(&was, &is),
        "previewed and done"
    );
    assert_eq!(changed(&done.credited), changed(&asked.credited));
    assert_eq!(
        (&done.survivor, &done.merged, &done.filled),
        (&asked.survivor, &asked.merged, &asked.filled)
    );
    // Nobody waits for a replay.
    let after = everything(world).await;
    world.drain().await;
    assert_eq!(
        after,
        everything(world).await,
        "a replay brings something else"
    );
    Some(done.merge)
}

proptest! {
    #![proptest_config(Config { cases: worlds(40), failure_persistence: None, ..Config::default() })]

    /// Decisions between facts, some taken back at once, the rest at the end.
    #[test]
    fn decisions_stand_until_they_are_taken_back(
        history in history(22),
        picks in prop::collection::vec((any::<Index>(), any::<Index>(), any::<Index>(), any::<bool>()), 5),
    ) {
        RUNTIME.block_on(async {
            let plain = World::new().await;
            for position in 0..history.len() {
                put(&plain, &history, position).await;
            }
            plain.drain().await;
            let expected = people(&plain).await;

            let world = World::new().await;
            let mut standing: Vec<Merge> = Vec::new();
            for position in 0..history.len() {
                put(&world, &history, position).await;
                for (when, one, other, is_undone) in &picks {
                    if when.index(history.len()) != position {
                        continue;
                    }
                    world.drain().await;
                    let before = everything(&world).await;
                    let Some(merge) = decide_about(&world, *one, *other).await else { continue };
                    ids_lead_on(&world).await;
                    if *is_undone {
                        take_back(&world, merge.id).await.unwrap();
                        same(&before, &everything(&world).await, "before any replay")?;
                        world.drain().await;
                        same(&before, &everything(&world).await, "taken back at once")?;
                    } else {
                        standing.push(merge);
                    }
                }
            }
            world.drain().await;
            world.ledger_holds().await;
            is_derived_anew(&world).await?;
            for merge in standing.iter().rev() {
                take_back(&world, merge.id).await.unwrap();
                take_back(&world, merge.id).await.unwrap();
                world.drain().await;
                ids_lead_on(&world).await;
            }
            world.ledger_holds().await;
            same(&expected, &people(&world).await, "all taken back")?;
            Ok::<(), TestCaseError>(())
        })?;
    }
}

pub(crate) fn pay(day: u8, email: u8, cents: u32) -> (kernel::Timestamp, Fact) {
    let who = Named {
        email,
        ..Named::default()
    };
    let browser = email;
    let at = instant(&format!("2026-03-{day:02}T00:00:00Z"));
    (
        at,
        Fact::Pay {
            who,
            browser,
            cents,
        },
    )
}

#[test]
fn a_decision_under_another_one_is_taken_back_after_it() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let history: History = (1..=4).map(|number| pay(number, number, 1_000)).collect();
        for position in 0..history.len() {
            put(&world, &history, position).await;
        }
        world.drain().await;
        let [ann, bob, eve, zoe] = customers(&world).await[..] else {
            panic!("four customers")
        };
        let before = everything(&world).await;
        let first = decide(&world, [bob, ann], None).await.unwrap().merge;
        assert_eq!((first.survivor, first.merged), (ann, bob));
        let error = decide(&world, [bob, eve], None).await.unwrap_err();
        assert!(matches!(
            error,
            MergeError::NotMergeable(NotMergeable::Alias)
        ));
        let other = decide(&world, [eve, zoe], None).await.unwrap().merge;
        let second = decide(&world, [eve, ann], None).await.unwrap().merge;
        world.drain().await;
        assert_eq!(customers(&world).await, [ann]);
        for below in [&first, &other] {
            let error = take_back(&world, below.id).await.unwrap_err();
            assert!(matches!(error, MergeError::BuiltUpon), "{error}");
        }
        let unknown = take_back(&world, Uuid::from_u128(1).into()).await.unwrap_err();
        assert!(matches!(unknown, MergeError::NotFound));
        for id in [second.id, first.id, other.id] {
            take_back(&world, id).await.unwrap();
        }
        world.drain().await;
        assert_eq!(everything(&world).await, before);
        let causes = "SELECT DISTINCT c ->> 'cause' AS line FROM restatements r \
             CROSS JOIN LATERAL jsonb_array_elements(r.causes) AS c WHERE r.profile_id = $1 ORDER BY 1";
        assert!(!world.lines(causes).await.is_empty());
        let stamped = "SELECT concat_ws(' ', action, count(*)) AS line FROM audit_events \
             WHERE profile_id = $1 AND action LIKE 'customer.%' GROUP BY action ORDER BY 1";
        assert_eq!(
            world.lines(stamped).await,
            ["customer.merge_undone 3", "customer.merged 3"]
        );
    });
}

/// Whoever paid is found to have come by a letter: what nobody was credited with is the letter's.
#[test]
fn what_is_credited_otherwise_is_told_before_and_written_down() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let who = |email, phone| Named {
            email,
            phone,
            ..Named::default()
        };
        let at = |day: u8| instant(&format!("2026-03-{day:02}T00:00:00Z"));
        let (who_reads, who_pays) = (who(1, 0), who(0, 1));
        let history: History = vec![
            (at(1), Fact::Visit { browser: 1 }),
            (at(2), Fact::Tell { browser: 1, who: who_reads }),
            (at(3), Fact::Pay { who: who_pays, browser: 0, cents: 1_050 }),
        ];
        for position in 0..history.len() {
            put(&world, &history, position).await;
        }
        world.drain().await;
        let known = customers(&world).await;
        let pair = [known[0], known[1]];
        let asked = preview(&*world.units, &world.context(), &access(&world), pair).await.unwrap();
        let of_last_touch = asked.credited.iter().filter(|row| row.model == Model::LastTouch);
        let told: Vec<String> = of_last_touch
            .map(|row| format!("{:?} {} to {}", row.channel, row.cash, row.cash_after.unwrap()))
            .collect();
        assert_eq!(told, [r#""" -10.5 to 0"#, r#""Email" 10.5 to 10.5"#]);
        assert_eq!((asked.survivor.touches, asked.survivor.browsers.len()), (1, 1));
        assert_eq!((asked.merged.events, asked.merged.conversions), (1, 1));
        let done = decide(&world, pair, Some(asked.hash)).await.unwrap();
        let id = done.merge.id.uuid().to_string();
        let lines = "SELECT concat_ws(' ', l.channel, l.cash_before, l.cash_after, r.cause, \
             r.causes -> 0 ->> 'subject_id') AS line FROM restatements r \
             JOIN restatement_lines l ON l.profile_id = $1 AND l.sequence = r.sequence \
             WHERE r.profile_id = $1 AND r.cause = 'merge' AND l.model = 'last_touch' ORDER BY r.sequence, 1";
        let written = world.lines(lines).await;
        assert_eq!(
            written,
            [format!(" 10.5 0 merge {id}"), format!("Email 0 10.5 merge {id}")]
        );
        take_back(&world, done.merge.id).await.unwrap();
        assert_eq!(world.lines(lines).await.len(), 4);
        world.ledger_holds().await;
    });
}

/// Whoever decides about the same people at the same time waits for the others, and finds them changed.
#[test]
fn decisions_about_the_same_people_at_once_are_as_one_after_the_other() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = Arc::new(World::alone_in(&database).await);
        let history: History = (1..=4).map(|number| pay(number, number, 1_000)).collect();
        for position in 0..history.len() {
            put(&world, &history, position).await;
        }
        world.drain().await;
        let before = everything(&world).await;
        let known = customers(&world).await;
        let pairs = (0..known.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let pairs: Vec<[CustomerId; 2]> = pairs
            .map(|(one, other)| [known[one], known[other]])
            .collect();
        let decided: Vec<_> = pairs
            .iter()
            .chain(&pairs)
            .map(|pair| {
                let (world, pair) = (Arc::clone(&world), *pair);
                tokio::spawn(async move {
                    loop {
                        match decide(&world, pair, None).await {
                            Ok(done) => return Some(done.merge),
                            Err(MergeError::NotMergeable(NotMergeable::Alias)) => return None,
                            Err(MergeError::Store(StoreError::Conflict)) => {}
                            Err(error) => panic!("{error}"),
                        }
                    }
                })
            })
            .collect();
        let mut merges = Vec::new();
        for each in decided {
            merges.extend(each.await.unwrap());
        }
        assert_eq!(merges.len(), known.len() - 1, "each becomes an alias once");
        assert_eq!(customers(&world).await, [known[0]]);
        world.drain().await;
        ids_lead_on(&world).await;
        world.ledger_holds().await;
        merges.sort_by_key(|merge| std::cmp::Reverse(merge.id));
        for merge in merges {
            take_back(&world, merge.id).await.unwrap();
        }
        world.drain().await;
        assert_eq!(everything(&world).await, before);
        let deadlocks = "SELECT deadlocks::text AS line FROM pg_stat_database \
             WHERE datname = current_database() AND $1 IS NOT NULL";
        assert_eq!(world.lines(deadlocks).await, ["0"]);
    });
}
