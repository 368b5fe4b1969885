//! A person's way to a profile or a workspace.
//!
//! One query each: what cannot be reached and what does not exist take the same path to the same
//! absence. Nothing is kept between requests.

use std::collections::BTreeSet;

use access_control::{Reach, ReachReader, Role};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{ProfileId, Scope, StoreError, UserId, WorkspaceId};
use postgres_schema::schema::{memberships, profile_assignments, profiles};
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;

/// Memberships on a pool.
#[derive(Clone)]
pub struct PgReach {
    pool: PgPool,
}

impl PgReach {
    /// The memberships in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

fn reach(workspace: Uuid, role: &str, assigned: Option<Vec<String>>) -> Result<Reach, StoreError> {
    let unknown = || StoreError::inconsistent(format!("a membership has the role {role:?}"));
    Ok(Reach {
        workspace_id: workspace.into(),
        role: Role::parse(role).ok_or_else(unknown)?,
        // A scope that this version does not know grants nothing.
        assigned: assigned
            .unwrap_or_default()
            .iter()
            .filter_map(|name| Scope::parse(name))
            .collect::<BTreeSet<_>>(),
    })
}

#[async_trait]
impl ReachReader for PgReach {
    #[tracing::instrument(level = "debug", name = "ReachReader::to_profile", skip_all)]
    async fn to_profile(
        &self,
        user: UserId,
        profile: ProfileId,
    ) -> Result<Option<Reach>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let found: Option<(Uuid, String, Option<Vec<String>>)> = profiles::table
            .inner_join(
                memberships::table.on(memberships::workspace_id
                    .eq(profiles::workspace_id)
                    .and(memberships::user_id.eq(user.uuid()))),
            )
            .left_join(
                profile_assignments::table.on(profile_assignments::profile_id
                    .eq(profiles::id)
                    .and(profile_assignments::user_id.eq(user.uuid()))),
            )
            .filter(profiles::id.eq(profile.uuid()))
            .select((
                profiles::workspace_id,
                memberships::role,
                profile_assignments::scopes.nullable(),
            ))
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        let Some((workspace, role, assigned)) = found else {
            return Ok(None);
        };
        let is_assigned = assigned.is_some();
        let reach = reach(workspace, &role, assigned)?;
        Ok((reach.role.reaches_all() || is_assigned).then_some(reach))
    }

    #[tracing::instrument(level = "debug", name = "ReachReader::to_workspace", skip_all)]
    async fn to_workspace(
        &self,
        user: UserId,
        workspace: WorkspaceId,
    ) -> Result<Option<Reach>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let found: Option<String> = memberships::table
            .filter(memberships::workspace_id.eq(workspace.uuid()))
            .filter(memberships::user_id.eq(user.uuid()))
            .select(memberships::role)
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        found
            .map(|role| reach(workspace.uuid(), &role, None))
            .transpose()
    }
}
