//! A graph in memory and the events that are resolved on it.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use async_trait::async_trait;
use kernel::{IdSource, Timestamp};
use uuid::Uuid;

use super::*;
use crate::identifiers::{RawIdentifiers, ValueKeys};
use crate::known::{Known, KnownValue};
use crate::memory::MemoryStore;
use crate::normalise::normalise;
use crate::pairs::Link;
use crate::plan::Origin;
use crate::ports::{HeldBrowsers, JoinStore};
use crate::resolve_each::resolve_each;
use crate::settle::settlement;
use crate::settlement::{HeldCustomer, HeldValue, Settlement, Unsettled, UnsettledPair};
use crate::split::{HomeMove, Parting};
use crate::value_key::ValueKey;

mod joins;

/// A graph in memory that never waits, with the facts that were resolved on it.
#[derive(Clone, Default)]
pub(super) struct Graph {
    pub(super) memory: MemoryStore,
    /// Which values facts of servers name together, and whether that is settled.
    pub(super) pairs: BTreeMap<(Subject, Subject), bool>,
    pub(super) homes: BTreeMap<Subject, CustomerId>,
    /// What people decided and did not take back.
    pub(super) links: Vec<Link>,
    /// Values that decisions named, or name no more, and that nobody has looked at yet.
    pub(super) decided: Vec<Subject>,
    /// Ids that are to stand for their people again.
    pub(super) led: Vec<CustomerId>,
    /// How people parted values, and did not take back.
    pub(super) partings: Vec<Parting>,
    /// Ids that are to stand for nobody any more.
    pub(super) yields: Vec<CustomerId>,
    /// What browsers told.
    pub(super) told: Vec<crate::Identifiers>,
    /// Whose alias each id is.
    pub(super) customers: BTreeMap<CustomerId, Option<CustomerId>>,
    /// How many plans are answered with [`Applied::Lost`].
    pub(super) races: usize,
    pub(super) look_ups: usize,
}

impl Deref for Graph {
    type Target = MemoryStore;

    fn deref(&self) -> &MemoryStore {
        &self.memory
    }
}

impl DerefMut for Graph {
    fn deref_mut(&mut self) -> &mut MemoryStore {
        &mut self.memory
    }
}

#[async_trait]
impl IdentityStore for Graph {
    async fn look_up(
        &mut self,
        profile_id: ProfileId,
        identifiers: &Identifiers,
        at: Timestamp,
    ) -> Result<Known, StoreError> {
        self.look_ups += 1;
        self.memory.look_up(profile_id, identifiers, at).await
    }

    async fn apply(&mut self, profile_id: ProfileId, plan: &Plan) -> Result<Applied, StoreError> {
        if self.races > 0 {
            self.races -= 1;
            return Ok(Applied::Lost);
        }
        let applied = self.memory.apply(profile_id, plan).await?;
        assert_eq!(applied, Applied::Done, "a value changed hands");
        for claim in &plan.claims {
            if plan.founded_for() == Some(&claim.subject()) {
                let holder = plan.customer.unwrap().id();
                self.homes.insert(claim.subject(), holder);
                self.customers.insert(holder, None);
            }
        }
        self.note_pairs(plan);
        Ok(Applied::Done)
    }

    async fn identifications(
        &mut self,
        profile_id: ProfileId,
        visitor_id: VisitorId,
        unstored: Vec<Identification>,
    ) -> Result<Vec<Identification>, StoreError> {
        let memory = &mut self.memory;
        memory
            .identifications(profile_id, visitor_id, unstored)
            .await
    }

    async fn write_ownership(
        &mut self,
        profile_id: ProfileId,
        visitor_id: VisitorId,
        ownership: &Ownership,
    ) -> Result<(), StoreError> {
        IdentityStore::write_ownership(&mut self.memory, profile_id, visitor_id, ownership).await
    }
}

