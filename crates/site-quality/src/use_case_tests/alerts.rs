//! What is told of signals of trust, and what is kept of them.

use std::sync::{Arc, Mutex};

use kernel::Exact;
use reporting::quality::alerts::KnownSignal;
use reporting::quality::trust::{Level, Signal, SignalCode, SignalValue};
use serde_json::{Value, json};
use time::macros::date;

use crate::alert::{Measurement, alert};
use application::mocks::MockWork;
use application::mocks::given::{noon, outside, profile};

fn low(level: Level) -> Signal {
    Signal {
        code: SignalCode::CoverageLow,
        level,
        value: Some(SignalValue::Number("12.5".parse().unwrap())),
        threshold: Some(Exact::whole(50)),
        since: None,
    }
}

fn replaying(level: Level) -> Signal {
    Signal {
        code: SignalCode::ResultsReplaying,
        level,
        value: Some(SignalValue::Word("replaying")),
        threshold: None,
        since: Some(date!(2026 - 02 - 27)),
    }
}

fn known(level: Level) -> KnownSignal {
    KnownSignal {
        code: SignalCode::CoverageLow,
        level,
        since: date!(2026 - 02 - 20),
        changed_at: noon().plus_micros(-1),
    }
}

/// What is told and kept after a look, when so much was known before.
async fn after(
    before: Vec<KnownSignal>,
    signals: Vec<Signal>,
) -> (usize, Vec<Value>, Vec<KnownSignal>) {
    let before_measuring = before.clone();
    let mut work = MockWork::default();
    let states = &mut work.trust_states;
    states
        .expect_take_turn()
        .times(1)
        .withf(|id| *id == profile())
        .returning(|_| Ok(()));
    states
        .expect_known()
        .times(1)
        .returning(move |_| Ok(before.clone()));
    let kept: Arc<Mutex<Vec<KnownSignal>>> = Arc::default();
    let keeps = Arc::clone(&kept);
    states.expect_keep().returning(move |_, signals| {
        keeps.lock().unwrap().extend(signals);
        Ok(())
    });
    let told: Arc<Mutex<Vec<Value>>> = Arc::default();
    let tells = Arc::clone(&told);
    work.outbox.expect_add().returning(move |events| {
        let bodies = events.iter().map(|event| event.body().bytes());
        let bodies = bodies.map(|body| serde_json::from_slice(body).unwrap());
        tells.lock().unwrap().extend(bodies);
        Ok(())
    });
    let outside = outside();
    let measured = Measurement {
        signals,
        at: noon(),
        today: date!(2026 - 03 - 01),
        known: before_measuring,
    };
    let many = alert(&mut work, &outside.context(), profile(), &measured).await;
    let told = told.lock().unwrap().clone();
    let kept = kept.lock().unwrap().clone();
    (many.unwrap(), told, kept)
}

#[tokio::test]
async fn a_signal_that_is_not_ok_when_it_is_first_seen_is_told_with_what_was_measured() {
    let signals = vec![replaying(Level::Notice), low(Level::Warning)];
    let (many, told, kept) = after(Vec::new(), signals).await;
    assert_eq!((many, kept.len()), (2, 2));
    let [first, second] = told.as_slice() else {
        panic!("two are told: {told:?}");
    };
    assert_eq!(
        (&first["type"], &first["profile_id"]),
        (&json!("quality.alert"), &json!(profile().to_string()))
    );
    let expected = json!({"code": "results_replaying", "level": "notice", "previous_level": "ok",
        "value": "replaying", "threshold": null, "since": "2026-02-27", "recommendation_code": null});
    assert_eq!(first["data"], expected);
    let expected = json!({"code": "coverage_low", "level": "warning", "previous_level": "ok",
        "value": 12.5, "threshold": 50, "since": "2026-03-01", "recommendation_code": "look_at_reasons"});
    assert_eq!(second["data"], expected);
    let of = |it: &KnownSignal| (it.code, it.level, it.since, it.changed_at);
    let today = date!(2026 - 03 - 01);
    assert_eq!(
        of(&kept[1]),
        (SignalCode::CoverageLow, Level::Warning, today, noon())
    );
}

#[tokio::test]
async fn that_it_is_ok_again_is_told_once_and_another_level_never() {
    let warned = vec![known(Level::Warning)];
    let (many, told, kept) = after(warned.clone(), vec![low(Level::Ok)]).await;
    assert_eq!((many, kept[0].level), (1, Level::Ok));
    let data = &told[0]["data"];
    assert_eq!(
        (
            &data["level"],
            &data["previous_level"],
            &data["since"],
            &data["recommendation_code"]
        ),
        (&json!("ok"), &json!("warning"), &Value::Null, &Value::Null)
    );
    let again = after(vec![known(Level::Ok)], vec![low(Level::Ok)]).await;
    assert_eq!(again, (0, Vec::new(), Vec::new()));
    let (many, told, kept) = after(warned, vec![low(Level::Notice)]).await;
    assert_eq!((many, told), (0, Vec::new()));
    let since = date!(2026 - 02 - 20);
    assert_eq!((kept[0].level, kept[0].since), (Level::Notice, since));
}
