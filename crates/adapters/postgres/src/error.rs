//! From diesel's errors to the application's.

use application::StoreError;
use diesel::result::{DatabaseErrorKind, Error};

/// A failed statement as the application sees it: a lost race (which may be run again) or a store
/// that did not answer. A `NotFound` is never turned into an absence here; look-ups use
/// `.optional()`.
#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
pub(crate) fn store(error: Error) -> StoreError {
    match &error {
        Error::DatabaseError(DatabaseErrorKind::SerializationFailure, _) => StoreError::Conflict,
        Error::DatabaseError(_, information)
            if information.message().contains("deadlock detected") =>
        {
            StoreError::Conflict
        }
        _ => StoreError::Unavailable(error.to_string()),
    }
}
