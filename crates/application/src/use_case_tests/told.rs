//! What is told of new results, and to whom.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use attribution_models::ports::{ConversionRow, Results};
use attribution_models::{AttributedConversion, Credit, CreditShare, TouchKind};
use kernel::{Model, RevenueType};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;
use webhook_events::EventType;
use webhook_events::conversions::{
    ConversionChange, Counted, Occurrence, RecordedConversion, ReportedConversion,
};
use webhook_events::ports::Fresher;

use crate::mocks::MockWork;
use crate::mocks::given::{noon, outside, profile};
use crate::mocks::journeys::{conversion, event, person};
use crate::mocks::stored::{march, settings};
use crate::webhooks::conversions::{tell_published, tell_relabelled, tell_replaced};
use crate::webhooks::freshness::tell_freshness;

const EMAIL: i64 = 1;
const ORGANIC: i64 = 2;
const OTHER_EMAIL: i64 = 3;
const UNNAMED: i64 = 4;

type Told = Arc<Mutex<Vec<Value>>>;

/// Somebody wants to be told of these types; what is told.
fn listening(types: &[EventType]) -> (MockWork, Told) {
    let (mut work, told) = (MockWork::default(), Told::default());
    let wanted: BTreeSet<EventType> = types.iter().copied().collect();
    work.outbox
        .expect_wanted()
        .withf(|id| *id == profile())
        .returning(move |_| Ok(wanted.clone()));
    let kept = Arc::clone(&told);
    work.outbox.expect_add().returning(move |events| {
        let bodies = events.iter().map(|event| event.body().bytes());
        let bodies = bodies.map(|body| serde_json::from_slice(body).unwrap());
        kept.lock().unwrap().extend(bodies);
        Ok(())
    });
    work.reported_conversions
        .expect_channels()
        .returning(|_, signatures| {
            let names = [
                (EMAIL, "Email"),
                (ORGANIC, "Organic"),
                (OTHER_EMAIL, "Email"),
            ];
            let names = names.into_iter().filter(|(id, _)| signatures.contains(id));
            Ok(names.map(|(id, name)| (id, name.to_owned())).collect())
        });
    (work, told)
}

const ALL: [EventType; 3] = [
    EventType::ConversionRecorded,
    EventType::ConversionChanged,
    EventType::ReportRestated,
];

fn occurrence() -> Occurrence {
    Occurrence {
        currency: settings().currency,
        restatement_id: Some(Uuid::from_u128(0x99).into()),
    }
}

fn reported(number: u128, signature: Option<i64>, credited: Option<i64>) -> ReportedConversion {
    ReportedConversion {
        id: conversion(number),
        definition_id: Uuid::from_u128(0xd).into(),
        credited: credited.map(Decimal::from),
        signature,
    }
}

fn credit(signature: i64) -> Credit {
    let mut credit = Credit {
        touch_id: Uuid::from_u128(0x700).into(),
        at: noon(),
        kind: TouchKind::Click,
        signature,
        shares: [None; Model::COUNT],
    };
    let models = Model::ALL.into_iter().zip(&mut credit.shares);
    for (_, share) in models.filter(|(model, _)| *model == Model::LastTouch) {
        *share = CreditShare::new(1_000_000_000);
    }
    credit
}

/// The payment of this number, worth so much, credited to a touch of this signature.
fn row(number: u128, signature: Option<i64>, value: i64) -> ConversionRow {
    let credits: Vec<Credit> = signature.map(credit).into_iter().collect();
    ConversionRow {
        attributed: AttributedConversion {
            id: conversion(number),
            value: attribution_models::Value::None,
            is_first_payment: None,
            is_synthetic: false,
            touch_count: 0,
            first_touch_at: None,
            unattributed: credits
                .is_empty()
                .then_some(attribution_models::UnattributedReason::NoTouchInWindow),
            credits,
        },
        person: person(),
        definition_id: Uuid::from_u128(0xd).into(),
        conversion_key: "payment".to_owned(),
        event_id: event(number),
        occurred_at: noon(),
        local_date: march(1),
        revenue_type: RevenueType::Cash,
        amount: None,
        currency: None,
        value_reporting: Some(value.into()),
        fx: None,
        is_refund: false,
    }
}

fn results(rows: Vec<ConversionRow>) -> Results {
    Results {
        conversions: rows,
        credits: Vec::new(),
    }
}

fn all_had_their_first(work: &mut MockWork) {
    work.reported_conversions
        .expect_note_first()
        .returning(|_, _, _| Ok(Vec::new()));
}

