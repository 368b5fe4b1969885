//! What is stored of the identifiers of several events.

use std::collections::{BTreeMap, BTreeSet};

use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::kinds::RECENT_DAYS;
use identity_graph::{
    IdentifierKind, Identifiers, Known, KnownCustomer, KnownValue, Ownership, Segment, ValueKey,
    ValueState,
};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{ProfileId, StoreError, Timestamp, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use super::apply::insert_visitors;
use super::{SegmentRow, Texts};
use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct ValueRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(embed)]
    holder: CustomerRow,
}

#[derive(QueryableByName)]
struct CustomerRow {
    #[diesel(sql_type = BigInt)]
    position: i64,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Array<Text>)]
    kinds: Vec<String>,
    #[diesel(sql_type = Array<Text>)]
    keys: Vec<String>,
    #[diesel(sql_type = BigInt)]
    recent_visitors: i64,
    #[diesel(sql_type = Integer)]
    epoch: i32,
}

#[derive(QueryableByName)]
struct VisitorRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    customer_id: Option<Uuid>,
    #[diesel(sql_type = Bool)]
    is_shared: bool,
    #[diesel(sql_type = Bool)]
    is_parted: bool,
}

/// A stored browser.
pub(super) struct Browser {
    pub(super) ownership: Ownership,
    is_parted: bool,
}

/// What becomes of browsers that are not stored, and on which a person is identified.
pub(super) enum New<'a> {
    /// They are noted: whoever stores them must be the first, since nothing that is not stored can
    /// be locked.
    Noted(&'a mut BTreeSet<VisitorId>),
    /// They are stored, and with that locked: the events will be written in any case.
    Stored,
}

/// Whose browsers are, without locking them.
const LOOKING: &str = include_str!("../sql/browsers.sql");

/// One event's identifiers and when it happened.
pub(super) type Person<'a> = (&'a Identifiers, Timestamp);

