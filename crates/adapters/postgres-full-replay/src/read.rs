//! Reads the facts of the people of a slice, as far as they matter, in whatever order the server
//! has them.
//!
//! Outcome events come first: who has none has no results, so that most browsers are passed over as
//! they come, and their sessions and touches are not asked for.

use attribution_models::ports::PersonFacts;
use kernel::{PersonId, StoreError};

use super::Job;
use super::customers::People;
use super::known::{Known, Size};
use super::replayed_visitors::ask_for;
use super::slice::Slice;
use super::snapshot::Pair;
use super::source::{Budget, Source};
use super::touches::{Sessions, Touches};
use super::views::Views;
use super::visitors::Visitors;

/// Everything that the results of some people follow from.
pub(super) struct Facts {
    known: Known,
    people: People,
    visitors: Visitors,
    sessions: Sessions,
    touches: Touches,
    views: Views,
}

impl Facts {
    /// Nobody's, with room for a slice of facts of that size. Memory that is not used is not taken,
    /// and lists that grow would leave holes behind.
    pub(super) fn new(known: Known, size: Size, slice: Slice) -> Self {
        let mut facts = Self {
            known,
            people: People::default(),
            visitors: Visitors::default(),
            sessions: Sessions::default(),
            touches: Touches::default(),
            views: Views::default(),
        };
        let [outcomes, touches] = [size.outcomes, size.touches]
            .map(|rows| usize::try_from(rows / slice.of).unwrap_or_default());
        facts.people.reserve(outcomes);
        facts.visitors.reserve(outcomes);
        facts.sessions.reserve(touches);
        facts.touches.reserve(touches);
        facts
    }

    /// What concerns everybody.
    pub(super) fn known(self) -> Known {
        self.known
    }

    /// Forgets everybody and keeps the room that they took: what is given back in pieces would not be
    /// found again for the next slice.
    fn clear(&mut self) {
        self.people.clear();
        self.visitors.clear();
        self.sessions.clear();
        self.touches.clear();
        self.views.clear();
    }

    /// How many people there are.
    pub(super) fn people(&self) -> usize {
        self.people.len()
    }

    /// One of them, by the place in the order of their ids.
    pub(super) fn person(&self, place: usize) -> Option<(PersonId, PersonFacts)> {
        let person = self.people.in_order(place)?;
        let signatures = &self.known.signatures;
        let outcomes = self.people.outcomes(person, &self.known.chains, signatures);
        let touches = self
            .touches
            .of(person, &self.visitors, &self.sessions, signatures);
        let views = self.views.of(person, signatures);
        let facts = PersonFacts {
            touches,
            views,
            outcomes,
        };
        Some((person.id, facts))
    }

    /// About how much memory is used by what is less in a smaller slice.
    fn bytes(&self) -> usize {
        self.people.bytes() + self.visitors.bytes() + self.views.bytes()
    }
}

/// Reads a slice into `facts`, in place of what they were. `None` when it fits; else the first of
/// smaller slices, which may, and `facts` are no use any more. Whether it fits is asked of the first
/// slice only, which is as large as the others.
pub(super) async fn read(
    pair: &Pair,
    job: &Job,
    facts: &mut Facts,
    slice: Slice,
) -> Result<Option<Slice>, StoreError> {
    let limit = if slice.may_be_too_large() {
        job.memory
    } else {
        usize::MAX
    };
    facts.clear();
    let (known, people) = (&facts.known, &mut facts.people);
    let budget = Budget::new(limit, 0);
    let one = Source::new(&pair.one.client, job, &budget);
    let statement = include_str!("sql/outcomes.sql");
    let filled = one
        .fill(statement, people, People::bytes, |people, row| {
            people.take(row, &known.chains, slice)
        })
        .await?;
    if let Some(smaller) = filled.smaller(slice, &budget) {
        return Ok(Some(smaller));
    }
    let budget = Budget::new(limit, people.bytes());
    let one = Source::new(&pair.one.client, job, &budget);
    let statement = include_str!("sql/visitors.sql");
    let visitors = &mut facts.visitors;
    let filled = one
        .fill(statement, visitors, Visitors::bytes, |visitors, row| {
            visitors.take(row, people, &known.segments)
        })
        .await?;
    if let Some(smaller) = filled.smaller(slice, &budget) {
        return Ok(Some(smaller));
    }
    if let Some(smaller) = read_views(pair, job, facts, (slice, limit)).await? {
        return Ok(Some(smaller));
    }
    facts.people.settle();
    read_touches(pair, job, facts, (slice, limit)).await
}

/// Reads what the people were shown, if that matters. Whoever is meant is looked up, so that it comes before
/// people are settled.
async fn read_views(
    pair: &Pair,
    job: &Job,
    facts: &mut Facts,
    (slice, limit): (Slice, usize),
) -> Result<Option<Slice>, StoreError> {
    if !job.order.reads_views {
        return Ok(None);
    }
    let budget = Budget::new(limit, facts.bytes());
    let one = Source::new(&pair.one.client, job, &budget);
    let (people, reach_micros) = (&mut facts.people, job.order.reach_micros);
    let statement = include_str!("sql/views.sql");
    let filled = one
        .fill(statement, &mut facts.views, Views::bytes, |views, row| {
            views.take(row, people, reach_micros)
        })
        .await?;
    Ok(filled.smaller(slice, &budget))
}

/// Reads what the browsers of the people did.
async fn read_touches(
    pair: &Pair,
    job: &Job,
    facts: &mut Facts,
    (slice, limit): (Slice, usize),
) -> Result<Option<Slice>, StoreError> {
    let reach_micros = job.order.reach_micros;
    let budget = Budget::new(limit, facts.bytes());
    let one = Source::new(&pair.one.client, job, &budget);
    let two = Source::new(&pair.two.client, job, &budget);
    let (people, visitors) = (&mut facts.people, &facts.visitors);
    ask_for(pair, visitors, people, reach_micros).await?;
    let sessions = one.fill(
        include_str!("sql/sessions.sql"),
        &mut facts.sessions,
        Sessions::bytes,
        Sessions::take,
    );
    let touches = two.fill(
        include_str!("sql/touches.sql"),
        &mut facts.touches,
        Touches::bytes,
        |touches, row| touches.take(row, people, visitors, reach_micros),
    );
    let (sessions, touches) = tokio::try_join!(sessions, touches)?;
    let smaller = [sessions, touches].map(|filled| filled.smaller(slice, &budget));
    let smallest = smaller.into_iter().flatten().max_by_key(|slice| slice.of);
    facts.sessions.settle();
    Ok(smallest)
}
