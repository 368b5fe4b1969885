//! Whoever takes the money.

use crate::Plan;
use async_trait::async_trait;
use kernel::{HandoffId, Timestamp, WorkspaceId};

/// A checkout to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckoutOrder {
    /// The hand-off that it finishes. Asking twice for the same one opens one checkout.
    pub handoff_id: HandoffId,
    /// Who pays.
    pub workspace_id: WorkspaceId,
    /// What for.
    pub plan: Plan,
    /// Where the human comes back to.
    pub return_url: String,
}

/// A checkout that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckoutSession {
    /// What the provider calls it.
    pub reference: String,
    /// Where the human pays.
    pub url: String,
    /// Until when.
    pub expires_at: Timestamp,
}

/// How far a checkout is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckoutState {
    /// It waits for the human.
    Open,
    /// It is paid, or the trial has begun; the provider's name of what was subscribed to.
    Completed {
        /// The subscription.
        subscription: String,
    },
    /// It can be paid no more.
    Expired,
    /// The provider does not know it: it is another account's, or another mode's of the same one.
    Unknown,
}

/// Why the provider did not do it. The text is for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentFailure {
    /// The operator has set no provider, or no price for the plan.
    #[error("payments are not configured")]
    NotConfigured,
    /// The provider said no.
    #[error("the payment provider refused: {0}")]
    Refused(String),
    /// The provider did not answer, or not in words that are known.
    #[error("the payment provider did not answer: {0}")]
    Unreachable(String),
}

/// Opens checkouts, tells how far they are, and ends what was subscribed to.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// Opens a checkout.
    async fn open(&self, order: &CheckoutOrder) -> Result<CheckoutSession, PaymentFailure>;

    /// How far the checkout with this reference is.
    async fn state(&self, reference: &str) -> Result<CheckoutState, PaymentFailure>;

    /// Ends a subscription: nothing more is taken for it, as of one that has ended before. One that the provider does not
    /// know is refused: it may be of another account, and be paid there.
    async fn end(&self, subscription: &str) -> Result<(), PaymentFailure>;
}

/// Without a provider nothing can be paid.
#[derive(Clone, Copy, Debug)]
pub struct NoPayments;

#[async_trait]
impl PaymentProvider for NoPayments {
    async fn open(&self, _: &CheckoutOrder) -> Result<CheckoutSession, PaymentFailure> {
        Err(PaymentFailure::NotConfigured)
    }

    async fn state(&self, _: &str) -> Result<CheckoutState, PaymentFailure> {
        Err(PaymentFailure::NotConfigured)
    }

    async fn end(&self, _: &str) -> Result<(), PaymentFailure> {
        Err(PaymentFailure::NotConfigured)
    }
}
