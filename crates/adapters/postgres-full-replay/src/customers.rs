//! Everybody who has outcome events, and those events: nobody else has results.

use attribution_models::ports::OutcomeRow;
use std::collections::HashMap;

use attribution_models::refunds::Chains;
use kernel::{Amount, Currency, PersonId, StoreError, Timestamp};
use uuid::Uuid;

use super::copy_out::{Fields, some};
use super::distinct::Distinct;
use super::signatures::Signatures;
use super::slice::Slice;
use super::texts::{NONE, Pile, TextId, Texts, index, next};
use postgres_kit::error::readable;
use postgres_kit::json_columns::read_click_ids;

/// Somebody, by number.
pub(super) type PersonNumber = u32;

/// A person, with the last of their outcome events, of their touches and of what they were shown; each
/// of these names the one before it.
pub(super) struct Person {
    pub(super) id: PersonId,
    last_outcome: u32,
    pub(super) last_touch: u32,
    pub(super) last_view: u32,
    /// Their first and last outcome event.
    pub(super) from: Timestamp,
    pub(super) until: Timestamp,
}

struct Outcome {
    id: Uuid,
    at: Timestamp,
    amount: Option<Amount>,
    /// The number of its [`Kind`].
    kind: u32,
    click_ids: TextId,
    before: u32,
}

/// What many outcome events have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Kind {
    signature: Option<i64>,
    event_type: TextId,
    ad_id: TextId,
    campaign_id: TextId,
    currency: Option<Currency>,
    is_first_payment: Option<bool>,
    is_refund: bool,
}

/// The people of a slice, with their outcome events.
#[derive(Default)]
pub(super) struct People {
    list: Vec<Person>,
    numbers: HashMap<PersonId, PersonNumber>,
    /// Their numbers by their ids.
    order: Vec<PersonNumber>,
    outcomes: Vec<Outcome>,
    kinds: Distinct<Kind>,
    texts: Texts,
    clicks: Pile,
}

