//! The console's pages over a real database.

mod connections;
mod connections_refreshing;
mod connections_refused;
mod developer;
mod exports;
mod exports_deliveries;
mod exports_destination;
mod exports_rules;
mod figures;
mod forget;
mod found;
mod handoffs;
mod install;
mod members;
mod merges;
mod proposals;
mod quality;
mod quality_links;
mod repair;
mod site;
mod spend;
mod spend_upload;
mod splits;
mod webhooks;
mod webhooks_deliveries;
