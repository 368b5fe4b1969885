//! From pairs that are new to whose values are whose: looks up what they may change, and decides.
//!
//! A value is looked at when a new pair has it, when it is held together with one that is looked at, and
//! when what it follows has changed. So a new pair costs what it changes, however much is stored.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{CustomerId, IdSource, ProfileId, StoreError, VisitorId};
use uuid::Uuid;

use crate::device::Ownership;
use crate::identifiers::Subject;
use crate::known::ValueState;
use crate::pairs::Pairs;
use crate::ports::JoinStore;
use crate::resolve::ResolveError;
use crate::settlement::{HeldCustomer, HeldValue, Move, Settlement, Unsettled, UnsettledPair};

/// Works out what is to be changed. Nothing is written.
pub async fn settlement(
    store: &mut dyn JoinStore,
    profile_id: ProfileId,
    unsettled: &Unsettled,
    ids: &dyn IdSource,
) -> Result<Settlement, StoreError> {
    let mut scene = Scene::default();
    scene.look(store, profile_id, unsettled.named()).await?;
    let mut named: BTreeSet<_> = scene.held.values().filter_map(|value| value.home).collect();
    named.extend(scene.of_holder.keys());
    let named: Vec<_> = named.into_iter().collect();
    let customers = store.customers(profile_id, &named).await?;
    Ok(scene.settle(unsettled, customers, ids))
}

/// Settles what new pairs change, and whose browsers are then: everybody whose history changes, and
/// why.
///
/// Conflicts with whoever changes the same people at the same time: then nothing may be kept of the
/// transaction, and it is tried again.
pub async fn settle(
    store: &mut dyn JoinStore,
    profile_id: ProfileId,
    unsettled: &Unsettled,
    ids: &dyn IdSource,
) -> Result<Settled, ResolveError> {
    let first = settlement(store, profile_id, unsettled, ids).await?;
    if first.is_empty() {
        store.write(profile_id, unsettled, &first).await?;
        return Ok(Settled::default());
    }
    let people = first.customers();
    let held = store.hold_people(profile_id, &people).await?;
    // What was read before the locks may not be so any more.
    let settlement = settlement(store, profile_id, unsettled, ids).await?;
    let Some(held) = held.filter(|_| settlement.customers().is_subset(&people)) else {
        return Err(ResolveError::Contended);
    };
    let mut affected = settlement.customers();
    affected.extend(&settlement.founded);
    affected.extend(store.write(profile_id, unsettled, &settlement).await?);
    let owned = own_held(store, profile_id, &held.all()).await?;
    affected.extend(owned.customers);
    let fact = unsettled.pairs.first().map(|pair| pair.fact);
    Ok(Settled {
        joined: settlement.moves.len(),
        customers: affected,
        visitors: owned.visitors,
        fact,
    })
}

/// Works out anew whose stored browsers are, from the identifications on them that count: everybody whose
/// history changes by that. The browsers are locked until the transaction ends.
pub async fn own_anew(
    store: &mut dyn JoinStore,
    profile_id: ProfileId,
    browsers: &BTreeSet<VisitorId>,
) -> Result<Settled, StoreError> {
    store.hold_browsers(profile_id, browsers).await?;
    own_held(store, profile_id, browsers).await
}

async fn own_held(
    store: &mut dyn JoinStore,
    profile_id: ProfileId,
    browsers: &BTreeSet<VisitorId>,
) -> Result<Settled, StoreError> {
    let mut settled = Settled::default();
    for (visitor, before, facts) in store.identified_on(profile_id, browsers).await? {
        let after = Ownership::from_identifications(facts);
        if after != before {
            store.write_ownership(profile_id, visitor, &after).await?;
            settled.customers.extend(before.owners());
            settled.customers.extend(after.owners());
            settled.visitors.insert(visitor);
        }
    }
    Ok(settled)
}

/// Whose history has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// How many values changed hands.
    pub joined: usize,
    /// Everybody who gained or lost something.
    pub customers: BTreeSet<CustomerId>,
    /// Browsers with another owner than before.
    pub visitors: BTreeSet<VisitorId>,
    /// A fact that caused it.
    pub fact: Option<Uuid>,
}

/// What is known of the values that new pairs may concern.
#[derive(Default)]
struct Scene {
    pairs: Pairs,
    /// Whose partners are known.
    read: BTreeSet<Subject>,
    held: BTreeMap<Subject, HeldValue>,
    of_holder: BTreeMap<CustomerId, BTreeSet<Subject>>,
    /// Whose person is worked out, and the root of it.
    roots: BTreeMap<Subject, Subject>,
}

