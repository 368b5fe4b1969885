//! What a card checkout says of orders.

pub mod report;
