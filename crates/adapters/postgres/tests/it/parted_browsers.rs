//! On a browser that went away with somebody, whoever goes on is that other one, whatever comes later and in which way.

use customer_decisions::splits::{SplitError, Wanted};
use event_intake::ports::StoredExclusion;
use event_intake::{Conditions, ConditionsDraft, Received};
use kernel::{Clock, CustomerId, SplitId, Timestamp, VisitorId};

use crate::exclusions::{self, exclude};
use crate::merge_laws::customers;
use crate::people_laws::{ids_lead_on, people};
use crate::split_laws::{decide, known_of, take_back};
use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

fn at(day: u8) -> Timestamp {
    instant(&format!("2026-03-{day:02}T00:00:00Z"))
}

/// Ann's address and a contact came together, perhaps on a browser, and her browser went away with the contact: who she is,
/// whoever has the contact, the browser, and the decision.
async fn parted(world: &World, on: Option<&str>) -> (CustomerId, CustomerId, VisitorId, SplitId) {
    let page = page_view(
        "seen",
        at(1),
        "https://shop.example/?utm_medium=email",
        None,
    );
    world.track("laptop", vec![page]).await;
    let mut order = payment(at(2), "10", "ann@mail.example");
    order.person.crm_contact_id = Some("7".to_owned());
    order.person.anonymous_id = on.map(str::to_owned);
    world.record("first", order).await;
    world.drain().await;
    let ann = customers(world).await[0];
    let known = known_of(world, ann).await;
    let contact = &known.identifiers[0];
    assert_eq!(contact.kind.as_str(), "crm_contact_id");
    let browser = known.browsers[0].id;
    let wanted = Wanted {
        customer: ann,
        identifiers: vec![contact.id.clone()],
        browsers: vec![browser],
    };
    let done = decide(world, &wanted, None).await.unwrap().split;
    (ann, done.parted, browser, done.id)
}

/// Whose the browsers are.
async fn owners(world: &World) -> Vec<String> {
    let owners = "SELECT concat_ws(' ', v.id, v.customer_id, v.is_shared) AS line FROM visitors v \
        WHERE v.profile_id = $1 ORDER BY 1";
    world.lines(owners).await
}

#[test]
fn whoever_is_named_on_it_later_is_still_the_other_one() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let (_, other, browser, split) = parted(&world, Some("laptop")).await;
        let others = [format!("{browser} {other} f")];
        assert_eq!(owners(&world).await, others);
        // A payment that says something new of her.
        let mut order = payment(at(3), "20", "ann@mail.example");
        order.person.phone = Some("+56987654321".to_owned());
        order.person.anonymous_id = Some("laptop".to_owned());
        world.record("second", order).await;
        assert_eq!(owners(&world).await, others, "by a server");
        let said = identify("said", at(4), "ann@mail.example");
        world.track("laptop", vec![said]).await;
        assert_eq!(owners(&world).await, others, "by the browser");
        // One batch, somebody else in between: he is himself, and she is not, on either side.
        let batch = vec![
            identify("bob", at(6), "bob@mail.example"),
            identify("before", at(5), "ann@mail.example"),
            identify("after", at(7), "ann@mail.example"),
        ];
        world.track("laptop", batch).await;
        let segments = "SELECT concat_ws(' ', s.from_at::date, CASE s.customer_id \
            WHEN (SELECT p.parted_id FROM customer_splits p WHERE p.profile_id = $1) THEN 'other' \
            ELSE (SELECT c.primary_email FROM customers c WHERE c.profile_id = $1 AND c.id = s.customer_id) END) \
            AS line FROM visitor_segments s WHERE s.profile_id = $1 ORDER BY s.from_at";
        let in_turn = ["-infinity other", "2026-03-06 bob@mail.example", "2026-03-07 other"];
        assert_eq!(world.lines(segments).await, in_turn);
        world.drain().await;
        assert_eq!(world.lines(segments).await, in_turn);
        ids_lead_on(&world).await;
        world.ledger_holds().await;
        take_back(&world, split).await.unwrap();
        world.drain().await;
        ids_lead_on(&world).await;
        let lines = people(&world).await;
        assert!(!lines.iter().any(|line| line.ends_with("other")), "{lines:?}");
    });
}

/// Whoever goes on is made two again, without the browser: it is still whose people said it is, and so is what each of the
/// two says on it.
#[test]
fn it_stays_where_it_went_whatever_becomes_of_whoever_went_on() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let (ann, other, browser, split) = parted(&world, Some("laptop")).await;
        let others = [format!("{browser} {other} f")];
        let mut order = payment(at(3), "20", "ann@mail.example");
        order.person.phone = Some("+56987654321".to_owned());
        order.person.national_id = Some("11111111-1".to_owned());
        world.record("second", order).await;
        world.drain().await;
        let known = known_of(&world, ann).await;
        assert_eq!((known.identifiers.len(), known.browsers.len()), (3, 0));
        let refused = Wanted {
            customer: ann,
            identifiers: vec![known.identifiers[0].id.clone()],
            browsers: vec![browser],
        };
        let refused = decide(&world, &refused, None).await.unwrap_err();
        assert!(matches!(
            refused,
            SplitError::NotTheirs {
                list: "browser_ids",
                place: 0
            }
        ));
        let email = known
            .identifiers
            .iter()
            .find(|it| it.kind.as_str() == "email");
        let wanted = Wanted {
            customer: ann,
            identifiers: vec![email.unwrap().id.clone()],
            browsers: Vec::new(),
        };
        let again = decide(&world, &wanted, None).await.unwrap().split;
        assert_eq!(owners(&world).await, others);
        ids_lead_on(&world).await;
        let said = identify("said", at(4), "ann@mail.example");
        world.track("laptop", vec![said]).await;
        assert_eq!(owners(&world).await, others);
        world.drain().await;
        ids_lead_on(&world).await;
        for id in [again.id, split] {
            take_back(&world, id).await.unwrap();
            world.drain().await;
            ids_lead_on(&world).await;
        }
        assert_eq!(owners(&world).await, [format!("{browser} {ann} f")]);
        world.ledger_holds().await;
    });
}

/// Also while nothing counts that was told on it before, so that it is nobody's.
#[test]
fn whoever_is_named_on_it_when_it_is_nobodys_is_the_other_one() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let told = identify("told", at(1), "ann@mail.example");
        world.track("laptop", vec![told]).await;
        let (_, other, browser, split) = parted(&world, None).await;
        assert_eq!(owners(&world).await, [format!("{browser} {other} f")]);
        let rule = exclude_until_now(&world, browser).await;
        world.drain().await;
        assert_eq!(owners(&world).await, [format!("{browser} f")]);
        let again = identify("again", at(3), "ann@mail.example");
        world.track("laptop", vec![again]).await;
        assert_eq!(owners(&world).await, [format!("{browser} {other} f")]);
        world.drain().await;
        ids_lead_on(&world).await;
        exclusions::take_back(&world, &rule).await;
        world.drain().await;
        assert_eq!(owners(&world).await, [format!("{browser} {other} f")]);
        take_back(&world, split).await.unwrap();
        world.drain().await;
        ids_lead_on(&world).await;
        world.ledger_holds().await;
    });
}

async fn exclude_until_now(world: &World, browser: VisitorId) -> StoredExclusion {
    world.clock.advance_micros(1);
    let received = Received {
        from: None,
        until: Some(world.clock.now()),
    };
    let conditions = Conditions::new(ConditionsDraft {
        received,
        visitors: [browser].into(),
        ..ConditionsDraft::default()
    });
    exclude(world, conditions.unwrap(), vec!["laptop".to_owned()]).await
}
