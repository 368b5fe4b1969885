//! A graph in memory and the events that are resolved on it.

use std::collections::BTreeMap;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use async_trait::async_trait;
use kernel::Timestamp;
use uuid::Uuid;

use super::*;
use crate::identifiers::{RawIdentifiers, ValueKeys};
use crate::known::{Known, KnownCustomer, KnownValue};
use crate::normalise::normalise;
use crate::personal::ValueKey;
use crate::resolve_each::resolve_each;

/// A graph in memory that never waits, with the facts that were resolved on it.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) values: BTreeMap<(IdentifierKind, ValueKey), KnownValue>,
    pub(super) visitors: BTreeMap<VisitorId, Ownership>,
    pub(super) facts: Vec<(VisitorId, Timestamp, Subject)>,
    /// How many plans are answered with [`Applied::Lost`].
    pub(super) races: usize,
    pub(super) look_ups: usize,
}

#[async_trait]
impl IdentityStore for Graph {
    async fn look_up(
        &mut self,
        profile_id: ProfileId,
        identifiers: &Identifiers,
        _at: Timestamp,
    ) -> Result<Known, StoreFailure> {
        self.look_ups += 1;
        let key = |value: &crate::Identifier| (value.kind, value.value_key.clone());
        let values: Vec<_> = identifiers
            .values()
            .iter()
            .filter_map(|v| self.values.get(&key(v)))
            .cloned()
            .collect();
        let visitor = identifiers
            .visitor_id(profile_id)
            .and_then(|id| self.visitors.get(&id));
        let visitor = visitor.cloned().unwrap_or(Ownership::Unowned);
        let named = values
            .iter()
            .map(|value| value.holder)
            .chain(visitor.owners());
        let customers = named
            .collect::<BTreeSet<_>>()
            .into_iter()
            .map(|id| KnownCustomer {
                id,
                holds: self.held_by(id),
                recent_visitors: 0,
            })
            .collect();
        Ok(Known {
            values,
            customers,
            visitor,
        })
    }

    async fn apply(&mut self, _: ProfileId, plan: &Plan) -> Result<Applied, StoreFailure> {
        if self.races > 0 {
            self.races -= 1;
            return Ok(Applied::Lost);
        }
        for claim in &plan.claims {
            let value = KnownValue {
                kind: claim.kind,
                value_key: claim.value_key.clone(),
                holder: plan.customer.unwrap().id(),
                state: ValueState::Active,
                sighted_with: Vec::new(),
            };
            let taken = self
                .values
                .insert((claim.kind, claim.value_key.clone()), value);
            assert!(taken.is_none(), "a value changed hands");
        }
        for (value, customer) in &plan.sightings {
            let key = (value.kind, value.value_key.clone());
            self.values
                .get_mut(&key)
                .unwrap()
                .sighted_with
                .push(*customer);
        }
        for value in &plan.demotions {
            let key = (value.kind, value.value_key.clone());
            self.values.get_mut(&key).unwrap().state = ValueState::Demoted;
        }
        if let Some(visitor) = &plan.visitor {
            let owner = self
                .visitors
                .entry(visitor.id)
                .or_insert(Ownership::Unowned);
            if let VisitorDecision::Link(customer) = visitor.decision {
                assert_eq!(*owner, Ownership::Unowned);
                *owner = Ownership::Owned(customer);
            }
        }
        Ok(Applied::Done)
    }

    async fn identifications(
        &mut self,
        _: ProfileId,
        visitor_id: VisitorId,
    ) -> Result<Vec<Identification>, StoreFailure> {
        let facts = self
            .facts
            .iter()
            .filter(|(visitor, ..)| *visitor == visitor_id);
        let named = facts.filter(|(.., subject)| subject.kind.names_a_person());
        Ok(named
            .map(|(_, at, subject)| {
                let key = (subject.kind, subject.value_key.clone());
                Identification {
                    at: *at,
                    subject: subject.clone(),
                    customer: self.values[&key].holder,
                }
            })
            .collect())
    }

