//! Members and invitations as the members page shows them.

use access_control::ports::{
    Assignment, Invitation, InvitationCard, Member, MembersReader, PersonCard,
};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{StoreError, Timestamp, WorkspaceId};
use postgres_schema::schema::{
    invitations, memberships, profile_assignments as assignments, users, workspaces,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::invitations::InvitationRow;
use super::{role, scopes};
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// Members on a pool.
#[derive(Clone)]
pub struct PgMembers {
    pool: PgPool,
}

impl PgMembers {
    /// Those in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// Members that are shown.
const MOST_MEMBERS: i64 = 500;
/// Assignments that are shown.
const MOST_ASSIGNMENTS: i64 = 20_000;
/// Invitations that are shown.
const MOST_INVITATIONS: i64 = 100;

type MemberRow = (Uuid, String, Option<String>, String, OffsetDateTime);
type AssignmentRow = (Uuid, Uuid, Vec<String>);

#[async_trait]
impl MembersReader for PgMembers {
    #[tracing::instrument(level = "debug", name = "MembersReader::members", skip_all)]
    async fn members(&self, workspace: WorkspaceId) -> Result<Vec<Member>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<MemberRow> = memberships::table
            .inner_join(users::table.on(users::id.eq(memberships::user_id)))
            .filter(memberships::workspace_id.eq(workspace.uuid()))
            .order((memberships::created_at, memberships::user_id))
            .limit(MOST_MEMBERS)
            .select((
                users::id,
                users::name,
                users::email,
                memberships::role,
                memberships::created_at,
            ))
            .load(&mut connection)
            .await
            .map_err(store)?;
        let assigned: Vec<AssignmentRow> = assignments::table
            .filter(assignments::workspace_id.eq(workspace.uuid()))
            .order((assignments::user_id, assignments::profile_id))
            .limit(MOST_ASSIGNMENTS)
            .select((
                assignments::user_id,
                assignments::profile_id,
                assignments::scopes,
            ))
            .load(&mut connection)
            .await
            .map_err(store)?;
        rows.into_iter().map(|row| member(row, &assigned)).collect()
    }

    #[tracing::instrument(level = "debug", name = "MembersReader::invitations", skip_all)]
    async fn invitations(
        &self,
        workspace: WorkspaceId,
        now: Timestamp,
    ) -> Result<Vec<Invitation>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<InvitationRow> = invitations::table
            .filter(invitations::workspace_id.eq(workspace.uuid()))
            .filter(invitations::accepted_at.is_null())
            .filter(invitations::revoked_at.is_null())
            .filter(invitations::expires_at.gt(utc(now)))
            .order((invitations::created_at.desc(), invitations::id))
            .limit(MOST_INVITATIONS)
            .select(InvitationRow::as_select())
            .load(&mut connection)
            .await
            .map_err(store)?;
        rows.into_iter().map(InvitationRow::invitation).collect()
    }

    #[tracing::instrument(level = "debug", name = "MembersReader::invitation", skip_all)]
    async fn invitation(
        &self,
        secret_hash: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<InvitationCard>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let found: Option<(InvitationRow, String, Option<String>)> = invitations::table
            .inner_join(workspaces::table.on(workspaces::id.eq(invitations::workspace_id)))
            .left_join(users::table.on(users::id.nullable().eq(invitations::invited_by)))
            .filter(invitations::secret_hash.eq(secret_hash.as_slice()))
            .filter(invitations::accepted_at.is_null())
            .filter(invitations::revoked_at.is_null())
            .filter(invitations::expires_at.gt(utc(now)))
            .select((
                InvitationRow::as_select(),
                workspaces::name,
                users::name.nullable(),
            ))
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        let card = |(row, workspace_name, inviter): (InvitationRow, String, Option<String>)| {
            Ok(InvitationCard {
                invitation: row.invitation()?,
                workspace_name,
                inviter,
            })
        };
        found.map(card).transpose()
    }
}

fn member(
    (user_id, name, email, word, since): MemberRow,
    assigned: &[AssignmentRow],
) -> Result<Member, StoreError> {
    let of_member = assigned.iter().filter(|(user, ..)| *user == user_id);
    Ok(Member {
        user_id: user_id.into(),
        person: PersonCard { name, email },
        role: role(&word)?,
        since: since.into(),
        assignments: of_member
            .map(|(_, profile_id, names)| Assignment {
                profile_id: (*profile_id).into(),
                scopes: scopes(names),
            })
            .collect(),
    })
}
