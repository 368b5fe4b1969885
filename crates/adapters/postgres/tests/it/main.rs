//! The PostgreSQL adapter against a real server, through the use cases that drive it.

#[cfg(test)]
mod accounts;
#[cfg(test)]
mod ad_catalogue;
#[cfg(test)]
mod as_of_laws;
#[cfg(test)]
mod authorization;
#[cfg(test)]
mod channel_rules;
#[cfg(test)]
mod channel_rules_previews;
#[cfg(test)]
mod channel_rules_support;
#[cfg(test)]
mod channel_rules_usage;
#[cfg(test)]
mod contracts;
#[cfg(test)]
mod coverage;
#[cfg(test)]
mod coverage_laws;
#[cfg(test)]
mod definitions;
#[cfg(test)]
mod definitions_preview;
#[cfg(test)]
mod erasure;
#[cfg(test)]
mod erasure_late;
#[cfg(test)]
mod erasure_support;
#[cfg(test)]
mod exclusions;
#[cfg(test)]
mod export_candidates;
#[cfg(test)]
mod export_modes;
#[cfg(test)]
mod exports_confirmations;
#[cfg(test)]
mod exports_dry_runs;
#[cfg(test)]
mod exports_events;
#[cfg(test)]
mod exports_kills;
#[cfg(test)]
mod exports_rule_sets;
#[cfg(test)]
mod exports_runs;
#[cfg(test)]
mod exports_support;
#[cfg(test)]
mod full_replay;
#[cfg(test)]
mod full_replay_laws;
#[cfg(test)]
mod group_equality;
#[cfg(test)]
mod group_intake;
#[cfg(test)]
mod hosts;
#[cfg(test)]
mod housekeeping;
#[cfg(test)]
mod idempotency;
#[cfg(test)]
mod identified_at_once;
#[cfg(test)]
mod inspection;
#[cfg(test)]
mod instrumentation;
#[cfg(test)]
mod instrumentation_shop;
#[cfg(test)]
mod large_days;
#[cfg(test)]
mod ledger_reads;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod match_evidence;
#[cfg(test)]
mod merge_laws;
mod merge_names;
#[cfg(test)]
mod migrations;
#[cfg(test)]
mod outcome_definitions;
#[cfg(test)]
mod outcome_group_equality;
#[cfg(test)]
mod outcome_intake;
#[cfg(test)]
mod parted_browsers;
#[cfg(test)]
mod partitions;
#[cfg(test)]
mod people_cases;
#[cfg(test)]
mod people_laws;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod platform_changes;
#[cfg(test)]
mod pool;
#[cfg(test)]
mod proposals;
#[cfg(test)]
mod proposals_put_off;
#[cfg(test)]
mod quality_alerts;
#[cfg(test)]
mod quality_mended;
#[cfg(test)]
mod quality_plans;
#[cfg(test)]
mod reach;
#[cfg(test)]
mod redaction;
#[cfg(test)]
mod refunds;
#[cfg(test)]
mod removal;
#[cfg(test)]
mod renewal;
#[cfg(test)]
mod repeated_marks;
#[cfg(test)]
mod replay_laws;
#[cfg(test)]
mod reporting_as_of;
#[cfg(test)]
mod reporting_breakdown;
#[cfg(test)]
mod reporting_customers;
#[cfg(test)]
mod reporting_equality;
#[cfg(test)]
mod reporting_journey;
#[cfg(test)]
mod reporting_overview;
#[cfg(test)]
mod reporting_overview_plan;
#[cfg(test)]
mod reporting_paths;
#[cfg(test)]
mod reporting_plain;
#[cfg(test)]
mod reporting_seed;
#[cfg(test)]
mod retention;
#[cfg(test)]
mod settings;
#[cfg(test)]
mod shared_browsers_law;
#[cfg(test)]
mod sign_ins;
#[cfg(test)]
mod spend_days;
#[cfg(test)]
mod spend_landing;
#[cfg(test)]
mod spend_levels;
#[cfg(test)]
mod spend_syncs;
#[cfg(test)]
mod split_browsers;
#[cfg(test)]
mod split_laws;
#[cfg(test)]
mod tenancy;
#[cfg(test)]
mod touch_rollups;
#[cfg(test)]
mod view_credit;
#[cfg(test)]
mod views;
#[cfg(test)]
mod views_buffer;
#[cfg(test)]
mod webhooks;
#[cfg(test)]
mod webhooks_retries;
#[cfg(test)]
mod world;
#[cfg(test)]
mod young_plans;
