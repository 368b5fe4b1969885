//! A profile that is deleted leaves no row, whatever comes meanwhile and wherever it is stopped, and
//! others keep every figure.

use std::sync::{Arc, Mutex};

use access_control::ports::{
    CheckoutOrder, CheckoutSession, CheckoutState, PaymentFailure, PaymentProvider,
};
use accounts::workspaces::deletion::{DAYS, DeletionError, request, withdraw};
use application::ports::{DeletionTarget, Removal, RemovalStep};
use application::settle;
use async_trait::async_trait;
use event_intake::{Conditions, ConditionsDraft};
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Actor, Clock, Timestamp};
use testkit::TestDatabase;
use time::macros::date;
use tributary_postgres::{PgHousekeeping, PgRedaction, PgRemoval};
use tributary_worker::housekeeping::{Housekeeper, Retention, end_subscriptions};

use crate::exclusions::exclude;
use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

async fn fill(world: &World) {
    for number in 0..40_i64 {
        let at = instant("2026-06-01T10:00:00Z").plus_micros(number * 3_600 * MICROS_PER_SECOND);
        let browser = format!("browser-{}", number % 7);
        let email = format!("person{}@mail.example", number % 5);
        let url = format!("https://shop.example/{number}?utm_source=s{}", number % 3);
        let view = page_view(
            &format!("view {number}"),
            at,
            &url,
            Some("https://a.example/"),
        );
        let said = identify(&format!("said {number}"), at.plus_micros(1), &email);
        world.track(&browser, vec![view, said]).await;
        let mut paid = payment(at.plus_micros(2), "10", &email);
        paid.person.phone = Some(format!("+5691234567{}", number % 5));
        world.record(&format!("paid {number}"), paid).await;
    }
    world.spend(date!(2026 - 06 - 02), "12.5").await;
    world.drain().await;
    let conditions = Conditions::new(ConditionsDraft {
        path_prefix: Some("/1".to_owned()),
        ..ConditionsDraft::default()
    });
    exclude(world, conditions.unwrap(), Vec::new()).await;
    world.drain().await;
}

/// How many rows of how many tables name the profile, whatever tables there are.
const ROWS: &str = "SELECT t.name || ' ' || \
     (xpath('/row/n/text()', query_to_xml(format( \
         'SELECT count(*) AS n FROM %I WHERE profile_id = %L', t.name, $1), true, true, '')))[1] AS line \
     FROM (SELECT c.table_name::text AS name FROM information_schema.columns c \
         JOIN pg_class k ON k.relname = c.table_name AND NOT k.relispartition \
             AND k.relkind IN ('r', 'p') \
         WHERE c.table_schema = 'public' AND c.column_name = 'profile_id') AS t ORDER BY 1";

async fn tables(world: &World) -> Vec<String> {
    let mut lines = world.lines(ROWS).await;
    lines.retain(|line| !line.ends_with(" 0"));
    lines
}

async fn ask(world: &World, typed: &str) -> Result<Timestamp, DeletionError> {
    let place = (
        world.profile.workspace_id,
        DeletionTarget::Profile(world.profile.id),
    );
    let mut work = world.begin().await;
    let context = world.context();
    let asked = request(&mut *work, &context, place, Actor::Operator, typed).await;
    Ok(settle(work, asked).await?.due_at)
}

async fn keep(world: &World) -> Result<(), DeletionError> {
    let place = (
        world.profile.workspace_id,
        DeletionTarget::Profile(world.profile.id),
    );
    let mut work = world.begin().await;
    let kept = withdraw(&mut *work, &world.context(), place, Actor::Operator).await;
    settle(work, kept).await
}

/// Two profiles, and nothing else, in a database of their own.
async fn two() -> (TestDatabase, World, World) {
    let database = TestDatabase::create();
    let (one, other) = (
        World::alone_in(&database).await,
        World::alone_in(&database).await,
    );
    (database, one, other)
}

/// Has a workspace deleted; from when on it cannot be kept.
async fn doom(database: &TestDatabase, world: &World) -> Timestamp {
    let workspace = world.profile.workspace_id;
    let named = format!("UPDATE workspaces SET name = 'Mine' WHERE id = '{workspace}'");
    database.execute(&named).unwrap();
    let place = (workspace, DeletionTarget::Workspace);
    let mut work = world.begin().await;
    let asked = request(&mut *work, &world.context(), place, Actor::Operator, "Mine").await;
    settle(work, asked).await.unwrap().due_at
}

