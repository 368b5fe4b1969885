//! Page views whose referrers are read anew.

use application::ports::{ReferredView, RereadView, RereadingStore};
use async_trait::async_trait;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use kernel::{ProfileId, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::{column, utc};

#[derive(QueryableByName)]
struct PlaceRow {
    #[diesel(sql_type = Text)]
    after_at: String,
    #[diesel(sql_type = SqlUuid)]
    after_id: Uuid,
}

#[derive(QueryableByName)]
struct ViewRow {
    #[diesel(sql_type = Timestamptz)]
    at: OffsetDateTime,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    url: Option<String>,
    #[diesel(sql_type = Text)]
    referrer: String,
    #[diesel(sql_type = Nullable<Text>)]
    exclusion: Option<String>,
}

impl From<ViewRow> for ReferredView {
    fn from(row: ViewRow) -> Self {
        Self {
            at: row.at.into(),
            id: row.id.into(),
            url: row.url,
            referrer: row.referrer,
            exclusion: row.exclusion,
        }
    }
}

#[async_trait]
impl RereadingStore for PgWork {
    #[tracing::instrument(level = "debug", name = "RereadingStore::queue", skip_all)]
    async fn queue(&mut self, profile_id: ProfileId) -> Result<(), StoreError> {
        sql_query(
            "INSERT INTO evidence_rereadings (profile_id) VALUES ($1) \
             ON CONFLICT (profile_id) DO UPDATE \
             SET after_at = excluded.after_at, after_id = excluded.after_id",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .execute(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "RereadingStore::next", skip_all)]
    async fn next(
        &mut self,
        profile_id: ProfileId,
        limit: u32,
    ) -> Result<Option<Vec<ReferredView>>, StoreError> {
        let place: Option<PlaceRow> = sql_query(
            "SELECT after_at::text AS after_at, after_id FROM evidence_rereadings \
             WHERE profile_id = $1 FOR UPDATE",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .get_result(&mut self.people.connection)
        .await
        .optional()
        .map_err(store)?;
        let Some(place) = place else {
            return Ok(None);
        };
        let views: Vec<ViewRow> = sql_query(include_str!("sql/read_referred_views.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Text, _>(place.after_at)
            .bind::<SqlUuid, _>(place.after_id)
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(Some(views.into_iter().map(Into::into).collect()))
    }

    #[tracing::instrument(level = "debug", name = "RereadingStore::write", skip_all)]
    async fn write<'a>(
        &mut self,
        profile_id: ProfileId,
        views: &[RereadView],
        last: Option<&'a ReferredView>,
    ) -> Result<(), StoreError> {
        if !views.is_empty() {
            sql_query(include_str!("sql/write_reread_views.sql"))
                .bind::<SqlUuid, _>(profile_id.uuid())
                .bind::<Array<Timestamptz>, _>(column(views, |view| utc(view.at)))
                .bind::<Array<SqlUuid>, _>(column(views, |view| view.id.uuid()))
                .bind::<Array<BigInt>, _>(column(views, |view| view.signature_id))
                .bind::<Array<BigInt>, _>(column(views, |view| view.source_key))
                .bind::<Array<Bool>, _>(column(views, |view| view.names_a_source))
                .bind::<Array<Nullable<Text>>, _>(column(views, |view| view.exclusion))
                .execute(&mut self.people.connection)
                .await
                .map_err(store)?;
        }
        let statement = match last {
            Some(_) => {
                "UPDATE evidence_rereadings SET after_at = $2, after_id = $3 WHERE profile_id = $1"
            }
            None => {
                "DELETE FROM evidence_rereadings \
                 WHERE profile_id = $1 AND $2::timestamptz IS NULL AND $3::uuid IS NULL"
            }
        };
        sql_query(statement)
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Nullable<Timestamptz>, _>(last.map(|view| utc(view.at)))
            .bind::<Nullable<SqlUuid>, _>(last.map(|view| view.id.uuid()))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
