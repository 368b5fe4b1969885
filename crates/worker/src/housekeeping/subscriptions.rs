//! What was subscribed to for a workspace that is gone: it is ended at whoever takes the money.

use access_control::ports::{CheckoutState, PaymentFailure};
use application::ports::AbandonedCheckout;
use kernel::StoreError;

use super::Housekeeper;

/// Checkouts in one turn.
const MOST: u32 = 100;

/// Ends what can be ended now; how much that was. What cannot be is tried again with the next turn, for as long as it takes:
/// it is kept until then, and told in the log.
pub async fn end(house: &Housekeeper) -> Result<u64, StoreError> {
    let mut ended = 0;
    for checkout in house.removal.abandoned(MOST).await? {
        match end_one(house, &checkout).await {
            Ok(false) => {}
            Ok(true) => {
                house.removal.ended(checkout.id).await?;
                ended += 1;
            }
            Err(failure) => {
                let checkout = checkout.id;
                tracing::error!(
                    %checkout, error = %failure,
                    "a deleted workspace is still paid for: {failure}"
                );
                // Whoever is away, or not set, is so for all of them.
                if !matches!(failure, PaymentFailure::Refused(_)) {
                    break;
                }
            }
        }
    }
    Ok(ended)
}

/// Whether nothing more is taken; a checkout that still waits may be paid.
async fn end_one(
    house: &Housekeeper,
    checkout: &AbandonedCheckout,
) -> Result<bool, PaymentFailure> {
    let subscription = match (&checkout.subscription, &checkout.reference) {
        (Some(subscription), _) => subscription.clone(),
        (None, Some(reference)) => match house.payments.state(reference).await? {
            CheckoutState::Open => return Ok(false),
            CheckoutState::Expired => return Ok(true),
            // Whoever knew it may take money for it still.
            CheckoutState::Unknown => {
                let unknown = "the checkout is not known to the account".to_owned();
                return Err(PaymentFailure::Refused(unknown));
            }
            CheckoutState::Completed { subscription } => subscription,
        },
        (None, None) => return Ok(true),
    };
    house.payments.end(&subscription).await?;
    Ok(true)
}
