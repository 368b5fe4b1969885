//! Whoever is forgotten is nowhere any more, and every figure stays.

use application::customers::import::{Forgotten, Imported, Rejection, import};
use application::erasure::{Erased, erase, export};
use application::merges::{MergeError, merge, undo};
use application::ports::{LatestErasure, UrlQuery};
use application::profiles::windows::{WindowsChange, set_windows};
use application::tracking::collect::Sender;
use application::{settle, transact};
use attribution_models::{WindowDays, Windows};
use event_intake::{JsonObject, PageReferrer, RawPerson, TrackerEvent, TrackerEventKind};
use identity_graph::NotMergeable;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Actor, CustomerId, ProfileAccess, Timestamp};
use testkit::TestDatabase;

use crate::world::{RUNTIME, World, identify_as, instant, page_view, payment};

/// What is nowhere afterwards, in small letters.
const HERS: [&str; 12] = [
    "ada@mail.example",
    "56961234567",
    "7654321",
    "lovelace",
    "crm-ada",
    "ext-ada",
    "browser of ada",
    "orders of ada",
    "click-of-ada",
    "reader=ada",
    "name=ada",
    "sender of ada",
];

/// A profile that keeps everything of addresses.
async fn keeping_all(database: &TestDatabase) -> World {
    let mut world = World::alone_in(database).await;
    world.profile.addresses.url_query = UrlQuery::All;
    world
}

fn access(world: &World) -> ProfileAccess {
    ProfileAccess {
        profile_id: world.profile.id,
        scopes: [].into(),
        actor: Actor::Operator,
    }
}

async fn forget(world: &World, id: CustomerId) -> Erased {
    let input = (world.context(), access(world), id);
    let done = transact(&*world.units, &input, |work, (context, access, id)| {
        Box::pin(erase(work, context, access, *id))
    });
    done.await.unwrap()
}

fn ada() -> RawPerson {
    RawPerson {
        email: Some("Ada@mail.example".to_owned()),
        phone: Some("+56 9 6123 4567".to_owned()),
        national_id: Some("7.654.321-6".to_owned()),
        crm_contact_id: Some("crm-ada".to_owned()),
        crm_source: Some("hubspot".to_owned()),
        external_id: Some("ext-ada".to_owned()),
        anonymous_id: Some("browser of Ada".to_owned()),
        first_name: Some("Ada".to_owned()),
        last_name: Some("Lovelace".to_owned()),
    }
}

fn email(of: &str) -> RawPerson {
    RawPerson {
        email: Some(of.to_owned()),
        ..RawPerson::default()
    }
}

fn view(name: &str, at: Timestamp, of: &str) -> TrackerEvent {
    let url =
        format!("https://shop.example/a?utm_source=x&utm_medium=cpc&gclid=click-of-{of}&name={of}");
    let mut event = page_view(name, at, &url, None);
    event.kind = TrackerEventKind::PageView {
        url,
        referrer: PageReferrer::Present(format!("https://news.example/a?reader={of}")),
        title: Some(format!("Orders of {of}")),
    };
    event
}

fn second(number: i64) -> Timestamp {
    instant("2026-06-20T10:00:00Z").plus_micros(number * MICROS_PER_SECOND)
}

/// Events of a browser that somebody uses.
async fn visit(world: &World, (browser, of): (&str, &str), events: Vec<TrackerEvent>) -> usize {
    let sender = Sender {
        name: Some(format!("sender of {of}")),
        ..Sender::default()
    };
    world.track_from(browser, &sender, events).await.accepted
}

