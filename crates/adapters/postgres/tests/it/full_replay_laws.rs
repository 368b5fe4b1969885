//! A full replay writes exactly the rows that the incremental path writes, whatever the history:
//! browsers that several people share, browsers and events of nobody, chains of refunds, touches
//! that are made of an event's own evidence, money without a rate; in one part and in many.

use application::replays::rebuild::{Rebuilt, rebuild};
use application::tracking::collect::Sender;
use event_intake::OutcomeEventDraft;
use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestCaseError};
use tributary_postgres::PgUnitsOfWork;

use crate::world::{RUNTIME, World, identify, instant, page_view, payment, worlds};

const PEOPLE: usize = 4;
/// The last two are shared.
const BROWSERS: usize = PEOPLE + 2;
const DAYS: i64 = 120;
/// Bytes that everybody's facts seem to fit into, because so few touches are not sampled, and do not.
const TIGHT: usize = 1_000;

#[derive(Clone, Debug)]
enum Who {
    Person(usize),
    Browser(usize),
    Nobody,
}

#[derive(Clone, Debug)]
enum Fact {
    Visit {
        browser: usize,
        landing: usize,
    },
    Identify {
        browser: usize,
        person: usize,
    },
    Pay {
        who: Who,
        cents: u32,
        currency: usize,
    },
    Lead {
        who: Who,
        evidence: usize,
    },
    Refund {
        of: Index,
        who: Who,
        cents: u32,
    },
}

fn who() -> impl Strategy<Value = Who> {
    prop_oneof![
        3 => (0..PEOPLE).prop_map(Who::Person),
        2 => (0..BROWSERS).prop_map(Who::Browser),
        1 => Just(Who::Nobody),
    ]
}

fn fact() -> impl Strategy<Value = Fact> {
    prop_oneof![
        5 => (0..BROWSERS, 0..LANDINGS.len())
            .prop_map(|(browser, landing)| Fact::Visit { browser, landing }),
        3 => (0..BROWSERS, 0..PEOPLE)
            .prop_map(|(browser, person)| Fact::Identify { browser, person }),
        4 => (who(), 1..1_000_000_u32, 0..CURRENCIES.len())
            .prop_map(|(who, cents, currency)| Fact::Pay { who, cents, currency }),
        2 => (who(), 0..4_usize).prop_map(|(who, evidence)| Fact::Lead { who, evidence }),
        2 => (any::<Index>(), who(), 1..1_000_000_u32)
            .prop_map(|(of, who, cents)| Fact::Refund { of, who, cents }),
    ]
}

/// Rates from dollars are known for every other day, none from yen.
const CURRENCIES: [Option<&str>; 4] = [None, Some("EUR"), Some("USD"), Some("JPY")];

const LANDINGS: [(&str, Option<&str>); 5] = [
    ("https://shop.example/", None),
    (
        "https://shop.example/?utm_source=google&utm_medium=cpc&gclid=g1",
        None,
    ),
    (
        "https://shop.example/a?utm_source=facebook&utm_medium=paid_social&fbclid=f1&ad_id=ad-1",
        None,
    ),
    ("https://shop.example/p/1", Some("https://www.google.com/")),
    (
        "https://shop.example/?utm_source=news&utm_medium=email",
        None,
    ),
];

type History = Vec<(Timestamp, Fact)>;

fn history() -> impl Strategy<Value = History> {
    prop::collection::vec((fact(), 0..DAYS * 86_400), 1..40).prop_map(|facts| {
        let begin = instant("2026-02-01T00:00:00Z");
        let at =
            |seconds: i64, number: i64| begin.plus_micros(seconds * MICROS_PER_SECOND + number);
        facts
            .into_iter()
            .zip(0_i64..)
            .map(|((fact, seconds), number)| (at(seconds, number), fact))
            .collect()
    })
}

fn outcome(at: Timestamp, amount: &str, who: &Who) -> OutcomeEventDraft {
    let mut draft = payment(at, amount, "unused@example.com");
    draft.person.email = None;
    match who {
        Who::Person(person) => draft.person.email = Some(email(*person)),
        Who::Browser(browser) => draft.person.anonymous_id = Some(format!("browser-{browser}")),
        Who::Nobody => {}
    }
    draft
}

fn email(person: usize) -> String {
    format!("person{person}@example.com")
}

