//! What of customers is missing, doubled or joined by little.

use std::collections::BTreeMap;

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use identity_graph::known::ValueState;
use identity_graph::repair::{Audited, AuditedValue, Backfill, Primary, SharedValue};
use identity_graph::{Origin, RepairCounts, RepairStore, Subject};
use kernel::{CustomerId, Personal, ProfileId, StoreError, Timestamp};
use time::OffsetDateTime;
use uuid::Uuid;

use super::join::{Ids, subject, uuids};
use crate::work::PeopleWork;
use postgres_kit::error::store;
use postgres_kit::rows::{IdRow, utc};
use postgres_kit::statement::prepared;

/// Values of one customer that are told to be shared.
const MOST_SHARED: usize = 20;

#[derive(QueryableByName)]
struct CountsRow {
    #[diesel(sql_type = BigInt)]
    customers: i64,
    #[diesel(sql_type = BigInt)]
    repairable: i64,
    #[diesel(sql_type = BigInt)]
    strong_proposals: i64,
}

#[derive(QueryableByName)]
struct CustomerRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    primary_email: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    primary_phone: Option<String>,
}

#[derive(QueryableByName)]
struct ValueRow {
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Timestamptz)]
    last_seen_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<Text>)]
    shown: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    origin: Option<String>,
}

#[derive(QueryableByName)]
struct PairRow {
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
    #[diesel(sql_type = Text)]
    other_kind: String,
    #[diesel(sql_type = Text)]
    other_key: String,
}

#[derive(QueryableByName)]
struct SharedRow {
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
    #[diesel(sql_type = Array<SqlUuid>)]
    others: Vec<Uuid>,
}

impl ValueRow {
    fn read(self) -> Option<AuditedValue> {
        let origin = match self.origin.as_deref() {
            Some("server") => Some(Origin::Server),
            Some("list") => Some(Origin::List),
            Some("browser") => Some(Origin::Browser),
            _ => None,
        };
        Some(AuditedValue {
            value: subject(&self.kind, self.value_key)?,
            shown: self.shown.map(Personal::new),
            state: ValueState::parse(&self.state)?,
            origin,
            last_seen_at: self.last_seen_at.into(),
        })
    }
}

impl PairRow {
    fn read(self) -> Option<(Subject, Subject)> {
        let one = subject(&self.kind, self.value_key)?;
        Some((one, subject(&self.other_kind, self.other_key)?))
    }
}

#[async_trait]
impl RepairStore for PeopleWork {
    #[tracing::instrument(level = "debug", name = "RepairStore::audited_ids", skip_all)]
    async fn audited_ids(
        &mut self,
        profile_id: ProfileId,
        is_repairable: bool,
        (offset, limit): (u32, u32),
    ) -> Result<Vec<CustomerId>, StoreError> {
        let statement = if is_repairable {
            include_str!("../sql/repair/repairable.sql")
        } else {
            include_str!("../sql/repair/page.sql")
        };
        let rows: Vec<IdRow> = prepared(statement)
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<BigInt, _>(i64::from(offset))
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.id.into()).collect())
    }

    #[tracing::instrument(level = "debug", name = "RepairStore::repair_counts", skip_all)]
    async fn repair_counts(
        &mut self,
        profile_id: ProfileId,
        now: Timestamp,
    ) -> Result<RepairCounts, StoreError> {
        let rows: Vec<CountsRow> = prepared(include_str!("../sql/repair/counts.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Timestamptz, _>(utc(now))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let count = |of: i64| u64::try_from(of).unwrap_or(0);
        let counts = rows.into_iter().next().map(|row| RepairCounts {
            customers: count(row.customers),
            repairable: count(row.repairable),
            strong_proposals: count(row.strong_proposals),
        });
        counts.ok_or_else(|| StoreError::inconsistent("no row of counts"))
    }

    #[tracing::instrument(level = "debug", name = "RepairStore::hold_repaired", skip_all)]
    async fn hold_repaired(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<(), StoreError> {
        prepared(include_str!("../sql/repair/hold.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(customers))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "RepairStore::audited", skip_all)]
    async fn audited(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<Audited>, StoreError> {
        let customers = uuids(customers);
        let rows: Vec<CustomerRow> = prepared(include_str!("../sql/repair/customers.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(&customers)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let values: Vec<ValueRow> = prepared(include_str!("../sql/repair/values.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(&customers)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let pairs: Vec<PairRow> = prepared(include_str!("../sql/repair/pairs.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(&customers)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let mut held: BTreeMap<Uuid, Vec<_>> = BTreeMap::new();
        for row in values {
            held.entry(row.customer_id).or_default().extend(row.read());
        }
        let mut named: BTreeMap<Uuid, Vec<_>> = BTreeMap::new();
        for row in pairs {
            named.entry(row.customer_id).or_default().extend(row.read());
        }
        let audited = rows.into_iter().map(|row| Audited {
            customer_id: row.id.into(),
            primary_email: row.primary_email.map(Personal::new),
            primary_phone: row.primary_phone.map(Personal::new),
            values: held.remove(&row.id).unwrap_or_default(),
            pairs: named.remove(&row.id).unwrap_or_default(),
        });
        Ok(audited.collect())
    }

    #[tracing::instrument(level = "debug", name = "RepairStore::shared", skip_all)]
    async fn shared(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<(CustomerId, SharedValue)>, StoreError> {
        let rows: Vec<SharedRow> = prepared(include_str!("../sql/repair/shared.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(customers))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let mut of_each: BTreeMap<Uuid, usize> = BTreeMap::new();
        let shared = rows.into_iter().filter_map(|row| {
            let count = of_each.entry(row.customer_id).or_default();
            *count += 1;
            if *count > MOST_SHARED {
                return None;
            }
            let shared = SharedValue {
                value: subject(&row.kind, row.value_key)?,
                with: row.others.into_iter().map(Into::into).collect(),
            };
            Some((row.customer_id.into(), shared))
        });
        Ok(shared.collect())
    }

    #[tracing::instrument(level = "debug", name = "RepairStore::fill", skip_all)]
    async fn fill(
        &mut self,
        profile_id: ProfileId,
        backfills: &[(CustomerId, Backfill)],
    ) -> Result<(), StoreError> {
        let mut rows: BTreeMap<Uuid, [Option<&str>; 2]> = BTreeMap::new();
        for (customer, backfill) in backfills {
            let [email, phone] = rows.entry(customer.uuid()).or_default();
            let field = match backfill.field {
                Primary::Email => email,
                Primary::Phone => phone,
            };
            *field = Some(backfill.value.as_str());
        }
        let (ids, fields): (Vec<Uuid>, Vec<_>) = rows.into_iter().unzip();
        let (emails, phones): (Vec<_>, Vec<_>) = fields
            .into_iter()
            .map(|[email, phone]| (email, phone))
            .unzip();
        prepared(include_str!("../sql/repair/fill.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(ids)
            .bind::<Array<Nullable<Text>>, _>(emails)
            .bind::<Array<Nullable<Text>>, _>(phones)
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
