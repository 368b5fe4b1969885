//! What browsers said beside events: sealed, found again, and gone in time.

use application::ports::{Housekeeping, Perishable};
use event_intake::ports::{EvidenceOf, KeptEvidence};
use event_intake::{ConsentDraft, EVIDENCE_LIFE, Ip, MatchEvidence, OutcomeEventDraft};
use export_rules::{Compliance, Record, Switches};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Clock, Personal, Timestamp};
use testkit::TestDatabase;
use tributary_postgres::PgHousekeeping;

use crate::export_candidates::the_record;
use crate::world::{RUNTIME, World, payment};

const IP: &str = "203.0.113.77";
const AGENT: &str = "Mozilla/5.0 (X11; kept)";
const FBP: &str = "fb.1.1596403881668.1116446470";
const FBC: &str = "fb.1.1554763741205.AbCdEfGhIjKl";

/// A profile that tells social networks.
async fn telling() -> World {
    tells(World::new().await).await
}

async fn tells(world: World) -> World {
    let compliance = Compliance {
        switches: Switches::ON,
        ..Compliance::default()
    };
    let mut work = world.begin().await;
    let (id, now) = (world.profile.id, world.clock.now());
    let store = work.export_compliance();
    store.put(id, &compliance, now).await.unwrap();
    work.commit().await.unwrap();
    world
}

fn said(at: Timestamp, email: &str) -> OutcomeEventDraft {
    let mut draft = payment(at, "10", email);
    let some = |text: &str| Some(text.to_owned());
    draft.match_evidence.client_ip_address = some(IP);
    draft.match_evidence.client_user_agent = some(AGENT);
    draft.match_evidence.fbp = some(FBP);
    draft.match_evidence.fbc = some(FBC);
    draft
}

fn refusing(at: Timestamp, email: &str) -> OutcomeEventDraft {
    let mut draft = payment(at, "10", email);
    draft.consent = Some(ConsentDraft {
        ad_user_data: Some("denied".to_owned()),
        ..ConsentDraft::default()
    });
    draft
}

fn web(record: &Record) -> [Option<String>; 4] {
    let text = |value: &Option<Personal>| value.as_ref().map(|it| it.as_str().to_owned());
    let web = &record.web;
    [
        web.ip.map(|ip| ip.to_string()),
        text(&web.user_agent),
        text(&web.fbp),
        text(&web.fbc),
    ]
}

fn all() -> [Option<String>; 4] {
    [IP, AGENT, FBP, FBC].map(|text| Some(text.to_owned()))
}

async fn kept(world: &World) -> Vec<String> {
    let statement = "SELECT kind AS line FROM match_evidence WHERE profile_id = $1 ORDER BY 1";
    world.lines(statement).await
}

#[test]
fn it_is_sealed_and_told_of_the_event_alone() {
    RUNTIME.block_on(async {
        let world = telling().await;
        let now = world.clock.now();
        let id = world.record("sale", said(now, "ana@mail.example")).await.id;
        let later = world
            .record("later", payment(now, "10", "ana@mail.example"))
            .await
            .id;
        world.drain().await;
        assert_eq!(web(&the_record(&world, id).await), all());
        assert_eq!(web(&the_record(&world, later).await), [const { None }; 4]);
        // Nobody reads it in the database, and no other row opens with it.
        let readable =
            "SELECT encode(sealed, 'escape') AS line FROM match_evidence WHERE profile_id = $1";
        for line in world.lines(readable).await {
            for text in [IP, "Mozilla", "1116446470", "AbCdEf"] {
                assert!(!line.contains(text), "{line}");
            }
        }
        let facts =
            "SELECT row_to_json(e)::text AS line FROM outcome_events e WHERE profile_id = $1";
        for line in world.lines(facts).await {
            assert!(!line.contains(IP) && !line.contains("Mozilla"), "{line}");
        }
        // Whose it is hears of it.
        let mut work = world.begin().await;
        let of = [EvidenceOf::Event(id), EvidenceOf::Event(later)];
        let store = work.match_evidence();
        let kept = store.kept(world.profile.id, &of, (10, 0)).await.unwrap();
        let kept: Vec<_> = kept.into_iter().flatten().collect();
        let behind = store.kept(world.profile.id, &of, (10, 1)).await.unwrap();
        work.rollback().await.unwrap();
        assert_eq!(behind, []);
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].of, of[0]);
        let ip = kept[0].evidence.ip.map(|Ip(ip)| ip.to_string());
        let agent = kept[0].evidence.user_agent.as_ref().map(Personal::as_str);
        assert_eq!((ip.as_deref(), agent), (Some(IP), Some(AGENT)));
        let moved = format!("UPDATE match_evidence SET id = '{later}' WHERE profile_id = $1");
        world.execute(&moved).await;
        assert_eq!(web(&the_record(&world, later).await), [const { None }; 4]);
    });
}

