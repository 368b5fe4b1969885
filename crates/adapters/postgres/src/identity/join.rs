//! Whose the values are that facts name together: reads what a decision needs, and writes it.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{
    HeldCustomer, HeldValue, Identification, IdentifierKind, JoinStore, Ownership, Settlement,
    Subject, Unsettled, UnsettledPair, ValueKey, ValueState,
};
use kernel::{CustomerId, ProfileId, StoreError, Timestamp, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Texts, look_up, write_ownership};
use crate::error::store;
use crate::statement::prepared;
use crate::work::PgWork;

type Ids = Array<SqlUuid>;
type OptionalIds = Array<Nullable<SqlUuid>>;

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
struct ValueRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
}

#[derive(QueryableByName)]
struct HeldRow {
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
struct CustomerRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    first_seen_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    merged_into: Option<Uuid>,
}

#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

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

impl ValueRow {
    fn subject(self) -> Option<Subject> {
        subject(&self.kind, self.value_key)
    }
}

fn subject(kind: &str, key: String) -> Option<Subject> {
    Some(Subject {
        kind: IdentifierKind::parse(kind)?,
        value_key: ValueKey::new(key),
    })
}

/// Kinds and keys, each as a column.
fn columns<'a>(values: impl IntoIterator<Item = &'a Subject>) -> (Vec<&'a str>, Vec<&'a str>) {
    values
        .into_iter()
        .map(|value| (value.kind.as_str(), value.value_key.as_str()))
        .unzip()
}

fn uuids<'a>(ids: impl IntoIterator<Item = &'a CustomerId>) -> Vec<Uuid> {
    ids.into_iter().map(|id| id.uuid()).collect()
}

#[async_trait]
impl JoinStore for PgWork {
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
        let read = |row: HeldRow| {
            Some(HeldValue {
                value: row.value.subject()?,
                holder: row.customer_id.into(),
                home: row.home_id.map(Into::into),
                state: ValueState::parse(&row.state)?,
            })
        };
        Ok(rows.into_iter().filter_map(read).collect())
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
    ) -> Result<Option<BTreeSet<VisitorId>>, StoreError> {
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
        let mut facts = identified_on(connection, profile_id, visitors).await?;
        let stored = look_up::owners(connection, profile_id, visitors).await?;
        Ok(stored
            .into_iter()
            .map(|(id, owner)| (id, owner, facts.remove(&id).unwrap_or_default()))
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
        })
    }
}

