//! Whose a browser is, for those people who have outcome events.

use std::collections::HashMap;

use kernel::{PersonId, StoreError, Timestamp};
use uuid::Uuid;

use super::copy_out::{Fields, some};
use super::customers::{People, PersonNumber};
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

/// A person from an instant on; `None` for somebody without outcome events. Ordered by time.
type Spans = Vec<(Timestamp, Option<PersonNumber>)>;

#[derive(Clone, Copy)]
enum Owner {
    Always(PersonNumber),
    /// Those of the spans with this number.
    Since(u32),
}

struct Visitor {
    id: Uuid,
    owner: Owner,
}

/// The browsers of the people of a slice.
#[derive(Default)]
pub(super) struct Visitors {
    list: Vec<Visitor>,
    shared: Vec<Spans>,
    spans: usize,
}

impl Visitors {
    /// Makes room for so many.
    pub(super) fn reserve(&mut self, visitors: usize) {
        self.list.reserve(visitors);
    }

    /// Forgets them and keeps the room that they took.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.shared.clear();
        self.spans = 0;
    }

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
            (Some(spans), _) => self.shared(spans, people)?,
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
        next(self.list.len())?;
        self.list.push(Visitor { id, owner });
        Ok(())
    }

    /// `None` when nobody of those who share a browser is among the people.
    fn shared(
        &mut self,
        spans: &[(Timestamp, PersonId)],
        people: &People,
    ) -> Result<Option<Owner>, StoreError> {
        let mut spans: Spans = spans
            .iter()
            .map(|(from, person)| (*from, people.number(*person)))
            .collect();
        if spans.iter().all(|(_, person)| person.is_none()) {
            return Ok(None);
        }
        spans.sort_unstable_by_key(|(from, _)| *from);
        let number = next(self.shared.len())?;
        self.spans += spans.len();
        self.shared.push(spans);
        Ok(Some(Owner::Since(number)))
    }

    /// How many there are; their numbers are less.
    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.list.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn id(&self, number: u32) -> Uuid {
        let visitor = self.list.get(index(number));
        visitor.map(|visitor| visitor.id).unwrap_or_default()
    }

    /// Whose the browser is at an instant.
    pub(super) fn owner(&self, number: u32, at: Timestamp) -> Option<PersonNumber> {
        match self.list.get(index(number))?.owner {
            Owner::Always(person) => Some(person),
            Owner::Since(shared) => {
                let spans = self.shared.get(index(shared))?;
                let after = spans.partition_point(|(from, _)| *from <= at);
                spans.get(after.checked_sub(1)?)?.1
            }
        }
    }

    /// From the first to the last outcome event of those whose browser it is at some time.
    pub(super) fn span(&self, number: u32, people: &People) -> Option<(Timestamp, Timestamp)> {
        let of = |person: PersonNumber| {
            let person = people.get(person)?;
            Some((person.from, person.until))
        };
        match self.list.get(index(number))?.owner {
            Owner::Always(person) => of(person),
            Owner::Since(shared) => {
                let spans = self.shared.get(index(shared))?;
                let known = spans.iter().filter_map(|(_, person)| of((*person)?));
                known.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
            }
        }
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.list.len() * size_of::<Visitor>()
            + self.shared.len() * size_of::<Spans>()
            + self.spans * size_of::<(Timestamp, Option<PersonNumber>)>()
    }
}
