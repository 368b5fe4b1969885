//! Writes facts in groups, by the use cases that events of browsers and servers go through.

use std::collections::BTreeMap;
use std::sync::Arc;

use application::known_signatures::KnownSignatures;
use application::outcome_events::group::{Prepared, prepare, record};
use application::outcome_events::record::{
    RecordError, RecordOutcomeEvent, Recorded, record as record_alone,
};
use application::ports::Profile;
use application::tracking::collect::{CollectError, Sender, collect, collect_in};
use application::tracking::group::{self as tracking, Preparation};
use application::transaction::transact;
use application::{Context, UnitsOfWork};
use event_intake::{ClientParser, MatchEvidence, TrackerBatch, TrackerEvent, TrackerEventKind};
use kernel::{ProfileId, StoreError};

use crate::compare::Told;
use crate::fact::{BrowserFact, Fact, OutcomeFact};
use crate::source::BadRow;
use crate::survey::SHOWN;

/// Outcomes in one transaction.
const OUTCOMES: usize = 500;
/// Events that say who somebody is, in one transaction.
const NAMES: usize = 250;
/// How often outcomes that have something in common are tried as groups.
const ROUNDS: usize = 8;

/// What became of facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Events of browsers that are new.
    pub browser: usize,
    /// Outcomes that are new.
    pub outcomes: usize,
    /// Facts that were there before.
    pub known: usize,
    /// Facts that could not be recorded.
    pub refused: usize,
    /// The first of those.
    pub first_refused: Vec<BadRow>,
    /// What the source said of outcomes.
    pub told: Told,
}

impl Written {
    /// Takes in what became of others.
    pub fn add(&mut self, other: Self) {
        self.browser += other.browser;
        self.outcomes += other.outcomes;
        self.known += other.known;
        self.refused += other.refused;
        self.first_refused.extend(other.first_refused);
        self.first_refused.truncate(SHOWN);
        self.told.add(other.told);
    }

    fn refuse(&mut self, line: u64, reason: String) {
        self.refused += 1;
        if self.first_refused.len() < SHOWN {
            self.first_refused.push(BadRow { line, reason });
        }
    }
}

/// What facts are written with.
pub struct Writer<'a> {
    /// Transactions.
    pub units: &'a dyn UnitsOfWork,
    /// What use cases are given.
    pub context: Context<'a>,
    /// Whose facts they are.
    pub profile: Arc<Profile>,
    /// Reads user agents.
    pub clients: &'a ClientParser,
    /// What is in the dictionary.
    pub known: KnownSignatures,
}

/// An outcome that is ready to be written.
struct Ready {
    line: u64,
    channel: Option<String>,
    event: Prepared,
}

/// What a browser calls itself, its kind and its country, with its events and their lines.
type Events = (
    (String, Option<String>, Option<String>),
    Vec<(u64, TrackerEvent)>,
);

/// A batch of one browser, and where its events come from.
struct Sent {
    batch: TrackerBatch,
    sender: Sender,
    lines: Vec<u64>,
}

