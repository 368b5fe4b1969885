//! Writes plans.

use std::collections::BTreeSet;

use application::{Sealing, StoreError};
use diesel::sql_types::{Array, Binary, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{
    Identifier, IdentifierKind, Personal, Plan, Target, VisitorDecision, VisitorPlan,
};
use kernel::{CustomerId, ProfileId, Timestamp, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Texts;
use crate::error::store;
use crate::rows::utc;
use crate::statement::prepared;

type Ids = Array<SqlUuid>;
type Instants = Array<Timestamptz>;
type OptionalTexts = Array<Nullable<Text>>;

/// Plans that have no value, browser and customer in common.
pub(super) struct Writer<'a> {
    pub(super) profile_id: ProfileId,
    pub(super) plans: &'a [Plan],
    pub(super) sealing: &'a dyn Sealing,
    /// Browsers that were not stored when they were looked up.
    pub(super) new: &'a BTreeSet<VisitorId>,
}

/// Values with whose they are and when.
#[derive(Default)]
struct Values {
    customers: Vec<Uuid>,
    times: Vec<OffsetDateTime>,
    kinds: Vec<String>,
    keys: Vec<String>,
}

impl Values {
    fn add(&mut self, value: &Identifier, customer: CustomerId, plan: &Plan) {
        self.customers.push(customer.uuid());
        self.times.push(utc(plan.at));
        self.kinds.push(value.kind.as_str().to_owned());
        self.keys.push(value.value_key.as_str().to_owned());
    }
}

impl<'a> Writer<'a> {
    /// A lost claim leaves part of the plans written, so it is a conflict of the whole transaction:
    /// what was lost is there to be found when it runs again. Nobody pays for a savepoint.
    pub(super) async fn write(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let visitors = self.visitors().map(|(plan, visitor)| {
            let name = visitor.anonymous_id.value.as_str();
            (visitor.id, name, plan.at)
        });
        let stored = insert_visitors(connection, self.profile_id, visitors).await?;
        // Somebody else stored one meanwhile, who may wait for what this transaction would lock next.
        let is_new = |visitor: &VisitorPlan| self.new.contains(&visitor.id);
        let new = self.visitors().filter(|(_, visitor)| is_new(visitor));
        if stored < new.count() {
            return Err(StoreError::Conflict);
        }
        self.put_customers(connection).await?;
        self.sight(connection).await?;
        self.demote(connection).await?;
        self.link(connection).await
    }

    fn visitors(&self) -> impl Iterator<Item = (&'a Plan, &'a VisitorPlan)> {
        let with = |plan: &'a Plan| Some((plan, plan.visitor.as_ref()?));
        self.plans.iter().filter_map(with)
    }

    fn customers(&self) -> impl Iterator<Item = (&'a Plan, Target)> {
        let with = |plan: &'a Plan| Some((plan, plan.customer?));
        self.plans.iter().filter_map(with)
    }

    /// The customers, the values that they take, and those that they showed again.
    async fn put_customers(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let customers: Vec<_> = self.customers().collect();
        if customers.is_empty() {
            return Ok(());
        }
        let (mut taken, mut shown) = (Values::default(), Values::default());
        let mut displays = Vec::new();
        for (plan, customer) in &customers {
            for value in &plan.claims {
                taken.add(value, customer.id(), plan);
                displays.push(self.display(value));
            }
            for value in &plan.confirmed {
                shown.add(value, customer.id(), plan);
            }
        }
        let ids: Vec<_> = customers.iter().map(|(_, one)| one.id().uuid()).collect();
        let new: Vec<_> = customers.iter().map(|(_, one)| one.is_new()).collect();
        let times: Vec<_> = customers.iter().map(|(plan, _)| utc(plan.at)).collect();
        let claims = taken.kinds.len();
        let written = prepared(include_str!("../sql/put_customers.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Ids, _>(ids)
            .bind::<Array<Bool>, _>(new)
            .bind::<Instants, _>(times)
            .bind::<OptionalTexts, _>(names(&customers, |plan| &plan.fill.first_name))
            .bind::<OptionalTexts, _>(names(&customers, |plan| &plan.fill.last_name))
            .bind::<OptionalTexts, _>(names(&customers, |plan| &plan.fill.primary_email))
            .bind::<OptionalTexts, _>(names(&customers, |plan| &plan.fill.primary_phone))
            .bind::<Ids, _>(taken.customers)
            .bind::<Instants, _>(taken.times)
            .bind::<Texts, _>(taken.kinds)
            .bind::<Texts, _>(taken.keys)
            .bind::<Array<Nullable<Binary>>, _>(displays)
            .bind::<Instants, _>(shown.times)
            .bind::<Texts, _>(shown.kinds)
            .bind::<Texts, _>(shown.keys)
            .execute(connection)
            .await
            .map_err(store)?;
        // Somebody else took one of the values meanwhile.
        if written != claims {
            return Err(StoreError::Conflict);
        }
        Ok(())
    }

    /// What is shown of a value; a national id only under encryption.
    fn display(&self, identifier: &Identifier) -> Option<Vec<u8>> {
        let value = identifier.value.as_str().as_bytes();
        match identifier.kind {
            IdentifierKind::NationalId => {
                let place = format!("identifiers/{}", identifier.value_key.as_str());
                self.sealing.seal(value, &place)
            }
            _ => Some(value.to_vec()),
        }
    }

    async fn sight(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let mut seen = Values::default();
        for (plan, customer) in self.customers() {
            for (value, _) in &plan.sightings {
                seen.add(value, customer.id(), plan);
            }
        }
        if seen.kinds.is_empty() {
            return Ok(());
        }
        prepared(
            "INSERT INTO identifier_sightings \
             (profile_id, kind, value_key, customer_id, first_seen_at) \
             SELECT $1, kind, value_key, customer_id, at \
             FROM unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[]) \
             AS t(customer_id, at, kind, value_key) \
             ORDER BY kind, value_key ON CONFLICT DO NOTHING",
        )
        .bind::<SqlUuid, _>(self.profile_id.uuid())
        .bind::<Ids, _>(seen.customers)
        .bind::<Instants, _>(seen.times)
        .bind::<Texts, _>(seen.kinds)
        .bind::<Texts, _>(seen.keys)
        .execute(connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    async fn demote(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let mut demoted = Values::default();
        for (plan, customer) in self.customers() {
            for value in &plan.demotions {
                demoted.add(value, customer.id(), plan);
            }
        }
        if demoted.kinds.is_empty() {
            return Ok(());
        }
        prepared(
            "UPDATE identifiers SET state = 'demoted' \
             FROM unnest($2::text[], $3::text[]) AS t(kind, value_key) \
             WHERE identifiers.profile_id = $1 AND identifiers.kind = t.kind \
             AND identifiers.value_key = t.value_key AND identifiers.state = 'active'",
        )
        .bind::<SqlUuid, _>(self.profile_id.uuid())
        .bind::<Texts, _>(demoted.kinds)
        .bind::<Texts, _>(demoted.keys)
        .execute(connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    async fn link(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let linked = |visitor: &VisitorPlan| match visitor.decision {
            VisitorDecision::Link(customer) => Some((visitor.id.uuid(), customer.uuid())),
            _ => None,
        };
        let (visitors, customers): (Vec<Uuid>, Vec<Uuid>) = self
            .visitors()
            .filter_map(|(_, visitor)| linked(visitor))
            .unzip();
        let links = visitors.len();
        if links == 0 {
            return Ok(());
        }
        let linked = prepared(
            "UPDATE visitors v SET customer_id = ( \
                 SELECT t.customer_id FROM unnest($2::uuid[], $3::uuid[]) AS t(id, customer_id) \
                 WHERE t.id = v.id \
             ) \
             WHERE v.profile_id = $1 AND v.id = ANY($2) AND v.customer_id IS NULL \
             AND NOT v.is_shared",
        )
        .bind::<SqlUuid, _>(self.profile_id.uuid())
        .bind::<Ids, _>(visitors)
        .bind::<Ids, _>(customers)
        .execute(connection)
        .await
        .map_err(store)?;
        // The browser became somebody's meanwhile.
        if linked != links {
            return Err(StoreError::Conflict);
        }
        Ok(())
    }
}

/// Stores browsers that are not stored, each given once; how many there were.
pub(super) async fn insert_visitors<'v>(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: impl Iterator<Item = (VisitorId, &'v str, Timestamp)>,
) -> Result<usize, StoreError> {
    let (mut ids, mut names, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for (id, name, at) in visitors {
        ids.push(id.uuid());
        names.push(name);
        times.push(utc(at));
    }
    if ids.is_empty() {
        return Ok(0);
    }
    prepared(
        "INSERT INTO visitors \
         (profile_id, id, anonymous_id, customer_id, is_shared, first_seen_at) \
         SELECT $1, id, anonymous_id, NULL, false, at \
         FROM unnest($2::uuid[], $3::text[], $4::timestamptz[]) AS t(id, anonymous_id, at) \
         ORDER BY id ON CONFLICT DO NOTHING",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Ids, _>(ids)
    .bind::<Texts, _>(names)
    .bind::<Instants, _>(times)
    .execute(connection)
    .await
    .map_err(store)
}

fn names(
    customers: &[(&Plan, Target)],
    value: impl Fn(&Plan) -> &Option<Personal>,
) -> Vec<Option<String>> {
    customers
        .iter()
        .map(|(plan, _)| value(plan).as_ref().map(|name| name.as_str().to_owned()))
        .collect()
}
