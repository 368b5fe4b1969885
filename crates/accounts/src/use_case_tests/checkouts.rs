//! Workspaces, and where they are paid for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use access_control::ports::{
    CheckoutSession, CheckoutState, MockPaymentProvider, PaymentFailure, StoredHandoff, Workspace,
};
use access_control::{Handoff, HandoffStatus, Plan, Role};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{HandoffId, StoreError};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::workspaces::checkout::{CheckoutError, CheckoutPorts, look, retry};
use crate::workspaces::create::{CreateWorkspace, CreatedWorkspace, SAME_FOR, create};
use application::mocks::given::{noon, outside, user, workspace};
use application::mocks::{MockUnits, MockWork};

fn id() -> HandoffId {
    Uuid::from_u128(0xc).into()
}

fn on(plan: Plan) -> Workspace {
    Workspace {
        id: workspace(),
        name: "Mine".to_owned(),
        plan,
        trial_ends_at: None,
        created_at: noon(),
    }
}

fn checkout(status: HandoffStatus, detail: Value) -> StoredHandoff {
    StoredHandoff {
        handoff: Handoff {
            id: id(),
            workspace_id: workspace(),
            profile_id: None,
            kind: Handoff::CHECKOUT.to_owned(),
            status,
            url: None,
            created_by: Some(user(1)),
            created_at: noon(),
            expires_at: noon().plus_micros(1),
            completed_at: None,
        },
        detail,
        result: None,
    }
}

/// A provider that is asked once to open a checkout.
fn provider(answer: Result<&'static str, PaymentFailure>) -> MockPaymentProvider {
    let mut provider = MockPaymentProvider::new();
    provider.expect_open().times(1).returning(move |order| {
        let place = format!("https://t.example/h/{}", order.handoff_id);
        assert_eq!((&order.return_url, order.plan), (&place, Plan::Growth));
        answer.clone().map(|url| CheckoutSession {
            reference: "cs_1".to_owned(),
            url: url.to_owned(),
            expires_at: noon().plus_micros(60),
        })
    });
    provider
}

fn till(provider: &MockPaymentProvider) -> CheckoutPorts<'_> {
    CheckoutPorts {
        provider,
        base_url: "https://t.example",
    }
}

/// The address of the opened checkout is written.
fn expect_opened() -> MockWork {
    let mut work = MockWork::default();
    work.workspaces
        .expect_opened()
        .times(1)
        .withf(|_, session| session.reference == "cs_1")
        .returning(|_, _| Ok(()));
    work
}

/// The checkout is over, in a transaction of its own.
fn expect_settled(status: HandoffStatus, result: Option<Value>) -> MockWork {
    let mut work = MockWork::default();
    work.workspaces
        .expect_settled()
        .times(1)
        .returning(move |_, ending, at| {
            assert_eq!((ending, at), ((status, result.clone()), noon()));
            Ok(())
        });
    work
}

/// What a new workspace takes, unless there is one of a moment ago.
fn claimed(known: Option<Workspace>) -> MockWork {
    let mut work = MockWork::default();
    work.workspaces
        .expect_claim()
        .times(1)
        .withf(|maker, name, since| {
            *maker == user(1) && name == "Mine" && *since == noon().plus_micros(-SAME_FOR)
        })
        .returning(move |_, _, _| Ok(known.clone()));
    work
}

async fn make(
    plan: Plan,
    prepared: Vec<MockWork>,
    provider: &MockPaymentProvider,
) -> CreatedWorkspace {
    let outside = outside();
    let command = CreateWorkspace {
        user_id: user(1),
        name: "Mine".to_owned(),
        plan,
        trial_days: Some(14),
    };
    let units = MockUnits::of(prepared);
    let made = create(&units, till(provider), &outside.context(), command).await;
    made.unwrap()
}

#[tokio::test]
async fn a_free_workspace_is_its_makers_at_once() {
    let mut work = claimed(None);
    work.workspaces
        .expect_insert()
        .times(1)
        .withf(|new, owner| new.trial_ends_at.is_none() && *owner == user(1))
        .returning(|_, _| Ok(()));
    let is_committed = Arc::clone(&work.is_committed);
    let made = make(Plan::Starter, vec![work], &MockPaymentProvider::new()).await;
    assert!(is_committed.load(Ordering::Relaxed));
    assert_eq!((made.role, made.created), (Role::Owner, true));
    assert!(made.checkout.is_none() && !made.lacks_checkout());
}