async fn pay(
    world: &World,
    key: &str,
    at: Timestamp,
    amount: &str,
    (person, of): (RawPerson, &str),
) {
    let mut draft = payment(at, amount, "nobody@mail.example");
    draft.person = person;
    draft.url = Some(format!(
        "https://shop.example/paid?name={of}&gclid=click-of-{of}"
    ));
    let properties = format!(r#"{{"provider": "till", "gift": "Orders of {of}"}}"#);
    draft.properties = JsonObject::parse(&properties).ok();
    world.record(key, draft).await;
}

const ADA: (&str, &str) = ("browser of Ada", "Ada");
const SHARED: (&str, &str) = ("shared", "Ada");
/// A key that names her.
const ORDER: &str = "order of 7654321-6";
const BOX: &str = "box@mail.example";
const EVE: (&str, &str) = ("browser of Eve", "Eve");

/// Ada, who buys and comes back, on a browser of hers and on one that Bob has from when he says who he is; an address that
/// two others were named with, and that is nobody's but its own; and Eve, who has nothing to do with any of them.
async fn people(world: &World) {
    world.clock.set(second(10_000));
    visit(
        world,
        ADA,
        vec![view("a0", second(-10 * 24 * 3_600), "Ada")],
    )
    .await;
    visit(world, ADA, vec![view("a1", second(1), "Ada")]).await;
    let known = identify_as("a2", second(2), email("ada@mail.example"));
    visit(world, ADA, vec![known]).await;
    pay(world, ORDER, second(3), "10.01", (ada(), "Ada")).await;
    let hers = || (email("ada@mail.example"), "Ada");
    pay(world, "order 2", second(4), "20.02", hers()).await;
    let mut back = payment(second(5), "-10.01", "ada@mail.example");
    back.refund_of = Some(ORDER.to_owned());
    world.record("refund 1", back).await;
    visit(world, SHARED, vec![view("s1", second(6), "Ada")]).await;
    let known = identify_as("s2", second(7), email("ada@mail.example"));
    visit(world, SHARED, vec![known]).await;
    let known = identify_as("s3", second(8), email("bob@mail.example"));
    visit(world, ("shared", "Bob"), vec![known]).await;
    let his = (email("bob@mail.example"), "Bob");
    pay(world, "order 3", second(9), "30.03", his).await;
    for (key, id) in [("order 4", "12.345.678-5"), ("order 5", "7.654.322-4")] {
        let mut both = email(BOX);
        both.national_id = Some(id.to_owned());
        pay(world, key, second(11), "40.04", (both, "Bob")).await;
    }
    pay(
        world,
        "order 6",
        second(12),
        "50.05",
        (email(BOX), "the box"),
    )
    .await;
    visit(world, EVE, vec![view("e1", second(13), "Eve")]).await;
    let known = identify_as("e2", second(14), email("eve@mail.example"));
    visit(world, EVE, vec![known]).await;
    let eve = (email("eve@mail.example"), "Eve");
    pay(world, "order 7", second(15), "60.06", eve).await;
    world.drain().await;
}

async fn holder(world: &World, email: &str) -> Option<CustomerId> {
    let lines = "SELECT customer_id::text || ' ' || value_key AS line FROM identifiers \
         WHERE profile_id = $1 AND kind = 'email'";
    let lines = world.lines(lines).await;
    lines.iter().find_map(|line| {
        let (id, key) = line.split_once(' ')?;
        (key == email).then(|| CustomerId::new(id.parse().unwrap()))
    })
}

async fn count(world: &World, table: &str) -> usize {
    let lines = format!("SELECT 'one' AS line FROM {table} WHERE profile_id = $1");
    world.lines(&lines).await.len()
}

/// Where of a whole database one of these texts stands: plain, in small letters, in bytes, and hashed as platforms are told.
async fn found(world: &World, texts: &[&str]) -> Vec<String> {
    let tables = "SELECT quote_ident(table_name) AS line FROM information_schema.tables \
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND $1::uuid IS NOT NULL";
    let mut found = Vec::new();
    for table in world.lines(tables).await {
        let rows =
            format!("SELECT lower(t::text) AS line FROM {table} t WHERE $1::uuid IS NOT NULL");
        let rows = world.lines(&rows).await;
        for text in texts {
            let hex = format!("SELECT encode('{text}', 'hex') AS line WHERE $1::uuid IS NOT NULL");
            let hex = world.lines(&hex).await.remove(0);
            let hashed = format!(
                "SELECT encode(sha256('{text}'), 'hex') AS line WHERE $1::uuid IS NOT NULL"
            );
            let hashed = world.lines(&hashed).await.remove(0);
            let is_in =
                |row: &&String| [*text, &hex, &hashed].iter().any(|form| row.contains(form));
            if let Some(row) = rows.iter().find(is_in) {
                found.push(format!("{text} in {table}: {row}"));
            }
        }
    }
    found
}

/// Decides how long touches count, and replays everything by that.
async fn set(world: &World, windows: Windows) {
    let change = WindowsChange {
        click_days: Some(windows.click_days),
        view_through_days: Some(windows.view_through_days),
        first_touch_days: Some(windows.first_touch_days),
        cash_days: Some(windows.cash_days),
    };
    let mut work = world.begin().await;
    let set = set_windows(&mut *work, &world.context(), &access(world), change).await;
    settle(work, set).await.unwrap();
    world.drain().await;
}

/// Everything that is told to somebody of themselves.
async fn everything_of(world: &World, id: CustomerId) -> String {
    let mut work = world.begin().await;
    let told = export(&mut *work, &world.context(), world.profile.id, id).await;
    let told = settle(work, told).await.unwrap();
    let held = told.held;
    let rows = [
        held.customers,
        held.identifiers,
        held.outcome_events,
        held.tracker_events,
    ];
    format!(
        "{:?} {}",
        told.national_ids,
        serde_json::Value::from(rows.concat())
    )
}

/// What readers see, without what people and events are called.
async fn figures(world: &World) -> Vec<String> {
    let credits = "SELECT concat_ws(' ', c.touched_at, c.touch_kind, c.person_id, c.last_touch, c.first_touch, c.linear, \
         c.time_decay, c.last_non_direct, c.position_based, c.local_date, c.conversion_key, c.value_reporting, \
         c.is_refund, c.landing_path, c.signature_id) AS line \
         FROM credits c JOIN attribution_state s USING (profile_id, generation) WHERE c.profile_id = $1 ORDER BY 1";
    world.lines(credits).await
}

#[test]
fn everything_that_names_somebody_goes_and_every_figure_stays() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = keeping_all(&database).await;
        people(&world).await;
        let ada = holder(&world, "ada@mail.example").await.unwrap();
        for text in HERS {
            let before = found(&world, &[text]).await;
            assert!(!before.is_empty(), "{text} was never there");
        }
        let held = everything_of(&world, ada).await;
        for told in [
            "Ada",
            "Lovelace",
            "7654321-6",
            "click-of-Ada",
            "Orders of Ada",
            "hubspot|crm-ada",
        ] {
            assert!(held.contains(told), "{told} in {held}");
        }
        assert!(!held.contains("bob@mail.example"), "{held}");
        let before = figures(&world).await;
        assert!(before.len() > 5, "{before:?}");
        let customers = count(&world, "customers").await;

        let erased = forget(&world, ada).await;
        assert_eq!(erased.customer_id, ada);
        assert!(!erased.was_before);
        assert_eq!(erased.identifiers, 5, "{erased:?}");
        assert_eq!(erased.browsers, 1);
        assert_eq!(erased.outcome_events, 3);
        assert_eq!(found(&world, &HERS).await, Vec::<String>::new());
        assert_eq!(figures(&world).await, before, "at once");
        let eve = found(&world, &["eve@mail.example", "click-of-eve"]).await;
        assert!(!eve.is_empty(), "others are as they were");
        assert!(holder(&world, "bob@mail.example").await.is_some());
        // An address that events of others name beside their ids.
        let address = holder(&world, BOX).await.unwrap();
        let erased = forget(&world, address).await;
        assert_eq!(erased.outcome_events, 1, "{erased:?}");
        assert_eq!(found(&world, &[BOX]).await, Vec::<String>::new());
        assert_eq!(figures(&world).await, before, "of the other one");

        world.drain().await;
        assert_eq!(figures(&world).await, before, "after what waited");
        world.rebuild().await;
        assert_eq!(figures(&world).await, before, "after a replay of all");
        let day = WindowDays::new(1).unwrap();
        let short = Windows {
            click_days: day,
            first_touch_days: day,
            cash_days: day,
            ..world.profile.windows
        };
        set(&world, short).await;
        assert_ne!(figures(&world).await, before, "with other windows");
        set(&world, world.profile.windows).await;
        assert_eq!(figures(&world).await, before, "and back");
        world.ledger_holds().await;
        assert_eq!(count(&world, "customers").await, customers);
        assert_eq!(found(&world, &HERS).await, Vec::<String>::new());

        let again = forget(&world, ada).await;
        assert!(again.was_before);
    });
}

