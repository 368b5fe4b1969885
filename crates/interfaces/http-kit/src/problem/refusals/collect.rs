//! Why browser events are not taken.

use application::tracking::collect::CollectError;
use application::tracking::intake::Refused;

use crate::problem::{FieldCode, FieldError, Problem};

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::UnknownKey => {
                let why = "is no active tracking key";
                Self::invalid_field(FieldError::pointer("/k", FieldCode::UnknownValue, why))
            }
            Refused::Busy => Self::busy(),
            Refused::Collect(error) => error.into(),
        }
    }
}

/// Where an identifier stands in the body.
pub fn place(position: usize, field: &str) -> String {
    match field {
        "anonymous_id" => "/a".to_owned(),
        field => format!("/e/{position}/p/{field}"),
    }
}

impl From<CollectError> for Problem {
    fn from(error: CollectError) -> Self {
        match error {
            CollectError::Identifier { position, error } => {
                Self::invalid_field(FieldError::pointer(
                    place(position, error.field),
                    FieldCode::Malformed,
                    error.reason,
                ))
            }
            CollectError::Store(failure) => failure.into(),
        }
    }
}
