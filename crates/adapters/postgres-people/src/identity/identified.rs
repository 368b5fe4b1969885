//! Which facts say who a browser's owner is.

use std::collections::BTreeMap;

use diesel::QueryableByName;
use diesel::sql_types::{Array, Binary, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{Identification, PartedOn, Subject};
use kernel::{CustomerId, ProfileId, StoreError, Timestamp, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Texts;
use super::join::{Ids, ValueRow, columns};
use postgres_kit::error::store;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct IdentifiedRow {
    #[diesel(sql_type = SqlUuid)]
    visitor_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    occurred_at: OffsetDateTime,
    #[diesel(embed)]
    value: ValueRow,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    customer_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Binary>)]
    display: Option<Vec<u8>>,
}

#[derive(QueryableByName)]
struct FoundedRow {
    #[diesel(embed)]
    value: ValueRow,
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
}

#[derive(QueryableByName)]
struct PartedRow {
    #[diesel(sql_type = SqlUuid)]
    browser: Uuid,
    #[diesel(sql_type = SqlUuid)]
    parted: Uuid,
    #[diesel(sql_type = Array<SqlUuid>)]
    customers: Vec<Uuid>,
}

impl PartedRow {
    fn read(self) -> (VisitorId, PartedOn) {
        let parted = PartedOn {
            customers: self.customers.into_iter().map(CustomerId::new).collect(),
            parted: self.parted.into(),
        };
        (self.browser.into(), parted)
    }
}

/// Identifications by browser, those that are given with it among them. What nobody holds yet founds a customer.
pub(super) async fn identified_on(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    mut facts: BTreeMap<VisitorId, Vec<Identification>>,
) -> Result<BTreeMap<VisitorId, Vec<Identification>>, StoreError> {
    let ids: Vec<Uuid> = facts.keys().map(|id| id.uuid()).collect();
    let rows: Vec<IdentifiedRow> = prepared(include_str!("../sql/join/identified_on.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Ids, _>(ids.clone())
        .load(connection)
        .await
        .map_err(store)?;
    let mut found: Vec<(VisitorId, Timestamp, Subject, Option<CustomerId>)> = Vec::new();
    let mut told: BTreeMap<Subject, Told> = BTreeMap::new();
    for row in rows {
        let at: Timestamp = row.occurred_at.into();
        let customer = row.customer_id.map(Into::into);
        let Some(subject) = row.value.subject() else {
            continue;
        };
        if customer.is_none() {
            let told = told.entry(subject.clone()).or_insert(Told {
                display: row.display,
                first_at: row.occurred_at,
                last_at: row.occurred_at,
            });
            told.first_at = told.first_at.min(row.occurred_at);
            told.last_at = told.last_at.max(row.occurred_at);
        }
        found.push((row.visitor_id.into(), at, subject, customer));
    }
    let founded = found_told(connection, profile_id, &told).await?;
    for (visitor, at, subject, customer) in found {
        let customer = customer.or_else(|| founded.get(&subject).copied());
        facts
            .entry(visitor)
            .or_default()
            .extend(customer.map(|customer| Identification {
                at,
                subject,
                customer,
            }));
    }
    for (browser, decisions) in parted_browsers(connection, profile_id, ids).await? {
        PartedOn::decide(facts.entry(browser).or_default(), &decisions);
    }
    Ok(facts)
}

/// On which of the browsers somebody is somebody else, because people said so, in the order of the decisions.
async fn parted_browsers(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: Vec<Uuid>,
) -> Result<BTreeMap<VisitorId, Vec<PartedOn>>, StoreError> {
    let rows: Vec<PartedRow> = prepared(include_str!("../sql/join/parted_browsers.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Ids, _>(visitors)
        .load(connection)
        .await
        .map_err(store)?;
    let mut parted: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (browser, decision) in rows.into_iter().map(PartedRow::read) {
        parted.entry(browser).or_default().push(decision);
    }
    Ok(parted)
}

/// A value that only browsers told.
struct Told {
    display: Option<Vec<u8>>,
    first_at: OffsetDateTime,
    last_at: OffsetDateTime,
}

async fn found_told(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    told: &BTreeMap<Subject, Told>,
) -> Result<BTreeMap<Subject, CustomerId>, StoreError> {
    if told.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (kinds, keys) = columns(told.keys());
    let displays: Vec<_> = told.values().map(|value| value.display.clone()).collect();
    let rows: Vec<FoundedRow> = prepared(include_str!("../sql/join/found_told.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Texts, _>(kinds)
        .bind::<Texts, _>(keys)
        .bind::<Array<Nullable<Binary>>, _>(displays)
        .bind::<Array<Timestamptz>, _>(told.values().map(|it| it.first_at).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(told.values().map(|it| it.last_at).collect::<Vec<_>>())
        .load(connection)
        .await
        .map_err(store)?;
    // Somebody else took one of them meanwhile.
    if rows.len() < told.len() {
        return Err(StoreError::Conflict);
    }
    let read = |row: FoundedRow| Some((row.value.subject()?, row.customer_id.into()));
    Ok(rows.into_iter().filter_map(read).collect())
}
