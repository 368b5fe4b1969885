//! Who is one person, in cases that were found to go wrong or that people ask about.

use application::customers::import::{Forgotten, import};
use application::replays::refresh::refresh;
use application::settle;
use event_intake::RawPerson;
use kernel::timestamp::MICROS_PER_SECOND;
use testkit::TestDatabase;
use tributary_worker::round::round;

use crate::people_laws::{Fact, Named, ids_lead_on, people, put};
use crate::world::{RUNTIME, World, instant, payment};

/// A payment by e-mail, one by phone and one by both, in all orders.
#[test]
fn a_person_known_by_both_is_one_person_in_any_order() {
    RUNTIME.block_on(async {
        let email = Named {
            email: 1,
            ..Named::default()
        };
        let phone = Named {
            phone: 1,
            ..Named::default()
        };
        let both = Named {
            email: 1,
            phone: 1,
            ..Named::default()
        };
        let at = |day: i64| {
            instant("2026-03-01T00:00:00Z").plus_micros(day * 86_400 * MICROS_PER_SECOND)
        };
        let pay = |day, who: &Named, cents| {
            let who = who.clone();
            (
                at(day),
                Fact::Pay {
                    who,
                    browser: 0,
                    cents,
                },
            )
        };
        let tell = Fact::Tell {
            browser: 1,
            who: email.clone(),
        };
        let history = vec![
            pay(3, &email, 1_000),
            pay(4, &phone, 2_000),
            pay(5, &both, 4_000),
            (at(2), tell),
            (at(1), Fact::Visit { browser: 1 }),
        ];
        let mut seen = Vec::new();
        for order in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let world = World::new().await;
            for position in [4, 3].into_iter().chain(order) {
                put(&world, &history, position).await;
                world.drain().await;
            }
            ids_lead_on(&world).await;
            let customers = "SELECT count(*)::text AS line FROM customers \
                 WHERE profile_id = $1 AND merged_into IS NULL";
            assert_eq!(world.lines(customers).await, ["1"], "{order:?}");
            seen.push(people(&world).await);
        }
        seen.dedup();
        assert_eq!(seen.len(), 1);
        let credits = seen[0].iter().filter(|line| line.starts_with("credit"));
        assert_eq!(credits.count(), 3, "{:?}", seen[0]);
    });
}

/// Two people behind one phone, who were one to an earlier release: the one who is parted has the name
/// that the own events say.
#[test]
fn who_is_parted_is_called_as_the_own_events_say() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = instant("2026-03-01T00:00:00Z");
        for (number, name) in [(1, "Ana"), (2, "Bruno")] {
            let mut draft = payment(at, "10", &format!("person{number}@example.com"));
            draft.person.first_name = Some(name.to_owned());
            world.record(name, draft).await;
        }
        world.drain().await;
        let together = "UPDATE identifiers SET is_settled = false, home_id = NULL, customer_id = ( \
             SELECT customer_id FROM identifiers WHERE profile_id = $1 AND value_key LIKE '%1@%') \
             WHERE profile_id = $1";
        world.execute(together).await;
        let nobody = "DELETE FROM customers c WHERE c.profile_id = $1 AND NOT EXISTS ( \
             SELECT FROM identifiers i WHERE i.profile_id = $1 AND i.customer_id = c.id)";
        world.execute(nobody).await;
        let touch = payment(at, "10", "person1@example.com");
        world.record("third", touch).await;
        world.drain().await;
        let called = "SELECT concat_ws(' ', c.first_name, c.primary_email) AS line \
             FROM customers c JOIN identifiers i ON i.profile_id = $1 AND i.customer_id = c.id \
             WHERE c.profile_id = $1 ORDER BY 1";
        assert_eq!(
            world.lines(called).await,
            ["Ana person1@example.com", "Bruno person2@example.com"]
        );
        ids_lead_on(&world).await;
    });
}

/// What joined two people may be taken back by what comes later, with all that was noted of it.
#[test]
fn a_later_fact_takes_a_join_back() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let who = |email, phone| Named {
            email,
            phone,
            ..Named::default()
        };
        let at = |day: i64| {
            instant("2026-03-01T00:00:00Z").plus_micros(day * 86_400 * MICROS_PER_SECOND)
        };
        let pay = |day, who| {
            let (browser, cents) = (0, 1_000);
            (
                at(day),
                Fact::Pay {
                    who,
                    browser,
                    cents,
                },
            )
        };
        let history = vec![
            pay(1, who(1, 0)),
            pay(2, who(0, 9)),
            pay(3, who(1, 9)),
            pay(4, who(2, 9)),
        ];
        let customers = "SELECT concat_ws(' ', id, merged_into) AS line FROM customers \
             WHERE profile_id = $1 ORDER BY first_seen_at";
        for position in [0, 1] {
            put(&world, &history, position).await;
            world.drain().await;
        }
        let apart = world.lines(customers).await;
        put(&world, &history, 2).await;
        world.drain().await;
        let joined = world.lines(customers).await;
        assert_eq!(
            joined,
            [apart[0].clone(), format!("{} {}", apart[1], apart[0])]
        );
        put(&world, &history, 3).await;
        world.drain().await;
        let again = world.lines(customers).await;
        assert_eq!(again[..2], apart[..]);
        assert_eq!(again.len(), 3);
        let moves = "SELECT concat_ws(' ', m.kind, e.idempotency_key) AS line \
             FROM identifier_moves m \
             JOIN outcome_events e ON e.profile_id = $1 AND e.id = m.fact_id \
             WHERE m.profile_id = $1 ORDER BY e.idempotency_key";
        assert_eq!(world.lines(moves).await, ["phone fact-2", "phone fact-3"]);
        let causes = "SELECT DISTINCT concat_ws(' ', c ->> 'cause', e.idempotency_key) AS line \
             FROM restatements r CROSS JOIN LATERAL jsonb_array_elements(r.causes) AS c \
             JOIN outcome_events e ON e.profile_id = $1 AND e.id = (c ->> 'subject_id')::uuid \
             WHERE r.profile_id = $1 ORDER BY 1";
        assert_eq!(
            world.lines(causes).await,
            ["identity fact-2", "identity fact-3"]
        );
        ids_lead_on(&world).await;
    });
}