impl Scene {
    async fn look(
        &mut self,
        store: &mut dyn JoinStore,
        profile_id: ProfileId,
        named: BTreeSet<Subject>,
    ) -> Result<(), StoreError> {
        let mut waiting = named.clone();
        while !waiting.is_empty() {
            self.hold(store, profile_id, &waiting).await?;
            self.read_around(store, profile_id, &waiting).await?;
            let (mut next, mut changed) = (BTreeSet::new(), BTreeSet::new());
            for value in waiting {
                let root = self.pairs.root(&value).clone();
                next.insert(root.clone());
                next.extend(self.together(&value));
                next.extend(self.pairs.linked_with(&value).cloned());
                let is_new = named.contains(&value) && !self.was_shared(&value);
                if is_new || self.has_changed(&value, &root) {
                    changed.insert(value.clone());
                }
                self.roots.insert(value, root);
            }
            next.extend(self.dependents(store, profile_id, &changed).await?);
            next.retain(|value| !self.roots.contains_key(value));
            waiting = next;
        }
        Ok(())
    }

    /// Reads values and everything that is held together with them.
    async fn hold(
        &mut self,
        store: &mut dyn JoinStore,
        profile_id: ProfileId,
        values: &BTreeSet<Subject>,
    ) -> Result<(), StoreError> {
        let unknown: Vec<_> = values
            .iter()
            .filter(|value| !self.held.contains_key(value))
            .cloned()
            .collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let held = store.held_with(profile_id, &unknown).await?;
        let known: Vec<_> = held.iter().map(|value| value.value.clone()).collect();
        for value in held {
            let together = self.of_holder.entry(value.holder).or_default();
            together.insert(value.value.clone());
            self.held.insert(value.value.clone(), value);
        }
        for link in store.links(profile_id, &known).await? {
            self.pairs.link(link);
        }
        Ok(())
    }

    /// Reads everything on which the persons of these values depend.
    async fn read_around(
        &mut self,
        store: &mut dyn JoinStore,
        profile_id: ProfileId,
        values: &BTreeSet<Subject>,
    ) -> Result<(), StoreError> {
        loop {
            let mut unread = BTreeSet::new();
            for value in values {
                self.pairs.root_by(value, &mut |value| {
                    if self.read.contains(value) {
                        return self.pairs.is_shared(value);
                    }
                    unread.insert(value.clone());
                    // Nothing that is known leads on; it is asked again once it is read.
                    true
                });
            }
            if unread.is_empty() {
                return Ok(());
            }
            self.read(store, profile_id, unread).await?;
        }
    }

    async fn read(
        &mut self,
        store: &mut dyn JoinStore,
        profile_id: ProfileId,
        values: BTreeSet<Subject>,
    ) -> Result<(), StoreError> {
        let asked: Vec<_> = values
            .into_iter()
            .filter(|value| !self.read.contains(value))
            .collect();
        if asked.is_empty() {
            return Ok(());
        }
        // Before anything is said of them: what was parted counts no more.
        for parting in store.partings(profile_id, &asked).await? {
            self.pairs.part(parting);
        }
        for (value, partner) in store.partners(profile_id, &asked).await? {
            match partner {
                Some(partner) => self.pairs.add(&value, &partner),
                None => self.pairs.share(value),
            }
        }
        self.read.extend(asked);
        Ok(())
    }

    fn was_shared(&self, value: &Subject) -> bool {
        let held = self.held.get(value);
        held.is_some_and(|held| held.state != ValueState::Active)
    }

    /// What is held together with a value, itself included.
    fn together(&self, value: &Subject) -> impl Iterator<Item = Subject> {
        let holder = self.held.get(value).map(|held| held.holder);
        let together = holder.and_then(|holder| self.of_holder.get(&holder));
        together.into_iter().flatten().cloned()
    }

    /// Whether the value has become several people's, or leads to another person than its holder. Of somebody who is
    /// one by a decision it is not stored what each value leads to, so that it may have changed.
    fn has_changed(&self, value: &Subject, root: &Subject) -> bool {
        let is_shared = self.pairs.is_shared(value);
        is_shared != self.was_shared(value)
            || self.stored_root(value).as_ref() != Some(root)
            || self
                .together(value)
                .any(|value| self.pairs.linked_with(&value).next().is_some())
    }

    /// The one most trusted value of the value's holder; `None` when there are several, so that they
    /// cannot all be one person's.
    fn stored_root(&self, value: &Subject) -> Option<Subject> {
        let together: Vec<_> = self.together(value).collect();
        let most = together.iter().map(|value| value.kind).max()?;
        let mut leading = together.into_iter().filter(|value| value.kind == most);
        let first = leading.next();
        first.filter(|_| leading.next().is_none())
    }

