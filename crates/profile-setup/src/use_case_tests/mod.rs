//! Use cases alone, without a database: what they refuse, and what they write.

mod channel_rules;
mod channels;
mod definition_previews;
mod definitions;
mod outcome_definitions;
mod rule_previews;
mod tracking_settings;

use application::mocks::given::is_run_again_after_a_race;

use crate::channel_rules::RuleError;
use crate::definitions::ChangeDefinitionError;
use crate::outcome_definitions::replace::ReplaceFamilyError;
use crate::outcome_definitions::update::UpdateLabelError;

#[test]
fn every_use_case_is_run_again_after_a_lost_race_and_no_refusal_is() {
    let all = [
        is_run_again_after_a_race(&RuleError::NotFound),
        is_run_again_after_a_race(&ChangeDefinitionError::NotFound),
        is_run_again_after_a_race(&ReplaceFamilyError::TooMany),
        is_run_again_after_a_race(&UpdateLabelError::NotFound),
    ];
    assert_eq!(all, [true; 4]);
}