/// Whoever was joined and is parted again takes the name along that was theirs, and what somebody is called by their own events
/// stays.
#[test]
fn a_join_that_is_taken_back_leaves_no_name_behind() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let pay = async |day: i64, email: Option<&str>, phone: Option<&str>, names: [&str; 2]| {
            let at = instant("2026-03-01T00:00:00Z");
            let at = at.plus_micros(day * 86_400 * MICROS_PER_SECOND);
            let mut draft = payment(at, "10", "");
            let [first, last] = names.map(|name| (!name.is_empty()).then(|| name.to_owned()));
            draft.person = RawPerson {
                email: email.map(str::to_owned),
                phone: phone.map(str::to_owned),
                first_name: first,
                last_name: last,
                ..RawPerson::default()
            };
            world.record(&format!("day {day}"), draft).await;
            world.drain().await;
        };
        let called = "SELECT concat_ws(' ', c.first_name, c.last_name, c.primary_email, c.primary_phone) AS line \
             FROM customers c WHERE c.profile_id = $1 AND c.merged_into IS NULL ORDER BY 1";
        let (ann, phone) = (Some("ann@mail.example"), Some("+56987654321"));
        pay(1, ann, None, ["Ann", ""]).await;
        pay(2, None, phone, ["Lee", "Soto"]).await;
        pay(3, ann, phone, ["", ""]).await;
        let joined = ["Ann Soto ann@mail.example +56987654321"];
        assert_eq!(world.lines(called).await, joined);
        pay(4, Some("bob@mail.example"), phone, ["", ""]).await;
        let apart = [
            "Ann ann@mail.example",
            "Lee Soto +56987654321",
            "bob@mail.example",
        ];
        assert_eq!(world.lines(called).await, apart);
        ids_lead_on(&world).await;
    });
}

/// Two of one family who are on a list keep their names though an event joins them and another one parts them.
#[test]
fn a_join_that_is_taken_back_leaves_everybody_their_own_name() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let ana = RawPerson {
            email: Some("ana@mail.example".to_owned()),
            first_name: Some("Ana".to_owned()),
            last_name: Some("Soto".to_owned()),
            ..RawPerson::default()
        };
        let luis = RawPerson {
            phone: Some("+56987654321".to_owned()),
            first_name: Some("Luis".to_owned()),
            last_name: Some("Soto".to_owned()),
            ..RawPerson::default()
        };
        let rows = [Some(ana), Some(luis)];
        let (context, id) = (world.context(), world.profile.id);
        let mut work = world.begin().await;
        let listed = import(&mut *work, &context, id, &rows, Forgotten::Rejected).await;
        settle(work, listed).await.unwrap();
        for (name, email) in [("both", "ana@mail.example"), ("other", "bob@mail.example")] {
            let mut draft = payment(instant("2026-03-01T00:00:00Z"), "10", email);
            draft.person.phone = Some("+56987654321".to_owned());
            world.record(name, draft).await;
            world.drain().await;
        }
        let called = "SELECT concat_ws(' ', c.first_name, c.last_name) AS line FROM customers c \
             WHERE c.profile_id = $1 AND c.merged_into IS NULL AND c.first_name IS NOT NULL ORDER BY 1";
        assert_eq!(world.lines(called).await, ["Ana Soto", "Luis Soto"]);
    });
}

/// A look that began before two people were joined takes their marks, and the next look joins them.
#[test]
fn what_joins_people_while_marks_are_taken_is_settled_in_the_next_look() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let at = instant("2026-06-01T10:00:00Z");
        let mut by_phone = payment(at, "20", "unused@mail.example");
        by_phone.person = RawPerson {
            phone: Some("+56987654321".to_owned()),
            ..RawPerson::default()
        };
        let mut by_both = payment(at, "30", "ann@mail.example");
        by_both.person.phone.clone_from(&by_phone.person.phone);
        world
            .record("a", payment(at, "10", "ann@mail.example"))
            .await;
        world.record("b", by_phone).await;
        world.drain().await;
        world.record("c", by_both).await;
        let mut work = world.begin().await;
        let taken = refresh(&mut *work, &world.context(), world.profile.id, 100).await;
        settle(work, taken).await.unwrap();
        let people = "SELECT count(DISTINCT i.customer_id)::text AS line FROM identifiers i \
            WHERE i.profile_id = $1";
        assert_eq!(world.lines(people).await, ["2"]);
        for _ in 0..3 {
            round(&world.worker()).await.unwrap();
        }
        assert_eq!(world.lines(people).await, ["1"]);
        let paid = "SELECT count(DISTINCT c.person_id)::text AS line FROM conversions c \
            JOIN attribution_state s ON s.profile_id = $1 AND s.generation = c.generation \
            WHERE c.profile_id = $1";
        assert_eq!(world.lines(paid).await, ["1"]);
    });
}
