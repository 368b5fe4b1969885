//! Use cases alone, without a database: what they refuse, and what they write.

mod ageing;
mod erasure;
mod retention;

use application::mocks::given::is_run_again_after_a_race;

use crate::retention::change::RetentionError;

#[test]
fn a_change_is_made_again_after_a_lost_race_and_no_refusal_is() {
    assert!(is_run_again_after_a_race(&RetentionError::NotFound));
}
