//! What people decide of one customer stands on top of what facts say, and goes when it is taken back.

use std::collections::BTreeSet;
use std::sync::Arc;

use application::settle;
use customer_decisions::merges::PreviewHash;
use customer_decisions::splits::{
    KnownOf, SplitConsequence, SplitError, Wanted, known, preview, split, undo,
};
use identity_graph::{NotSplittable, Split};
use kernel::{CustomerId, SplitId, StoreError};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestCaseError};
use testkit::TestDatabase;

use crate::merge_laws::{
    access, changed, credited, customers, difference, everything, is_derived_anew, same,
};
use crate::people_laws::{Fact, History, Named, history, ids_lead_on, people, put};
use crate::world::{RUNTIME, World, instant, payment, worlds};

pub(crate) async fn known_of(world: &World, id: CustomerId) -> KnownOf {
    let mut work = world.begin().await;
    let known = known(&mut *work, &world.context(), world.profile.id, id).await;
    work.rollback().await.unwrap();
    known.unwrap().unwrap()
}

pub(crate) async fn decide(
    world: &World,
    wanted: &Wanted,
    expected: Option<PreviewHash>,
) -> Result<SplitConsequence, SplitError> {
    let mut work = world.begin().await;
    let done = split(
        &mut *work,
        &world.context(),
        &access(world),
        wanted,
        expected,
    )
    .await;
    settle(work, done).await
}

async fn ask(world: &World, wanted: &Wanted) -> Result<SplitConsequence, SplitError> {
    preview(&*world.units, &world.context(), &access(world), wanted).await
}

pub(crate) async fn take_back(world: &World, id: SplitId) -> Result<Split, SplitError> {
    let mut work = world.begin().await;
    let undone = undo(&mut *work, &world.context(), &access(world), id).await;
    settle(work, undone).await
}

/// What a customer has of these places goes away.
pub(crate) async fn wanted(
    world: &World,
    id: CustomerId,
    identifiers: u32,
    browsers: u32,
) -> Wanted {
    let known = known_of(world, id).await;
    let picked = |places: u32, place: usize| places >> (place % 32) & 1 == 1;
    let named = known.identifiers.into_iter().enumerate();
    let named = named.filter(|(place, _)| picked(identifiers, *place));
    let own = known.browsers.into_iter().enumerate();
    let own = own.filter(|(place, _)| picked(browsers, *place));
    Wanted {
        customer: id,
        identifiers: named.map(|(_, it)| it.id).collect(),
        browsers: own.map(|(_, it)| it.id).collect(),
    }
}

/// Everything but the id of somebody who is nobody any more, and for which value an id was founded.
fn all_but(lines: Vec<String>, id: CustomerId) -> Vec<String> {
    let own = format!("customer {id} ");
    let lines = lines.into_iter().filter(|line| !line.starts_with(&own));
    let without_home = lines.map(|line| match line.strip_prefix("held ") {
        Some(held) => held.split(' ').take(3).collect::<Vec<_>>().join(" "),
        None => line,
    });
    without_home.collect()
}

