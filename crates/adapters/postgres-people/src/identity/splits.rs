//! Who people decided is two.

use std::collections::BTreeSet;

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use identity_graph::{KnownBy, OwnBrowser, Split, SplitPlan, SplitStore, Subject, ValueState};
use kernel::{Actor, CustomerId, ProfileId, SplitId, StoreError, Timestamp, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Texts;
use super::join::{Ids, ValueRow, columns};
use super::merges::BuiltUponRow;
use crate::work::PeopleWork;
use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct SplitRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    decided_at: OffsetDateTime,
    #[diesel(sql_type = Text)]
    actor_kind: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    actor_id: Option<Uuid>,
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    parted_id: Uuid,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    undone_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Text>)]
    undone_actor_kind: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    undone_actor_id: Option<Uuid>,
}

#[derive(QueryableByName)]
struct PartedOnRow {
    #[diesel(sql_type = SqlUuid)]
    visitor_id: Uuid,
}

#[derive(QueryableByName)]
struct StandingRow {
    #[diesel(sql_type = BigInt)]
    standing: i64,
}

impl From<SplitRow> for Split {
    fn from(row: SplitRow) -> Self {
        let undone = row.undone_at.zip(row.undone_actor_kind);
        let by = |(at, kind): (OffsetDateTime, String)| {
            (at.into(), Actor::from_parts(&kind, row.undone_actor_id))
        };
        Self {
            id: row.id.into(),
            decided_at: row.decided_at.into(),
            actor: Actor::from_parts(&row.actor_kind, row.actor_id),
            customer: row.customer_id.into(),
            parted: row.parted_id.into(),
            undone: undone.map(by),
        }
    }
}

#[derive(QueryableByName)]
struct KnownRow {
    #[diesel(embed)]
    value: ValueRow,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Nullable<Binary>)]
    display: Option<Vec<u8>>,
    #[diesel(sql_type = Timestamptz)]
    first_seen_at: OffsetDateTime,
    #[diesel(sql_type = Timestamptz)]
    last_seen_at: OffsetDateTime,
}

impl KnownRow {
    fn read(self) -> Option<KnownBy> {
        Some(KnownBy {
            value: self.value.subject()?,
            state: ValueState::parse(&self.state)?,
            display: self.display,
            first_seen_at: self.first_seen_at.into(),
            last_seen_at: self.last_seen_at.into(),
        })
    }
}

#[derive(QueryableByName)]
struct BrowserRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    anonymous_id: String,
    #[diesel(sql_type = Timestamptz)]
    first_seen_at: OffsetDateTime,
    #[diesel(sql_type = Bool)]
    is_shared: bool,
}

impl From<BrowserRow> for OwnBrowser {
    fn from(row: BrowserRow) -> Self {
        Self {
            id: row.id.into(),
            anonymous_id: row.anonymous_id,
            first_seen_at: row.first_seen_at.into(),
            is_shared: row.is_shared,
        }
    }
}