impl People {
    /// Forgets them and keeps the room that they took.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.numbers.clear();
        self.order.clear();
        self.outcomes.clear();
        self.kinds.clear();
        self.texts.clear();
        self.clicks.clear();
    }

    /// Makes room for so many outcome events, and for people who have one each.
    pub(super) fn reserve(&mut self, outcomes: usize) {
        self.outcomes.reserve(outcomes);
        self.list.reserve(outcomes);
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get(&self, number: PersonNumber) -> Option<&Person> {
        self.list.get(index(number))
    }

    /// Who has so many before them when everybody stands by their ids; only after
    /// [`settle`](Self::settle).
    pub(super) fn in_order(&self, place: usize) -> Option<&Person> {
        self.get(*self.order.get(place)?)
    }

    pub(super) fn get_mut(&mut self, number: PersonNumber) -> Option<&mut Person> {
        self.list.get_mut(index(number))
    }

    /// Somebody who is among them; before [`settle`](Self::settle).
    pub(super) fn find_mut(&mut self, person: PersonId) -> Option<&mut Person> {
        let number = self.number(person)?;
        self.get_mut(number)
    }

    pub(super) fn number(&self, person: PersonId) -> Option<PersonNumber> {
        self.numbers.get(&person).copied()
    }

    /// Forgets who has which number, when nobody is looked up any more, and puts everybody in
    /// order: results that are written in the order of people go into fewer pages of an index at a
    /// time.
    pub(super) fn settle(&mut self) {
        self.numbers = HashMap::new();
        self.order.clear();
        self.order.extend((0..).take(self.list.len()));
        let list = &self.list;
        self.order
            .sort_unstable_by_key(|number| list.get(index(*number)).map(|person| person.id));
    }

    /// What an outcome event takes at most, but for its click ids, when everybody has one.
    pub(super) const EACH: usize =
        size_of::<Outcome>() + size_of::<Person>() + size_of::<PersonNumber>();

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        // A map is on average three quarters full, with a byte for each place.
        let numbers = self.numbers.capacity() * (size_of::<(PersonId, PersonNumber)>() + 1);
        self.list.len() * (size_of::<Person>() + size_of::<PersonNumber>())
            + self.outcomes.len() * size_of::<Outcome>()
            + self.kinds.bytes()
            + numbers
            + self.texts.bytes()
            + self.clicks.bytes()
    }

    /// Takes a row of `outcomes.sql` when it belongs to somebody of the slice.
    pub(super) fn take(
        &mut self,
        row: &mut Fields<'_>,
        chains: &Chains,
        slice: Slice,
    ) -> Result<(), StoreError> {
        let id = some(row.uuid()?)?;
        let event_type = some(row.text()?)?;
        let at = some(row.instant()?)?;
        let (amount, currency) = (row.text()?, row.text()?);
        let (is_first_payment, is_refund) = (row.boolean()?, some(row.boolean()?)?);
        let signature = row.bigint()?;
        let (ad_id, campaign_id, click_ids) = (row.text()?, row.text()?, row.text()?);
        let own = own_person(id, row)?;
        let owner = match chains.place(id.into()) {
            Some(placed) => placed.person,
            None => own,
        };
        let Some(owner) = owner.filter(|person| slice.holds(*person)) else {
            return Ok(());
        };
        let place = ("outcome_events", id);
        let kind = Kind {
            signature,
            event_type: self.texts.number(Some(event_type))?,
            ad_id: self.texts.number(ad_id)?,
            campaign_id: self.texts.number(campaign_id)?,
            currency: readable(place, currency, Currency::parse)?,
            is_first_payment,
            is_refund,
        };
        let outcome = Outcome {
            id,
            at,
            amount: readable(place, amount, |text| text.parse().ok())?,
            kind: self.kinds.number(kind)?,
            click_ids: self.clicks.add(click_ids)?,
            before: NONE,
        };
        self.add(owner, outcome)
    }

    fn add(&mut self, owner: PersonId, mut outcome: Outcome) -> Result<(), StoreError> {
        let place = next(self.outcomes.len())?;
        let number = match self.numbers.get(&owner) {
            Some(number) => *number,
            None => self.introduce(owner, outcome.at)?,
        };
        if let Some(person) = self.get_mut(number) {
            outcome.before = std::mem::replace(&mut person.last_outcome, place);
            person.from = person.from.min(outcome.at);
            person.until = person.until.max(outcome.at);
        }
        self.outcomes.push(outcome);
        Ok(())
    }

    fn introduce(&mut self, id: PersonId, at: Timestamp) -> Result<PersonNumber, StoreError> {
        let number = next(self.list.len())?;
        self.list.push(Person {
            id,
            last_outcome: NONE,
            last_touch: NONE,
            last_view: NONE,
            from: at,
            until: at,
        });
        self.numbers.insert(id, number);
        Ok(number)
    }

    /// The outcome events of a person, the last one that was read first.
    pub(super) fn outcomes(
        &self,
        person: &Person,
        chains: &Chains,
        signatures: &Signatures,
    ) -> Vec<OutcomeRow> {
        let mut rows = Vec::new();
        let mut place = person.last_outcome;
        while let Some(outcome) = self.outcomes.get(index(place)) {
            place = outcome.before;
            rows.extend(self.row(outcome, chains, signatures));
        }
        rows
    }

    fn row(
        &self,
        outcome: &Outcome,
        chains: &Chains,
        signatures: &Signatures,
    ) -> Option<OutcomeRow> {
        let placed = chains.place(outcome.id.into());
        let kind = self.kinds.get(outcome.kind)?;
        Some(OutcomeRow {
            id: outcome.id.into(),
            event_type: self.texts.owned(kind.event_type)?,
            occurred_at: outcome.at,
            amount: outcome.amount,
            currency: kind.currency,
            is_first_payment: kind.is_first_payment,
            is_refund: kind.is_refund,
            is_reversal: placed.as_ref().is_some_and(|placed| placed.is_reversal),
            refunded: placed.and_then(|placed| placed.refunded),
            signature: kind.signature.map(|id| (id, signatures.get(id).is_direct)),
            ad_id: self.texts.owned(kind.ad_id),
            campaign_id: self.texts.owned(kind.campaign_id),
            click_ids: read_click_ids(self.clicks.get(outcome.click_ids)),
        })
    }
}

/// Whose an event is by its own identifiers: the last three columns of its row. Nobody's when its
/// identifier is nobody's.
pub(super) fn own_person(id: Uuid, row: &mut Fields<'_>) -> Result<Option<PersonId>, StoreError> {
    let (customer, visitor) = (row.uuid()?, row.uuid()?);
    let names_nobody = some(row.boolean()?)?;
    Ok(match (customer, visitor) {
        (Some(customer), _) => Some(PersonId::Customer(customer.into())),
        (None, Some(visitor)) => Some(PersonId::Visitor(visitor.into())),
        (None, None) => names_nobody.then(|| PersonId::Event(id.into())),
    })
}
