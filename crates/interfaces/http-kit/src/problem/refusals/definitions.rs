//! What is wrong with definitions, in terms of their fields.

use conversion_definitions::draft::{FaultReason, MAX_DEFINITIONS};
use conversion_definitions::{Conflict, DefinitionFault, DefinitionText, Field};
use profile_setup::definitions::ChangeDefinitionError;
use profile_setup::definitions::preview::PreviewError;

use crate::problem::{FieldCode, FieldError, Problem};

/// A fault as an answer names it.
pub fn fault(fault: &DefinitionFault) -> FieldError {
    let at = match fault.field {
        Field::ConversionKey => "/conversion_key".to_owned(),
        Field::DisplayName => "/display_name".to_owned(),
        Field::SourceEventNames => "/source_event_names".to_owned(),
        Field::SourceEventName(position) => format!("/source_event_names/{position}"),
        Field::RevenueType => "/revenue_type".to_owned(),
    };
    let code = match fault.reason {
        FaultReason::Missing => FieldCode::Missing,
        FaultReason::Text(_) => FieldCode::Malformed,
        FaultReason::Count => FieldCode::OutOfRange,
        FaultReason::Repeated => FieldCode::Repeated,
        FaultReason::RevenueType => FieldCode::UnknownValue,
    };
    FieldError::pointer(at, code, fault.reason.to_string())
}

/// 400 about all faults.
pub fn invalid(faults: &[DefinitionFault]) -> Problem {
    Problem::invalid(faults.iter().map(fault).collect())
}

/// 409 that names every definition that stands in the way, and what it has.
fn conflict(conflicts: &[Conflict]) -> Problem {
    let mut errors = Vec::new();
    for other in conflicts {
        let whose = format!(
            "the definition {} ({})",
            other.id,
            other.conversion_key.as_str()
        );
        if other.takes_key {
            let words = format!("belongs to {whose}");
            errors.push(taken("/conversion_key", words));
        }
        if !other.event_names.is_empty() {
            let names: Vec<_> = other
                .event_names
                .iter()
                .map(DefinitionText::as_str)
                .collect();
            let words = format!("has {}, which {whose} claims", names.join(", "));
            errors.push(taken("/source_event_names", words));
        }
    }
    let sentences: Vec<_> = errors
        .iter()
        .filter_map(|error| Some(format!("{} {}", error.pointer.as_deref()?, error.detail)))
        .collect();
    Problem::conflict(sentences.join("; "), errors)
}

fn taken(at: &str, words: String) -> FieldError {
    FieldError::pointer(at, FieldCode::Taken, words)
}

impl From<ChangeDefinitionError> for Problem {
    fn from(error: ChangeDefinitionError) -> Self {
        match error {
            ChangeDefinitionError::NotFound => Self::not_found(),
            ChangeDefinitionError::Conflicts(conflicts) => conflict(&conflicts),
            ChangeDefinitionError::TooMany => {
                let detail = format!(
                    "the profile has {MAX_DEFINITIONS} definitions, the most that it may have"
                );
                Self::conflict(detail, Vec::new())
            }
            ChangeDefinitionError::Store(failure) => failure.into(),
        }
    }
}

impl From<PreviewError> for Problem {
    fn from(error: PreviewError) -> Self {
        match error {
            PreviewError::NotFound => Self::not_found(),
            PreviewError::Store(failure) => failure.into(),
        }
    }
}