/// Type, conversion and what changed of each event.
fn brief(told: &Told) -> Vec<Value> {
    let told = told.lock().unwrap();
    let brief = told.iter().map(|body| {
        let data = &body["data"];
        json!([
            body["type"],
            data["conversion_id"],
            data["credited"],
            data["channel"]
        ])
    });
    brief.collect()
}

#[tokio::test]
async fn what_appeared_changed_and_went_is_told_and_what_stayed_is_not() {
    let (mut work, told) = listening(&ALL);
    all_had_their_first(&mut work);
    let before = vec![
        reported(1, Some(EMAIL), Some(10)),
        reported(2, Some(EMAIL), Some(10)),
        reported(3, Some(EMAIL), Some(10)),
        reported(4, Some(EMAIL), Some(10)),
        reported(5, Some(EMAIL), Some(10)),
        reported(6, None, None),
    ];
    let after = results(vec![
        row(1, Some(ORGANIC), 10),
        row(2, Some(EMAIL), 12),
        row(4, Some(EMAIL), 10),
        row(5, Some(OTHER_EMAIL), 10),
        row(6, Some(UNNAMED), 7),
        row(7, None, 3),
    ]);
    let outside = outside();
    tell_replaced(
        &mut work,
        &outside.context(),
        (profile(), occurrence()),
        (before, &after),
    )
    .await
    .unwrap();
    let change = |before: Value, after: Value| json!({"before": before, "after": after});
    let of = |number| conversion(number).to_string();
    let changed = "conversion.changed";
    let expected = [
        json!([
            changed,
            of(1),
            change(json!("10"), json!("10")),
            change(json!("Email"), json!("Organic"))
        ]),
        json!([
            changed,
            of(2),
            change(json!("10"), json!("12")),
            change(json!("Email"), json!("Email"))
        ]),
        json!([
            changed,
            of(6),
            change(Value::Null, json!("7")),
            change(Value::Null, json!("Unassigned"))
        ]),
        json!(["conversion.recorded", of(7), null, null]),
        json!([
            changed,
            of(3),
            change(json!("10"), Value::Null),
            change(json!("Email"), Value::Null)
        ]),
    ];
    assert_eq!(brief(&told), expected);
    let told = told.lock().unwrap();
    let data = &told[0]["data"];
    assert_eq!(data["restatement_id"], Uuid::from_u128(0x99).to_string());
    assert_eq!(
        (&data["model"], &data["currency"]),
        (&json!("last_touch"), &json!("EUR"))
    );
    let data = &told[3]["data"];
    assert_eq!(
        (&data["value"], &data["revenue_type"]),
        (&json!("3"), &json!("cash"))
    );
    assert_eq!(data["outcome_event_id"], event(7).to_string());
}

