//! What a rule would have told of what happened, if it had been there: counted, and told to nobody.
//!
//! Records go the way of a run, one at a time, each at the instant at which it came in, which is when a run looks at
//! it. So a rule that was there all the time has told what is counted here, as long as nothing else has changed since:
//! rules, the destination, what the profile decides, what is known of people. What earlier runs told does not
//! count: the ledger is taken to be empty.

use std::slice;

use application::UnitOfWork;
use export_rules::decision::Context;
use export_rules::ports::{CandidateSource, Span};
use export_rules::{
    Compliance, Destination, Record, Rule, Sha256, Since, Tally, Timestamp, Told, plan,
};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Keyset, ProfileId, StoreError};

/// The longest span, in days.
pub const MAX_DAYS: i64 = 90;
/// At most so many events are looked at.
pub const MAX_EVENTS: u64 = 100_000;
/// So many at a time.
const PAGE: u32 = 500;

/// What is tried.
#[derive(Clone, Debug)]
pub struct DryRun {
    /// The rule, stored or drafted. It is tried as it is, as if it had been there since the span began: one that is not
    /// enabled, or does not tell the destination's kind, tells nothing.
    pub rule: Rule,
    /// The profile's other rules that are enabled: what one with precedence tells under the same name is a duplicate.
    pub others: Vec<Rule>,
    /// Where it would be told, as if it had been there since the span began, too.
    pub destination: Destination,
    /// What the profile decides for all of its exports.
    pub compliance: Compliance,
    /// When it happened.
    pub span: Span,
    /// The present: what is known is what may be kept until now.
    pub now: Timestamp,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DryRunOutcome {
    /// What would have been told, and what not, by reason.
    pub tally: Tally,
    /// How many events were looked at.
    pub events: u64,
    /// Where it stopped, when there are more events in the span than may be looked at.
    pub stopped_at: Option<Timestamp>,
}

/// Why nothing was tried.
#[derive(Debug, thiserror::Error)]
pub enum DryRunError {
    /// The span is too long, or ends before it begins.
    #[error("a dry run covers at most {MAX_DAYS} days, and its end is after its beginning")]
    Span,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Counts what the rule would have told the destination. Nothing is written.
pub async fn dry_run(
    work: &mut dyn UnitOfWork,
    sha256: &dyn Sha256,
    profile_id: ProfileId,
    command: DryRun,
) -> Result<DryRunOutcome, DryRunError> {
    let length = command.span.until.micros_since(command.span.from);
    if !(1..=MAX_DAYS * MICROS_PER_DAY).contains(&length) {
        return Err(DryRunError::Span);
    }
    let now = command.now;
    let trial = Trial::of(command, sha256);
    let (mut tally, mut events) = (Tally::default(), 0_u64);
    let mut after = None;
    loop {
        let page = trial
            .page(work.export_candidates(), profile_id, after)
            .await?;
        let Some(last) = page.last().copied() else {
            return Ok(DryRunOutcome {
                tally,
                events,
                stopped_at: None,
            });
        };
        if events >= MAX_EVENTS {
            return Ok(DryRunOutcome {
                tally,
                events,
                stopped_at: after.map(|after: Keyset| after.at),
            });
        }
        let ids: Vec<_> = page.iter().map(|place| place.id.into()).collect();
        let records = work
            .export_candidates()
            .of_events(profile_id, &ids, now)
            .await?;
        for record in &records {
            trial.count(record, &mut tally);
        }
        events = events.saturating_add(u64::try_from(page.len()).unwrap_or(u64::MAX));
        after = Some(last);
    }
}

/// A rule at a destination, as if both had been there since the span began.
struct Trial<'a> {
    rule: Rule,
    /// The rule among the others.
    rules: Vec<Rule>,
    destination: Destination,
    compliance: Compliance,
    span: Span,
    sha256: &'a dyn Sha256,
}

impl<'a> Trial<'a> {
    fn of(command: DryRun, sha256: &'a dyn Sha256) -> Self {
        let DryRun {
            mut rule,
            others,
            mut destination,
            compliance,
            span,
            ..
        } = command;
        rule.since = Since {
            social: Some(span.from),
            search: Some(span.from),
        };
        destination.created_at = destination.created_at.min(span.from);
        let others = others.into_iter().filter(|other| other.id != rule.id);
        let rules = others.chain([rule.clone()]).collect();
        Self {
            rule,
            rules,
            destination,
            compliance,
            span,
            sha256,
        }
    }

    async fn page(
        &self,
        source: &mut dyn CandidateSource,
        profile_id: ProfileId,
        after: Option<Keyset>,
    ) -> Result<Vec<Keyset>, StoreError> {
        let of = &self.rule.settings.source;
        source.events(profile_id, of, self.span, after, PAGE).await
    }

    /// What is decided of one record does not depend on what was decided of another.
    fn count(&self, record: &Record, tally: &mut Tally) {
        let context = Context {
            destination: &self.destination,
            switches: self.compliance.switches,
            privacy: &self.compliance.privacy,
            now: record.received_at,
            sha256: self.sha256,
        };
        let mut told = Told::default();
        let lines = plan(&self.rules, slice::from_ref(record), &context, &mut told);
        tally.add(lines.iter().filter(|line| line.rule == self.rule.id));
    }
}

#[cfg(test)]
mod use_case_tests;
