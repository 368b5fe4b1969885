//! Pictures that were loaded, and whom they were sent to.

use std::sync::Arc;

use application::known_signatures::KnownSignatures;
use application::views::intake::LoadedPicture;
use application::views::recipients::{Wanted, issue};
use application::views::record::{View, record};
use application::{settle, transact};
use customer_decisions::merges::merge;
use event_intake::ports::IntakeReason;
use event_intake::views::{ViewAgent, ViewRequest};
use event_intake::{RawPerson, TrackingKeyText};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Clock, CustomerId};
use testkit::TestDatabase;

use crate::erasure_support::{forget, holder};
use crate::reporting_seed::access;
use crate::world::{RUNTIME, World, payment};

/// A key that no store is asked about here.
pub(crate) fn key() -> TrackingKeyText {
    TrackingKeyText::from_random([3; 32])
}

pub(crate) fn picture(world: &World, query: &str, agent: ViewAgent) -> LoadedPicture {
    LoadedPicture {
        request: ViewRequest::parse(&format!("k={}&{query}", key())).unwrap(),
        agent,
        at: world.clock.now(),
    }
}

fn view(world: &World, query: &str, agent: ViewAgent) -> View {
    let picture = picture(world, query, agent);
    View::of(&world.context(), &world.shared_profile(), &picture)
}

/// Pictures that browsers load, in one group.
async fn load(world: &World, queries: &[String]) -> Vec<IntakeReason> {
    let views = queries.iter();
    let views: Vec<View> = views
        .map(|query| view(world, query, ViewAgent::Browser))
        .collect();
    let known = KnownSignatures::default();
    record(&*world.units, &world.context(), &known, &views)
        .await
        .unwrap()
}

pub(crate) async fn tokens(world: &World, wanted: &[Wanted]) -> Vec<Option<String>> {
    let input = (world.context(), world.profile.id, wanted);
    let issued = transact(&*world.units, &input, |work, (context, id, wanted)| {
        Box::pin(issue(work, context, *id, wanted))
    });
    let issued = issued.await.unwrap();
    issued
        .into_iter()
        .map(|token| token.map(|token| token.to_string()))
        .collect()
}

async fn token(world: &World, wanted: Wanted) -> Option<String> {
    tokens(world, &[wanted]).await.remove(0)
}

fn external(world: &World, id: &str) -> Wanted {
    Wanted::external(&world.context(), id).unwrap()
}

/// Somebody who paid and has an id in the caller's system.
pub(crate) async fn customer(world: &World, name: &str) -> CustomerId {
    customer_by(world, name, &format!("order of {name}")).await
}

async fn customer_by(world: &World, name: &str, order: &str) -> CustomerId {
    let email = format!("{name}@mail.example");
    let mut draft = payment(world.clock.now().plus_micros(-1), "10", &email);
    draft.person = RawPerson {
        email: Some(email.clone()),
        external_id: Some(format!("ext-{name}")),
        ..RawPerson::default()
    };
    world.record(order, draft).await;
    world.drain().await;
    holder(world, &email).await.unwrap()
}

async fn kept(world: &World) -> Vec<String> {
    let lines = "SELECT concat_ws(' ', v.local_date, s.utm_campaign, v.agent, v.ad_id, v.campaign_id) AS line \
         FROM views v JOIN traffic_signatures s ON s.profile_id = $1 AND s.id = v.signature_id \
         WHERE v.profile_id = $1 ORDER BY 1";
    world.lines(lines).await
}

async fn counted(world: &World) -> Vec<String> {
    let lines = "SELECT concat_ws(' ', d.agent, d.has_recipient, sum(d.views)) AS line \
         FROM view_days d WHERE d.profile_id = $1 GROUP BY d.agent, d.has_recipient ORDER BY 1";
    world.lines(lines).await
}

async fn marked(world: &World) -> Vec<String> {
    let lines = "SELECT m.kind || ' ' || m.target_id AS line FROM replay_marks m WHERE m.profile_id = $1 ORDER BY 1";
    world.lines(lines).await
}