    /// Whose person may be another when these values lead to another one, or to none.
    async fn dependents(
        &mut self,
        store: &mut dyn JoinStore,
        profile_id: ProfileId,
        values: &BTreeSet<Subject>,
    ) -> Result<BTreeSet<Subject>, StoreError> {
        let (mut dependents, mut lower) = (BTreeSet::new(), BTreeSet::new());
        for value in values {
            for partner in self.pairs.partners(value) {
                dependents.insert(partner.clone());
                if partner.kind < value.kind {
                    lower.insert(partner.clone());
                }
            }
        }
        self.read(store, profile_id, lower.clone()).await?;
        for lower in &lower {
            dependents.extend(self.pairs.partners(lower).cloned());
        }
        Ok(dependents)
    }

    fn settle(
        &self,
        unsettled: &Unsettled,
        customers: Vec<HeldCustomer>,
        ids: &dyn IdSource,
    ) -> Settlement {
        let customers: BTreeMap<_, _> = customers.into_iter().map(|it| (it.id, it)).collect();
        let mut settlement = Settlement::default();
        let homes = self.homes(&mut settlement);
        let (stands, united) = (self.pairs.standing(), self.pairs.united());
        let mut persons: BTreeMap<&Subject, Vec<&HeldValue>> = BTreeMap::new();
        for (value, root) in &self.roots {
            let held = self.held.get(value);
            let root = stands.get(value).copied().unwrap_or(root);
            let person = united.get(root).copied().unwrap_or(root);
            persons.entry(person).or_default().extend(held);
        }
        for (root, values) in persons {
            let of = |value: &HeldValue| homes.get(&value.value).copied();
            let candidates: Vec<_> = values.iter().filter_map(|value| of(value)).collect();
            let rank = |id: &CustomerId| {
                let customer = customers.get(id);
                let merged = customer.is_some_and(|it| it.merged_into.is_some());
                (
                    merged && !unsettled.led.contains(id) || unsettled.yields.contains(id),
                    customer.map(|it| it.first_seen_at),
                    *id,
                )
            };
            let person = candidates.iter().copied().min_by_key(rank);
            let person = person.unwrap_or_else(|| {
                let founded = CustomerId::new(ids.new_id());
                settlement.founded.push(founded);
                settlement.homes.push((root.clone(), founded));
                founded
            });
            for id in candidates {
                let alias = (id != person).then_some(person);
                let stored = customers.get(&id).map(|it| it.merged_into);
                if stored != Some(alias) {
                    settlement.aliases.push((id, alias));
                }
            }
            for held in values {
                self.place(held, person, &unsettled.pairs, &mut settlement);
            }
        }
        settlement
    }

    fn place(
        &self,
        held: &HeldValue,
        person: CustomerId,
        pairs: &[UnsettledPair],
        settlement: &mut Settlement,
    ) {
        if held.holder != person {
            settlement.moves.push(Move {
                value: held.value.clone(),
                from: held.holder,
                to: person,
                fact: self.cause(held, pairs),
            });
        }
        if held.state == ValueState::Active && self.pairs.is_shared(&held.value) {
            settlement.shared.push((held.value.clone(), held.holder));
        }
    }

    /// For which value each customer was founded. Customers of earlier releases were founded for none
    /// in particular: for the most trusted one that they hold.
    fn homes(&self, settlement: &mut Settlement) -> BTreeMap<Subject, CustomerId> {
        let mut homes: BTreeMap<Subject, CustomerId> = self
            .held
            .iter()
            .filter_map(|(value, held)| Some((value.clone(), held.home?)))
            .collect();
        // While an id changes its value, that value may be held by somebody else.
        let founded: BTreeSet<CustomerId> = homes.values().copied().collect();
        for (holder, values) in &self.of_holder {
            if founded.contains(holder) {
                continue;
            }
            let without = values.iter().filter(|value| !homes.contains_key(value));
            if let Some(first) = without.max_by_key(|value| (value.kind, std::cmp::Reverse(*value)))
            {
                homes.insert(first.clone(), *holder);
                settlement.homes.push((first.clone(), *holder));
            }
        }
        homes
    }

    /// The fact behind the new pair that is nearest to a value: one of the value itself, or of the
    /// person it was or is with.
    fn cause(&self, held: &HeldValue, pairs: &[UnsettledPair]) -> Option<Uuid> {
        let near = |value: &Subject| {
            let root = self.roots.get(&held.value);
            let other = self.held.get(value);
            other.is_some_and(|other| other.holder == held.holder) || self.roots.get(value) == root
        };
        let own = |pair: &&UnsettledPair| [&pair.upper, &pair.lower].contains(&&held.value);
        let found = pairs
            .iter()
            .find(own)
            .or_else(|| {
                pairs
                    .iter()
                    .find(|pair| near(&pair.upper) || near(&pair.lower))
            })
            .or_else(|| pairs.first());
        found.map(|pair| pair.fact)
    }
}
