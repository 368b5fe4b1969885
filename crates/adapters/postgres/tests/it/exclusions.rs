//! Events of browsers that count for nothing: what a preview says is what happens, what is left is what
//! would be there if they had never come, and taking an exclusion back restores everything.

use std::collections::BTreeSet;

use application::replays::rebuild::{Rebuilt, rebuild};
use application::settle;
use application::tracking::collect::Sender;
use application::tracking::exclude::{Foretold, add, foretell, pass, remove};
use event_intake::ports::StoredExclusion;
use event_intake::{Conditions, ConditionsDraft, Received, TrackerEvent};
use identity_graph::visitor_id;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Clock, IdSource, Timestamp};
use tributary_system::TimeOrderedIds;
use tributary_worker::round::ready;

use crate::channel_rules_support::Dice;
use crate::reporting_seed::access;
use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

const MINUTE: i64 = 60 * MICROS_PER_SECOND;

/// Worlds that are made, and rules that are tried in each.
const WORLDS: u64 = 10;
const RULES: usize = 10;

/// What browsers and servers send, and when.
struct Sent {
    browser: String,
    country: Option<&'static str>,
    sender: Option<&'static str>,
    received_at: Timestamp,
    events: Vec<TrackerEvent>,
}

/// What some people do in some days, and a stranger who names them.
fn some_traffic(dice: &mut Dice) -> Vec<Sent> {
    let begin = instant("2026-06-01T08:00:00Z");
    let mut all = Vec::new();
    for number in 0..40 {
        let browser = format!("browser-{}", dice.roll(6));
        let minutes = i64::try_from(dice.roll(4 * 24 * 60)).unwrap();
        let at = begin.plus_micros(minutes * MINUTE);
        let mut events = Vec::new();
        let mut later = at;
        for step in 0..=dice.roll(3) {
            let name = format!("event {number} {step}");
            let event = if dice.roll(4) == 0 {
                let email = format!("person{}@mail.example", dice.roll(3));
                identify(&name, later, &email)
            } else {
                let host = dice.pick(&["shop.example", "shop.example", "copy.example"]);
                let path = dice.pick(&["", "a", "b/c"]);
                let utm = dice.pick(&["", "?utm_source=Spam", "?utm_source=news&utm_medium=email"]);
                let before = ["https://spam.example/x", "https://www.google.com/", ""];
                let referrer = Some(dice.pick(&before)).filter(|url| !url.is_empty());
                page_view(
                    &name,
                    later,
                    &format!("https://{host}/{path}{utm}"),
                    referrer,
                )
            };
            events.push(event);
            let pause = i64::try_from(dice.roll(50)).unwrap();
            later = later.plus_micros(pause * MINUTE);
        }
        all.push(Sent {
            browser,
            country: Some(dice.pick(&["CL", "NL", ""])).filter(|code| !code.is_empty()),
            sender: Some(dice.pick(&["aa", "bb", ""])).filter(|name| !name.is_empty()),
            received_at: later.plus_micros(MICROS_PER_SECOND),
            events,
        });
    }
    all
}

/// Sends all of it but for some events, and payments of everybody.
async fn send(world: &World, traffic: &[Sent], without: &BTreeSet<String>) {
    for sent in traffic {
        let counts = |event: &&TrackerEvent| !without.contains(&event.id.to_string());
        let events: Vec<_> = sent.events.iter().filter(counts).cloned().collect();
        if events.is_empty() {
            continue;
        }
        world.clock.set(sent.received_at);
        let sender = Sender {
            country: sent.country.map(str::to_owned),
            name: sent.sender.map(str::to_owned),
            ..Sender::default()
        };
        world.track_from(&sent.browser, &sender, events).await;
    }
    world.clock.set(instant("2026-06-30T12:00:00Z"));
    for person in 0..3 {
        for day in ["2026-06-02", "2026-06-04"] {
            let at = instant(&format!("{day}T20:00:00Z"));
            let email = format!("person{person}@mail.example");
            world
                .record(&format!("{person} on {day}"), payment(at, "10", &email))
                .await;
        }
    }
    world.drain().await;
}

