//! A full replay: readers see the old figures, complete, until all new ones are there; a worker that
//! dies changes nothing; two workers never replay one profile at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use application::attribution::recomputes::{ReplayRequest, request};
use application::ports::{Cut, Derive, FullReplay, ReplayOrder, ReplayStep, SessionCut};
use application::replays::rebuild::{Rebuilt, rebuild};
use application::replays::refresh::{Refreshed, refresh};
use application::{UnitOfWork, UnitsOfWork, settle};
use async_trait::async_trait;
use attribution_models::ports::Results;
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Actor, ProfileId, RecomputeId, StoreError};
use reporting::causes::Cause;
use tributary_postgres::PgUnitsOfWork;

use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

/// The time of a lease has passed.
const EXPIRE: &str = "UPDATE attribution_state \
    SET building_until = building_until - interval '121 seconds' WHERE profile_id = $1";

/// Transactions until the worker dies.
struct Mortal {
    units: Arc<PgUnitsOfWork>,
    left: AtomicUsize,
}

#[async_trait]
impl UnitsOfWork for Mortal {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        let left = self.left.load(Ordering::SeqCst);
        if left == 0 {
            return Err(StoreError::Unavailable("dead".to_owned()));
        }
        self.left.store(left - 1, Ordering::SeqCst);
        self.units.begin().await
    }

    async fn replay_all(&self, order: ReplayOrder) -> Result<Box<dyn FullReplay>, StoreError> {
        self.units.replay_all(order).await
    }

    async fn cut_all(
        &self,
        profile_id: ProfileId,
        cut: Cut,
    ) -> Result<Box<dyn SessionCut>, StoreError> {
        self.units.cut_all(profile_id, cut).await
    }
}

/// Changes the profile by hand and asks for the replay that the change needs, as use cases do.
async fn change(world: &World, statement: &str, cause: Cause) -> RecomputeId {
    let mut work = world.units.begin().await.unwrap();
    let queued = async {
        work.attribution().lock(world.profile.id).await?;
        world.execute(statement).await;
        let asked = ReplayRequest {
            cause,
            subject: None,
            actor: Actor::Operator,
        };
        request(&mut *work, &world.context(), world.profile.id, asked).await
    }
    .await;
    settle(work, queued).await.unwrap().id
}

/// A customer who came by an ad 60 days before one payment and by mail 10 days before it.
async fn customer(world: &World, number: usize) {
    let paid_at = instant("2026-06-20T22:30:00Z").plus_micros(i64::try_from(number).unwrap());
    let browser = format!("browser-{number}");
    let email = format!("person{number}@example.com");
    let visit = |name: &str, days: i64, url: &str| {
        let at = paid_at.plus_micros(-days * MICROS_PER_DAY);
        page_view(&format!("{name}-{number}"), at, url, None)
    };
    let ad = "https://shop.example/?utm_source=google&utm_medium=cpc";
    let mail = "https://shop.example/?utm_source=news&utm_medium=email";
    world
        .track(&browser, vec![visit("ad", 60, ad), visit("mail", 10, mail)])
        .await;
    let known = identify(&format!("known-{number}"), paid_at, &email);
    world.track(&browser, vec![known]).await;
    world
        .record(&format!("sale-{number}"), payment(paid_at, "10.01", &email))
        .await;
}

async fn prepared() -> (World, Vec<String>) {
    let world = World::new().await;
    for number in 0..3 {
        customer(&world, number).await;
    }
    world.drain().await;
    let old = world.results().await;
    (world, old)
}

async fn shorter_window(world: &World) -> RecomputeId {
    let statement = "UPDATE profiles SET cash_window_days = 30 WHERE id = $1";
    change(world, statement, Cause::WindowsChanged).await
}

async fn refreshed(world: &World) -> Refreshed {
    let mut work = world.units.begin().await.unwrap();
    let outcome = refresh(&mut *work, &world.context(), world.profile.id, 100).await;
    settle(work, outcome).await.unwrap()
}

async fn recomputes(world: &World) -> Vec<String> {
    world
        .lines(
            "SELECT concat_ws(' ', status, people_done || '/' || people_total, attempts) AS line \
             FROM recomputes WHERE profile_id = $1 ORDER BY id",
        )
        .await
}