async fn browsers_of(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    customers: &[Uuid],
) -> Result<BTreeSet<VisitorId>, StoreError> {
    let rows: Vec<IdRow> = prepared(include_str!("../sql/join/browsers_of.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Ids, _>(customers)
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(|row| row.id.into()).collect())
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
) -> Result<Option<BTreeSet<VisitorId>>, StoreError> {
    let customers = uuids(customers);
    let browsers = browsers_of(connection, profile_id, &customers).await?;
    hold_browsers(connection, profile_id, &browsers).await?;
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
    Ok(now.is_subset(&browsers).then_some(now))
}

async fn note_settled(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    unsettled: &Unsettled,
) -> Result<(), StoreError> {
    if !unsettled.pairs.is_empty() {
        let (kinds, keys) = columns(unsettled.pairs.iter().map(|pair| &pair.upper));
        let (others, other_keys) = columns(unsettled.pairs.iter().map(|pair| &pair.lower));
        prepared(include_str!("../sql/join/settled_pairs.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .bind::<Texts, _>(others)
            .bind::<Texts, _>(other_keys)
            .execute(connection)
            .await
            .map_err(store)?;
    }
    if !unsettled.values.is_empty() {
        let (kinds, keys) = columns(&unsettled.values);
        prepared(include_str!("../sql/join/settled_values.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .execute(connection)
            .await
            .map_err(store)?;
    }
    Ok(())
}

/// What becomes of a value; what is not given stays.
#[derive(Default)]
struct Change {
    holder: Option<Uuid>,
    home: Option<Uuid>,
    is_shared: bool,
}

/// Writes a settlement.
struct Writer<'a> {
    profile_id: ProfileId,
    settlement: &'a Settlement,
}

impl Writer<'_> {
    /// Whose facts another value decides now.
    async fn write(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> Result<BTreeSet<CustomerId>, StoreError> {
        self.found(connection).await?;
        self.put_values(connection).await?;
        if self.settlement.is_empty() {
            return Ok(BTreeSet::new());
        }
        self.note_moves(connection).await?;
        self.alias(connection).await?;
        let affected = self.decide_anew(connection).await?;
        if !self.settlement.founded.is_empty() {
            prepared(include_str!("../sql/join/name_founded.sql"))
                .bind::<SqlUuid, _>(self.profile_id.uuid())
                .bind::<Ids, _>(uuids(&self.settlement.founded))
                .execute(connection)
                .await
                .map_err(store)?;
        }
        let mut tended = self.settlement.customers();
        tended.extend(&self.settlement.founded);
        prepared(include_str!("../sql/join/tend_customers.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Ids, _>(uuids(&tended))
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(affected)
    }

    async fn found(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let founded = &self.settlement.founded;
        if founded.is_empty() {
            return Ok(());
        }
        let for_them = self.settlement.homes.iter();
        let for_them: Vec<_> = for_them.filter(|(_, id)| founded.contains(id)).collect();
        let (kinds, keys) = columns(for_them.iter().map(|(value, _)| value));
        prepared(include_str!("../sql/join/found.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Ids, _>(uuids(for_them.iter().map(|(_, id)| id)))
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    /// Pointers, homes and states.
    async fn put_values(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let mut changes: BTreeMap<&Subject, Change> = BTreeMap::new();
        for step in &self.settlement.moves {
            changes.entry(&step.value).or_default().holder = Some(step.to.uuid());
        }
        for (value, home) in &self.settlement.homes {
            changes.entry(value).or_default().home = Some(home.uuid());
        }
        for (value, _) in &self.settlement.shared {
            changes.entry(value).or_default().is_shared = true;
        }
        if changes.is_empty() {
            return Ok(());
        }
        let (kinds, keys) = columns(changes.keys().copied());
        let column = |of: fn(&Change) -> Option<Uuid>| changes.values().map(of).collect::<Vec<_>>();
        prepared(include_str!("../sql/join/move_values.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .bind::<OptionalIds, _>(column(|change| change.holder))
            .bind::<OptionalIds, _>(column(|change| change.home))
            .bind::<Array<Bool>, _>(changes.values().map(|it| it.is_shared).collect::<Vec<_>>())
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    async fn note_moves(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let moves = &self.settlement.moves;
        if moves.is_empty() {
            return Ok(());
        }
        let (kinds, keys) = columns(moves.iter().map(|step| &step.value));
        prepared(include_str!("../sql/join/note_moves.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .bind::<Ids, _>(uuids(moves.iter().map(|step| &step.from)))
            .bind::<Ids, _>(uuids(moves.iter().map(|step| &step.to)))
            .bind::<OptionalIds, _>(moves.iter().map(|step| step.fact).collect::<Vec<_>>())
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    async fn alias(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let aliases = &self.settlement.aliases;
        if aliases.is_empty() {
            return Ok(());
        }
        let ids = uuids(aliases.iter().map(|(id, _)| id));
        let of = |(_, of): &(CustomerId, Option<CustomerId>)| of.map(kernel::Id::uuid);
        let of: Vec<Option<Uuid>> = aliases.iter().map(of).collect();
        for statement in [
            include_str!("../sql/join/alias_ids.sql"),
            include_str!("../sql/join/alias_names.sql"),
            include_str!("../sql/join/alias_ids_of_systems.sql"),
        ] {
            prepared(statement)
                .bind::<SqlUuid, _>(self.profile_id.uuid())
                .bind::<Ids, _>(&ids)
                .bind::<OptionalIds, _>(&of)
                .execute(connection)
                .await
                .map_err(store)?;
        }
        Ok(())
    }

    async fn decide_anew(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> Result<BTreeSet<CustomerId>, StoreError> {
        let mut affected = BTreeSet::new();
        for (value, _) in &self.settlement.shared {
            let rows: Vec<IdRow> = prepared(include_str!("../sql/join/decide_anew.sql"))
                .bind::<SqlUuid, _>(self.profile_id.uuid())
                .bind::<Text, _>(value.kind.as_str())
                .bind::<Text, _>(value.value_key.as_str())
                .load(connection)
                .await
                .map_err(store)?;
            affected.extend(rows.into_iter().map(|row| CustomerId::new(row.id)));
        }
        Ok(affected)
    }
}

/// Identifications by browser. What nobody holds yet founds a customer.
pub(super) async fn identified_on(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: &BTreeSet<VisitorId>,
) -> Result<BTreeMap<VisitorId, Vec<Identification>>, StoreError> {
    let ids: Vec<Uuid> = visitors.iter().map(|id| id.uuid()).collect();
    let rows: Vec<IdentifiedRow> = prepared(include_str!("../sql/join/identified_on.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Ids, _>(ids)
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
    let mut facts: BTreeMap<VisitorId, Vec<Identification>> = BTreeMap::new();
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
    Ok(facts)
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