/// Removes what is due, for as long as there is something.
async fn remove_all(removal: &dyn Removal, mut now: Timestamp) {
    for _ in 0..200 {
        match removal.step(now, 5_000).await.unwrap() {
            RemovalStep::Idle => break,
            RemovalStep::Waiting => now = now.plus_micros(121 * MICROS_PER_SECOND),
            RemovalStep::Removed(_) => {}
        }
    }
}

#[test]
fn a_deleted_profile_leaves_nothing_and_others_everything() {
    RUNTIME.block_on(async {
        let (database, doomed, other) = two().await;
        fill(&doomed).await;
        fill(&other).await;
        let (figures, rows) = (other.results().await, tables(&other).await);
        assert!(rows.len() > 25, "{rows:?}");
        assert!(matches!(
            ask(&doomed, "tests").await,
            Err(DeletionError::Name)
        ));
        let due = ask(&doomed, " test ").await.unwrap();
        assert_eq!(due, doomed.clock.now().plus_micros(DAYS * MICROS_PER_DAY));
        keep(&doomed).await.unwrap();
        assert!(matches!(keep(&doomed).await, Err(DeletionError::NotFound)));
        let due = ask(&doomed, "test").await.unwrap();
        assert_eq!(ask(&doomed, "test").await.unwrap(), due);
        let removal = PgRemoval::new(doomed.pool.clone());
        let before = due.plus_micros(-1);
        assert_eq!(removal.step(before, 50).await.unwrap(), RemovalStep::Idle);
        assert_eq!(tables(&doomed).await.len(), rows.len() + 1);
        // From here on it cannot be kept; two of them at once, as two processes are.
        let mut now = due;
        let (mut steps, mut waits) = (0, 0);
        let second = removal.clone();
        loop {
            let (one, two) = tokio::join!(removal.step(now, 50), second.step(now, 50));
            let both = [one.unwrap(), two.unwrap()];
            if steps == 0 {
                assert!(matches!(keep(&doomed).await, Err(DeletionError::NotFound)));
                // What was on its way when it was closed.
                let straggler = page_view("late", before, "https://shop.example/", None);
                doomed.track("late", vec![straggler]).await;
                doomed.drain().await;
            }
            steps += 1;
            if both == [RemovalStep::Idle; 2] {
                break;
            }
            if both.contains(&RemovalStep::Waiting) {
                waits += 1;
                now = now.plus_micros(121 * MICROS_PER_SECOND);
            }
            assert!(steps < 500, "{both:?} {:?}", tables(&doomed).await);
        }
        assert!(steps > 10 && waits >= 2, "{steps} {waits}");
        assert_eq!(tables(&doomed).await, Vec::<String>::new());
        assert_eq!(tables(&other).await, rows);
        assert_eq!(other.results().await, figures);
        other.rebuild().await;
        assert_eq!(other.results().await, figures);
        let trail = format!(
            "SELECT string_agg(action, ' ' ORDER BY occurred_at) FROM workspace_audit_events \
             WHERE workspace_id = '{}'",
            doomed.profile.workspace_id
        );
        assert_eq!(
            database.execute(&trail).unwrap().trim(),
            "profile.deletion_requested profile.deletion_withdrawn profile.deletion_requested \
             profile.deleted"
        );
    });
}

#[test]
fn a_deleted_workspace_takes_its_profiles_with_it() {
    RUNTIME.block_on(async {
        let (database, doomed, other) = two().await;
        fill(&doomed).await;
        fill(&other).await;
        let rows = tables(&other).await;
        let workspace = doomed.profile.workspace_id;
        let due = doom(&database, &doomed).await;
        let removal = PgRemoval::new(doomed.pool.clone());
        remove_all(&removal, due).await;
        assert_eq!(tables(&doomed).await, Vec::<String>::new());
        assert_eq!(tables(&other).await, rows);
        let left = format!(
            "SELECT w.name || ' ' || (SELECT string_agg(a.action, ' ') FROM workspace_audit_events a \
             WHERE a.workspace_id = w.id) || ' ' || (SELECT count(*) FROM deletions) \
             FROM workspaces w WHERE w.id = '{workspace}'"
        );
        assert_eq!(database.execute(&left).unwrap().trim(), "(deleted) workspace.deleted 0");
        let place = (workspace, DeletionTarget::Workspace);
        let mut work = doomed.begin().await;
        let again = request(&mut *work, &doomed.context(), place, Actor::Operator, "(deleted)").await;
        assert!(matches!(settle(work, again).await, Err(DeletionError::NotFound)));
    });
}