#[async_trait]
impl SplitStore for PeopleWork {
    #[tracing::instrument(level = "debug", name = "SplitStore::known_by", skip_all)]
    async fn known_by(
        &mut self,
        profile_id: ProfileId,
        customer: CustomerId,
        most: u32,
    ) -> Result<(Vec<KnownBy>, Vec<OwnBrowser>), StoreError> {
        let values: Vec<KnownRow> = prepared(include_str!("../sql/split/known_by.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(customer.uuid())
            .bind::<BigInt, _>(i64::from(most))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let browsers: Vec<BrowserRow> = prepared(include_str!("../sql/split/browsers.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(customer.uuid())
            .bind::<BigInt, _>(i64::from(most))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let values = values.into_iter().filter_map(KnownRow::read);
        let browsers = browsers.into_iter().map(OwnBrowser::from);
        Ok((values.collect(), browsers.collect()))
    }

    #[tracing::instrument(level = "debug", name = "SplitStore::of", skip_all)]
    async fn of(
        &mut self,
        profile_id: ProfileId,
        customer: CustomerId,
        most: u32,
    ) -> Result<Vec<Split>, StoreError> {
        let rows: Vec<SplitRow> = prepared(include_str!("../sql/split/of.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(customer.uuid())
            .bind::<BigInt, _>(i64::from(most))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(Split::from).collect())
    }

    #[tracing::instrument(level = "debug", name = "SplitStore::standing", skip_all)]
    async fn standing(
        &mut self,
        profile_id: ProfileId,
        customer: CustomerId,
        most: u32,
    ) -> Result<u32, StoreError> {
        let row: StandingRow = prepared(include_str!("../sql/split/standing.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(customer.uuid())
            .bind::<BigInt, _>(i64::from(most))
            .get_result(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(u32::try_from(row.standing).unwrap_or(most))
    }

    #[tracing::instrument(level = "debug", name = "SplitStore::insert", skip_all)]
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        split: &Split,
        plan: &SplitPlan,
        browsers: &[VisitorId],
    ) -> Result<(), StoreError> {
        let written = prepared(include_str!("../sql/split/insert.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(split.id.uuid())
            .bind::<Timestamptz, _>(utc(split.decided_at))
            .bind::<Text, _>(split.actor.kind())
            .bind::<Nullable<SqlUuid>, _>(split.actor.id())
            .bind::<SqlUuid, _>(split.customer.uuid())
            .bind::<Bool, _>(plan.home.is_some())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        if written == 0 {
            return Err(StoreError::Conflict);
        }
        let (away, rest) = (plan.parting.away.iter(), plan.parting.rest.iter());
        let sides = away.map(|it| (it, true)).chain(rest.map(|it| (it, false)));
        let sides: Vec<((&Subject, &bool), bool)> = sides.collect();
        let (kinds, keys) = columns(sides.iter().map(|((value, _), _)| *value));
        prepared(include_str!("../sql/split/insert_values.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(split.id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .bind::<Array<Bool>, _>(
                sides
                    .iter()
                    .map(|(_, is_away)| *is_away)
                    .collect::<Vec<_>>(),
            )
            .bind::<Array<Bool>, _>(sides.iter().map(|((_, it), _)| **it).collect::<Vec<_>>())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        prepared(include_str!("../sql/split/insert_browsers.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(split.id.uuid())
            .bind::<Ids, _>(browsers.iter().map(|id| id.uuid()).collect::<Vec<_>>())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        let Some(home) = &plan.home else {
            return Ok(());
        };
        let from = home.from.as_ref();
        prepared(include_str!("../sql/split/move_home.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(split.customer.uuid())
            .bind::<Nullable<Text>, _>(from.map(|value| value.kind.as_str()))
            .bind::<Nullable<Text>, _>(from.map(|value| value.value_key.as_str()))
            .bind::<Text, _>(home.to.kind.as_str())
            .bind::<Text, _>(home.to.value_key.as_str())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "SplitStore::complete", skip_all)]
    async fn complete(&mut self, profile_id: ProfileId, split: &Split) -> Result<(), StoreError> {
        let (customer, parted) = (split.customer.uuid(), split.parted.uuid());
        prepared(include_str!("../sql/split/complete.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(split.id.uuid())
            .bind::<SqlUuid, _>(parted)
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        prepared(include_str!("../sql/split/see.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(vec![customer, parted])
            .bind::<SqlUuid, _>(split.id.uuid())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "SplitStore::lock", skip_all)]
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: SplitId,
    ) -> Result<Option<(Split, Vec<Subject>)>, StoreError> {
        let rows: Vec<SplitRow> = prepared(include_str!("../sql/split/lock.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let Some(row) = rows.into_iter().next() else {
            return Ok(None);
        };
        let values: Vec<ValueRow> = prepared(include_str!("../sql/split/values.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let values = values.into_iter().filter_map(ValueRow::subject);
        Ok(Some((row.into(), values.collect())))
    }

    #[tracing::instrument(level = "debug", name = "SplitStore::parted_on", skip_all)]
    async fn parted_on(
        &mut self,
        profile_id: ProfileId,
        id: SplitId,
    ) -> Result<BTreeSet<VisitorId>, StoreError> {
        let rows: Vec<PartedOnRow> = prepared(include_str!("../sql/split/parted_on.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.visitor_id.into()).collect())
    }

    #[tracing::instrument(level = "debug", name = "SplitStore::is_built_upon", skip_all)]
    async fn is_built_upon(
        &mut self,
        profile_id: ProfileId,
        split: &Split,
    ) -> Result<bool, StoreError> {
        let row: BuiltUponRow = prepared(include_str!("../sql/split/is_built_upon.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(split.id.uuid())
            .bind::<Ids, _>(vec![split.customer.uuid(), split.parted.uuid()])
            .get_result(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(row.is_built_upon)
    }

    #[tracing::instrument(level = "debug", name = "SplitStore::undo", skip_all)]
    async fn undo(
        &mut self,
        profile_id: ProfileId,
        split: &Split,
        (at, actor): (Timestamp, Actor),
    ) -> Result<(), StoreError> {
        prepared(include_str!("../sql/split/undo.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(split.id.uuid())
            .bind::<Timestamptz, _>(utc(at))
            .bind::<Text, _>(actor.kind())
            .bind::<Nullable<SqlUuid>, _>(actor.id())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        prepared(include_str!("../sql/split/return_home.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(split.id.uuid())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "SplitStore::restore", skip_all)]
    async fn restore(&mut self, profile_id: ProfileId, split: &Split) -> Result<(), StoreError> {
        prepared(include_str!("../sql/split/restore.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(split.id.uuid())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
