//! Why retention stays as it is.

use personal_data::retention::change::RetentionError;

use crate::problem::{FieldCode, FieldError, Problem};

impl From<RetentionError> for Problem {
    fn from(error: RetentionError) -> Self {
        match error {
            RetentionError::NotFound => Self::not_found(),
            RetentionError::WithinWindow(_) => {
                let words = error.to_string();
                let (at, code) = ("/tracker_days", FieldCode::OutOfRange);
                Self::invalid_field(FieldError::pointer(at, code, words))
            }
            RetentionError::Store(failure) => failure.into(),
        }
    }
}
