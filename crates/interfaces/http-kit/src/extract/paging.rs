//! How much of a list is asked for, and from where on.

use kernel::{Keyset, Limit, Timestamp};

use super::path::parse_uuid;
use super::query::{Fault, Invalid, QueryReader, read_u32};
use crate::problem::FieldCode;

/// `limit`, 1 to `MAX`.
pub fn read_limit<const MAX: u32>(
    query: &mut QueryReader,
    default: u32,
) -> Result<Limit<MAX>, Invalid> {
    let limit = query.optional("limit", read_u32)?.unwrap_or(default);
    let words = || format!("must be 1 to {MAX}");
    Limit::new(limit).ok_or_else(|| query.wrong("limit", FieldCode::OutOfRange, words()))
}

/// A cursor: `timestamp|id`.
pub fn read_keyset(text: &str) -> Result<Keyset, Fault> {
    let keyset = text.split_once('|').and_then(|(at, id)| {
        Some(Keyset {
            at: Timestamp::parse(at)?,
            id: parse_uuid(id)?,
        })
    });
    keyset.ok_or((FieldCode::Malformed, "is not the cursor of a page before"))
}
