//! Profiles and workspaces that are to be deleted.

use kernel::Actor;
use kernel::timestamp::MICROS_PER_DAY;

use super::{expect_deed, noon, outside, profile, workspace};
use crate::mocks::MockWork;
use crate::ports::{Deletion, DeletionTarget};
use crate::workspaces::deletion::{DAYS, DeletionError, request, withdraw};

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
