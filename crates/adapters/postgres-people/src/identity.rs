//! The identity graph: pointers from identifiers and browsers to customers.

mod apply;
mod identified;
mod join;
mod look_up;
mod merges;
mod proposals;
mod repair;
mod settlement;
mod splits;

use std::collections::BTreeMap;

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{Array, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{
    Applied, Identification, Identifiers, IdentityStore, Known, Ownership, Plan, Segment,
};
use kernel::{ProfileId, StoreError, Timestamp, VisitorId};
use serde_json::json;
use time::OffsetDateTime;
use uuid::Uuid;

use self::look_up::New;
use crate::work::PeopleWork;
use postgres_kit::error::store;
use postgres_kit::rows::{Batch, batch};
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
pub(crate) struct SegmentRow {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    from_at: Option<OffsetDateTime>,
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
}

impl From<SegmentRow> for Segment {
    fn from(row: SegmentRow) -> Self {
        Self {
            from: row.from_at.map(Into::into),
            customer: row.customer_id.into(),
        }
    }
}

#[async_trait]
impl IdentityStore for PeopleWork {
    #[tracing::instrument(level = "debug", name = "IdentityStore::look_up", skip_all)]
    async fn look_up(
        &mut self,
        profile_id: ProfileId,
        identifiers: &Identifiers,
        at: Timestamp,
    ) -> Result<Known, StoreError> {
        let known = self.look_up_each(profile_id, &[(identifiers, at)]).await?;
        let nothing = || StoreError::inconsistent("a look-up had no answer");
        known.into_iter().next().ok_or_else(nothing)
    }

    #[tracing::instrument(level = "debug", name = "IdentityStore::hold", skip_all)]
    async fn hold<'a>(
        &mut self,
        profile_id: ProfileId,
        people: &[(&'a Identifiers, Timestamp)],
    ) -> Result<(), StoreError> {
        look_up::hold(&mut self.connection, profile_id, people).await
    }

    #[tracing::instrument(level = "debug", name = "IdentityStore::look_up_each", skip_all)]
    async fn look_up_each<'a>(
        &mut self,
        profile_id: ProfileId,
        people: &[(&'a Identifiers, Timestamp)],
    ) -> Result<Vec<Known>, StoreError> {
        let new = New::Noted(&mut self.new_visitors);
        look_up::known(&mut self.connection, profile_id, people, new).await
    }

    #[tracing::instrument(level = "debug", name = "IdentityStore::apply", skip_all)]
    async fn apply(&mut self, profile_id: ProfileId, plan: &Plan) -> Result<Applied, StoreError> {
        self.apply_each(profile_id, std::slice::from_ref(plan))
            .await
    }

    #[tracing::instrument(level = "debug", name = "IdentityStore::apply_each", skip_all)]
    async fn apply_each(
        &mut self,
        profile_id: ProfileId,
        plans: &[Plan],
    ) -> Result<Applied, StoreError> {
        let writer = apply::Writer {
            profile_id,
            plans,
            sealing: &*self.sealing,
            new: &self.new_visitors,
        };
        writer.write(&mut self.connection).await?;
        for visitor in plans.iter().filter_map(|plan| plan.visitor.as_ref()) {
            self.new_visitors.remove(&visitor.id);
        }
        Ok(Applied::Done)
    }

    #[tracing::instrument(level = "debug", name = "IdentityStore::identifications", skip_all)]
    async fn identifications(
        &mut self,
        profile_id: ProfileId,
        visitor_id: VisitorId,
        unstored: Vec<Identification>,
    ) -> Result<Vec<Identification>, StoreError> {
        let (connection, on) = (
            &mut self.connection,
            BTreeMap::from([(visitor_id, unstored)]),
        );
        let mut found = identified::identified_on(connection, profile_id, on).await?;
        Ok(found.remove(&visitor_id).unwrap_or_default())
    }

    #[tracing::instrument(level = "debug", name = "IdentityStore::write_ownership", skip_all)]
    async fn write_ownership(
        &mut self,
        profile_id: ProfileId,
        visitor_id: VisitorId,
        ownership: &Ownership,
    ) -> Result<(), StoreError> {
        write_ownership(&mut self.connection, profile_id, visitor_id, ownership).await
    }
}

async fn write_ownership(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitor_id: VisitorId,
    ownership: &Ownership,
) -> Result<(), StoreError> {
    let (owner, segments) = match ownership {
        Ownership::Unowned => (None, &[][..]),
        Ownership::Owned(customer) => (Some(customer.uuid()), &[][..]),
        Ownership::Shared(segments) => (None, segments.as_slice()),
    };
    let rows = batch(segments.iter().map(|segment| {
        let from = segment
            .from
            .map_or_else(|| "-infinity".to_owned(), |at| at.to_string());
        json!({"from_at": from, "customer_id": segment.customer.uuid()})
    }));
    let (profile, visitor) = (profile_id.uuid(), visitor_id.uuid());
    prepared("DELETE FROM visitor_segments WHERE profile_id = $1 AND visitor_id = $2")
        .bind::<SqlUuid, _>(profile)
        .bind::<SqlUuid, _>(visitor)
        .execute(connection)
        .await
        .map_err(store)?;
    prepared(
        "INSERT INTO visitor_segments (profile_id, visitor_id, from_at, customer_id) \
             SELECT $1, $2, r.from_at, r.customer_id FROM jsonb_to_recordset($3) \
             AS r(from_at timestamptz, customer_id uuid)",
    )
    .bind::<SqlUuid, _>(profile)
    .bind::<SqlUuid, _>(visitor)
    .bind::<Batch, _>(rows)
    .execute(connection)
    .await
    .map_err(store)?;
    prepared(
        "UPDATE visitors SET customer_id = $3, is_shared = $4 \
             WHERE profile_id = $1 AND id = $2",
    )
    .bind::<SqlUuid, _>(profile)
    .bind::<SqlUuid, _>(visitor)
    .bind::<Nullable<SqlUuid>, _>(owner)
    .bind::<diesel::sql_types::Bool, _>(!segments.is_empty())
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// The SQL type of one of the arrays.
pub(crate) type Texts = Array<Text>;
