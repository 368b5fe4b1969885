//! The ledger of what ad platforms are told.
//!
//! Reading order: the private modules `row` (a line as it is stored), `read` and `write`.

mod read;
mod row;
mod write;

pub(crate) use row::LineRow;

pub use read::{counts, due, next_due, sending, told, unconfirmed};
pub use write::{add, expire, put, put_request, withdraw};
