//! Reads the facts of the people of a slice, as far as they matter, in whatever order the server
//! has them.
//!
//! Outcome events come first: who has none has no results, so that most browsers, sessions and
//! touches are passed over as they come.

use std::sync::atomic::{AtomicUsize, Ordering};

use application::StoreError;
use application::attribution::replay::PersonFacts;
use futures_util::TryStreamExt;
use kernel::PersonId;
use tokio_postgres::Client;

use super::Job;
use super::chains::{Chains, Link};
use super::copy_out::{Fields, rows, some};
use super::people::{People, own_person};
use super::signatures::Signatures;
use super::slice::{Full, Slice};
use super::snapshot::{Pair, failed};
use super::touches::{Sessions, Touches};
use super::visitors::{Segments, Visitors};

/// Rows between two looks at how much memory is used.
const ROWS_A_LOOK: u64 = 1_024;

/// Rows between two signs of life.
const ROWS_A_STEP: u64 = 100_000;

/// Everything that the results of some people follow from.
#[derive(Default)]
pub(super) struct Facts {
    chains: Chains,
    signatures: Signatures,
    people: People,
    visitors: Visitors,
    sessions: Sessions,
    touches: Touches,
}

impl Facts {
    /// How many people there are.
    pub(super) fn people(&self) -> usize {
        self.people.len()
    }

    /// One of them, by number.
    pub(super) fn person(&self, number: u32) -> Option<(PersonId, PersonFacts)> {
        let person = self.people.get(number)?;
        let outcomes = self.people.outcomes(person, &self.chains, &self.signatures);
        let touches = self
            .touches
            .of(person, &self.visitors, &self.sessions, &self.signatures);
        Some((person.id, PersonFacts { touches, outcomes }))
    }

    /// About how much memory is used by what is less in a smaller slice.
    fn bytes(&self) -> usize {
        self.people.bytes() + self.visitors.bytes()
    }
}

/// What came of reading a slice.
pub(super) enum Reading {
    /// All of it.
    Whole(Box<Facts>),
    /// It does not fit; the first of smaller slices may.
    Smaller(Slice),
}

/// Reads a slice. Whether it fits is asked of the first one only, which is as large as the others.
pub(super) async fn read(pair: &Pair, job: &Job, slice: Slice) -> Result<Reading, StoreError> {
    let limit = if slice.is_first() {
        job.memory
    } else {
        usize::MAX
    };
    let mut facts = Facts::default();
    let mut segments = Segments::default();
    let budget = Budget::new(limit, 0);
    let one = Source::new(&pair.one.client, job, &budget);
    let two = Source::new(&pair.two.client, job, &budget);
    let (chains, people, signatures) =
        (&mut facts.chains, &mut facts.people, &mut facts.signatures);
    let outcomes = async {
        one.each(include_str!("sql/refunds.sql"), |row| {
            chains.add(link(row)?);
            Ok(())
        })
        .await?;
        let statement = include_str!("sql/outcomes.sql");
        one.fill(statement, people, People::bytes, |people, row| {
            people.take(row, chains, slice)
        })
        .await
    };
    let beside = async {
        two.each(include_str!("sql/signatures.sql"), |row| {
            signatures.take(row)
        })
        .await?;
        two.each(include_str!("sql/segments.sql"), |row| segments.take(row))
            .await
    };
    let (filled, ()) = tokio::try_join!(outcomes, beside)?;
    if let Some(smaller) = filled.smaller(slice, &budget) {
        return Ok(Reading::Smaller(smaller));
    }
    read_touches(pair, job, &mut facts, (slice, limit), segments).await
}

/// Reads what the browsers of the people did.
async fn read_touches(
    pair: &Pair,
    job: &Job,
    facts: &mut Facts,
    (slice, limit): (Slice, usize),
    segments: Segments,
) -> Result<Reading, StoreError> {
    let budget = Budget::new(limit, facts.bytes());
    let one = Source::new(&pair.one.client, job, &budget);
    let (people, visitors) = (&mut facts.people, &mut facts.visitors);
    let statement = include_str!("sql/visitors.sql");
    let filled = one
        .fill(statement, visitors, Visitors::bytes, |visitors, row| {
            visitors.take(row, people, &segments)
        })
        .await?;
    if let Some(smaller) = filled.smaller(slice, &budget) {
        return Ok(Reading::Smaller(smaller));
    }
    drop(segments);
    people.settle();
    let budget = Budget::new(limit, facts.bytes());
    let one = Source::new(&pair.one.client, job, &budget);
    let two = Source::new(&pair.two.client, job, &budget);
    let (people, visitors) = (&mut facts.people, &facts.visitors);
    let sessions = one.fill(
        include_str!("sql/sessions.sql"),
        &mut facts.sessions,
        Sessions::bytes,
        |sessions, row| sessions.take(row, visitors),
    );
    let touches = two.fill(
        include_str!("sql/touches.sql"),
        &mut facts.touches,
        Touches::bytes,
        |touches, row| touches.take(row, people, visitors, job.order.reach_micros),
    );
    let (sessions, touches) = tokio::try_join!(sessions, touches)?;
    let smaller = [&sessions, &touches].map(|filled| filled.smaller(slice, &budget));
    let smallest = smaller.into_iter().flatten().max_by_key(|slice| slice.of);
    Ok(match smallest {
        Some(smaller) => Reading::Smaller(smaller),
        None => Reading::Whole(Box::new(std::mem::take(facts))),
    })
}

