//! Outcome events that are written in groups leave the rows that they leave one by one.

use std::sync::Arc;

use application::known_signatures::KnownSignatures;
use application::outcome_events::group::{Prepared, prepare, record};
use application::outcome_events::record::{self, RecordError, RecordOutcomeEvent, Recorded};
use event_intake::{IdempotencyKey, NewOutcomeEvent, OutcomeEventDraft};
use kernel::Clock;
use kernel::timestamp::MICROS_PER_SECOND;
use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::group_equality::world;
use crate::world::{RUNTIME, World, instant, payment, worlds};

/// Small numbers; 0 means that there is nothing.
#[derive(Clone, Debug)]
struct Draft {
    key: u8,
    amount: u8,
    hours: i64,
    email: u8,
    phone: u8,
    browser: u8,
    source: u8,
    refund_of: u8,
}

const PEOPLE: [&str; 4] = [
    "ana@example.com",
    "bruno@example.com",
    "carla@example.com",
    "dario@example.com",
];

fn draft() -> impl Strategy<Value = Draft> {
    let what = (0..14_u8, 0..4_u8, 0..60_i64, 0..3_u8);
    let who = (
        0..=4_u8,
        0..4_u8,
        0..5_u8,
        prop_oneof![4 => Just(0), 1 => 1..14_u8],
    );
    (what, who).prop_map(
        |((key, amount, hours, source), (email, phone, browser, refund_of))| Draft {
            key,
            amount,
            hours,
            email,
            phone,
            browser,
            source,
            refund_of,
        },
    )
}

fn command(world: &World, draft: &Draft) -> RecordOutcomeEvent {
    let at = instant("2026-06-30T11:00:00Z").plus_micros(-draft.hours * 3_600 * MICROS_PER_SECOND);
    let given = |number: u8, text: String| (number > 0).then_some(text);
    // A refund is always of money.
    let amount = draft.amount.max(u8::from(draft.refund_of > 0));
    let mut event = OutcomeEventDraft {
        value_amount: given(amount, format!("{amount}.50")),
        refund_of: given(draft.refund_of, format!("key-{}", draft.refund_of)),
        utm_source: given(draft.source, format!("source-{}", draft.source)),
        ..payment(at, "1", "nobody")
    };
    event.person.email = PEOPLE
        .get(usize::from(draft.email).wrapping_sub(1))
        .map(|email| (*email).to_owned());
    event.person.first_name = event.person.email.clone();
    event.person.phone = given(draft.phone, format!("+5698765432{}", draft.phone));
    event.person.anonymous_id = given(draft.browser, format!("browser-{}", draft.browser));
    let key = given(draft.key, format!("key-{}", draft.key));
    RecordOutcomeEvent {
        event: NewOutcomeEvent::parse(event, world.clock.now()).unwrap(),
        idempotency_key: key.map(|key| IdempotencyKey::parse(&key).unwrap()),
    }
}

/// What a caller sees, without what is random.
fn told(outcome: Result<Recorded, RecordError>) -> Option<(bool, bool, bool, String)> {
    match outcome {
        Ok(told) => Some((
            told.replayed,
            told.generated_key.is_some(),
            told.customer_id.is_some(),
            told.occurred_at.to_string(),
        )),
        Err(RecordError::KeyReused) => None,
        Err(error) => panic!("{error}"),
    }
}

type Told = Vec<(usize, Option<(bool, bool, bool, String)>)>;

/// What each was told, in the order in which they were written.
async fn in_groups(world: &World, drafts: &[Draft], size: usize) -> Told {
    let profile = Arc::new(world.profile.clone());
    let known = KnownSignatures::default();
    let (units, context) = (&*world.units, world.context());
    let prepared: Vec<Prepared> = drafts
        .iter()
        .map(|draft| prepare(&context, &profile, command(world, draft)).unwrap())
        .collect();
    let mut waiting: Vec<usize> = (0..drafts.len()).collect();
    let mut told_each = Told::new();
    while !waiting.is_empty() {
        let group: Vec<usize> = waiting.drain(..size.min(waiting.len())).collect();
        let events: Vec<&Prepared> = group.iter().map(|place| &prepared[*place]).collect();
        let outcomes = record(units, &context, &known, &events).await.unwrap();
        let (mut put_off, before) = (Vec::new(), told_each.len());
        for (place, outcome) in group.into_iter().zip(outcomes) {
            match outcome {
                Some(outcome) => told_each.push((place, told(outcome))),
                None => put_off.push(place),
            }
        }
        if told_each.len() == before {
            let place = put_off.remove(0);
            let outcome = record::record(units, &context, &prepared[place]).await;
            told_each.push((place, told(outcome)));
        }
        put_off.extend(waiting);
        waiting = put_off;
    }
    told_each
}

async fn one_by_one(world: &World, drafts: &[Draft], order: &Told) -> Told {
    let mut told_each = Told::new();
    for (place, _) in order {
        let command = command(world, &drafts[*place]);
        let (units, context) = (&*world.units, world.context());
        let outcome = match prepare(&context, &world.shared_profile(), command) {
            Ok(event) => record::record(units, &context, &event).await,
            Err(refused) => Err(refused),
        };
        told_each.push((*place, told(outcome)));
    }
    told_each
}

async fn rows(world: &World) -> Vec<String> {
    world
        .all_lines(include_str!("outcome_group_equality.sql"))
        .await
}

proptest! {
    #![proptest_config(Config { cases: worlds(32), max_shrink_iters: 300, ..Config::default() })]

    #[test]
    fn groups_leave_what_single_events_leave(
        drafts in prop::collection::vec(draft(), 1..24),
        size in 2..12_usize,
    ) {
        RUNTIME.block_on(async {
            let (single, grouped) = (world().await, world().await);
            let found = in_groups(&grouped, &drafts, size).await;
            let expected = one_by_one(&single, &drafts, &found).await;
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(rows(&grouped).await, rows(&single).await);
            Ok(())
        })?;
    }
}

/// Two profiles in one group; each keeps its own, keys and addresses that are alike included.
#[test]
fn profiles_in_one_group_do_not_meet() {
    RUNTIME.block_on(async {
        let (one, other) = (world().await, world().await);
        let draft = Draft {
            key: 1,
            amount: 2,
            hours: 1,
            email: 3,
            phone: 0,
            browser: 1,
            source: 1,
            refund_of: 0,
        };
        let prepared = [&one, &other].map(|world| {
            let profile = Arc::new(world.profile.clone());
            prepare(&world.context(), &profile, command(world, &draft)).unwrap()
        });
        let known = KnownSignatures::default();
        let events = [&prepared[0], &prepared[1]];
        let outcomes = record(&*one.units, &one.context(), &known, &events)
            .await
            .unwrap();
        // Browser 1 is Ana's already: one event cannot say whose it is from when on.
        assert!(outcomes.iter().all(Option::is_none));
        let free = Draft {
            browser: 0,
            ..draft
        };
        let prepared = [&one, &other, &one].map(|world| {
            let profile = Arc::new(world.profile.clone());
            prepare(&world.context(), &profile, command(world, &free)).unwrap()
        });
        let events: Vec<&Prepared> = prepared.iter().collect();
        let outcomes = record(&*one.units, &one.context(), &known, &events)
            .await
            .unwrap();
        let replayed: Vec<_> = outcomes
            .into_iter()
            .map(|outcome| outcome.map(|outcome| outcome.unwrap().replayed))
            .collect();
        assert_eq!(replayed, [Some(false), Some(false), None]);
        assert_eq!(rows(&one).await, rows(&other).await);
    });
}
