//! One line of the ledger: something that is told under one rule at one destination, or is not, and how that went.
//! No line holds anything of a person: what is told is worked out anew each time it is sent.

use kernel::{ConversionId, OutcomeEventId, Timestamp};

use crate::confirmation::{Confirming, Verdict};
use crate::decision::{Decision, Outcome};
use crate::filter::Filters;
use crate::identity_of_event::SourceFingerprint;
use crate::ids::{DestinationId, ExportDeliveryId, RuleId, RunId};
use crate::match_key::MatchKey;
use crate::payload::Payload;
use crate::record::{Record, Worth};
use crate::retry::{After, Attempts, Sending};
use crate::skip_reason::SkipReason;
use crate::status::Status;
use crate::time::{SEARCH_WINDOW, SEARCH_WINDOW_WITHOUT_CLICK, SOCIAL_WINDOW};
use crate::words::{ActionSource, DestinationKind, SourceKind, words};

/// Whether something happened, or somebody tried the wiring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineKind {
    /// It happened.
    Real,
    /// It was made up, to see whether it arrives. No statistics count it.
    Test,
}

words! { LineKind { Real => "real", Test => "test" } }

/// A line of the ledger.
#[derive(Clone, Debug, PartialEq)]
pub struct LedgerLine {
    /// Its id.
    pub id: ExportDeliveryId,
    /// The run that last had to do with it; none of a test.
    pub run_id: Option<RunId>,
    /// The rule; a test may have none.
    pub rule_id: Option<RuleId>,
    /// Where it is told.
    pub destination_id: DestinationId,
    /// Whether it happened.
    pub kind: LineKind,
    /// What it tells of.
    pub source: LineSource,
    /// What was decided of it.
    pub told: LineTold,
    /// Where it stands.
    pub status: Status,
    /// Why it is not told, when it is skipped.
    pub skip_reason: Option<SkipReason>,
    /// What has been tried.
    pub tried: LineTried,
    /// When it is due next; `None` when nothing is to be done.
    pub next_attempt_at: Option<Timestamp>,
    /// After this the platform does not take it any more.
    pub fresh_until: Timestamp,
    /// When it was written first.
    pub created_at: Timestamp,
}

/// What a line tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSource {
    /// By what it is known, whatever attribution makes of it.
    pub fingerprint: SourceFingerprint,
    /// Of which kind it is.
    pub kind: SourceKind,
    /// The outcome event.
    pub event: OutcomeEventId,
    /// The conversion that it was when this was last decided.
    pub conversion: Option<ConversionId>,
    /// When it happened.
    pub occurred_at: Timestamp,
}

/// What was decided of a line: names of fields and of filters, never what was in them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineTold {
    /// The name that the platform is told.
    pub event_name: Option<String>,
    /// The id that it is told.
    pub event_id: Option<String>,
    /// Where it is told that it happened; none at a search engine.
    pub action_source: Option<ActionSource>,
    /// What the guard did.
    pub filters: Filters,
    /// By what the platform could find the person.
    pub match_keys: Vec<MatchKey>,
    /// What it is told to be worth.
    pub worth: Option<Worth>,
}

/// What has been tried of a line, and how the last request went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineTried {
    /// How often, the present attempt included.
    pub count: u32,
    /// When first.
    pub first_at: Option<Timestamp>,
    /// When first without an answer.
    pub ambiguous_at: Option<Timestamp>,
    /// The status of the last answer.
    pub http_status: Option<u16>,
    /// The platform's code of an error.
    pub platform_code: Option<i64>,
    /// Its finer code.
    pub subcode: Option<i64>,
    /// By what the platform finds the request.
    pub trace_id: Option<String>,
    /// SHA-256 of the last body that it was in, written down before that was sent.
    pub request_sha256: Option<[u8; 32]>,
    /// The beginning of the answer, without what could be somebody's.
    pub response: Option<String>,
    /// How far a search engine's check of it is, when it accepted it and can be asked.
    pub confirming: Option<Confirming>,
}

