//! Who did what to a profile.

use application::ports::{AuditEvent, AuditStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{ProfileId, StoreError};
use postgres_schema::schema::audit_events as table;

use crate::error::store;
use crate::rows::utc;
use crate::work::PgWork;

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
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
