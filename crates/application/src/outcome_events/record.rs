//! Records one outcome event: the fact, who is behind it, and whom to replay, in one transaction.

use event_intake::ports::StoredOutcome;
use event_intake::{IdempotencyKey, NewOutcomeEvent};
use identity_graph::IdentifierError;
use kernel::{CustomerId, OutcomeEventId, StoreError, Timestamp};

use super::dirty::{add, own_marks, refund_marks};
use super::fact::Draft;
use crate::context::Context;
use crate::evidence;
use crate::people::{self, Named};
use crate::ports::Profile;
use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// An event with the key that makes it safe to send again.
#[derive(Clone, Debug)]
pub struct RecordOutcomeEvent {
    /// The event.
    pub event: NewOutcomeEvent,
    /// The caller's key.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// What became of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its id, the same for every replay.
    pub id: OutcomeEventId,
    /// Its type.
    pub event_type: String,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// When it first came in.
    pub received_at: Timestamp,
    /// Whether the same event was recorded before, under the same key.
    pub replayed: bool,
    /// The key that was made for money that came without one.
    pub generated_key: Option<String>,
    /// Whose it is, when it names a known person.
    pub customer_id: Option<CustomerId>,
    /// Identifier fields that held a placeholder and were ignored.
    pub ignored_fields: Vec<&'static str>,
}

/// Why an event was not recorded.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// An identifier is malformed.
    #[error(transparent)]
    Identifier(#[from] IdentifierError),
    /// The key was used for another event.
    #[error("the idempotency key was used for an event with other content")]
    KeyReused,
    /// The store failed; nothing was written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How often a lost race is run again.
const TRIES: usize = 8;

/// Records the event, again when another transaction was faster.
pub async fn record(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    profile: &Profile,
    command: &RecordOutcomeEvent,
) -> Result<Recorded, RecordError> {
    let named = people::read(context, &people::raw(&command.event.person))?;
    let mut tries = 1;
    loop {
        let mut work = units.begin().await?;
        // Nearly every event is new, and its key is unique in the store. So it is looked up only
        // when the store says that the key, or something else, was taken.
        let outcome = if tries == 1 {
            let draft = Draft::of(context, profile, command, &named);
            write(&mut *work, context, profile, draft, &named).await
        } else {
            record_in(&mut *work, context, profile, command, &named).await
        };
        match settle(work, outcome).await {
            Err(RecordError::Store(StoreError::Conflict)) if tries < TRIES => tries += 1,
            outcome => return outcome,
        }
    }
}

/// Records the event inside a transaction that the caller settles: for imports, which write many
/// at once.
pub async fn record_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    command: &RecordOutcomeEvent,
    named: &Named,
) -> Result<Recorded, RecordError> {
    let draft = Draft::of(context, profile, command, named);
    if let Some(key) = draft.key() {
        let stored = work.outcome_events().by_keys(profile.id, &[key]).await?;
        if let Some(stored) = stored.first() {
            return replayed(stored, &draft);
        }
    }
    write(work, context, profile, draft, named).await
}

/// Records an event whose key is not known to be taken.
async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    mut draft: Draft,
    named: &Named,
) -> Result<Recorded, RecordError> {
    let now = context.clock.now();
    let occasion = draft.occasion(context, now);
    let resolved = people::identify(work, profile, &named.identifiers, occasion, &[]).await?;
    if let Some((signature, evidence)) = draft.source() {
        let ids = evidence::record(work, context, profile, &[evidence]).await?;
        *signature = ids.first().copied();
    }
    let (fact, recorded) = draft.complete(context, (&resolved, occasion.fact), now);
    let facts = std::slice::from_ref(&fact);
    let refunded = work.outcome_events().insert(profile.id, facts).await?;
    let mut due = own_marks(profile, &fact, &resolved);
    if fact.refund_of.is_some() || refunded.contains(&true) {
        due.extend(refund_marks(work, profile, &fact).await?);
    }
    add(work, context, profile, due, now).await?;
    Ok(recorded)
}

/// What became of an event whose key is taken.
pub(super) fn replayed(stored: &StoredOutcome, draft: &Draft) -> Result<Recorded, RecordError> {
    if !draft.has_content_of(&stored.content_hash) {
        return Err(RecordError::KeyReused);
    }
    Ok(Recorded {
        id: stored.id,
        event_type: stored.event_type.clone(),
        occurred_at: stored.occurred_at,
        received_at: stored.received_at,
        replayed: true,
        generated_key: None,
        customer_id: None,
        ignored_fields: draft.ignored_fields().to_vec(),
    })
}
