//! What people decided of customers.

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use identity_graph::{HeldValue, Merge, MergeStore, ShownCustomer};
use kernel::{Actor, CustomerId, MergeId, Personal, ProfileId, StoreError, Timestamp};
use time::OffsetDateTime;
use uuid::Uuid;

use super::join::{HeldRow, Ids, subject, uuids};
use crate::work::PeopleWork;
use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct MergeRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    decided_at: OffsetDateTime,
    #[diesel(sql_type = Text)]
    actor_kind: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    actor_id: Option<Uuid>,
    #[diesel(sql_type = SqlUuid)]
    survivor_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    merged_id: Uuid,
    #[diesel(sql_type = Text)]
    survivor_kind: String,
    #[diesel(sql_type = Text)]
    survivor_key: String,
    #[diesel(sql_type = Text)]
    merged_kind: String,
    #[diesel(sql_type = Text)]
    merged_key: String,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    undone_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Text>)]
    undone_actor_kind: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    undone_actor_id: Option<Uuid>,
}

impl MergeRow {
    fn read(self) -> Option<Merge> {
        let undone = self.undone_at.zip(self.undone_actor_kind);
        let undone =
            undone.map(|(at, kind)| (at.into(), Actor::from_parts(&kind, self.undone_actor_id)));
        Some(Merge {
            id: self.id.into(),
            decided_at: self.decided_at.into(),
            actor: Actor::from_parts(&self.actor_kind, self.actor_id),
            survivor: self.survivor_id.into(),
            merged: self.merged_id.into(),
            survivor_value: subject(&self.survivor_kind, self.survivor_key)?,
            merged_value: subject(&self.merged_kind, self.merged_key)?,
            undone,
        })
    }
}

#[derive(QueryableByName)]
struct ShownRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    first_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    last_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    primary_email: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    primary_phone: Option<String>,
}

#[derive(QueryableByName)]
pub(super) struct BuiltUponRow {
    #[diesel(sql_type = Bool)]
    pub(super) is_built_upon: bool,
}

#[async_trait]
impl MergeStore for PeopleWork {
    #[tracing::instrument(level = "debug", name = "MergeStore::held_by", skip_all)]
    async fn held_by(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<HeldValue>, StoreError> {
        let rows: Vec<HeldRow> = prepared(include_str!("../sql/merge/held_by.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(customers))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().filter_map(HeldRow::read).collect())
    }

    #[tracing::instrument(level = "debug", name = "MergeStore::shown", skip_all)]
    async fn shown(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<ShownCustomer>, StoreError> {
        let rows: Vec<ShownRow> = prepared(include_str!("../sql/merge/shown.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(customers))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let read = |row: ShownRow| ShownCustomer {
            id: row.id.into(),
            first_name: row.first_name.map(Personal::new),
            last_name: row.last_name.map(Personal::new),
            primary_email: row.primary_email.map(Personal::new),
            primary_phone: row.primary_phone.map(Personal::new),
        };
        Ok(rows.into_iter().map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "MergeStore::insert", skip_all)]
    async fn insert(&mut self, profile_id: ProfileId, merge: &Merge) -> Result<(), StoreError> {
        let (survivor, merged) = (&merge.survivor_value, &merge.merged_value);
        let written = prepared(include_str!("../sql/merge/insert.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(merge.id.uuid())
            .bind::<Timestamptz, _>(utc(merge.decided_at))
            .bind::<Text, _>(merge.actor.kind())
            .bind::<Nullable<SqlUuid>, _>(merge.actor.id())
            .bind::<SqlUuid, _>(merge.survivor.uuid())
            .bind::<SqlUuid, _>(merge.merged.uuid())
            .bind::<Text, _>(survivor.kind.as_str())
            .bind::<Text, _>(survivor.value_key.as_str())
            .bind::<Text, _>(merged.kind.as_str())
            .bind::<Text, _>(merged.value_key.as_str())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        if written == 0 {
            return Err(StoreError::Conflict);
        }
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "MergeStore::lock", skip_all)]
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: MergeId,
    ) -> Result<Option<Merge>, StoreError> {
        let rows: Vec<MergeRow> = prepared(include_str!("../sql/merge/lock.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().next().and_then(MergeRow::read))
    }

    #[tracing::instrument(level = "debug", name = "MergeStore::is_built_upon", skip_all)]
    async fn is_built_upon(
        &mut self,
        profile_id: ProfileId,
        merge: &Merge,
    ) -> Result<bool, StoreError> {
        let row: BuiltUponRow = prepared(include_str!("../sql/merge/is_built_upon.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(merge.id.uuid())
            .bind::<SqlUuid, _>(merge.survivor.uuid())
            .get_result(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(row.is_built_upon)
    }

    #[tracing::instrument(level = "debug", name = "MergeStore::undo", skip_all)]
    async fn undo(
        &mut self,
        profile_id: ProfileId,
        id: MergeId,
        (at, actor): (Timestamp, Actor),
    ) -> Result<(), StoreError> {
        prepared(include_str!("../sql/merge/undo.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .bind::<Timestamptz, _>(utc(at))
            .bind::<Text, _>(actor.kind())
            .bind::<Nullable<SqlUuid>, _>(actor.id())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "MergeStore::restore", skip_all)]
    async fn restore(&mut self, profile_id: ProfileId, merge: &Merge) -> Result<(), StoreError> {
        prepared(include_str!("../sql/merge/restore_seen.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(merge.id.uuid())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
