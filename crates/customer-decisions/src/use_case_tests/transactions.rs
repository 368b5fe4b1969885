//! Which errors are run again.

use application::mocks::given::is_run_again_after_a_race;

use crate::merges::MergeError;
use crate::proposals::ProposalError;
use crate::repair::RepairError;
use crate::splits::SplitError;

#[test]
fn every_use_case_is_run_again_after_a_lost_race_and_no_refusal_is() {
    let all = [
        is_run_again_after_a_race(&MergeError::NotFound),
        is_run_again_after_a_race(&MergeError::Two),
        is_run_again_after_a_race(&ProposalError::NotFound),
        is_run_again_after_a_race(&RepairError::Unknown(0)),
        is_run_again_after_a_race(&SplitError::NotFound),
    ];
    assert_eq!(all, [true; 5]);
}
