//! What becomes of a batch of browser events of one visitor: the facts, the traffic evidence of page
//! views, who the visitor is when told, and whom to replay, in one transaction.

use std::sync::Arc;

use event_intake::TrackerBatch;
use identity_graph::IdentifierError;
use kernel::StoreError;

use super::alone::record_alone;
use super::count::count_in;
use super::group::{Preparation, prepare};
use crate::context::Context;
use crate::known_signatures::KnownSignatures;
use crate::ports::Profile;
use crate::transaction::{Contended, transact};
use crate::unit_of_work::{UnitOfWork, UnitsOfWork};

/// Who sent the events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sender {
    /// ISO 3166-1 alpha-2, if a trusted proxy tells it.
    pub country: Option<String>,
    /// desktop, mobile or tablet.
    pub device: Option<String>,
    /// Browser family.
    pub browser: Option<String>,
    /// Operating system family.
    pub os: Option<String>,
    /// Why the sender is taken for a bot.
    pub bot_reason: Option<String>,
    /// A name for the network address that is good for a day.
    pub name: Option<String>,
}

/// What became of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collected {
    /// Events that are new.
    pub accepted: usize,
    /// Events whose ids were recorded before.
    pub duplicates: usize,
}

/// Why nothing of a batch was recorded.
#[derive(Debug, thiserror::Error)]
pub enum CollectError {
    /// An identifier is malformed; the position of its event in the batch.
    #[error("event {position}: {error}")]
    Identifier {
        /// Position in the batch, from 0.
        position: usize,
        /// What is wrong.
        error: IdentifierError,
    },
    /// The store failed; nothing was written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for CollectError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

impl Collected {
    /// Nothing.
    pub(super) const NONE: Self = Self {
        accepted: 0,
        duplicates: 0,
    };
}

/// Records the batch in a transaction of its own.
pub async fn collect(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    profile: &Arc<Profile>,
    batch: &TrackerBatch,
    sender: &Sender,
) -> Result<Collected, CollectError> {
    let input = (context, profile, batch, sender);
    transact(units, &input, |work, (context, profile, batch, sender)| {
        Box::pin(collect_in(work, context, profile, batch, sender))
    })
    .await
}

/// Records the batch inside a transaction that the caller settles.
pub async fn collect_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Arc<Profile>,
    batch: &TrackerBatch,
    sender: &Sender,
) -> Result<Collected, CollectError> {
    let prepared = prepare(context, profile, batch.clone(), sender.clone())?;
    Ok(collect_prepared(work, context, prepared).await?)
}

/// The same of a batch with which nothing is wrong, as is known by then.
pub async fn collect_prepared(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    prepared: Preparation,
) -> Result<Collected, StoreError> {
    let known = KnownSignatures::default();
    match prepared {
        Preparation::Recorded(mut batch) => record_alone(work, context, &known, &mut batch).await,
        Preparation::Counted(batch) => {
            let (collected, _) = count_in(work, context, &known, &[&*batch]).await?;
            Ok(collected.first().copied().unwrap_or(Collected::NONE))
        }
    }
}
