//! Forgets a customer.
//!
//! Their facts stay, decided by one random value that only the customer holds who is left without a name, so that every
//! figure stays as it is through every later replay. Everything that names them goes, and what comes in late of before
//! loses it at the door (`forgotten`).
//!
//! Reading order: [`erase`](mod@erase), [`export`](mod@export), which tells what there is.

pub mod erase;
pub mod export;

pub use erase::{EraseError, Erased, erase};
pub use export::{Exported, export};