/// Parts somebody who is picked, after asking what that would do; nothing where nobody can be parted so.
async fn decide_about(world: &World, who: Index, places: (u32, u32)) -> Option<Split> {
    let people = customers(world).await;
    let id = people[who.index(people.len())];
    let wanted = wanted(world, id, places.0, places.1).await;
    let before = everything(world).await;
    let asked = ask(world, &wanted).await;
    assert_eq!(before, everything(world).await, "a preview leaves a trace");
    let asked = match asked {
        Ok(asked) => asked,
        Err(SplitError::NotSplittable(_)) => {
            let refused = decide(world, &wanted, None).await.unwrap_err();
            assert!(matches!(refused, SplitError::NotSplittable(_)));
            assert_eq!(before, everything(world).await, "a refusal leaves a trace");
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    let was = credited(world).await;
    let stale = decide(world, &wanted, Some(PreviewHash([7; 32]))).await;
    assert!(matches!(stale, Err(SplitError::Stale)));
    let done = decide(world, &wanted, Some(asked.hash)).await.unwrap();
    let is = credited(world).await;
    assert_eq!(
        changed(&asked.credited),
        difference(&was, &is),
        "previewed and done"
    );
    assert_eq!(changed(&done.credited), changed(&asked.credited));
    assert_eq!((&done.before, &done.rest), (&asked.before, &asked.rest));
    assert_eq!(done.split.customer, id);
    let has = |known: KnownOf| {
        let identifiers: BTreeSet<_> = known.identifiers.into_iter().map(|it| it.id).collect();
        let browsers: BTreeSet<_> = known.browsers.into_iter().map(|it| it.id).collect();
        (identifiers, browsers)
    };
    let (rest, away) = (
        has(known_of(world, id).await),
        has(known_of(world, done.split.parted).await),
    );
    assert!(
        wanted
            .identifiers
            .iter()
            .all(|it| away.0.contains(it) && !rest.0.contains(it))
    );
    assert_eq!(
        (done.away.identifiers.len(), done.away.browsers.len()),
        (away.0.len(), away.1.len())
    );
    assert_eq!(
        (done.rest.identifiers.len(), done.rest.browsers.len()),
        (rest.0.len(), rest.1.len())
    );
    assert!(wanted.browsers.iter().all(|it| !rest.1.contains(it)));
    // Nobody waits for a replay.
    let after = everything(world).await;
    world.drain().await;
    assert_eq!(
        after,
        everything(world).await,
        "a replay brings something else"
    );
    Some(done.split)
}

proptest! {
    #![proptest_config(Config { cases: worlds(20), failure_persistence: None, ..Config::default() })]

    /// Decisions between facts, some taken back at once, the rest at the end.
    #[test]
    fn splits_stand_until_they_are_taken_back(
        history in history(22),
        picks in prop::collection::vec(
            (any::<Index>(), any::<Index>(), any::<(u32, u32)>(), any::<bool>()),
            5,
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
            let mut standing: Vec<Split> = Vec::new();
            for position in 0..history.len() {
                put(&world, &history, position).await;
                for (when, who, places, is_undone) in &picks {
                    if when.index(history.len()) != position {
                        continue;
                    }
                    world.drain().await;
                    if customers(&world).await.is_empty() {
                        continue;
                    }
                    let before = everything(&world).await;
                    let Some(split) = decide_about(&world, *who, *places).await else { continue };
                    ids_lead_on(&world).await;
                    if *is_undone {
                        take_back(&world, split.id).await.unwrap();
                        world.drain().await;
                        ids_lead_on(&world).await;
                        let of_parted = format!("customer {} ", split.parted);
                        // Where nobody else was ever called so, all is as it was.
                        if !before.iter().any(|line| line.starts_with(&of_parted)) {
                            let after = everything(&world).await;
                            let [before, after] = [before, after].map(|lines| all_but(lines, split.parted));
                            same(&before, &after, "taken back at once")?;
                        }
                    } else {
                        standing.push(split);
                    }
                }
            }
            world.drain().await;
            world.ledger_holds().await;
            is_derived_anew(&world).await?;
            for split in standing.iter().rev() {
                take_back(&world, split.id).await.unwrap();
                take_back(&world, split.id).await.unwrap();
                world.drain().await;
                ids_lead_on(&world).await;
            }
            world.ledger_holds().await;
            same(&expected, &people(&world).await, "all taken back")?;
            Ok::<(), TestCaseError>(())
        })?;
    }
}

pub(crate) fn who(email: u8, phone: u8) -> Named {
    Named {
        email,
        phone,
        ..Named::default()
    }
}

/// Ann is told on a browser and buys; her address and somebody's number came together once.
async fn shared(world: &World) -> CustomerId {
    let at = |day: u8| instant(&format!("2026-03-{day:02}T00:00:00Z"));
    let history: History = vec![
        (at(1), Fact::Visit { browser: 1 }),
        (
            at(2),
            Fact::Tell {
                browser: 1,
                who: who(1, 0),
            },
        ),
        (
            at(3),
            Fact::Pay {
                who: who(1, 1),
                browser: 0,
                cents: 1_000,
            },
        ),
        (
            at(4),
            Fact::Pay {
                who: who(0, 1),
                browser: 0,
                cents: 500,
            },
        ),
    ];
    for position in 0..history.len() {
        put(world, &history, position).await;
    }
    world.drain().await;
    let people = customers(world).await;
    assert_eq!(people.len(), 1);
    people[0]
}

/// Who has what, under whichever ids: what each is known by and when they were seen.
async fn shown(world: &World) -> Vec<String> {
    let lines = "SELECT concat_ws(' ', primary_email, primary_phone, first_name, first_seen_at::date, last_seen_at::date) \
        AS line FROM customers WHERE profile_id = $1 AND merged_into IS NULL ORDER BY 1";
    world.lines(lines).await
}

#[test]
fn what_somebody_took_away_takes_its_touches_and_its_money_along() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let ann = shared(&world).await;
        let before = everything(&world).await;
        let known = known_of(&world, ann).await;
        let kinds: Vec<&str> = known.identifiers.iter().map(|it| it.kind.as_str()).collect();
        assert_eq!((kinds.as_slice(), known.browsers.len()), (["email", "phone"].as_slice(), 1));
        let phone = Wanted {
            customer: ann,
            identifiers: vec![known.identifiers[1].id.clone()],
            browsers: Vec::new(),
        };
        let asked = ask(&world, &phone).await.unwrap();
        // What names the number alone goes away; what names both is whose the address is.
        assert_eq!((asked.before.events, asked.rest.events, asked.away.events), (2, 1, 1));
        assert_eq!((asked.rest.browsers.len(), asked.away.browsers.len()), (1, 0));
        let last = asked.credited.iter();
        let last = last.filter(|row| row.model == kernel::Model::LastTouch);
        let told: Vec<String> = last
            .map(|row| format!("{:?} {} to {}", row.channel, row.cash, row.cash_after.unwrap()))
            .collect();
        assert_eq!(told, [r#""" 5 to 5"#, r#""Email" -5 to 10"#]);
        let done = decide(&world, &phone, Some(asked.hash)).await.unwrap();
        let id = done.split.id.uuid().to_string();
        let lines = "SELECT concat_ws(' ', l.channel, l.cash_before, l.cash_after, r.cause, \
             r.causes -> 0 ->> 'subject_id') AS line FROM restatements r \
             JOIN restatement_lines l ON l.profile_id = $1 AND l.sequence = r.sequence \
             WHERE r.profile_id = $1 AND r.cause = 'split' AND l.model = 'last_touch' ORDER BY r.sequence, 1";
        let written = world.lines(lines).await;
        assert_eq!(written, [format!(" 0 5 split {id}"), format!("Email 5 0 split {id}")]);
        // The browser, too, after all.
        let refused = take_back(&world, uuid::Uuid::from_u128(1).into()).await.unwrap_err();
        assert!(matches!(refused, SplitError::NotFound));
        take_back(&world, done.split.id).await.unwrap();
        let with_browser = Wanted {
            browsers: vec![known.browsers[0].id],
            ..phone.clone()
        };
        let again = decide(&world, &with_browser, None).await.unwrap();
        assert_eq!(again.split.parted, done.split.parted, "the id that went out leads on");
        assert_eq!((again.rest.browsers.len(), again.away.browsers.len()), (0, 1));
        assert_eq!((again.rest.touches, again.away.touches), (0, 1));
        // Whoever is told on it again is still the other one.
        let at = instant("2026-03-09T00:00:00Z");
        put(&world, &vec![(at, Fact::Tell { browser: 1, who: who(1, 0) })], 0).await;
        world.drain().await;
        let parted = known_of(&world, again.split.parted).await;
        assert_eq!(parted.browsers.len(), 1);
        world.ledger_holds().await;
        take_back(&world, again.split.id).await.unwrap();
        world.drain().await;
        let stamped = "SELECT concat_ws(' ', action, count(*)) AS line FROM audit_events \
             WHERE profile_id = $1 AND action LIKE 'customer.%' GROUP BY action ORDER BY 1";
        assert_eq!(world.lines(stamped).await, ["customer.split 2", "customer.split_undone 2"]);
        let ids = |lines: Vec<String>| lines.into_iter().filter(|line| line.starts_with("browser")).collect::<Vec<_>>();
        assert_eq!(ids(everything(&world).await), ids(before));
    });
}

