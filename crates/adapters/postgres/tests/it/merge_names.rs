//! Names and dates of customers who are made one and parted again.

use kernel::CustomerId;

use crate::merge_laws::{customers, decide, take_back};
use crate::world::{RUNTIME, World, instant, payment};

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

/// A name that somebody has not, although an event of theirs says it (the contact came to them after it), is none that
/// came while they were one with somebody; what came then is known afterwards, of either.
#[test]
fn only_names_that_came_meanwhile_are_there_afterwards() {
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
        assert_eq!(apart, ["ann@example.com Ann", "bob@example.com", ""]);
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
            ["ann@example.com Ann", "bob@example.com Builder", "Eve"]
        );
    });
}
