//! On a browser that went away with somebody, whoever goes on is that other one, whatever comes later and in which way.

use customer_decisions::merges::MergeError;
use customer_decisions::splits::{KnownOf, SplitError, Wanted};
use event_intake::ports::StoredExclusion;
use event_intake::{Conditions, ConditionsDraft, RawPerson, Received};
use kernel::{Clock, CustomerId, MergeId, SplitId, Timestamp, VisitorId};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestCaseError};

use crate::erasure_support::forget;
use crate::exclusions::{self, exclude};
use crate::merge_laws::{self, customers, is_derived_anew, same};
use crate::people_laws::{history, ids_lead_on, people, put};
use crate::split_laws::{decide, known_of, take_back, wanted};
use crate::world::{RUNTIME, World, identify, identify_as, instant, page_view, payment, worlds};

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

/// What names a value of a kind.
fn named(known: &KnownOf, kind: &str) -> String {
    let found = known.identifiers.iter().find(|it| it.kind.as_str() == kind);
    found.unwrap().id.clone()
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
        for taken in ["email", "phone"] {
            let world = World::new().await;
            let (ann, other, browser, split) = parted(&world, Some("laptop")).await;
            let others = [format!("{browser} {other} f")];
            let mut order = payment(at(3), "20", "ann@mail.example");
            order.person.phone = Some("+56987654321".to_owned());
            order.person.national_id = Some("11111111-1".to_owned());
            order.person.anonymous_id = Some("laptop".to_owned());
            world.record("second", order).await;
            world.drain().await;
            let called = RawPerson {
                phone: Some("+56987654321".to_owned()),
                ..RawPerson::default()
            };
            let said = [
                identify("said", at(4), "ann@mail.example"),
                identify_as("called", at(5), called.clone()),
            ];
            world.track("laptop", said.into()).await;
            world.drain().await;
            let known = known_of(&world, ann).await;
            assert_eq!((known.identifiers.len(), known.browsers.len()), (3, 0));
            let mut wanted = Wanted {
                customer: ann,
                identifiers: vec![named(&known, taken)],
                browsers: vec![browser],
            };
            let refused = decide(&world, &wanted, None).await.unwrap_err();
            let (list, place) = ("browser_ids", 0);
            assert_eq!(
                refused.to_string(),
                SplitError::NotTheirs { list, place }.to_string()
            );
            wanted.browsers.clear();
            let again = decide(&world, &wanted, None).await.unwrap().split;
            assert_eq!(owners(&world).await, others, "{taken}");
            ids_lead_on(&world).await;
            let said = identify("again", at(6), "ann@mail.example");
            let called = identify_as("called again", at(7), called);
            world.track("laptop", vec![said, called]).await;
            assert_eq!(owners(&world).await, others, "{taken}");
            world.drain().await;
            ids_lead_on(&world).await;
            for id in [again.id, split] {
                take_back(&world, id).await.unwrap();
                world.drain().await;
                ids_lead_on(&world).await;
            }
            assert_eq!(owners(&world).await, [format!("{browser} {ann} f")]);
            world.ledger_holds().await;
        }
    });
}

/// The other one is made two as well, or forgotten: the browser stays with whoever goes on under the id.
#[test]
fn it_stays_with_the_other_one_whatever_becomes_of_them() {
    RUNTIME.block_on(async {
        for is_forgotten in [false, true] {
            let world = World::new().await;
            let told = identify("told", at(1), "ann@mail.example");
            world.track("laptop", vec![told]).await;
            let (_, other, browser, _) = parted(&world, None).await;
            let mut order = payment(at(3), "20", "carl@mail.example");
            order.person.crm_contact_id = Some("7".to_owned());
            world.record("carl", order).await;
            world.drain().await;
            let known = known_of(&world, other).await;
            assert_eq!(known.identifiers.len(), 2);
            if is_forgotten {
                forget(&world, other).await;
            } else {
                let wanted = Wanted {
                    customer: other,
                    identifiers: vec![named(&known, "crm_contact_id")],
                    browsers: Vec::new(),
                };
                decide(&world, &wanted, None).await.unwrap();
                assert_eq!(owners(&world).await, [format!("{browser} {other} f")]);
            }
            let of_other = "SELECT customer_id::text AS line FROM visitors WHERE profile_id = $1";
            assert_eq!(world.lines(of_other).await, [other.to_string()]);
            ids_lead_on(&world).await;
            // Ann comes to be known by somebody's number, so that whose everything is, is worked out anew.
            let mut alone = payment(at(4), "5", "");
            alone.person.phone = Some("+56987654321".to_owned());
            world.record("alone", alone).await;
            world.drain().await;
            let mut both = payment(at(5), "5", "ann@mail.example");
            both.person.phone = Some("+56987654321".to_owned());
            world.record("both", both).await;
            world.drain().await;
            assert_eq!(world.lines(of_other).await, [other.to_string()]);
            ids_lead_on(&world).await;
            world.ledger_holds().await;
        }
    });
}

