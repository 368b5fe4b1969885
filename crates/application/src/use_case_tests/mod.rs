//! Use cases alone, without a database: what they refuse, and what they write.

mod customer_lists;
mod events;
mod exclusions;
mod explanations;
mod keys;
mod match_evidence;
mod outcome_events;
mod page_views;
mod people;
mod profiles;
mod rebuilds;
mod refreshes;
mod renewals;
mod replays;
mod told;
mod transactions;
mod views;
mod webpay;