fn random_conditions(world: &World, dice: &mut Dice) -> (Conditions, Vec<String>) {
    let text = |text: &str| Some(text.to_owned());
    loop {
        let mut draft = ConditionsDraft::default();
        let mut browsers = Vec::new();
        if dice.roll(2) == 0 {
            let hours = |dice: &mut Dice| i64::try_from(dice.roll(96)).unwrap() * 60 * MINUTE;
            let begin = instant("2026-06-01T08:00:00Z");
            draft.received = Received {
                from: Some(begin.plus_micros(hours(dice))),
                until: (dice.roll(2) == 0).then(|| begin.plus_micros(hours(dice))),
            };
        }
        for _ in 0..=dice.roll(2) {
            match dice.roll(7) {
                0 => draft.landing_host = text(dice.pick(&["copy.example", "shop.example"])),
                1 => draft.path_prefix = text(dice.pick(&["/a", "/b", "/"])),
                2 => draft.referrer_host = text(dice.pick(&["spam.example", "google.com"])),
                3 => draft.utm[0] = text(dice.pick(&["spam", "news"])),
                6 => draft.senders = BTreeSet::from([dice.pick(&["aa", "bb"]).to_owned()]),
                4 => draft.country = text(dice.pick(&["CL", "NL"])),
                _ => {
                    browsers = (0..=dice.roll(2)).map(|n| format!("browser-{n}")).collect();
                    let ids = browsers.iter().map(|id| visitor_id(world.profile.id, id));
                    draft.visitors = ids.collect();
                }
            }
        }
        if let Ok(conditions) = Conditions::new(draft) {
            return (conditions, browsers);
        }
    }
}

pub(crate) async fn exclude(
    world: &World,
    conditions: Conditions,
    anonymous_ids: Vec<String>,
) -> StoredExclusion {
    let exclusion = StoredExclusion {
        id: TimeOrderedIds.new_id().into(),
        created_at: world.clock.now(),
        conditions,
        anonymous_ids,
    };
    let mut work = world.begin().await;
    let added = add(&mut *work, &world.context(), &access(world), &exclusion).await;
    assert!(settle(work, added).await.unwrap().is_some());
    exclusion
}

pub(crate) async fn take_back(world: &World, exclusion: &StoredExclusion) {
    let mut work = world.begin().await;
    let removed = remove(&mut *work, &world.context(), &access(world), exclusion.id).await;
    assert!(settle(work, removed).await.unwrap().is_some());
}

async fn foretold(world: &World, exclusion: &StoredExclusion) -> Foretold {
    let mut work = world.begin().await;
    let told = foretell(work.exclusions(), world.profile.id, &exclusion.rule()).await;
    settle(work, told).await.unwrap().unwrap()
}

const EXCLUDED: &str =
    "SELECT x.id::text AS line FROM excluded_events x WHERE x.profile_id = $1 ORDER BY 1";

/// What reports count, and what is excluded, in numbers.
const COUNTS: &str = "SELECT concat_ws(' ', \
    (SELECT count(*) FROM sessions s WHERE s.profile_id = $1 AND NOT s.is_bot), \
    (SELECT coalesce(sum(s.page_views), 0) FROM sessions s WHERE s.profile_id = $1), \
    (SELECT count(*) FROM touches t WHERE t.profile_id = $1), \
    (SELECT count(DISTINCT s.visitor_id) FROM sessions s WHERE s.profile_id = $1), \
    (SELECT count(*) FROM excluded_events x WHERE x.profile_id = $1), \
    (SELECT count(*) FROM excluded_events x JOIN tracker_events e ON e.profile_id = $1 \
        AND e.id = x.id AND e.kind = 'identify' WHERE x.profile_id = $1)) AS line";

