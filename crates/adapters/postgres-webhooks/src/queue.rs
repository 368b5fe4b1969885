//! Deliveries as they are sent.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::Duration;

use application::Sealing;
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Binary, Double, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, StoreError, Timestamp};
use postgres_schema::schema::{
    delivery_buckets as buckets, webhook_subscriptions as subscriptions,
};
use time::OffsetDateTime;
use uuid::Uuid;
use webhook_events::ports::{BUCKETS, Claim, ClaimedDelivery, Receiver, Settlement};
use webhook_events::{
    BeforeAttempt, Body, DeliveryId, DeliveryState, FAILURES_BEFORE_PROBING, MAX_IN_HAND,
    SubscriptionId,
};

use crate::rows::{health, open, url};
use postgres_kit::error::store;
use postgres_kit::rows::{column, utc};
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// The buckets that the holder has from now on. Whether a holder is believed alive is said by the server's
/// clock: those of processes differ.
pub async fn hold(
    connection: &mut AsyncPgConnection,
    holder: Uuid,
    lease: Duration,
) -> Result<Vec<i16>, StoreError> {
    #[derive(QueryableByName)]
    struct BucketRow {
        #[diesel(sql_type = SmallInt)]
        bucket: i16,
    }
    let rows: Vec<BucketRow> = prepared(include_str!("sql/hold_buckets.sql"))
        .bind::<SqlUuid, _>(holder)
        .bind::<Double, _>(lease.as_secs_f64())
        .bind::<SmallInt, _>(BUCKETS)
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(|row| row.bucket).collect())
}

/// Gives them back, with what was not sent.
pub async fn release(
    connection: &mut AsyncPgConnection,
    holder: Uuid,
    unsent: &[(ProfileId, DeliveryId)],
    now: Timestamp,
) -> Result<(), StoreError> {
    if !unsent.is_empty() {
        prepared(
            "UPDATE deliveries d SET next_attempt_at = $3, lease_id = NULL \
             FROM unnest($1::uuid[], $2::uuid[]) AS k(profile_id, id) \
             WHERE d.profile_id = k.profile_id AND d.id = k.id AND d.status = 'pending'",
        )
        .bind::<Array<SqlUuid>, _>(column(unsent, |(profile_id, _)| profile_id.uuid()))
        .bind::<Array<SqlUuid>, _>(column(unsent, |(_, id)| id.uuid()))
        .bind::<Timestamptz, _>(utc(now))
        .execute(connection)
        .await
        .map_err(store)?;
    }
    diesel::delete(buckets::table.filter(buckets::holder.eq(holder)))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

#[derive(QueryableByName)]
struct ClaimedRow {
    #[diesel(sql_type = SqlUuid)]
    profile_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    target_id: Uuid,
    #[diesel(sql_type = Nullable<Binary>)]
    body: Option<Vec<u8>>,
    #[diesel(sql_type = Integer)]
    failures: i32,
    #[diesel(sql_type = BigInt)]
    turn: i64,
}

#[derive(QueryableByName)]
struct ReceiverRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    url: String,
    #[diesel(sql_type = Binary)]
    secret: Vec<u8>,
    #[diesel(sql_type = Array<Binary>)]
    old_secrets: Vec<Vec<u8>>,
    #[diesel(sql_type = Array<Timestamptz>)]
    old_secrets_expire_at: Vec<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    disabled_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Integer)]
    failures_in_a_row: i32,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    dead_since: Option<OffsetDateTime>,
}