#[tokio::test]
async fn a_paid_workspace_comes_with_a_trial_and_the_address_of_its_checkout() {
    let mut work = claimed(None);
    work.workspaces
        .expect_insert()
        .times(1)
        .withf(|new, _| new.trial_ends_at == Some(noon().plus_micros(14 * MICROS_PER_DAY)))
        .returning(|_, _| Ok(()));
    work.workspaces.expect_checkout().returning(|_| Ok(None));
    work.handoffs
        .expect_insert()
        .times(1)
        .withf(|new| {
            new.detail == json!({"plan": "growth"})
                && new.handoff.expires_at == noon().plus_micros(MICROS_PER_DAY)
        })
        .returning(|_| Ok(()));
    let provider = provider(Ok("https://pay.example/1"));
    let made = make(Plan::Growth, vec![work, expect_opened()], &provider).await;
    let checkout = made.checkout.unwrap();
    assert_eq!(checkout.url.as_deref(), Some("https://pay.example/1"));
    assert_eq!(checkout.expires_at, noon().plus_micros(60));
}

#[tokio::test]
async fn a_workspace_of_a_moment_ago_is_not_made_again_nor_its_checkout() {
    let waiting = {
        let mut stored = checkout(HandoffStatus::Pending, json!({}));
        stored.handoff.url = Some("https://pay.example/0".to_owned());
        stored
    };
    let known = || claimed(Some(on(Plan::Growth)));
    let works = |latest: &StoredHandoff| {
        vec![
            known(),
            looked(Some(latest)),
            locked(Some(on(Plan::Growth)), Some(latest.clone())),
        ]
    };
    let nobody = MockPaymentProvider::new();
    let made = make(Plan::Growth, works(&waiting), &nobody).await;
    assert!(!made.created);
    assert_eq!(
        made.checkout.unwrap().url.as_deref(),
        Some("https://pay.example/0")
    );
    // Of one that is paid nothing is to be paid.
    let paid = checkout(HandoffStatus::Completed, json!({}));
    let made = make(Plan::Growth, works(&paid), &nobody).await;
    assert!(made.checkout.is_none() && !made.lacks_checkout());
    // One that costs nothing has none.
    let free = || Some(on(Plan::Starter));
    let works = vec![claimed(free()), looked(None), locked(free(), None)];
    let made = make(Plan::Starter, works, &nobody).await;
    assert!(made.checkout.is_none() && !made.lacks_checkout());
}

#[tokio::test]
async fn a_provider_that_refuses_ends_the_checkout_and_one_that_is_away_does_not() {
    let refused = PaymentFailure::Refused("no".to_owned());
    let away = PaymentFailure::Unreachable("away".to_owned());
    for (failure, is_over) in [
        (refused, true),
        (PaymentFailure::NotConfigured, true),
        (away, false),
    ] {
        let mut work = claimed(None);
        work.workspaces.expect_insert().returning(|_, _| Ok(()));
        work.workspaces.expect_checkout().returning(|_| Ok(None));
        work.handoffs.expect_insert().returning(|_| Ok(()));
        let mut prepared = vec![work];
        if is_over {
            prepared.push(expect_settled(HandoffStatus::Expired, None));
        }
        let made = make(Plan::Growth, prepared, &provider(Err(failure))).await;
        // There is a workspace all the same.
        assert!(made.created && made.lacks_checkout());
    }
}

/// The latest checkout is read, to ask the provider for it.
fn looked(latest: Option<&StoredHandoff>) -> MockWork {
    let mut work = MockWork::default();
    let latest = latest.cloned();
    work.workspaces
        .expect_checkout()
        .times(1)
        .returning(move |_| Ok(latest.clone()));
    work
}

fn locked(found: Option<Workspace>, latest: Option<StoredHandoff>) -> MockWork {
    let mut work = MockWork::default();
    work.workspaces
        .expect_lock()
        .withf(|id| *id == workspace())
        .returning(move |_| Ok(found.clone()));
    work.workspaces
        .expect_checkout()
        .returning(move |_| Ok(latest.clone()));
    work
}

