//! What waits for a human.

use std::sync::Arc;

use access_control::ports::{
    CheckoutOrder, CheckoutSession, CheckoutState, PaymentFailure, PaymentProvider, StoredHandoff,
};
use access_control::{Handoff, HandoffStatus, Role};
use accounts::handoffs::ask::{Approval, ask};
use async_trait::async_trait;
use kernel::HandoffId;
use serde_json::json;

use super::site::{Site, token_in};

/// Leaves an approval that lasts some microseconds.
async fn asked(site: &Site, lasts: i64) -> HandoffId {
    let approval = Approval {
        workspace_id: site.workspace,
        profile_id: Some(site.profile),
        asked_by: None,
        title: "Raise the budget of <Brand>".to_owned(),
        summary: "The agent proposes more spend.".to_owned(),
        facts: vec![("Now".to_owned(), "€50.00 a day".to_owned())],
        lasts,
    };
    let mut work = site.state.units.begin().await.unwrap();
    let handoff = ask(&mut *work, &site.state.context(), approval)
        .await
        .unwrap();
    work.commit().await.unwrap();
    handoff.id
}

#[actix_web::test]
async fn an_approval_is_decided_once_by_whoever_reaches_the_profile() {
    let site = Site::new().await;
    let admin = site.member("Ada", Role::Admin).await;
    let stranger = site.person("Eve").await;
    let path = format!("/h/{}", asked(&site, 60_000_000).await);
    let unknown = "/h/01900000-0000-7000-8000-00000000beef";
    let hidden = site.get(&stranger, &path).await;
    let nothing = site.get(&stranger, unknown).await;
    assert_eq!((hidden.status.as_u16(), &hidden.text), (404, &nothing.text));
    let names = |answer: &crate::support::Answer| {
        let mut names: Vec<_> = answer.headers.keys().map(ToString::to_string).collect();
        names.sort();
        names
    };
    assert_eq!(names(&hidden), names(&nothing));

    let shown = site.get(&admin, &path).await;
    assert!(
        shown.text.contains("Raise the budget of &#60;Brand&#62;"),
        "{}",
        shown.text
    );
    let (first, second) = (token_in(&shown.text), site.token(&admin, &path).await);
    let approve = [("decision", "approve")];
    let done = site.post(&admin, &path, &approve, &first).await;
    assert_eq!(done.status, 303, "{}", done.text);
    let late = site
        .post(&admin, &path, &[("decision", "decline")], &second)
        .await;
    assert_eq!(late.status, 409);
    let after = site.get(&admin, &path).await.text;
    assert!(
        after.contains("Approved") && !after.contains("form_token"),
        "{after}"
    );
}

#[actix_web::test]
async fn an_approval_that_came_too_late_is_none() {
    let site = Site::new().await;
    let admin = site.member("Ada", Role::Admin).await;
    let path = format!("/h/{}", asked(&site, -1).await);
    let shown = site.get(&admin, &path).await.text;
    assert!(
        shown.contains("Expired") && !shown.contains("form_token"),
        "{shown}"
    );
}

/// Where everything was paid.
struct Paid;

#[async_trait]
impl PaymentProvider for Paid {
    async fn open(&self, _: &CheckoutOrder) -> Result<CheckoutSession, PaymentFailure> {
        Err(PaymentFailure::NotConfigured)
    }

    async fn state(&self, reference: &str) -> Result<CheckoutState, PaymentFailure> {
        assert_eq!(reference, "cs_1");
        Ok(CheckoutState::Completed {
            subscription: "sub_1".to_owned(),
        })
    }

    async fn end(&self, _: &str) -> Result<(), PaymentFailure> {
        Err(PaymentFailure::NotConfigured)
    }
}

#[actix_web::test]
async fn whoever_comes_back_from_paying_sees_that_it_is_paid() {
    let mut site = Site::new().await;
    let owner = site.member("Ada", Role::Owner).await;
    let now = site.state.clock.now();
    let handoff = Handoff {
        id: site.state.ids.new_id().into(),
        workspace_id: site.workspace,
        profile_id: None,
        kind: Handoff::CHECKOUT.to_owned(),
        status: HandoffStatus::Pending,
        url: Some("https://pay.example/1".to_owned()),
        created_by: None,
        created_at: now,
        expires_at: now.plus_micros(60_000_000),
        completed_at: None,
    };
    let path = format!("/h/{}", handoff.id);
    let stored = StoredHandoff {
        handoff,
        detail: json!({"plan": "growth", "reference": "cs_1"}),
        result: None,
    };
    let mut work = site.state.units.begin().await.unwrap();
    work.handoffs().insert(&stored).await.unwrap();
    work.commit().await.unwrap();
    let waits = site.get(&owner, &path).await.text;
    assert!(
        waits.contains("Waits for your payment") && waits.contains("https://pay.example/1"),
        "{waits}"
    );
    site.state.workspaces.payments = Arc::new(Paid);
    site.serve_anew();
    let paid = site.get(&owner, &path).await.text;
    assert!(
        paid.contains(">Paid<") && paid.contains("growth") && !paid.contains("pay.example"),
        "{paid}"
    );
    let handoffs = &site.state.console.handoffs;
    let found = handoffs.find(stored.handoff.id).await.unwrap();
    assert_eq!(
        found.unwrap().result,
        Some(json!({"subscription": "sub_1"}))
    );
}
