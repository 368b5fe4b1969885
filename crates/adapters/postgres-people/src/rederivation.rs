//! Goes through facts that earlier releases stored, for what they name together.

use application::ports::{Collected, RederivationStore};
use async_trait::async_trait;
use diesel::sql_types::{BigInt, Bool, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::work::PeopleWork;
use postgres_kit::error::store;

#[derive(QueryableByName)]
struct PlaceRow {
    #[diesel(sql_type = SqlUuid)]
    profile_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    after_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    since: OffsetDateTime,
}

#[derive(QueryableByName)]
struct UntilRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = BigInt)]
    facts: i64,
}

#[derive(QueryableByName)]
struct LeftRow {
    #[diesel(sql_type = Bool)]
    is_left: bool,
}

#[async_trait]
impl RederivationStore for PeopleWork {
    #[tracing::instrument(level = "debug", name = "RederivationStore::collect", skip_all)]
    async fn collect(&mut self, limit: u32) -> Result<Collected, StoreError> {
        let connection = &mut *self.connection;
        let next: Vec<PlaceRow> = sql_query(include_str!("sql/rederive/next.sql"))
            .load(connection)
            .await
            .map_err(store)?;
        let Some(place) = next.into_iter().next() else {
            let left: LeftRow =
                sql_query("SELECT EXISTS (SELECT FROM identity_rederivations) AS is_left")
                    .get_result(connection)
                    .await
                    .map_err(store)?;
            return Ok(if left.is_left {
                Collected::ByOthers
            } else {
                Collected::Nothing
            });
        };
        let until: Vec<UntilRow> = sql_query(include_str!("sql/rederive/until.sql"))
            .bind::<SqlUuid, _>(place.profile_id)
            .bind::<SqlUuid, _>(place.after_id)
            .bind::<BigInt, _>(i64::from(limit))
            .load(connection)
            .await
            .map_err(store)?;
        let last = until.into_iter().next();
        if let Some(last) = &last {
            go_through(connection, &place, last.id).await?;
        }
        let profile_id = ProfileId::new(place.profile_id);
        if last.is_some_and(|last| last.facts >= i64::from(limit)) {
            return Ok(Collected::Some { profile_id });
        }
        conclude(connection, &place).await?;
        Ok(Collected::All { profile_id })
    }
}

async fn go_through(
    connection: &mut AsyncPgConnection,
    place: &PlaceRow,
    until: Uuid,
) -> Result<(), StoreError> {
    for statement in [
        include_str!("sql/rederive/found.sql"),
        include_str!("sql/rederive/decide.sql"),
    ] {
        sql_query(statement)
            .bind::<SqlUuid, _>(place.profile_id)
            .bind::<SqlUuid, _>(place.after_id)
            .bind::<SqlUuid, _>(until)
            .execute(connection)
            .await
            .map_err(store)?;
    }
    sql_query(include_str!("sql/rederive/pairs.sql"))
        .bind::<SqlUuid, _>(place.profile_id)
        .bind::<SqlUuid, _>(place.after_id)
        .bind::<SqlUuid, _>(until)
        .bind::<Timestamptz, _>(place.since)
        .execute(connection)
        .await
        .map_err(store)?;
    sql_query("UPDATE identity_rederivations SET after_id = $2 WHERE profile_id = $1")
        .bind::<SqlUuid, _>(place.profile_id)
        .bind::<SqlUuid, _>(until)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// Has everything looked at that pairs may say otherwise.
async fn conclude(connection: &mut AsyncPgConnection, place: &PlaceRow) -> Result<(), StoreError> {
    for statement in [
        include_str!("sql/rederive/active.sql"),
        include_str!("sql/rederive/forget_told.sql"),
        include_str!("sql/rederive/look_anew.sql"),
        "DELETE FROM identity_rederivations WHERE profile_id = $1",
    ] {
        sql_query(statement)
            .bind::<SqlUuid, _>(place.profile_id)
            .execute(connection)
            .await
            .map_err(store)?;
    }
    Ok(())
}
