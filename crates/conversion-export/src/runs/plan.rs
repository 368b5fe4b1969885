//! Decides what is to be told of events that are marked.

use application::{Context, UnitOfWork};
use export_rules::{
    Compliance, Context as Judging, Destination, DestinationKind, Lane, LedgerLine, Line, Planning,
    Record, Rule, Sha256, SourceFingerprint, Status,
};
use kernel::{ProfileId, StoreError, Timestamp};

/// What came of some marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Planned {
    /// Events that were looked at.
    pub events: usize,
    /// Lines that were written.
    pub lines: u64,
}

/// Takes at most `most` marks of a profile and writes what is to be told of their events, and what is not. Whoever
/// plans holds the lanes of the profile's destinations, so that nobody else writes of the same event meanwhile.
pub async fn plan(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    sha256: &dyn Sha256,
    (profile_id, most): (ProfileId, u32),
) -> Result<Planned, StoreError> {
    let events = work.export_marks().take(profile_id, most).await?;
    let mut planned = Planned {
        events: events.len(),
        lines: 0,
    };
    let rules = work.export_rules().enabled(profile_id).await?;
    let destinations = work.destinations().all(profile_id).await?;
    let destinations: Vec<_> = destinations
        .into_iter()
        .filter(|it| rules.iter().any(|rule| rule.settings.tells(it.kind())))
        .collect();
    if events.is_empty() || destinations.is_empty() {
        return Ok(planned);
    }
    let records = work
        .export_candidates()
        .of_events(profile_id, &events, context.clock.now())
        .await?;
    let covered: Vec<_> = records
        .into_iter()
        .filter(|record| is_covered(&rules, record))
        .collect();
    if covered.is_empty() {
        return Ok(planned);
    }
    let compliance = work.export_compliance().find(profile_id).await?;
    let ids: Vec<_> = destinations.iter().map(|it| it.id).collect();
    let lanes = work.export_lanes().hold(profile_id, &ids).await?;
    let look = Look {
        rules: &rules,
        records: &covered,
        compliance: &compliance,
        sha256,
    };
    for mut lane in lanes {
        let destination = destinations.iter().find(|it| it.id == lane.destination_id);
        if let Some(destination) = destination {
            planned.lines += look.at(work, context, destination, &mut lane).await?;
        }
    }
    Ok(planned)
}

fn is_covered(rules: &[Rule], record: &Record) -> bool {
    let kinds = [DestinationKind::SocialCapi, DestinationKind::SearchAds];
    let mut covering = rules.iter();
    covering.any(|rule| kinds.iter().any(|kind| rule.covers(record, *kind)))
}

/// What holds for all destinations.
struct Look<'a> {
    rules: &'a [Rule],
    records: &'a [Record],
    compliance: &'a Compliance,
    sha256: &'a dyn Sha256,
}

impl Look<'_> {
    /// Plans for one destination; how many lines were written.
    async fn at(
        &self,
        work: &mut dyn UnitOfWork,
        context: &Context<'_>,
        destination: &Destination,
        lane: &mut Lane,
    ) -> Result<u64, StoreError> {
        let profile_id = lane.profile_id;
        let now = context.clock.now();
        let fingerprints: Vec<_> = self.records.iter().map(|it| self.fingerprint(it)).collect();
        let mut told = work
            .export_ledger()
            .told(profile_id, destination.id, &fingerprints)
            .await?;
        let judging = Judging {
            destination,
            switches: self.compliance.switches,
            privacy: &self.compliance.privacy,
            now,
            sha256: self.sha256,
        };
        let lines = export_rules::plan(self.rules, self.records, &judging, &mut told);
        if lines.is_empty() {
            return Ok(0);
        }
        let run = match lane.run {
            Some(run) => run.id,
            None => context.ids.new_id().into(),
        };
        let planning = |line: &Line| Planning {
            id: context.ids.new_id().into(),
            run_id: run,
            rule_id: line.rule,
            destination_id: destination.id,
            destination_kind: destination.kind(),
            now,
        };
        let lines: Vec<_> = lines
            .iter()
            .filter_map(|line| {
                let record = self.records.get(line.record)?;
                Some(LedgerLine::planned(planning(line), record, &line.decision))
            })
            .collect();
        let written = work.export_ledger().add(profile_id, &lines).await?;
        if written > 0 {
            lane.run(run, now);
            lane.is_due_at(first_due(&lines, now));
            work.export_lanes().put(lane).await?;
        }
        Ok(written)
    }

    fn fingerprint(&self, record: &Record) -> SourceFingerprint {
        let kind = record.source.kind();
        SourceFingerprint::of(record.profile_id, kind, record.event_id, self.sha256)
    }
}

/// When the first of some lines is due. A run of skipped ones alone has to be ended, too.
fn first_due(lines: &[LedgerLine], now: Timestamp) -> Timestamp {
    let is_settled = |line: &LedgerLine| line.status == Status::Skipped;
    if lines.iter().any(is_settled) {
        return now;
    }
    let due = lines.iter().filter_map(|line| line.next_attempt_at);
    due.min().unwrap_or(now)
}
