//! What is stored of the identifiers of one event.

use application::StoreError;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{
    IdentifierKind, Identifiers, Known, KnownCustomer, KnownValue, Ownership, ValueKey, ValueState,
};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{CustomerId, ProfileId, Timestamp, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Pairs, SegmentRow, Texts};
use crate::error::store;
use crate::rows::utc;
use crate::statement::prepared;

#[derive(QueryableByName)]
struct ValueRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Array<SqlUuid>)]
    sighted_with: Vec<Uuid>,
    #[diesel(embed)]
    holder: CustomerRow,
}

#[derive(QueryableByName)]
struct CustomerRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Array<Text>)]
    kinds: Vec<String>,
    #[diesel(sql_type = Array<Text>)]
    keys: Vec<String>,
    #[diesel(sql_type = BigInt)]
    recent_visitors: i64,
}

#[derive(QueryableByName)]
struct VisitorRow {
    #[diesel(sql_type = Nullable<SqlUuid>)]
    customer_id: Option<Uuid>,
    #[diesel(sql_type = Bool)]
    is_shared: bool,
}

/// Days that count as recent for the limit of browsers a customer.
const RECENT_DAYS: i64 = 180;

pub(super) async fn known(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    identifiers: &Identifiers,
    at: Timestamp,
) -> Result<Known, StoreError> {
    let (values, mut customers) = values(connection, profile_id, identifiers, at).await?;
    let visitor = match identifiers.visitor_id(profile_id) {
        Some(id) => {
            let lock = !identifiers.values().is_empty();
            ownership(connection, profile_id, id, lock).await?
        }
        None => Ownership::Unowned,
    };
    let met = |id: &CustomerId| customers.iter().any(|customer| customer.id == *id);
    let owners = visitor.owners();
    let ids: Vec<Uuid> = owners
        .iter()
        .filter(|id| !met(id))
        .map(|id| id.uuid())
        .collect();
    customers.extend(self::customers(connection, profile_id, ids, at).await?);
    Ok(Known {
        values,
        customers,
        visitor,
    })
}

/// The stored values, and their holders.
async fn values(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    identifiers: &Identifiers,
    at: Timestamp,
) -> Result<(Vec<KnownValue>, Vec<KnownCustomer>), StoreError> {
    if identifiers.values().is_empty() {
        return Ok(Default::default());
    }
    let (kinds, keys): Pairs = identifiers
        .values()
        .iter()
        .map(|value| {
            (
                value.kind.as_str().to_owned(),
                value.value_key.as_str().to_owned(),
            )
        })
        .unzip();
    let rows: Vec<ValueRow> = prepared(include_str!("../sql/known_values.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Texts, _>(kinds)
        .bind::<Texts, _>(keys)
        .bind::<Timestamptz, _>(recent(at))
        .load(connection)
        .await
        .map_err(store)?;
    let (mut values, mut holders) = (Vec::new(), Vec::<KnownCustomer>::new());
    for row in rows {
        let holder = known_customer(row.holder);
        let kind = IdentifierKind::parse(&row.kind);
        let state = ValueState::parse(&row.state);
        values.extend(kind.zip(state).map(|(kind, state)| KnownValue {
            kind,
            value_key: ValueKey::new(row.value_key),
            holder: holder.id,
            state,
            sighted_with: row.sighted_with.into_iter().map(Into::into).collect(),
        }));
        if !holders.iter().any(|known| known.id == holder.id) {
            holders.push(holder);
        }
    }
    Ok((values, holders))
}

async fn ownership(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitor_id: VisitorId,
    lock: bool,
) -> Result<Ownership, StoreError> {
    let statement = if lock {
        "SELECT customer_id, is_shared FROM visitors WHERE profile_id = $1 AND id = $2 FOR UPDATE"
    } else {
        "SELECT customer_id, is_shared FROM visitors WHERE profile_id = $1 AND id = $2"
    };
    let rows: Vec<VisitorRow> = prepared(statement)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(visitor_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    let Some(row) = rows.into_iter().next() else {
        return Ok(Ownership::Unowned);
    };
    let segments: Vec<SegmentRow> = if row.is_shared {
        prepared(
            "SELECT nullif(from_at, '-infinity') AS from_at, customer_id FROM visitor_segments \
             WHERE profile_id = $1 AND visitor_id = $2 ORDER BY visitor_segments.from_at",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(visitor_id.uuid())
        .load(connection)
        .await
        .map_err(store)?
    } else {
        Vec::new()
    };
    let segments = segments.into_iter().map(Into::into).collect();
    Ok(Ownership::from_stored(
        row.customer_id.map(Into::into),
        segments,
    ))
}

async fn customers(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    ids: Vec<Uuid>,
    at: Timestamp,
) -> Result<Vec<KnownCustomer>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<CustomerRow> = prepared(include_str!("../sql/known_customers.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Timestamptz, _>(recent(at))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(known_customer).collect())
}

fn known_customer(row: CustomerRow) -> KnownCustomer {
    let kinds = row.kinds.iter().zip(row.keys);
    KnownCustomer {
        id: row.id.into(),
        holds: kinds
            .filter_map(|(kind, key)| Some((IdentifierKind::parse(kind)?, ValueKey::new(key))))
            .collect(),
        recent_visitors: u32::try_from(row.recent_visitors).unwrap_or(u32::MAX),
    }
}

/// The instant from which on browsers count as recent.
fn recent(at: Timestamp) -> OffsetDateTime {
    utc(at.plus_micros(-RECENT_DAYS * MICROS_PER_DAY))
}
