//! What external issuers call people.

use access_control::users::{BUILT_IN_ISSUER, EmailAddress, ExternalPeople, User};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text, Timestamptz, Uuid};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::{StoreError, Timestamp};
use postgres_schema::schema::web_sessions;

use crate::users::{UserRow, end_approvals};
use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

const FIND: &str = include_str!("sql/external_user.sql");
const DESCRIBE: &str = include_str!("sql/describe_user.sql");
const LINK: &str = include_str!("sql/link_identity.sql");

/// External identities on a pool.
#[derive(Clone)]
pub struct PgExternalUsers {
    pool: PgPool,
}

impl PgExternalUsers {
    /// In the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

async fn find(
    connection: &mut AsyncPgConnection,
    (issuer, subject): (&str, &str),
) -> QueryResult<Option<UserRow>> {
    diesel::sql_query(FIND)
        .bind::<Text, _>(issuer)
        .bind::<Text, _>(subject)
        .get_result(connection)
        .await
        .optional()
}

#[async_trait]
impl ExternalPeople for PgExternalUsers {
    #[tracing::instrument(level = "debug", name = "ExternalPeople::find_external", skip_all)]
    async fn find_external(&self, issuer: &str, subject: &str) -> Result<Option<User>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let found = find(&mut connection, (issuer, subject)).await;
        Ok(found.map_err(store)?.map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "ExternalPeople::link", skip_all)]
    async fn link(
        &self,
        issuer: &str,
        subject: &str,
        email: &EmailAddress,
        at: Timestamp,
    ) -> Result<Option<User>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let linked: QueryResult<Option<UserRow>> = connection
            .transaction(async |connection| {
                let inserted = diesel::sql_query(LINK)
                    .bind::<Text, _>(issuer)
                    .bind::<Text, _>(subject)
                    .bind::<Text, _>(email.key())
                    .bind::<Timestamptz, _>(utc(at))
                    .bind::<Text, _>(BUILT_IN_ISSUER)
                    .execute(connection)
                    .await?;
                let found = find(connection, (issuer, subject)).await?;
                if let Some(user) = found.as_ref().filter(|_| inserted > 0) {
                    diesel::update(web_sessions::table)
                        .filter(web_sessions::user_id.eq(user.id))
                        .filter(web_sessions::revoked_at.is_null())
                        .set(web_sessions::revoked_at.eq(utc(at)))
                        .execute(connection)
                        .await?;
                    end_approvals(connection, user.id, at).await?;
                }
                Ok(found)
            })
            .await;
        Ok(linked.map_err(store)?.map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "ExternalPeople::describe", skip_all)]
    async fn describe(&self, user: &User) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        let email = user.email.as_ref();
        diesel::sql_query(DESCRIBE)
            .bind::<Uuid, _>(user.id.uuid())
            .bind::<Text, _>(&user.name)
            .bind::<Nullable<Text>, _>(email.map(EmailAddress::as_str))
            .bind::<Nullable<Text>, _>(email.map(EmailAddress::key))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
