//! Why outcome events are not taken.

use application::outcome_events::intake::Refused;
use application::outcome_events::record::RecordError;

use crate::problem::{Code, FieldCode, FieldError, Problem};

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::UnknownProfile => Self::not_found(),
            Refused::Busy => Self::busy(),
            Refused::Record(error) => error.into(),
        }
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Identifier(wrong) => Self::invalid_field(FieldError::pointer(
                format!("/{}", wrong.field),
                FieldCode::Malformed,
                wrong.reason,
            )),
            RecordError::KeyReused => Self::new(
                Code::IdempotencyKeyReused,
                "this idempotency key was used for an event with other content",
            ),
            RecordError::Store(failure) => failure.into(),
        }
    }
}
