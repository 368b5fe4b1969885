//! Codes, families and tokens.

use access_control::oauth::{AuthorizationCode, Challenge, RefreshToken};
use access_control::ports::{NewAccessToken, NewRefreshToken, SecretHash, TokenStore};
use access_control::user_token::MOST_FAMILIES;
use access_control::{Grant, TokenFamily};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use kernel::{Scope, StoreError, Timestamp, TokenFamilyId};
use postgres_schema::schema::{
    access_tokens, authorization_codes as codes, refresh_tokens, token_families,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_users::user_tokens::{FamilyRow, known, names};

const END_OLDEST: &str = include_str!("end_oldest.sql");
const FORGET_EXPIRED: &str = include_str!("forget_expired.sql");

#[derive(Queryable, Selectable)]
#[diesel(table_name = codes, check_for_backend(diesel::pg::Pg))]
struct CodeRow {
    client_id: String,
    user_id: Uuid,
    redirect_uri: String,
    code_challenge: String,
    grants: Vec<String>,
    resource: String,
    created_at: OffsetDateTime,
    expires_at: OffsetDateTime,
    family_id: Option<Uuid>,
}

impl From<CodeRow> for AuthorizationCode {
    fn from(row: CodeRow) -> Self {
        Self {
            client_id: row.client_id,
            user_id: row.user_id.into(),
            redirect_uri: row.redirect_uri,
            challenge: Challenge::stored(row.code_challenge),
            grants: known(&row.grants, Grant::parse),
            resource: row.resource,
            created_at: row.created_at.into(),
            expires_at: row.expires_at.into(),
            family_id: row.family_id.map(Into::into),
        }
    }
}

#[async_trait]
impl TokenStore for PgWork {
    #[tracing::instrument(level = "debug", name = "TokenStore::insert_code", skip_all)]
    async fn insert_code(
        &mut self,
        hash: &SecretHash,
        code: &AuthorizationCode,
    ) -> Result<(), StoreError> {
        diesel::insert_into(codes::table)
            .values((
                codes::secret_hash.eq(hash.as_slice()),
                codes::client_id.eq(&code.client_id),
                codes::user_id.eq(code.user_id.uuid()),
                codes::redirect_uri.eq(&code.redirect_uri),
                codes::code_challenge.eq(code.challenge.as_str()),
                codes::grants.eq(names(&code.grants, Grant::as_str)),
                codes::resource.eq(&code.resource),
                codes::created_at.eq(utc(code.created_at)),
                codes::expires_at.eq(utc(code.expires_at)),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "TokenStore::spend_code", skip_all)]
    async fn spend_code(
        &mut self,
        hash: &SecretHash,
        client_id: &str,
        at: Timestamp,
    ) -> Result<Option<AuthorizationCode>, StoreError> {
        let row: Option<CodeRow> = diesel::update(codes::table)
            .filter(codes::secret_hash.eq(hash.as_slice()))
            .filter(codes::client_id.eq(client_id))
            .filter(codes::used_at.is_null())
            .set(codes::used_at.eq(utc(at)))
            .returning(CodeRow::as_returning())
            .get_result(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(row.map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "TokenStore::find_code", skip_all)]
    async fn find_code(
        &mut self,
        hash: &SecretHash,
        client_id: &str,
    ) -> Result<Option<AuthorizationCode>, StoreError> {
        let row: Option<CodeRow> = codes::table
            .filter(codes::secret_hash.eq(hash.as_slice()))
            .filter(codes::client_id.eq(client_id))
            .select(CodeRow::as_select())
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(row.map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "TokenStore::link_code", skip_all)]
    async fn link_code(
        &mut self,
        hash: &SecretHash,
        family: TokenFamilyId,
    ) -> Result<(), StoreError> {
        diesel::update(codes::table)
            .filter(codes::secret_hash.eq(hash.as_slice()))
            .set(codes::family_id.eq(family.uuid()))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "TokenStore::insert_family", skip_all)]
    async fn insert_family(&mut self, family: &TokenFamily) -> Result<(), StoreError> {
        let row = FamilyRow::try_from(family).map_err(StoreError::inconsistent)?;
        let most = i64::try_from(MOST_FAMILIES).map_err(StoreError::inconsistent)?;
        diesel::insert_into(token_families::table)
            .values(row)
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        diesel::sql_query(END_OLDEST)
            .bind::<SqlUuid, _>(family.user_id.uuid())
            .bind::<Timestamptz, _>(utc(family.created_at))
            .bind::<BigInt, _>(most)
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "TokenStore::insert_access", skip_all)]
    async fn insert_access(&mut self, token: &NewAccessToken) -> Result<(), StoreError> {
        diesel::insert_into(access_tokens::table)
            .values((
                access_tokens::secret_hash.eq(token.secret_hash.as_slice()),
                access_tokens::family_id.eq(token.family_id.uuid()),
                access_tokens::grants.eq(names(&token.grants, Grant::as_str)),
                access_tokens::scopes.eq(names(&token.scopes, Scope::as_str)),
                access_tokens::created_at.eq(utc(token.created_at)),
                access_tokens::expires_at.eq(utc(token.expires_at)),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "TokenStore::insert_refresh", skip_all)]
    async fn insert_refresh(&mut self, token: &NewRefreshToken) -> Result<(), StoreError> {
        diesel::insert_into(refresh_tokens::table)
            .values((
                refresh_tokens::secret_hash.eq(token.secret_hash.as_slice()),
                refresh_tokens::family_id.eq(token.family_id.uuid()),
                refresh_tokens::created_at.eq(utc(token.created_at)),
                refresh_tokens::expires_at.eq(utc(token.expires_at)),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "TokenStore::find_refresh", skip_all)]
    async fn find_refresh(
        &mut self,
        hash: &SecretHash,
    ) -> Result<Option<RefreshToken>, StoreError> {
        type Found = (FamilyRow, OffsetDateTime, Option<OffsetDateTime>);
        let found: Option<Found> = refresh_tokens::table
            .inner_join(token_families::table.on(token_families::id.eq(refresh_tokens::family_id)))
            .filter(refresh_tokens::secret_hash.eq(hash.as_slice()))
            .select((
                FamilyRow::as_select(),
                refresh_tokens::expires_at,
                refresh_tokens::used_at,
            ))
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(found.map(|(family, expires_at, used_at)| RefreshToken {
            family: family.into(),
            expires_at: expires_at.into(),
            used_at: used_at.map(Into::into),
        }))
    }

    #[tracing::instrument(level = "debug", name = "TokenStore::spend_refresh", skip_all)]
    async fn spend_refresh(
        &mut self,
        hash: &SecretHash,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let spent: Option<Uuid> = diesel::update(refresh_tokens::table)
            .filter(refresh_tokens::secret_hash.eq(hash.as_slice()))
            .filter(refresh_tokens::used_at.is_null())
            .set(refresh_tokens::used_at.eq(utc(at)))
            .returning(refresh_tokens::family_id)
            .get_result(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(spent.is_some())
    }

    #[tracing::instrument(level = "debug", name = "TokenStore::find_family", skip_all)]
    async fn find_family(&mut self, hash: &SecretHash) -> Result<Option<TokenFamily>, StoreError> {
        let of_access = access_tokens::table
            .filter(access_tokens::secret_hash.eq(hash.as_slice()))
            .select(access_tokens::family_id);
        let of_refresh = refresh_tokens::table
            .filter(refresh_tokens::secret_hash.eq(hash.as_slice()))
            .select(refresh_tokens::family_id);
        let row: Option<FamilyRow> = token_families::table
            .filter(
                token_families::id
                    .eq_any(of_access)
                    .or(token_families::id.eq_any(of_refresh)),
            )
            .select(FamilyRow::as_select())
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(row.map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "TokenStore::burn", skip_all)]
    async fn burn(&mut self, family: TokenFamilyId, at: Timestamp) -> Result<(), StoreError> {
        diesel::update(token_families::table)
            .filter(token_families::id.eq(family.uuid()))
            .filter(token_families::revoked_at.is_null())
            .set(token_families::revoked_at.eq(utc(at)))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "TokenStore::forget_expired", skip_all)]
    async fn forget_expired(&mut self, before: Timestamp) -> Result<(), StoreError> {
        diesel::sql_query(FORGET_EXPIRED)
            .bind::<Timestamptz, _>(utc(before))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
