//! Brings in customers from a list that somebody keeps: who they are, and nothing that happened.
//!
//! Rows go in order, so that a later one may be about whom an earlier one founded. What a row names together
//! belongs together, as with events of servers; where that joins people who are known already, it is settled
//! soon after, by the rule that holds for all facts.

use std::collections::{BTreeSet, HashMap};

use event_intake::RawPerson;
use identity_graph::{
    IdentifierError, IdentifierKind, Identifiers, Occasion, Origin, RawIdentifiers, Resolved,
    phone, plain, resolve_each,
};
use kernel::{CustomerId, ProfileId, StoreError, Timestamp};
use reporting::causes::Cause;

use super::{raw, read};
use crate::context::Context;
use crate::forgotten::{Checked, hashes};
use crate::ports::{Mark, MarkTarget};
use crate::unit_of_work::UnitOfWork;

/// Most rows at a time.
pub const MAX_ROWS: usize = 1_000;

/// Why nothing was made of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rejection {
    /// Nothing of it names a person: an id of the caller's alone does not.
    MissingIdentifier,
    /// Its e-mail address is none.
    InvalidEmail,
    /// Its phone number is none, and it has nothing else.
    InvalidPhone,
    /// Its national id is none of the country.
    InvalidNationalId,
    /// It is no row, or one of its texts cannot be stored.
    MalformedRow,
    /// It names somebody who was forgotten.
    Erased,
}

impl Rejection {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MissingIdentifier => "missing_identifier",
            Self::InvalidEmail => "invalid_email",
            Self::InvalidPhone => "invalid_phone",
            Self::InvalidNationalId => "invalid_national_id",
            Self::MalformedRow => "malformed_row",
            Self::Erased => "erased",
        }
    }
}

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imported {
    /// It founded a customer.
    Created(CustomerId),
    /// It is about a customer who was known, or whom a row before it founded.
    Matched(CustomerId),
    /// Nothing was made of it.
    Rejected(Rejection),
}

/// What becomes of rows that name somebody who was forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Forgotten {
    /// They are rejected.
    #[default]
    Rejected,
    /// They found somebody new: who was forgotten has come back.
    Readmitted,
}

/// Brings in rows, `None` for those that could not be read: what became of each, in their order.
pub async fn import(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    rows: &[Option<RawPerson>],
    forgotten: Forgotten,
) -> Result<Vec<Imported>, StoreError> {
    let mut people: Vec<_> = rows
        .iter()
        .map(|row| person(context, row.as_ref()))
        .collect();
    let checked = Checked::By(work.erasures().latest(profile_id).await?);
    if checked.latest().is_some() && forgotten == Forgotten::Rejected {
        reject_forgotten(work, context, profile_id, &mut people).await?;
    }
    let mut list = List {
        profile_id,
        context,
        now: context.clock.now(),
        outcomes: people.iter().map(rejected).collect(),
    };
    let mut named = Vec::with_capacity(people.len());
    for (position, person) in people.iter().enumerate() {
        named.extend(person.as_ref().ok().map(|person| (position, person)));
    }
    let all: Vec<_> = named
        .iter()
        .map(|(_, person)| (*person, list.now))
        .collect();
    work.identity().hold(profile_id, &all).await?;
    for wave in waves(named) {
        list.resolve(work, wave).await?;
    }
    list.wake(work).await?;
    checked.verify(work, profile_id, std::iter::empty()).await?;
    let left_out = || StoreError::inconsistent("a row of a list was left out");
    list.outcomes
        .into_iter()
        .map(|it| it.ok_or_else(left_out))
        .collect()
}

/// Whom a row names.
fn person(context: &Context<'_>, row: Option<&RawPerson>) -> Result<Identifiers, Rejection> {
    let row = row.ok_or(Rejection::MalformedRow)?;
    let has_bad_phone = row.phone.as_deref().is_some_and(is_bad_phone);
    let row = RawIdentifiers {
        phone: row.phone.clone().filter(|_| !has_bad_phone),
        ..raw(row)
    };
    let identifiers = read(context, &row)
        .map_err(|error| why(&error))?
        .identifiers;
    let mut kinds = identifiers.values().iter().map(|value| value.kind);
    match kinds.any(IdentifierKind::names_a_person) {
        true => Ok(identifiers),
        false if has_bad_phone => Err(Rejection::InvalidPhone),
        false => Err(Rejection::MissingIdentifier),
    }
}

