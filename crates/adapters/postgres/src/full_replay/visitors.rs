//! Whose a browser is, for those people who have outcome events.

use std::collections::HashMap;

use application::StoreError;
use kernel::{PersonId, Timestamp};
use uuid::Uuid;

use super::copy_out::{Fields, some};
use super::people::{People, PersonNumber};
use super::texts::{index, next};

/// Spans of a browser that several people use.
#[derive(Default)]
pub(super) struct Segments {
    of_visitor: HashMap<Uuid, Vec<(Timestamp, PersonId)>>,
}

impl Segments {
    /// Takes a row of `segments.sql`.
    pub(super) fn take(&mut self, row: &mut Fields<'_>) -> Result<(), StoreError> {
        let (visitor, from) = (some(row.uuid()?)?, some(row.instant()?)?);
        let person = PersonId::Customer(some(row.uuid()?)?.into());
        let spans = self.of_visitor.entry(visitor).or_default();
        spans.push((from, person));
        Ok(())
    }
}

/// A person from an instant on; `None` for somebody without outcome events.
type Spans = Vec<(Timestamp, Option<PersonNumber>)>;

enum Owner {
    Always(PersonNumber),
    /// Ordered by time.
    Since(Spans),
}

struct Visitor {
    id: Uuid,
    owner: Owner,
}

/// The browsers of the people of a slice.
#[derive(Default)]
pub(super) struct Visitors {
    list: Vec<Visitor>,
    numbers: HashMap<Uuid, u32>,
    spans: usize,
}

impl Visitors {
    /// Takes a row of `visitors.sql` when the browser belongs to one of the people at some time.
    pub(super) fn take(
        &mut self,
        row: &mut Fields<'_>,
        people: &People,
        segments: &Segments,
    ) -> Result<(), StoreError> {
        let (id, customer) = (some(row.uuid()?)?, row.uuid()?);
        let is_shared = some(row.boolean()?)?;
        let spans = segments.of_visitor.get(&id).filter(|_| is_shared);
        let owner = match (spans, customer.filter(|_| !is_shared)) {
            (Some(spans), _) => shared(spans, people),
            (None, Some(customer)) => people
                .number(PersonId::Customer(customer.into()))
                .map(Owner::Always),
            (None, None) => people
                .number(PersonId::Visitor(id.into()))
                .map(Owner::Always),
        };
        let Some(owner) = owner else {
            return Ok(());
        };
        if let Owner::Since(spans) = &owner {
            self.spans += spans.len();
        }
        self.numbers.insert(id, next(self.list.len())?);
        self.list.push(Visitor { id, owner });
        Ok(())
    }

    pub(super) fn number(&self, id: Uuid) -> Option<u32> {
        self.numbers.get(&id).copied()
    }

    pub(super) fn id(&self, number: u32) -> Uuid {
        let visitor = self.list.get(index(number));
        visitor.map(|visitor| visitor.id).unwrap_or_default()
    }

    /// Whose the browser is at an instant.
    pub(super) fn owner(&self, number: u32, at: Timestamp) -> Option<PersonNumber> {
        match &self.list.get(index(number))?.owner {
            Owner::Always(person) => Some(*person),
            Owner::Since(spans) => {
                let after = spans.partition_point(|(from, _)| *from <= at);
                spans.get(after.checked_sub(1)?)?.1
            }
        }
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.list.len() * size_of::<Visitor>()
            + self.numbers.capacity() * (size_of::<(Uuid, u32)>() + 1)
            + self.spans * size_of::<(Timestamp, Option<PersonNumber>)>()
    }
}

/// `None` when nobody of those who share a browser is among the people.
fn shared(spans: &[(Timestamp, PersonId)], people: &People) -> Option<Owner> {
    let mut spans: Spans = spans
        .iter()
        .map(|(from, person)| (*from, people.number(*person)))
        .collect();
    spans.sort_unstable_by_key(|(from, _)| *from);
    let known = spans.iter().any(|(_, person)| person.is_some());
    known.then_some(Owner::Since(spans))
}
