//! Events between their cause and their deliveries.

use std::collections::BTreeSet;

use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, StoreError};
use postgres_schema::schema::webhook_subscriptions as subscriptions;
use time::OffsetDateTime;
use uuid::Uuid;
use webhook_events::ports::Addressed;
use webhook_events::{Body, DeliveryState, Event, EventHead, EventType, Subscription};

use crate::rows::{SubscriptionRow, event_type, provider, subscription};
use postgres_kit::error::store;
use postgres_kit::rows::{IdRow, column, utc};
use postgres_kit::statement::prepared;

/// The types that enabled subscriptions of the profile name.
pub async fn wanted(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<BTreeSet<EventType>, StoreError> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Text)]
        event_type: String,
    }
    let rows: Vec<Row> = prepared(
        "SELECT DISTINCT e.event_type \
         FROM webhook_subscriptions s CROSS JOIN LATERAL unnest(s.events) AS e(event_type) \
         WHERE s.profile_id = $1 AND s.disabled_at IS NULL AND s.deleted_at IS NULL",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .load(connection)
    .await
    .map_err(store)?;
    let known = rows
        .iter()
        .filter_map(|row| EventType::parse(&row.event_type));
    Ok(known.collect())
}

/// Keeps events.
pub async fn add(connection: &mut AsyncPgConnection, events: &[Event]) -> Result<(), StoreError> {
    prepared(include_str!("sql/add_events.sql"))
        .bind::<Array<SqlUuid>, _>(column(events, |event| event.profile_id().uuid()))
        .bind::<Array<SqlUuid>, _>(column(events, |event| event.id().uuid()))
        .bind::<Array<Text>, _>(column(events, |event| event.event_type().as_str()))
        .bind::<Array<Text>, _>(column(events, |event| event.provider().as_str()))
        .bind::<Array<Binary>, _>(column(events, |event| event.body().bytes()))
        .bind::<Array<Timestamptz>, _>(column(events, |event| utc(event.at())))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

#[derive(QueryableByName)]
struct EventRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    event_type: String,
    #[diesel(sql_type = Text)]
    provider: String,
    #[diesel(sql_type = Binary)]
    body: Vec<u8>,
    #[diesel(sql_type = Timestamptz)]
    occurred_at: OffsetDateTime,
}

/// Takes events that wait: of every profile that has some, until there are enough.
pub async fn take(connection: &mut AsyncPgConnection, most: u32) -> Result<Vec<Event>, StoreError> {
    let profiles: Vec<IdRow> = prepared(include_str!("sql/waiting_outboxes.sql"))
        .bind::<BigInt, _>(i64::from(most))
        .load(connection)
        .await
        .map_err(store)?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let mut events = Vec::new();
    for profile in profiles {
        let left = most.saturating_sub(events.len());
        if left == 0 {
            break;
        }
        let rows: Vec<EventRow> = prepared(include_str!("sql/take_events.sql"))
            .bind::<SqlUuid, _>(profile.id)
            .bind::<BigInt, _>(i64::try_from(left).unwrap_or(i64::MAX))
            .load(connection)
            .await
            .map_err(store)?;
        for row in rows {
            events.push(event(profile.id.into(), row)?);
        }
    }
    Ok(events)
}

fn event(profile_id: ProfileId, row: EventRow) -> Result<Event, StoreError> {
    let head = EventHead {
        id: row.id.into(),
        profile_id,
        at: row.occurred_at.into(),
    };
    Ok(Event::from_stored(
        head,
        event_type(row.id, &row.event_type)?,
        provider(row.id, &row.provider)?,
        Body::from_stored(row.body),
    ))
}

/// Enabled subscriptions of the profile, which nobody disables meanwhile.
pub async fn enabled(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Vec<Subscription>, StoreError> {
    let rows: Vec<SubscriptionRow> = subscriptions::table
        .filter(subscriptions::profile_id.eq(profile_id.uuid()))
        .filter(subscriptions::disabled_at.is_null())
        .filter(subscriptions::deleted_at.is_null())
        .order(subscriptions::id)
        .for_share()
        .select(SubscriptionRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    rows.iter().map(subscription).collect()
}

/// Writes deliveries, each subscription's of an event once.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    rows: &[Addressed],
) -> Result<(), StoreError> {
    let due = |row: &Addressed| match row.delivery.state {
        DeliveryState::Pending {
            next_attempt_at, ..
        } => utc(next_attempt_at),
        DeliveryState::Delivered { at } | DeliveryState::Dead { at } => utc(at),
    };
    prepared(include_str!("sql/insert_deliveries.sql"))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.event.profile_id().uuid()))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.delivery.id.uuid()))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.delivery.subscription_id.uuid()))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.event.id().uuid()))
        .bind::<Array<Text>, _>(column(rows, |row| row.event.event_type().as_str()))
        .bind::<Array<Timestamptz>, _>(column(rows, |row| utc(row.event.at())))
        .bind::<Array<Binary>, _>(column(rows, |row| row.event.body().bytes()))
        .bind::<Array<Timestamptz>, _>(column(rows, due))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
