//! Invitations inside a transaction.

use access_control::ports::{Invitation, InvitationStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{InvitationId, StoreError, Timestamp, WorkspaceId};
use postgres_schema::schema::invitations as table;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{names, role, scopes};
use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::{utc, uuids};

#[derive(Queryable, Selectable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
pub(super) struct InvitationRow {
    id: Uuid,
    workspace_id: Uuid,
    email: String,
    role: String,
    profile_ids: Vec<Uuid>,
    scopes: Vec<String>,
    invited_by: Option<Uuid>,
    created_at: OffsetDateTime,
    expires_at: OffsetDateTime,
}

impl InvitationRow {
    pub(super) fn invitation(self) -> Result<Invitation, StoreError> {
        let inviter = self.invited_by.ok_or_else(|| {
            StoreError::inconsistent(format!("invitation {} has no inviter", self.id))
        })?;
        Ok(Invitation {
            id: self.id.into(),
            workspace_id: self.workspace_id.into(),
            email: self.email,
            role: role(&self.role)?,
            profile_ids: self.profile_ids.into_iter().map(Into::into).collect(),
            scopes: scopes(&self.scopes),
            invited_by: inviter.into(),
            created_at: self.created_at.into(),
            expires_at: self.expires_at.into(),
        })
    }
}

#[async_trait]
impl InvitationStore for PgWork {
    #[tracing::instrument(level = "debug", name = "InvitationStore::count_open", skip_all)]
    async fn count_open(
        &mut self,
        workspace: WorkspaceId,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let count: i64 = table::table
            .filter(table::workspace_id.eq(workspace.uuid()))
            .filter(table::accepted_at.is_null())
            .filter(table::revoked_at.is_null())
            .filter(table::expires_at.gt(utc(now)))
            .count()
            .get_result(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    #[tracing::instrument(level = "debug", name = "InvitationStore::insert", skip_all)]
    async fn insert(
        &mut self,
        invitation: &Invitation,
        secret_hash: &[u8; 32],
    ) -> Result<(), StoreError> {
        diesel::insert_into(table::table)
            .values((
                table::id.eq(invitation.id.uuid()),
                table::workspace_id.eq(invitation.workspace_id.uuid()),
                table::email.eq(&invitation.email),
                table::email_key.eq(invitation.email.trim().to_lowercase()),
                table::role.eq(invitation.role.as_str()),
                table::profile_ids.eq(uuids(&invitation.profile_ids)),
                table::scopes.eq(names(&invitation.scopes)),
                table::secret_hash.eq(secret_hash.as_slice()),
                table::invited_by.eq(invitation.invited_by.uuid()),
                table::created_at.eq(utc(invitation.created_at)),
                table::expires_at.eq(utc(invitation.expires_at)),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "InvitationStore::revoke", skip_all)]
    async fn revoke(
        &mut self,
        workspace: WorkspaceId,
        id: InvitationId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let ended = diesel::update(table::table)
            .filter(table::workspace_id.eq(workspace.uuid()))
            .filter(table::id.eq(id.uuid()))
            .filter(table::accepted_at.is_null())
            .filter(table::revoked_at.is_null())
            .filter(table::expires_at.gt(utc(at)))
            .set(table::revoked_at.eq(utc(at)))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(ended > 0)
    }

    #[tracing::instrument(level = "debug", name = "InvitationStore::take", skip_all)]
    async fn take(
        &mut self,
        secret_hash: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<Invitation>, StoreError> {
        let taken: Option<InvitationRow> = diesel::update(table::table)
            .filter(table::secret_hash.eq(secret_hash.as_slice()))
            .filter(table::accepted_at.is_null())
            .filter(table::revoked_at.is_null())
            .filter(table::expires_at.gt(utc(now)))
            .set(table::accepted_at.eq(utc(now)))
            .returning(InvitationRow::as_returning())
            .get_result(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        taken.map(InvitationRow::invitation).transpose()
    }
}
