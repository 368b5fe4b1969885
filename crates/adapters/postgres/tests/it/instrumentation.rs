//! How a site is measured: planted faults are found and nothing else is, and what is counted is what plain statements
//! over the same rows count.

use application::ports::{InstrumentationQuestion, QualityReader};
use application::settle;
use event_intake::OutcomeEventDraft;
use kernel::{Period, TimeZone};
use reporting::quality::checks::{CheckCode, CheckStatus};
use reporting::quality::instrumentation::{Instrumentation, InstrumentationFacts};
use reporting::quality::surveillance::{Direction, FeedStatus};
use site_quality::refresh::refresh;
use time::macros::date;
use tributary_postgres::PgQualityReader;

use crate::instrumentation_shop::{clean, plant, yesterday};
use crate::reporting_seed::{access, build_rollups};
use crate::world::{RUNTIME, World, instant, page_view, payment};

/// Looks now, whenever somebody looked last.
async fn looked(world: &World) -> Instrumentation {
    world.drain().await;
    world
        .execute("DELETE FROM quality_scans WHERE profile_id = $1")
        .await;
    let mut work = world.begin().await;
    let done = refresh(&mut *work, &world.context(), world.profile.id).await;
    let done = settle(work, done).await.unwrap();
    let stored = PgQualityReader::new(world.pool.clone());
    let stored = stored.scan(&access(world)).await.unwrap();
    assert_eq!(done.scan, stored, "what is kept is what was found");
    stored.unwrap().instrumentation.unwrap()
}

/// The checks with something to say.
fn told(found: &Instrumentation) -> Vec<String> {
    let found = found.checks.iter();
    let wrong = found.filter(|it| it.check.status != CheckStatus::Pass);
    wrong
        .map(|it| {
            let samples = it.samples.iter();
            let samples: Vec<String> = samples
                .map(|sample| format!("{}:{}", sample.value, sample.count))
                .collect();
            let check = it.check;
            format!(
                "{} {} {}/{} {}",
                check.code.as_str(),
                check.status.as_str(),
                check.count,
                check.of,
                samples.join(" ")
            )
        })
        .collect()
}

/// What is told of each planted fault.
const PLANTED: [(CheckCode, &str); 12] = [
    (CheckCode::AdsWithoutSpend, "fail 1/2 99:1"),
    (CheckCode::SpendWithoutTouches, "fail 1/2 55:20"),
    (CheckCode::InternalUtms, "warn 2/87 banner:2"),
    (
        CheckCode::ConvertingReferrer,
        "warn 1/2 pay.unknown.example:6",
    ),
    (CheckCode::ClicksWithoutVisits, "fail 1/1 Paid Social:140"),
    (CheckCode::DoubledPageViews, "warn 5/95 /twice:5"),
    (CheckCode::DoubledPayments, "fail 1/13 payment_received:1"),
    (
        CheckCode::UnidentifiedOutcomes,
        "warn 1/12 payment_received:1",
    ),
    (CheckCode::UnclaimedEventTypes, "warn 1/2 quiz_finished:1"),
    (CheckCode::MoneyWithoutRate, "fail 1/2 GBP:1"),
    (CheckCode::RefusedEvents, "fail 70/670 malformed /e/*/u:70"),
    (CheckCode::BotShare, "warn 40/125 user_agent:40"),
];

#[test]
fn each_planted_fault_is_found_and_a_clean_shop_has_none() {
    RUNTIME.block_on(async {
        for (code, expected) in PLANTED {
            let world = World::new().await;
            clean(&world).await;
            assert_eq!(
                told(&looked(&world).await),
                Vec::<String>::new(),
                "{code:?}"
            );
            plant(&world, code).await;
            let expected = format!("{} {expected}", code.as_str());
            assert_eq!(told(&looked(&world).await), [expected], "{code:?}");
        }
    });
}