#[test]
fn a_worker_that_dies_anywhere_changes_nothing_and_another_finishes() {
    RUNTIME.block_on(async {
        let (whole, _) = prepared().await;
        shorter_window(&whole).await;
        customer(&whole, 9).await;
        whole.drain().await;
        let new = whole.results().await;
        assert_eq!(recomputes(&whole).await, ["completed 4/4 1"]);

        let mut deaths = 0;
        for transactions in 0.. {
            let (world, old) = prepared().await;
            assert_ne!(old, new);
            shorter_window(&world).await;
            let mortal = Mortal {
                units: Arc::clone(&world.units),
                left: AtomicUsize::new(transactions),
            };
            let outcome = rebuild(&mortal, &world.context(), world.profile.id, &|_| {}).await;
            world.ledger_holds().await;
            if outcome.is_ok() {
                break;
            }
            let status = recomputes(&world).await.remove(0);
            deaths += 1;
            // When it died while it tidied up, all is done.
            if !status.starts_with("completed") {
                assert_eq!(old, world.results().await, "after {transactions}");
                customer(&world, 9).await;
                assert_eq!(refreshed(&world).await, Refreshed::Waiting);
                assert_eq!(
                    old,
                    world.results().await,
                    "after {transactions}, with facts"
                );
            }
            if status.starts_with("running") {
                // A worker's clock that is ahead ends no lease: that of the database does.
                world.clock.advance_micros(121 * MICROS_PER_SECOND);
                let context = world.context();
                let other = rebuild(&*world.units, &context, world.profile.id, &|_| {}).await;
                assert_eq!(other.unwrap(), Rebuilt::Busy);
                world.execute(EXPIRE).await;
            }
            customer(&world, 9).await;
            world.drain().await;
            assert_eq!(new, world.results().await, "taken up after {transactions}");
            world.ledger_holds().await;
        }
        assert_eq!(
            deaths, 6,
            "claim, a block of people of each half, the end of them, publication, tidying"
        );
    });
}

#[test]
fn changes_that_come_while_a_replay_waits_need_only_one() {
    RUNTIME.block_on(async {
        let (world, _) = prepared().await;
        let day = time::macros::date!(2026 - 06 - 20);
        world.spend(day, "12.34").await;
        world.spend(day, "12.5").await;
        world.ledger_holds().await;
        let one = shorter_window(&world).await;
        let two = change(
            &world,
            "UPDATE profiles SET currency = 'USD' WHERE id = $1",
            Cause::CurrencyChanged,
        )
        .await;
        assert_eq!(one, two);
        world.drain().await;
        assert_eq!(recomputes(&world).await, ["completed 3/3 1"]);
        let ledger = world
            .lines(
                "SELECT concat_ws(' ', cause, currency_before, currency_after, \
                 jsonb_array_length(causes)) AS line FROM restatements \
                 WHERE profile_id = $1 ORDER BY sequence DESC LIMIT 1",
            )
            .await;
        assert_eq!(ledger, ["several EUR USD 2"]);
        let spend = world
            .lines(
                "SELECT concat_ws(' ', r.cause, l.channel, l.spend_before, l.spend_after) AS line \
                 FROM restatements r JOIN restatement_lines l ON l.profile_id = $1 \
                 AND l.sequence = r.sequence AND l.model = '' \
                 WHERE r.profile_id = $1 ORDER BY r.sequence",
            )
            .await;
        // There is no rate, so the new currency knows no spend.
        let told = [
            "spend Paid Search 0 12.34",
            "spend Paid Search 12.34 12.5",
            "several Paid Search 12.5 0",
        ];
        assert_eq!(spend, told);
        world.ledger_holds().await;
        let three = shorter_window(&world).await;
        assert_ne!(one, three);
    });
}

#[test]
fn two_workers_never_replay_one_profile_at_the_same_time() {
    RUNTIME.block_on(async {
        let (world, _) = prepared().await;
        for _ in 0..5 {
            shorter_window(&world).await;
            let context = world.context();
            let run = || rebuild(&*world.units, &context, world.profile.id, &|_| {});
            let (one, two, three) = tokio::join!(run(), run(), run());
            let outcomes = [one.unwrap(), two.unwrap(), three.unwrap()];
            // Who comes when the first is done may do it again; nobody is overtaken.
            assert!(
                outcomes
                    .iter()
                    .all(|outcome| *outcome != Rebuilt::Overtaken),
                "{outcomes:?}"
            );
            world.ledger_holds().await;
        }
        let attempts = recomputes(&world).await;
        assert_eq!(attempts, vec!["completed 3/3 1"; 5]);
    });
}

#[test]
fn a_new_time_zone_moves_days_when_its_replay_is_complete() {
    RUNTIME.block_on(async {
        let (world, old) = prepared().await;
        let days = "SELECT DISTINCT local_date::text AS line FROM sessions WHERE profile_id = $1 \
                    ORDER BY 1";
        assert_eq!(
            world.lines(days).await,
            ["2026-04-21", "2026-06-10", "2026-06-20"]
        );
        change(
            &world,
            "UPDATE profiles SET timezone = 'Asia/Tokyo' WHERE id = $1",
            Cause::TimezoneChanged,
        )
        .await;
        // A browser is seen again before anybody is replayed.
        let later = instant("2026-06-20T22:31:00Z");
        world
            .track(
                "browser-0",
                vec![page_view("again", later, "https://shop.example/x", None)],
            )
            .await;
        assert_eq!(refreshed(&world).await, Refreshed::Waiting);
        assert_eq!(old, world.results().await);
        world.drain().await;
        assert_eq!(
            world.lines(days).await,
            ["2026-04-22", "2026-06-11", "2026-06-21"]
        );
        let converted = "SELECT DISTINCT c.local_date::text AS line FROM conversions c \
             JOIN attribution_state s ON s.profile_id = $1 AND s.generation = c.generation \
             WHERE c.profile_id = $1";
        assert_eq!(world.lines(converted).await, ["2026-06-21"]);
        world.ledger_holds().await;
    });
}

