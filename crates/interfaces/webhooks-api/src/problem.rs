//! How refusals are answered.

use http_kit::problem::{FieldCode, FieldError, Problem};
use webhook_delivery::create::CreateSubscriptionError;
use webhook_delivery::replay::ReplayError;
use webhook_delivery::rotate_secret::RotateSecretError;
use webhook_events::{MAX_SUBSCRIPTIONS, SubscriptionFault, SubscriptionFaultReason};

/// 400 that names every field.
pub(crate) fn invalid(faults: &[SubscriptionFault]) -> Problem {
    let error = |fault: &SubscriptionFault| {
        let at = format!("/{}", fault.field);
        FieldError::pointer(at, code(fault.reason), fault.reason.to_string())
    };
    Problem::invalid(faults.iter().map(error).collect())
}

fn code(reason: SubscriptionFaultReason) -> FieldCode {
    match reason {
        SubscriptionFaultReason::Missing => FieldCode::Missing,
        SubscriptionFaultReason::Null
        | SubscriptionFaultReason::Url(_)
        | SubscriptionFaultReason::Provider(_) => FieldCode::Malformed,
        SubscriptionFaultReason::Count => FieldCode::OutOfRange,
        SubscriptionFaultReason::UnknownEvent => FieldCode::UnknownValue,
        SubscriptionFaultReason::Repeated => FieldCode::Repeated,
    }
}

pub(crate) fn of_create(error: CreateSubscriptionError) -> Problem {
    match error {
        CreateSubscriptionError::TooMany => Problem::conflict(
            format!("the profile has {MAX_SUBSCRIPTIONS} subscriptions, which is the most"),
            Vec::new(),
        ),
        CreateSubscriptionError::Store(error) => error.into(),
    }
}

pub(crate) fn of_rotation(error: RotateSecretError) -> Problem {
    match error {
        RotateSecretError::NotFound => Problem::not_found(),
        RotateSecretError::TooMany(error) => Problem::conflict(error.to_string(), Vec::new()),
        RotateSecretError::Store(error) => error.into(),
    }
}

pub(crate) fn of_replay(error: ReplayError) -> Problem {
    match error {
        ReplayError::NotFound => Problem::not_found(),
        ReplayError::Gone(error) => Problem::conflict(error.to_string(), Vec::new()),
        ReplayError::Store(error) => error.into(),
    }
}