/// Rejects rows with a value of somebody who was forgotten, whenever that was.
async fn reject_forgotten(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    people: &mut [Result<Identifiers, Rejection>],
) -> Result<(), StoreError> {
    let of = people.iter().map(|person| match person {
        Ok(person) => hashes(context, person),
        Err(_) => Vec::new(),
    });
    let of: Vec<Vec<Vec<u8>>> = of.collect();
    let erased = work.erasures().erased(profile_id, &of.concat()).await?;
    let erased: BTreeSet<Vec<u8>> = erased.into_iter().map(|(hash, _)| hash).collect();
    for (person, hashes) in people.iter_mut().zip(of) {
        if hashes.iter().any(|hash| erased.contains(hash)) {
            *person = Err(Rejection::Erased);
        }
    }
    Ok(())
}

/// A number counts where it can be read; one that cannot does not spoil its row.
fn is_bad_phone(text: &str) -> bool {
    let text = text.trim();
    !plain::is_placeholder_number(text) && phone::parse(text).is_none()
}

fn why(error: &IdentifierError) -> Rejection {
    match error.field {
        "email" => Rejection::InvalidEmail,
        "national_id" => Rejection::InvalidNationalId,
        _ => Rejection::MalformedRow,
    }
}

fn rejected(person: &Result<Identifiers, Rejection>) -> Option<Imported> {
    person.as_ref().err().map(|why| Imported::Rejected(*why))
}

/// A row by its position.
type Row<'a> = (usize, &'a Identifiers);

/// Rows that go one after the other because they have a value in common are of different waves.
fn waves(rows: Vec<Row<'_>>) -> Vec<Vec<Row<'_>>> {
    let mut waves: Vec<Vec<Row<'_>>> = Vec::new();
    let mut after: HashMap<(IdentifierKind, &str), usize> = HashMap::new();
    for (position, person) in rows {
        let keys = || {
            let values = person.values().iter();
            values.map(|value| (value.kind, value.value_key.as_str()))
        };
        let wave = keys().filter_map(|key| after.get(&key).copied()).max();
        let wave = wave.unwrap_or_default();
        for key in keys() {
            after.insert(key, wave + 1);
        }
        if waves.len() <= wave {
            waves.resize_with(wave + 1, Vec::new);
        }
        if let Some(wave) = waves.get_mut(wave) {
            wave.push((position, person));
        }
    }
    waves
}

struct List<'a> {
    profile_id: ProfileId,
    context: &'a Context<'a>,
    now: Timestamp,
    outcomes: Vec<Option<Imported>>,
}

impl List<'_> {
    /// Resolves rows without a common value; several may still be about one customer.
    async fn resolve(
        &mut self,
        work: &mut dyn UnitOfWork,
        mut rows: Vec<Row<'_>>,
    ) -> Result<(), StoreError> {
        while !rows.is_empty() {
            let people: Vec<_> = rows.iter().map(|row| (row.1, self.occasion())).collect();
            let resolved = resolve_each(work.identity(), self.profile_id, &people).await?;
            let mut waiting = Vec::new();
            for (row, resolved) in rows.into_iter().zip(resolved) {
                match resolved {
                    Some(resolved) => self.note(row.0, &resolved),
                    None => waiting.push(row),
                }
            }
            rows = waiting;
        }
        Ok(())
    }

    fn occasion(&self) -> Occasion {
        Occasion {
            at: self.now,
            origin: Origin::List,
            candidate: CustomerId::new(self.context.ids.new_id()),
            fact: self.context.ids.new_id(),
        }
    }

    fn note(&mut self, position: usize, resolved: &Resolved) {
        // All that the row names may be blocked.
        let outcome = match resolved.customer {
            None => Imported::Rejected(Rejection::MissingIdentifier),
            Some(id) if resolved.is_new => Imported::Created(id),
            Some(id) => Imported::Matched(id),
        };
        if let Some(place) = self.outcomes.get_mut(position) {
            *place = Some(outcome);
        }
    }

    /// Has somebody look at what is left to be settled; whom that concerns is replayed then.
    async fn wake(&self, work: &mut dyn UnitOfWork) -> Result<(), StoreError> {
        let someone = self.outcomes.iter().find_map(|outcome| match outcome {
            Some(Imported::Created(id) | Imported::Matched(id)) => Some(*id),
            _ => None,
        });
        let Some(someone) = someone else {
            return Ok(());
        };
        if work.joins().unsettled(self.profile_id, 1).await?.is_empty() {
            return Ok(());
        }
        let mark = Mark::new(MarkTarget::Customer(someone), Cause::Identity);
        let ids = self.context.ids;
        work.marks()
            .add(self.profile_id, &[mark], ids, self.now)
            .await
    }
}
