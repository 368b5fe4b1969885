//! The workspaces and profiles of somebody.

use access_control::ports::{ReachableProfile, ReachableWorkspace, ReachableWorkspacesReader};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{StoreError, UserId};
use uuid::Uuid;

use super::role;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;

/// Workspaces and profiles on a pool.
#[derive(Clone)]
pub struct PgReachableWorkspaces {
    pool: PgPool,
}

impl PgReachableWorkspaces {
    /// Those in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

const PLACES: &str = include_str!("reachable_workspaces.sql");

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    workspace_id: Uuid,
    #[diesel(sql_type = Text)]
    workspace_name: String,
    #[diesel(sql_type = Text)]
    role: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    profile_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    profile_name: Option<String>,
}

#[async_trait]
impl ReachableWorkspacesReader for PgReachableWorkspaces {
    #[tracing::instrument(level = "debug", name = "ReachableWorkspacesReader::places", skip_all)]
    async fn places(&self, user: UserId) -> Result<Vec<ReachableWorkspace>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<Row> = diesel::sql_query(PLACES)
            .bind::<SqlUuid, _>(user.uuid())
            .load(&mut connection)
            .await
            .map_err(store)?;
        let mut places: Vec<ReachableWorkspace> = Vec::new();
        for row in rows {
            let profile = row.profile_id.zip(row.profile_name);
            let profile = profile.map(|(id, name)| ReachableProfile {
                id: id.into(),
                name,
            });
            match places.last_mut() {
                Some(last) if last.id.uuid() == row.workspace_id => last.profiles.extend(profile),
                _ => places.push(ReachableWorkspace {
                    id: row.workspace_id.into(),
                    name: row.workspace_name,
                    role: role(&row.role)?,
                    profiles: profile.into_iter().collect(),
                }),
            }
        }
        Ok(places)
    }
}
