//! Takes what is due of a destination, decides of each line anew, and writes down that it is being sent.

use std::collections::HashMap;

use application::{Context, UnitOfWork};
use export_rules::{
    Breaker, Context as Judging, Destination, DestinationKind, ExportDeliveryId, Judged, LaneLease,
    LedgerLine, Payload, Record, Room, Rule, RunFailure, SearchPayload, Sha256, SocialPayload,
    SourceKind, Status, Told, evaluate,
};
use kernel::{OutcomeEventId, ProfileId, StoreError, Timestamp};

use super::finish::finish;
use super::{HeldLane, LEASE, lane};

/// Whether there is a token to send with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HasToken {
    /// There is.
    Yes,
    /// Somebody has to connect the account anew.
    NotBeforeReconnect,
    /// Not before an instant.
    NotBefore(Timestamp),
}

/// What is sent at once.
#[derive(Clone, Debug, Default)]
pub struct ClaimedBatch {
    /// The lines, in the order of the payloads.
    pub lines: Vec<LedgerLine>,
    /// What is sent.
    pub payloads: Payloads,
}

/// What a platform is told.
#[derive(Clone, Debug)]
pub enum Payloads {
    /// A social network.
    Social(Vec<SocialPayload>),
    /// A search engine.
    Search(Vec<SearchPayload>),
}

impl Default for Payloads {
    fn default() -> Self {
        Self::Social(Vec::new())
    }
}

/// What came of it.
#[derive(Debug)]
pub enum Claimed {
    /// Nothing is to be sent now, and the lane is given back.
    Nothing,
    /// Everything that was due is settled, and there may be more.
    Settled,
    /// This is to be sent.
    Batch(Box<ClaimedBatch>),
}

/// Takes at most `most` lines that are due.
pub async fn claim(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    sha256: &dyn Sha256,
    (held, token, most): (HeldLane, HasToken, u32),
) -> Result<Claimed, StoreError> {
    let Some(mut lane) = lane(work, held).await? else {
        return Ok(Claimed::Nothing);
    };
    let destinations = work.destinations().all(held.profile_id).await?;
    let found = destinations.iter().find(|it| it.id == held.destination_id);
    let Some(destination) = found else {
        return Ok(Claimed::Nothing);
    };
    let kind = destination.kind();
    let now = context.clock.now();
    let mut failure = None;
    match token {
        HasToken::Yes => lane.has_access(),
        HasToken::NotBeforeReconnect => {
            failure = lane.lost_access(now).then_some(RunFailure::Auth);
        }
        HasToken::NotBefore(at) => lane.held_until = Some(at),
    }
    let room = match (token, lane.breaker.room(now)) {
        (HasToken::Yes, Room::Batch) => most,
        (HasToken::Yes, Room::One) => 1,
        (HasToken::Yes, Room::None)
        | (HasToken::NotBeforeReconnect | HasToken::NotBefore(_), _) => 0,
    };
    if room == 0 {
        if let Breaker::Open { until, .. } = lane.breaker {
            lane.held_until = lane.held_until.max(Some(until));
        }
        finish(work, context, (&mut lane, kind), failure).await?;
        return Ok(Claimed::Nothing);
    }
    let lines = work
        .export_ledger()
        .due(held.profile_id, held.destination_id, now, room)
        .await?;
    if lines.is_empty() {
        let goes_on = finish(work, context, (&mut lane, kind), None).await?;
        return Ok(if goes_on {
            Claimed::Settled
        } else {
            Claimed::Nothing
        });
    }
    let run = lane.run(context.ids.new_id().into(), now);
    let mut sorted = judge(work, (held.profile_id, destination), lines, (sha256, now)).await?;
    for line in sorted.settled.iter_mut().chain(&mut sorted.batch.lines) {
        line.run_id = Some(run.id);
    }
    let ledger = work.export_ledger();
    let changed = [sorted.settled.as_slice(), &sorted.batch.lines].concat();
    ledger.withdraw(held.profile_id, &sorted.withdrawn).await?;
    ledger.put(held.profile_id, &changed, false).await?;
    lane.lease = Some(LaneLease {
        holder: held.holder,
        until: now.plus_micros(LEASE),
    });
    work.export_lanes().put(&lane).await?;
    if sorted.batch.lines.is_empty() {
        return Ok(Claimed::Settled);
    }
    Ok(Claimed::Batch(Box::new(sorted.batch)))
}

