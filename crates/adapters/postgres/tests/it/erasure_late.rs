//! What comes in of somebody who was forgotten, of before and of afterwards.

use application::customers::import::{Forgotten, Imported, Rejection, import};
use application::settle;
use event_intake::RawPerson;
use testkit::TestDatabase;

use crate::erasure_support::{
    ADA, BESIDE, EVE, HERS, ORDER, ada, beside, count, email, external, found, holder, pay, refund,
    second, view, visit, without_ada,
};
use crate::world::{RUNTIME, identify_as};

#[test]
fn what_comes_in_late_of_before_founds_nobody_and_what_is_later_does() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let (world, id) = without_ada(&database).await;
        let people = count(&world, "customers").await;
        let events = count(&world, "outcome_events").await;
        let hers = || (email("ada@mail.example"), "Ada");
        // The same sent again is answered, also where its key named her.
        pay(&world, "order 2", second(4), "20.02", hers()).await;
        pay(&world, ORDER, second(3), "10.01", (ada(), "Ada")).await;
        assert_eq!(count(&world, "outcome_events").await, events);
        // Another one of before is nobody's.
        pay(&world, "order 8", second(20), "80.08", (ada(), "Ada")).await;
        assert_eq!(count(&world, "outcome_events").await, events + 1);
        let late = vec![view("a9", second(21), "Ada")];
        assert_eq!(visit(&world, ADA, late).await, 0);
        let told = identify_as("e9", second(22), email("ada@mail.example"));
        assert_eq!(visit(&world, EVE, vec![told]).await, 1);
        world.drain().await;
        assert_eq!(count(&world, "customers").await, people);
        assert_eq!(found(&world, &HERS).await, Vec::<String>::new());

        // A list does not bring her back unless it says so.
        let rows = ["ada@mail.example", "new@mail.example"].map(|of| Some(email(of)));
        for (forgotten, is_back) in [(Forgotten::Rejected, false), (Forgotten::Readmitted, true)] {
            let mut work = world.begin().await;
            let (context, id) = (world.context(), world.profile.id);
            let listed = import(&mut *work, &context, id, &rows, forgotten).await;
            let listed = settle(work, listed).await.unwrap();
            let was_rejected = listed[0] == Imported::Rejected(Rejection::Erased);
            assert_eq!(was_rejected, !is_back, "{listed:?}");
            assert!(!matches!(listed[1], Imported::Rejected(_)), "{listed:?}");
        }
        // What happens afterwards is of somebody new.
        world.clock.set(second(20_000));
        pay(&world, "order 9", second(19_000), "90.09", hers()).await;
        let new = holder(&world, "ada@mail.example").await.unwrap();
        assert_ne!(new, id);
        let later = vec![view("a10", second(19_001), "Ada")];
        assert_eq!(visit(&world, ADA, later).await, 1);
    });
}

#[test]
fn what_comes_in_late_finds_what_a_key_named_and_leaves_others_who_they_are() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let (world, _) = without_ada(&database).await;
        let people = count(&world, "customers").await;
        let events = count(&world, "outcome_events").await;
        // Sent again, by something of hers that its key does not say, and by nothing of hers.
        for person in [email("ada@mail.example"), external(), RawPerson::default()] {
            pay(&world, ORDER, second(3), "10.01", (person, "Ada")).await;
        }
        // And somebody else's that named her beside, under a key that did.
        pay(&world, BESIDE, second(19), "90.09", (beside(), "Bob")).await;
        assert_eq!(count(&world, "outcome_events").await, events);
        // Refunds that tell her key as it was, of before and of afterwards; and one of an order that had no such key.
        for _ in 0..2 {
            let back = refund(ORDER, second(20), "1.02");
            world.record("refund of Lovelace", back).await;
            let back = refund("order 2", second(20), "1.02");
            world.record("refund for ada@mail.example", back).await;
        }
        assert_eq!(count(&world, "outcome_events").await, events + 2);
        assert_eq!(found(&world, &HERS).await, Vec::<String>::new());
        world.clock.set(second(20_000));
        let mut back = refund(ORDER, second(19_000), "1.03");
        back.properties = None;
        world.record("refund 4", back).await;
        let refunds = "SELECT split_part(r.idempotency_key, ' ', 1) AS line FROM outcome_events r \
             JOIN outcome_events o ON o.profile_id = $1 AND o.idempotency_key = r.refund_of \
             WHERE r.profile_id = $1 ORDER BY 1";
        let expected = ["erased", "erased", "erased", "refund", "refund"];
        assert_eq!(world.lines(refunds).await, expected);
        // Somebody else, named beside her.
        let mut both = email("ada@mail.example");
        both.national_id = Some("12.345.678-5".to_owned());
        pay(&world, "order 11", second(21), "1.00", (both, "Bob")).await;
        let whose = "SELECT concat_ws(' ', e.subject_kind, i.customer_id IS NOT NULL) AS line FROM outcome_events e \
             LEFT JOIN identifiers i ON i.profile_id = $1 AND i.kind = e.subject_kind AND i.value_key = e.subject_key \
             WHERE e.profile_id = $1 AND e.idempotency_key = 'order 11'";
        assert_eq!(world.lines(whose).await, ["national_id t"]);
        let mut told = external();
        told.email = Some("eve@mail.example".to_owned());
        let told = identify_as("e8", second(22), told);
        assert_eq!(visit(&world, EVE, vec![told]).await, 1);
        let named = "SELECT e.subject_kind AS line FROM tracker_events e WHERE e.profile_id = $1 AND e.kind = 'identify' \
             AND e.subject_key = 'eve@mail.example' ORDER BY 1";
        assert_eq!(world.lines(named).await, ["email", "email", "email"]);
        world.drain().await;
        assert_eq!(count(&world, "customers").await, people);
        assert_eq!(found(&world, &HERS).await, Vec::<String>::new());
        world.ledger_holds().await;
    });
}
