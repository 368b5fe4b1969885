//! Names and dates of customers who are made one and parted again.

use application::customers::import::{Forgotten, import};
use application::settle;
use event_intake::RawPerson;
use kernel::CustomerId;

use crate::merge_laws::{customers, decide, take_back};
use crate::world::{RUNTIME, World, identify_as, instant, payment};

/// A name goes where there is none, and goes back with the decision; one that came meanwhile stays.
#[test]
fn names_and_dates_go_back_with_the_decision() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = |day: u8| instant(&format!("2026-03-{day:02}T00:00:00Z"));
        let mut named = payment(at(2), "10", "bob@example.com");
        named.person.first_name = Some("Bob".to_owned());
        named.person.last_name = Some("Builder".to_owned());
        world.record("1", payment(at(1), "10", "ann@example.com")).await;
        world.record("2", named).await;
        world.drain().await;
        let shown = "SELECT concat_ws(' ', primary_email, first_name, last_name, first_seen_at::date, \
             last_seen_at::date) AS line FROM customers WHERE profile_id = $1 ORDER BY first_seen_at";
        let apart = world.lines(shown).await;
        let known = customers(&world).await;
        let merge = decide(&world, [known[0], known[1]], None)
            .await
            .unwrap()
            .merge;
        assert_eq!(
            world.lines(shown).await[0],
            "ann@example.com Bob Builder 2026-03-01 2026-03-02"
        );
        take_back(&world, merge.id).await.unwrap();
        assert_eq!(world.lines(shown).await, apart);
        let again = decide(&world, [known[0], known[1]], None)
            .await
            .unwrap()
            .merge;
        let mut late = payment(at(3), "10", "ann@example.com");
        late.person.first_name = Some("Ann".to_owned());
        world.record("3", late).await;
        take_back(&world, again.id).await.unwrap();
        assert_eq!(
            world.lines(shown).await,
            [
                "ann@example.com Ann 2026-03-01 2026-03-03",
                "bob@example.com Bob Builder 2026-03-02 2026-03-02"
            ]
        );
    });
}

/// What is said of a value goes where the value goes: a contact takes the name along that a payment of it said. What is said
/// of either of two while they are one is known of that one afterwards.
#[test]
fn names_go_with_the_values_of_which_they_were_said() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = |day: u8| instant(&format!("2026-03-{day:02}T00:00:00Z"));
        let ann = payment(at(1), "10", "ann@example.com");
        let bob = payment(at(2), "10", "bob@example.com");
        let mut named = payment(at(1), "10", "ann@example.com");
        named.person.crm_contact_id = Some("7".to_owned());
        named.person.first_name = Some("Ann".to_owned());
        let mut both = payment(at(2), "10", "bob@example.com");
        both.person.crm_contact_id = Some("7".to_owned());
        let mut other = payment(at(3), "10", "ann@example.com");
        other.person.national_id = Some("11111111-1".to_owned());
        for (name, event) in ["0", "1", "2", "3", "4"].into_iter().zip([ann, bob, named, both, other]) {
            world.record(name, event).await;
            world.drain().await;
        }
        let shown = "SELECT concat_ws(' ', primary_email, first_name, last_name) AS line FROM customers \
             WHERE profile_id = $1 ORDER BY primary_email";
        let apart = world.lines(shown).await;
        assert_eq!(apart, ["ann@example.com", "bob@example.com Ann", ""]);
        let by_email = "SELECT id::text AS line FROM customers WHERE profile_id = $1 ORDER BY primary_email";
        let ids = world.lines(by_email).await;
        let [_, bob, nobody] = &ids[..] else {
            panic!("three customers")
        };
        let pair = [bob, nobody].map(|id| CustomerId::new(id.parse().unwrap()));
        let first = decide(&world, pair, None).await.unwrap().merge;
        take_back(&world, first.id).await.unwrap();
        assert_eq!(world.lines(shown).await, apart);
        let again = decide(&world, pair, None).await.unwrap().merge;
        let mut of_bob = payment(at(4), "10", "");
        of_bob.person.crm_contact_id = Some("7".to_owned());
        of_bob.person.last_name = Some("Builder".to_owned());
        let mut of_other = payment(at(5), "10", "");
        of_other.person.national_id = Some("11111111-1".to_owned());
        of_other.person.first_name = Some("Eve".to_owned());
        world.record("5", of_bob).await;
        world.record("6", of_other).await;
        take_back(&world, again.id).await.unwrap();
        assert_eq!(
            world.lines(shown).await,
            ["ann@example.com", "bob@example.com Ann Builder", "Eve"]
        );
    });
}

