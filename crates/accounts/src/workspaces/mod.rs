//! Workspaces, what is paid for them, and the deletion of them and of their profiles.
//!
//! The provider is never asked inside a transaction: a hand-off is written first, then the checkout
//! is opened under the hand-off's id, then its address is written beside it.

pub mod checkout;
pub mod create;
pub mod deletion;