/// Takes deliveries that are due.
pub async fn claim(
    connection: &mut AsyncPgConnection,
    sealing: &dyn Sealing,
    claim: &Claim,
) -> Result<Vec<ClaimedDelivery>, StoreError> {
    let count = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
    let mut rows: Vec<ClaimedRow> = prepared(include_str!("sql/claim_deliveries.sql"))
        .bind::<Array<SmallInt>, _>(&claim.buckets)
        .bind::<Timestamptz, _>(utc(claim.now))
        .bind::<BigInt, _>(i64::from(claim.most))
        .bind::<Array<SqlUuid>, _>(column(&claim.in_hand, |(id, _)| id.uuid()))
        .bind::<Array<Integer>, _>(column(&claim.in_hand, |(_, held)| count(*held)))
        .bind::<SqlUuid, _>(claim.lease.id)
        .bind::<Timestamptz, _>(utc(claim.lease.until))
        .bind::<Integer, _>(count(FAILURES_BEFORE_PROBING))
        .bind::<Integer, _>(count(MAX_IN_HAND))
        .load(connection)
        .await
        .map_err(store)?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    // An UPDATE answers in no order.
    rows.sort_by_key(|row| (row.turn, row.id));
    let receivers = receivers(connection, &rows).await?;
    let mut claimed = Vec::with_capacity(rows.len());
    let mut without_body = Vec::new();
    for row in rows {
        let Some(body) = row.body else {
            without_body.push((row.profile_id, row.id));
            continue;
        };
        let Some(receiver) = receivers.get(&row.target_id) else {
            continue;
        };
        let id = SubscriptionId::new(row.target_id);
        let ring = (
            receiver.secret.clone(),
            receiver.old_secrets.clone(),
            receiver.old_secrets_expire_at.clone(),
        );
        claimed.push(ClaimedDelivery {
            profile_id: row.profile_id.into(),
            id: row.id.into(),
            subscription_id: id,
            url: url(row.target_id, &receiver.url)?,
            secrets: open(sealing, id, &ring)?,
            body: Body::from_stored(body),
            lease: claim.lease,
            before: BeforeAttempt {
                failures: u32::try_from(row.failures).unwrap_or_default(),
                health: health(receiver.failures_in_a_row, receiver.dead_since),
                is_enabled: receiver.disabled_at.is_none(),
            },
        });
    }
    give_up(connection, &without_body, claim.now).await?;
    Ok(claimed)
}

