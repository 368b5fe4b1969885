//! Under which name something is told.

use crate::filter::{Filter, Filters};
use crate::record::{PAYMENT_RECEIVED, Record, Source};
use crate::recurring::{SUBSCRIPTION_RENEWAL, Told};
use crate::skip_reason::SkipReason;

/// The longest name, in characters.
pub const MAX_EVENT_NAME: usize = 50;

pub(crate) const PURCHASE: &str = "Purchase";
const LEAD: &str = "Lead";
const LEAD_SUBMITTED: &str = "LeadSubmitted";
const CONTACT: &str = "Contact";

/// Names that say nothing of what an event was about.
pub const NEUTRAL: [&str; 6] = [
    "Schedule",
    LEAD,
    LEAD_SUBMITTED,
    CONTACT,
    "CompleteRegistration",
    PURCHASE,
];

/// Names that conversations know; a platform refuses every other.
pub const MESSAGING: [&str; 14] = [
    PURCHASE,
    LEAD_SUBMITTED,
    "InitiateCheckout",
    "AddToCart",
    "ViewContent",
    "OrderCreated",
    "OrderShipped",
    "OrderDelivered",
    "OrderCanceled",
    "OrderReturned",
    "CartAbandoned",
    "QualifiedLead",
    "RatingProvided",
    "ReviewProvided",
];

/// The name that an event type has at platforms; `None` for types of the caller's own.
pub fn standard_name(event_type: &str) -> Option<&'static str> {
    match event_type {
        PAYMENT_RECEIVED | "closed_won" => Some(PURCHASE),
        "lead_created" => Some(LEAD),
        "appointment_booked" => Some("Schedule"),
        _ => None,
    }
}

/// The name before the channel and the policy have their say: the rule's own, else the event type's, else the
/// definition's key, else of a move in a pipeline the event type.
pub fn derived_name<'a>(
    event_type: &'a str,
    key: Option<&'a str>,
    own: Option<&'a str>,
) -> &'a str {
    own.or_else(|| standard_name(event_type))
        .or(key)
        .unwrap_or(event_type)
}

/// The name on a social channel.
pub(crate) fn social_name(
    record: &Record,
    own: Option<&str>,
    told: Told,
    is_messaging: bool,
    neutral: bool,
    filters: &mut Filters,
) -> Result<String, SkipReason> {
    if told == Told::AsRenewal {
        return Ok(SUBSCRIPTION_RENEWAL.to_owned());
    }
    let key = match &record.source {
        Source::Conversion(conversion) => Some(conversion.conversion_key.as_str()),
        Source::StageMove(_) => None,
    };
    let mut name = derived_name(&record.event_type, key, own);
    if neutral && !NEUTRAL.contains(&name) {
        filters.note(Filter::EventNameNeutralised);
        name = standard_name(&record.event_type).unwrap_or(CONTACT);
    }
    if is_messaging && name == LEAD {
        name = LEAD_SUBMITTED;
    }
    if is_messaging && !MESSAGING.contains(&name) {
        return Err(SkipReason::EventNotSupportedOnChannel);
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests;
