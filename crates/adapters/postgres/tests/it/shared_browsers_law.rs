//! Whose a shared browser is: every statement that looks it up says what
//! [`Ownership::owner_at`](identity_graph::Ownership::owner_at) says.

use std::collections::{BTreeMap, BTreeSet};

use identity_graph::{Identification, IdentifierKind, Ownership, Subject, ValueKey};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Currency, CustomerId, Timestamp};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError};
use reporting::journey::{JourneyQuery, JourneyReader};
use reporting::outcomes::{CaptureQuery, OutcomesReader, Window};
use tributary_postgres::reporting::{PgJourneyReader, PgOutcomesReader};
use uuid::Uuid;

use crate::reporting_seed::{access, limit};
use crate::world::{RUNTIME, World, identify, instant, page_view, payment, worlds};

const HOUR: i64 = 3_600 * MICROS_PER_SECOND;

const BROWSERS: u8 = 2;

const PEOPLE: [&str; 3] = ["a@example.com", "b@example.com", "c@example.com"];

/// What happens on a browser at a full hour; a visit half an hour later, so that it is never at the same
/// instant as anything else, while people are named and pay at the same instants often.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Visit,
    Tell(usize),
    Pay,
}

#[derive(Clone, Copy, Debug)]
struct Fact {
    browser: u8,
    hour: i64,
    deed: Deed,
}

impl Fact {
    fn at(&self) -> Timestamp {
        let half = match self.deed {
            Deed::Visit => HOUR / 2,
            Deed::Tell(_) | Deed::Pay => 0,
        };
        begin().plus_micros(self.hour * HOUR + half)
    }

    fn anonymous_id(&self) -> String {
        format!("browser-{}", self.browser)
    }
}

fn begin() -> Timestamp {
    instant("2026-03-01T00:00:00Z")
}

fn fact() -> impl Strategy<Value = Fact> {
    let deed = prop_oneof![
        2 => Just(Deed::Visit),
        2 => (0..PEOPLE.len()).prop_map(Deed::Tell),
        3 => Just(Deed::Pay),
    ];
    (0..BROWSERS, 0..24_i64, deed).prop_map(|(browser, hour, deed)| Fact {
        browser,
        hour,
        deed,
    })
}

/// The rule alone, on the facts alone.
struct Owners(Vec<Ownership>);

impl Owners {
    fn of(facts: &[Fact]) -> Self {
        let named = |browser: u8| {
            let told = |fact: &Fact| match fact.deed {
                Deed::Tell(person) if fact.browser == browser => Some(Identification {
                    at: fact.at(),
                    subject: Subject {
                        kind: IdentifierKind::Email,
                        value_key: ValueKey::new(PEOPLE[person]),
                    },
                    customer: customer(person),
                }),
                _ => None,
            };
            Ownership::from_identifications(facts.iter().filter_map(told).collect())
        };
        Self((0..BROWSERS).map(named).collect())
    }

    /// The address of whose the fact is, or the browser's name.
    fn owner(&self, fact: &Fact) -> String {
        let owner = self.0[usize::from(fact.browser)].owner_at(fact.at());
        let of = |id: CustomerId| (0..PEOPLE.len()).find(|person| customer(*person) == id);
        match owner.and_then(of) {
            Some(person) => PEOPLE[person].to_owned(),
            None => fact.anonymous_id(),
        }
    }

    fn are_shared(&self) -> bool {
        let shared = |ownership: &Ownership| matches!(ownership, Ownership::Shared(_));
        self.0.iter().any(shared)
    }
}

fn customer(person: usize) -> CustomerId {
    Uuid::from_u128(u128::try_from(person).unwrap() + 1).into()
}

async fn put(world: &World, number: usize, fact: &Fact) {
    let (name, browser) = (format!("fact-{number}"), fact.anonymous_id());
    match fact.deed {
        Deed::Visit => {
            // A campaign of its own, so that each visit is a touch.
            let url = format!(
                "https://shop.example/?utm_source=news&utm_medium=email&utm_campaign=c{number}"
            );
            let event = page_view(&name, fact.at(), &url, None);
            world.track(&browser, vec![event]).await;
        }
        Deed::Tell(person) => {
            let event = identify(&name, fact.at(), PEOPLE[person]);
            world.track(&browser, vec![event]).await;
        }
        Deed::Pay => {
            let mut draft = payment(fact.at(), "10", "");
            draft.person.email = None;
            draft.person.anonymous_id = Some(browser);
            world.record(&name, draft).await;
        }
    }
}

/// Each payment with whose it is and how many touches theirs were before it.
fn expected_payments(facts: &[Fact], owners: &Owners) -> Vec<String> {
    let line = |(number, fact): (usize, &Fact)| {
        let owner = owners.owner(fact);
        let touches = facts.iter().filter(|other| {
            matches!(other.deed, Deed::Visit)
                && other.at() <= fact.at()
                && owners.owner(other) == owner
        });
        format!("fact-{number} {owner} {}", touches.count())
    };
    let payments = facts.iter().enumerate();
    let mut lines: Vec<String> = payments
        .filter(|(_, fact)| matches!(fact.deed, Deed::Pay))
        .map(line)
        .collect();
    lines.sort();
    lines
}