#[tokio::test]
async fn nothing_is_told_that_nobody_wants() {
    let (mut work, told) = listening(&[EventType::HandoffCompleted]);
    all_had_their_first(&mut work);
    let after = results(vec![row(1, Some(EMAIL), 1)]);
    let outside = outside();
    tell_replaced(
        &mut work,
        &outside.context(),
        (profile(), occurrence()),
        (Vec::new(), &after),
    )
    .await
    .unwrap();
    assert_eq!(brief(&told), Vec::<Value>::new());
    let (mut work, told) = listening(&[EventType::ConversionChanged]);
    all_had_their_first(&mut work);
    let before = vec![reported(2, None, None)];
    let after = results(vec![row(1, Some(EMAIL), 1), row(2, Some(EMAIL), 1)]);
    tell_replaced(
        &mut work,
        &outside.context(),
        (profile(), occurrence()),
        (before, &after),
    )
    .await
    .unwrap();
    assert_eq!(told.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn more_than_a_thousand_changes_are_one_event() {
    let outside = outside();
    for (many, expected) in [(1_000_u128, 1_000), (1_001, 1)] {
        let (mut work, told) = listening(&ALL);
        all_had_their_first(&mut work);
        let after = results((0..many).map(|number| row(number, None, 1)).collect());
        tell_replaced(
            &mut work,
            &outside.context(),
            (profile(), occurrence()),
            (Vec::new(), &after),
        )
        .await
        .unwrap();
        let told = told.lock().unwrap();
        assert_eq!(told.len(), expected, "{many}");
        if expected == 1 {
            assert_eq!(told[0]["type"], "report.restated");
            assert_eq!(told[0]["data"]["conversions"], 1_001);
        }
    }
}

#[tokio::test]
async fn the_first_attributed_conversion_of_a_definition_is_told_whoever_listens() {
    let (mut work, told) = listening(&[]);
    work.reported_conversions
        .expect_note_first()
        .times(1)
        .withf(|_, candidates, at| {
            let earliest = conversion(1).min(conversion(2));
            candidates == [(Uuid::from_u128(0xd).into(), earliest)] && *at == noon()
        })
        .returning(|_, candidates, _| Ok(candidates.to_vec()));
    let after = results(vec![
        row(1, Some(EMAIL), 1),
        row(2, Some(EMAIL), 1),
        row(3, None, 1),
    ]);
    let outside = outside();
    tell_replaced(
        &mut work,
        &outside.context(),
        (profile(), occurrence()),
        (Vec::new(), &after),
    )
    .await
    .unwrap();
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["type"], "conversion.attributed");
    assert_eq!(
        told[0]["data"]["conversion_definition_id"],
        Uuid::from_u128(0xd).to_string()
    );
}

fn difference() -> ConversionChange {
    ConversionChange {
        before: Some(reported(1, Some(EMAIL), Some(10))),
        after: Some(RecordedConversion {
            reported: reported(1, Some(ORGANIC), Some(10)),
            event_id: event(1),
            revenue_type: RevenueType::Cash,
            occurred_at: noon(),
            value: Some(10.into()),
        }),
    }
}

#[tokio::test]
async fn a_new_generation_tells_what_differs_and_a_new_currency_only_how_many() {
    let outside = outside();
    for (is_currency_new, expected) in [(false, "conversion.changed"), (true, "report.restated")] {
        let (mut work, told) = listening(&ALL);
        work.reported_conversions
            .expect_note_first_of()
            .times(1)
            .withf(|_, generation, _| *generation == 3)
            .returning(|_, _, _| Ok(Vec::new()));
        work.reported_conversions
            .expect_differing()
            .times(1)
            .withf(|_, before, after, limit| (*before, *after, *limit) == (2, 3, 1_000))
            .returning(|_, _, _, _| {
                Ok(Counted {
                    count: 1,
                    first: vec![difference()],
                })
            });
        let generations = (2, 3);
        tell_published(
            &mut work,
            &outside.context(),
            (profile(), occurrence()),
            generations,
            is_currency_new,
        )
        .await
        .unwrap();
        let told = told.lock().unwrap();
        let types: Vec<&Value> = told.iter().map(|body| &body["type"]).collect();
        assert_eq!(types, [expected]);
    }
}

#[tokio::test]
async fn another_name_of_a_channel_is_a_change_of_what_is_credited_to_it() {
    let outside = outside();
    let names = BTreeMap::from([(EMAIL, ("Email".to_owned(), "Newsletter".to_owned()))]);
    for (count, expected) in [(1, "conversion.changed"), (1_001, "report.restated")] {
        let (mut work, told) = listening(&ALL);
        work.reported_conversions
            .expect_credited_to()
            .times(1)
            .withf(|_, generation, signatures, _| *generation == 1 && signatures == [EMAIL])
            .returning(move |_, _, _, _| {
                Ok(Counted {
                    count,
                    first: vec![reported(1, Some(EMAIL), Some(10))],
                })
            });
        tell_relabelled(
            &mut work,
            &outside.context(),
            (profile(), occurrence()),
            1,
            &names,
        )
        .await
        .unwrap();
        let told = told.lock().unwrap();
        assert_eq!(told.len(), 1);
        assert_eq!(told[0]["type"], expected);
        if count == 1 {
            let channel = json!({"before": "Email", "after": "Newsletter"});
            assert_eq!(told[0]["data"]["channel"], channel);
        }
    }
}

#[tokio::test]
async fn freshness_is_told_of_profiles_that_were_silent_for_a_minute() {
    let (mut work, told) = listening(&[]);
    let fresher = Fresher {
        profile_id: profile(),
        until: noon().plus_micros(-1),
    };
    work.told_freshness
        .expect_fresher()
        .times(1)
        .withf(|not_since, _| *not_since == noon().plus_micros(-60_000_000))
        .returning(move |_, _| Ok(vec![fresher]));
    work.told_freshness
        .expect_note()
        .times(1)
        .withf(move |noted, at| *noted == fresher && *at == noon())
        .returning(|_, _| Ok(()));
    let outside = outside();
    assert_eq!(
        tell_freshness(&mut work, &outside.context()).await.unwrap(),
        1
    );
    let told = told.lock().unwrap();
    assert_eq!(told[0]["type"], "profile.freshness.changed");
    let until = noon().plus_micros(-1).to_string();
    assert_eq!(told[0]["data"]["fresh_until"], until);
}
