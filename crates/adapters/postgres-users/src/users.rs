//! People who sign in.

use access_control::users::user::NewWebSession;
use access_control::users::{EmailAddress, PasswordHash, User, UserStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::{StoreError, Timestamp, UserId, WebSessionId};
use postgres_schema::schema::{known_browsers, token_families, users as table, web_sessions};
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// People on a pool.
#[derive(Clone)]
pub struct PgUsers {
    pool: PgPool,
}

impl PgUsers {
    /// In the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// A user as it is stored.
#[derive(Queryable, QueryableByName, Selectable, Insertable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
pub struct UserRow {
    /// Its id.
    pub id: Uuid,
    issuer: String,
    subject: String,
    name: String,
    email: Option<String>,
    email_key: Option<String>,
    password_hash: Option<String>,
    created_at: OffsetDateTime,
    is_vouched: bool,
}

impl From<UserRow> for User {
    fn from(row: UserRow) -> Self {
        Self {
            id: row.id.into(),
            issuer: row.issuer,
            subject: row.subject,
            name: row.name,
            email: row.email.as_deref().and_then(EmailAddress::parse),
            is_vouched: row.is_vouched,
            created_at: row.created_at.into(),
        }
    }
}

/// Ends everything that acts for a person: whoever held the account before may have approved it.
pub async fn end_approvals(
    connection: &mut AsyncPgConnection,
    user: Uuid,
    at: Timestamp,
) -> Result<(), diesel::result::Error> {
    diesel::update(token_families::table)
        .filter(token_families::user_id.eq(user))
        .filter(token_families::revoked_at.is_null())
        .set(token_families::revoked_at.eq(utc(at)))
        .execute(connection)
        .await?;
    Ok(())
}

#[async_trait]
impl UserStore for PgUsers {
    #[tracing::instrument(level = "debug", name = "UserStore::find", skip_all)]
    async fn find(&self, id: UserId) -> Result<Option<User>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let row: Option<UserRow> = table::table
            .filter(table::id.eq(id.uuid()))
            .select(UserRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(row.map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "UserStore::find_by_subject", skip_all)]
    async fn find_by_subject(
        &self,
        issuer: &str,
        subject: &str,
    ) -> Result<Option<User>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let row: Option<UserRow> = table::table
            .filter(table::issuer.eq(issuer))
            .filter(table::subject.eq(subject))
            .select(UserRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(row.map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "UserStore::find_by_email", skip_all)]
    async fn find_by_email(
        &self,
        issuer: &str,
        email: &EmailAddress,
    ) -> Result<Option<(User, Option<PasswordHash>)>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let row: Option<UserRow> = table::table
            .filter(table::issuer.eq(issuer))
            .filter(table::email_key.eq(email.key()))
            .select(UserRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(row.map(|mut row| {
            let hash = row.password_hash.take().map(PasswordHash);
            (row.into(), hash)
        }))
    }

    #[tracing::instrument(level = "debug", name = "UserStore::insert", skip_all)]
    async fn insert(
        &self,
        user: &User,
        password: Option<PasswordHash>,
    ) -> Result<bool, StoreError> {
        let mut connection = self.pool.connection().await?;
        let email = user.email.as_ref();
        let row = UserRow {
            id: user.id.uuid(),
            issuer: user.issuer.clone(),
            subject: user.subject.clone(),
            name: user.name.clone(),
            email: email.map(|email| email.as_str().to_owned()),
            email_key: email.map(|email| email.key().to_owned()),
            password_hash: password.map(|hash| hash.0),
            created_at: utc(user.created_at),
            is_vouched: user.is_vouched,
        };
        let inserted = diesel::insert_into(table::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(inserted > 0)
    }

    #[tracing::instrument(level = "debug", name = "UserStore::set_password", skip_all)]
    async fn set_password(
        &self,
        id: UserId,
        password: &PasswordHash,
        keep: Option<WebSessionId>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        let kept = keep.map_or(Uuid::nil(), WebSessionId::uuid);
        let done: Result<(), diesel::result::Error> = connection
            .transaction(async |connection| {
                diesel::update(table::table)
                    .filter(table::id.eq(id.uuid()))
                    .set(table::password_hash.eq(&password.0))
                    .execute(connection)
                    .await?;
                diesel::update(web_sessions::table)
                    .filter(web_sessions::user_id.eq(id.uuid()))
                    .filter(web_sessions::id.ne(kept))
                    .filter(web_sessions::revoked_at.is_null())
                    .set(web_sessions::revoked_at.eq(utc(at)))
                    .execute(connection)
                    .await?;
                // Whoever knew the password before may have signed in with it.
                diesel::delete(known_browsers::table)
                    .filter(known_browsers::user_id.eq(id.uuid()))
                    .execute(connection)
                    .await?;
                end_approvals(connection, id.uuid(), at).await
            })
            .await;
        done.map_err(store)
    }

    #[tracing::instrument(level = "debug", name = "UserStore::open_session", skip_all)]
    async fn open_session(&self, session: &NewWebSession) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        diesel::insert_into(web_sessions::table)
            .values((
                web_sessions::id.eq(session.id.uuid()),
                web_sessions::secret_hash.eq(session.secret_hash.as_slice()),
                web_sessions::user_id.eq(session.user_id.uuid()),
                web_sessions::created_at.eq(utc(session.created_at)),
                web_sessions::expires_at.eq(utc(session.expires_at)),
            ))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "UserStore::close_session", skip_all)]
    async fn close_session(&self, id: WebSessionId, at: Timestamp) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        diesel::update(web_sessions::table)
            .filter(web_sessions::id.eq(id.uuid()))
            .filter(web_sessions::revoked_at.is_null())
            .set(web_sessions::revoked_at.eq(utc(at)))
            .execute(&mut connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