#[test]
fn a_customer_has_one_token_however_they_are_asked_for() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let ada = customer(&world, "ada").await;
        let bob = customer(&world, "bob").await;
        let wanted = [
            Wanted::Customer(ada),
            external(&world, "ext-ada"),
            Wanted::Customer(bob),
            external(&world, "unheard-of"),
            Wanted::Customer(ada),
        ];
        let first = tokens(&world, &wanted).await;
        assert!(first[0].is_some() && first[2].is_some());
        assert_eq!(first[0], first[1]);
        assert_ne!(first[0], first[2]);
        assert_eq!(first[3], None);
        assert_eq!(first[4], first[0]);
        assert_eq!(tokens(&world, &wanted).await, first);
        let founded = "SELECT i.value_key AS line FROM identifiers i \
             WHERE i.profile_id = $1 AND i.value_key LIKE '%unheard-of%'";
        assert_eq!(world.lines(founded).await, Vec::<String>::new());
        // Two who ask at once are told the same.
        let eve = customer(&world, "eve").await;
        let (one, other) = tokio::join!(
            token(&world, Wanted::Customer(eve)),
            token(&world, Wanted::Customer(eve))
        );
        assert!(one.is_some());
        assert_eq!(one, other);
        let elsewhere = World::new().await;
        assert_eq!(token(&elsewhere, Wanted::Customer(ada)).await, None);
        assert_eq!(
            token(&elsewhere, external(&elsewhere, "ext-ada")).await,
            None
        );
    });
}

#[test]
fn whoever_was_merged_has_the_token_of_whom_they_lead_to() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let (ada, bob) = (customer(&world, "ada").await, customer(&world, "bob").await);
        let before = [Wanted::Customer(ada), Wanted::Customer(bob)];
        let before = tokens(&world, &before).await;
        let mut work = world.begin().await;
        let (context, access) = (world.context(), access(&world));
        let merged = merge(&mut *work, &context, &access, [ada, bob], None).await;
        settle(work, merged).await.unwrap();
        let after = [Wanted::Customer(ada), Wanted::Customer(bob)];
        let after = tokens(&world, &after).await;
        assert_eq!(after[0], after[1]);
        assert!(before.contains(&after[0]));
        // What the other one was sent still leads to them.
        credit(&world).await;
        let queries = before.into_iter().flatten();
        let queries: Vec<String> = queries.map(|token| format!("r={token}")).collect();
        world.drain().await;
        load(&world, &queries).await;
        assert_eq!(marked(&world).await.len(), 1);
        assert_eq!(kept(&world).await.len(), 2);
    });
}

async fn credit(world: &World) {
    world
        .execute("UPDATE profiles SET credits_views = true WHERE id = $1")
        .await;
}

#[test]
fn a_view_is_kept_once_a_recipient_campaign_and_day() {
    RUNTIME.block_on(async {
        let world = World::in_zone("America/Santiago").await;
        let ada = customer(&world, "ada").await;
        let ada = token(&world, Wanted::Customer(ada)).await.unwrap();
        let spring = format!("utm_source=news&utm_medium=email&utm_campaign=Spring&r={ada}");
        let ad = format!("utm_source=x&utm_medium=cpc&hsa_ad=77&utm_id=5&r={ada}");
        let both = [spring.clone(), ad.clone()];
        assert_eq!(load(&world, &both).await, [IntakeReason::Accepted; 2]);
        load(&world, &[spring.clone(), spring.clone(), ad]).await;
        assert_eq!(
            kept(&world).await,
            ["2026-06-30 browser 77 5", "2026-06-30 spring browser"]
        );
        world
            .clock
            .set(world.clock.now().plus_micros(MICROS_PER_DAY));
        load(&world, &[spring]).await;
        assert_eq!(kept(&world).await.len(), 3);
        assert_eq!(counted(&world).await, ["browser t 6"]);
    });
}

#[test]
fn tokens_that_are_not_of_a_recipient_count_and_are_nobodys() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let other = World::new().await;
        let theirs = customer(&other, "ada").await;
        let theirs = token(&other, Wanted::Customer(theirs)).await.unwrap();
        let mine = customer(&world, "ada").await;
        let mine = token(&world, Wanted::Customer(mine)).await.unwrap();
        let revoked = "UPDATE view_recipients SET revoked_at = now() WHERE profile_id = $1";
        world.execute(revoked).await;
        let mut forged = mine.clone();
        forged.replace_range(0..1, if mine.starts_with('A') { "B" } else { "A" });
        let queries = [theirs, mine, forged, "%7B%7Br%7D%7D".to_owned()];
        let queries = queries.map(|token| format!("utm_source=x&r={token}"));
        let unknown = [IntakeReason::UnknownRecipient; 4];
        assert_eq!(load(&world, &queries).await, unknown);
        let nobody = ["utm_source=x".to_owned()];
        assert_eq!(load(&world, &nobody).await, [IntakeReason::Accepted]);
        assert_eq!(kept(&world).await, Vec::<String>::new());
        assert_eq!(kept(&other).await, Vec::<String>::new());
        assert_eq!(counted(&world).await, ["browser f 5"]);
    });
}

