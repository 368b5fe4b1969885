//! Removes profiles and workspaces that are to be deleted.
//!
//! First a profile is closed: its row, keys and access are gone in one transaction, so that nobody reads
//! it or sends to it any more, and no worker begins anything for it. What was under way ends within
//! minutes; then everything that names the profile goes, some thousand rows a transaction, and once more
//! some minutes after nothing was found. What is left is a line in the workspace's trail.

use application::ports::{Removal, RemovalStep};
use async_trait::async_trait;
use diesel::sql_types::{BigInt, Bool, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::{StoreError, Timestamp};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::{Failed, store};
use crate::pool::PgPool;
use crate::rows::utc;

/// Every table with rows of profiles and what its key has besides the profile; a test compares them with
/// the schema. What other tables refer to stands after those.
const TABLES: [(&str, &[&str]); 47] = [
    ("replay_marks", &["bucket", "id"]),
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
    ("anonymous_views", &["local_date", "signature_id"]),
    (
        "intake_days",
        &["local_date", "endpoint", "reason", "pointer"],
    ),
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
        &["local_date", "signature_id", "ad_set_id", "ad_id"],
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

/// Removes what is due in a pool's database.
#[derive(Clone)]
pub struct PgRemoval {
    pool: PgPool,
}

impl PgRemoval {
    /// In the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// What is due.
#[derive(QueryableByName)]
struct DueRow {
    #[diesel(sql_type = SqlUuid)]
    workspace_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    profile_id: Uuid,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    closed_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    removed_at: Option<OffsetDateTime>,
}

impl DueRow {
    fn is_workspace(&self) -> bool {
        self.profile_id.is_nil()
    }
}

#[derive(QueryableByName)]
struct IsRow {
    #[diesel(sql_type = Bool)]
    is: bool,
}

#[async_trait]
impl Removal for PgRemoval {
    #[tracing::instrument(level = "debug", name = "Removal::step", skip_all)]
    async fn step(&self, now: Timestamp, limit: u32) -> Result<RemovalStep, StoreError> {
        let mut connection = self.pool.for_replays().connection().await?;
        connection
            .transaction(async |connection| {
                let step = Step {
                    connection,
                    now,
                    limit,
                };
                step.take().await.map_err(Failed)
            })
            .await
            .map_err(|Failed(error)| error)
    }
}

struct Step<'a> {
    connection: &'a mut AsyncPgConnection,
    now: Timestamp,
    limit: u32,
}

impl Step<'_> {
    async fn take(mut self) -> Result<RemovalStep, StoreError> {
        let due: Vec<DueRow> = sql_query(include_str!("sql/next_removal.sql"))
            .bind::<Timestamptz, _>(utc(self.now))
            .load(self.connection)
            .await
            .map_err(store)?;
        let Some(due) = due.into_iter().next() else {
            let waits: IsRow =
                sql_query("SELECT EXISTS (SELECT FROM deletions WHERE due_at <= $1) AS is")
                    .bind::<Timestamptz, _>(utc(self.now))
                    .get_result(self.connection)
                    .await
                    .map_err(store)?;
            let nothing = if waits.is {
                RemovalStep::Waiting
            } else {
                RemovalStep::Idle
            };
            return Ok(nothing);
        };
        if due.closed_at.is_none() {
            return self.close(&due).await;
        }
        let removed = if due.is_workspace() {
            0
        } else {
            self.sweep(due.profile_id).await?
        };
        if removed > 0 {
            self.note(&due, "removed_at = NULL").await?;
        } else if due.removed_at.is_none() {
            self.note(&due, "removed_at = $3").await?;
        } else {
            self.finish(&due).await?;
        }
        Ok(RemovalStep::Removed(removed))
    }

    /// Whoever reaches it through its workspace, with a key or with a tracking key does so no more.
    async fn close(&mut self, due: &DueRow) -> Result<RemovalStep, StoreError> {
        let statements: &[&str] = if due.is_workspace() {
            &[
                // Its profiles follow at once, whatever was decided about each.
                "INSERT INTO deletions (workspace_id, profile_id, requested_at, actor_kind, actor_id, \
                     due_at) \
                 SELECT p.workspace_id, p.id, d.requested_at, d.actor_kind, d.actor_id, d.due_at \
                 FROM deletions d JOIN profiles p ON p.workspace_id = d.workspace_id \
                 WHERE d.workspace_id = $1 AND d.profile_id = $2 \
                 ON CONFLICT (workspace_id, profile_id) DO UPDATE SET due_at = excluded.due_at",
                "DELETE FROM invitations WHERE workspace_id = $1 AND $2 IS NOT NULL",
                "DELETE FROM memberships WHERE workspace_id = $1 AND $2 IS NOT NULL",
            ]
        } else {
            &[
                "DELETE FROM tracking_keys WHERE profile_id = $2 AND $1 IS NOT NULL",
                "DELETE FROM api_key_uses u USING api_keys k \
                 WHERE k.profile_id = $2 AND u.api_key_id = k.id AND $1 IS NOT NULL",
                "DELETE FROM api_keys WHERE profile_id = $2 AND $1 IS NOT NULL",
                "DELETE FROM profile_assignments WHERE profile_id = $2 AND $1 IS NOT NULL",
                "DELETE FROM handoffs WHERE profile_id = $2 AND $1 IS NOT NULL",
                // A worker that replays the profile looks at this row between its steps.
                "DELETE FROM attribution_state WHERE profile_id = $2 AND $1 IS NOT NULL",
                "DELETE FROM profiles WHERE id = $2 AND workspace_id = $1",
            ]
        };
        let mut removed = 0;
        for statement in statements {
            removed += self.run(statement, due).await?;
        }
        self.note(due, "closed_at = $3").await?;
        Ok(RemovalStep::Removed(removed))
    }

    /// Removes rows of the profile, of as many tables as the limit lets through.
    async fn sweep(&mut self, profile_id: Uuid) -> Result<u64, StoreError> {
        let mut left = u64::from(self.limit);
        for (table, key) in TABLES {
            let removed = sql_query(statement(table, key))
                .bind::<SqlUuid, _>(profile_id)
                .bind::<BigInt, _>(i64::try_from(left).unwrap_or(i64::MAX))
                .execute(self.connection)
                .await
                .map_err(store)?;
            left = left.saturating_sub(u64::try_from(removed).unwrap_or_default());
            if left == 0 {
                break;
            }
        }
        Ok(u64::from(self.limit) - left)
    }

    /// Nothing is left but the line in the trail of the workspace, which keeps no name.
    async fn finish(&mut self, due: &DueRow) -> Result<(), StoreError> {
        if due.is_workspace() {
            for statement in [
                "DELETE FROM handoffs WHERE workspace_id = $1 AND $2 IS NOT NULL",
                "DELETE FROM workspace_channels WHERE workspace_id = $1 AND $2 IS NOT NULL",
                "DELETE FROM workspace_audit_events WHERE workspace_id = $1 AND $2 IS NOT NULL",
                "UPDATE workspaces SET name = '(deleted)' WHERE id = $1 AND $2 IS NOT NULL",
            ] {
                self.run(statement, due).await?;
            }
        }
        sql_query(include_str!("sql/finish_removal.sql"))
            .bind::<SqlUuid, _>(due.workspace_id)
            .bind::<SqlUuid, _>(due.profile_id)
            .bind::<Timestamptz, _>(utc(self.now))
            .execute(self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    async fn run(&mut self, statement: &str, due: &DueRow) -> Result<u64, StoreError> {
        let done = sql_query(statement)
            .bind::<SqlUuid, _>(due.workspace_id)
            .bind::<SqlUuid, _>(due.profile_id)
            .execute(self.connection)
            .await
            .map_err(store)?;
        Ok(u64::try_from(done).unwrap_or_default())
    }

    async fn note(&mut self, due: &DueRow, what: &str) -> Result<(), StoreError> {
        let statement = format!(
            "UPDATE deletions SET {what} \
             WHERE workspace_id = $1 AND profile_id = $2 AND $3::timestamptz IS NOT NULL"
        );
        sql_query(statement)
            .bind::<SqlUuid, _>(due.workspace_id)
            .bind::<SqlUuid, _>(due.profile_id)
            .bind::<Timestamptz, _>(utc(self.now))
            .execute(self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}

/// Removes at most $2 rows of a profile ($1), found and named by the key.
fn statement(table: &str, key: &[&str]) -> String {
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
        let schema = include_str!("../../postgres-schema/src/schema.rs");
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
