//! Takes a batch and says what became of it.

use ad_spend::landing::{Batch, Outcome};
use application::{Context, UnitOfWork, UnitsOfWork, settle, transact};
use kernel::StoreError;

use super::judge::judge;
use super::write::write;

/// What became of a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// Nothing waits.
    Nothing,
    /// A batch was written.
    Written,
    /// A batch was refused.
    Refused,
    /// A batch could not be written, and waits.
    Postponed,
}

/// Why a batch has to wait.
#[derive(Debug, thiserror::Error)]
enum NextError {
    /// None was taken.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// This one could not be written.
    #[error("{1}")]
    Batch(Box<Batch>, StoreError),
}

/// Writes the batch that has waited longest, or refuses it, in one transaction. One that cannot be written through no fault
/// of its own waits, so that others come before it.
pub async fn next(units: &dyn UnitsOfWork, context: &Context<'_>) -> Result<Looked, StoreError> {
    // A batch has as many rows as a profile has people.
    let mut work = units.begin_long().await?;
    let done = settled(&mut *work, context).await;
    match settle(work, done).await {
        Ok(None) => Ok(Looked::Nothing),
        Ok(Some(Outcome::Written { .. })) => Ok(Looked::Written),
        Ok(Some(Outcome::Refused(_))) => Ok(Looked::Refused),
        Err(NextError::Store(error)) => Err(error),
        Err(NextError::Batch(batch, error)) => {
            let id = batch.place.batch_id;
            tracing::warn!(batch.id = %id, error = %error, "a batch of spend waits: {error}");
            let input = (context, batch);
            transact(units, &input, |work, (context, batch)| {
                Box::pin(async move {
                    let until = batch.again_at(context.clock.now());
                    work.landing().postpone(batch.place, until).await
                })
            })
            .await?;
            Ok(Looked::Postponed)
        }
    }
}

async fn settled(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
) -> Result<Option<Outcome>, NextError> {
    let Some(batch) = work.landing().take(context.clock.now()).await? else {
        return Ok(None);
    };
    match outcome(work, context, &batch).await {
        Ok(outcome) => Ok(Some(outcome)),
        Err(error) => Err(NextError::Batch(Box::new(batch), error)),
    }
}

async fn outcome(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    batch: &Batch,
) -> Result<Outcome, StoreError> {
    let now = context.clock.now();
    let outcome = match judge(work, batch, now).await? {
        Err(faults) => Outcome::Refused(faults),
        Ok(judged) => write(work, context, (batch, &judged)).await?,
    };
    work.landing().settle(batch.place, &outcome, now).await?;
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use ad_spend::landing::BatchPlace;
    use ad_spend::{Piece, ProfileId, Timestamp, Uuid};
    use application::mocks::{MockUnits, MockWork, Outside};
    use time::macros::date;

    use super::*;

    #[test]
    fn a_batch_that_the_store_does_not_take_waits_and_is_not_judged() {
        let now = Timestamp::parse("2026-06-02T12:00:00Z").unwrap();
        let day = date!(2026 - 06 - 01);
        let batch = Batch {
            place: BatchPlace {
                profile_id: ProfileId::from(Uuid::nil()),
                batch_id: Uuid::nil(),
            },
            platform: "meta".to_owned(),
            account_id: String::new(),
            days: Piece { from: day, to: day },
            row_count: 1,
            landed_at: now,
            failures: 2,
        };
        let place = batch.place;
        let mut taking = MockWork::default();
        taking
            .landing
            .expect_take()
            .return_once(move |_| Ok(Some(batch)));
        taking
            .attribution
            .expect_profile()
            .return_once(|_| Err(StoreError::inconsistent("the disk is full")));
        let mut waiting = MockWork::default();
        waiting
            .landing
            .expect_postpone()
            .withf(move |of, until| *of == place && until.micros_since(now) == 60_000_000)
            .times(1)
            .return_once(|_, _| Ok(()));
        let units = MockUnits::of([taking, waiting]);
        let outside = Outside::at(now);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let looked = runtime.block_on(next(&units, &outside.context())).unwrap();
        assert_eq!(looked, Looked::Postponed);
    }
}