#[tokio::test]
async fn a_checkout_is_opened_again_only_where_something_is_to_be_paid() {
    let outside = outside();
    let (context, whose) = (outside.context(), (workspace(), user(1)));
    let nobody = MockPaymentProvider::new();
    let paid = checkout(HandoffStatus::Completed, json!({}));
    for (found, latest, is) in [
        (None, None, "there is no such workspace"),
        (
            Some(on(Plan::Starter)),
            None,
            "the workspace's plan costs nothing",
        ),
        (
            Some(on(Plan::Growth)),
            Some(paid),
            "the workspace has a subscription already",
        ),
    ] {
        let read = looked(latest.as_ref());
        let work = locked(found, latest);
        let is_committed = Arc::clone(&work.is_committed);
        let refused = retry(&MockUnits::of([read, work]), till(&nobody), &context, whose).await;
        assert_eq!(refused.unwrap_err().to_string(), is);
        assert!(!is_committed.load(Ordering::Relaxed));
    }
    // One that is over is followed by another one; its time has run out without anybody's saying so.
    let mut late = checkout(HandoffStatus::Pending, json!({}));
    late.handoff.expires_at = noon();
    let read = looked(Some(&late));
    let mut work = locked(Some(on(Plan::Growth)), Some(late));
    work.handoffs
        .expect_insert()
        .times(1)
        .withf(|new| new.handoff.id != id() && new.handoff.created_by == Some(user(1)))
        .returning(|_| Ok(()));
    let provider = provider(Ok("https://pay.example/2"));
    let units = MockUnits::of(vec![read, work, expect_opened()]);
    let (_, opened) = retry(&units, till(&provider), &context, whose)
        .await
        .unwrap();
    assert_eq!(
        opened.unwrap().url.as_deref(),
        Some("https://pay.example/2")
    );
}

#[tokio::test]
async fn what_was_paid_is_not_sold_again_though_nobody_came_back_and_its_time_is_over() {
    let outside = outside();
    let mut late = checkout(HandoffStatus::Pending, json!({"reference": "cs_1"}));
    late.handoff.url = Some("https://pay.example/0".to_owned());
    late.handoff.expires_at = noon();
    let mut provider = MockPaymentProvider::new();
    let completed = CheckoutState::Completed {
        subscription: "sub_1".to_owned(),
    };
    provider
        .expect_state()
        .times(1)
        .returning(move |_| Ok(completed.clone()));
    let result = json!({"subscription": "sub_1"});
    let paid = StoredHandoff {
        result: Some(result.clone()),
        ..checkout(HandoffStatus::Completed, json!({"reference": "cs_1"}))
    };
    let settled = expect_settled(HandoffStatus::Completed, Some(result));
    let claim = locked(Some(on(Plan::Growth)), Some(paid));
    let units = MockUnits::of(vec![looked(Some(&late)), settled, claim]);
    let (context, whose) = (outside.context(), (workspace(), user(1)));
    let refused = retry(&units, till(&provider), &context, whose).await;
    assert!(matches!(refused, Err(CheckoutError::Paid)), "{refused:?}");
}

#[tokio::test]
async fn no_other_checkout_is_opened_while_nobody_says_whether_the_last_one_was_paid() {
    let outside = outside();
    let mut late = checkout(HandoffStatus::Pending, json!({"reference": "cs_1"}));
    late.handoff.url = Some("https://pay.example/0".to_owned());
    late.handoff.expires_at = noon();
    for answer in [
        Err(PaymentFailure::Unreachable("away".to_owned())),
        Err(PaymentFailure::Refused("401 Unauthorized".to_owned())),
        Err(PaymentFailure::NotConfigured),
        // Its clock is behind ours: the page can still be paid at.
        Ok(CheckoutState::Open),
    ] {
        let mut provider = MockPaymentProvider::new();
        provider
            .expect_state()
            .times(1)
            .returning(move |_| answer.clone());
        let claim = locked(Some(on(Plan::Growth)), Some(late.clone()));
        let units = MockUnits::of(vec![looked(Some(&late)), claim]);
        let (context, whose) = (outside.context(), (workspace(), user(1)));
        let asked = retry(&units, till(&provider), &context, whose).await;
        let (_, opened) = asked.unwrap();
        assert_eq!(opened, None);
    }
}