/// The same as it is stored.
async fn stored_payments(world: &World) -> Vec<String> {
    let mut lines = world
        .lines(
            "SELECT concat_ws(' ', e.idempotency_key, coalesce(u.primary_email, v.anonymous_id), c.touch_count) AS line
             FROM attribution_state s
             JOIN conversions c ON c.profile_id = $1 AND c.generation = s.generation
             JOIN outcome_events e ON e.profile_id = $1 AND e.id = c.event_id
             LEFT JOIN customers u ON u.profile_id = $1 AND u.id = c.person_id
             LEFT JOIN visitors v ON v.profile_id = $1 AND v.id = c.person_id
             WHERE s.profile_id = $1",
        )
        .await;
    lines.sort();
    lines
}

/// How many people paid before each of the hours.
async fn payers_by_hour(world: &World) -> Vec<i64> {
    let reader = PgOutcomesReader::new(world.pool.clone());
    let query = CaptureQuery {
        names: vec!["payment_received".to_owned()],
        names_of_others: Vec::new(),
    };
    let mut counts = Vec::new();
    for hour in 1..=24 {
        let window = Window {
            from: begin(),
            until: begin().plus_micros(hour * HOUR),
        };
        let euro = Currency::parse("EUR").unwrap();
        let captured = reader
            .captured(&access(world), window, euro, std::slice::from_ref(&query))
            .await
            .unwrap();
        counts.push(captured[0].distinct_people);
    }
    counts
}

fn expected_payers_by_hour(facts: &[Fact], owners: &Owners) -> Vec<i64> {
    let until = |hour: i64| {
        let paid = |fact: &&Fact| matches!(fact.deed, Deed::Pay) && fact.hour < hour;
        let people = facts.iter().filter(paid).map(|fact| owners.owner(fact));
        i64::try_from(people.collect::<BTreeSet<_>>().len()).unwrap()
    };
    (1..=24).map(until).collect()
}

/// When each person visited and paid, as their journeys tell it.
async fn journeys(world: &World) -> BTreeMap<String, Vec<String>> {
    let people = world
        .lines("SELECT id || ' ' || primary_email AS line FROM customers WHERE profile_id = $1")
        .await;
    let reader = PgJourneyReader::new(world.pool.clone());
    let mut told = BTreeMap::new();
    for line in people {
        let (id, address) = line.split_once(' ').unwrap();
        let query = JourneyQuery {
            person: id.to_owned(),
            offset: 0,
            limit: limit(100),
        };
        let journey = reader.journey(&access(world), &query).await.unwrap();
        let events = journey.events.iter();
        let events = events.filter(|event| event.event_type != "identify");
        let mut lines: Vec<String> = events
            .map(|event| format!("{} {}", event.event_time.unwrap(), event.event_type))
            .collect();
        lines.sort();
        told.insert(address.to_owned(), lines);
    }
    told
}

fn expected_journeys(facts: &[Fact], owners: &Owners) -> BTreeMap<String, Vec<String>> {
    let mut told: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for fact in facts {
        match fact.deed {
            Deed::Tell(person) => {
                told.entry(PEOPLE[person].to_owned()).or_default();
            }
            Deed::Visit | Deed::Pay => {
                let kind = if matches!(fact.deed, Deed::Pay) {
                    "payment_received"
                } else {
                    "page_view"
                };
                let line = format!("{} {kind}", fact.at());
                told.entry(owners.owner(fact)).or_default().push(line);
            }
        }
    }
    told.retain(|person, _| PEOPLE.contains(&person.as_str()));
    for lines in told.values_mut() {
        lines.sort();
    }
    told
}

proptest! {
    #![proptest_config(Config { cases: worlds(32), failure_persistence: None, ..Config::default() })]

    #[test]
    fn statements_say_what_the_rule_says(
        facts in prop::collection::vec(fact(), 12..24).prop_filter(
            "a shared browser, and somebody who pays",
            |facts| Owners::of(facts).are_shared() && facts.iter().any(|fact| matches!(fact.deed, Deed::Pay)),
        ),
    ) {
        RUNTIME.block_on(async {
            let owners = Owners::of(&facts);
            let world = World::new().await;
            for (number, fact) in facts.iter().enumerate() {
                put(&world, number, fact).await;
            }
            world.drain().await;
            let expected = expected_payments(&facts, &owners);
            prop_assert_eq!(&expected, &stored_payments(&world).await, "as they came");
            prop_assert_eq!(expected_payers_by_hour(&facts, &owners), payers_by_hour(&world).await);
            prop_assert_eq!(expected_journeys(&facts, &owners), journeys(&world).await);
            world.rebuild().await;
            prop_assert_eq!(&expected, &stored_payments(&world).await, "a full replay");
            Ok::<(), TestCaseError>(())
        })?;
    }
}
