//! What is told when a signal of trust leaves ok or regains it: once, whoever looks and whoever dies.

use std::sync::Arc;

use application::settle;
use kernel::Clock;
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use reporting::quality::trust::{Level, Signal, SignalCode};
use serde_json::{Value, json};
use site_quality::alert::{Measurement, alert};
use site_quality::measure::QualityReaders;
use site_quality::trust::trust;
use testkit::TestDatabase;
use time::macros::date;
use tributary_postgres::PgQualityReader;
use tributary_postgres::reporting::{
    PgCoverageReader, PgCreditedAdsReader, PgFreshnessReader, PgStandingReader,
};
use tributary_worker::alerts::{Alerting, claims, of_profile};
use webhook_events::EventType;

use crate::reporting_seed::access;
use crate::webhooks::{answers, dispatcher, receivers, subscribe};
use crate::world::{RUNTIME, World, instant, payment};

fn alerting(world: &World) -> Alerting {
    let pool = || world.pool.clone();
    Alerting {
        worker: world.worker(),
        scans: Arc::new(PgQualityReader::new(pool())),
        coverage: Arc::new(PgCoverageReader::new(pool())),
        credited_ads: Arc::new(PgCreditedAdsReader::new(pool())),
        standing: Arc::new(PgStandingReader::new(pool())),
        freshness: Arc::new(PgFreshnessReader::new(pool())),
    }
}

/// Twenty payments of people who came by no link: fewer than half are attributed.
async fn uncover(world: &World) {
    for number in 0..20 {
        let email = format!("{number}@{}.example", world.profile.id);
        let draft = payment(instant("2026-06-29T10:00:00Z"), "10", &email);
        world.record(&format!("order-{number}"), draft).await;
    }
    world.drain().await;
}

async fn uncovered() -> World {
    let world = World::new().await;
    uncover(&world).await;
    world
}

async fn measured(world: &World) -> Measurement {
    let with = alerting(world);
    let readers = QualityReaders {
        scans: &*with.scans,
        coverage: &*with.coverage,
        credited_ads: &*with.credited_ads,
        standing: &*with.standing,
        freshness: &*with.freshness,
    };
    let now = world.clock.now();
    let trusted = trust(readers, &access(world), now).await.unwrap();
    Measurement::new(&trusted, now)
}

async fn signal(world: &World, code: SignalCode) -> Signal {
    let signals = measured(world).await.signals;
    signals.into_iter().find(|it| it.code == code).unwrap()
}

/// What waits to be told, in the order in which it was written.
async fn told(world: &World) -> Vec<Value> {
    let lines = world
        .lines(
            "SELECT convert_from(o.body, 'UTF8') AS line FROM outbox o \
             WHERE o.profile_id = $1 AND o.event_type = 'quality.alert' ORDER BY o.id",
        )
        .await;
    let bodies = lines.iter().map(|line| {
        let body: Value = serde_json::from_str(line).unwrap();
        body["data"].clone()
    });
    bodies.collect()
}

fn codes(told: &[Value]) -> Vec<(&str, &str, &str)> {
    told.iter()
        .map(|it| {
            let word = |name: &str| it[name].as_str().unwrap();
            (word("code"), word("previous_level"), word("level"))
        })
        .collect()
}

