//! Memberships.

use access_control::ports::Assignment;
use access_control::{MembershipRefusal, Role};
use kernel::Scope;

use super::{expect_deed, outside, profile, user, with_members, workspace};
use crate::members::assign::assign;
use crate::members::remove::remove;
use crate::members::set_role::set_role;
use crate::members::{MembershipCommand, MembershipError};

fn command(actor: u128, target: u128) -> MembershipCommand {
    MembershipCommand {
        workspace_id: workspace(),
        actor: user(actor),
        target: user(target),
    }
}

#[tokio::test]
async fn the_last_owner_stays_and_plain_members_change_nobody() {
    let members = [
        (user(1), Role::Owner),
        (user(2), Role::Member),
        (user(3), Role::Admin),
    ];
    for (actor, target, role, refusal) in [
        (1, 1, Role::Member, MembershipRefusal::LastOwner),
        (2, 3, Role::Member, MembershipRefusal::NotAllowed),
        (3, 2, Role::Owner, MembershipRefusal::OwnersOnly),
    ] {
        let mut work = with_members(&members);
        let outside = outside();
        let refused = set_role(&mut work, &outside.context(), command(actor, target), role).await;
        assert!(
            matches!(&refused, Err(MembershipError::Refused(found)) if *found == refusal),
            "{actor} {target}: {refused:?}"
        );
    }
    let mut work = with_members(&members);
    let outside = outside();
    let refused = remove(&mut work, &outside.context(), command(1, 1)).await;
    assert!(matches!(
        refused,
        Err(MembershipError::Refused(MembershipRefusal::LastOwner))
    ));
    let mut work = with_members(&members);
    let refused = remove(&mut work, &outside.context(), command(1, 9)).await;
    assert!(matches!(refused, Err(MembershipError::NotFound)));
}

#[tokio::test]
async fn a_role_is_written_once_with_its_deed() {
    let members = [(user(1), Role::Owner), (user(2), Role::Member)];
    let outside = outside();
    let mut work = with_members(&members);
    work.memberships
        .expect_put()
        .times(1)
        .withf(|id, member, _| *id == workspace() && *member == (user(2), Role::Admin))
        .returning(|_, _, _| Ok(()));
    expect_deed(&mut work, "member.role_changed");
    set_role(&mut work, &outside.context(), command(1, 2), Role::Admin)
        .await
        .unwrap();
    // What is so already is neither written nor told.
    let mut work = with_members(&members);
    set_role(&mut work, &outside.context(), command(1, 2), Role::Member)
        .await
        .unwrap();
}

#[tokio::test]
async fn an_assignment_is_a_plain_members_and_of_a_profile_of_the_workspace() {
    let members = [
        (user(1), Role::Owner),
        (user(2), Role::Member),
        (user(3), Role::Admin),
    ];
    let outside = outside();
    let assignment = Assignment {
        profile_id: profile(),
        scopes: [Scope::AnalyticsRead].into(),
    };
    let mut work = with_members(&members);
    let refused = assign(&mut work, &outside.context(), command(1, 3), &assignment).await;
    assert!(matches!(
        refused,
        Err(MembershipError::Refused(MembershipRefusal::ReachesAll))
    ));
    for (is_there, found) in [(false, false), (true, true)] {
        let mut work = with_members(&members);
        work.memberships
            .expect_assign()
            .times(1)
            .returning(move |_, _, _| Ok(is_there));
        if is_there {
            expect_deed(&mut work, "member.assigned");
        }
        let done = assign(&mut work, &outside.context(), command(1, 2), &assignment).await;
        assert_eq!(done.is_ok(), found);
    }
}
