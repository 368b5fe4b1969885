//! Whose the values are that facts name together: reads what a decision needs, and writes it.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{
    HeldBrowsers, HeldCustomer, HeldValue, Identification, IdentifierKind, JoinStore, Link,
    Ownership, Parting, Settlement, Subject, Unsettled, UnsettledPair, ValueKey, ValueState,
};
use kernel::{CustomerId, ProfileId, StoreError, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use super::identified::identified_on;
use super::settlement::{Writer, note_settled};
use super::{Texts, look_up, write_ownership};
use crate::work::PeopleWork;
use postgres_kit::error::store;
use postgres_kit::statement::prepared;

pub(super) type Ids = Array<SqlUuid>;

#[derive(QueryableByName)]
struct PairRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
    #[diesel(sql_type = Text)]
    other_kind: String,
    #[diesel(sql_type = Text)]
    other_key: String,
    #[diesel(sql_type = SqlUuid)]
    fact_id: Uuid,
}

#[derive(QueryableByName)]
struct PartnerRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
    #[diesel(sql_type = Nullable<Text>)]
    other_kind: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    other_key: Option<String>,
}

#[derive(QueryableByName)]
pub(super) struct ValueRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
}

#[derive(QueryableByName)]
pub(super) struct HeldRow {
    #[diesel(embed)]
    value: ValueRow,
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    home_id: Option<Uuid>,
    #[diesel(sql_type = Text)]
    state: String,
}

#[derive(QueryableByName)]
struct LinkRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(embed)]
    value: ValueRow,
    #[diesel(sql_type = Text)]
    other_kind: String,
    #[diesel(sql_type = Text)]
    other_key: String,
}

#[derive(QueryableByName)]
struct PartedRow {
    #[diesel(sql_type = SqlUuid)]
    split_id: Uuid,
    #[diesel(embed)]
    value: ValueRow,
    #[diesel(sql_type = Bool)]
    is_away: bool,
    #[diesel(sql_type = Bool)]
    was_shared: bool,
}

#[derive(QueryableByName)]
struct CustomerRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    first_seen_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    merged_into: Option<Uuid>,
}

impl HeldRow {
    pub(super) fn read(self) -> Option<HeldValue> {
        Some(HeldValue {
            value: self.value.subject()?,
            holder: self.customer_id.into(),
            home: self.home_id.map(Into::into),
            state: ValueState::parse(&self.state)?,
        })
    }
}

impl ValueRow {
    pub(super) fn subject(self) -> Option<Subject> {
        subject(&self.kind, self.value_key)
    }
}

pub(super) fn subject(kind: &str, key: String) -> Option<Subject> {
    Some(Subject {
        kind: IdentifierKind::parse(kind)?,
        value_key: ValueKey::new(key),
    })
}

/// Kinds and keys, each as a column.
pub(super) fn columns<'a>(
    values: impl IntoIterator<Item = &'a Subject>,
) -> (Vec<&'a str>, Vec<&'a str>) {
    values
        .into_iter()
        .map(|value| (value.kind.as_str(), value.value_key.as_str()))
        .unzip()
}

pub(super) fn uuids<'a>(ids: impl IntoIterator<Item = &'a CustomerId>) -> Vec<Uuid> {
    ids.into_iter().map(|id| id.uuid()).collect()
}