/// Takes money, and remembers for what no more is taken; away at first.
#[derive(Default)]
struct Till {
    answers: Mutex<Vec<String>>,
    is_there: Mutex<bool>,
    is_late: Mutex<bool>,
}

#[async_trait]
impl PaymentProvider for Till {
    async fn open(&self, _: &CheckoutOrder) -> Result<CheckoutSession, PaymentFailure> {
        Err(PaymentFailure::NotConfigured)
    }

    async fn state(&self, reference: &str) -> Result<CheckoutState, PaymentFailure> {
        Ok(match reference {
            "cs_paid" => CheckoutState::Completed {
                subscription: "sub_2".to_owned(),
            },
            _ if *self.is_late.lock().unwrap() => CheckoutState::Expired,
            _ => CheckoutState::Open,
        })
    }

    async fn end(&self, subscription: &str) -> Result<(), PaymentFailure> {
        if !*self.is_there.lock().unwrap() {
            return Err(PaymentFailure::Unreachable("away".to_owned()));
        }
        self.answers.lock().unwrap().push(subscription.to_owned());
        Ok(())
    }
}

#[test]
fn what_a_deleted_workspace_pays_for_is_ended_before_it_is_forgotten() {
    RUNTIME.block_on(async {
        let (database, doomed, other) = two().await;
        for world in [&doomed, &other] {
            let workspace = world.profile.workspace_id;
            let rows = format!(
                "INSERT INTO handoffs (id, workspace_id, kind, status, result, detail, created_at, expires_at) \
                 SELECT gen_random_uuid(), '{workspace}', k, s, r::jsonb, d::jsonb, now(), now() \
                 FROM (VALUES \
                     ('checkout', 'completed', '{{\"subscription\": \"sub_1\"}}', '{{\"reference\": \"cs_0\"}}'), \
                     ('checkout', 'pending', NULL, '{{\"reference\": \"cs_paid\"}}'), \
                     ('checkout', 'pending', NULL, '{{\"reference\": \"cs_open\"}}'), \
                     ('checkout', 'pending', NULL, '{{\"plan\": \"growth\"}}'), \
                     ('checkout', 'expired', NULL, '{{\"reference\": \"cs_old\"}}'), \
                     ('approval', 'pending', NULL, '{{}}')) AS v(k, s, r, d)"
            );
            database.execute(&rows).unwrap();
        }
        let workspace = doomed.profile.workspace_id;
        let due = doom(&database, &doomed).await;
        let till = Arc::new(Till::default());
        let house = Housekeeper {
            housekeeping: Arc::new(PgHousekeeping::new(doomed.pool.clone())),
            redaction: Arc::new(PgRedaction::new(doomed.pool.clone())),
            removal: Arc::new(PgRemoval::new(doomed.pool.clone())),
            payments: till.clone(),
            worker: doomed.worker(),
            retention: Retention::default(),
        };
        *till.is_there.lock().unwrap() = true;
        assert_eq!(end_subscriptions(&house).await.unwrap(), 0, "nothing is due");
        *till.is_there.lock().unwrap() = false;
        remove_all(&*house.removal, due).await;
        let of = |id| format!("SELECT count(*) FROM handoffs WHERE workspace_id = '{id}'");
        let left = || database.execute(&of(workspace)).unwrap().trim().to_owned();
        assert_eq!(left(), "3", "what may cost somebody money is kept");
        assert_eq!(end_subscriptions(&house).await.unwrap(), 0, "nobody answers");
        assert_eq!(left(), "3");
        *till.is_there.lock().unwrap() = true;
        assert_eq!(end_subscriptions(&house).await.unwrap(), 2);
        let mut ended = till.answers.lock().unwrap().clone();
        ended.sort();
        assert_eq!(ended, ["sub_1", "sub_2"]);
        assert_eq!(left(), "1", "somebody may still pay");
        *till.is_late.lock().unwrap() = true;
        assert_eq!(end_subscriptions(&house).await.unwrap(), 1);
        assert_eq!(left(), "0");
        let others = database.execute(&of(other.profile.workspace_id));
        assert_eq!(others.unwrap().trim(), "6");
    });
}