fn link(row: &mut Fields<'_>) -> Result<Link, StoreError> {
    let id = some(row.uuid()?)?;
    Ok(Link {
        id,
        event_type: some(row.text()?)?.to_owned(),
        idempotency_key: row.text()?.map(str::to_owned),
        refund_of: row.text()?.map(str::to_owned),
        person: own_person(id, row)?,
    })
}

/// Memory that several streams fill at the same time.
struct Budget {
    /// What is held of the slice already.
    held: usize,
    room: usize,
    used: AtomicUsize,
}

impl Budget {
    fn new(limit: usize, held: usize) -> Self {
        Self {
            held,
            room: limit.saturating_sub(held),
            used: AtomicUsize::new(0),
        }
    }

    /// Notes that what took `before` takes `now`; whether that is too much in all.
    fn is_exceeded(&self, before: usize, now: usize) -> bool {
        let used = self.used.fetch_add(now, Ordering::Relaxed) + now - before;
        self.used.fetch_sub(before, Ordering::Relaxed);
        used > self.room
    }
}

/// How many rows there were, and after how many the memory was full.
struct Filled {
    rows: u64,
    full_after: Option<u64>,
}

impl Filled {
    fn smaller(&self, slice: Slice, budget: &Budget) -> Option<Slice> {
        let bytes = |bytes| u128::try_from(bytes).unwrap_or_default();
        slice.smaller(Full {
            held: bytes(budget.held),
            room: bytes(budget.room),
            taken: self.full_after?,
            all: self.rows,
        })
    }
}

/// Statements on one of the connections.
struct Source<'a> {
    client: &'a Client,
    job: &'a Job,
    budget: &'a Budget,
}

impl<'a> Source<'a> {
    fn new(client: &'a Client, job: &'a Job, budget: &'a Budget) -> Self {
        Self {
            client,
            job,
            budget,
        }
    }

    /// Gives every row of the statement to `take`.
    async fn each(
        &self,
        statement: &str,
        mut take: impl FnMut(&mut Fields<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.stream(statement, |row, _| take(row)).await.map(|_| ())
    }

    /// Fills `target` with the rows of the statement until the memory is full; then it is emptied,
    /// and the rest is counted.
    async fn fill<T: Default>(
        &self,
        statement: &str,
        target: &mut T,
        bytes: fn(&T) -> usize,
        mut take: impl FnMut(&mut T, &mut Fields<'_>) -> Result<(), StoreError>,
    ) -> Result<Filled, StoreError> {
        let (mut full_after, mut used) = (None, 0);
        let budget = self.budget;
        let counted = self.stream(statement, |row, number| {
            if full_after.is_some() {
                return Ok(());
            }
            take(target, row)?;
            if number % ROWS_A_LOOK == 0 {
                let now = bytes(target);
                if budget.is_exceeded(used, now) {
                    full_after = Some(number);
                    *target = T::default();
                }
                used = now;
            }
            Ok(())
        });
        let rows = counted.await?;
        if full_after.is_none() && budget.is_exceeded(used, bytes(target)) {
            full_after = Some(rows);
        }
        Ok(Filled { rows, full_after })
    }

    /// Gives every row to `take` with its number, the first being 1; returns how many there were.
    ///
    /// COPY takes no parameters: the profile, which is hexadecimal digits and hyphens, stands in
    /// the text instead.
    async fn stream(
        &self,
        statement: &str,
        mut take: impl FnMut(&mut Fields<'_>, u64) -> Result<(), StoreError>,
    ) -> Result<u64, StoreError> {
        let profile = format!("'{}'::uuid", self.job.order.profile_id);
        let select = statement.replace("$1", &profile);
        let copy = format!("COPY ({select}) TO STDOUT (FORMAT binary)");
        let stream = self.client.copy_out(&copy).await.map_err(failed)?;
        let mut stream = std::pin::pin!(stream);
        let (mut count, mut told) = (0, 0);
        while let Some(message) = stream.try_next().await.map_err(failed)? {
            rows(&message, &mut |row| {
                count += 1;
                take(row, count)
            })?;
            if count >= told + ROWS_A_STEP {
                told = count;
                self.job.underway().await?;
            }
        }
        Ok(count)
    }
}
