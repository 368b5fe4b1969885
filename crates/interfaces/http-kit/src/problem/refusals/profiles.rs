//! Why no profile is made.

use application::profiles::create::CreateProfileError;

use crate::problem::{FieldCode, FieldError, Problem};

impl From<CreateProfileError> for Problem {
    fn from(error: CreateProfileError) -> Self {
        match error {
            CreateProfileError::Name => {
                let why = "must have 1 to 160 characters, none of them a control character";
                Self::invalid_field(FieldError::pointer("/name", FieldCode::OutOfRange, why))
            }
            CreateProfileError::Store(failure) => failure.into(),
        }
    }
}