async fn put(world: &World, history: &History, position: usize) {
    let (at, fact) = &history[position];
    let name = format!("fact-{position}");
    match fact {
        Fact::Visit { browser, landing } => {
            let (url, referrer) = LANDINGS[*landing];
            let sender = Sender {
                country: (browser % 2 == 0).then(|| format!("C{browser}")),
                ..Sender::default()
            };
            let events = vec![page_view(&name, *at, url, referrer)];
            world
                .track_from(&format!("browser-{browser}"), &sender, events)
                .await;
        }
        Fact::Identify { browser, person } => {
            let event = identify(&name, *at, &email(*person));
            world
                .track(&format!("browser-{browser}"), vec![event])
                .await;
        }
        Fact::Pay {
            who,
            cents,
            currency,
        } => {
            let mut draft = outcome(*at, &format!("{}.{:02}", cents / 100, cents % 100), who);
            draft.currency = CURRENCIES[*currency].map(str::to_owned);
            world.record(&name, draft).await;
        }
        Fact::Lead { who, evidence } => {
            let mut draft = outcome(*at, "10", who);
            draft.event_type = Some("lead_created".to_owned());
            draft.utm_source = Some("facebook".to_owned());
            draft.utm_medium = Some("paid_social".to_owned());
            match evidence {
                0 => draft.ad_id = Some("ad-1".to_owned()),
                1 => draft.campaign_id = Some("campaign-1".to_owned()),
                2 => draft.click_ids = vec![("gclid".to_owned(), "g1".to_owned())],
                _ => {}
            }
            world.record(&name, draft).await;
        }
        // A fact before it, which may be a refund, or no outcome event at all.
        Fact::Refund { of, who, cents } => {
            let mut draft = outcome(*at, &format!("{cents}"), who);
            draft.refund_of = Some(format!("fact-{}", of.index(position.max(1))));
            if position > 0 {
                world.record(&name, draft).await;
            }
        }
    }
}

/// Every column of every row that readers see, but for the number of the generation.
async fn rows(world: &World) -> Vec<String> {
    let mut lines = Vec::new();
    for table in ["conversions", "credits"] {
        let statement = format!(
            "SELECT concat('{table} ', (to_jsonb(t) - 'generation')::text) AS line \
             FROM attribution_state s JOIN {table} t ON t.profile_id = $1 AND t.generation = s.generation \
             WHERE s.profile_id = $1 ORDER BY 1"
        );
        lines.extend(world.lines(&statement).await);
    }
    lines
}

async fn rebuilt_within(world: &World, memory: usize) -> Vec<String> {
    let units = PgUnitsOfWork::clone(&world.units).with_replay_memory(memory);
    let outcome = rebuild(&units, &world.context(), world.profile.id, &|_| {}).await;
    assert!(
        matches!(outcome, Ok(Rebuilt::Published { .. })),
        "{outcome:?}"
    );
    rows(world).await
}

async fn rates(world: &World) {
    let statement = "INSERT INTO fx_rates (profile_id, from_currency, to_currency, date, rate, \
         source) SELECT $1, 'USD', 'EUR', '2026-02-01'::date + 2 * n, 0.91 + n * 0.00012345, 'ecb' \
         FROM generate_series(0, 60) AS n";
    world.execute(statement).await;
}

proptest! {
    #![proptest_config(Config { cases: worlds(24), failure_persistence: None, ..Config::default() })]

    #[test]
    fn a_full_replay_writes_the_rows_that_the_incremental_path_writes(
        history in history(),
        pauses in prop::collection::vec(any::<bool>(), 40),
    ) {
        RUNTIME.block_on(async {
            let world = World::new().await;
            rates(&world).await;
            for (position, pause) in pauses.iter().enumerate().take(history.len()) {
                put(&world, &history, position).await;
                if *pause {
                    world.drain().await;
                }
            }
            world.drain().await;
            let incremental = rows(&world).await;
            prop_assert_eq!(&incremental, &rebuilt_within(&world, usize::MAX).await, "at once");
            prop_assert_eq!(&incremental, &rebuilt_within(&world, 0).await, "in many parts");
            let tight = rebuilt_within(&world, TIGHT).await;
            prop_assert_eq!(&incremental, &tight, "in more parts than expected");
            world.ledger_holds().await;
            Ok::<(), TestCaseError>(())
        })?;
    }
}
