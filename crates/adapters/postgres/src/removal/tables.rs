//! Which tables have rows of profiles, and the statement that removes some of one.

/// Every table with rows of profiles and what its key has besides the profile; a test compares them with
/// the schema. What other tables refer to stands after those.
pub(super) const TABLES: [(&str, &[&str]); 85] = [
    ("webhook_subscriptions", &["id"]),
    ("export_marks", &["id"]),
    ("export_lanes", &["destination_id"]),
    ("export_ledger", &["id"]),
    ("export_compliance", &[]),
    ("export_rules", &["id"]),
    ("export_destinations", &["id"]),
    ("ad_creatives", &["ad_id", "platform", "account_id"]),
    (
        "former_ad_names",
        &["level", "id", "platform", "account_id", "name"],
    ),
    ("spend_landing", &["batch_id", "row_number"]),
    ("spend_batches", &["batch_id"]),
    ("spend_syncs", &["connection_id"]),
    ("spend_reads", &["connection_id", "date"]),
    ("platform_writes", &["id"]),
    ("connections", &["id"]),
    ("outbox", &["id"]),
    ("delivery_attempts", &["delivery_id", "number"]),
    ("deliveries", &["id"]),
    ("replay_marks", &["id"]),
    ("attribution_state", &[]),
    ("recomputes", &["id"]),
    ("credits", &["generation", "conversion_id", "touch_id"]),
    ("conversions", &["generation", "id"]),
    (
        "conversion_days",
        &["generation", "uncredited_by", "local_date"],
    ),
    ("rollup_changes", &["population", "generation", "id"]),
    (
        "rollup_days",
        &["population", "generation", "name", "local_date", "piece"],
    ),
    ("visitor_numbers", &["visitor_id"]),
    ("touches", &["id"]),
    ("sessions", &["id"]),
    ("tracker_events", &["occurred_at", "id"]),
    ("tracker_event_ids", &["id"]),
    ("excluded_events", &["visitor_id", "id"]),
    ("exclusion_passes", &[]),
    ("retention_passes", &["kind"]),
    ("forgotten_browsers", &["visitor_id"]),
    ("tracking_exclusions", &["id"]),
    ("evidence_rereadings", &[]),
    ("erased_values", &["hash"]),
    ("erasures", &["number"]),
    ("anonymous_views", &["local_date", "signature_id"]),
    ("views", &["id"]),
    ("view_recipients", &["id"]),
    (
        "view_days",
        &["local_date", "signature_id", "agent", "has_recipient"],
    ),
    (
        "intake_days",
        &["local_date", "endpoint", "reason", "pointer"],
    ),
    ("tracker_hosts", &["host", "way"]),
    ("match_evidence", &["kind", "id"]),
    ("outcome_events", &["id"]),
    ("address_redactions", &["facts"]),
    ("visitor_segments", &["visitor_id", "from_at"]),
    ("visitors", &["id"]),
    (
        "identifier_sightings",
        &["kind", "value_key", "customer_id"],
    ),
    (
        "identifier_pairs",
        &["kind", "value_key", "other_kind", "other_key"],
    ),
    ("identifier_moves", &["id"]),
    ("customer_merges", &["id"]),
    ("customer_split_values", &["kind", "value_key", "split_id"]),
    ("customer_split_browsers", &["visitor_id", "split_id"]),
    ("customer_splits", &["id"]),
    ("merge_proposals", &["id"]),
    ("proposal_blocks", &["block", "customer_id"]),
    ("proposal_candidates", &["customer_id"]),
    ("proposal_waiting", &["customer_id"]),
    ("proposal_scans", &[]),
    ("quality_scans", &[]),
    ("quality_days", &["local_date", "category"]),
    ("quality_mutes", &["category"]),
    ("trust_states", &["code"]),
    ("identity_rederivations", &[]),
    ("identifiers", &["kind", "value_key"]),
    ("customers", &["id"]),
    ("signature_channels", &["signature_id"]),
    ("traffic_signatures", &["id"]),
    ("channel_rules", &["id"]),
    ("channel_rule_sets", &[]),
    ("conversion_definitions", &["id"]),
    ("outcome_definitions", &["id"]),
    (
        "spend_ads",
        &[
            "local_date",
            "signature_id",
            "campaign_id",
            "ad_set_id",
            "ad_id",
        ],
    ),
    ("spend_days", &["local_date", "signature_id"]),
    ("spend_platforms", &["platform"]),
    (
        "ad_spend_daily",
        &[
            "date",
            "platform",
            "account_id",
            "campaign_id",
            "ad_set_id",
            "ad_id",
        ],
    ),
    (
        "ads",
        &[
            "platform",
            "account_id",
            "campaign_id",
            "ad_set_id",
            "ad_id",
        ],
    ),
    ("fx_rates", &["from_currency", "to_currency", "date"]),
    ("import_progress", &["source_digest"]),
    (
        "restatement_lines",
        &["local_date", "channel", "model", "sequence"],
    ),
    ("restatements", &["id"]),
    ("audit_events", &["id"]),
];

/// Removes at most $2 rows of a profile ($1), found and named by the key.
pub(super) fn statement(table: &str, key: &[&str]) -> String {
    if key.is_empty() {
        return format!("DELETE FROM {table} WHERE profile_id = $1 AND $2 > 0");
    }
    let columns = key.join(", ");
    let same = key.iter().map(|column| format!("t.{column} = k.{column}"));
    let same = same.collect::<Vec<_>>().join(" AND ");
    format!(
        "DELETE FROM {table} t USING ( \
             SELECT {columns} FROM {table} WHERE profile_id = $1 ORDER BY {columns} LIMIT $2 \
         ) AS k WHERE t.profile_id = $1 AND {same}"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Tables with rows of profiles that are gone once a profile is closed, and the one that says which.
    const CLOSED: [&str; 6] = [
        "profiles",
        "tracking_keys",
        "api_keys",
        "profile_assignments",
        "handoffs",
        "deletions",
    ];

    /// The tables of the schema that name a profile, with the columns of their keys besides it.
    fn tables() -> BTreeMap<String, Vec<String>> {
        let schema = include_str!("../../../postgres-schema/src/schema.rs");
        let tables = schema.split("table! {").skip(1);
        let named = tables.filter(|table| table.contains("profile_id -> Uuid"));
        named
            .map(|table| {
                let (head, _) = table.split_once(") {").unwrap();
                let (name, key) = head.rsplit_once('(').unwrap();
                let name = name.trim().rsplit(char::is_whitespace).next().unwrap();
                let key = key.split(", ").filter(|column| *column != "profile_id");
                (name.to_owned(), key.map(str::to_owned).collect())
            })
            .collect()
    }

    #[test]
    fn every_table_with_rows_of_profiles_is_gone_through_by_its_key() {
        let mut schema = tables();
        for closed in CLOSED {
            schema.remove(closed);
        }
        let own = TABLES.map(|(table, key)| {
            let key: Vec<String> = key.iter().map(ToString::to_string).collect();
            (table.to_owned(), key)
        });
        assert_eq!(BTreeMap::from(own), schema);
    }
}