/// What is kept of an answer: the fields of [`LineTried`] that it replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the field of the same name")]
pub struct Answered {
    pub http_status: Option<u16>,
    pub platform_code: Option<i64>,
    pub subcode: Option<i64>,
    pub trace_id: Option<String>,
    pub response: Option<String>,
    pub request_sha256: [u8; 32],
}

/// What becomes of a line that is due.
#[derive(Clone, Debug, PartialEq)]
pub enum Judged {
    /// It is sent.
    Send(Box<LedgerLine>, Payload),
    /// It is not sent now.
    Settled(Box<LedgerLine>),
    /// Nothing was tried, and there is nothing any more that it would tell: it is as if it had never been planned.
    Withdrawn(ExportDeliveryId),
}

impl LineTold {
    fn of(decision: &Decision) -> Self {
        let event_id = match &decision.outcome {
            Outcome::Ship(payload) => Some(payload.event_id().to_owned()),
            Outcome::Wait(_) | Outcome::Skip(_) => None,
        };
        Self {
            event_name: decision.event_name.clone(),
            event_id,
            action_source: decision.action_source,
            filters: decision.filters,
            match_keys: decision.match_keys.clone(),
            worth: decision.worth,
        }
    }
}

/// Where something is planned, and under which names.
#[derive(Clone, Copy, Debug)]
pub struct Planning {
    /// The new line.
    pub id: ExportDeliveryId,
    /// The run.
    pub run_id: RunId,
    /// The rule.
    pub rule_id: RuleId,
    /// The destination.
    pub destination_id: DestinationId,
    /// Of which kind it is.
    pub destination_kind: DestinationKind,
    /// Now.
    pub now: Timestamp,
}

impl LedgerLine {
    /// A new line of what was decided.
    pub fn planned(planning: Planning, record: &Record, decision: &Decision) -> Self {
        let (status, skip_reason, next_attempt_at) = match &decision.outcome {
            Outcome::Ship(_) => (Status::Queued, None, Some(planning.now)),
            Outcome::Wait(at) => (Status::Queued, None, Some(*at)),
            Outcome::Skip(reason) => (Status::Skipped, Some(*reason), None),
        };
        Self {
            id: planning.id,
            run_id: Some(planning.run_id),
            rule_id: Some(planning.rule_id),
            destination_id: planning.destination_id,
            kind: LineKind::Real,
            source: LineSource::of(record, decision.fingerprint),
            told: LineTold::of(decision),
            status,
            skip_reason,
            tried: LineTried::default(),
            next_attempt_at,
            fresh_until: fresh_until(planning.destination_kind, record.occurred_at, decision),
            created_at: planning.now,
        }
    }

    /// What becomes of a line that is due, by what is decided of it now; `None` when its event, its rule or what
    /// connects them is gone. What may have arrived already is sent again under the same name and id, or not at all.
    pub fn judged(
        mut self,
        (record, decision): (Option<&Record>, Option<Decision>),
        kind: DestinationKind,
        now: Timestamp,
    ) -> Judged {
        let (Some(record), Some(decision)) = (record, decision) else {
            return self.without_source();
        };
        let told = LineTold::of(&decision);
        let may_have_arrived = self.tried.ambiguous_at.is_some();
        self.source.conversion = record.source.conversion().map(|it| it.conversion_id);
        match decision.outcome {
            Outcome::Ship(_)
                if may_have_arrived
                    && (&told.event_name, &told.event_id)
                        != (&self.told.event_name, &self.told.event_id) =>
            {
                self.ended(Status::Unknown)
            }
            Outcome::Skip(_) if may_have_arrived => self.ended(Status::Unknown),
            Outcome::Skip(reason) => {
                self.told = told;
                self.skip_reason = Some(reason);
                self.ended(Status::Skipped)
            }
            Outcome::Wait(at) => {
                self.next_attempt_at = Some(at);
                Judged::Settled(Box::new(self))
            }
            Outcome::Ship(ref payload) => {
                self.fresh_until = fresh_until(kind, record.occurred_at, &decision);
                self.told = told;
                self.status = Status::Sending;
                self.next_attempt_at = None;
                self.tried.count = self.tried.count.saturating_add(1);
                self.tried.first_at.get_or_insert(now);
                Judged::Send(Box::new(self), payload.clone())
            }
        }
    }