async fn counts(world: &World) -> [i64; 6] {
    let lines = world.lines(COUNTS).await;
    let numbers: Vec<i64> = lines[0].split(' ').map(|it| it.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

/// Whose browsers are whose, in terms that do not depend on ids.
const OWNERS: &str = "SELECT concat_ws(' ', v.anonymous_id, c.primary_email, v.is_shared, ( \
        SELECT string_agg(concat_ws(' ', g.from_at, o.primary_email), ', ' ORDER BY g.from_at) \
        FROM visitor_segments g \
        LEFT JOIN customers o ON o.profile_id = $1 AND o.id = g.customer_id \
        WHERE g.profile_id = $1 AND g.visitor_id = v.id \
    )) AS line \
    FROM visitors v LEFT JOIN customers c ON c.profile_id = $1 AND c.id = v.customer_id \
    WHERE v.profile_id = $1 AND (v.customer_id IS NOT NULL OR v.is_shared) ORDER BY 1";

#[test]
fn what_is_excluded_is_as_if_it_had_never_come_until_it_counts_again() {
    RUNTIME.block_on(async {
        let (mut taken, mut moved) = (0, 0);
        for history in 0..WORLDS {
            let mut dice = Dice::new(0x0e8c_0000 + history);
            let traffic = some_traffic(&mut dice);
            let world = World::new().await;
            send(&world, &traffic, &BTreeSet::new()).await;
            let (before, owners) = (world.results().await, world.lines(OWNERS).await);
            let mut rules = Vec::new();
            for _ in 0..RULES {
                let (conditions, browsers) = random_conditions(&world, &mut dice);
                let was = counts(&world).await;
                let foreseen = foretold(
                    &world,
                    &StoredExclusion {
                        id: TimeOrderedIds.new_id().into(),
                        created_at: world.clock.now(),
                        conditions: conditions.clone(),
                        anonymous_ids: browsers.clone(),
                    },
                )
                .await;
                rules.push(exclude(&world, conditions.clone(), browsers).await);
                world.drain().await;
                let is = counts(&world).await;
                let by = |at: usize| was[at] - is[at];
                let events = i64::try_from(foreseen.events).unwrap();
                assert_eq!(by(0), foreseen.sessions, "{conditions:?}");
                assert_eq!(by(1), i64::try_from(foreseen.page_views).unwrap());
                assert_eq!(by(2), foreseen.touches);
                assert_eq!(by(3), i64::try_from(foreseen.visitors).unwrap());
                assert_eq!(-by(4), events);
                assert_eq!(-by(5), i64::try_from(foreseen.identifications).unwrap());
                taken += events;
            }
            world.ledger_holds().await;
            let gone: BTreeSet<String> = world.lines(EXCLUDED).await.into_iter().collect();
            let fresh = World::new().await;
            send(&fresh, &traffic, &gone).await;
            assert_eq!(
                world.results().await,
                fresh.results().await,
                "history {history}"
            );
            assert_eq!(world.lines(OWNERS).await, fresh.lines(OWNERS).await);
            moved += usize::from(world.lines(OWNERS).await != owners);
            world.rebuild().await;
            assert_eq!(world.results().await, fresh.results().await);
            while !rules.is_empty() {
                let rule = rules.swap_remove(dice.roll(rules.len()));
                take_back(&world, &rule).await;
                if dice.roll(3) == 0 {
                    world.drain().await;
                }
            }
            world.drain().await;
            assert_eq!(world.results().await, before, "history {history}");
            assert_eq!(world.lines(OWNERS).await, owners);
            assert_eq!(world.lines(EXCLUDED).await, Vec::<String>::new());
            world.ledger_holds().await;
        }
        assert!(taken > 500, "{taken}");
        assert!(moved > 5, "{moved}");
    });
}

/// A rule that is in force holds for what comes in afterwards, whether or not it names somebody, and a
/// pass that is given up in the middle is begun again.
#[test]
fn a_flood_that_goes_on_stays_out() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = instant("2026-06-03T10:00:00Z");
        let bought = || async {
            world
                .record(
                    "bought",
                    payment(at.plus_micros(60 * MINUTE), "10", "ana@mail.example"),
                )
                .await;
        };
        let visit = page_view("visit", at, "https://shop.example/?utm_medium=email", None);
        let said = identify("said", at.plus_micros(MINUTE), "ana@mail.example");
        world.track("anas", vec![visit, said]).await;
        bought().await;
        world.drain().await;
        let (before, owners) = (world.results().await, world.lines(OWNERS).await);
        let flood = |number: usize| {
            let at = at.plus_micros(i64::try_from(number).unwrap() * MICROS_PER_SECOND);
            let url = "https://copy.example/?utm_source=spam";
            let page = page_view(&format!("flood {number}"), at, url, None);
            let named = format!("named {number}");
            vec![
                page,
                identify(&named, at.plus_micros(1), "ana@mail.example"),
            ]
        };
        for number in 0..60 {
            world
                .track(&format!("stranger {}", number % 50), flood(number))
                .await;
        }
        world.drain().await;
        assert_ne!(world.results().await, before);
        let conditions = Conditions::new(ConditionsDraft {
            landing_host: Some("copy.example".to_owned()),
            ..ConditionsDraft::default()
        });
        let rule = exclude(&world, conditions.unwrap(), Vec::new()).await;
        let mut given_up = world.begin().await;
        assert!(pass(&mut *given_up, world.profile.id, 5).await.unwrap());
        given_up.rollback().await.unwrap();
        let mut work = world.begin().await;
        let more = pass(&mut *work, world.profile.id, 5).await;
        assert!(settle(work, more).await.unwrap());
        world.drain().await;
        assert_eq!(world.results().await, before);
        assert_eq!(world.lines(OWNERS).await, owners);
        for number in 60..90 {
            world
                .track(&format!("stranger {}", number % 70), flood(number))
                .await;
        }
        world.track("anas", flood(100)).await;
        world.drain().await;
        assert_eq!(world.results().await, before);
        assert_eq!(world.lines(OWNERS).await, owners);
        world.ledger_holds().await;
        assert_eq!(world.lines(EXCLUDED).await.len(), 182);
        let causes = "SELECT DISTINCT c ->> 'cause' AS line FROM restatements r \
             CROSS JOIN LATERAL jsonb_array_elements(r.causes) AS c \
             WHERE r.profile_id = $1 AND c ->> 'cause' LIKE 'exclusions%'";
        assert_eq!(world.lines(causes).await, ["exclusions_changed"]);
        take_back(&world, &rule).await;
        world.drain().await;
        assert_ne!(world.results().await, before);
    });
}

