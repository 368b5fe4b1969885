//! Why a profile or workspace is not deleted.

use accounts::workspaces::deletion::DeletionError;

use crate::problem::{FieldCode, FieldError, Problem};

impl From<DeletionError> for Problem {
    fn from(error: DeletionError) -> Self {
        match error {
            DeletionError::NotFound => Self::not_found(),
            DeletionError::Name => {
                let words = error.to_string();
                Self::invalid_field(FieldError::pointer("/confirm", FieldCode::Malformed, words))
            }
            DeletionError::Store(failure) => failure.into(),
        }
    }
}
