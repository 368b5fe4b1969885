//! What a person reaches.

use access_control::{Account, AccountProfile, AccountReader, AccountWorkspace, Reach, Role};
use async_trait::async_trait;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use kernel::{Scope, StoreError, UserId};
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;

/// Accounts on a pool.
#[derive(Clone)]
pub struct PgAccountReader {
    pool: PgPool,
}

impl PgAccountReader {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    person: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    workspace_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    workspace: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    role: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    profile_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    profile: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    timezone: Option<String>,
    #[diesel(sql_type = Nullable<Array<Text>>)]
    scopes: Option<Vec<String>>,
}

impl Row {
    /// The workspace, as yet without profiles; `None` for somebody who is a member of nothing.
    fn workspace(&self) -> Option<AccountWorkspace> {
        Some(AccountWorkspace {
            id: self.workspace_id?.into(),
            name: self.workspace.clone()?,
            role: Role::parse(self.role.as_deref()?)?,
            profiles: Vec::new(),
        })
    }

    /// The profile; `None` in a workspace without any.
    fn profile(self, workspace: &AccountWorkspace) -> Option<AccountProfile> {
        // A scope that this version does not know grants nothing.
        let assigned = self.scopes.iter().flatten();
        let assigned = assigned.filter_map(|name| Scope::parse(name)).collect();
        Some(AccountProfile {
            id: self.profile_id?.into(),
            name: self.profile?,
            currency: self.currency?,
            timezone: self.timezone?,
            reach: Reach {
                workspace_id: workspace.id,
                role: workspace.role,
                assigned,
            },
        })
    }
}

#[async_trait]
impl AccountReader for PgAccountReader {
    #[tracing::instrument(level = "debug", name = "AccountReader::account", skip_all)]
    async fn account(&self, user: UserId, limit: u32) -> Result<Option<Account>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let mut rows: Vec<Row> = sql_query(include_str!("sql/account.sql"))
            .bind::<SqlUuid, _>(user.uuid())
            .bind::<BigInt, _>(i64::from(limit) + 1)
            .load(&mut connection)
            .await
            .map_err(store)?;
        let kept = usize::try_from(limit).unwrap_or(usize::MAX);
        let is_truncated = rows.len() > kept;
        rows.truncate(kept);
        let name = rows.as_slice().first().map(|row| row.person.clone());
        Ok(name.map(|name| Account {
            user_id: user,
            name,
            workspaces: workspaces(rows),
            is_truncated,
        }))
    }
}

/// Rows of one workspace stand together.
fn workspaces(rows: Vec<Row>) -> Vec<AccountWorkspace> {
    let mut found: Vec<AccountWorkspace> = Vec::new();
    for row in rows {
        let Some(mut workspace) = row.workspace() else {
            continue;
        };
        match found.last_mut() {
            Some(last) if last.id == workspace.id => {
                let profile = row.profile(last);
                last.profiles.extend(profile);
            }
            _ => {
                let profile = row.profile(&workspace);
                workspace.profiles.extend(profile);
                found.push(workspace);
            }
        }
    }
    found
}
