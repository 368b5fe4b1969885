//! Laws of replay over random histories: the incremental and the full path give the same tables,
//! the order in which facts arrive does not matter, and replaying twice changes nothing.

use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestCaseError};

use crate::world::{RUNTIME, World, identify, instant, page_view, payment, worlds};

const PEOPLE: usize = 3;
/// Each person has a browser of their own; the last one is shared.
const BROWSERS: usize = PEOPLE + 1;

#[derive(Clone, Debug)]
enum Fact {
    Visit { browser: usize, landing: usize },
    Identify { browser: usize, person: usize },
    Pay { person: usize, cents: u32 },
    Lead { person: usize },
    Refund { of: Index, cents: u32 },
}

fn fact() -> impl Strategy<Value = Fact> {
    prop_oneof![
        5 => (0..BROWSERS, 0..LANDINGS.len())
            .prop_map(|(browser, landing)| Fact::Visit { browser, landing }),
        2 => (0..BROWSERS, 0..PEOPLE)
            .prop_map(|(browser, person)| Fact::Identify { browser, person }),
        3 => (0..PEOPLE, 1..1_000_000_u32).prop_map(|(person, cents)| Fact::Pay { person, cents }),
        1 => (0..PEOPLE).prop_map(|person| Fact::Lead { person }),
        1 => (any::<Index>(), 1..1_000_000_u32).prop_map(|(of, cents)| Fact::Refund { of, cents }),
    ]
}

const LANDINGS: [(&str, Option<&str>); 6] = [
    ("https://shop.example/", None),
    (
        "https://shop.example/?utm_source=google&utm_medium=cpc&gclid=x",
        None,
    ),
    ("https://shop.example/p/1", Some("https://www.google.com/")),
    (
        "https://shop.example/p/2",
        Some("https://www.facebook.com/"),
    ),
    ("https://shop.example/p/3", Some("https://shop.example/")),
    (
        "https://shop.example/?utm_source=news&utm_medium=email",
        None,
    ),
];

/// A history: facts at distinct instants, up to 40 days apart from each other in all.
#[derive(Clone, Debug)]
struct History(Vec<(Timestamp, Fact)>);

fn history() -> impl Strategy<Value = History> {
    prop::collection::vec((fact(), 0..40 * 86_400_i64), 1..28).prop_map(|facts| {
        let begin = instant("2026-03-01T00:00:00Z");
        let at =
            |seconds: i64, number: i64| begin.plus_micros(seconds * MICROS_PER_SECOND + number);
        History(
            facts
                .into_iter()
                .zip(0_i64..)
                .map(|((fact, seconds), number)| (at(seconds, number), fact))
                .collect(),
        )
    })
}

fn email(person: usize) -> String {
    format!("person{person}@example.com")
}

async fn put(world: &World, history: &History, position: usize) {
    let (at, fact) = &history.0[position];
    let name = format!("fact-{position}");
    match fact {
        Fact::Visit { browser, landing } => {
            let (url, referrer) = LANDINGS[*landing];
            let event = page_view(&name, *at, url, referrer);
            world
                .track(&format!("browser-{browser}"), vec![event])
                .await;
        }
        Fact::Identify { browser, person } => {
            let event = identify(&name, *at, &email(*person));
            world
                .track(&format!("browser-{browser}"), vec![event])
                .await;
        }
        Fact::Pay { person, cents } => {
            let amount = format!("{}.{:02}", cents / 100, cents % 100);
            world
                .record(&name, payment(*at, &amount, &email(*person)))
                .await;
        }
        Fact::Lead { person } => {
            let mut draft = payment(*at, "10", &email(*person));
            draft.event_type = Some("lead_created".to_owned());
            draft.ad_id = Some("ad-7".to_owned());
            draft.utm_source = Some("facebook".to_owned());
            draft.utm_medium = Some("paid_social".to_owned());
            world.record(&name, draft).await;
        }
        Fact::Refund { of, cents } => {
            // It names nobody: its person is that of the payment, wherever that is in the order.
            let mut draft = payment(*at, &format!("{cents}"), "unused@example.com");
            draft.person.email = None;
            draft.refund_of = Some(format!("fact-{}", of.index(history.0.len())));
            world.record(&name, draft).await;
        }
    }
}

