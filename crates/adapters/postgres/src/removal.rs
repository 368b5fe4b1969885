//! Removes profiles and workspaces that are to be deleted.
//!
//! First a profile is closed: its row, keys and access are gone in one transaction, so that nobody reads
//! it or sends to it any more, and no worker begins anything for it. What was under way ends within
//! minutes; then everything that names the profile goes, some thousand rows a transaction, and once more
//! some minutes after nothing was found. What is left is a line in the workspace's trail.

mod statement;

use application::ports::{AbandonedCheckout, Removal, RemovalStep};
use async_trait::async_trait;
use diesel::sql_types::{BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::{HandoffId, StoreError, Timestamp};
use time::OffsetDateTime;
use uuid::Uuid;

use self::statement::statement;
use postgres_kit::error::{Failed, store};
use postgres_kit::pool::PgPool;
use postgres_kit::rows::{IsRow, utc};
use postgres_schema::removal::TABLES;

/// What nobody reads or sends to any more, of a workspace ($1).
const CLOSE_WORKSPACE: [&str; 4] = [
    // Its profiles follow at once, whatever was decided about each.
    "INSERT INTO deletions (workspace_id, profile_id, requested_at, actor_kind, actor_id, due_at) \
     SELECT p.workspace_id, p.id, d.requested_at, d.actor_kind, d.actor_id, d.due_at \
     FROM deletions d JOIN profiles p ON p.workspace_id = d.workspace_id \
     WHERE d.workspace_id = $1 AND d.profile_id = '00000000-0000-0000-0000-000000000000' \
     ON CONFLICT (workspace_id, profile_id) DO UPDATE SET due_at = excluded.due_at",
    "DELETE FROM invitations WHERE workspace_id = $1",
    "DELETE FROM memberships WHERE workspace_id = $1",
    // What is paid for is ended by whoever asks the provider, who knows it by this.
    "UPDATE handoffs SET detail = detail || '{\"is_abandoned\": true}', created_by = NULL \
     WHERE workspace_id = $1 AND kind = 'checkout' \
         AND (status = 'pending' AND detail ? 'reference' OR status = 'completed' AND result ? 'subscription')",
];

/// The same of a profile ($1).
const CLOSE_PROFILE: [&str; 7] = [
    "DELETE FROM tracking_keys WHERE profile_id = $1",
    "DELETE FROM api_key_uses u USING api_keys k WHERE k.profile_id = $1 AND u.api_key_id = k.id",
    "DELETE FROM api_keys WHERE profile_id = $1",
    "DELETE FROM profile_assignments WHERE profile_id = $1",
    "DELETE FROM handoffs WHERE profile_id = $1",
    // A worker that replays the profile looks at this row between its steps.
    "DELETE FROM attribution_state WHERE profile_id = $1",
    "DELETE FROM profiles WHERE id = $1",
];

/// What is left of a workspace ($1) whose profiles are gone: its row without the name, for the trail.
const FINISH_WORKSPACE: [&str; 4] = [
    "DELETE FROM handoffs WHERE workspace_id = $1 AND NOT detail ? 'is_abandoned'",
    "DELETE FROM workspace_channels WHERE workspace_id = $1",
    "DELETE FROM workspace_audit_events WHERE workspace_id = $1",
    "UPDATE workspaces SET name = '(deleted)' WHERE id = $1",
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

#[derive(QueryableByName)]
struct AbandonedRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    subscription: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    reference: Option<String>,
}

impl AbandonedRow {
    fn read(self) -> AbandonedCheckout {
        AbandonedCheckout {
            id: self.id.into(),
            subscription: self.subscription,
            reference: self.reference,
        }
    }
}

impl DueRow {
    fn is_workspace(&self) -> bool {
        self.profile_id.is_nil()
    }
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

    #[tracing::instrument(level = "debug", name = "Removal::abandoned", skip_all)]
    async fn abandoned(&self, limit: u32) -> Result<Vec<AbandonedCheckout>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<AbandonedRow> = sql_query(
            "SELECT id, result ->> 'subscription' AS subscription, detail ->> 'reference' AS reference \
             FROM handoffs WHERE detail ? 'is_abandoned' ORDER BY id LIMIT $1",
        )
        .bind::<BigInt, _>(i64::from(limit))
        .load(&mut connection)
        .await
        .map_err(store)?;
        Ok(rows.into_iter().map(AbandonedRow::read).collect())
    }

    #[tracing::instrument(level = "debug", name = "Removal::ended", skip_all)]
    async fn ended(&self, checkout: HandoffId) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        sql_query("DELETE FROM handoffs WHERE id = $1 AND detail ? 'is_abandoned'")
            .bind::<SqlUuid, _>(checkout.uuid())
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
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
            self.note(&due, due.closed_at, None).await?;
        } else if due.removed_at.is_none() {
            self.note(&due, due.closed_at, Some(utc(self.now))).await?;
        } else {
            self.finish(&due).await?;
        }
        Ok(RemovalStep::Removed(removed))
    }

    /// Whoever reaches it through its workspace, with a key or with a tracking key does so no more.
    async fn close(&mut self, due: &DueRow) -> Result<RemovalStep, StoreError> {
        let (statements, id): (&[&str], Uuid) = if due.is_workspace() {
            (&CLOSE_WORKSPACE, due.workspace_id)
        } else {
            (&CLOSE_PROFILE, due.profile_id)
        };
        let removed = self.run(statements, id).await?;
        self.note(due, Some(utc(self.now)), None).await?;
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
            self.run(&FINISH_WORKSPACE, due.workspace_id).await?;
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

    /// Statements about one id ($1), one after the other; how many rows they came to.
    async fn run(&mut self, statements: &[&str], id: Uuid) -> Result<u64, StoreError> {
        let mut rows = 0;
        for statement in statements {
            let done = sql_query(*statement)
                .bind::<SqlUuid, _>(id)
                .execute(self.connection)
                .await
                .map_err(store)?;
            rows += u64::try_from(done).unwrap_or_default();
        }
        Ok(rows)
    }

    /// When it was closed, and when nothing was found of it any more.
    async fn note(
        &mut self,
        due: &DueRow,
        closed_at: Option<OffsetDateTime>,
        removed_at: Option<OffsetDateTime>,
    ) -> Result<(), StoreError> {
        sql_query(
            "UPDATE deletions SET closed_at = $3, removed_at = $4 \
             WHERE workspace_id = $1 AND profile_id = $2",
        )
        .bind::<SqlUuid, _>(due.workspace_id)
        .bind::<SqlUuid, _>(due.profile_id)
        .bind::<Nullable<Timestamptz>, _>(closed_at)
        .bind::<Nullable<Timestamptz>, _>(removed_at)
        .execute(self.connection)
        .await
        .map_err(store)?;
        Ok(())
    }
}
