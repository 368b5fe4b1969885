//! Profiles and workspaces that are to be deleted.

use kernel::Actor;
use kernel::timestamp::MICROS_PER_DAY;

use crate::workspaces::deletion::{DAYS, DeletionError, request, withdraw};
use application::mocks::MockWork;
use application::mocks::given::{expect_deed, noon, outside, profile, user, workspace};
use application::ports::{Deletion, DeletionTarget};

fn named(name: Option<&'static str>) -> MockWork {
    let mut work = MockWork::default();
    work.deletions
        .expect_name()
        .returning(move |_, _| Ok(name.map(str::to_owned)));
    work
}

#[tokio::test]
async fn the_name_is_typed_and_a_week_is_left() {
    let outside = outside();
    let (context, actor) = (outside.context(), Actor::Operator);
    let place = (workspace(), DeletionTarget::Profile(profile()));
    let refused = request(&mut named(None), &context, place, actor, "Mine").await;
    assert!(matches!(refused, Err(DeletionError::NotFound)));
    let refused = request(&mut named(Some("Mine")), &context, place, actor, "mine").await;
    assert!(matches!(refused, Err(DeletionError::Name)));
    let mut work = named(Some("Mine"));
    work.deletions.expect_find().returning(|_, _| Ok(None));
    work.deletions
        .expect_add()
        .times(1)
        .returning(|_, _| Ok(()));
    expect_deed(&mut work, "profile.deletion_requested");
    let asked = request(&mut work, &context, place, actor, " Mine ")
        .await
        .unwrap();
    assert_eq!(asked.due_at, noon().plus_micros(DAYS * MICROS_PER_DAY));
    // Whoever asks again is told the same.
    let mut work = named(Some("Mine"));
    work.deletions
        .expect_find()
        .returning(move |_, _| Ok(Some(asked)));
    assert_eq!(
        request(&mut work, &context, place, actor, "Mine")
            .await
            .unwrap(),
        asked
    );
}

#[tokio::test]
async fn what_has_begun_cannot_be_kept() {
    let outside = outside();
    let (context, actor) = (outside.context(), Actor::Operator);
    let target = DeletionTarget::Workspace;
    let deletion = Deletion {
        workspace_id: workspace(),
        target,
        requested_at: noon(),
        due_at: noon(),
    };
    for is_in_time in [true, false] {
        let mut work = named(Some("Mine"));
        work.deletions
            .expect_find()
            .returning(move |_, _| Ok(Some(deletion)));
        work.deletions
            .expect_withdraw()
            .times(1)
            .returning(move |_, _| Ok(is_in_time));
        if is_in_time {
            expect_deed(&mut work, "workspace.deletion_withdrawn");
        }
        let kept = withdraw(&mut work, &context, (workspace(), target), actor).await;
        assert_eq!(kept.is_ok(), is_in_time);
    }
}

#[tokio::test]
async fn what_nobody_wanted_deleted_cannot_be_kept() {
    let outside = outside();
    let (context, actor) = (outside.context(), Actor::Operator);
    let place = (workspace(), DeletionTarget::Profile(profile()));
    let mut unwanted = named(Some("Mine"));
    unwanted.deletions.expect_find().returning(|_, _| Ok(None));
    for mut work in [named(None), unwanted] {
        let kept = withdraw(&mut work, &context, place, actor).await;
        assert!(matches!(kept, Err(DeletionError::NotFound)));
    }
}

#[tokio::test]
async fn a_workspace_goes_with_a_line_in_its_own_trail() {
    let outside = outside();
    let (context, actor) = (outside.context(), Actor::User(user(1)));
    let place = (workspace(), DeletionTarget::Workspace);
    let mut work = named(Some("Mine"));
    work.deletions.expect_find().returning(|_, _| Ok(None));
    work.deletions
        .expect_add()
        .times(1)
        .withf(move |new, who| new.target == DeletionTarget::Workspace && *who == actor)
        .returning(|_, _| Ok(()));
    work.audit
        .expect_stamp_workspace()
        .times(1)
        .withf(|_, event| {
            let detail = serde_json::json!({"due_at": "2026-03-08T12:00:00.000000Z"});
            event.action == "workspace.deletion_requested"
                && event.subject == Some(workspace().uuid())
                && event.detail == detail
        })
        .returning(|_, _| Ok(()));
    let asked = request(&mut work, &context, place, actor, "Mine").await;
    assert_eq!(asked.unwrap().requested_at, noon());
}
