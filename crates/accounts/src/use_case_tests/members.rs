//! Memberships.

use access_control::ports::Assignment;
use access_control::{MembershipRefusal, Role};
use kernel::{Actor, Scope};
use serde_json::json;

use crate::members::add_owner::add_owner;
use crate::members::assign::assign;
use crate::members::remove::remove;
use crate::members::set_role::set_role;
use crate::members::{MembershipCommand, MembershipError};
use application::mocks::given::{
    expect_deed, noon, outside, profile, user, with_members, workspace,
};

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

#[tokio::test]
async fn a_member_may_leave_and_an_owner_may_end_a_membership() {
    let members = [(user(1), Role::Owner), (user(2), Role::Member)];
    let outside = outside();
    for actor in [1, 2] {
        let mut work = with_members(&members);
        work.memberships
            .expect_remove()
            .times(1)
            .withf(|id, gone| *id == workspace() && *gone == user(2))
            .returning(|_, _| Ok(()));
        expect_deed(&mut work, "member.removed");
        remove(&mut work, &outside.context(), command(actor, 2))
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn nobody_changes_anything_in_a_workspace_that_is_not_theirs() {
    let outside = outside();
    let members = [(user(1), Role::Owner), (user(2), Role::Member)];
    let assignment = Assignment {
        profile_id: profile(),
        scopes: [Scope::AnalyticsRead].into(),
    };
    for (actor, target) in [(9, 2), (1, 9)] {
        let (context, command) = (outside.context(), command(actor, target));
        let mut work = with_members(&members);
        let refused = set_role(&mut work, &context, command, Role::Admin).await;
        assert!(matches!(refused, Err(MembershipError::NotFound)));
        let mut work = with_members(&members);
        let refused = remove(&mut work, &context, command).await;
        assert!(matches!(refused, Err(MembershipError::NotFound)));
        let mut work = with_members(&members);
        let refused = assign(&mut work, &context, command, &assignment).await;
        assert!(matches!(refused, Err(MembershipError::NotFound)));
    }
}

#[tokio::test]
async fn the_operator_makes_somebody_an_owner_once() {
    let outside = outside();
    for before in [None, Some(Role::Member)] {
        let members: Vec<_> = before.map(|role| (user(2), role)).into_iter().collect();
        let mut work = with_members(&members);
        work.memberships
            .expect_put()
            .times(1)
            .withf(|_, member, at| *member == (user(2), Role::Owner) && *at == noon())
            .returning(|_, _, _| Ok(()));
        work.audit
            .expect_stamp_workspace()
            .times(1)
            .withf(move |_, event| {
                let detail = json!({"before": before.map(Role::as_str), "after": "owner"});
                event.actor == Actor::Operator && event.detail == detail
            })
            .returning(|_, _| Ok(()));
        add_owner(&mut work, &outside.context(), workspace(), user(2))
            .await
            .unwrap();
    }
    let mut work = with_members(&[(user(2), Role::Owner)]);
    add_owner(&mut work, &outside.context(), workspace(), user(2))
        .await
        .unwrap();
}