/// Lines by what becomes of them.
#[derive(Default)]
struct Sorted {
    batch: ClaimedBatch,
    settled: Vec<LedgerLine>,
    withdrawn: Vec<ExportDeliveryId>,
}

impl Sorted {
    fn of(kind: DestinationKind) -> Self {
        let payloads = match kind {
            DestinationKind::SocialCapi => Payloads::Social(Vec::new()),
            DestinationKind::SearchAds => Payloads::Search(Vec::new()),
        };
        Self {
            batch: ClaimedBatch {
                lines: Vec::new(),
                payloads,
            },
            ..Self::default()
        }
    }

    /// A payload of the other kind of destination cannot come about; if it did, it would go nowhere.
    fn send(&mut self, mut line: LedgerLine, payload: Payload) {
        match (&mut self.batch.payloads, payload) {
            (Payloads::Social(payloads), Payload::Social(payload)) => payloads.push(*payload),
            (Payloads::Search(payloads), Payload::Search(payload)) => payloads.push(*payload),
            (Payloads::Social(_) | Payloads::Search(_), _) => {
                line.status = Status::Failed;
                self.settled.push(line);
                return;
            }
        }
        self.batch.lines.push(line);
    }
}

/// Decides anew, from what is known and allowed by now.
async fn judge(
    work: &mut dyn UnitOfWork,
    (profile_id, destination): (ProfileId, &Destination),
    lines: Vec<LedgerLine>,
    (sha256, now): (&dyn Sha256, Timestamp),
) -> Result<Sorted, StoreError> {
    let mut events: Vec<OutcomeEventId> = lines.iter().map(|line| line.source.event).collect();
    events.sort_unstable();
    events.dedup();
    let records = work
        .export_candidates()
        .of_events(profile_id, &events, now)
        .await?;
    let rules = work.export_rules().enabled(profile_id).await?;
    let compliance = work.export_compliance().find(profile_id).await?;
    let fingerprints: Vec<_> = lines.iter().map(|line| line.source.fingerprint).collect();
    let mut told = work
        .export_ledger()
        .told(profile_id, destination.id, &fingerprints)
        .await?;
    let records: HashMap<(OutcomeEventId, SourceKind), &Record> = records
        .iter()
        .map(|record| ((record.event_id, record.source.kind()), record))
        .collect();
    let judging = Judging {
        destination,
        switches: compliance.switches,
        privacy: &compliance.privacy,
        now,
        sha256,
    };
    let kind = destination.kind();
    let mut sorted = Sorted::of(kind);
    for line in lines {
        let record = records.get(&(line.source.event, line.source.kind)).copied();
        let rule = rules.iter().find(|rule| Some(rule.id) == line.rule_id);
        let decision = record
            .zip(rule)
            .filter(|(record, rule)| rule.covers(record, kind))
            .map(|(record, rule)| decide(rule, record, &judging, &mut told));
        match line.judged((record, decision), kind, now) {
            Judged::Send(line, payload) => sorted.send(*line, payload),
            Judged::Settled(line) => sorted.settled.push(*line),
            Judged::Withdrawn(id) => sorted.withdrawn.push(id),
        }
    }
    Ok(sorted)
}

fn decide(
    rule: &Rule,
    record: &Record,
    judging: &Judging<'_>,
    told: &mut Told,
) -> export_rules::Decision {
    let decision = evaluate(rule, record, judging, &|fingerprint, name| {
        told.is_by_another(rule.id, fingerprint, name)
    });
    // A rule whose name has changed may have come to another's in the same batch.
    if let (None, Some(name)) = (decision.skip_reason(), &decision.event_name) {
        told.told(rule.id, decision.fingerprint, name);
    }
    decision
}
