//! What waits for a human.

use access_control::Role;
use accounts::handoffs::ask::{Approval, ask};
use kernel::HandoffId;

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