#[test]
fn what_is_mended_is_told_no_more() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        clean(&world).await;
        plant(&world, CheckCode::SpendWithoutTouches).await;
        plant(&world, CheckCode::UnclaimedEventTypes).await;
        assert_eq!(told(&looked(&world).await).len(), 2);
        // Somebody comes by the ad, named in a UTM value, and the type gets a definition.
        let url = "https://shop.example/?utm_source=facebook&utm_medium=paid_social&utm_content=55";
        let own = format!("{}-late", world.profile.id);
        let view = page_view(&own, yesterday(20, 0, 0), url, None);
        world.track(&own, vec![view]).await;
        world
            .execute(
                "UPDATE conversion_definitions SET source_event_names = \
                 source_event_names || ARRAY['quiz_finished'] \
                 WHERE profile_id = $1 AND 'payment_received' = ANY(source_event_names)",
            )
            .await;
        assert_eq!(told(&looked(&world).await), Vec::<String>::new());
    });
}

/// Numbers that look like chance and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

const PAGES: [(&str, Option<&str>); 6] = [
    ("https://shop.example/", None),
    (
        "https://shop.example/a/b?utm_source=in&utm_medium=x",
        Some("https://shop.example/"),
    ),
    ("https://shop.example/a/c", Some("https://shop.example/")),
    (
        "https://other.shop.example/?utm_source=meta&utm_medium=paid&fbadid=3",
        None,
    ),
    ("https://shop.example/x", Some("https://one.example/")),
    ("https://other.shop.example/x", Some("https://two.example/")),
];

/// Whatever may come in, on the last days and on yesterday above all.
async fn history(world: &World, dice: &mut Dice) {
    let mut small = |sides: u64| i64::try_from(dice.roll(sides)).unwrap();
    for number in 0..150 {
        let start = if number % 3 == 0 {
            "2026-06-20T00:00:00Z"
        } else {
            "2026-06-29T00:00:00Z"
        };
        let at = instant(start).plus_micros(small(40) * 1_800_000_000 + small(4) * 500_000);
        let browser = format!("{}-{}", world.profile.id, small(4));
        let (url, referrer) = PAGES[usize::try_from(small(6)).unwrap()];
        let name = format!("{browser}-{number}");
        world
            .track(&browser, vec![page_view(&name, at, url, referrer)])
            .await;
        let amount = (10 + small(2)).to_string();
        let email = format!("p{}@{}.example", small(3), world.profile.id);
        let at = instant(start).plus_micros(small(40) * 240_000_000);
        let mut event: OutcomeEventDraft = payment(at, &amount, &email);
        if small(5) == 0 {
            event.person.email = None;
        }
        if small(4) == 0 {
            event.event_type = Some(format!("kind_{}", small(3)));
        }
        if small(6) == 0 {
            event.currency = Some("USD".to_owned());
        }
        world.record(&format!("k-{number}"), event).await;
    }
    world
        .execute(
            "UPDATE tracker_events SET bot_reason = 'late' WHERE profile_id = $1 \
             AND extract(minute FROM occurred_at) = 30 AND extract(hour FROM occurred_at) < 4",
        )
        .await;
    world.drain().await;
}

async fn facts(world: &World) -> InstrumentationFacts {
    let question = InstrumentationQuestion {
        generation: world.generation().await,
        timezone: TimeZone::utc(),
        period: Period::new(date!(2026 - 05 - 31), date!(2026 - 06 - 30)).unwrap(),
    };
    let mut work = world.begin().await;
    let measured = work.instrumentation();
    let measured = measured.measured(world.profile.id, &question).await;
    settle(work, measured).await.unwrap()
}

/// Counts of checks by plain statements, each row for itself.
const ORACLE: &str = include_str!("instrumentation.sql");

