//! Tokens of connections, sealed for their profile and their connection.

use application::Sealing;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ConnectionId, ProfileId, StoreError, Timestamp};
use platform_connections::ports::HeldTokens;
use platform_connections::{AccessToken, Lease, RefreshState, RefreshToken, Tokens};
use postgres_schema::schema::connections as table;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::rows::broken;
use postgres_kit::error::store;
use postgres_kit::rows::utc;

/// Whose tokens.
type Place = (ProfileId, ConnectionId);

/// What tokens are sealed for: nobody's row opens as anybody else's.
fn bound_to((profile_id, id): Place) -> String {
    format!("connections/{profile_id}/{id}")
}

fn seal(sealing: &dyn Sealing, place: Place, tokens: &Tokens) -> Result<Vec<u8>, StoreError> {
    let refresh = tokens.refresh.as_ref().map(RefreshToken::reveal);
    let plain = serde_json::to_vec(&(tokens.access.reveal(), refresh));
    let sealed = plain
        .ok()
        .and_then(|it| sealing.seal(&it, &bound_to(place)));
    sealed.ok_or_else(|| StoreError::inconsistent("tokens could not be sealed"))
}

fn open(
    sealing: &dyn Sealing,
    place: Place,
    sealed: &[u8],
) -> Option<(AccessToken, Option<RefreshToken>)> {
    let plain = sealing.open(sealed, &bound_to(place))?;
    let (access, refresh): (String, Option<String>) = serde_json::from_slice(&plain).ok()?;
    let refresh = match refresh {
        Some(refresh) => Some(RefreshToken::parse(&refresh)?),
        None => None,
    };
    Some((AccessToken::parse(&access)?, refresh))
}

#[derive(diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct TokenRow {
    sealed_tokens: Option<Vec<u8>>,
    token_obtained_at: Option<OffsetDateTime>,
    token_expires_at: Option<OffsetDateTime>,
    refresh_lease_holder: Option<Uuid>,
    refresh_lease_until: Option<OffsetDateTime>,
    refresh_failures: i32,
    refresh_failing_since: Option<OffsetDateTime>,
    refresh_retry_at: Option<OffsetDateTime>,
}

/// The tokens of a connection that is locked.
pub async fn read(
    connection: &mut AsyncPgConnection,
    sealing: &dyn Sealing,
    (profile_id, id): Place,
) -> Result<Option<HeldTokens>, StoreError> {
    let row: Option<TokenRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::id.eq(id.uuid()))
        .select(TokenRow::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    let Some(row) = row else { return Ok(None) };
    let (Some(sealed), Some(obtained_at)) = (row.sealed_tokens, row.token_obtained_at) else {
        return Ok(None);
    };
    let opened = open(sealing, (profile_id, id), &sealed);
    let (access, refresh) = opened.ok_or_else(|| broken(id.uuid(), "what is sealed"))?;
    let lease = row.refresh_lease_holder.zip(row.refresh_lease_until);
    Ok(Some(HeldTokens {
        tokens: Tokens {
            access,
            refresh,
            obtained_at: obtained_at.into(),
            expires_at: row.token_expires_at.map(Into::into),
        },
        refresh: RefreshState {
            lease: lease.map(|(holder, until)| Lease {
                holder,
                until: until.into(),
            }),
            failures: u32::try_from(row.refresh_failures).unwrap_or_default(),
            failing_since: row.refresh_failing_since.map(Into::into),
            retry_at: row.refresh_retry_at.map(Into::into),
        },
    }))
}

/// Replaces them; how refreshing the former ones went is forgotten.
pub async fn put(
    connection: &mut AsyncPgConnection,
    sealing: &dyn Sealing,
    place: Place,
    tokens: &Tokens,
) -> Result<(), StoreError> {
    let sealed = seal(sealing, place, tokens)?;
    let expires_at = tokens.expires_at.map(utc);
    write(
        connection,
        place,
        Some((sealed, utc(tokens.obtained_at), expires_at)),
    )
    .await?;
    set_refresh(connection, place, &RefreshState::default()).await
}

/// Deletes them.
pub async fn remove(connection: &mut AsyncPgConnection, place: Place) -> Result<(), StoreError> {
    write(connection, place, None).await?;
    set_refresh(connection, place, &RefreshState::default()).await
}

async fn write(
    connection: &mut AsyncPgConnection,
    (profile_id, id): Place,
    tokens: Option<(Vec<u8>, OffsetDateTime, Option<OffsetDateTime>)>,
) -> Result<(), StoreError> {
    let (sealed, obtained_at, expires_at) = match tokens {
        Some((sealed, obtained_at, expires_at)) => (Some(sealed), Some(obtained_at), expires_at),
        None => (None, None, None),
    };
    diesel::update(
        table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id.uuid())),
    )
    .set((
        table::sealed_tokens.eq(sealed),
        table::token_obtained_at.eq(obtained_at),
        table::token_expires_at.eq(expires_at),
    ))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// Replaces how refreshing goes.
pub async fn set_refresh(
    connection: &mut AsyncPgConnection,
    (profile_id, id): Place,
    refresh: &RefreshState,
) -> Result<(), StoreError> {
    let at = |at: Option<Timestamp>| at.map(utc);
    diesel::update(
        table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id.uuid())),
    )
    .set((
        table::refresh_lease_holder.eq(refresh.lease.map(|lease| lease.holder)),
        table::refresh_lease_until.eq(at(refresh.lease.map(|lease| lease.until))),
        table::refresh_failures.eq(i32::try_from(refresh.failures).unwrap_or(i32::MAX)),
        table::refresh_failing_since.eq(at(refresh.failing_since)),
        table::refresh_retry_at.eq(at(refresh.retry_at)),
    ))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}
