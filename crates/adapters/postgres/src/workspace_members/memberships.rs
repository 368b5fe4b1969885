//! Memberships inside a transaction.

use access_control::Role;
use access_control::ports::{Assignment, MembershipStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{StoreError, Timestamp, UserId, WorkspaceId};
use postgres_schema::schema::{
    memberships, profile_assignments as assignments, profiles, workspaces,
};
use uuid::Uuid;

use super::{names, role, scopes};
use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::utc;

/// No workspace has more; the console shows fewer.
const MOST_MEMBERS: i64 = 10_000;
/// No member has more.
const MOST_ASSIGNMENTS: i64 = 1_000;

#[async_trait]
impl MembershipStore for PgWork {
    #[tracing::instrument(level = "debug", name = "MembershipStore::lock", skip_all)]
    async fn lock(&mut self, workspace: WorkspaceId) -> Result<Vec<(UserId, Role)>, StoreError> {
        let _locked: Option<Uuid> = workspaces::table
            .find(workspace.uuid())
            .select(workspaces::id)
            .for_update()
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        let rows: Vec<(Uuid, String)> = memberships::table
            .filter(memberships::workspace_id.eq(workspace.uuid()))
            .order((memberships::created_at, memberships::user_id))
            .limit(MOST_MEMBERS)
            .select((memberships::user_id, memberships::role))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let read = |(user, word): (Uuid, String)| Ok((user.into(), role(&word)?));
        rows.into_iter().map(read).collect()
    }

    #[tracing::instrument(level = "debug", name = "MembershipStore::put", skip_all)]
    async fn put(
        &mut self,
        workspace: WorkspaceId,
        (user, role): (UserId, Role),
        at: Timestamp,
    ) -> Result<(), StoreError> {
        diesel::insert_into(memberships::table)
            .values((
                memberships::workspace_id.eq(workspace.uuid()),
                memberships::user_id.eq(user.uuid()),
                memberships::role.eq(role.as_str()),
                memberships::created_at.eq(utc(at)),
            ))
            .on_conflict((memberships::workspace_id, memberships::user_id))
            .do_update()
            .set(memberships::role.eq(role.as_str()))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "MembershipStore::remove", skip_all)]
    async fn remove(&mut self, workspace: WorkspaceId, user: UserId) -> Result<(), StoreError> {
        let own = memberships::table
            .filter(memberships::workspace_id.eq(workspace.uuid()))
            .filter(memberships::user_id.eq(user.uuid()));
        diesel::delete(own)
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "MembershipStore::assign", skip_all)]
    async fn assign(
        &mut self,
        workspace: WorkspaceId,
        user: UserId,
        assignment: &Assignment,
    ) -> Result<bool, StoreError> {
        let profile = assignment.profile_id.uuid();
        let of_workspace: Option<Uuid> = profiles::table
            .filter(profiles::id.eq(profile))
            .filter(profiles::workspace_id.eq(workspace.uuid()))
            .select(profiles::id)
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        if of_workspace.is_none() {
            return Ok(false);
        }
        if assignment.scopes.is_empty() {
            let ended = assignments::table
                .filter(assignments::profile_id.eq(profile))
                .filter(assignments::user_id.eq(user.uuid()));
            diesel::delete(ended)
                .execute(&mut self.people.connection)
                .await
                .map_err(store)?;
            return Ok(true);
        }
        let granted = names(&assignment.scopes);
        diesel::insert_into(assignments::table)
            .values((
                assignments::profile_id.eq(profile),
                assignments::user_id.eq(user.uuid()),
                assignments::workspace_id.eq(workspace.uuid()),
                assignments::scopes.eq(&granted),
            ))
            .on_conflict((assignments::profile_id, assignments::user_id))
            .do_update()
            .set(assignments::scopes.eq(&granted))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(true)
    }

    #[tracing::instrument(level = "debug", name = "MembershipStore::assignments", skip_all)]
    async fn assignments(
        &mut self,
        workspace: WorkspaceId,
        user: UserId,
    ) -> Result<Vec<Assignment>, StoreError> {
        let rows: Vec<(Uuid, Vec<String>)> = assignments::table
            .filter(assignments::workspace_id.eq(workspace.uuid()))
            .filter(assignments::user_id.eq(user.uuid()))
            .order(assignments::profile_id)
            .limit(MOST_ASSIGNMENTS)
            .select((assignments::profile_id, assignments::scopes))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let read = |(profile, granted): (Uuid, Vec<String>)| Assignment {
            profile_id: profile.into(),
            scopes: scopes(&granted),
        };
        Ok(rows.into_iter().map(read).collect())
    }
}
