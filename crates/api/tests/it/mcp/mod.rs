//! The tool server for agents.

mod agent;
mod answers;
mod dialects;
mod exports;
mod order;
mod tools;
