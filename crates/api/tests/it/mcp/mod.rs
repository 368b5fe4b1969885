//! The tool server for agents.

mod agent;
mod answers;
mod dialects;
mod order;
mod tools;
