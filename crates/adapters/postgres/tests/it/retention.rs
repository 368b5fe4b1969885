//! Old facts lose what is personal, and nothing else changes: neither figures nor what a replay of
//! everything comes to.

use application::ports::{Keep, RetentionDays};
use application::settle;
use application::tracking::collect::Sender;
use event_intake::{
    Conditions, ConditionsDraft, JsonObject, PageReferrer, RawPerson, TrackerEvent,
    TrackerEventKind,
};
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Actor, Clock, Timestamp};
use personal_data::retention::change::{RetentionChange, RetentionError, change};
use personal_data::retention::step::{Aged, step};
use testkit::TestDatabase;

use crate::exclusions::exclude;
use crate::world::{RUNTIME, World, identify_as, instant, page_view, payment};

fn days(days: u16) -> Keep {
    Keep::Days(RetentionDays::new(days).unwrap())
}

async fn decide(world: &World, wanted: RetentionChange) -> Result<(), RetentionError> {
    let mut work = world.begin().await;
    let context = world.context();
    let done = change(
        &mut *work,
        &context,
        world.profile.id,
        Actor::Operator,
        wanted,
    )
    .await;
    settle(work, done).await.map(|_| ())
}

/// Steps of so many rows until nothing is due.
pub(crate) async fn age(world: &World, limit: u32) -> Aged {
    let mut aged = Aged::default();
    loop {
        let mut work = world.begin().await;
        let done = step(&mut *work, &world.context(), limit).await;
        match settle(work, done).await.unwrap() {
            None => return aged,
            Some(done) => {
                aged.looked += done.looked;
                aged.changed += done.changed;
                aged.browsers += done.browsers;
            }
        }
    }
}

fn titled(name: &str, at: Timestamp, url: &str) -> TrackerEvent {
    let mut event = page_view(name, at, url, Some("https://news.example/a?reader=7"));
    event.kind = TrackerEventKind::PageView {
        url: url.to_owned(),
        referrer: PageReferrer::Present("https://news.example/a?reader=7".to_owned()),
        title: Some("Orders of Ada".to_owned()),
    };
    event
}

fn ada(email: &str) -> RawPerson {
    RawPerson {
        email: Some(email.to_owned()),
        first_name: Some("Ada".to_owned()),
        last_name: Some("Lovelace".to_owned()),
        ..RawPerson::default()
    }
}

