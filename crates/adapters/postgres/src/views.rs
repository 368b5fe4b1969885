//! Pictures that were loaded, and whom they were sent to.

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Bool, Date as SqlDate, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use event_intake::ports::{RecipientView, SubjectKey, ViewCount, ViewStore};
use event_intake::views::RecipientId;
use kernel::{CustomerId, ProfileId, StoreError, Timestamp};
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::{IdRow, column, texts, utc, uuids};
use postgres_kit::statement::prepared;

type Words = Array<Text>;
type Ids = Array<SqlUuid>;

#[derive(QueryableByName)]
struct ValueRow {
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
}

impl ValueRow {
    /// Who holds which value.
    fn held(self) -> (CustomerId, SubjectKey) {
        let value = SubjectKey {
            kind: self.kind,
            key: self.value_key,
        };
        (self.customer_id.into(), value)
    }
}

#[derive(QueryableByName)]
struct RecipientRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
}

#[async_trait]
impl ViewStore for PgWork {
    #[tracing::instrument(level = "debug", name = "ViewStore::values_of", skip_all)]
    async fn values_of(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<(CustomerId, SubjectKey)>, StoreError> {
        let rows: Vec<ValueRow> = prepared(include_str!("sql/views/values_of.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(customers))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(ValueRow::held).collect())
    }

    #[tracing::instrument(level = "debug", name = "ViewStore::holders", skip_all)]
    async fn holders(
        &mut self,
        profile_id: ProfileId,
        values: &[SubjectKey],
    ) -> Result<Vec<(SubjectKey, CustomerId)>, StoreError> {
        let rows: Vec<ValueRow> = prepared(include_str!("sql/views/holders.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Words, _>(column(values, |value| value.kind.as_str()))
            .bind::<Words, _>(column(values, |value| value.key.as_str()))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let held = rows.into_iter().map(ValueRow::held);
        Ok(held.map(|(customer, value)| (value, customer)).collect())
    }

    #[tracing::instrument(level = "debug", name = "ViewStore::issue", skip_all)]
    async fn issue(
        &mut self,
        profile_id: ProfileId,
        values: &[SubjectKey],
        at: Timestamp,
    ) -> Result<Vec<(SubjectKey, RecipientId)>, StoreError> {
        let kinds: Vec<&str> = column(values, |value| value.kind.as_str());
        let keys: Vec<&str> = column(values, |value| value.key.as_str());
        prepared(include_str!("sql/views/issue.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Words, _>(&kinds)
            .bind::<Words, _>(&keys)
            .bind::<Timestamptz, _>(utc(at))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        let rows: Vec<RecipientRow> = prepared(include_str!("sql/views/issued.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Words, _>(&kinds)
            .bind::<Words, _>(&keys)
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let read = |row: RecipientRow| {
            let value = SubjectKey {
                kind: row.kind,
                key: row.value_key,
            };
            (value, row.id.into())
        };
        Ok(rows.into_iter().map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "ViewStore::recipients", skip_all)]
    async fn recipients(
        &mut self,
        profile_id: ProfileId,
        ids: &[RecipientId],
    ) -> Result<Vec<RecipientId>, StoreError> {
        let rows: Vec<IdRow> = prepared(include_str!("sql/views/recipients.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(ids))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.id.into()).collect())
    }

    #[tracing::instrument(level = "debug", name = "ViewStore::count", skip_all)]
    async fn count(&mut self, profile_id: ProfileId, rows: &[ViewCount]) -> Result<(), StoreError> {
        prepared(include_str!("sql/views/count.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<SqlDate>, _>(column(rows, |row| row.local_date))
            .bind::<Array<BigInt>, _>(column(rows, |row| row.signature_id))
            .bind::<Words, _>(column(rows, |row| row.agent.as_str()))
            .bind::<Array<Bool>, _>(column(rows, |row| row.has_recipient))
            .bind::<Array<BigInt>, _>(column(rows, |row| i64::from(row.views)))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ViewStore::insert", skip_all)]
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        views: &[RecipientView],
    ) -> Result<Vec<CustomerId>, StoreError> {
        let rows: Vec<IdRow> = prepared(include_str!("sql/views/insert.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(column(views, |view| view.id.uuid()))
            .bind::<Ids, _>(column(views, |view| view.recipient.uuid()))
            .bind::<Array<Timestamptz>, _>(column(views, |view| utc(view.occurred_at)))
            .bind::<Array<SqlDate>, _>(column(views, |view| view.local_date))
            .bind::<Array<BigInt>, _>(column(views, |view| view.signature_id))
            .bind::<Words, _>(column(views, |view| view.agent.as_str()))
            .bind::<Array<Nullable<Text>>, _>(texts(views, |view| &view.ad_id))
            .bind::<Array<Nullable<Text>>, _>(texts(views, |view| &view.campaign_id))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.id.into()).collect())
    }
}