#[test]
fn who_goes_on_keeps_the_id_and_loses_the_name_of_the_other() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = |day: u8| instant(&format!("2026-03-{day:02}T00:00:00Z"));
        let mut bob = payment(at(1), "10", "bob@example.com");
        bob.person.first_name = Some("Bob".to_owned());
        bob.person.crm_contact_id = Some("7".to_owned());
        let mut contact = payment(at(2), "10", "ann@example.com");
        contact.person.crm_contact_id = Some("7".to_owned());
        world.record("1", bob).await;
        world.record("2", contact).await;
        world
            .record("3", payment(at(3), "10", "bob@example.com"))
            .await;
        world.drain().await;
        let people = customers(&world).await;
        assert_eq!(people.len(), 1);
        let before = shown(&world).await;
        assert!(before[0].contains("Bob"), "{before:?}");
        // The contact is the value for which they were founded.
        let known = known_of(&world, people[0]).await;
        let crm = known
            .identifiers
            .iter()
            .find(|it| it.kind.as_str() == "crm_contact_id");
        let wanted = Wanted {
            customer: people[0],
            identifiers: vec![crm.unwrap().id.clone()],
            browsers: Vec::new(),
        };
        let done = decide(&world, &wanted, None).await.unwrap();
        assert_eq!(done.split.customer, people[0]);
        assert_eq!(
            done.rest.shown.first_name, None,
            "Bob is what the contact's events say"
        );
        assert_eq!(
            done.away
                .shown
                .first_name
                .as_ref()
                .map(kernel::Personal::as_str),
            Some("Bob")
        );
        let later = Wanted {
            customer: people[0],
            identifiers: vec![known.identifiers.last().unwrap().id.clone()],
            browsers: Vec::new(),
        };
        let second = decide(&world, &later, None).await.unwrap();
        let error = take_back(&world, done.split.id).await.unwrap_err();
        assert!(matches!(error, SplitError::BuiltUpon), "{error}");
        take_back(&world, second.split.id).await.unwrap();
        take_back(&world, done.split.id).await.unwrap();
        world.drain().await;
        assert_eq!(shown(&world).await, before);
        assert_eq!(customers(&world).await, people);
    });
}