/// Five customers and five strangers, each of whom came in spring and again in June.
async fn people(world: &World) {
    world
        .execute("UPDATE profiles SET url_query = 'all' WHERE id = $1")
        .await;
    for number in 0..10 {
        for (visit, day) in ["2026-02-10", "2026-03-20", "2026-06-20"]
            .iter()
            .enumerate()
        {
            // Some of the strangers never come back.
            if number >= 7 && visit == 2 {
                continue;
            }
            let at = instant(&format!("{day}T10:00:00Z")).plus_micros(number * MICROS_PER_DAY / 5);
            let browser = format!("browser {number}");
            let name = |what: &str| format!("{browser} {visit} {what}");
            let url = "https://shop.example/a?utm_source=x&utm_medium=cpc&name=Ada";
            let mut events = vec![titled(&name("view"), at, url)];
            let email = format!("person{number}@mail.example");
            if number < 5 {
                let later = at.plus_micros(MICROS_PER_SECOND);
                events.push(identify_as(&name("known"), later, ada(&email)));
            }
            world.clock.set(at.plus_micros(MICROS_PER_SECOND));
            let sender = Sender {
                name: Some(format!("sender {number}")),
                ..Sender::default()
            };
            world.track_from(&browser, &sender, events).await;
            if number < 5 {
                let mut draft = payment(at.plus_micros(3 * MICROS_PER_SECOND), "10.01", &email);
                draft.person = ada(&email);
                draft.url = Some("https://shop.example/paid?name=Ada".to_owned());
                draft.properties = JsonObject::parse(r#"{"provider": "till", "gift": "Ada"}"#).ok();
                world.record(&name("paid"), draft).await;
            }
        }
    }
    world.clock.set(instant("2026-06-30T12:00:00Z"));
    world.drain().await;
}

/// What is stored as text of a person and no figure is made of, of facts until an instant.
const PERSONAL: &str = "SELECT line FROM ( \
    SELECT e.occurred_at AS at, concat_ws(' ', e.title, e.properties, e.sender, \
        substring(e.url FROM 'name=.*'), substring(e.referrer FROM 'reader=.*'), \
        e.identifiers ->> 'first_name', e.identifiers ->> 'last_name') AS line \
    FROM tracker_events e WHERE e.profile_id = $1 \
    UNION ALL \
    SELECT e.occurred_at, concat_ws(' ', nullif(e.properties, '{\"provider\": \"till\"}'), \
        substring(e.url FROM 'name=.*'), e.identifiers ->> 'first_name', \
        e.identifiers ->> 'last_name') \
    FROM outcome_events e WHERE e.profile_id = $1) AS e \
    WHERE line <> '' AND e.at < '2026-04-01'";

const BROWSERS: &str = "SELECT v.anonymous_id AS line FROM visitors v \
    WHERE v.profile_id = $1 ORDER BY 1";

/// What reports are made of, without what browsers are called.
async fn figures(world: &World) -> Vec<String> {
    let mut lines = world.results().await;
    for line in &mut lines {
        if let Some(begin) = line.find("session ") {
            let end = line[begin..]
                .find(" 2026")
                .map_or(line.len(), |at| begin + at);
            line.replace_range(begin..end, "session");
        }
    }
    lines.sort();
    lines
}

async fn same(world: &World, before: &[String]) {
    assert_eq!(figures(world).await, before);
    world.rebuild().await;
    assert_eq!(figures(world).await, before);
    world.ledger_holds().await;
}

#[test]
fn old_facts_lose_what_is_personal_and_no_figure_changes() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let other = World::alone_in(&database).await;
        people(&world).await;
        people(&other).await;
        world.rebuild().await;
        let (before, known) = (figures(&world).await, world.lines(PERSONAL).await.len());
        assert_eq!(known, 40);
        assert_eq!(age(&world, 7).await, Aged::default());
        decide(
            &world,
            RetentionChange {
                tracker_days: Some(days(90)),
                personal_days: None,
            },
        )
        .await
        .unwrap();
        let aged = age(&world, 7).await;
        // The last three strangers never came back.
        assert_eq!((aged.looked, aged.changed, aged.browsers), (30, 30, 3));
        assert_eq!(world.lines(PERSONAL).await.len(), 10);
        let names = world.lines(BROWSERS).await;
        assert!(names[..7].iter().all(|name| name.starts_with("browser ")));
        assert!(names[7..].iter().all(|name| name.starts_with("forgotten-")));
        same(&world, &before).await;
        decide(
            &world,
            RetentionChange {
                tracker_days: None,
                personal_days: Some(days(30)),
            },
        )
        .await
        .unwrap();
        let aged = age(&world, 7).await;
        assert_eq!((aged.looked, aged.changed, aged.browsers), (10, 10, 0));
        assert_eq!(world.lines(PERSONAL).await, Vec::<String>::new());
        // Whoever was seen since keeps their name, and the others do not.
        let with_name =
            "SELECT count(first_name)::text AS line FROM customers WHERE profile_id = $1";
        let of_values = "SELECT count(DISTINCT (customer_id, first_name))::text AS line FROM identifiers \
             WHERE profile_id = $1 AND first_name IS NOT NULL";
        assert_eq!(world.lines(with_name).await, ["5"]);
        assert_eq!(world.lines(of_values).await, ["5"]);
        // What somebody was called before they were parted is kept as long as they are called so.
        world
            .execute(
                "INSERT INTO customer_splits (profile_id, id, decided_at, actor_kind, customer_id, parted_id, \
                 is_home_moved, first_name, first_seen_at, last_seen_at) \
                 SELECT $1, gen_random_uuid(), c.first_seen_at, 'operator', c.id, gen_random_uuid(), false, \
                 c.first_name, c.first_seen_at, c.last_seen_at FROM customers c \
                 WHERE c.profile_id = $1 AND c.first_name IS NOT NULL ORDER BY c.id LIMIT 1",
            )
            .await;
        let of_parted =
            "SELECT count(first_name)::text AS line FROM customer_splits WHERE profile_id = $1";
        age(&world, 7).await;
        assert_eq!(world.lines(of_parted).await, ["1"]);
        world.clock.advance_micros(31 * MICROS_PER_DAY);
        age(&world, 7).await;
        assert_eq!(world.lines(with_name).await, ["0"]);
        assert_eq!(world.lines(of_values).await, ["0"]);
        assert_eq!(world.lines(of_parted).await, ["0"]);
        same(&world, &before).await;
        // Once more from the beginning finds nothing, and nobody else has lost anything.
        world.clock.advance_micros(MICROS_PER_DAY);
        let mut work = world.begin().await;
        let again = work.retention().again(world.profile.id).await;
        settle(work, again).await.unwrap();
        let aged = age(&world, 7).await;
        assert_eq!((aged.looked, aged.changed, aged.browsers), (45, 0, 0));
        assert_eq!(other.lines(PERSONAL).await.len(), known);
    });
}

