//! The HTTP interface against fakes of its ports. One binary, so that it links once.

#[cfg(test)]
mod access;
#[cfg(test)]
mod attribution_quality;
#[cfg(test)]
mod auth;
#[cfg(test)]
mod breakdowns;
#[cfg(test)]
mod channel_rules;
#[cfg(test)]
mod collect;
#[cfg(test)]
mod connections;
#[cfg(test)]
mod console;
#[cfg(test)]
mod conversions;
#[cfg(test)]
mod customer_lists;
#[cfg(test)]
mod customer_search;
#[cfg(test)]
mod customers;
#[cfg(test)]
mod dark_messaging;
#[cfg(test)]
mod document;
#[cfg(test)]
mod erasure;
#[cfg(test)]
mod events;
#[cfg(test)]
mod export_reports;
#[cfg(test)]
mod exports;
#[cfg(test)]
mod foreign;
#[cfg(test)]
mod goals;
#[cfg(test)]
mod goals_deprecated;
#[cfg(test)]
mod goals_refused;
#[cfg(test)]
mod installers;
#[cfg(test)]
mod instrumentation;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod mcp;
#[cfg(test)]
mod merges;
#[cfg(test)]
mod oauth;
#[cfg(test)]
mod outcome_definitions;
#[cfg(test)]
mod overview;
#[cfg(test)]
mod parameters;
#[cfg(test)]
mod paths;
#[cfg(test)]
mod payments;
#[cfg(test)]
mod profile;
#[cfg(test)]
mod profile_refusals;
#[cfg(test)]
mod proposals;
#[cfg(test)]
mod repair;
#[cfg(test)]
mod replays;
#[cfg(test)]
mod routing;
#[cfg(test)]
mod server;
#[cfg(test)]
mod spend;
#[cfg(test)]
mod spend_restatements;
#[cfg(test)]
mod splits;
#[cfg(test)]
mod support;
#[cfg(test)]
mod timeseries;
#[cfg(test)]
mod tracking;
#[cfg(test)]
mod trust;
#[cfg(test)]
mod utm_quality;
#[cfg(test)]
mod verification;
#[cfg(test)]
mod view_credit;
#[cfg(test)]
mod views;
#[cfg(test)]
mod webhooks;
#[cfg(test)]
mod workspaces;
