//! Who is who, in memory: for whoever embeds the rules without a database, and for tests.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{CustomerId, ProfileId, StoreError, Timestamp, VisitorId};

use crate::device::{Identification, Ownership};
use crate::identifiers::{Identifiers, Subject};
use crate::kinds::{IdentifierKind, RECENT_DAYS};
use crate::known::{Known, KnownCustomer, KnownValue, ValueState};
use crate::plan::{Plan, Target, VisitorDecision};
use crate::ports::{Applied, IdentityStore};
use crate::resolve::Resolved;
use crate::value_key::ValueKey;

/// The graph of one profile, whichever it is asked for. It never waits, never settles anything anew, and
/// knows nothing of names and of when somebody was seen.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    pub(crate) values: BTreeMap<(IdentifierKind, ValueKey), KnownValue>,
    pub(crate) visitors: BTreeMap<VisitorId, Ownership>,
    first_seen: BTreeMap<VisitorId, Timestamp>,
    pub(crate) facts: Vec<(VisitorId, Timestamp, Subject)>,
}

impl MemoryStore {
    /// Keeps what resolving an event came to, as whoever stores the event does.
    pub fn keep(&mut self, resolved: &Resolved, at: Timestamp) {
        if let (Some(visitor), Some(subject)) = (resolved.visitor, &resolved.subject) {
            self.facts.push((visitor, at, subject.clone()));
        }
    }

    /// Kinds and keys of all values that find the customer.
    pub fn held_by(&self, id: CustomerId) -> Vec<(IdentifierKind, ValueKey)> {
        let held = self
            .values
            .iter()
            .filter(|(_, value)| value.holder == id && value.state == ValueState::Active);
        held.map(|(key, _)| key.clone()).collect()
    }

    fn is_taken(&self, plan: &Plan) -> bool {
        let held = |(kind, key): (IdentifierKind, &ValueKey)| {
            self.values.contains_key(&(kind, key.clone()))
        };
        let claims = plan.claims.iter().map(|it| (it.kind, &it.value_key));
        let linked = plan.visitor.as_ref().is_some_and(|visitor| {
            let stored = self.visitors.get(&visitor.id);
            matches!(visitor.decision, VisitorDecision::Link(_))
                && stored.is_some_and(|ownership| *ownership != Ownership::Unowned)
        });
        // Nobody's epoch ever counts up here.
        let is_past = |customer: Target| !customer.is_new() && plan.epoch != 0;
        linked || plan.customer.is_some_and(is_past) || claims.into_iter().any(held)
    }

    fn write(&mut self, plan: &Plan) {
        if let Some(customer) = plan.customer {
            for claim in &plan.claims {
                let value = KnownValue {
                    kind: claim.kind,
                    value_key: claim.value_key.clone(),
                    holder: customer.id(),
                    state: ValueState::Active,
                };
                self.values
                    .insert((claim.kind, claim.value_key.clone()), value);
            }
        }
        if let Some(visitor) = &plan.visitor {
            let stored = self.visitors.entry(visitor.id);
            let owner = stored.or_insert(Ownership::Unowned);
            if let VisitorDecision::Link(customer) = visitor.decision {
                *owner = Ownership::Owned(customer);
            }
            let first_seen = self.first_seen.entry(visitor.id);
            first_seen.or_insert(plan.occasion.at);
        }
    }

    /// How many browsers that are the customer's alone are new to an event at this instant.
    fn recent_visitors(&self, customer: CustomerId, at: Timestamp) -> u32 {
        let since = at.plus_micros(-RECENT_DAYS * MICROS_PER_DAY);
        let own = self
            .visitors
            .iter()
            .filter(|(_, ownership)| **ownership == Ownership::Owned(customer));
        let recent =
            own.filter(|(id, _)| self.first_seen.get(id).is_some_and(|seen| *seen >= since));
        u32::try_from(recent.count()).unwrap_or(u32::MAX)
    }
}

#[async_trait]
impl IdentityStore for MemoryStore {
    async fn look_up(
        &mut self,
        profile_id: ProfileId,
        identifiers: &Identifiers,
        at: Timestamp,
    ) -> Result<Known, StoreError> {
        let values: Vec<KnownValue> = identifiers
            .values()
            .iter()
            .filter_map(|value| self.values.get(&(value.kind, value.value_key.clone())))
            .cloned()
            .collect();
        let visitor = identifiers
            .visitor_id(profile_id)
            .and_then(|id| self.visitors.get(&id));
        let visitor = visitor.cloned().unwrap_or(Ownership::Unowned);
        let named: BTreeSet<CustomerId> = values
            .iter()
            .map(|value| value.holder)
            .chain(visitor.owners())
            .collect();
        let customers = named.into_iter().map(|id| KnownCustomer {
            id,
            holds: self.held_by(id),
            epoch: 0,
            recent_visitors: self.recent_visitors(id, at),
        });
        Ok(Known {
            customers: customers.collect(),
            values,
            visitor,
            is_parted: false,
        })
    }

    async fn apply(&mut self, _: ProfileId, plan: &Plan) -> Result<Applied, StoreError> {
        if self.is_taken(plan) {
            return Ok(Applied::Lost);
        }
        self.write(plan);
        Ok(Applied::Done)
    }

    async fn apply_each(&mut self, _: ProfileId, plans: &[Plan]) -> Result<Applied, StoreError> {
        if plans.iter().any(|plan| self.is_taken(plan)) {
            return Ok(Applied::Lost);
        }
        for plan in plans {
            self.write(plan);
        }
        Ok(Applied::Done)
    }

    async fn identifications(
        &mut self,
        _: ProfileId,
        visitor_id: VisitorId,
        unstored: Vec<Identification>,
    ) -> Result<Vec<Identification>, StoreError> {
        let facts = self.facts.iter().filter(|(visitor, _, subject)| {
            *visitor == visitor_id && subject.kind.names_a_person()
        });
        let found = facts.filter_map(|(_, at, subject)| {
            let held = self
                .values
                .get(&(subject.kind, subject.value_key.clone()))?;
            Some(Identification {
                at: *at,
                subject: subject.clone(),
                customer: held.holder,
            })
        });
        Ok(found.chain(unstored).collect())
    }

    async fn write_ownership(
        &mut self,
        _: ProfileId,
        visitor_id: VisitorId,
        ownership: &Ownership,
    ) -> Result<(), StoreError> {
        if let Some(stored) = self.visitors.get_mut(&visitor_id) {
            *stored = ownership.clone();
        }
        Ok(())
    }
}