/// Who was parted is made one again by another decision: the one before it says nothing of browsers any more.
#[test]
fn whoever_is_one_again_is_parted_by_the_last_decision_alone() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let (ann, other, browser, _) = parted(&world, Some("laptop")).await;
        let told = RawPerson {
            phone: Some("+56987654321".to_owned()),
            ..RawPerson::default()
        };
        let mut both = payment(at(3), "5", "ann@mail.example");
        both.person.phone = told.phone.clone();
        world.record("both", both).await;
        world.drain().await;
        let one = merge_laws::decide(&world, [ann, other], None).await.unwrap();
        let one = one.merge.survivor;
        let known = known_of(&world, one).await;
        let wanted = Wanted {
            customer: one,
            identifiers: vec![named(&known, "phone")],
            browsers: Vec::new(),
        };
        let split = decide(&world, &wanted, None).await.unwrap().split;
        ids_lead_on(&world).await;
        assert_eq!(owners(&world).await, [format!("{browser} {one} f")]);
        world
            .track("laptop", vec![identify_as("called", at(4), told)])
            .await;
        world.drain().await;
        ids_lead_on(&world).await;
        let segments = "SELECT customer_id::text AS line FROM visitor_segments WHERE profile_id = $1 ORDER BY from_at";
        assert_eq!(
            world.lines(segments).await,
            [one.to_string(), split.parted.to_string()]
        );
    });
}

/// What was decided, and stands.
enum Decided {
    Merge(MergeId),
    Split(SplitId),
}

proptest! {
    #![proptest_config(Config { cases: worlds(15), failure_persistence: None, ..Config::default() })]

    /// Decisions of both kinds between facts, all taken back at the end, the last one first.
    #[test]
    fn decisions_of_both_kinds_leave_nothing(
        history in history(22),
        picks in prop::collection::vec(
            (any::<Index>(), any::<Index>(), any::<Index>(), any::<(u32, u32)>(), any::<bool>()),
            7,
        ),
    ) {
        RUNTIME.block_on(async {
            let plain = World::new().await;
            for position in 0..history.len() {
                put(&plain, &history, position).await;
            }
            plain.drain().await;
            let expected = people(&plain).await;

            let world = World::new().await;
            let mut standing = Vec::new();
            for position in 0..history.len() {
                put(&world, &history, position).await;
                for (when, who, with, places, is_merge) in &picks {
                    if when.index(history.len()) != position {
                        continue;
                    }
                    world.drain().await;
                    standing.extend(decide_one(&world, [*who, *with], *places, *is_merge).await);
                    world.drain().await;
                    ids_lead_on(&world).await;
                }
            }
            world.drain().await;
            ids_lead_on(&world).await;
            world.ledger_holds().await;
            is_derived_anew(&world).await?;
            for decided in standing.iter().rev() {
                match decided {
                    Decided::Merge(id) => { merge_laws::take_back(&world, *id).await.unwrap(); }
                    Decided::Split(id) => { take_back(&world, *id).await.unwrap(); }
                }
                world.drain().await;
                ids_lead_on(&world).await;
            }
            world.ledger_holds().await;
            same(&expected, &people(&world).await, "all taken back")?;
            Ok::<(), TestCaseError>(())
        })?;
    }
}

/// Makes one of two who are picked, or two of one; nothing where that cannot be.
async fn decide_one(
    world: &World,
    [who, with]: [Index; 2],
    places: (u32, u32),
    is_merge: bool,
) -> Option<Decided> {
    let mut known = customers(world).await;
    if known.len() < 1 + usize::from(is_merge) {
        return None;
    }
    let one = known.remove(who.index(known.len()));
    if is_merge {
        let other = known.remove(with.index(known.len()));
        let done = merge_laws::decide(world, [one, other], None).await;
        return match done {
            Ok(done) => Some(Decided::Merge(done.merge.id)),
            Err(MergeError::NotMergeable(_)) => None,
            Err(error) => panic!("{error}"),
        };
    }
    // No decision comes at the moment of another one.
    world.clock.advance_micros(1);
    let wanted = wanted(world, one, places.0, places.1).await;
    match decide(world, &wanted, None).await {
        Ok(done) => Some(Decided::Split(done.split.id)),
        Err(SplitError::NotSplittable(_)) => None,
        Err(error) => panic!("{error}"),
    }
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
