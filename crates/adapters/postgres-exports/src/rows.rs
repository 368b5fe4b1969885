//! Rows that several statements return, and what they say.

use kernel::{Currency, StoreError, TimeZone};
use platform_connections::{Account, Connection, ConnectionState, PlatformProvider};
use time::OffsetDateTime;
use uuid::Uuid;

/// A stored value that nothing could have written.
pub(crate) fn broken(id: Uuid, what: &str) -> StoreError {
    StoreError::inconsistent(format!("connections: {what} of {id} is broken"))
}

/// A connection without its tokens.
#[derive(diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = postgres_schema::schema::connections, check_for_backend(diesel::pg::Pg))]
pub(crate) struct ConnectionRow {
    id: Uuid,
    provider: String,
    status: String,
    reason: Option<String>,
    external_account_id: String,
    external_account_name: Option<String>,
    currency: Option<String>,
    timezone: Option<String>,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
}

pub(crate) fn connection(row: ConnectionRow) -> Result<Connection, StoreError> {
    let id = row.id;
    let provider = PlatformProvider::parse(&row.provider);
    let state = ConnectionState::parse(&row.status, row.reason.as_deref());
    Ok(Connection {
        id: id.into(),
        provider: provider.ok_or_else(|| broken(id, "the provider"))?,
        state: state.ok_or_else(|| broken(id, "the status"))?,
        account: Account {
            id: row.external_account_id,
            name: row.external_account_name,
            currency: row.currency.as_deref().and_then(Currency::parse),
            timezone: row.timezone.as_deref().and_then(TimeZone::named),
        },
        created_at: row.created_at.into(),
        updated_at: row.updated_at.into(),
    })
}
