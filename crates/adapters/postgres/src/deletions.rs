//! What is to be deleted.

use application::ports::{Deletion, DeletionStore, DeletionTarget};
use async_trait::async_trait;
use diesel::sql_types::{Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use kernel::{Actor, StoreError, WorkspaceId};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::utc;

/// How the table names a target.
pub(crate) fn id_of(target: DeletionTarget) -> Uuid {
    match target {
        DeletionTarget::Profile(id) => id.uuid(),
        DeletionTarget::Workspace => Uuid::nil(),
    }
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct TimesRow {
    #[diesel(sql_type = Timestamptz)]
    requested_at: OffsetDateTime,
    #[diesel(sql_type = Timestamptz)]
    due_at: OffsetDateTime,
}

#[async_trait]
impl DeletionStore for PgWork {
    #[tracing::instrument(level = "debug", name = "DeletionStore::name", skip_all)]
    async fn name(
        &mut self,
        workspace_id: WorkspaceId,
        target: DeletionTarget,
    ) -> Result<Option<String>, StoreError> {
        let statement = match target {
            DeletionTarget::Profile(_) => {
                "SELECT name FROM profiles WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE"
            }
            // Of a workspace that is gone the row is left that the trail belongs to.
            DeletionTarget::Workspace => {
                "SELECT w.name FROM workspaces w WHERE w.id = $1 AND $2 IS NOT NULL \
                 AND NOT EXISTS ( \
                     SELECT FROM workspace_audit_events a \
                     WHERE a.workspace_id = w.id AND a.action = 'workspace.deleted' \
                 ) FOR NO KEY UPDATE"
            }
        };
        let row: Option<NameRow> = sql_query(statement)
            .bind::<SqlUuid, _>(workspace_id.uuid())
            .bind::<SqlUuid, _>(id_of(target))
            .get_result(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(row.map(|row| row.name))
    }

    #[tracing::instrument(level = "debug", name = "DeletionStore::find", skip_all)]
    async fn find(
        &mut self,
        workspace_id: WorkspaceId,
        target: DeletionTarget,
    ) -> Result<Option<Deletion>, StoreError> {
        let row: Option<TimesRow> = sql_query(
            "SELECT requested_at, due_at FROM deletions WHERE workspace_id = $1 AND profile_id = $2",
        )
        .bind::<SqlUuid, _>(workspace_id.uuid())
        .bind::<SqlUuid, _>(id_of(target))
        .get_result(&mut self.people.connection)
        .await
        .optional()
        .map_err(store)?;
        Ok(row.map(|row| Deletion {
            workspace_id,
            target,
            requested_at: row.requested_at.into(),
            due_at: row.due_at.into(),
        }))
    }

    #[tracing::instrument(level = "debug", name = "DeletionStore::add", skip_all)]
    async fn add(&mut self, deletion: &Deletion, actor: Actor) -> Result<(), StoreError> {
        sql_query(
            "INSERT INTO deletions (workspace_id, profile_id, requested_at, actor_kind, actor_id, \
                 due_at) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind::<SqlUuid, _>(deletion.workspace_id.uuid())
        .bind::<SqlUuid, _>(id_of(deletion.target))
        .bind::<Timestamptz, _>(utc(deletion.requested_at))
        .bind::<Text, _>(actor.kind())
        .bind::<Nullable<SqlUuid>, _>(actor.id())
        .bind::<Timestamptz, _>(utc(deletion.due_at))
        .execute(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "DeletionStore::withdraw", skip_all)]
    async fn withdraw(
        &mut self,
        workspace_id: WorkspaceId,
        target: DeletionTarget,
    ) -> Result<bool, StoreError> {
        let withdrawn = sql_query(
            "DELETE FROM deletions \
             WHERE workspace_id = $1 AND profile_id = $2 AND closed_at IS NULL",
        )
        .bind::<SqlUuid, _>(workspace_id.uuid())
        .bind::<SqlUuid, _>(id_of(target))
        .execute(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(withdrawn > 0)
    }
}