proptest! {
    #![proptest_config(Config { cases: worlds(40), failure_persistence: None, ..Config::default() })]

    #[test]
    fn every_path_and_every_order_gives_the_same_tables(
        history in history(),
        order in prop::collection::vec(any::<Index>(), 28),
        pauses in prop::collection::vec(any::<bool>(), 28),
    ) {
        RUNTIME.block_on(async {
            let one = World::new().await;
            for (position, pause) in pauses.iter().enumerate().take(history.0.len()) {
                put(&one, &history, position).await;
                if *pause {
                    one.drain().await;
                }
            }
            one.drain().await;
            one.ledger_holds().await;
            let incremental = one.results().await;
            one.rebuild().await;
            prop_assert_eq!(&incremental, &one.results().await, "full path");
            one.rebuild().await;
            prop_assert_eq!(&incremental, &one.results().await, "again");
            one.ledger_holds().await;

            let other = World::new().await;
            let mut left: Vec<usize> = (0..history.0.len()).collect();
            for (pick, pause) in order.iter().zip(&pauses).take(history.0.len()) {
                let position = left.remove(pick.index(left.len()));
                put(&other, &history, position).await;
                // What arrives twice changes nothing.
                put(&other, &history, position).await;
                if *pause {
                    other.drain().await;
                }
            }
            other.drain().await;
            prop_assert_eq!(&incremental, &other.results().await, "another order");
            Ok::<(), TestCaseError>(())
        })?;
    }
}

/// Chains of refunds, each naming the one before, arrive from their far end.
#[test]
fn refunds_of_refunds_find_their_sale_in_any_order() {
    RUNTIME.block_on(async {
        let at = |minute: i64| {
            instant("2026-06-01T10:00:00Z").plus_micros(minute * 60 * MICROS_PER_SECOND)
        };
        let world = World::new().await;
        let visit = page_view("visit", at(0), LANDINGS[1].0, LANDINGS[1].1);
        let known = identify("known", at(1), &email(0));
        world.track("browser", vec![visit, known]).await;
        for (number, minute) in [(3, 30), (2, 20), (1, 10)] {
            let mut refund = payment(at(minute), "5", "unused@example.com");
            refund.person.email = None;
            refund.event_type = Some(format!("chargeback_{number}"));
            refund.refund_of = Some(format!("sale-{}", number - 1));
            world.record(&format!("sale-{number}"), refund).await;
            world.drain().await;
        }
        let waiting = world.results().await;
        assert!(
            waiting.iter().all(|line| !line.starts_with("conversion")),
            "{waiting:?}"
        );
        world
            .record("sale-0", payment(at(5), "20", &email(0)))
            .await;
        world.drain().await;
        let incremental = world.results().await;
        let of_person = |line: &&String| line.starts_with("conversion") && line.contains(&email(0));
        assert_eq!(
            incremental.iter().filter(of_person).count(),
            4,
            "{incremental:?}"
        );
        world.rebuild().await;
        assert_eq!(incremental, world.results().await);
    });
}

/// A refund of one of two that refund each other: nobody's, whoever is replayed in the same moment.
#[test]
fn a_refund_that_leads_into_a_circle_is_the_same_on_every_path() {
    RUNTIME.block_on(async {
        let at = |minute: i64| {
            instant("2026-06-01T10:00:00Z").plus_micros(minute * 60 * MICROS_PER_SECOND)
        };
        let refunds = [("a", "c"), ("b", "c"), ("c", "b")];
        let mut results = Vec::new();
        for is_drained_each_time in [true, false] {
            let world = World::new().await;
            for ((name, of), minute) in refunds.iter().zip(0..) {
                let mut refund = payment(at(minute), "5", "unused@example.com");
                refund.person.email = None;
                refund.refund_of = Some((*of).to_owned());
                world.record(name, refund).await;
                if is_drained_each_time {
                    world.drain().await;
                }
            }
            world.drain().await;
            results.push(world.results().await);
            world.rebuild().await;
            results.push(world.results().await);
        }
        assert_eq!(results[0].len(), 2, "{results:?}");
        results.dedup();
        assert_eq!(results.len(), 1, "{results:?}");
    });
}
