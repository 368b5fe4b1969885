//! Refunds take back what their sales were credited with, on both replay paths.

use application::replays::rebuild::rebuild;
use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_DAY;
use testkit::TestDatabase;
use tributary_worker::round::drain;

use crate::world::{RUNTIME, World, instant, payment};

async fn sold(world: &World, key: &str, at: Timestamp, ad_id: Option<&str>) {
    let mut draft = payment(at, "80", "lead@mail.example");
    draft.ad_id = ad_id.map(str::to_owned);
    world.record(key, draft).await;
}

async fn given_back(world: &World, key: &str, of: &str, ad_id: Option<&str>) {
    let mut draft = payment(instant("2026-06-03T10:00:00Z"), "80", "lead@mail.example");
    draft.refund_of = Some(of.to_owned());
    draft.ad_id = ad_id.map(str::to_owned);
    world.record(key, draft).await;
}

/// Cash by ad, under the last-touch model.
async fn by_ad(world: &World) -> Vec<String> {
    world
        .lines(
            "SELECT concat_ws(' ', coalesce(r.ad_id, '-'), sum(r.value_reporting)) AS line \
             FROM attribution_state s JOIN credits r ON r.profile_id = $1 \
             AND r.generation = s.generation AND r.last_touch = 1000000000 \
             WHERE s.profile_id = $1 GROUP BY r.ad_id ORDER BY 1",
        )
        .await
}

/// Cash of each day, and how many conversions are counted in all.
async fn cash(world: &World) -> Vec<String> {
    world
        .lines(
            "SELECT concat_ws(' ', c.local_date, trim_scale(sum(c.value_reporting)), \
             count(*) FILTER (WHERE NOT c.is_refund)) AS line \
             FROM attribution_state s JOIN conversions c ON c.profile_id = $1 \
             AND c.generation = s.generation \
             WHERE s.profile_id = $1 GROUP BY c.local_date ORDER BY 1",
        )
        .await
}

#[test]
fn a_chargeback_that_is_won_brings_the_sale_back() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        sold(
            &world,
            "sale",
            instant("2026-06-01T10:00:00Z"),
            Some("ad-1"),
        )
        .await;
        // The last link comes first.
        for (number, of) in [(3, 2), (2, 1), (1, 0)] {
            let day = instant("2026-06-01T10:00:00Z").plus_micros(number * MICROS_PER_DAY);
            let mut draft = payment(day, "80", "lead@mail.example");
            draft.value_amount = Some(if number == 2 { "-80" } else { "80" }.to_owned());
            let key = |number: i64| match number {
                0 => "sale".to_owned(),
                number => format!("link-{number}"),
            };
            draft.refund_of = Some(key(of));
            world.record(&key(number), draft).await;
        }
        world.drain().await;
        let days = [
            "2026-06-01 80 1",
            "2026-06-02 -80 0",
            "2026-06-03 80 0",
            "2026-06-04 -80 0",
        ];
        assert_eq!(cash(&world).await, days);
        world.rebuild().await;
        assert_eq!(cash(&world).await, days);
        world.ledger_holds().await;
    });
}

const UPGRADE: &str =
    include_str!("../../../../../migrations/2026-11-23-007400_replay_refunds_without_ads/up.sql");

#[test]
fn a_refund_takes_the_ad_of_a_sale_that_had_no_visit() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        sold(&world, "a", instant("2026-06-01T10:00:00Z"), Some("ad-1")).await;
        sold(&world, "b", instant("2026-06-02T10:00:00Z"), Some("ad-2")).await;
        given_back(&world, "c", "a", None).await;
        // What the refund itself names does not decide.
        given_back(&world, "d", "b", Some("ad-3")).await;
        world.drain().await;
        let none_left = ["ad-1 0.0000", "ad-2 0.0000"];
        let zero = |lines: Vec<String>| -> Vec<String> {
            let words = lines.into_iter().map(|line| {
                let (ad, cash) = line.split_once(' ').unwrap();
                let cash: rust_decimal::Decimal = cash.parse().unwrap();
                format!("{ad} {cash:.4}")
            });
            words.collect()
        };
        assert_eq!(zero(by_ad(&world).await), none_left);
        world.rebuild().await;
        assert_eq!(zero(by_ad(&world).await), none_left);
        // As releases of before had it: the upgrade has it replayed, once.
        let before = "UPDATE credits SET ad_id = NULL WHERE is_refund";
        database.execute(before).unwrap();
        let queued = || {
            database.execute(UPGRADE).unwrap();
            let queued = "SELECT count(*) FROM recomputes WHERE status = 'queued'";
            database.execute(queued).unwrap().trim().to_owned()
        };
        assert_eq!(queued(), "1");
        world.drain().await;
        let ads = "SELECT string_agg(DISTINCT ad_id, ' ' ORDER BY ad_id) AS line FROM credits \
            JOIN attribution_state USING (profile_id, generation) \
            WHERE profile_id = $1 AND is_refund";
        assert_eq!(world.lines(ads).await, ["ad-1 ad-2"]);
        assert_eq!(queued(), "0");
    });
}

#[test]
fn money_that_cannot_be_read_is_said_and_not_none() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        // As in a database of before the constraint.
        database
            .execute("ALTER TABLE outcome_events DROP CONSTRAINT outcome_events_money")
            .unwrap();
        for broken in ["currency = 'QQQ'", "value_amount = 'NaN'"] {
            let world = World::alone_in(&database).await;
            sold(&world, "sale", instant("2026-06-01T10:00:00Z"), None).await;
            let statement = format!("UPDATE outcome_events SET {broken} WHERE profile_id = $1");
            world.execute(&statement).await;
            let (id, context) = (world.profile.id, world.context());
            let marked = drain(&world.worker, id, &|_| {}).await.err();
            let whole = rebuild(&*world.units, &context, id, &|_| {}).await.err();
            for told in [format!("{marked:?}"), format!("{whole:?}")] {
                assert!(told.contains("outcome_events "), "{told}");
                assert!(!told.contains("QQQ"), "{told}");
            }
        }
    });
}
