//! The PostgreSQL adapter against a real server, through the use cases that drive it.

mod idempotency;
mod migrations;
mod replay_laws;
mod tenancy;
mod world;