impl Writer<'_> {
    /// Writes the facts; when it returns they are durable. Facts that were there before change nothing.
    pub async fn write(&self, facts: Vec<Fact>) -> Result<Written, StoreError> {
        let (mut browser, mut names, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
        let mut written = Written::default();
        for fact in facts {
            match fact {
                Fact::Outcome(fact) => outcomes.push(*fact),
                Fact::Browser(fact) if !self.takes(&fact.event) => {
                    let reason = "page.url is of no host that the profile takes events of";
                    written.refuse(fact.line, reason.to_owned());
                }
                Fact::Browser(fact) => match fact.event.kind {
                    TrackerEventKind::Identify { .. } => names.push(*fact),
                    _ => browser.push(*fact),
                },
            }
        }
        self.browser(browser, &mut written).await?;
        self.names(names, &mut written).await?;
        self.outcomes(outcomes, &mut written).await?;
        Ok(written)
    }

    fn takes(&self, event: &TrackerEvent) -> bool {
        let page = event.kind.page();
        page.is_none_or(|page| self.profile.takes_page(page))
    }

    /// One batch a browser, as one would send them.
    fn batches(&self, facts: Vec<BrowserFact>) -> Vec<Sent> {
        let mut batches: BTreeMap<_, Vec<(u64, _)>> = BTreeMap::new();
        for fact in facts {
            let key = (fact.anonymous_id, fact.user_agent, fact.country);
            let events = batches.entry(key).or_default();
            events.push((fact.line, fact.event));
        }
        let of = |((anonymous_id, user_agent, country), mut events): Events| {
            events.sort_by_key(|(_, event)| event.occurred_at);
            let (lines, events) = events.into_iter().unzip();
            Sent {
                batch: TrackerBatch {
                    key: String::new(),
                    anonymous_id: Some(anonymous_id),
                    events,
                    evidence: MatchEvidence::default(),
                },
                sender: self.sender(user_agent.as_deref(), country),
                lines,
            }
        };
        batches.into_iter().map(of).collect()
    }

    fn sender(&self, user_agent: Option<&str>, country: Option<String>) -> Sender {
        let Some(user_agent) = user_agent else {
            return Sender {
                country,
                ..Sender::default()
            };
        };
        let client = self.clients.parse(Some(user_agent));
        Sender {
            country,
            device: Some(client.device.as_str().to_owned()),
            browser: client.browser,
            os: client.os,
            bot_reason: client.bot_reason,
            name: None,
        }
    }

    /// What is ready to be written of batches.
    fn prepared(
        &self,
        batches: Vec<Sent>,
        written: &mut Written,
    ) -> Result<Vec<tracking::Prepared>, StoreError> {
        let mut prepared = Vec::with_capacity(batches.len());
        for Sent {
            batch,
            sender,
            lines,
        } in batches
        {
            match tracking::prepare(&self.context, &self.profile, batch, sender) {
                Ok(Preparation::Recorded(batch)) => prepared.push(*batch),
                // Every one has a browser.
                Ok(Preparation::Counted(_)) => {}
                Err(CollectError::Identifier { error, .. }) => {
                    for line in lines {
                        written.refuse(line, error.to_string());
                    }
                }
                Err(CollectError::Store(error)) => return Err(error),
            }
        }
        Ok(prepared)
    }

    async fn browser(
        &self,
        facts: Vec<BrowserFact>,
        written: &mut Written,
    ) -> Result<(), StoreError> {
        let mut prepared = self.prepared(self.batches(facts), written)?;
        if prepared.is_empty() {
            return Ok(());
        }
        let mut group: Vec<&mut tracking::Prepared> = prepared.iter_mut().collect();
        let (units, context) = (self.units, &self.context);
        match tracking::record(units, context, &self.known, &mut group, &[]).await {
            Ok(group) => {
                for collected in group.recorded {
                    written.browser += collected.accepted;
                    written.known += collected.duplicates;
                }
            }
            Err(StoreError::Conflict) => {
                for one in &prepared {
                    let one = collect(units, context, &one.profile, &one.batch, &one.sender).await;
                    let collected = one.map_err(stored)?;
                    written.browser += collected.accepted;
                    written.known += collected.duplicates;
                }
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// What one event says of who somebody is, the next may have to see: they are written one after the other.
    async fn names(
        &self,
        facts: Vec<BrowserFact>,
        written: &mut Written,
    ) -> Result<(), StoreError> {
        let prepared = self.prepared(self.batches(facts), written)?;
        for some in prepared.chunks(NAMES) {
            let input = (&self.context, some);
            let collected = transact(self.units, &input, |work, (context, some)| {
                Box::pin(async move {
                    let (mut accepted, mut duplicates) = (0, 0);
                    for one in *some {
                        let (batch, sender) = (&one.batch, &one.sender);
                        let done = collect_in(work, context, &one.profile, batch, sender).await?;
                        accepted += done.accepted;
                        duplicates += done.duplicates;
                    }
                    Ok::<_, CollectError>((accepted, duplicates))
                })
            });
            let (accepted, duplicates) = collected.await.map_err(stored)?;
            written.browser += accepted;
            written.known += duplicates;
        }
        Ok(())
    }

    async fn outcomes(
        &self,
        facts: Vec<OutcomeFact>,
        written: &mut Written,
    ) -> Result<(), StoreError> {
        let mut waiting = Vec::with_capacity(facts.len());
        for fact in facts {
            let (line, channel) = (fact.line, fact.channel);
            let command = RecordOutcomeEvent {
                event: fact.event,
                idempotency_key: Some(fact.key),
            };
            match prepare(&self.context, &self.profile, command) {
                Ok(event) => waiting.push(Ready {
                    line,
                    channel,
                    event,
                }),
                Err(error) => refuse(written, line, error)?,
            }
        }
        for _ in 0..ROUNDS {
            let mut later = Vec::new();
            while !waiting.is_empty() {
                let rest = waiting.split_off(waiting.len().min(OUTCOMES));
                later.extend(self.group(waiting, written).await?);
                waiting = rest;
            }
            waiting = later;
        }
        for ready in waiting {
            let recorded = record_alone(self.units, &self.context, &ready.event).await;
            note(written, ready, recorded)?;
        }
        Ok(())
    }

    /// Those that have something in common with one before them.
    async fn group(
        &self,
        group: Vec<Ready>,
        written: &mut Written,
    ) -> Result<Vec<Ready>, StoreError> {
        let events: Vec<&Prepared> = group.iter().map(|ready| &ready.event).collect();
        let outcomes = match record(self.units, &self.context, &self.known, &events).await {
            Ok(outcomes) => outcomes,
            // Each is recorded on its own in the end.
            Err(StoreError::Conflict) => return Ok(group),
            Err(error) => return Err(error),
        };
        let mut later = Vec::new();
        for (ready, outcome) in group.into_iter().zip(outcomes) {
            match outcome {
                Some(recorded) => note(written, ready, recorded)?,
                None => later.push(ready),
            }
        }
        Ok(later)
    }
}

fn note(
    written: &mut Written,
    ready: Ready,
    recorded: Result<Recorded, RecordError>,
) -> Result<(), StoreError> {
    let recorded = match recorded {
        Ok(recorded) => recorded,
        Err(error) => return refuse(written, ready.line, error),
    };
    if recorded.replayed {
        written.known += 1;
    } else {
        written.outcomes += 1;
    }
    if let Some(channel) = ready.channel {
        let (id, event_type) = (recorded.id, &recorded.event_type);
        written.told.note(id, channel, event_type);
    }
    Ok(())
}

fn refuse(written: &mut Written, line: u64, error: RecordError) -> Result<(), StoreError> {
    match error {
        RecordError::Store(error) => Err(error),
        error => {
            written.refuse(line, error.to_string());
            Ok(())
        }
    }
}

fn stored(error: CollectError) -> StoreError {
    match error {
        CollectError::Store(error) => error,
        // Identifiers were read when the batch was prepared.
        error @ CollectError::Identifier { .. } => StoreError::Unavailable(error.to_string()),
    }
}

/// How many rows of a file were done before.
pub async fn done_rows(
    units: &dyn UnitsOfWork,
    profile_id: ProfileId,
    digest: &[u8; 32],
) -> Result<u64, StoreError> {
    let input = (profile_id, digest);
    transact(units, &input, |work, (profile_id, digest)| {
        Box::pin(async move { work.imports().done_lines(*profile_id, digest).await })
    })
    .await
}

/// Notes that so many rows of a file are done.
pub async fn advance(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    (digest, rows): (&[u8; 32], u64),
) -> Result<(), StoreError> {
    let input = (profile_id, digest, rows, context.clock.now());
    transact(units, &input, |work, (profile_id, digest, rows, now)| {
        Box::pin(async move {
            // Facts of any age came in, behind those that have been gone through.
            work.retention().again(*profile_id).await?;
            let imports = work.imports();
            imports.advance(*profile_id, digest, *rows, *now).await
        })
    })
    .await
}
