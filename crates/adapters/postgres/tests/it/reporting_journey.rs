//! Journeys over hand-made rows, with hand-computed answers.

use kernel::{Clock, Exact};
use reporting::journey::{Journey, JourneyEvent, JourneyQuery, JourneyReader};
use tributary_postgres::reporting::PgJourneyReader;

use crate::reporting_seed::{access, id, limit, seed};
use crate::world::{RUNTIME, World, instant, payment};

const SEED: &str = include_str!("reporting_journey.sql");

const ANA: [&str; 8] = [
    "01 page_view Home",
    "01 page_view page_view",
    "01 identify identify",
    "01 custom signup",
    "02 payment_received payment_received 50",
    "03 refund refund -10",
    "09 page_view C",
    "09 lead_created lead_created",
];
const BEN: [&str; 4] = [
    "04 payment_received payment_received 20",
    "04 refund refund -5",
    "10 page_view D",
    "11 lead_created lead_created",
];

async fn seeded() -> World {
    let world = World::new().await;
    seed(&world, SEED).await;
    world
}

async fn part(world: &World, person: &str, offset: u32, rows: u32) -> Journey {
    let query = JourneyQuery {
        person: person.to_owned(),
        offset,
        limit: limit(rows),
    };
    PgJourneyReader::new(world.pool.clone())
        .journey(&access(world), &query)
        .await
        .unwrap()
}

/// Day of the month, type, name and money of each event.
fn told(journey: &Journey) -> Vec<String> {
    let line = |event: &JourneyEvent| {
        let day = event.event_time.unwrap().to_string()[8..10].to_owned();
        let mut words = vec![day, event.event_type.clone(), event.event_name.clone()];
        words.extend(event.value_amount.as_ref().map(Exact::to_string));
        words.join(" ")
    };
    journey.events.iter().map(line).collect()
}

#[test]
fn a_history_holds_what_was_the_person_s_at_its_time_and_nothing_else() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let ana = part(&world, &id("00a1").to_string(), 0, 100).await;
        assert_eq!(told(&ana), ANA);
        assert_eq!(ana.total_count, 8);
        let ben = part(&world, &id("00a2").to_string(), 0, 100).await;
        assert_eq!(told(&ben), BEN);
        assert_eq!(ben.total_count, 4);
    });
}

#[test]
fn a_payment_of_a_card_checkout_says_who_took_the_money() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut paid = payment(world.clock.now(), "10", "ana@mail.example");
        paid.event_name = Some("webpay".to_owned());
        world.record("o-1", paid).await;
        world.drain().await;
        let whose = "SELECT id::text AS line FROM customers WHERE profile_id = $1";
        let ana = world.lines(whose).await.remove(0);
        let journey = part(&world, &ana, 0, 10).await;
        assert_eq!(journey.events[0].source.as_deref(), Some("webpay"));
    });
}

#[test]
fn a_person_is_found_by_every_name_that_lists_publish() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        for name in [id("00a3").to_string(), "own".to_owned()] {
            assert_eq!(told(&part(&world, &name, 0, 100).await), ANA, "{name}");
        }
        let free = part(&world, "free", 0, 100).await;
        assert_eq!(told(&free), ["05 page_view E", "06 lead_created form"]);
        assert_eq!(free.events[1].source.as_deref(), Some("crm"));
        let event = part(&world, &id("00e8").to_string(), 0, 100).await;
        let lines = [
            "07 payment_received payment_received 8.5",
            "08 refund refund -8.5",
        ];
        assert_eq!(told(&event), lines);
        assert_eq!(event.events[0].currency.as_deref(), Some("CLP"));
        // Several people's browser is no person; an event with a person is no person either.
        for nobody in [
            "shared".to_owned(),
            id("00e1").to_string(),
            "unknown".to_owned(),
        ] {
            assert_eq!(
                part(&world, &nobody, 0, 100).await,
                Journey::default(),
                "{nobody}"
            );
        }
    });
}

#[test]
fn a_page_view_tells_its_session_and_its_client() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let journey = part(&world, &id("00a1").to_string(), 0, 100).await;
        let text = |value: &str| Some(value.to_owned());
        let expected = JourneyEvent {
            event_type: "page_view".to_owned(),
            event_name: "Home".to_owned(),
            event_time: Some(instant("2026-03-01T10:00:00Z")),
            url: text("https://shop.example/a?b=c"),
            path: text("/a"),
            channel: text("Paid Search"),
            source: text("google"),
            medium: text("cpc"),
            campaign: text("Spring"),
            device: text("mobile"),
            browser: text("Firefox"),
            os: text("Linux"),
            country: text("DE"),
            ..JourneyEvent::default()
        };
        assert_eq!(journey.events[0], expected);
        let campaigns: Vec<_> = journey
            .events
            .iter()
            .map(|event| event.campaign.as_deref())
            .collect();
        // By campaign id, by UTM word, (identify) by UTM word, by ad id, by the touch's UTM word,
        // without a touch, by a UTM word that is a campaign id, without a touch.
        let [spring, summer, seven] = [Some("Spring"), Some("summer"), Some("Seven")];
        assert_eq!(
            campaigns,
            [spring, summer, summer, spring, summer, None, seven, None]
        );
    });
}

#[test]
fn an_outcome_tells_its_last_touch_and_who_reported_it() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let ana = part(&world, &id("00a1").to_string(), 0, 100).await;
        let paid = &ana.events[4];
        assert!(paid.is_synthetic);
        assert_eq!(paid.channel.as_deref(), Some("Paid Search"));
        assert_eq!(paid.source.as_deref(), Some("stripe"));
        assert_eq!(paid.medium.as_deref(), Some("cpc"));
        assert_eq!(paid.currency.as_deref(), Some("EUR"));
        assert_eq!((&paid.url, &paid.device), (&None, &None));
        // What an older generation said of Ben's payment does not count.
        let ben = part(&world, &id("00a2").to_string(), 0, 100).await;
        assert!(!ben.events[0].is_synthetic);
        assert_eq!(ben.events[0].channel, None);
    });
}

#[test]
fn parts_join_and_the_count_is_of_the_whole() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let person = id("00a1").to_string();
        let middle = part(&world, &person, 2, 3).await;
        assert_eq!(told(&middle), ANA[2..5]);
        assert_eq!(middle.total_count, 8);
        let after = part(&world, &person, 8, 3).await;
        assert_eq!((after.events.len(), after.total_count), (0, 8));
        let far = part(&world, &person, u32::MAX, 100).await;
        assert_eq!((far.events.len(), far.total_count), (0, 8));
    });
}

#[test]
fn another_profile_knows_nobody_of_this_one() {
    RUNTIME.block_on(async {
        let (one, two, empty) = (seeded().await, World::new().await, World::new().await);
        seed(&two, &SEED.replace("'Home'", "'Start'")).await;
        let people = [id("00a1").to_string(), "own".to_owned(), "free".to_owned()];
        for person in people.iter().chain([&id("00e8").to_string()]) {
            assert_eq!(
                part(&empty, person, 0, 100).await,
                Journey::default(),
                "{person}"
            );
        }
        let here = part(&one, &people[0], 0, 100).await;
        let there = part(&two, &people[0], 0, 100).await;
        assert_eq!((here.total_count, there.total_count), (8, 8));
        assert_eq!(here.events[0].event_name, "Home");
        assert_eq!(there.events[0].event_name, "Start");
    });
}