#[test]
fn what_comes_in_late_of_before_founds_nobody_and_what_is_later_does() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = keeping_all(&database).await;
        people(&world).await;
        let id = holder(&world, "ada@mail.example").await.unwrap();
        forget(&world, id).await;
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
fn whoever_was_forgotten_is_merged_with_nobody_and_parted_from_nobody() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = keeping_all(&database).await;
        people(&world).await;
        let of = async |email: &str| holder(&world, email).await.unwrap();
        let (ada, eve) = (of("ada@mail.example").await, of("eve@mail.example").await);
        let bob = of("bob@mail.example").await;
        let (access, context) = (access(&world), world.context());
        let mut work = world.begin().await;
        let made = merge(&mut *work, &context, &access, [ada, eve], None).await;
        let made = settle(work, made).await.unwrap().merge;
        let before = figures(&world).await;
        // The alias leads to whoever has everything.
        let erased = forget(&world, made.merged).await;
        assert_eq!(erased.customer_id, made.survivor);
        assert_eq!(figures(&world).await, before);
        let gone = found(&world, &["eve@mail.example", "ada@mail.example"]).await;
        assert_eq!(gone, Vec::<String>::new());
        let mut work = world.begin().await;
        let parted = undo(&mut *work, &context, &access, made.id).await;
        let parted = settle(work, parted).await;
        assert!(matches!(parted, Err(MergeError::Erased)), "{parted:?}");
        let mut work = world.begin().await;
        let pair = [made.survivor, bob];
        let merged = merge(&mut *work, &context, &access, pair, None).await;
        let merged = settle(work, merged).await;
        let refused = MergeError::NotMergeable(NotMergeable::Nameless);
        assert_eq!(merged.unwrap_err().to_string(), refused.to_string());
        world.drain().await;
        world.rebuild().await;
        assert_eq!(figures(&world).await, before);
    });
}

#[test]
fn events_that_come_in_meanwhile_are_seen_or_written_anew() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = keeping_all(&database).await;
        people(&world).await;
        let ada = holder(&world, "ada@mail.example").await.unwrap();
        let events = count(&world, "outcome_events").await;
        let pays = async {
            for number in 0..20 {
                let key = format!("meanwhile {number}");
                let hers = (email("ada@mail.example"), "Ada");
                pay(&world, &key, second(100 + number), "1.00", hers).await;
            }
        };
        let ((), erased) = tokio::join!(pays, forget(&world, ada));
        assert!(!erased.was_before);
        world.drain().await;
        assert_eq!(
            found(&world, &["ada@mail.example"]).await,
            Vec::<String>::new()
        );
        assert_eq!(count(&world, "outcome_events").await, events + 20);
        let mut work = world.begin().await;
        let latest = work.erasures().latest(world.profile.id).await.unwrap();
        work.rollback().await.unwrap();
        let at = erased.at;
        assert_eq!(latest, Some(LatestErasure { number: 1, at }));
    });
}