/// A stranger names somebody on more browsers than one person has.
#[test]
fn browsers_that_were_too_many_stay_nobodys_when_they_count_again() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = instant("2026-06-01T08:00:00Z");
        world.clock.set(at.plus_micros(MINUTE));
        for number in 0..220 {
            let name = format!("flood {number}");
            let events = vec![
                page_view(&name, at, "https://shop.example/", None),
                identify(&format!("{name} id"), at.plus_micros(1), "ann@mail.example"),
            ];
            let sender = Sender {
                name: Some("flood".to_owned()),
                ..Sender::default()
            };
            world.track_from(&name, &sender, events).await;
        }
        let paid = payment(at.plus_micros(2 * MINUTE), "10", "ann@mail.example");
        world.clock.set(instant("2026-06-30T12:00:00Z"));
        world.record("paid", paid).await;
        world.drain().await;
        let (owned, before) = (world.lines(OWNERS).await, world.results().await);
        assert_eq!(owned.len(), 200);
        let conditions = Conditions::new(ConditionsDraft {
            senders: BTreeSet::from(["flood".to_owned()]),
            ..ConditionsDraft::default()
        });
        let rule = exclude(&world, conditions.unwrap(), Vec::new()).await;
        world.drain().await;
        assert_eq!(world.lines(OWNERS).await, Vec::<String>::new());
        take_back(&world, &rule).await;
        world.drain().await;
        assert_eq!(world.lines(OWNERS).await, owned);
        assert_eq!(world.results().await, before);
    });
}

/// What a full replay was asked for has to hold for all that it reads, whoever begins it.
#[test]
fn a_full_replay_waits_until_events_were_looked_at() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        send(
            &world,
            &some_traffic(&mut Dice::new(0x0e8c_00ff)),
            &BTreeSet::new(),
        )
        .await;
        let conditions = Conditions::new(ConditionsDraft {
            landing_host: Some("shop.example".to_owned()),
            ..ConditionsDraft::default()
        });
        exclude(&world, conditions.unwrap(), Vec::new()).await;
        let context = world.context();
        let begun = || rebuild(&*world.units, &context, world.profile.id, &|_| {});
        assert_eq!(begun().await.unwrap(), Rebuilt::Busy);
        assert_eq!(world.lines(EXCLUDED).await, Vec::<String>::new());
        assert!(ready(&world.worker(), world.profile.id).await.unwrap());
        assert!(!world.lines(EXCLUDED).await.is_empty());
        assert!(matches!(begun().await.unwrap(), Rebuilt::Published { .. }));
        let shown = world.results().await;
        world.drain().await;
        assert_eq!(world.results().await, shown);
    });
}
