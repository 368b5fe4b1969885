//! Why no checkout is opened.

use accounts::workspaces::checkout::CheckoutError;

use crate::problem::{Code, Problem};

impl From<CheckoutError> for Problem {
    fn from(error: CheckoutError) -> Self {
        match error {
            CheckoutError::NotFound => Self::not_found(),
            CheckoutError::Free | CheckoutError::Paid => {
                Self::new(Code::Conflict, error.to_string())
            }
            CheckoutError::Store(failure) => failure.into(),
        }
    }
}
