//! Which errors are run again.

use application::mocks::given::is_run_again_after_a_race;

use crate::handoffs::decide::DecideError;
use crate::invitations::accept::AcceptInvitationError;
use crate::invitations::create::CreateInvitationError;
use crate::invitations::revoke::RevokeInvitationError;
use crate::members::MembershipError;
use crate::workspaces::deletion::DeletionError;

#[test]
fn every_use_case_is_run_again_after_a_lost_race_and_no_refusal_is() {
    let all = [
        is_run_again_after_a_race(&DecideError::NotFound),
        is_run_again_after_a_race(&AcceptInvitationError::NotFound),
        is_run_again_after_a_race(&CreateInvitationError::TooMany),
        is_run_again_after_a_race(&RevokeInvitationError::NotFound),
        is_run_again_after_a_race(&MembershipError::NotFound),
        is_run_again_after_a_race(&DeletionError::Name),
    ];
    assert_eq!(all, [true; 6]);
}
