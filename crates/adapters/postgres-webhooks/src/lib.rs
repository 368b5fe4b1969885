//! Webhooks as they are kept in PostgreSQL.
//!
//! Decides: how events wait in the outbox, how subscriptions and their sealed secrets are stored, how
//! deliveries are found that are due, and how much is written at a time. Deliberately does not know: what any
//! of it means, and in which transaction it happens.
//!
//! Reading order: [`outbox`], [`subscriptions`], [`deliveries`] (as people see them), [`queue`] (as they are
//! sent), [`reported`] (what is told of results),
//! [`state`] (how much waits).

pub mod deliveries;
pub mod outbox;
pub mod queue;
pub mod reported;
mod rows;
pub mod state;
pub mod subscriptions;

pub use deliveries::PgDeliveries;
pub use state::{OutboxState, PgOutboxState};
pub use subscriptions::PgSubscriptions;