async fn receivers(
    connection: &mut AsyncPgConnection,
    rows: &[ClaimedRow],
) -> Result<BTreeMap<Uuid, ReceiverRow>, StoreError> {
    let mut keys: Vec<(Uuid, Uuid)> = rows
        .iter()
        .map(|row| (row.profile_id, row.target_id))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    let rows: Vec<ReceiverRow> = prepared(include_str!("sql/receivers.sql"))
        .bind::<Array<SqlUuid>, _>(column(&keys, |(profile_id, _)| *profile_id))
        .bind::<Array<SqlUuid>, _>(column(&keys, |(_, id)| *id))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

/// What has no body any more cannot be sent.
async fn give_up(
    connection: &mut AsyncPgConnection,
    keys: &[(Uuid, Uuid)],
    at: Timestamp,
) -> Result<(), StoreError> {
    if keys.is_empty() {
        return Ok(());
    }
    prepared(
        "UPDATE deliveries d \
         SET status = 'dead', next_attempt_at = NULL, lease_id = NULL, settled_at = $3 \
         FROM unnest($1::uuid[], $2::uuid[]) AS k(profile_id, id) \
         WHERE d.profile_id = k.profile_id AND d.id = k.id",
    )
    .bind::<Array<SqlUuid>, _>(column(keys, |(profile_id, _)| *profile_id))
    .bind::<Array<SqlUuid>, _>(column(keys, |(_, id)| *id))
    .bind::<Timestamptz, _>(utc(at))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// How receivers do, which nobody else changes meanwhile.
pub async fn lock_receivers(
    connection: &mut AsyncPgConnection,
    keys: &[(ProfileId, SubscriptionId)],
) -> Result<Vec<Receiver>, StoreError> {
    #[derive(QueryableByName)]
    struct HealthRow {
        #[diesel(sql_type = SqlUuid)]
        id: Uuid,
        #[diesel(sql_type = Nullable<Timestamptz>)]
        disabled_at: Option<OffsetDateTime>,
        #[diesel(sql_type = Integer)]
        failures_in_a_row: i32,
        #[diesel(sql_type = Nullable<Timestamptz>)]
        dead_since: Option<OffsetDateTime>,
    }
    let rows: Vec<HealthRow> = prepared(include_str!("sql/lock_receivers.sql"))
        .bind::<Array<SqlUuid>, _>(column(keys, |(profile_id, _)| profile_id.uuid()))
        .bind::<Array<SqlUuid>, _>(column(keys, |(_, id)| id.uuid()))
        .load(connection)
        .await
        .map_err(store)?;
    let receiver = |row: HealthRow| Receiver {
        subscription_id: row.id.into(),
        health: health(row.failures_in_a_row, row.dead_since),
        is_enabled: row.disabled_at.is_none(),
    };
    Ok(rows.into_iter().map(receiver).collect())
}

/// Writes how attempts went.
pub async fn settle(
    connection: &mut AsyncPgConnection,
    settlements: &[Settlement],
) -> Result<(), StoreError> {
    // A statement changes a row once. A delivery has two attempts here only when a lease ended.
    let mut rest: Vec<&Settlement> = settlements.iter().collect();
    while !rest.is_empty() {
        let mut once = BTreeMap::new();
        let mut again = Vec::new();
        for settlement in rest {
            match once.entry((settlement.profile_id, settlement.id)) {
                Entry::Vacant(place) => {
                    place.insert(settlement);
                }
                Entry::Occupied(_) => again.push(settlement),
            }
        }
        let once: Vec<&Settlement> = once.into_values().collect();
        settle_deliveries(connection, &once).await?;
        rest = again;
    }
    settle_receivers(connection, settlements).await
}

async fn settle_deliveries(
    connection: &mut AsyncPgConnection,
    rows: &[&Settlement],
) -> Result<(), StoreError> {
    let status = |row: &&Settlement| {
        let status = row.attempt.outcome.status();
        status.and_then(|status| i16::try_from(status).ok())
    };
    let failure = |row: &&Settlement| {
        let failure = row.attempt.outcome.failure();
        failure.map(webhook_events::AttemptFailure::as_str)
    };
    let retry = |row: &&Settlement| {
        let after = row.attempt.outcome.retry_after()?;
        let micros = i64::try_from(after.from_now(row.at).as_micros()).ok()?;
        // Whoever asks for a thousand years is told as a year.
        Some(utc(row.at.plus_micros(micros.min(YEAR))))
    };
    let next = |row: &&Settlement| match row.after.state {
        DeliveryState::Pending {
            failures,
            next_attempt_at,
        } => (
            i32::try_from(failures).unwrap_or(i32::MAX),
            Some(utc(next_attempt_at)),
        ),
        DeliveryState::Delivered { .. } | DeliveryState::Dead { .. } => (0, None),
    };
    prepared(include_str!("sql/settle_deliveries.sql"))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.profile_id.uuid()))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.id.uuid()))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.lease))
        .bind::<Array<Timestamptz>, _>(column(rows, |row| utc(row.at)))
        .bind::<Array<Nullable<SmallInt>>, _>(column(rows, status))
        .bind::<Array<Nullable<Text>>, _>(column(rows, failure))
        .bind::<Array<Nullable<Timestamptz>>, _>(column(rows, retry))
        .bind::<Array<BigInt>, _>(column(rows, |row| {
            i64::try_from(row.attempt.took.as_micros()).unwrap_or(i64::MAX)
        }))
        .bind::<Array<Binary>, _>(column(rows, |row| row.attempt.excerpt.bytes()))
        .bind::<Array<Text>, _>(column(rows, |row| row.after.state.status().as_str()))
        .bind::<Array<Integer>, _>(column(rows, |row| next(row).0))
        .bind::<Array<Nullable<Timestamptz>>, _>(column(rows, |row| next(row).1))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

const YEAR: i64 = 365 * kernel::timestamp::MICROS_PER_DAY;