/// What is stored of each event's identifiers, in their order.
pub(super) async fn known(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    people: &[Person<'_>],
    new: New<'_>,
) -> Result<Vec<Known>, StoreError> {
    let nothing = || Known {
        values: Vec::new(),
        customers: Vec::new(),
        visitor: Ownership::Unowned,
        is_parted: false,
    };
    let mut known: Vec<Known> = people.iter().map(|_| nothing()).collect();
    // Browsers first: whoever waits for one sees afterwards what was written meanwhile.
    let owners = ownerships(connection, profile_id, people, new).await?;
    add_values(connection, profile_id, people, &mut known).await?;
    for (known, (identifiers, _)) in known.iter_mut().zip(people) {
        let id = identifiers.visitor_id(profile_id);
        if let Some(browser) = id.and_then(|id| owners.get(&id)) {
            known.visitor = browser.ownership.clone();
            known.is_parted = browser.is_parted;
        }
    }
    add_owners(connection, profile_id, people, &mut known).await?;
    Ok(known)
}

/// Locks everything that events which are resolved one after the other will write to: browsers, then
/// people, each in the order of ids.
pub(super) async fn hold(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    people: &[Person<'_>],
) -> Result<(), StoreError> {
    let known = known(connection, profile_id, people, New::Stored).await?;
    let mut customers: BTreeSet<Uuid> = BTreeSet::new();
    for known in &known {
        customers.extend(known.values.iter().map(|value| value.holder.uuid()));
        customers.extend(known.visitor.owners().into_iter().map(kernel::Id::uuid));
    }
    if customers.is_empty() {
        return Ok(());
    }
    let customers: Vec<Uuid> = customers.into_iter().collect();
    prepared(
        "SELECT 1 FROM customers WHERE profile_id = $1 AND id = ANY($2) \
         ORDER BY id FOR NO KEY UPDATE",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Array<SqlUuid>, _>(customers)
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// Adds the stored values, and their holders.
async fn add_values(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    people: &[Person<'_>],
    known: &mut [Known],
) -> Result<(), StoreError> {
    let (mut kinds, mut keys) = (Vec::new(), Vec::new());
    let (mut positions, mut recents) = (Vec::new(), Vec::new());
    for (position, (identifiers, at)) in (0_i64..).zip(people) {
        for value in identifiers.values() {
            kinds.push(value.kind.as_str());
            keys.push(value.value_key.as_str());
            positions.push(position);
            recents.push(recent(*at));
        }
    }
    if kinds.is_empty() {
        return Ok(());
    }
    let rows: Vec<ValueRow> = prepared(include_str!("../sql/known_values.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Texts, _>(kinds)
        .bind::<Texts, _>(keys)
        .bind::<Array<BigInt>, _>(positions)
        .bind::<Array<Timestamptz>, _>(recents)
        .load(connection)
        .await
        .map_err(store)?;
    for row in rows {
        let Some(known) = at_position(known, row.holder.position) else {
            continue;
        };
        let holder = known_customer(row.holder);
        let kind = IdentifierKind::parse(&row.kind);
        let state = ValueState::parse(&row.state);
        known
            .values
            .extend(kind.zip(state).map(|(kind, state)| KnownValue {
                kind,
                value_key: ValueKey::new(row.value_key),
                holder: holder.id,
                state,
            }));
        add_customer(known, holder);
    }
    Ok(())
}

/// Whose the stored ones among the browsers are. Those on which a person is identified stay locked.
async fn ownerships(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    people: &[Person<'_>],
    new: New<'_>,
) -> Result<BTreeMap<VisitorId, Browser>, StoreError> {
    let (mut identified, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for (identifiers, _) in people {
        let person = !identifiers.values().is_empty();
        let browsers = if person { &mut identified } else { &mut seen };
        browsers.extend(identifiers.visitor_id(profile_id));
    }
    seen.retain(|id| !identified.contains(id));
    // In the order of ids, so that two transactions never wait for each other in a circle.
    let and_lock = include_str!("../sql/browsers_to_hold.sql");
    let mut rows = browsers(connection, profile_id, and_lock, &identified).await?;
    for row in &rows {
        identified.remove(&row.id.into());
    }
    match new {
        New::Noted(noted) => noted.extend(identified),
        New::Stored => {
            let added = add_visitors(connection, profile_id, people, &identified).await?;
            if added < identified.len() {
                // Others stored some of them meanwhile, and have committed.
                rows.extend(browsers(connection, profile_id, and_lock, &identified).await?);
            }
        }
    }
    rows.extend(browsers(connection, profile_id, LOOKING, &seen).await?);
    owned(connection, profile_id, rows).await
}

/// Whose stored browsers are.
pub(super) async fn owners(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    ids: &BTreeSet<VisitorId>,
) -> Result<BTreeMap<VisitorId, Browser>, StoreError> {
    let rows = browsers(connection, profile_id, LOOKING, ids).await?;
    owned(connection, profile_id, rows).await
}

async fn owned(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    rows: Vec<VisitorRow>,
) -> Result<BTreeMap<VisitorId, Browser>, StoreError> {
    let mut found = BTreeMap::new();
    for row in rows {
        let segments = if row.is_shared {
            segments(connection, profile_id, row.id).await?
        } else {
            Vec::new()
        };
        let browser = Browser {
            ownership: Ownership::from_stored(row.customer_id.map(Into::into), segments),
            is_parted: row.is_parted,
        };
        found.insert(row.id.into(), browser);
    }
    Ok(found)
}

async fn browsers(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    statement: &'static str,
    ids: &BTreeSet<VisitorId>,
) -> Result<Vec<VisitorRow>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    prepared(statement)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(ids)
        .load(connection)
        .await
        .map_err(store)
}

/// Stores browsers that were not, and with that locks them; how many there were.
async fn add_visitors(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    people: &[Person<'_>],
    missing: &BTreeSet<VisitorId>,
) -> Result<usize, StoreError> {
    let mut added = BTreeMap::new();
    for (identifiers, at) in people {
        let id = identifiers.visitor_id(profile_id);
        let Some((id, name)) = id.zip(identifiers.anonymous_id()) else {
            continue;
        };
        if missing.contains(&id) {
            added.entry(id).or_insert((name.value.as_str(), *at));
        }
    }
    let added = added.into_iter().map(|(id, (name, at))| (id, name, at));
    insert_visitors(connection, profile_id, added).await
}

async fn segments(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitor: Uuid,
) -> Result<Vec<Segment>, StoreError> {
    let rows: Vec<SegmentRow> = prepared(
        "SELECT nullif(from_at, '-infinity') AS from_at, customer_id FROM visitor_segments \
         WHERE profile_id = $1 AND visitor_id = $2 ORDER BY visitor_segments.from_at",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<SqlUuid, _>(visitor)
    .load(connection)
    .await
    .map_err(store)?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Adds the owners of browsers who hold none of the values.
async fn add_owners(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    people: &[Person<'_>],
    known: &mut [Known],
) -> Result<(), StoreError> {
    let (mut ids, mut positions, mut recents) = (Vec::new(), Vec::new(), Vec::new());
    for (position, (known, (_, at))) in (0_i64..).zip(known.iter().zip(people)) {
        for owner in known.visitor.owners() {
            if known.customer(owner).is_none() {
                ids.push(owner.uuid());
                positions.push(position);
                recents.push(recent(*at));
            }
        }
    }
    if ids.is_empty() {
        return Ok(());
    }
    let rows: Vec<CustomerRow> = prepared(include_str!("../sql/known_customers.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<BigInt>, _>(positions)
        .bind::<Array<Timestamptz>, _>(recents)
        .load(connection)
        .await
        .map_err(store)?;
    for row in rows {
        if let Some(known) = at_position(known, row.position) {
            add_customer(known, known_customer(row));
        }
    }
    Ok(())
}

fn at_position(known: &mut [Known], position: i64) -> Option<&mut Known> {
    usize::try_from(position)
        .ok()
        .and_then(|position| known.get_mut(position))
}

fn add_customer(known: &mut Known, customer: KnownCustomer) {
    if known.customer(customer.id).is_none() {
        known.customers.push(customer);
    }
}

fn known_customer(row: CustomerRow) -> KnownCustomer {
    let kinds = row.kinds.iter().zip(row.keys);
    KnownCustomer {
        id: row.id.into(),
        holds: kinds
            .filter_map(|(kind, key)| Some((IdentifierKind::parse(kind)?, ValueKey::new(key))))
            .collect(),
        epoch: row.epoch,
        recent_visitors: u32::try_from(row.recent_visitors).unwrap_or(u32::MAX),
    }
}

/// The instant from which on browsers count as recent.
fn recent(at: Timestamp) -> OffsetDateTime {
    utc(at.plus_micros(-RECENT_DAYS * MICROS_PER_DAY))
}
