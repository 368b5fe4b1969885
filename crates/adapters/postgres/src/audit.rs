//! Who did what to a profile or a workspace.

use application::ports::{AuditEvent, AuditStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{ProfileId, StoreError, WorkspaceId};
use postgres_schema::schema::{audit_events as table, workspace_audit_events as trail};

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::utc;

#[async_trait]
impl AuditStore for PgWork {
    #[tracing::instrument(level = "debug", name = "AuditStore::stamp", skip_all)]
    async fn stamp(&mut self, profile_id: ProfileId, event: &AuditEvent) -> Result<(), StoreError> {
        diesel::insert_into(table::table)
            .values((
                table::profile_id.eq(profile_id.uuid()),
                table::id.eq(event.id),
                table::occurred_at.eq(utc(event.at)),
                table::action.eq(&event.action),
                table::actor_kind.eq(event.actor.kind()),
                table::actor_id.eq(event.actor.id()),
                table::subject_id.eq(event.subject),
                table::detail.eq(&event.detail),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "AuditStore::stamp_workspace", skip_all)]
    async fn stamp_workspace(
        &mut self,
        workspace: WorkspaceId,
        event: &AuditEvent,
    ) -> Result<(), StoreError> {
        diesel::insert_into(trail::table)
            .values((
                trail::workspace_id.eq(workspace.uuid()),
                trail::id.eq(event.id),
                trail::occurred_at.eq(utc(event.at)),
                trail::action.eq(&event.action),
                trail::actor_kind.eq(event.actor.kind()),
                trail::actor_id.eq(event.actor.id()),
                trail::subject_id.eq(event.subject),
                trail::detail.eq(&event.detail),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
