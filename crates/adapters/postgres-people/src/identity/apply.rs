//! Writes plans.

use std::collections::BTreeSet;

use application::Sealing;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{
    Fill, Identifier, IdentifierKind, NewPair, Personal, Plan, Subject, Target, VisitorDecision,
    VisitorPlan,
};
use kernel::{CustomerId, ProfileId, StoreError, Timestamp, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Texts;
use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

type Ids = Array<SqlUuid>;
type Instants = Array<Timestamptz>;
type OptionalInstants = Array<Nullable<Timestamptz>>;
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
    seen: Vec<Option<OffsetDateTime>>,
    kinds: Vec<String>,
    keys: Vec<String>,
    origins: Vec<&'static str>,
    first_names: Vec<Option<String>>,
    last_names: Vec<Option<String>>,
}

impl Values {
    fn add(&mut self, value: &Identifier, customer: CustomerId, plan: &Plan) {
        self.customers.push(customer.uuid());
        self.times.push(utc(plan.occasion.at));
        self.seen.push(seen(plan));
        self.origins.push(plan.occasion.origin.as_str());
        self.kinds.push(value.kind.as_str().to_owned());
        self.keys.push(value.value_key.as_str().to_owned());
        // What an event says of somebody is said of the value that decides who that is.
        let is_deciding = plan.subject.as_ref() == Some(&value.subject());
        let fill = is_deciding.then_some(&plan.fill);
        let said = |name: fn(&Fill) -> Option<&Personal>| text(fill.and_then(name));
        self.first_names.push(said(|fill| fill.first_name.as_ref()));
        self.last_names.push(said(|fill| fill.last_name.as_ref()));
    }
}

/// When a plan saw its customer, if anybody was there.
fn seen(plan: &Plan) -> Option<OffsetDateTime> {
    let occasion = plan.occasion;
    occasion.origin.is_seeing().then(|| utc(occasion.at))
}

#[derive(QueryableByName)]
struct PutRow {
    #[diesel(sql_type = BigInt)]
    claimed: i64,
    #[diesel(sql_type = BigInt)]
    current: i64,
}

/// The customer for whom a value stands from the beginning: the one who is founded for it, and for what
/// names no person whoever showed it first.
fn home(plan: &Plan, value: &Identifier) -> Option<CustomerId> {
    let is_own = !value.kind.names_a_person() || plan.founded_for() == Some(&value.subject());
    plan.customer.filter(|_| is_own).map(Target::id)
}

