//! Browsers that are known, and tries that failed, by the database's clock.

use access_control::users::guard::{KNOWN_DAYS, MOST_BROWSERS};
use access_control::users::{BUILT_IN_ISSUER, EmailAddress, FailedTries, SignInGuard};
use async_trait::async_trait;
use diesel::dsl::{now, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Bytea, Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::{StoreError, UserId};
use postgres_schema::schema::{failed_sign_ins, known_browsers};
use time::OffsetDateTime;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;

const COUNT: &str = include_str!("sql/count_failed_sign_in.sql");
const FORGET: &str = include_str!("sql/forget_failed_sign_ins.sql");
const KNOWN: &str = include_str!("sql/known_browser.sql");
const FORGET_BROWSERS: &str = include_str!("sql/forget_known_browsers.sql");

/// When tries that failed are forgotten.
const A_MONTH_AGO: &str = "now() - interval '30 days'";

/// The guard on a pool.
#[derive(Clone)]
pub struct PgSignInGuard {
    pool: PgPool,
}

impl PgSignInGuard {
    /// In the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct Known {
    #[diesel(sql_type = Bool)]
    known: bool,
}

fn failed(error: diesel::result::Error) -> StoreError {
    store(error)
}

/// One sign-in of a browser after the other is not needed: each has a secret of its own.
async fn remember(
    connection: &mut AsyncPgConnection,
    browser: &[u8; 32],
    before: Option<[u8; 32]>,
    user: UserId,
) -> Result<(), diesel::result::Error> {
    if let Some(before) = before {
        diesel::update(known_browsers::table)
            .filter(known_browsers::secret_hash.eq(before.as_slice()))
            .set(known_browsers::secret_hash.eq(browser.as_slice()))
            .execute(connection)
            .await?;
    }
    diesel::insert_into(known_browsers::table)
        .values((
            known_browsers::user_id.eq(user.uuid()),
            known_browsers::secret_hash.eq(browser.as_slice()),
            known_browsers::remembered_at.eq(now),
        ))
        .on_conflict((known_browsers::user_id, known_browsers::secret_hash))
        .do_update()
        .set(known_browsers::remembered_at.eq(now))
        .execute(connection)
        .await?;
    diesel::sql_query(FORGET_BROWSERS)
        .bind::<SqlUuid, _>(user.uuid())
        .bind::<BigInt, _>(i64::from(MOST_BROWSERS))
        .execute(connection)
        .await?;
    Ok(())
}

#[async_trait]
impl SignInGuard for PgSignInGuard {
    #[tracing::instrument(level = "debug", name = "SignInGuard::knows", skip_all)]
    async fn knows(&self, browser: &[u8; 32], email: &EmailAddress) -> Result<bool, StoreError> {
        let mut connection = self.pool.connection().await?;
        let found: Known = diesel::sql_query(KNOWN)
            .bind::<Bytea, _>(browser.as_slice())
            .bind::<Text, _>(BUILT_IN_ISSUER)
            .bind::<Text, _>(email.key())
            .bind::<Integer, _>(KNOWN_DAYS)
            .get_result(&mut connection)
            .await
            .map_err(failed)?;
        Ok(found.known)
    }

    #[tracing::instrument(level = "debug", name = "SignInGuard::remember", skip_all)]
    async fn remember(
        &self,
        browser: &[u8; 32],
        before: Option<[u8; 32]>,
        user: UserId,
    ) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        connection
            .transaction(async |connection| remember(connection, browser, before, user).await)
            .await
            .map_err(failed)
    }

    #[tracing::instrument(level = "debug", name = "SignInGuard::count_failure", skip_all)]
    async fn count_failure(&self, account: &str) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        diesel::sql_query(FORGET)
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        diesel::sql_query(COUNT)
            .bind::<Text, _>(account)
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "SignInGuard::failures", skip_all)]
    async fn failures(&self, account: &str) -> Result<Option<FailedTries>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let row: Option<(i64, OffsetDateTime, OffsetDateTime)> = failed_sign_ins::table
            .filter(failed_sign_ins::account.eq(account))
            .filter(failed_sign_ins::last_at.gt(sql::<Timestamptz>(A_MONTH_AGO)))
            .select((
                failed_sign_ins::tries,
                failed_sign_ins::first_at,
                failed_sign_ins::last_at,
            ))
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        Ok(row.map(|(tries, first, last)| FailedTries {
            tries,
            first_at: first.into(),
            last_at: last.into(),
        }))
    }

    #[tracing::instrument(level = "debug", name = "SignInGuard::forget_failures", skip_all)]
    async fn forget_failures(&self, account: &str) -> Result<(), StoreError> {
        let mut connection = self.pool.connection().await?;
        diesel::delete(failed_sign_ins::table)
            .filter(failed_sign_ins::account.eq(account))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(())
    }
}