fn lines(facts: &InstrumentationFacts) -> Vec<String> {
    let mut lines: Vec<String> = facts
        .counted
        .iter()
        .filter(|it| it.code != CheckCode::RefusedEvents)
        .map(|it| {
            let measure = it.measure;
            format!("{} {} {}", it.code.as_str(), measure.count, measure.of)
        })
        .collect();
    let touched = facts.ads.touches.iter();
    lines.extend(touched.map(|(ad, touches)| format!("ad {ad} {touches}")));
    let referrers = facts.referrers.iter();
    lines.extend(referrers.map(|it| format!("referrer {} {} {}", it.host, it.visits, it.payments)));
    for feed in &facts.feeds {
        let days = feed.days.iter().filter(|(_, count)| **count > 0);
        lines.extend(days.map(|(day, count)| format!("{} {day} {count}", feed.name)));
    }
    lines.sort();
    lines
}

#[test]
fn what_is_counted_is_what_plain_statements_count() {
    RUNTIME.block_on(async {
        for seed in 1..=3 {
            let world = World::new().await;
            history(&world, &mut Dice(seed)).await;
            let mut expected = world.all_lines(ORACLE).await;
            expected.sort();
            assert!(expected.len() > 20, "{expected:?}");
            assert_eq!(lines(&facts(&world).await), expected, "seed {seed}");
            build_rollups(&world).await;
            assert_eq!(lines(&facts(&world).await), expected, "built anew, {seed}");
        }
    });
}

#[test]
fn a_feed_that_stopped_is_told_with_the_days_on_which_it_did() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        // Five leads a day for a hundred days, none in the last six; payments go on, and one platform of two stopped.
        let events = "INSERT INTO outcome_events (profile_id, id, content_hash, received_at, \
            occurred_at, event_type, identifiers) \
            SELECT $1, gen_random_uuid(), '', t.at, t.at, k.kind, '{}' \
            FROM (VALUES ('lead', 7), ('payment_received', 1)) AS k(kind, ended) \
            CROSS JOIN generate_series(1, 100) AS day \
            CROSS JOIN generate_series(1, 5) AS n \
            CROSS JOIN LATERAL (SELECT '2026-06-30T01:00Z'::timestamptz - day * interval '1 day' \
                + n * interval '1 hour' AS at) AS t \
            WHERE day >= k.ended";
        world.execute(events).await;
        let spend = "INSERT INTO ad_spend_daily (profile_id, date, platform, account_id, campaign_id, \
            ad_set_id, ad_id, amount, currency, clicks, signature_id, updated_at) \
            SELECT $1, '2026-06-30'::date - day, k.platform, '', n::text, '', '', 1, 'EUR', k.clicks, 1, \
            '2026-06-29T05:00Z' \
            FROM (VALUES ('a', 6, NULL), ('b', 3, 20)) AS k(platform, ended, clicks) \
            CROSS JOIN generate_series(1, 100) AS day CROSS JOIN generate_series(1, 9) AS n \
            WHERE day >= k.ended";
        world.execute(spend).await;
        let found = looked(&world).await;
        let status = |name: &str| {
            let mut feeds = found.feeds.iter();
            feeds.find(|feed| feed.name == name).unwrap().status
        };
        assert_eq!(status("outcomes:lead"), FeedStatus::Silent);
        assert_eq!(status("outcomes:payment_received"), FeedStatus::Live);
        assert_eq!(status("spend:a"), FeedStatus::Silent);
        assert_eq!(status("spend:b"), FeedStatus::Live);
        let unusual = found.feeds.iter();
        let unusual = unusual.flat_map(|feed| feed.anomalies.iter().map(move |it| (feed, it)));
        let told: Vec<_> = unusual
            .map(|(feed, it)| (feed.name.as_str(), it.from, it.direction, it.open))
            .collect();
        let low = Direction::Low;
        assert_eq!(
            told,
            [
                ("outcomes:lead", date!(2026 - 06 - 24), low, true),
                ("spend:a", date!(2026 - 06 - 25), low, true),
            ]
        );
        let lead = found.feeds.iter().find(|feed| feed.name == "outcomes:lead");
        let last_at = lead.unwrap().last_at.unwrap();
        assert_eq!(last_at, instant("2026-06-23T06:00:00Z"));
    });
}