#[test]
fn what_cannot_be_parted_is_refused() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let ann = shared(&world).await;
        let known = known_of(&world, ann).await;
        let ids: Vec<String> = known.identifiers.iter().map(|it| it.id.clone()).collect();
        let refused = async |customer, identifiers: Vec<String>, browsers| {
            let wanted = Wanted {
                customer,
                identifiers,
                browsers,
            };
            decide(&world, &wanted, None).await.unwrap_err()
        };
        let nobody = CustomerId::new(uuid::Uuid::from_u128(1));
        let is = |error, expected| matches!(error, SplitError::NotSplittable(it) if it == expected);
        assert!(is(
            refused(nobody, Vec::new(), Vec::new()).await,
            NotSplittable::Unknown
        ));
        assert!(is(
            refused(ann, Vec::new(), Vec::new()).await,
            NotSplittable::Nothing
        ));
        assert!(is(
            refused(ann, ids.clone(), Vec::new()).await,
            NotSplittable::Everything
        ));
        let foreign = refused(ann, vec![ids[0].clone(), "x".to_owned()], Vec::new()).await;
        let wrong = SplitError::NotTheirs {
            list: "identifier_ids",
            place: 1,
        };
        assert_eq!(foreign.to_string(), wrong.to_string());
        assert!(matches!(
            foreign,
            SplitError::NotTheirs {
                list: "identifier_ids",
                place: 1
            }
        ));
        let browsers = vec![
            known.browsers[0].id,
            kernel::VisitorId::new(uuid::Uuid::from_u128(2)),
        ];
        let foreign = refused(ann, vec![ids[1].clone()], browsers).await;
        assert!(matches!(
            foreign,
            SplitError::NotTheirs {
                list: "browser_ids",
                place: 1
            }
        ));
    });
}

/// Whoever decides about the same customer at the same time waits for the others, and finds them changed.
#[test]
fn one_of_twenty_splits_at_once_is_made() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = Arc::new(World::alone_in(&database).await);
        let ann = shared(&world).await;
        let wanted = wanted(&world, ann, 0b10, 0).await;
        let decided: Vec<_> = (0..20)
            .map(|_| {
                let (world, wanted) = (Arc::clone(&world), wanted.clone());
                tokio::spawn(async move {
                    loop {
                        match decide(&world, &wanted, None).await {
                            Ok(done) => return Some(done.split),
                            Err(SplitError::Parted(_)) => return None,
                            Err(SplitError::Store(StoreError::Conflict)) => {}
                            Err(error) => panic!("{error}"),
                        }
                    }
                })
            })
            .collect();
        let mut made = Vec::new();
        for each in decided {
            made.extend(each.await.unwrap());
        }
        assert_eq!(made.len(), 1);
        assert_eq!(customers(&world).await.len(), 2);
        world.ledger_holds().await;
        let deadlocks = "SELECT deadlocks::text AS line FROM pg_stat_database \
             WHERE datname = current_database() AND $1 IS NOT NULL";
        assert_eq!(world.lines(deadlocks).await, ["0"]);
    });
}
