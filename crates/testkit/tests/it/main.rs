//! The test databases at work, and the guards of the repository: who may depend on whom, and
//! under which licences; what of people is stored; what tenants share. One program, since each test program is linked anew.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of a test stop it where it fails"
)]

mod advisories;
mod architecture;
mod circles;
mod clients;
mod contracts;
mod databases;
mod harnesses;
mod licences;
mod migrations;
mod privacy;
mod removal;
mod sources;
mod tenancy;
mod workspace;
