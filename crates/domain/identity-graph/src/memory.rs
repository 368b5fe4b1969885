//! Who is who, in memory: for whoever embeds the rules without a database, and for tests.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use kernel::{CustomerId, ProfileId, StoreError, Timestamp, VisitorId};

use crate::device::{Identification, Ownership};
use crate::identifiers::{Identifiers, Subject};
use crate::kinds::IdentifierKind;
use crate::known::{Known, KnownCustomer, KnownValue, ValueState};
use crate::personal::ValueKey;
use crate::plan::{Plan, VisitorDecision};
use crate::ports::{Applied, IdentityStore};
use crate::resolve::Resolved;

/// The graph of one profile. It never waits, and knows nothing of names and of when somebody was seen.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    pub(crate) values: BTreeMap<(IdentifierKind, ValueKey), KnownValue>,
    pub(crate) visitors: BTreeMap<VisitorId, Ownership>,
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
        linked || claims.into_iter().any(held)
    }
}

#[async_trait]
impl IdentityStore for MemoryStore {
    async fn look_up(
        &mut self,
        profile_id: ProfileId,
        identifiers: &Identifiers,
        _at: Timestamp,
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
            recent_visitors: 0,
        });
        Ok(Known {
            customers: customers.collect(),
            values,
            visitor,
        })
    }

    async fn apply(&mut self, _: ProfileId, plan: &Plan) -> Result<Applied, StoreError> {
        if self.is_taken(plan) {
            return Ok(Applied::Lost);
        }
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
        }
        Ok(Applied::Done)
    }

    async fn identifications(
        &mut self,
        _: ProfileId,
        visitor_id: VisitorId,
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
        Ok(found.collect())
    }

    async fn write_ownership(
        &mut self,
        _: ProfileId,
        visitor_id: VisitorId,
        ownership: &Ownership,
    ) -> Result<(), StoreError> {
        self.visitors.insert(visitor_id, ownership.clone());
        Ok(())
    }
}
