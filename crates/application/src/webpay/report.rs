//! Records what a card checkout says of an order: its payment once, and of what was given back what is new.
//!
//! The same order is told of many times, by retries and by looking at it later. A payment is recorded under the order's name,
//! and found again by what identifies it, not by all that was said. What was given back is told as a sum so far, in
//! whatever order: what is recorded is what exceeds all refunds before. Reports of one order wait for each other; a refund
//! that is told as an event waits for nobody.

use std::sync::Arc;

use event_intake::ports::{StoredOutcome, StoredPayment};
use event_intake::{IdempotencyKey, NewOutcomeEvent, NotRecorded, RawPerson, Says, WebpayReport};
use kernel::{Amount, OutcomeEventId, StoreError, Timestamp};

use crate::context::Context;
use crate::customers;
use crate::forgotten::forgotten_key;
use crate::outcome_events::group::prepare;
use crate::outcome_events::record::{RecordError, RecordOutcomeEvent, Recorded, record_in};
use crate::ports::Profile;
use crate::unit_of_work::UnitOfWork;

/// What became of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reported {
    /// A payment or a refund stands.
    Recorded {
        /// What it is.
        event: Box<Recorded>,
        /// Its key.
        key: String,
    },
    /// Nothing was written.
    Nothing(NotRecorded),
}

/// Records inside a transaction what a report adds to what is known: what became of it, and identifier fields that held a
/// placeholder and were ignored.
pub async fn report(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile, report): &(Arc<Profile>, WebpayReport),
) -> Result<(Reported, Vec<&'static str>), RecordError> {
    // Whatever becomes of it, so that what is wrong is told at once and every time.
    let named = customers::read(context, &customers::raw(report.person()))?;
    let ignored = named.identifiers.dropped().to_vec();
    let reporting = Reporting {
        context,
        profile,
        report,
    };
    let reported = match &report.says {
        Says::Nothing(why) => Reported::Nothing(*why),
        Says::Paid(event) => reporting.paid(work, event).await?,
        Says::Returned(in_all) => reporting.returned(work, *in_all).await?,
    };
    Ok((reported, ignored))
}

struct Reporting<'a> {
    context: &'a Context<'a>,
    profile: &'a Arc<Profile>,
    report: &'a WebpayReport,
}

impl Reporting<'_> {
    async fn paid(
        &self,
        work: &mut dyn UnitOfWork,
        event: &NewOutcomeEvent,
    ) -> Result<Reported, RecordError> {
        let key = &self.report.buy_order;
        if let Some(stored) = self.stored(work).await? {
            let key = key.as_str().to_owned();
            let moments = [stored.occurred_at, stored.received_at];
            let event = Box::new(replayed(stored.id, stored.event_type, moments));
            return Ok(Reported::Recorded { event, key });
        }
        let told = key.as_str().to_owned();
        match self.record(work, event.clone(), (key.clone(), told)).await {
            // Somebody else reported the order since it was looked for: it is looked for again.
            Err(RecordError::KeyReused) => Err(StoreError::Conflict.into()),
            outcome => outcome,
        }
    }

    async fn returned(
        &self,
        work: &mut dyn UnitOfWork,
        in_all: Amount,
    ) -> Result<Reported, RecordError> {
        let Some(payment) = self.stored(work).await? else {
            return Ok(Reported::Nothing(NotRecorded::UnknownPayment));
        };
        let key = self
            .report
            .refund_key(in_all)
            .map_err(StoreError::inconsistent)?;
        // Of somebody who was forgotten: nothing is to name them again.
        let is_forgotten = payment.idempotency_key != self.report.buy_order.as_str();
        let references = [payment.idempotency_key.clone(), payment.id.to_string()];
        let events = work.outcome_events();
        let refunded = events
            .refunded(self.profile.id, &references, self.report.currency)
            .await?;
        let left = in_all.decimal() - refunded;
        if left.is_sign_negative() || left.is_zero() {
            return self.refunded_before(work, (&references, key)).await;
        }
        let left = left
            .to_string()
            .parse::<Amount>()
            .map_err(StoreError::inconsistent)?;
        let now = self.context.clock.now();
        let event = self.report.refund(left, &payment.idempotency_key, now);
        let mut event =
            event.map_err(|_| StoreError::inconsistent("a refund that cannot be told"))?;
        let told = key.as_str().to_owned();
        let mut stored_as = key;
        if is_forgotten {
            event.person = RawPerson::default();
            let hashed = forgotten_key(self.context, &told);
            stored_as = IdempotencyKey::parse(&hashed).map_err(StoreError::inconsistent)?;
        }
        self.record(work, event, (stored_as, told)).await
    }

    /// The order's payment, held against other reports of it. Fails where its name is something else's.
    async fn stored(
        &self,
        work: &mut dyn UnitOfWork,
    ) -> Result<Option<StoredPayment>, RecordError> {
        let key = self.report.buy_order.as_str();
        // Of somebody who was forgotten, a key that named them is kept as its hash.
        let hashed = forgotten_key(self.context, key);
        let events = work.outcome_events();
        let stored = events
            .lock_payment(self.profile.id, &[key, &hashed])
            .await?;
        match stored {
            Some(stored) if !self.report.is_of(&stored) => Err(RecordError::KeyReused),
            stored => Ok(stored),
        }
    }

    /// What gave back as much before: under the same key, else the last one.
    async fn refunded_before(
        &self,
        work: &mut dyn UnitOfWork,
        (references, key): (&[String], IdempotencyKey),
    ) -> Result<Reported, RecordError> {
        let events = work.outcome_events();
        let refunds = events.refunds_of(self.profile.id, references).await?;
        let hashed = forgotten_key(self.context, key.as_str());
        let is_same = |stored: &str| stored == key.as_str() || stored == hashed;
        let order = |refund: &StoredOutcome| {
            let stored = refund.idempotency_key.as_deref();
            (stored.is_some_and(is_same), refund.received_at, refund.id)
        };
        let refund = refunds.into_iter().max_by_key(order);
        let refund = refund.ok_or_else(|| StoreError::inconsistent("a sum of no refunds"))?;
        let key = refund.idempotency_key.clone();
        let moments = [refund.occurred_at, refund.received_at];
        let event = replayed(refund.id, refund.event_type, moments);
        Ok(Reported::Recorded {
            event: Box::new(event),
            key: key.unwrap_or_else(|| refund.id.to_string()),
        })
    }

    async fn record(
        &self,
        work: &mut dyn UnitOfWork,
        event: NewOutcomeEvent,
        (key, told): (IdempotencyKey, String),
    ) -> Result<Reported, RecordError> {
        let command = RecordOutcomeEvent {
            event,
            idempotency_key: Some(key),
        };
        let prepared = prepare(self.context, self.profile, command)?;
        let event = record_in(work, self.context, &prepared).await?;
        Ok(Reported::Recorded {
            event: Box::new(event),
            key: told,
        })
    }
}

/// What was recorded before, with when it happened and when it came in.
fn replayed(
    id: OutcomeEventId,
    event_type: String,
    [occurred_at, received_at]: [Timestamp; 2],
) -> Recorded {
    Recorded {
        id,
        event_type,
        occurred_at,
        received_at,
        replayed: true,
        generated_key: None,
        customer_id: None,
        ignored_fields: Vec::new(),
    }
}
