//! What is stored of the identifiers of one event.

use application::StoreError;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{
    IdentifierKind, Identifiers, Known, KnownCustomer, KnownValue, Ownership, ValueKey, ValueState,
};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{ProfileId, Timestamp, VisitorId};
use uuid::Uuid;

use super::{Pairs, SegmentRow, Texts};
use crate::error::store;
use crate::rows::utc;

#[derive(QueryableByName)]
struct ValueRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Array<SqlUuid>)]
    sighted_with: Vec<Uuid>,
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
    let values = values(connection, profile_id, identifiers).await?;
    let visitor = match identifiers.visitor_id(profile_id) {
        Some(id) => {
            let lock = !identifiers.values().is_empty();
            ownership(connection, profile_id, id, lock).await?
        }
        None => Ownership::Unowned,
    };
    let mut ids: Vec<Uuid> = values.iter().map(|value| value.holder.uuid()).collect();
    ids.extend(visitor.owners().iter().map(|owner| owner.uuid()));
    let customers = customers(connection, profile_id, ids, at).await?;
    Ok(Known {
        values,
        customers,
        visitor,
    })
}

async fn values(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    identifiers: &Identifiers,
) -> Result<Vec<KnownValue>, StoreError> {
    if identifiers.values().is_empty() {
        return Ok(Vec::new());
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
    let rows: Vec<ValueRow> = sql_query(include_str!("../sql/known_values.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Texts, _>(kinds)
        .bind::<Texts, _>(keys)
        .load(connection)
        .await
        .map_err(store)?;
    let known = |row: ValueRow| {
        Some(KnownValue {
            kind: IdentifierKind::parse(&row.kind)?,
            value_key: ValueKey::new(row.value_key),
            holder: row.customer_id.into(),
            state: ValueState::parse(&row.state)?,
            sighted_with: row.sighted_with.into_iter().map(Into::into).collect(),
        })
    };
    Ok(rows.into_iter().filter_map(known).collect())
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
    let rows: Vec<VisitorRow> = sql_query(statement)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(visitor_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    let Some(row) = rows.into_iter().next() else {
        return Ok(Ownership::Unowned);
    };
    let segments: Vec<SegmentRow> = if row.is_shared {
        sql_query(
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
    let rows: Vec<CustomerRow> = sql_query(include_str!("../sql/known_customers.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Timestamptz, _>(utc(at.plus_micros(-RECENT_DAYS * MICROS_PER_DAY)))
        .load(connection)
        .await
        .map_err(store)?;
    let known = |row: CustomerRow| KnownCustomer {
        id: row.id.into(),
        holds: row
            .kinds
            .iter()
            .zip(row.keys)
            .filter_map(|(kind, key)| Some((IdentifierKind::parse(kind)?, ValueKey::new(key))))
            .collect(),
        recent_visitors: u32::try_from(row.recent_visitors).unwrap_or(u32::MAX),
    };
    Ok(rows.into_iter().map(known).collect())
}
