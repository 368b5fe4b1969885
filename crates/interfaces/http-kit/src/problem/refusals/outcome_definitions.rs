//! Why outcome definitions stay as they are.

use profile_setup::outcome_definitions::replace::ReplaceFamilyError;
use profile_setup::outcome_definitions::update::UpdateLabelError;

use crate::problem::{FieldCode, FieldError, Problem};

impl From<ReplaceFamilyError> for Problem {
    fn from(error: ReplaceFamilyError) -> Self {
        match error {
            ReplaceFamilyError::TooMany => Self::conflict(error.to_string(), Vec::new()),
            ReplaceFamilyError::Store(failure) => failure.into(),
        }
    }
}

impl From<UpdateLabelError> for Problem {
    fn from(error: UpdateLabelError) -> Self {
        match error {
            UpdateLabelError::NotFound => Self::not_found(),
            UpdateLabelError::Taken(other) => {
                let words = format!(
                    "belongs to the outcome definition {} ({}) of the same family",
                    other.id,
                    other.label.display_name.as_str()
                );
                let taken = FieldError::pointer("/event_key", FieldCode::Taken, words);
                Self::conflict(format!("/event_key {}", taken.detail), vec![taken])
            }
            UpdateLabelError::Store(failure) => failure.into(),
        }
    }
}
