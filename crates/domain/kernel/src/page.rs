//! Bounded lists: limits and keyset cursors.

use std::fmt;

use uuid::Uuid;

use crate::timestamp::Timestamp;

/// A page size between 1 and `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit<const MAX: u32>(u32);

impl<const MAX: u32> Limit<MAX> {
    /// `None` outside 1 to `MAX`.
    pub fn new(value: u32) -> Option<Self> {
        (1..=MAX).contains(&value).then_some(Self(value))
    }

    /// The number of rows.
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// Where the previous page ended: its last row's instant and id. Printed as `timestamp|id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyset {
    /// The last row's instant, at microseconds.
    pub at: Timestamp,
    /// The last row's id, which breaks ties.
    pub id: Uuid,
}

impl fmt::Display for Keyset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|{}", self.at, self.id)
    }
}