#[test]
fn what_nobody_looked_at_is_counted_alone() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let ada = customer(&world, "ada").await;
        let ada = token(&world, Wanted::Customer(ada)).await.unwrap();
        let query = format!("utm_source=x&r={ada}");
        let views = ViewAgent::ALL.map(|agent| view(&world, &query, agent));
        let known = KnownSignatures::default();
        let done = record(&*world.units, &world.context(), &known, &views).await;
        let mut reasons = done.unwrap();
        assert_eq!(reasons.pop(), Some(IntakeReason::Bot));
        assert_eq!(reasons, [IntakeReason::Accepted; 3]);
        // Somebody saw it in two ways on one day, which is one view.
        assert_eq!(kept(&world).await, ["2026-06-30 browser"]);
        let expected = ["bot t 1", "browser t 1", "mail_proxy t 1", "prefetch t 1"];
        assert_eq!(counted(&world).await, expected);
    });
}

#[test]
fn groups_at_once_keep_a_view_once_and_lose_no_number() {
    RUNTIME.block_on(async {
        let world = Arc::new(World::new().await);
        let mut queries = Vec::new();
        for name in ["ada", "bob", "eve"] {
            let id = customer(&world, name).await;
            let token = token(&world, Wanted::Customer(id)).await.unwrap();
            queries.push(format!("utm_campaign=a&r={token}"));
            queries.push(format!("utm_campaign=b&r={token}"));
        }
        let groups = (0..8).map(|number| {
            let (world, mut queries) = (Arc::clone(&world), queries.clone());
            let by = number % queries.len();
            queries.rotate_left(by);
            tokio::spawn(async move { load(&world, &queries).await })
        });
        let groups: Vec<_> = groups.collect();
        for group in groups {
            assert_eq!(group.await.unwrap(), [IntakeReason::Accepted; 6]);
        }
        assert_eq!(kept(&world).await.len(), 6);
        assert_eq!(counted(&world).await, ["browser t 48"]);
    });
}

#[test]
fn whoever_saw_something_new_is_replayed_where_views_are_credited() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let ada = customer(&world, "ada").await;
        let own = token(&world, Wanted::Customer(ada)).await.unwrap();
        let foreign = token(&world, external(&world, "ext-ada")).await.unwrap();
        load(&world, &[format!("utm_campaign=a&r={own}")]).await;
        assert_eq!(marked(&world).await, Vec::<String>::new());
        credit(&world).await;
        // Seen before: nothing is new.
        load(&world, &[format!("utm_campaign=a&r={own}")]).await;
        assert_eq!(marked(&world).await, Vec::<String>::new());
        let both = [own, foreign].map(|token| format!("utm_campaign=b&r={token}"));
        load(&world, &both).await;
        assert_eq!(marked(&world).await, [format!("customer {ada}")]);
        world.drain().await;
        assert_eq!(marked(&world).await, Vec::<String>::new());
    });
}

/// What there is of visits and people.
async fn people_and_visits(world: &World) -> Vec<String> {
    let mut lines = Vec::new();
    for table in [
        "visitors",
        "tracker_events",
        "tracker_event_ids",
        "sessions",
        "touches",
        "customers",
        "identifiers",
        "identifier_pairs",
        "outcome_events",
        "anonymous_views",
    ] {
        let rows = format!(
            "SELECT '{table} ' || to_jsonb(t)::text AS line FROM {table} t WHERE t.profile_id = $1 ORDER BY 1"
        );
        lines.extend(world.lines(&rows).await);
    }
    lines
}

#[test]
fn a_view_founds_joins_and_names_nobody_and_makes_no_visit() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let ada = customer(&world, "ada").await;
        let before = people_and_visits(&world).await;
        let ada = token(&world, Wanted::Customer(ada)).await.unwrap();
        let queries = [
            format!("utm_source=x&gclid=1&email=bob@mail.example&r={ada}"),
            "utm_source=x&external_id=ext-bob&anonymous_id=b".to_owned(),
        ];
        load(&world, &queries).await;
        world.drain().await;
        assert_eq!(people_and_visits(&world).await, before);
    });
}

