//! The traffic that previews of rules count is what the facts say, as the statement counted it that read all touches.

use channel_classifier::ports::{Usage, UsageQuestion};
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use kernel::{Date, Model, Period, TimeZone};
use postgres_kit::rows::utc;
use time::macros::date;

use crate::channel_rules_support::{Dice, begin, seed};
use crate::world::{RUNTIME, World, instant, page_view};

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    signature_id: i64,
    #[diesel(sql_type = BigInt)]
    sessions: i64,
    #[diesel(sql_type = BigInt)]
    touches: i64,
    #[diesel(sql_type = BigInt)]
    conversions: i64,
    #[diesel(sql_type = Text)]
    cash: String,
}

/// What the old statement says.
async fn oracle(world: &World, question: &UsageQuestion<'_>) -> Vec<(i64, Usage)> {
    let text = include_str!("usage_oracle.sql").replace("{share}", question.model.as_str());
    let after = question.period.to().next_day().unwrap();
    let zone = TimeZone::utc();
    let mut connection = world.pool.connection().await.unwrap();
    let rows: Vec<Row> = sql_query(text)
        .bind::<SqlUuid, _>(world.profile.id.uuid())
        .bind::<BigInt, _>(question.generation)
        .bind::<SqlDate, _>(question.period.from())
        .bind::<SqlDate, _>(question.period.to())
        .bind::<Timestamptz, _>(utc(zone.start_of(question.period.from())))
        .bind::<Timestamptz, _>(utc(zone.start_of(after)))
        .bind::<Array<BigInt>, _>(question.without_people_of)
        .load(&mut connection)
        .await
        .unwrap();
    let mut found: Vec<(i64, Usage)> = rows
        .into_iter()
        .map(|row| {
            let usage = Usage {
                sessions: u64::try_from(row.sessions).unwrap(),
                touches: u64::try_from(row.touches).unwrap(),
                conversions: row.conversions,
                cash: row.cash.parse().unwrap(),
            };
            (row.signature_id, usage)
        })
        .collect();
    found.sort_by_key(|(id, _)| *id);
    found
}

async fn counted(world: &World, question: UsageQuestion<'_>) -> Vec<(i64, Usage)> {
    let mut work = begin(world).await;
    work.traffic().only_read().await.unwrap();
    let found = work.traffic().usage(world.profile.id, question).await;
    found.unwrap()
}

async fn generation(world: &World) -> i64 {
    let mut work = begin(world).await;
    let published = work.traffic().published(world.profile.id).await.unwrap();
    published.unwrap().generation
}

/// Asserts that both say the same of several stretches of days under every model, and gives the touches of all of them.
async fn same(world: &World) -> u64 {
    let mut touches = 0;
    let generation = generation(world).await;
    let days: [(Date, Date); 4] = [
        (date!(2026 - 05 - 16), date!(2026 - 06 - 30)),
        (date!(2026 - 06 - 01), date!(2026 - 06 - 14)),
        (date!(2026 - 06 - 20), date!(2026 - 06 - 20)),
        (date!(2027 - 01 - 01), date!(2027 - 01 - 31)),
    ];
    for (from, to) in days {
        for model in Model::ALL {
            let mut question = UsageQuestion {
                generation,
                period: Period::new(from, to).unwrap(),
                model,
                without_people_of: &[],
            };
            let all = counted(world, question).await;
            assert_eq!(all, oracle(world, &question).await, "{from} {model:?}");
            touches += all.iter().map(|(_, usage)| usage.touches).sum::<u64>();
            let some: Vec<i64> = all.iter().map(|(id, _)| *id).step_by(3).collect();
            question.without_people_of = &some;
            let fewer = counted(world, question).await;
            assert_eq!(fewer, oracle(world, &question).await, "{from} {model:?}");
        }
    }
    touches
}

#[test]
fn what_is_added_up_is_what_is_stored() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        assert_eq!(same(&world).await, 0);
        let mut dice = Dice::new(0xace);
        seed(&world, &mut dice).await;
        let seeded = same(&world).await;
        assert!(seeded > 150, "{seeded}");
        // What came later lies beside what was folded, and a full replay counts everything anew.
        for number in 0..20 {
            let at = instant("2026-06-20T08:00:00Z").plus_micros(number * 120_000_000);
            let url = format!(
                "https://shop.cl/?utm_source=partner&utm_medium=m{}",
                number % 4
            );
            let view = page_view(&format!("later-{number}"), at, &url, None);
            world
                .track(&format!("late-{}", number % 7), vec![view])
                .await;
        }
        world.drain().await;
        let later = same(&world).await;
        assert!(later > seeded, "{later} {seeded}");
        world.rebuild().await;
        assert_eq!(same(&world).await, later);
    });
}

/// The one difference: a touch counts on the day of its session, as the session itself does.
#[test]
fn a_touch_after_midnight_counts_with_its_session() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        for (name, at, source) in [
            ("before", "2026-06-20T23:50:00Z", "news"),
            ("after", "2026-06-21T00:10:00Z", "partner"),
        ] {
            let url = format!("https://shop.cl/?utm_source={source}&utm_medium=email");
            let view = page_view(name, instant(at), &url, None);
            world.track("browser", vec![view]).await;
        }
        world.drain().await;
        let generation = generation(&world).await;
        for (from, to, expected, before) in [
            (date!(2026 - 06 - 20), date!(2026 - 06 - 20), 2, 1),
            (date!(2026 - 06 - 21), date!(2026 - 06 - 21), 0, 1),
            (date!(2026 - 06 - 20), date!(2026 - 06 - 21), 2, 2),
        ] {
            let question = UsageQuestion {
                generation,
                period: Period::new(from, to).unwrap(),
                model: Model::LastTouch,
                without_people_of: &[],
            };
            let touches = |of: &[(i64, Usage)]| of.iter().map(|(_, it)| it.touches).sum::<u64>();
            let found = touches(&counted(&world, question).await);
            let stored = touches(&oracle(&world, &question).await);
            assert_eq!((found, stored), (expected, before), "{from} {to}");
        }
    });
}