#[test]
fn replays_of_several_profiles_in_one_process_take_turns() {
    RUNTIME.block_on(async {
        let (one, first) = prepared().await;
        let (two, second) = prepared().await;
        let (context, other) = (one.context(), two.context());
        let outcomes = tokio::join!(
            rebuild(&*one.units, &context, one.profile.id, &|_| {}),
            rebuild(&*one.units, &other, two.profile.id, &|_| {}),
        );
        for outcome in [outcomes.0.unwrap(), outcomes.1.unwrap()] {
            let is_published = matches!(outcome, Rebuilt::Published { people: 3, .. });
            assert!(is_published, "{outcome:?}");
        }
        assert_eq!(first, one.results().await);
        assert_eq!(second, two.results().await);
    });
}

#[test]
fn a_replay_that_fails_or_is_given_up_gives_its_turn_to_others() {
    RUNTIME.block_on(async {
        let (world, old) = prepared().await;
        let begin = |derive: Derive| {
            world.units.replay_all(ReplayOrder {
                profile_id: world.profile.id,
                generation: 77,
                reach_micros: 0,
                reads_views: false,
                derive,
            })
        };
        let mut failing = begin(Arc::new(|_| panic!("on purpose"))).await.unwrap();
        let failure = loop {
            match failing.step().await {
                Ok(step) => assert_eq!(step, ReplayStep::Underway),
                Err(failure) => break failure,
            }
        };
        assert!(
            matches!(failure, StoreError::Inconsistent(_)),
            "{failure:?}"
        );
        let given_up = begin(Arc::new(|_| Results::default())).await.unwrap();
        drop(given_up);
        world.rebuild().await;
        assert_eq!(old, world.results().await);
    });
}

/// More browsers than are told to the server at once, and more events than are read between two looks
/// at the memory: each browser comes by an ad from a country of its own and pays.
const MANY: [&str; 4] = [
    "INSERT INTO visitors (profile_id, id, anonymous_id, is_shared, first_seen_at)
     SELECT $1, md5('visitor' || $1 || n)::uuid, 'many-' || n, false, '2026-06-01Z'
     FROM generate_series(1, 9000) AS n",
    "INSERT INTO sessions (profile_id, id, visitor_id, started_at, ended_at, local_date,
         signature_id, page_views, engaged_ms, is_bot, country)
     SELECT $1, md5('session' || $1 || n)::uuid, md5('visitor' || $1 || n)::uuid, '2026-06-01Z',
         '2026-06-01Z', '2026-06-01', 1, 1, 0, false, 'country ' || n
     FROM generate_series(1, 9000) AS n",
    "INSERT INTO touches (profile_id, id, visitor_id, session_id, occurred_at, signature_id,
         click_ids)
     SELECT $1, md5('touch' || $1 || n)::uuid, md5('visitor' || $1 || n)::uuid,
         md5('session' || $1 || n)::uuid, '2026-06-01Z', 1, jsonb_build_object('gclid', n::text)
     FROM generate_series(1, 9000) AS n",
    "INSERT INTO outcome_events (profile_id, id, content_hash, received_at, occurred_at, event_type,
         value_amount, currency, subject_kind, subject_key, visitor_id, identifiers)
     SELECT $1, md5('event' || $1 || n)::uuid, '', '2026-06-02Z', '2026-06-02Z',
         'payment_received', n, 'EUR', 'anonymous_id', 'many-' || n, md5('visitor' || $1 || n)::uuid,
         '[]'
     FROM generate_series(1, 9000) AS n",
];

/// How many are credited, and how many of those as they should be.
const FITTING: &str = "SELECT concat_ws(' ', count(*), count(*) FILTER (WHERE
    c.value_reporting = n AND r.touch_id = md5('touch' || $1 || n)::uuid
    AND r.country = 'country ' || n AND r.last_touch = 1000000000)) AS line
    FROM generate_series(1, 9000) AS n
    JOIN attribution_state s ON s.profile_id = $1
    JOIN conversions c ON c.profile_id = $1 AND c.generation = s.generation
        AND c.event_id = md5('event' || $1 || n)::uuid
    JOIN credits r ON r.profile_id = $1 AND r.generation = s.generation AND r.conversion_id = c.id";

#[test]
fn many_people_are_replayed_alike_at_once_and_in_parts_that_do_not_fit() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        for statement in MANY {
            world.execute(statement).await;
        }
        for memory in [usize::MAX, 1_000_000, 0] {
            shorter_window(&world).await;
            let units = PgUnitsOfWork::clone(&world.units).with_replay_memory(memory);
            let outcome = rebuild(&units, &world.context(), world.profile.id, &|_| {}).await;
            let is_published = matches!(outcome, Ok(Rebuilt::Published { .. }));
            assert!(is_published, "{outcome:?}");
            assert_eq!(world.lines(FITTING).await, ["9000 9000"], "{memory}");
        }
    });
}