/// How receivers do after the last attempt of each; which of them are disabled.
async fn settle_receivers(
    connection: &mut AsyncPgConnection,
    settlements: &[Settlement],
) -> Result<(), StoreError> {
    let mut last: BTreeMap<_, (&Settlement, Option<&Settlement>)> = BTreeMap::new();
    for settlement in settlements {
        let key = (settlement.profile_id, settlement.subscription_id);
        let (latest, disabling) = last.entry(key).or_insert((settlement, None));
        *latest = settlement;
        if settlement.after.disable.is_some() {
            *disabling = Some(settlement);
        }
    }
    let rows: Vec<_> = last.into_values().collect();
    let rows = rows.as_slice();
    prepared(include_str!("sql/settle_receivers.sql"))
        .bind::<Array<SqlUuid>, _>(column(rows, |(last, _)| last.profile_id.uuid()))
        .bind::<Array<SqlUuid>, _>(column(rows, |(last, _)| last.subscription_id.uuid()))
        .bind::<Array<Integer>, _>(column(rows, |(last, _)| {
            let failures = last.after.health.failures_in_a_row;
            i32::try_from(failures).unwrap_or(i32::MAX)
        }))
        .bind::<Array<Nullable<Timestamptz>>, _>(column(rows, |(last, _)| {
            last.after.health.dead_since.map(utc)
        }))
        .bind::<Array<Nullable<Timestamptz>>, _>(column(rows, |(_, disabling)| {
            disabling.map(|disabling| utc(disabling.at))
        }))
        .bind::<Array<Nullable<Text>>, _>(column(rows, |(_, disabling)| {
            let reason = disabling.and_then(|disabling| disabling.after.disable);
            reason.map(webhook_events::DisabledReason::as_str)
        }))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// Subscriptions of the buckets whose deliveries are to go or to be made dead, with whether they were deleted.
type Buried = (Uuid, Uuid, Option<OffsetDateTime>, Option<OffsetDateTime>);

/// Goes on with the deliveries of subscriptions that were disabled or deleted.
pub async fn bury(
    connection: &mut AsyncPgConnection,
    held: &[i16],
    most: u32,
) -> Result<u64, StoreError> {
    let found: Option<Buried> = subscriptions::table
        .filter(subscriptions::bucket.eq_any(held))
        .filter(
            subscriptions::bury_until
                .is_not_null()
                .or(subscriptions::deleted_at.is_not_null()),
        )
        .select((
            subscriptions::profile_id,
            subscriptions::id,
            subscriptions::bury_until,
            subscriptions::deleted_at,
        ))
        .for_no_key_update()
        .skip_locked()
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    let Some((profile_id, id, until, deleted)) = found else {
        return Ok(0);
    };
    let of = |statement| {
        prepared(statement)
            .bind::<SqlUuid, _>(profile_id)
            .bind::<SqlUuid, _>(id)
            .bind::<BigInt, _>(i64::from(most))
    };
    let done: QueryResult<CountRow> = if deleted.is_some() {
        let statement = of(include_str!("sql/remove_deliveries_of.sql"));
        statement.get_result(connection).await
    } else {
        let statement = of(include_str!("sql/bury_deliveries_of.sql"));
        let statement = statement.bind::<Nullable<Timestamptz>, _>(until);
        statement.get_result(connection).await
    };
    let done = done.map_err(store)?;
    let done = u64::try_from(done.count).unwrap_or_default();
    if done < u64::from(most) {
        finish(connection, (profile_id, id), deleted.is_some()).await?;
    }
    Ok(done.max(1))
}

async fn finish(
    connection: &mut AsyncPgConnection,
    (profile_id, id): (Uuid, Uuid),
    is_deleted: bool,
) -> Result<(), StoreError> {
    let row = subscriptions::table
        .filter(subscriptions::profile_id.eq(profile_id))
        .filter(subscriptions::id.eq(id));
    let done = if is_deleted {
        diesel::delete(row).execute(connection).await
    } else {
        diesel::update(row)
            .set(subscriptions::bury_until.eq(None::<OffsetDateTime>))
            .execute(connection)
            .await
    };
    done.map_err(store)?;
    Ok(())
}
