//! Use cases alone, without a database: what they refuse, and what they write.

mod accounts;
mod checkouts;
mod deletion;
mod handoffs;
mod invitations;
mod members;
mod newcomers;
mod oauth;
mod oauth_clients;
mod transactions;