#[async_trait]
impl JoinStore for PeopleWork {
    #[tracing::instrument(level = "debug", name = "JoinStore::partners", skip_all)]
    async fn partners(
        &mut self,
        profile_id: ProfileId,
        values: &[Subject],
    ) -> Result<Vec<(Subject, Option<Subject>)>, StoreError> {
        let (kinds, keys) = columns(values);
        let rows: Vec<PartnerRow> = prepared(include_str!("../sql/join/partners.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let read = |row: PartnerRow| {
            let partner = row.other_kind.zip(row.other_key);
            let partner = partner.and_then(|(kind, key)| subject(&kind, key));
            Some((subject(&row.kind, row.value_key)?, partner))
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "JoinStore::held_with", skip_all)]
    async fn held_with(
        &mut self,
        profile_id: ProfileId,
        values: &[Subject],
    ) -> Result<Vec<HeldValue>, StoreError> {
        let (kinds, keys) = columns(values);
        let rows: Vec<HeldRow> = prepared(include_str!("../sql/join/held_with.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().filter_map(HeldRow::read).collect())
    }

    #[tracing::instrument(level = "debug", name = "JoinStore::links", skip_all)]
    async fn links(
        &mut self,
        profile_id: ProfileId,
        values: &[Subject],
    ) -> Result<Vec<Link>, StoreError> {
        let (kinds, keys) = columns(values);
        let rows: Vec<LinkRow> = prepared(include_str!("../sql/join/links.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let read = |row: LinkRow| {
            let one = row.value.subject()?;
            Some(Link::new(
                row.id,
                one,
                subject(&row.other_kind, row.other_key)?,
            ))
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "JoinStore::partings", skip_all)]
    async fn partings(
        &mut self,
        profile_id: ProfileId,
        values: &[Subject],
    ) -> Result<Vec<Parting>, StoreError> {
        let (kinds, keys) = columns(values);
        let rows: Vec<PartedRow> = prepared(include_str!("../sql/join/partings.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let mut partings: BTreeMap<Uuid, Parting> = BTreeMap::new();
        for row in rows {
            let decision = row.split_id;
            let parting = partings.entry(decision).or_insert_with(|| Parting {
                decision,
                away: BTreeMap::new(),
                rest: BTreeMap::new(),
            });
            let side = if row.is_away {
                &mut parting.away
            } else {
                &mut parting.rest
            };
            side.extend(row.value.subject().map(|value| (value, row.was_shared)));
        }
        Ok(partings.into_values().collect())
    }

    #[tracing::instrument(level = "debug", name = "JoinStore::customers", skip_all)]
    async fn customers(
        &mut self,
        profile_id: ProfileId,
        ids: &[CustomerId],
    ) -> Result<Vec<HeldCustomer>, StoreError> {
        let rows: Vec<CustomerRow> = prepared(include_str!("../sql/join/customers.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(ids))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let read = |row: CustomerRow| HeldCustomer {
            id: row.id.into(),
            first_seen_at: row.first_seen_at.into(),
            merged_into: row.merged_into.map(Into::into),
        };
        Ok(rows.into_iter().map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "JoinStore::hold_people", skip_all)]
    async fn hold_people(
        &mut self,
        profile_id: ProfileId,
        customers: &BTreeSet<CustomerId>,
    ) -> Result<Option<HeldBrowsers>, StoreError> {
        hold_people(&mut self.connection, profile_id, customers).await
    }

    #[tracing::instrument(level = "debug", name = "JoinStore::hold_browsers", skip_all)]
    async fn hold_browsers(
        &mut self,
        profile_id: ProfileId,
        visitors: &BTreeSet<VisitorId>,
    ) -> Result<(), StoreError> {
        hold_browsers(&mut self.connection, profile_id, visitors).await
    }

    #[tracing::instrument(level = "debug", name = "JoinStore::write", skip_all)]
    async fn write(
        &mut self,
        profile_id: ProfileId,
        unsettled: &Unsettled,
        settlement: &Settlement,
    ) -> Result<BTreeSet<CustomerId>, StoreError> {
        let writer = Writer {
            profile_id,
            settlement,
        };
        let connection = &mut self.connection;
        let affected = writer.write(connection).await?;
        note_settled(connection, profile_id, unsettled).await?;
        Ok(affected)
    }

    #[tracing::instrument(level = "debug", name = "JoinStore::identified_on", skip_all)]
    async fn identified_on(
        &mut self,
        profile_id: ProfileId,
        visitors: &BTreeSet<VisitorId>,
    ) -> Result<Vec<(VisitorId, Ownership, Vec<Identification>)>, StoreError> {
        let connection = &mut self.connection;
        let all = visitors.iter().map(|id| (*id, Vec::new())).collect();
        let mut facts = identified_on(connection, profile_id, all).await?;
        let stored = look_up::owners(connection, profile_id, visitors).await?;
        Ok(stored
            .into_iter()
            .map(|(id, browser)| (id, browser.ownership, facts.remove(&id).unwrap_or_default()))
            .collect())
    }

    #[tracing::instrument(level = "debug", name = "JoinStore::write_ownership", skip_all)]
    async fn write_ownership(
        &mut self,
        profile_id: ProfileId,
        visitor_id: VisitorId,
        ownership: &Ownership,
    ) -> Result<(), StoreError> {
        write_ownership(&mut self.connection, profile_id, visitor_id, ownership).await
    }

    #[tracing::instrument(level = "debug", name = "JoinStore::unsettled", skip_all)]
    async fn unsettled(
        &mut self,
        profile_id: ProfileId,
        limit: u32,
    ) -> Result<Unsettled, StoreError> {
        let pairs: Vec<PairRow> = prepared(include_str!("../sql/join/unsettled_pairs.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let values: Vec<ValueRow> = prepared(include_str!("../sql/join/unsettled_values.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let read = |row: PairRow| {
            Some(UnsettledPair {
                upper: subject(&row.kind, row.value_key)?,
                lower: subject(&row.other_kind, row.other_key)?,
                fact: row.fact_id,
            })
        };
        Ok(Unsettled {
            pairs: pairs.into_iter().filter_map(read).collect(),
            values: values.into_iter().filter_map(ValueRow::subject).collect(),
            ..Unsettled::default()
        })
    }
}

#[derive(QueryableByName)]
struct BrowserRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Bool)]
    is_own: bool,
}

async fn browsers_of(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    customers: &[Uuid],
) -> Result<HeldBrowsers, StoreError> {
    let rows: Vec<BrowserRow> = prepared(include_str!("../sql/join/browsers_of.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Ids, _>(customers)
        .load(connection)
        .await
        .map_err(store)?;
    let mut found = HeldBrowsers::default();
    for row in rows {
        let browsers = if row.is_own {
            &mut found.own
        } else {
            &mut found.parted
        };
        browsers.insert(row.id.into());
    }
    Ok(found)
}

async fn hold_browsers(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    browsers: &BTreeSet<VisitorId>,
) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = browsers.iter().map(|id| id.uuid()).collect();
    prepared(
        "SELECT 1 FROM visitors WHERE profile_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Ids, _>(ids)
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}

/// Browsers before people, as whoever resolves events does, so that nobody waits in a circle.
async fn hold_people(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    customers: &BTreeSet<CustomerId>,
) -> Result<Option<HeldBrowsers>, StoreError> {
    let customers = uuids(customers);
    let browsers = browsers_of(connection, profile_id, &customers).await?;
    let all = browsers.all();
    hold_browsers(connection, profile_id, &all).await?;
    prepared(
        "SELECT 1 FROM customers WHERE profile_id = $1 AND id = ANY($2) \
         ORDER BY id FOR NO KEY UPDATE",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Ids, _>(&customers)
    .execute(connection)
    .await
    .map_err(store)?;
    // From here on nobody comes to own another one.
    let now = browsers_of(connection, profile_id, &customers).await?;
    Ok(now.all().is_subset(&all).then_some(now))
}
