//! Imports rows of sessions and purchases, each as the facts that a tracker and a server would
//! have sent: a page view, and for a revenue a payment by the same person.

use std::sync::Arc;

use event_intake::{
    IdempotencyKey, MatchEvidence, NewOutcomeEvent, OutcomeEventDraft, PageReferrer, TrackerBatch,
    TrackerEvent, TrackerEventKind,
};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Amount, StoreError, Timestamp};
use uuid::Uuid;

use super::mapping::{LabelRule, Mapping};
use application::context::Context;
use application::outcome_events::group::{Prepared, prepare};
use application::outcome_events::record::{RecordError, RecordOutcomeEvent, record_in};
use application::ports::Profile;
use application::tracking::collect::{CollectError, Sender, collect_prepared};
use application::tracking::group::prepare as prepare_session;
use application::transaction::transact;
use application::unit_of_work::{UnitOfWork, UnitsOfWork};

/// One row of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TouchpointRow {
    /// Its line in the file, from 1.
    pub line: u64,
    /// The person, as the file names them.
    pub customer_id: String,
    /// The session.
    pub session_id: String,
    /// When it began.
    pub at: Timestamp,
    /// The file's channel label.
    pub label: String,
    /// What was bought in it.
    pub revenue: Option<Amount>,
}

/// A row that was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRow {
    /// Its line.
    pub line: u64,
    /// Why.
    pub reason: String,
}

/// What became of some rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Sessions that are new.
    pub sessions: u64,
    /// Purchases that are new.
    pub purchases: u64,
    /// Rows that were imported before.
    pub known: u64,
    /// Rows that could not be imported.
    pub skipped: Vec<SkippedRow>,
}

/// Imports the rows in one transaction and notes that the file is done up to `done_lines`, so that
/// an interrupted import goes on where it stopped. Rows that were imported before change nothing.
pub async fn import_rows(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    profile: &Arc<Profile>,
    mapping: &Mapping,
    rows: &[TouchpointRow],
    source: Source<'_>,
) -> Result<Imported, StoreError> {
    let input = (context, (profile, mapping), rows, source);
    transact(units, &input, |work, (context, whose, rows, source)| {
        Box::pin(import_in(work, context, *whose, rows, *source))
    })
    .await
}

/// The file that is imported.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// SHA-256 of its content.
    pub digest: &'a [u8; 32],
    /// Lines that are done once this call succeeds.
    pub done_lines: u64,
}

async fn import_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile, mapping): (&Arc<Profile>, &Mapping),
    rows: &[TouchpointRow],
    source: Source<'_>,
) -> Result<Imported, StoreError> {
    let mut imported = Imported::default();
    for row in rows {
        match import_row(work, context, profile, mapping, row).await {
            Ok(done) => {
                imported.sessions += u64::from(done.session);
                imported.purchases += u64::from(done.purchase);
                imported.known += u64::from(!done.session && !done.purchase);
            }
            Err(Refused::Row(reason)) => {
                imported.skipped.push(SkippedRow {
                    line: row.line,
                    reason,
                });
            }
            Err(Refused::Store(error)) => return Err(error),
        }
    }
    // Facts of any age came in, behind those that have been gone through.
    work.retention().again(profile.id).await?;
    let now = context.clock.now();
    work.imports()
        .advance(profile.id, source.digest, source.done_lines, now)
        .await?;
    Ok(imported)
}

struct Done {
    session: bool,
    purchase: bool,
}

enum Refused {
    Row(String),
    Store(StoreError),
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

async fn import_row(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Arc<Profile>,
    mapping: &Mapping,
    row: &TouchpointRow,
) -> Result<Done, Refused> {
    let rule = mapping.rule(&row.label).ok_or_else(|| {
        Refused::Row(format!(
            "marketing_channel {:?} is not in the mapping",
            row.label
        ))
    })?;
    // Everything that can be wrong with the row is found before anything of it is written.
    let purchase = match row.revenue {
        Some(amount) => Some(purchase(context, profile, (mapping, row), amount)?),
        None => None,
    };
    let batch = page_view(profile, mapping, rule, row);
    let session =
        prepare_session(context, profile, batch, Sender::default()).map_err(
            |error| match error {
                CollectError::Identifier { error, .. } => Refused::Row(error.to_string()),
                CollectError::Store(error) => Refused::Store(error),
            },
        )?;
    // The payment first: its key may be another event's, which shows before anything of it is written.
    let bought = match purchase {
        Some(event) => {
            let recorded = record_in(work, context, &event).await;
            !recorded.map_err(refused)?.replayed
        }
        None => false,
    };
    let collected = collect_prepared(work, context, session).await?;
    Ok(Done {
        session: collected.accepted > 0,
        purchase: bought,
    })
}

fn refused(error: RecordError) -> Refused {
    match error {
        RecordError::Store(error) => Refused::Store(error),
        error => Refused::Row(error.to_string()),
    }
}

/// The session's landing, under an id that is the same in every import of the session.
fn page_view(
    profile: &Arc<Profile>,
    mapping: &Mapping,
    rule: &LabelRule,
    row: &TouchpointRow,
) -> TrackerBatch {
    let name = format!("touchpoints/session/{}", row.session_id);
    let referrer = rule
        .referrer
        .clone()
        .map_or(PageReferrer::KnownAbsent, PageReferrer::Present);
    TrackerBatch {
        key: String::new(),
        anonymous_id: Some(row.customer_id.clone()),
        evidence: MatchEvidence::default(),
        events: vec![TrackerEvent {
            id: Uuid::new_v5(&profile.id.uuid(), name.as_bytes()).into(),
            occurred_at: row.at,
            kind: TrackerEventKind::PageView {
                url: mapping.landing_url(rule),
                referrer,
                title: None,
            },
        }],
    }
}

fn purchase(
    context: &Context<'_>,
    profile: &Arc<Profile>,
    (mapping, row): (&Mapping, &TouchpointRow),
    amount: Amount,
) -> Result<Prepared, Refused> {
    let after = i64::from(mapping.purchase.seconds_after_session) * MICROS_PER_SECOND;
    let mut draft = OutcomeEventDraft {
        event_type: Some(mapping.purchase.event_type.clone()),
        event_time: Some(row.at.plus_micros(after).to_string()),
        value_amount: Some(amount.to_string()),
        ..OutcomeEventDraft::default()
    };
    draft.person.anonymous_id = Some(row.customer_id.clone());
    let event = NewOutcomeEvent::parse(draft, context.clock.now()).map_err(|errors| {
        let reasons: Vec<_> = errors
            .iter()
            .map(|error| format!("{} {}", error.field, error.reason))
            .collect();
        Refused::Row(reasons.join("; "))
    })?;
    let key = format!("touchpoints:{}", row.session_id);
    let idempotency_key = IdempotencyKey::parse(&key)
        .map_err(|_| Refused::Row("session_id is too long".to_owned()))?;
    let command = RecordOutcomeEvent {
        event,
        idempotency_key: Some(idempotency_key),
    };
    prepare(context, profile, command).map_err(refused)
}
