//! How refusals are answered.

use conversion_export::destinations::DestinationRefusal;
use export_rules::{DestinationFault, DestinationFaultReason, MAX_DESTINATIONS};
use http_kit::problem::{Code, FieldCode, FieldError, Problem};
use http_kit::state::AppState;
use kernel::ProfileId;

use crate::compliance::loosens;

/// 400 that names every field.
pub(super) fn invalid(faults: &[DestinationFault]) -> Problem {
    let error = |fault: &DestinationFault| {
        let at = format!("/{}", fault.field);
        FieldError::pointer(at, code(&fault.reason), fault.reason.to_string())
    };
    Problem::invalid(faults.iter().map(error).collect())
}

const fn code(reason: &DestinationFaultReason) -> FieldCode {
    match reason {
        DestinationFaultReason::Missing => FieldCode::Missing,
        DestinationFaultReason::UnknownKind => FieldCode::UnknownValue,
        DestinationFaultReason::OtherKind(_) => FieldCode::UnknownField,
        DestinationFaultReason::Immutable
        | DestinationFaultReason::OtherProvider { .. }
        | DestinationFaultReason::Removed => FieldCode::OutOfRange,
        DestinationFaultReason::Null
        | DestinationFaultReason::PixelId
        | DestinationFaultReason::ConversionAction
        | DestinationFaultReason::Config(_) => FieldCode::Malformed,
    }
}

/// Why a use case did not write one.
pub(super) fn refused(state: &AppState, profile: ProfileId, error: DestinationRefusal) -> Problem {
    match error {
        DestinationRefusal::NotFound => Problem::not_found(),
        DestinationRefusal::NoConnection => Problem::new(
            Code::NotFound,
            "/connection_id names no connection of the profile",
        ),
        DestinationRefusal::TooMany => Problem::conflict(
            format!("the profile has {MAX_DESTINATIONS} destinations, which is the most"),
            Vec::new(),
        ),
        DestinationRefusal::NoDataSet => Problem::invalid_field(FieldError::pointer(
            "/clean_dataset_id",
            FieldCode::UnknownField,
            "belongs to a social_capi destination",
        )),
        DestinationRefusal::Loosens(_) => loosens(state, profile),
        DestinationRefusal::Invalid(faults) => invalid(&faults),
        DestinationRefusal::Store(error) => error.into(),
    }
}