    fn without_source(self) -> Judged {
        if self.tried.count == 0 {
            Judged::Withdrawn(self.id)
        } else if self.tried.ambiguous_at.is_some() {
            self.ended(Status::Unknown)
        } else {
            self.ended(Status::Failed)
        }
    }

    fn ended(mut self, status: Status) -> Judged {
        self.status = status;
        self.next_attempt_at = None;
        Judged::Settled(Box::new(self))
    }

    /// What is known of its attempts.
    pub fn sending(&self, now: Timestamp) -> Sending {
        Sending {
            attempts: Attempts {
                count: self.tried.count.max(1),
                first_at: self.tried.first_at.unwrap_or(now),
                ambiguous_at: self.tried.ambiguous_at,
            },
            fresh_until: self.fresh_until,
            // As `Payload::is_deduplicated` says of what was sent.
            is_deduplicated: self.told.action_source != Some(ActionSource::BusinessMessaging),
        }
    }

    /// The line that was in a place of a request which a platform took now. One that checks later is asked, if it said
    /// by what it finds the request.
    #[must_use]
    pub fn taken_in(mut self, place: usize, now: Timestamp) -> Self {
        let can_ask = self.status == Status::Accepted && self.tried.trace_id.is_some();
        self.tried.confirming = can_ask.then(|| Confirming::new(place, now));
        self
    }

    /// The line after its platform was asked once more what it made of it, when it is asked next, and what it said by
    /// now.
    #[must_use]
    pub fn asked(mut self, next: Option<Timestamp>, verdict: Option<&Verdict>) -> Self {
        if let Some(confirming) = &mut self.tried.confirming {
            confirming.asked += 1;
            confirming.ask_at = next;
        }
        if let Some(Verdict { status, reason }) = verdict {
            self.status = *status;
            if reason.is_some() {
                self.tried.response.clone_from(reason);
            }
        }
        self
    }

    /// The line after an attempt, or after its sender vanished.
    #[must_use]
    pub fn after(mut self, after: After, answered: Option<Answered>) -> Self {
        self.status = after.status;
        self.next_attempt_at = after.next_attempt_at;
        self.tried.ambiguous_at = after.ambiguous_at;
        if let Some(answered) = answered {
            self.tried.http_status = answered.http_status;
            self.tried.platform_code = answered.platform_code;
            self.tried.subcode = answered.subcode;
            self.tried.trace_id = answered.trace_id;
            self.tried.response = answered.response;
            self.tried.request_sha256 = Some(answered.request_sha256);
        }
        self
    }
}

impl LineSource {
    /// What a record is known by.
    pub fn of(record: &Record, fingerprint: SourceFingerprint) -> Self {
        Self {
            fingerprint,
            kind: record.source.kind(),
            event: record.event_id,
            conversion: record.source.conversion().map(|it| it.conversion_id),
            occurred_at: record.occurred_at,
        }
    }
}

/// The instant after which a platform does not take an event any more.
fn fresh_until(kind: DestinationKind, occurred_at: Timestamp, decision: &Decision) -> Timestamp {
    let has_click = match &decision.outcome {
        Outcome::Ship(Payload::Search(payload)) => payload.user().click().is_some(),
        // Only a click is waited for.
        Outcome::Wait(_) => true,
        Outcome::Ship(Payload::Social(_)) | Outcome::Skip(_) => false,
    };
    let window = match kind {
        DestinationKind::SocialCapi => SOCIAL_WINDOW,
        DestinationKind::SearchAds if has_click => SEARCH_WINDOW,
        DestinationKind::SearchAds => SEARCH_WINDOW_WITHOUT_CLICK,
    };
    occurred_at.plus_micros(window)
}
