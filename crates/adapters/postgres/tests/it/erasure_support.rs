//! People who are forgotten, and what is to be found of them.

use application::ports::UrlQuery;
use application::tracking::collect::Sender;
use application::transact;
use event_intake::{
    JsonObject, OutcomeEventDraft, PageReferrer, RawPerson, TrackerEvent, TrackerEventKind,
};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{CustomerId, Timestamp};
use personal_data::erasure::{Erased, erase};
use testkit::TestDatabase;

use crate::reporting_seed::access;
use crate::world::{World, identify_as, instant, page_view, payment};

/// What is nowhere afterwards, in small letters.
pub(crate) const HERS: [&str; 15] = [
    "ada@mail.example",
    "+56961234567",
    "56961234567",
    "961234567",
    "7654321",
    "7.654.321",
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
pub(crate) async fn keeping_all(database: &TestDatabase) -> World {
    let mut world = World::alone_in(database).await;
    world.profile.addresses.url_query = UrlQuery::All;
    world
}

pub(crate) async fn forget(world: &World, id: CustomerId) -> Erased {
    let input = (world.context(), access(world), id);
    let done = transact(&*world.units, &input, |work, (context, access, id)| {
        Box::pin(erase(work, context, access, *id))
    });
    done.await.unwrap()
}

pub(crate) fn ada() -> RawPerson {
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

pub(crate) fn email(of: &str) -> RawPerson {
    RawPerson {
        email: Some(of.to_owned()),
        ..RawPerson::default()
    }
}

pub(crate) fn view(name: &str, at: Timestamp, of: &str) -> TrackerEvent {
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

pub(crate) fn second(number: i64) -> Timestamp {
    instant("2026-06-20T10:00:00Z").plus_micros(number * MICROS_PER_SECOND)
}

/// Events of a browser that somebody uses.
pub(crate) async fn visit(
    world: &World,
    (browser, of): (&str, &str),
    events: Vec<TrackerEvent>,
) -> usize {
    let sender = Sender {
        name: Some(format!("sender of {of}")),
        ..Sender::default()
    };
    world.track_from(browser, &sender, events).await.accepted
}

pub(crate) async fn pay(
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

pub(crate) const ADA: (&str, &str) = ("browser of Ada", "Ada");
pub(crate) const SHARED: (&str, &str) = ("shared", "Ada");
/// A key that names her.
pub(crate) const ORDER: &str = "order of 7654321-6";
pub(crate) const BOX: &str = "box@mail.example";
pub(crate) const EVE: (&str, &str) = ("browser of Eve", "Eve");

/// Ada, who buys and comes back, on a browser of hers and on one that Bob has from when he says who he is; an address that
/// two others were named with, and that is nobody's but its own; and Eve, who has nothing to do with any of them.
pub(crate) async fn people(world: &World) {
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
    otherwise(world).await;
    world.drain().await;
}

/// What Ada is known by in another system.
pub(crate) fn external() -> RawPerson {
    RawPerson {
        external_id: Some("ext-ada".to_owned()),
        ..RawPerson::default()
    }
}

/// An ad platform was told of her order, under a number of hers.
const TOLD: &str = "INSERT INTO export_ledger (profile_id, id, destination_id, kind, source_fingerprint, source_kind, \
     source_event_id, event_id, event_time, status, filters_applied, match_keys, attempt, fresh_until, created_at, \
     updated_at) \
     SELECT $1, gen_random_uuid(), gen_random_uuid(), 'real', '\\x00', 'conversion_definition', e.id, 'crm-ada', \
     e.occurred_at, 'accepted', '{}', '{}', 1, e.occurred_at, e.occurred_at, e.occurred_at \
     FROM outcome_events e WHERE e.profile_id = $1 AND e.idempotency_key = 'order of 7654321-6'";

/// What says of Ada who she is without a value that decides whose it is: an id of another system alone, the browser alone,
/// a key alone; and that id in an event of Bob.
async fn otherwise(world: &World) {
    let known = identify_as("a3", second(16), external());
    visit(world, ADA, vec![known]).await;
    let by_id = "by 7.654.321-6 at 961234567";
    pay(world, by_id, second(17), "70.07", (external(), "Ada")).await;
    let shared = RawPerson {
        anonymous_id: Some("shared".to_owned()),
        ..RawPerson::default()
    };
    let in_her_time = second(7).plus_micros(1);
    pay(
        world,
        "on a shared one",
        in_her_time,
        "80.08",
        (shared, "Ada"),
    )
    .await;
    let back = refund(ORDER, second(18), "1.01");
    world.record("refund of ada@mail.example", back).await;
    let mut known = external();
    known.email = Some("eve@mail.example".to_owned());
    let known = identify_as("e3", second(18), known);
    visit(world, EVE, vec![known]).await;
    world.execute(TOLD).await;
    pay(world, BESIDE, second(19), "90.09", (beside(), "Bob")).await;
}

/// A key of Bob's that names her, and what his event says.
pub(crate) const BESIDE: &str = "with ext-ada";

pub(crate) fn beside() -> RawPerson {
    let mut his = email("bob@mail.example");
    his.external_id = Some("ext-ada".to_owned());
    his
}

/// A refund of an order that names nobody but in words.
pub(crate) fn refund(of: &str, at: Timestamp, amount: &str) -> OutcomeEventDraft {
    let mut back = payment(at, amount, "");
    back.person = RawPerson::default();
    back.refund_of = Some(of.to_owned());
    back.properties = JsonObject::parse(r#"{"note": "Orders of Ada"}"#).ok();
    back
}

pub(crate) async fn holder(world: &World, email: &str) -> Option<CustomerId> {
    let lines = "SELECT customer_id::text || ' ' || value_key AS line FROM identifiers \
         WHERE profile_id = $1 AND kind = 'email'";
    let lines = world.lines(lines).await;
    lines.iter().find_map(|line| {
        let (id, key) = line.split_once(' ')?;
        (key == email).then(|| CustomerId::new(id.parse().unwrap()))
    })
}

/// The same after Ada was forgotten, and who she was.
pub(crate) async fn without_ada(database: &TestDatabase) -> (World, CustomerId) {
    let world = keeping_all(database).await;
    people(&world).await;
    let id = holder(&world, "ada@mail.example").await.unwrap();
    forget(&world, id).await;
    (world, id)
}

pub(crate) async fn count(world: &World, table: &str) -> usize {
    let lines = format!("SELECT 'one' AS line FROM {table} WHERE profile_id = $1");
    world.lines(&lines).await.len()
}

/// Where of a whole database one of these texts stands: plain, in small letters, in bytes, and hashed as platforms are told.
pub(crate) async fn found(world: &World, texts: &[&str]) -> Vec<String> {
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

/// What readers see, without what people and events are called.
pub(crate) async fn figures(world: &World) -> Vec<String> {
    let credits = "SELECT concat_ws(' ', c.touched_at, c.touch_kind, c.person_id, c.last_touch, c.first_touch, c.linear, \
         c.time_decay, c.last_non_direct, c.position_based, c.local_date, c.conversion_key, c.value_reporting, \
         c.is_refund, c.landing_path, c.signature_id) AS line \
         FROM credits c JOIN attribution_state s USING (profile_id, generation) WHERE c.profile_id = $1 ORDER BY 1";
    world.lines(credits).await
}