impl<'a> Writer<'a> {
    /// A lost claim leaves part of the plans written, so it is a conflict of the whole transaction:
    /// what was lost is there to be found when it runs again. Nobody pays for a savepoint.
    pub(super) async fn write(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let visitors = self.visitors().map(|(plan, visitor)| {
            let name = visitor.anonymous_id.value.as_str();
            (visitor.id, name, plan.occasion.at)
        });
        let stored = insert_visitors(connection, self.profile_id, visitors).await?;
        // Somebody else stored one meanwhile, who may wait for what this transaction would lock next.
        let is_new = |visitor: &VisitorPlan| self.new.contains(&visitor.id);
        let new = self.visitors().filter(|(_, visitor)| is_new(visitor));
        if stored < new.count() {
            return Err(StoreError::Conflict);
        }
        self.put_customers(connection).await?;
        self.pair(connection).await?;
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
        let (mut displays, mut homes) = (Vec::new(), Vec::new());
        for (plan, customer) in &customers {
            for value in &plan.claims {
                taken.add(value, customer.id(), plan);
                displays.push(self.display(value));
                homes.push(home(plan, value).map(kernel::Id::uuid));
            }
            for value in &plan.confirmed {
                shown.add(value, customer.id(), plan);
            }
        }
        let ids: Vec<_> = customers.iter().map(|(_, one)| one.id().uuid()).collect();
        let new: Vec<_> = customers.iter().map(|(_, one)| one.is_new()).collect();
        let at = |(plan, customer): &(&Plan, Target)| match customer {
            Target::New(_) => Some(utc(plan.occasion.at)),
            Target::Existing(_) => seen(plan),
        };
        let times: Vec<_> = customers.iter().map(at).collect();
        let epochs: Vec<_> = customers.iter().map(|(plan, _)| plan.epoch).collect();
        let claims = taken.kinds.len();
        let known = new.iter().filter(|is_new| !**is_new).count();
        let put: PutRow = prepared(include_str!("../sql/put_customers.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Ids, _>(ids)
            .bind::<Array<Bool>, _>(new)
            .bind::<OptionalInstants, _>(times)
            .bind::<OptionalTexts, _>(names(&customers, |plan| &plan.fill.first_name))
            .bind::<OptionalTexts, _>(names(&customers, |plan| &plan.fill.last_name))
            .bind::<OptionalTexts, _>(names(&customers, |plan| &plan.fill.primary_email))
            .bind::<OptionalTexts, _>(names(&customers, |plan| &plan.fill.primary_phone))
            .bind::<Ids, _>(taken.customers)
            .bind::<Instants, _>(taken.times)
            .bind::<Texts, _>(taken.kinds)
            .bind::<Texts, _>(taken.keys)
            .bind::<Array<Nullable<Binary>>, _>(displays)
            .bind::<OptionalInstants, _>(shown.seen)
            .bind::<Texts, _>(shown.kinds)
            .bind::<Texts, _>(shown.keys)
            .bind::<Array<Nullable<SqlUuid>>, _>(homes)
            .bind::<Array<Integer>, _>(epochs)
            .bind::<Texts, _>(taken.origins)
            .bind::<Texts, _>(shown.origins)
            .bind::<OptionalTexts, _>(taken.first_names)
            .bind::<OptionalTexts, _>(taken.last_names)
            .bind::<OptionalTexts, _>(shown.first_names)
            .bind::<OptionalTexts, _>(shown.last_names)
            .get_result(connection)
            .await
            .map_err(store)?;
        let is_all = |count: i64, expected| usize::try_from(count).is_ok_and(|it| it == expected);
        // Somebody else took one of the values meanwhile, or what a customer holds was settled anew.
        if !is_all(put.claimed, claims) || !is_all(put.current, known) {
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

    async fn pair(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let named = |plan: &'a Plan| plan.pairs.iter().map(move |pair| (plan, pair));
        let pairs: Vec<_> = self.plans.iter().flat_map(named).collect();
        if pairs.is_empty() {
            return Ok(());
        }
        let words = |of: fn(&NewPair) -> &Subject| -> (Vec<&str>, Vec<&str>) {
            let values = pairs.iter().map(|(_, pair)| of(pair));
            values
                .map(|value| (value.kind.as_str(), value.value_key.as_str()))
                .unzip()
        };
        let (kinds, keys) = words(|pair| &pair.upper);
        let (other_kinds, other_keys) = words(|pair| &pair.lower);
        let occasions = || pairs.iter().map(|(plan, _)| plan.occasion);
        prepared(include_str!("../sql/add_pairs.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .bind::<Texts, _>(other_kinds)
            .bind::<Texts, _>(other_keys)
            .bind::<Instants, _>(occasions().map(|it| utc(it.at)).collect::<Vec<_>>())
            .bind::<Texts, _>(occasions().map(|it| it.origin.as_str()).collect::<Vec<_>>())
            .bind::<Ids, _>(occasions().map(|it| it.fact).collect::<Vec<_>>())
            .bind::<Array<Bool>, _>(
                pairs
                    .iter()
                    .map(|(_, it)| it.is_settled)
                    .collect::<Vec<_>>(),
            )
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
        self.leave(connection).await?;
        let links = visitors.len();
        if links == 0 {
            return Ok(());
        }
        let linked = prepared(
            "UPDATE visitors v SET over_limit = false, customer_id = ( \
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

    /// Browsers of whoever had too many already stay nobody's also when that is worked out anew.
    async fn leave(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let left = |visitor: &VisitorPlan| visitor.decision == VisitorDecision::OverLimit;
        let visitors = self.visitors().filter(|(_, visitor)| left(visitor));
        let visitors: Vec<Uuid> = visitors.map(|(_, visitor)| visitor.id.uuid()).collect();
        if visitors.is_empty() {
            return Ok(());
        }
        prepared(
            "UPDATE visitors v SET over_limit = true \
             WHERE v.profile_id = $1 AND v.id = ANY($2) AND v.customer_id IS NULL \
             AND NOT v.is_shared AND NOT v.over_limit",
        )
        .bind::<SqlUuid, _>(self.profile_id.uuid())
        .bind::<Ids, _>(visitors)
        .execute(connection)
        .await
        .map_err(store)?;
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
        .map(|(plan, _)| text(value(plan).as_ref()))
        .collect()
}

fn text(name: Option<&Personal>) -> Option<String> {
    name.map(|name| name.as_str().to_owned())
}
