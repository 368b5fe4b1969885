//! Web sessions and form tokens, looked up by the hash of their secrets.

use access_control::users::{Holder, SignedInUser, WebSessionStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Bytea, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{StoreError, Timestamp};
use postgres_schema::schema::form_tokens;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

const SIGNED_IN: &str = include_str!("sql/signed_in.sql");
const FORGET: &str = include_str!("sql/forget_form_tokens.sql");

/// Browsers on a pool.
#[derive(Clone)]
pub struct PgWebSessions {
    pool: PgPool,
}

impl PgWebSessions {
    /// In the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct SessionRow {
    #[diesel(sql_type = SqlUuid)]
    session_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    user_id: Uuid,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
    #[diesel(sql_type = Bool)]
    has_password: bool,
}

#[async_trait]
impl WebSessionStore for PgWebSessions {
    #[tracing::instrument(level = "debug", name = "WebSessionStore::signed_in", skip_all)]
    async fn signed_in(
        &self,
        sha256: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<SignedInUser>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let row: Option<SessionRow> = diesel::sql_query(SIGNED_IN)
            .bind::<Bytea, _>(sha256.as_slice())
            .bind::<Timestamptz, _>(utc(now))
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(row.map(|row| SignedInUser {
            session_id: row.session_id.into(),
            user_id: row.user_id.into(),
            name: row.name,
            email: row.email,
            has_password: row.has_password,
        }))
    }

    #[tracing::instrument(level = "debug", name = "WebSessionStore::issue_form_token", skip_all)]
    async fn issue_form_token(
        &self,
        sha256: &[u8; 32],
        holder: &Holder,
        purpose: &str,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        diesel::sql_query(FORGET)
            .bind::<Timestamptz, _>(utc(now))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        diesel::insert_into(form_tokens::table)
            .values((
                form_tokens::secret_hash.eq(sha256.as_slice()),
                form_tokens::holder.eq(holder.bytes()),
                form_tokens::purpose.eq(purpose),
                form_tokens::expires_at.eq(utc(expires_at)),
            ))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "WebSessionStore::redeem_form_token", skip_all)]
    async fn redeem_form_token(
        &self,
        sha256: &[u8; 32],
        holder: &Holder,
        purpose: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut connection = self.pool.connection().await?;
        let spent = diesel::delete(form_tokens::table)
            .filter(form_tokens::secret_hash.eq(sha256.as_slice()))
            .filter(form_tokens::holder.eq(holder.bytes()))
            .filter(form_tokens::purpose.eq(purpose))
            .filter(form_tokens::expires_at.gt(utc(now)))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(spent > 0)
    }
}