/// Two nameless ones, one of whom a list or a browser names while they are one, and somebody older whom a fact joins to them.
#[test]
fn who_was_named_while_they_were_one_stays_named() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = |day: u8| instant(&format!("2026-03-{day:02}T00:00:00Z"));
        let named = |email: &str, name: &str| RawPerson {
            email: Some(format!("{email}@example.com")),
            first_name: Some(name.to_owned()),
            ..RawPerson::default()
        };
        for (name, email) in [("1", "ann@example.com"), ("2", "bob@example.com")] {
            world.record(name, payment(at(2), "10", email)).await;
        }
        world.drain().await;
        let shown = "SELECT concat_ws(' ', primary_email, first_name) AS line FROM customers \
             WHERE profile_id = $1 AND merged_into IS NULL ORDER BY primary_email";
        let known = customers(&world).await;
        let merge = decide(&world, [known[0], known[1]], None)
            .await
            .unwrap()
            .merge;
        // A list names one of them, a browser the other, and neither is an event of a server.
        let (context, id) = (world.context(), world.profile.id);
        let mut work = world.begin().await;
        let rows = [Some(named("bob", "Bob"))];
        let listed = import(&mut *work, &context, id, &rows, Forgotten::Rejected).await;
        settle(work, listed).await.unwrap();
        let told = identify_as("told", at(4), named("ann", "Ann"));
        world.track("browser", vec![told]).await;
        world.drain().await;
        take_back(&world, merge.id).await.unwrap();
        assert_eq!(
            world.lines(shown).await,
            ["ann@example.com Ann", "bob@example.com Bob"]
        );
    });
}

/// A name leads on: whoever has it of somebody who is one with somebody else by a decision gives it back with that
/// decision, and is called by what is left.
#[test]
fn a_name_that_led_on_goes_back() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = |day: u8| instant(&format!("2026-03-{day:02}T00:00:00Z"));
        let told = |day: u8, email: &str, crm: &str, name: &str| {
            let mut event = payment(at(day), "10", email);
            let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            event.person.crm_contact_id = given(crm);
            event.person.first_name = given(name);
            event
        };
        let apart = [
            told(1, "", "1", ""),
            told(2, "ann@example.com", "", ""),
            told(3, "bob@example.com", "", "Bob"),
            told(4, "carl@example.com", "", "Carl"),
        ];
        for (place, event) in apart.into_iter().enumerate() {
            world.record(&format!("apart-{place}"), event).await;
        }
        world.drain().await;
        let shown = "SELECT concat_ws(' ', primary_email, first_name) AS line FROM customers \
             WHERE profile_id = $1 AND merged_into IS NULL ORDER BY first_seen_at";
        let [old, ann, bob, carl] = customers(&world).await[..] else {
            panic!("four customers")
        };
        // By decisions one upon the other.
        let first = decide(&world, [ann, bob], None).await.unwrap().merge;
        let second = decide(&world, [ann, old], None).await.unwrap().merge;
        let third = decide(&world, [old, carl], None).await.unwrap().merge;
        assert_eq!(world.lines(shown).await, ["ann@example.com Bob"]);
        for id in [third.id, second.id, first.id] {
            take_back(&world, id).await.unwrap();
        }
        let each = [
            "",
            "ann@example.com",
            "bob@example.com Bob",
            "carl@example.com Carl",
        ];
        assert_eq!(world.lines(shown).await, each);
        // By facts: whom a contact leads to has Ann's address, who is Bob by a decision, and then Carl's.
        let decision = decide(&world, [ann, bob], None).await.unwrap().merge;
        world
            .record("ann", told(5, "ann@example.com", "1", ""))
            .await;
        world.drain().await;
        assert_eq!(
            world.lines(shown).await,
            ["ann@example.com Bob", "carl@example.com Carl"]
        );
        world
            .record("carl", told(6, "carl@example.com", "1", ""))
            .await;
        world.drain().await;
        assert_eq!(world.lines(shown).await, ["ann@example.com Bob"]);
        take_back(&world, decision.id).await.unwrap();
        assert_eq!(
            world.lines(shown).await,
            ["ann@example.com Carl", "bob@example.com Bob"]
        );
    });
}
