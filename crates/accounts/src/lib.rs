//! Use cases of who uses the service, beside those of `application`: one file each, free functions over ports and a unit of
//! work.
//!
//! Decides: which rules of `access-control` and which writes belong together. Deliberately does not know: HTTP, SQL, the clock.
//!
//! Reading order: [`users`] (people), [`workspaces`], [`members`] and [`invitations`] (who may do what), [`oauth`] (applications
//! that act for people), [`handoffs`] (what a human decides).

pub mod handoffs;
pub mod invitations;
pub mod members;
pub mod oauth;
pub mod users;
pub mod workspaces;

#[cfg(test)]
mod use_case_tests;
