//! Time and new ids come from outside, so that every rule is a function of its input.

use uuid::Uuid;

use crate::timestamp::Timestamp;

/// Tells the present instant.
pub trait Clock: Send + Sync {
    /// Now, in UTC, at microseconds.
    fn now(&self) -> Timestamp;
}

/// Makes new ids: UUID version 7, ordered by time of creation.
pub trait IdSource: Send + Sync {
    /// A new id that nobody else has.
    fn new_id(&self) -> Uuid;
}