#[test]
fn a_browser_that_comes_back_is_a_new_one_also_in_the_very_moment() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let spring = instant("2026-02-10T10:00:00Z");
        world.clock.set(spring);
        world
            .track("b", vec![page_view("old", spring, "https://shop.example/", None)])
            .await;
        world.drain().await;
        world.clock.set(instant("2026-06-30T12:00:00Z"));
        decide(&world, RetentionChange { tracker_days: Some(days(90)), personal_days: None })
            .await
            .unwrap();
        assert_eq!(age(&world, 10).await.browsers, 1);
        // As whoever leaves it who met the browser before it lost its name, and ends afterwards.
        let now = world.clock.now();
        let view = page_view("new", now, "https://shop.example/", None);
        let known = identify_as("known", now, ada("ada@mail.example"));
        world.track("b", vec![view, known]).await;
        world
            .execute("DELETE FROM visitors WHERE profile_id = $1 AND anonymous_id = 'b'")
            .await;
        world.clock.advance_micros(11 * 60 * MICROS_PER_SECOND);
        age(&world, 10).await;
        world.drain().await;
        let sessions = "SELECT split_part(v.anonymous_id, '-', 1) || ' ' || s.started_at::date AS line \
            FROM sessions s JOIN visitors v ON v.profile_id = $1 AND v.id = s.visitor_id \
            WHERE s.profile_id = $1 ORDER BY 1";
        assert_eq!(world.lines(sessions).await, ["b 2026-06-30", "forgotten 2026-02-10"]);
        world.rebuild().await;
        assert_eq!(world.lines(sessions).await, ["b 2026-06-30", "forgotten 2026-02-10"]);
        let owner = "SELECT c.primary_email AS line FROM visitors v \
            JOIN customers c ON c.profile_id = $1 AND c.id = v.customer_id WHERE v.profile_id = $1";
        assert_eq!(world.lines(owner).await, ["ada@mail.example"]);
        let kept = "SELECT anonymous_id AS line FROM forgotten_browsers WHERE profile_id = $1";
        assert_eq!(world.lines(kept).await, Vec::<String>::new());
    });
}

#[test]
fn whoever_an_exclusion_or_an_outcome_names_keeps_the_name_and_a_replay_is_waited_for() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let spring = instant("2026-02-10T10:00:00Z");
        world.clock.set(spring);
        for name in ["free", "excluded", "paid"] {
            let sender = Sender {
                name: Some(format!("{name} sender")),
                ..Sender::default()
            };
            let view = page_view(name, spring, "https://shop.example/", None);
            world.track_from(name, &sender, vec![view]).await;
        }
        let mut draft = payment(spring, "5", "");
        draft.person = RawPerson {
            anonymous_id: Some("paid".to_owned()),
            ..RawPerson::default()
        };
        world.record("anonymous payment", draft).await;
        let conditions = Conditions::new(ConditionsDraft {
            visitors: [identity_graph::visitor_id(world.profile.id, "excluded")].into(),
            senders: ["excluded sender".to_owned()].into(),
            ..ConditionsDraft::default()
        });
        exclude(&world, conditions.unwrap(), vec!["excluded".to_owned()]).await;
        world.drain().await;
        let before = figures(&world).await;
        world.clock.set(instant("2026-06-30T12:00:00Z"));
        decide(&world, RetentionChange { tracker_days: Some(days(90)), personal_days: None })
            .await
            .unwrap();
        // While a full replay runs it waits.
        world
            .execute(
                "UPDATE attribution_state SET building = 99, building_until = now() + interval '1 h' \
                 WHERE profile_id = $1",
            )
            .await;
        assert_eq!(age(&world, 10).await, Aged::default());
        world
            .execute(
                "UPDATE attribution_state SET building = NULL, building_until = NULL \
                 WHERE profile_id = $1",
            )
            .await;
        world.clock.advance_micros(11 * 60 * MICROS_PER_SECOND);
        assert_eq!(age(&world, 10).await.browsers, 1);
        let names = world.lines(BROWSERS).await;
        assert_eq!(names[0], "excluded");
        assert!(names[1].starts_with("forgotten-") && names[2] == "paid", "{names:?}");
        let senders = "SELECT sender AS line FROM tracker_events WHERE profile_id = $1 AND sender IS NOT NULL";
        assert_eq!(world.lines(senders).await, ["excluded sender"]);
        same(&world, &before).await;
    });
}

#[test]
fn a_number_is_as_long_as_the_windows_and_of_this_profile_alone() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let wanted = RetentionChange { tracker_days: Some(days(89)), personal_days: None };
        let refused = decide(&world, wanted).await.unwrap_err();
        assert_eq!(
            refused.to_string(),
            "must be at least 90 days, the longest attribution window"
        );
        let wanted = RetentionChange { tracker_days: Some(days(90)), personal_days: Some(days(30)) };
        decide(&world, wanted).await.unwrap();
        let passes = "SELECT kind AS line FROM retention_passes WHERE profile_id = $1 ORDER BY 1";
        assert_eq!(
            world.lines(passes).await,
            ["customers", "outcome_events", "tracker_events"]
        );
        let wanted = RetentionChange { tracker_days: Some(Keep::ForEver), personal_days: Some(Keep::ForEver) };
        decide(&world, wanted).await.unwrap();
        assert_eq!(world.lines(passes).await, Vec::<String>::new());
        let told = "SELECT detail::text AS line FROM audit_events \
            WHERE profile_id = $1 AND action = 'retention.updated' ORDER BY id LIMIT 1";
        assert_eq!(
            world.lines(told).await,
            [r#"{"after": {"tracker_days": 90, "personal_days": 30}, "before": {"tracker_days": null, "personal_days": null}}"#]
        );
    });
}
