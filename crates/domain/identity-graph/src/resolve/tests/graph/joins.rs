//! Which values facts name together, and whose they are.

use super::*;

#[async_trait]
impl JoinStore for Graph {
    async fn partners(
        &mut self,
        _: ProfileId,
        values: &[Subject],
    ) -> Result<Vec<(Subject, Option<Subject>)>, StoreError> {
        let mut found = Vec::new();
        for value in values {
            if self.values[&key_of(value)].state != ValueState::Active {
                found.push((value.clone(), None));
                continue;
            }
            for (upper, lower) in self.pairs.keys() {
                if upper == value {
                    found.push((value.clone(), Some(lower.clone())));
                } else if lower == value {
                    found.push((value.clone(), Some(upper.clone())));
                }
            }
        }
        Ok(found)
    }

    async fn held_with(
        &mut self,
        _: ProfileId,
        values: &[Subject],
    ) -> Result<Vec<HeldValue>, StoreError> {
        let holders: BTreeSet<_> = values
            .iter()
            .map(|value| self.values[&key_of(value)].holder)
            .collect();
        let held = self
            .values
            .values()
            .filter(|value| holders.contains(&value.holder));
        let persons = held.filter(|value| value.kind.names_a_person());
        Ok(persons
            .map(|stored| {
                let value = Subject {
                    kind: stored.kind,
                    value_key: stored.value_key.clone(),
                };
                HeldValue {
                    home: self.homes.get(&value).copied(),
                    value,
                    holder: stored.holder,
                    state: stored.state,
                }
            })
            .collect())
    }

    async fn links(&mut self, _: ProfileId, values: &[Subject]) -> Result<Vec<Link>, StoreError> {
        let names = |link: &&Link| values.contains(&link.one) || values.contains(&link.other);
        Ok(self.links.iter().filter(names).cloned().collect())
    }

    async fn partings(
        &mut self,
        _: ProfileId,
        values: &[Subject],
    ) -> Result<Vec<Parting>, StoreError> {
        let names = |it: &&Parting| values.iter().any(|value| it.names(value));
        let mut found: Vec<_> = self.partings.iter().filter(names).cloned().collect();
        // What no fact has named yet is nobody's.
        for parting in &mut found {
            for side in [&mut parting.away, &mut parting.rest] {
                side.retain(|value, _| self.values.contains_key(&key_of(value)));
            }
        }
        Ok(found)
    }

    async fn customers(
        &mut self,
        _: ProfileId,
        ids: &[CustomerId],
    ) -> Result<Vec<HeldCustomer>, StoreError> {
        let found = ids.iter().filter_map(|id| {
            Some(HeldCustomer {
                id: *id,
                first_seen_at: Timestamp::from_micros(0),
                merged_into: *self.customers.get(id)?,
            })
        });
        Ok(found.collect())
    }

    async fn hold_people(
        &mut self,
        _: ProfileId,
        _: &BTreeSet<CustomerId>,
    ) -> Result<Option<HeldBrowsers>, StoreError> {
        unreachable!("nothing is written through the port here")
    }

    async fn hold_browsers(
        &mut self,
        _: ProfileId,
        _: &BTreeSet<VisitorId>,
    ) -> Result<(), StoreError> {
        unreachable!("nothing is written through the port here")
    }

    async fn write(
        &mut self,
        _: ProfileId,
        _: &Unsettled,
        _: &Settlement,
    ) -> Result<BTreeSet<CustomerId>, StoreError> {
        unreachable!("nothing is written through the port here")
    }

    async fn identified_on(
        &mut self,
        _: ProfileId,
        _: &BTreeSet<VisitorId>,
    ) -> Result<Vec<(VisitorId, Ownership, Vec<Identification>)>, StoreError> {
        unreachable!("nothing is written through the port here")
    }

    async fn write_ownership(
        &mut self,
        _: ProfileId,
        _: VisitorId,
        _: &Ownership,
    ) -> Result<(), StoreError> {
        unreachable!("nothing is written through the port here")
    }

    async fn unsettled(&mut self, _: ProfileId, _: u32) -> Result<Unsettled, StoreError> {
        unreachable!("nothing is written through the port here")
    }
}