#[test]
fn whoever_is_forgotten_is_nobody_for_pictures_and_what_they_saw_stays_theirs() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let ada = customer(&world, "ada").await;
        let bob = customer(&world, "bob").await;
        let wanted = [Wanted::Customer(ada), external(&world, "ext-ada")];
        let hers = tokens(&world, &wanted).await;
        let his = token(&world, Wanted::Customer(bob)).await.unwrap();
        let queries = hers.iter().flatten().chain([&his]);
        let queries: Vec<String> = queries
            .map(|token| format!("utm_campaign=a&r={token}"))
            .collect();
        load(&world, &queries).await;
        forget(&world, ada).await;
        let recipients = "SELECT concat_ws(' ', r.subject_kind, split_part(r.subject_key, ' ', 1), \
                 r.revoked_at IS NOT NULL) AS line \
             FROM view_recipients r WHERE r.profile_id = $1 ORDER BY 1";
        assert_eq!(
            world.lines(recipients).await,
            [
                "crm_contact_id erased t",
                "email bob@mail.example f"
            ]
        );
        // What she saw before stays hers, by the value that stands for her.
        let whose = "SELECT (i.customer_id::text) AS line FROM views v \
             JOIN view_recipients r ON r.profile_id = $1 AND r.id = v.recipient_id \
             JOIN identifiers i ON i.profile_id = $1 AND i.kind = r.subject_kind AND i.value_key = r.subject_key \
             WHERE v.profile_id = $1 ORDER BY 1";
        let mut expected = [ada, bob].map(|id| id.to_string());
        expected.sort_unstable();
        assert_eq!(world.lines(whose).await, expected);
        let later: Vec<String> = hers
            .iter()
            .flatten()
            .map(|token| format!("utm_campaign=b&r={token}"))
            .collect();
        let unknown = [IntakeReason::UnknownRecipient; 2];
        assert_eq!(load(&world, &later).await, unknown);
        assert_eq!(kept(&world).await.len(), 2);
        assert_eq!(tokens(&world, &wanted).await, [None, None]);
        let found = "SELECT r.id::text AS line FROM view_recipients r \
             WHERE r.profile_id = $1 AND to_jsonb(r)::text SIMILAR TO '%(ada@|ext-)%'";
        assert_eq!(world.lines(found).await, Vec::<String>::new());
        // Whoever comes back under the same id is somebody new, with a token of their own.
        world.clock.set(world.clock.now().plus_micros(MICROS_PER_DAY));
        let back = customer_by(&world, "ada", "another order").await;
        assert_ne!(back, ada);
        let again = token(&world, external(&world, "ext-ada")).await;
        assert!(again.is_some() && !hers.contains(&again));
    });
}

#[test]
fn somebody_who_is_forgotten_while_a_token_is_asked_for_has_none_afterwards() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = Arc::new(World::alone_in(&database).await);
        for round in 0..6 {
            let name = format!("ada{round}");
            let ada = customer(&world, &name).await;
            let by_id = external(&world, &format!("ext-{name}"));
            let asking = Arc::clone(&world);
            let asking = tokio::spawn(async move {
                let wanted = [Wanted::Customer(ada), by_id];
                tokens(&asking, &wanted).await
            });
            if round % 2 == 0 {
                tokio::task::yield_now().await;
            }
            forget(&world, ada).await;
            asking.await.unwrap();
            let left = "SELECT r.subject_key AS line FROM view_recipients r \
                 WHERE r.profile_id = $1 AND (r.revoked_at IS NULL OR r.subject_key NOT LIKE 'erased %')";
            assert_eq!(world.lines(left).await, Vec::<String>::new());
        }
    });
}

/// Everything that is done with pictures, so that each statement of it ran.
pub(crate) async fn everything(world: &World) {
    let ada = customer(world, "ada").await;
    credit(world).await;
    let wanted = [Wanted::Customer(ada), external(world, "ext-ada")];
    let hers = tokens(world, &wanted).await;
    let queries: Vec<String> = hers
        .iter()
        .flatten()
        .map(|token| format!("utm_campaign=a&r={token}"))
        .collect();
    load(world, &queries).await;
    world.drain().await;
    let told = crate::erasure::everything_of(world, ada).await;
    assert!(told.contains("subject_key") && told.contains("\"recipient_id\""));
    forget(world, ada).await;
}