/// As of a workspace that was tried in the provider's test mode.
#[tokio::test]
async fn a_checkout_that_the_account_does_not_know_is_over_with_its_time() {
    let outside = outside();
    let mut late = checkout(HandoffStatus::Pending, json!({"reference": "cs_1"}));
    late.handoff.expires_at = noon();
    let mut provider = MockPaymentProvider::new();
    provider
        .expect_state()
        .times(1)
        .returning(|_| Ok(CheckoutState::Unknown));
    let units = MockUnits::of(vec![expect_settled(HandoffStatus::Expired, None)]);
    let seen = look(&units, &provider, &outside.context(), late).await;
    assert_eq!(seen.unwrap().handoff.status, HandoffStatus::Expired);
}

#[tokio::test]
async fn a_checkout_that_waits_is_given_again_though_the_provider_says_nothing() {
    let outside = outside();
    let mut waiting = checkout(HandoffStatus::Pending, json!({"reference": "cs_1"}));
    waiting.handoff.url = Some("https://pay.example/0".to_owned());
    let mut provider = MockPaymentProvider::new();
    let away = PaymentFailure::Unreachable("away".to_owned());
    provider
        .expect_state()
        .times(1)
        .returning(move |_| Err(away.clone()));
    let claim = locked(Some(on(Plan::Growth)), Some(waiting.clone()));
    let units = MockUnits::of(vec![looked(Some(&waiting)), claim]);
    let (context, whose) = (outside.context(), (workspace(), user(1)));
    let asked = retry(&units, till(&provider), &context, whose).await;
    let (_, opened) = asked.unwrap();
    assert_eq!(opened, Some(waiting.handoff));
}

#[tokio::test]
async fn a_checkout_that_waits_is_looked_up_at_the_provider() {
    let outside = outside();
    let stored = || checkout(HandoffStatus::Pending, json!({"reference": "cs_1"}));
    let completed = CheckoutState::Completed {
        subscription: "sub_1".to_owned(),
    };
    let subscription = json!({"subscription": "sub_1"});
    for (answer, status, result) in [
        (Ok(CheckoutState::Open), HandoffStatus::Pending, None),
        (Ok(CheckoutState::Expired), HandoffStatus::Expired, None),
        (Ok(CheckoutState::Unknown), HandoffStatus::Pending, None),
        (Ok(completed), HandoffStatus::Completed, Some(subscription)),
        (
            Err(PaymentFailure::NotConfigured),
            HandoffStatus::Pending,
            None,
        ),
    ] {
        let mut provider = MockPaymentProvider::new();
        provider
            .expect_state()
            .times(1)
            .withf(|reference| reference == "cs_1")
            .returning(move |_| answer.clone());
        let is_over = status != HandoffStatus::Pending;
        let settled = is_over.then(|| expect_settled(status, result.clone()));
        let units = MockUnits::of(settled);
        let seen = look(&units, &provider, &outside.context(), stored()).await;
        let seen = seen.unwrap();
        assert_eq!((seen.handoff.status, seen.result), (status, result));
        assert_eq!(seen.handoff.completed_at, is_over.then(noon));
    }
}

#[tokio::test]
async fn the_provider_is_not_asked_for_what_it_does_not_know() {
    let (outside, nobody) = (outside(), MockPaymentProvider::new());
    let mut approval = checkout(HandoffStatus::Pending, json!({"reference": "cs_1"}));
    approval.handoff.kind = Handoff::APPROVAL.to_owned();
    for stored in [
        approval,
        checkout(HandoffStatus::Pending, json!({"plan": "growth"})),
        checkout(HandoffStatus::Declined, json!({"reference": "cs_1"})),
    ] {
        let units = MockUnits::default();
        let seen = look(&units, &nobody, &outside.context(), stored.clone()).await;
        assert_eq!(seen.unwrap(), stored);
    }
}

#[tokio::test]
async fn a_store_that_fails_keeps_the_checkout_shut() {
    let outside = outside();
    let mut work = MockWork::default();
    work.workspaces
        .expect_lock()
        .returning(|_| Err(StoreError::Unavailable("away".to_owned())));
    let is_committed: Arc<AtomicBool> = Arc::clone(&work.is_committed);
    let nobody = MockPaymentProvider::new();
    let whose = (workspace(), user(1));
    let units = MockUnits::of([looked(None), work]);
    let refused = retry(&units, till(&nobody), &outside.context(), whose).await;
    assert!(matches!(refused, Err(CheckoutError::Store(_))));
    assert!(!is_committed.load(Ordering::Relaxed));
}
