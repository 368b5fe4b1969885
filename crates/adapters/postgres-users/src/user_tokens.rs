//! Access tokens, looked up by the hash of their secret together with their family.

use std::collections::BTreeSet;

use access_control::{Grant, TokenFamily, UserToken, UserTokenStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{Scope, StoreError};
use postgres_schema::schema::{access_tokens, token_families};
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

/// Access tokens on a pool.
#[derive(Clone)]
pub struct PgUserTokens {
    pool: PgPool,
}

impl PgUserTokens {
    /// The tokens in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// A family as it is stored.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = token_families, check_for_backend(diesel::pg::Pg))]
pub struct FamilyRow {
    id: Uuid,
    user_id: Uuid,
    client_id: Option<String>,
    name: String,
    grants: Vec<String>,
    scopes: Vec<String>,
    resource: String,
    units_per_minute: i32,
    created_at: OffsetDateTime,
    revoked_at: Option<OffsetDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = access_tokens, check_for_backend(diesel::pg::Pg))]
struct TokenRow {
    grants: Vec<String>,
    scopes: Vec<String>,
    expires_at: OffsetDateTime,
}

/// What this version does not know grants nothing.
pub fn known<T: Ord>(names: &[String], parse: impl Fn(&str) -> Option<T>) -> BTreeSet<T> {
    names.iter().filter_map(|name| parse(name)).collect()
}

impl From<FamilyRow> for TokenFamily {
    fn from(row: FamilyRow) -> Self {
        Self {
            id: row.id.into(),
            user_id: row.user_id.into(),
            client_id: row.client_id,
            name: row.name,
            grants: known(&row.grants, Grant::parse),
            scopes: known(&row.scopes, Scope::parse),
            resource: row.resource,
            units_per_minute: u32::try_from(row.units_per_minute).unwrap_or(1),
            created_at: row.created_at.into(),
            revoked_at: row.revoked_at.map(Into::into),
        }
    }
}

impl TryFrom<&TokenFamily> for FamilyRow {
    type Error = std::num::TryFromIntError;

    fn try_from(family: &TokenFamily) -> Result<Self, Self::Error> {
        Ok(Self {
            id: family.id.uuid(),
            user_id: family.user_id.uuid(),
            client_id: family.client_id.clone(),
            name: family.name.clone(),
            grants: names(&family.grants, Grant::as_str),
            scopes: names(&family.scopes, Scope::as_str),
            resource: family.resource.clone(),
            units_per_minute: i32::try_from(family.units_per_minute)?,
            created_at: utc(family.created_at),
            revoked_at: family.revoked_at.map(utc),
        })
    }
}

/// The inverse of [`known`].
pub fn names<T: Copy>(set: &BTreeSet<T>, name: impl Fn(T) -> &'static str) -> Vec<String> {
    set.iter().map(|item| name(*item).to_owned()).collect()
}

#[async_trait]
impl UserTokenStore for PgUserTokens {
    #[tracing::instrument(level = "debug", name = "UserTokenStore::find_by_hash", skip_all)]
    async fn find_by_hash(&self, sha256: &[u8; 32]) -> Result<Option<UserToken>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let found: Option<(TokenRow, FamilyRow)> = access_tokens::table
            .inner_join(token_families::table.on(token_families::id.eq(access_tokens::family_id)))
            .filter(access_tokens::secret_hash.eq(sha256.as_slice()))
            .select((TokenRow::as_select(), FamilyRow::as_select()))
            .first(&mut connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(found.map(|(token, family)| UserToken {
            family: family.into(),
            grants: known(&token.grants, Grant::parse),
            scopes: known(&token.scopes, Scope::parse),
            expires_at: token.expires_at.into(),
        }))
    }
}