#[test]
fn the_same_event_with_other_evidence_is_the_same_event() {
    RUNTIME.block_on(async {
        let world = telling().await;
        let now = world.clock.now();
        let first = world.record("sale", said(now, "ana@mail.example")).await;
        let mut again = said(now, "ana@mail.example");
        again.match_evidence.client_ip_address = Some("203.0.113.78".to_owned());
        again.match_evidence.fbp = None;
        let second = world.record("sale", again).await;
        assert!(second.replayed && first.id == second.id);
        world.drain().await;
        assert_eq!(web(&the_record(&world, first.id).await), all());
    });
}

#[test]
fn who_refuses_later_is_forgotten_and_nobody_else() {
    RUNTIME.block_on(async {
        let world = telling().await;
        let now = world.clock.now();
        let ana = world.record("ana", said(now, "ana@mail.example")).await.id;
        let bob = world.record("bob", said(now, "bob@mail.example")).await.id;
        let mut by_browser = said(now, "");
        by_browser.person.email = None;
        by_browser.person.anonymous_id = Some("browser".to_owned());
        world.record("browser", by_browser).await;
        assert_eq!(kept(&world).await.len(), 3);
        let mut refusal = refusing(now, "ana@mail.example");
        refusal.person.anonymous_id = Some("browser".to_owned());
        world.record("refusal", refusal).await;
        world.drain().await;
        assert_eq!(kept(&world).await.len(), 1);
        assert_eq!(web(&the_record(&world, ana).await), [const { None }; 4]);
        assert_eq!(web(&the_record(&world, bob).await), all());
    });
}

#[test]
fn after_seven_days_it_is_deleted() {
    RUNTIME.block_on(async {
        // It goes over all profiles, so other tests are left alone.
        let database = TestDatabase::create();
        let world = tells(World::alone_in(&database).await).await;
        let now = world.clock.now();
        let sale = world.record("sale", said(now, "ana@mail.example")).await.id;
        world.drain().await;
        let housekeeping = PgHousekeeping::new(world.pool.clone());
        let remove = async |at: Timestamp| {
            let removed = housekeeping
                .remove(Perishable::MatchEvidence, at, 10_000)
                .await;
            removed.unwrap();
        };
        remove(now.plus_micros(EVIDENCE_LIFE)).await;
        assert_eq!(kept(&world).await, ["event"]);
        // Nobody is told of it after its time, even where it is not deleted yet.
        world.clock.set(now.plus_micros(EVIDENCE_LIFE));
        assert_eq!(web(&the_record(&world, sale).await), all());
        world.clock.set(now.plus_micros(EVIDENCE_LIFE + 1));
        assert_eq!(web(&the_record(&world, sale).await), [const { None }; 4]);
        remove(now.plus_micros(EVIDENCE_LIFE + 1)).await;
        assert!(kept(&world).await.is_empty());
    });
}

#[test]
fn a_profile_that_may_keep_none_has_none_left() {
    RUNTIME.block_on(async {
        let (world, other) = (telling().await, telling().await);
        for world in [&world, &other] {
            let now = world.clock.now();
            world.record("sale", said(now, "ana@mail.example")).await;
        }
        let mut work = world.begin().await;
        let store = work.match_evidence();
        store.forget_all(world.profile.id).await.unwrap();
        work.commit().await.unwrap();
        assert!(kept(&world).await.is_empty());
        assert_eq!(kept(&other).await, ["event"]);
    });
}

#[test]
fn what_a_browser_said_is_told_of_its_events_in_the_days_around() {
    RUNTIME.block_on(async {
        let world = telling().await;
        let now = world.clock.now();
        let bought = |days: i64| {
            let mut draft = payment(now.plus_micros(-days * MICROS_PER_DAY), "10", "a@b.example");
            draft.person.anonymous_id = Some("browser".to_owned());
            draft
        };
        let near = world.record("near", bought(6)).await.id;
        let far = world.record("far", bought(8)).await.id;
        let other = world
            .record("other", payment(now, "10", "a@b.example"))
            .await
            .id;
        world.drain().await;
        let visitor = "SELECT id::text AS line FROM visitors WHERE profile_id = $1";
        let visitor: uuid::Uuid = world.lines(visitor).await[0].parse().unwrap();
        let mut work = world.begin().await;
        for fbp in ["fb.1.1.old", FBP] {
            let seen = KeptEvidence {
                of: EvidenceOf::Visitor(visitor.into()),
                evidence: MatchEvidence::of_cookies(&format!("_fbp={fbp}")),
                seen_at: now,
                expires_at: now.plus_micros(EVIDENCE_LIFE),
            };
            let store = work.match_evidence();
            store.keep(world.profile.id, &[seen]).await.unwrap();
        }
        work.commit().await.unwrap();
        let fbp = [None, None, Some(FBP.to_owned()), None];
        assert_eq!(web(&the_record(&world, near).await), fbp);
        for id in [far, other] {
            assert_eq!(web(&the_record(&world, id).await), [const { None }; 4]);
        }
    });
}
