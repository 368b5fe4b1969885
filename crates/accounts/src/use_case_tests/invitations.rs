//! Invitations.

use access_control::Role;
use access_control::ports::{Assignment, Invitation};
use kernel::UserId;
use kernel::timestamp::MICROS_PER_DAY;

use crate::invitations::accept::{AcceptInvitationError, accept};
use crate::invitations::create::{
    CreateInvitation, CreateInvitationError, DAYS, MOST_OPEN, create,
};
use crate::invitations::revoke::{RevokeInvitationError, revoke};
use application::mocks::MockWork;
use application::mocks::given::{
    expect_deed, noon, outside, profile, user, with_members, workspace,
};

fn command(actor: u128, role: Role) -> CreateInvitation {
    CreateInvitation {
        workspace_id: workspace(),
        actor: user(actor),
        email: "ana@mail.example".to_owned(),
        role,
        profile_ids: vec![profile()],
        scopes: [kernel::Scope::AnalyticsRead].into(),
    }
}

#[tokio::test]
async fn owners_are_not_invited_and_members_invite_nobody() {
    let outside = outside();
    let mut work = MockWork::default();
    let refused = create(
        &mut work,
        &outside.context(),
        command(1, Role::Owner),
        &[0; 32],
    )
    .await;
    assert!(matches!(refused, Err(CreateInvitationError::AsOwner)));
    let mut work = with_members(&[(user(1), Role::Member)]);
    let refused = create(
        &mut work,
        &outside.context(),
        command(1, Role::Member),
        &[0; 32],
    )
    .await;
    assert!(matches!(refused, Err(CreateInvitationError::NotAllowed)));
    let mut work = with_members(&[(user(1), Role::Admin)]);
    work.invitations
        .expect_count_open()
        .returning(|_, _| Ok(MOST_OPEN));
    let refused = create(
        &mut work,
        &outside.context(),
        command(1, Role::Member),
        &[0; 32],
    )
    .await;
    assert!(matches!(refused, Err(CreateInvitationError::TooMany)));
    let mut work = with_members(&[(user(1), Role::Member)]);
    let id = uuid::Uuid::from_u128(9).into();
    let refused = revoke(&mut work, &outside.context(), (workspace(), user(1)), id).await;
    assert!(matches!(refused, Err(RevokeInvitationError::NotAllowed)));
}

#[tokio::test]
async fn an_invitation_is_kept_under_the_hash_of_its_secret_for_a_week() {
    let outside = outside();
    let mut work = with_members(&[(user(1), Role::Owner)]);
    work.invitations
        .expect_count_open()
        .returning(|_, _| Ok(MOST_OPEN - 1));
    work.invitations
        .expect_insert()
        .times(1)
        .withf(|_, hash| *hash == [5; 32])
        .returning(|_, _| Ok(()));
    expect_deed(&mut work, "invitation.created");
    let kept = create(
        &mut work,
        &outside.context(),
        command(1, Role::Member),
        &[5; 32],
    )
    .await;
    assert_eq!(
        kept.unwrap().expires_at,
        noon().plus_micros(DAYS * MICROS_PER_DAY)
    );
}

fn invitation() -> Invitation {
    Invitation {
        id: uuid::Uuid::from_u128(9).into(),
        workspace_id: workspace(),
        email: "ana@mail.example".to_owned(),
        role: Role::Member,
        profile_ids: vec![profile()],
        scopes: [kernel::Scope::AnalyticsRead].into(),
        invited_by: user(1),
        created_at: noon(),
        expires_at: noon().plus_micros(1),
    }
}