    async fn write_ownership(
        &mut self,
        _: ProfileId,
        visitor_id: VisitorId,
        ownership: &Ownership,
    ) -> Result<(), StoreFailure> {
        self.visitors.insert(visitor_id, ownership.clone());
        Ok(())
    }
}

impl Graph {
    pub(super) fn held_by(&self, id: CustomerId) -> Vec<(IdentifierKind, ValueKey)> {
        let held = self
            .values
            .iter()
            .filter(|(_, value)| value.holder == id && value.state == ValueState::Active);
        held.map(|(key, _)| key.clone()).collect()
    }

    /// Resolves an event and keeps its fact.
    pub(super) fn take(&mut self, event: &Event, number: u128) -> Result<Resolved, ResolveError> {
        let occasion = Occasion {
            at: Timestamp::from_micros(event.at),
            candidate: CustomerId::new(Uuid::from_u128(number)),
        };
        let identifiers = normalise(&event.raw(), &Plain).unwrap();
        let resolved = now(resolve(self, profile(), &identifiers, occasion, &[]))?;
        self.keep(&resolved, occasion.at);
        Ok(resolved)
    }

    /// Resolves what can be resolved together of events with their numbers, and keeps the facts.
    pub(super) fn take_each(
        &mut self,
        events: &[(Event, u128)],
    ) -> Result<Vec<Option<Resolved>>, ResolveError> {
        let identifiers: Vec<_> = events
            .iter()
            .map(|(event, _)| normalise(&event.raw(), &Plain).unwrap())
            .collect();
        let occasions = events.iter().map(|(event, number)| Occasion {
            at: Timestamp::from_micros(event.at),
            candidate: CustomerId::new(Uuid::from_u128(*number)),
        });
        let people: Vec<_> = identifiers.iter().zip(occasions).collect();
        let resolved = now(resolve_each(self, profile(), &people))?;
        for (resolved, (_, occasion)) in resolved.iter().zip(&people) {
            if let Some(resolved) = resolved {
                self.keep(resolved, occasion.at);
            }
        }
        Ok(resolved)
    }

    fn keep(&mut self, resolved: &Resolved, at: Timestamp) {
        if let (Some(visitor), Some(subject)) = (resolved.visitor, &resolved.subject) {
            self.facts.push((visitor, at, subject.clone()));
        }
    }

    /// Whose each browser is when, with customers named by a value that they hold.
    pub(super) fn browsers(&self) -> BTreeMap<VisitorId, Vec<(Option<Timestamp>, ValueKey)>> {
        let name = |customer| self.held_by(customer).into_iter().next().unwrap().1;
        let segments = |ownership: &Ownership| match ownership {
            Ownership::Unowned => Vec::new(),
            Ownership::Owned(customer) => vec![(None, name(*customer))],
            Ownership::Shared(list) => list.iter().map(|s| (s.from, name(s.customer))).collect(),
        };
        self.visitors
            .iter()
            .map(|(id, ownership)| (*id, segments(ownership)))
            .collect()
    }
}

pub(super) struct Plain;

impl ValueKeys for Plain {
    fn key(&self, _: IdentifierKind, canonical: &str) -> String {
        canonical.to_owned()
    }
}

/// An event by small numbers; 0 means that the field is absent.
#[derive(Clone, Debug, Default)]
pub(super) struct Event {
    pub(super) at: i64,
    pub(super) browser: u8,
    pub(super) email: u8,
    pub(super) phone: u8,
    pub(super) crm: u8,
}

impl Event {
    fn raw(&self) -> RawIdentifiers {
        let given = |number: u8, text: String| (number > 0).then_some(text);
        RawIdentifiers {
            anonymous_id: given(self.browser, format!("browser-{}", self.browser)),
            email: given(self.email, format!("person{}@example.com", self.email)),
            phone: given(self.phone, format!("98765432{}", self.phone)),
            crm_contact_id: given(self.crm, format!("contact-{}", self.crm)),
            ..RawIdentifiers::default()
        }
    }
}

fn profile() -> ProfileId {
    ProfileId::new(Uuid::from_u128(7))
}

/// Runs a future that never waits.
pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the store in memory never waits"),
    }
}