#[test]
fn leaving_and_regaining_ok_reaches_receivers_once_each() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let to = receivers(|_| answers(204));
        let mut dispatcher = dispatcher(&world, &to);
        subscribe(&world, "https://example.com/alerts", &[EventType::QualityAlert]).await;
        uncover(&world).await;
        let alerting = alerting(&world);
        assert_eq!(of_profile(&alerting, world.profile.id).await.unwrap(), 1);
        assert_eq!(of_profile(&alerting, world.profile.id).await.unwrap(), 0);
        dispatcher.drain().await.unwrap();
        let got = std::mem::take(&mut *to.got.lock().unwrap());
        assert_eq!(got.len(), 1);
        let body: Value = serde_json::from_slice(got[0].body.bytes()).unwrap();
        let expected = json!({"code": "coverage_low", "level": "warning", "previous_level": "ok", "value": 0,
            "threshold": 50, "since": "2026-06-30", "recommendation_code": "look_at_reasons"});
        assert_eq!((&body["type"], &body["data"]), (&json!("quality.alert"), &expected));
        // Days later the signal says since when it is so, which nothing else keeps.
        world.clock.advance_micros(2 * MICROS_PER_DAY);
        let low = signal(&world, SignalCode::CoverageLow).await;
        assert_eq!((low.level, low.since), (Level::Warning, Some(date!(2026 - 06 - 30))));
        assert_eq!(of_profile(&alerting, world.profile.id).await.unwrap(), 0);
        // The payments are out of the thirty days, and nobody has looked at links for long.
        world.clock.advance_micros(40 * MICROS_PER_DAY);
        assert_eq!(of_profile(&alerting, world.profile.id).await.unwrap(), 2);
        let told = told(&world).await;
        let expected = [("coverage_low", "warning", "ok"), ("utm_unscanned", "ok", "notice")];
        assert_eq!(codes(&told), expected);
        assert_eq!((&told[0]["value"], &told[0]["since"]), (&Value::Null, &Value::Null));
        let low = signal(&world, SignalCode::CoverageLow).await;
        assert_eq!((low.level, low.since), (Level::Ok, None));
    });
}

#[test]
fn several_at_once_tell_once() {
    RUNTIME.block_on(async {
        let world = uncovered().await;
        let alerting = alerting(&world);
        let look = || of_profile(&alerting, world.profile.id);
        let (one, two, three) = tokio::join!(look(), look(), look());
        assert_eq!(one.unwrap() + two.unwrap() + three.unwrap(), 1);
        let told = told(&world).await;
        assert_eq!(codes(&told), [("coverage_low", "ok", "warning")]);
    });
}

#[test]
fn of_several_that_come_by_one_looks_until_it_is_time_again() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let alerting = alerting(&world);
        let come = || claims(&alerting, world.profile.id);
        let (one, two, three) = tokio::join!(come(), come(), come());
        let mut looks = [one, two, three].map(Result::unwrap);
        looks.sort_unstable();
        assert_eq!(looks, [false, false, true]);
        let minute = 60 * MICROS_PER_SECOND;
        // A clock that went back by hours is believed, too.
        for (minutes, expected) in [(3, false), (1, true), (1, false), (4, true), (-120, true)] {
            world.clock.advance_micros(minutes * minute);
            assert_eq!(come().await.unwrap(), expected, "{minutes}");
        }
    });
}

#[test]
fn whoever_dies_in_the_middle_has_told_nothing_and_the_next_one_tells() {
    RUNTIME.block_on(async {
        let world = uncovered().await;
        let measured = measured(&world).await;
        let mut work = world.begin().await;
        let many = alert(&mut *work, &world.context(), world.profile.id, &measured).await;
        assert_eq!(many.unwrap(), 1);
        work.rollback().await.unwrap();
        assert_eq!(told(&world).await, Vec::<Value>::new());
        let alerting = alerting(&world);
        assert_eq!(of_profile(&alerting, world.profile.id).await.unwrap(), 1);
        assert_eq!(told(&world).await.len(), 1);
        // Somebody who measured the same before, and was slow, tells nothing.
        let mut work = world.begin().await;
        let late = alert(&mut *work, &world.context(), world.profile.id, &measured).await;
        assert_eq!(settle(work, late).await.unwrap(), 0);
        assert_eq!(told(&world).await.len(), 1);
    });
}

#[test]
fn what_was_measured_before_does_not_undo_what_is_known() {
    RUNTIME.block_on(async {
        let world = uncovered().await;
        let mut before = measured(&world).await;
        for signal in &mut before.signals {
            signal.level = Level::Ok;
        }
        world.clock.advance_micros(1_000_000);
        let alerting = alerting(&world);
        assert_eq!(of_profile(&alerting, world.profile.id).await.unwrap(), 1);
        let mut work = world.begin().await;
        let late = alert(&mut *work, &world.context(), world.profile.id, &before).await;
        assert_eq!(settle(work, late).await.unwrap(), 0);
        let stays = world.lines(
            "SELECT concat_ws(' ', code, level, since) AS line FROM trust_states WHERE profile_id = $1",
        );
        assert_eq!(stays.await, ["coverage_low warning 2026-06-30"]);
    });
}