fn key_of(value: &Subject) -> (IdentifierKind, ValueKey) {
    (value.kind, value.value_key.clone())
}

impl Graph {
    /// Resolves an event and keeps its fact.
    pub(super) fn take(&mut self, event: &Event, number: u128) -> Result<Resolved, ResolveError> {
        let occasion = Occasion {
            at: Timestamp::from_micros(event.at),
            origin: event.origin(),
            candidate: CustomerId::new(Uuid::from_u128(number)),
            fact: Uuid::from_u128(number),
        };
        let identifiers = normalise(&event.raw(), &Plain).unwrap();
        let resolved = now(resolve(self, profile(), &identifiers, occasion, &[]))?;
        self.keep(&resolved, occasion.at);
        if event.is_told {
            self.told.push(identifiers);
        }
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
            origin: event.origin(),
            candidate: CustomerId::new(Uuid::from_u128(*number)),
            fact: Uuid::from_u128(*number),
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

    /// Somebody decides that the persons of two values are one. That a value is known is for others to see to.
    pub(super) fn link(&mut self, number: u128, one: Subject, other: Subject) {
        self.decided.extend([one.clone(), other.clone()]);
        let decision = Uuid::from_u128(number);
        self.links.push(Link {
            decision,
            one,
            other,
        });
    }

    /// Somebody takes a decision back.
    pub(super) fn unlink(&mut self, number: u128) {
        let place = self
            .links
            .iter()
            .position(|it| it.decision == Uuid::from_u128(number));
        let link = self.links.remove(place.unwrap());
        self.decided.extend([link.one, link.other]);
    }

    /// Somebody decides that a person is two, and which of them goes on under the id.
    pub(super) fn part(&mut self, parting: Parting, home: Option<&HomeMove>) {
        self.decided.extend(parting.values().cloned());
        self.partings.push(parting);
        let Some(HomeMove { from, to }) = home else {
            return;
        };
        let from = from
            .clone()
            .expect("everybody here was founded for a value");
        let (id, other) = (self.homes.remove(&from).unwrap(), self.homes.remove(to));
        self.homes.insert(to.clone(), id);
        self.homes.extend(other.map(|other| (from, other)));
    }

    /// Somebody takes that back: the id of `customer` is that of a value which went to `parted`, if both are still of values
    /// that were parted.
    pub(super) fn unpart(&mut self, (customer, parted): (CustomerId, CustomerId), moved: bool) {
        let parting = self.partings.pop().unwrap();
        let of_them = |(value, id): &(&Subject, &CustomerId)| {
            parting.names(value) && [customer, parted].contains(id)
        };
        let homes: Vec<_> = self.homes.iter().filter(of_them).collect();
        if let ([(own, id), (other, their)], true) = (&homes[..], moved) {
            let swapped = [((*own).clone(), **their), ((*other).clone(), **id)];
            self.homes.extend(swapped);
        }
        self.decided.extend(parting.values().cloned());
        self.yields.push(parted);
    }

    /// Everybody, and every value that names a person.
    pub(super) fn stored(&mut self) -> (Vec<HeldCustomer>, Vec<HeldValue>) {
        let values = self.values.values();
        let values = values.filter(|value| value.kind.names_a_person());
        let values: Vec<_> = values
            .map(|value| Subject {
                kind: value.kind,
                value_key: value.value_key.clone(),
            })
            .collect();
        let ids: Vec<_> = self.customers.keys().copied().collect();
        let customers = now(JoinStore::customers(self, profile(), &ids)).unwrap();
        (customers, now(self.held_with(profile(), &values)).unwrap())
    }

    fn note_pairs(&mut self, plan: &Plan) {
        for pair in &plan.pairs {
            let key = (pair.upper.clone(), pair.lower.clone());
            if plan.occasion.origin.connects() {
                self.pairs.entry(key).or_insert(pair.is_settled);
            }
        }
    }

    /// Settles all pairs that are new.
    pub(super) fn settle(&mut self, ids: &dyn IdSource) -> Settlement {
        let open = self.pairs.iter().filter(|(_, is_settled)| !**is_settled);
        let pairs: Vec<_> = open
            .map(|((upper, lower), _)| UnsettledPair {
                upper: upper.clone(),
                lower: lower.clone(),
                fact: Uuid::nil(),
            })
            .collect();
        let open = Unsettled {
            pairs,
            values: std::mem::take(&mut self.decided),
            led: std::mem::take(&mut self.led),
            yields: std::mem::take(&mut self.yields),
        };
        let settled = now(settlement(self, profile(), &open, ids)).unwrap();
        for is_settled in self.pairs.values_mut() {
            *is_settled = true;
        }
        for step in &settled.moves {
            let value = self.values.get_mut(&key_of(&step.value)).unwrap();
            assert_eq!(value.holder, step.from);
            value.holder = step.to;
        }
        for (value, _) in &settled.shared {
            self.values.get_mut(&key_of(value)).unwrap().state = ValueState::Demoted;
        }
        self.customers
            .extend(settled.founded.iter().map(|id| (*id, None)));
        self.customers.extend(settled.aliases.iter().copied());
        self.homes.extend(settled.homes.iter().cloned());
        self.found_told(ids);
        settled
    }

    /// What a browser told is another value's when the one that decided turns out to be shared.
    fn found_told(&mut self, ids: &dyn IdSource) {
        for identifiers in self.told.clone() {
            let known = now(self.look_up(profile(), &identifiers, Timestamp::from_micros(0)));
            let known = known.unwrap();
            let Some(value) = crate::resolution::deciding(&identifiers, &known) else {
                continue;
            };
            let (key, id) = (
                (value.kind, value.value_key.clone()),
                CustomerId::new(ids.new_id()),
            );
            if !self.values.contains_key(&key) {
                self.homes.insert(value.subject(), id);
                self.customers.insert(id, None);
                let stored = KnownValue {
                    kind: value.kind,
                    value_key: value.value_key.clone(),
                    holder: id,
                    state: ValueState::Active,
                };
                self.values.insert(key, stored);
            }
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

const RUTS: [&str; 4] = ["11111111-1", "22222222-2", "33333333-3", "12345678-5"];

/// An event by small numbers; 0 means that the field is absent.
#[derive(Clone, Debug, Default)]
pub(super) struct Event {
    pub(super) at: i64,
    pub(super) browser: u8,
    pub(super) email: u8,
    pub(super) phone: u8,
    pub(super) crm: u8,
    pub(super) rut: u8,
    /// Whether a browser tells it.
    pub(super) is_told: bool,
}

impl Event {
    /// Whether a row of a list says it: what such a row names is as good as what an event does.
    fn is_listed(&self) -> bool {
        self.browser == 0 && self.at % 3 == 0
    }

    pub(super) fn origin(&self) -> Origin {
        match (self.is_told, self.is_listed()) {
            (true, _) => Origin::Browser,
            (false, true) => Origin::List,
            (false, false) => Origin::Server,
        }
    }

    pub(super) fn raw(&self) -> RawIdentifiers {
        let given = |number: u8, text: String| (number > 0).then_some(text);
        RawIdentifiers {
            anonymous_id: given(self.browser, format!("browser-{}", self.browser)),
            email: given(self.email, format!("person{}@example.com", self.email)),
            phone: given(self.phone, format!("9876543{:02}", self.phone)),
            crm_contact_id: given(self.crm, format!("contact-{}", self.crm)),
            national_id: given(
                self.rut,
                RUTS[usize::from(self.rut) % RUTS.len()].to_owned(),
            ),
            ..RawIdentifiers::default()
        }
    }
}

pub(super) fn profile() -> ProfileId {
    ProfileId::new(Uuid::from_u128(7))
}

/// Runs a future that never waits.
pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the store in memory never waits"),
    }
}
