//! What is told to the outside: causes write events with [`tell`](mod@tell) in their own transaction, [`conversions`] and
//! [`freshness`] say which events follow from new results. To whom they go, and how, is `webhook-delivery`'s.

pub mod conversions;
pub mod freshness;
pub mod tell;