#[tokio::test]
async fn a_link_is_good_for_its_address_while_its_inviter_may_invite() {
    let outside = outside();
    let taken = |members: &[(UserId, Role)]| {
        let mut work = with_members(members);
        work.invitations
            .expect_take()
            .returning(|_, _| Ok(Some(invitation())));
        work
    };
    let mut work = taken(&[(user(1), Role::Owner)]);
    let who = (user(2), Some("bea@mail.example"));
    let refused = accept(&mut work, &outside.context(), who, &[5; 32]).await;
    assert!(matches!(
        refused,
        Err(AcceptInvitationError::ForSomebodyElse)
    ));
    let mut work = taken(&[(user(1), Role::Member)]);
    let who = (user(2), Some("ana@mail.example"));
    let refused = accept(&mut work, &outside.context(), who, &[5; 32]).await;
    assert!(matches!(refused, Err(AcceptInvitationError::NotFound)));
    // An admin who follows a link for members stays an admin.
    let mut work = taken(&[(user(1), Role::Owner), (user(2), Role::Admin)]);
    work.memberships
        .expect_put()
        .times(1)
        .withf(|_, member, _| *member == (user(2), Role::Admin))
        .returning(|_, _, _| Ok(()));
    work.memberships
        .expect_assignments()
        .returning(|_, _| Ok(Vec::new()));
    work.memberships
        .expect_assign()
        .times(1)
        .returning(|_, _, _| Ok(true));
    expect_deed(&mut work, "member.joined");
    let joined = accept(&mut work, &outside.context(), who, &[5; 32]).await;
    assert_eq!(joined.unwrap(), workspace());
}

#[tokio::test]
async fn an_open_invitation_is_ended_once() {
    let outside = outside();
    let id = invitation().id;
    for is_open in [true, false] {
        let mut work = with_members(&[(user(1), Role::Admin)]);
        work.invitations
            .expect_revoke()
            .times(1)
            .withf(move |place, gone, at| (*place, *gone, *at) == (workspace(), id, noon()))
            .returning(move |_, _, _| Ok(is_open));
        if is_open {
            expect_deed(&mut work, "invitation.revoked");
        }
        let ended = revoke(&mut work, &outside.context(), (workspace(), user(1)), id).await;
        match ended {
            Ok(()) => assert!(is_open),
            Err(error) => assert!(!is_open && matches!(error, RevokeInvitationError::NotFound)),
        }
    }
}

#[tokio::test]
async fn a_link_that_was_used_or_never_was_leads_nowhere() {
    let outside = outside();
    let mut work = MockWork::default();
    work.invitations
        .expect_take()
        .times(1)
        .withf(|hash, at| *hash == [5; 32] && *at == noon())
        .returning(|_, _| Ok(None));
    let refused = accept(&mut work, &outside.context(), (user(2), None), &[5; 32]).await;
    assert!(matches!(refused, Err(AcceptInvitationError::NotFound)));
}

#[tokio::test]
async fn whoever_joins_gets_the_profiles_on_top_of_those_they_have() {
    let outside = outside();
    let mut work = with_members(&[(user(1), Role::Owner)]);
    work.invitations
        .expect_take()
        .returning(|_, _| Ok(Some(invitation())));
    work.memberships
        .expect_put()
        .times(1)
        .withf(|_, member, _| *member == (user(2), Role::Member))
        .returning(|_, _, _| Ok(()));
    work.memberships.expect_assignments().returning(|_, _| {
        Ok(vec![Assignment {
            profile_id: profile(),
            scopes: [kernel::Scope::GoalsWrite].into(),
        }])
    });
    // A profile that has left the workspace meanwhile is passed over.
    work.memberships
        .expect_assign()
        .times(1)
        .withf(|_, who, assignment| {
            let scopes = [kernel::Scope::AnalyticsRead, kernel::Scope::GoalsWrite];
            *who == user(2) && assignment.scopes == scopes.into()
        })
        .returning(|_, _, _| Ok(false));
    expect_deed(&mut work, "member.joined");
    // An account without an address needs the link alone.
    let joined = accept(&mut work, &outside.context(), (user(2), None), &[5; 32]).await;
    assert_eq!(joined.unwrap(), workspace());
}
