//! What becomes of renewals of a subscription.

use kernel::RevenueType;

use crate::record::{PAYMENT_RECEIVED, Record};
use crate::skip_reason::SkipReason;
use crate::words::{DestinationKind, RecurringPaymentMode};

/// The name that renewals have when they are told as an event of their own.
pub const SUBSCRIPTION_RENEWAL: &str = "SubscriptionRenewal";

/// Whether a record renews a subscription: a cash conversion of a `payment_received` event of which the caller
/// said that it is not the first. Unknown is not a renewal, and a refund is none.
pub fn is_renewal(record: &Record) -> bool {
    record.source.conversion().is_some_and(|conversion| {
        conversion.revenue_type == RevenueType::Cash
            && conversion.is_first_payment == Some(false)
            && !conversion.is_refund
            && record.event_type == PAYMENT_RECEIVED
    })
}

/// How a record is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// As what it is.
    AsItIs,
    /// As a renewal, made by the system.
    AsRenewal,
}

/// How a record is told to a kind of destination, or why it is not. `neutral`: names that say what an event was
/// about may not leave, and a renewal under another name would be counted as something that it is not.
pub(crate) fn told(
    record: &Record,
    mode: RecurringPaymentMode,
    kind: DestinationKind,
    neutral: bool,
) -> Result<Told, SkipReason> {
    if !is_renewal(record) {
        return Ok(Told::AsItIs);
    }
    match (mode, kind) {
        (RecurringPaymentMode::Skip, _) => Err(SkipReason::RecurringPayment),
        (RecurringPaymentMode::Purchase, _) => Ok(Told::AsItIs),
        (RecurringPaymentMode::CustomEvent, DestinationKind::SearchAds) => {
            Err(SkipReason::RecurringPaymentGoogleNoCustomEvent)
        }
        (RecurringPaymentMode::CustomEvent, DestinationKind::SocialCapi) if neutral => {
            Err(SkipReason::RecurringPayment)
        }
        (RecurringPaymentMode::CustomEvent, DestinationKind::SocialCapi) => Ok(Told::AsRenewal),
    }
}
