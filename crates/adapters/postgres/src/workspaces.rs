//! Workspaces, and the checkouts that pay for them.

use access_control::ports::{
    CheckoutSession, OwnWorkspace, StoredHandoff, Workspace, WorkspaceReader, WorkspaceStore,
};
use access_control::{Handoff, HandoffStatus, Plan, Role};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{Jsonb, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{HandoffId, StoreError, Timestamp, UserId, WorkspaceId};
use postgres_schema::schema::{handoffs, memberships, workspaces as table};
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::work::PgWork;
use crate::workspace_members::handoffs as handoff_rows;
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;
use postgres_users::rate_limiter::lock;

const OPENED: &str = include_str!("sql/checkout_opened.sql");

/// Workspaces on a pool.
#[derive(Clone)]
pub struct PgWorkspaces {
    pool: PgPool,
}

impl PgWorkspaces {
    /// Those in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct Row {
    id: Uuid,
    name: String,
    plan: String,
    trial_ends_at: Option<OffsetDateTime>,
    created_at: OffsetDateTime,
}

fn workspace(row: Row) -> Result<Workspace, StoreError> {
    let broken = || StoreError::inconsistent(format!("workspace {}: the plan is broken", row.id));
    Ok(Workspace {
        plan: Plan::parse(&row.plan).ok_or_else(broken)?,
        id: row.id.into(),
        name: row.name,
        trial_ends_at: row.trial_ends_at.map(Into::into),
        created_at: row.created_at.into(),
    })
}

#[async_trait]
impl WorkspaceReader for PgWorkspaces {
    #[tracing::instrument(level = "debug", name = "WorkspaceReader::of_user", skip_all)]
    async fn of_user(&self, user: UserId, limit: u32) -> Result<Vec<OwnWorkspace>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<(Row, String)> = table::table
            .inner_join(memberships::table.on(memberships::workspace_id.eq(table::id)))
            .filter(memberships::user_id.eq(user.uuid()))
            .order((table::name, table::id))
            .limit(i64::from(limit))
            .select((Row::as_select(), memberships::role))
            .load(&mut connection)
            .await
            .map_err(store)?;
        let own = |(row, role): (Row, String)| {
            let broken = || StoreError::inconsistent(format!("a membership has the role {role:?}"));
            Ok(OwnWorkspace {
                role: Role::parse(&role).ok_or_else(broken)?,
                workspace: workspace(row)?,
            })
        };
        rows.into_iter().map(own).collect()
    }
}

#[async_trait]
impl WorkspaceStore for PgWork {
    #[tracing::instrument(level = "debug", name = "WorkspaceStore::claim", skip_all)]
    async fn claim(
        &mut self,
        user: UserId,
        name: &str,
        since: Timestamp,
    ) -> Result<Option<Workspace>, StoreError> {
        lock(
            &mut self.people.connection,
            &format!("workspace:{user}:{name}"),
        )
        .await
        .map_err(store)?;
        let found: Option<Row> = table::table
            .filter(table::created_by.eq(user.uuid()))
            .filter(diesel::dsl::exists(
                memberships::table
                    .filter(memberships::workspace_id.eq(table::id))
                    .filter(memberships::user_id.eq(user.uuid())),
            ))
            .filter(table::name.eq(name))
            .filter(table::created_at.gt(utc(since)))
            .order((table::created_at.desc(), table::id))
            .select(Row::as_select())
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        found.map(workspace).transpose()
    }

    #[tracing::instrument(level = "debug", name = "WorkspaceStore::insert", skip_all)]
    async fn insert(&mut self, new: &Workspace, owner: UserId) -> Result<(), StoreError> {
        let at = utc(new.created_at);
        diesel::insert_into(table::table)
            .values((
                table::id.eq(new.id.uuid()),
                table::name.eq(&new.name),
                table::plan.eq(new.plan.as_str()),
                table::trial_ends_at.eq(new.trial_ends_at.map(utc)),
                table::created_by.eq(owner.uuid()),
                table::created_at.eq(at),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        diesel::insert_into(memberships::table)
            .values((
                memberships::workspace_id.eq(new.id.uuid()),
                memberships::user_id.eq(owner.uuid()),
                memberships::role.eq(Role::Owner.as_str()),
                memberships::created_at.eq(at),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "WorkspaceStore::lock", skip_all)]
    async fn lock(&mut self, id: WorkspaceId) -> Result<Option<Workspace>, StoreError> {
        let found: Option<Row> = table::table
            .find(id.uuid())
            .select(Row::as_select())
            .for_update()
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        found.map(workspace).transpose()
    }

    #[tracing::instrument(level = "debug", name = "WorkspaceStore::checkout", skip_all)]
    async fn checkout(&mut self, id: WorkspaceId) -> Result<Option<StoredHandoff>, StoreError> {
        let found = handoffs::table
            .filter(handoffs::workspace_id.eq(id.uuid()))
            .filter(handoffs::kind.eq(Handoff::CHECKOUT))
            .order((handoffs::created_at.desc(), handoffs::id.desc()))
            .select(handoff_rows::Row::as_select())
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        found.map(handoff_rows::stored).transpose()
    }

    #[tracing::instrument(level = "debug", name = "WorkspaceStore::opened", skip_all)]
    async fn opened(
        &mut self,
        checkout: HandoffId,
        session: &CheckoutSession,
    ) -> Result<(), StoreError> {
        diesel::sql_query(OPENED)
            .bind::<SqlUuid, _>(checkout.uuid())
            .bind::<Text, _>(&session.url)
            .bind::<Timestamptz, _>(utc(session.expires_at))
            .bind::<Jsonb, _>(json!({"reference": session.reference}))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "WorkspaceStore::settled", skip_all)]
    async fn settled(
        &mut self,
        checkout: HandoffId,
        (status, result): (HandoffStatus, Option<Value>),
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let waiting = handoffs::table
            .find(checkout.uuid())
            .filter(handoffs::status.eq(HandoffStatus::Pending.as_str()));
        let settled: Option<Uuid> = diesel::update(waiting)
            .set((
                handoffs::status.eq(status.as_str()),
                handoffs::result.eq(result),
                handoffs::completed_at.eq(utc(at)),
            ))
            .returning(handoffs::workspace_id)
            .get_result(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        if let (Some(workspace), HandoffStatus::Completed) = (settled, status) {
            diesel::update(table::table.find(workspace))
                .set(table::trial_ends_at.eq(None::<OffsetDateTime>))
                .execute(&mut self.people.connection)
                .await
                .map_err(store)?;
        }
        Ok(())
    }
}
