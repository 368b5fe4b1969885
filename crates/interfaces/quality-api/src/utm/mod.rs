//! What is wrong with the links that bring visitors.

pub mod anomalies;
pub mod body;
pub mod check;
pub mod findings;
pub mod health;
pub mod history;
pub mod mute;
pub mod refresh;
