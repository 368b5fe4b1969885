//! How refusals are answered.

use conversion_export::rules::RuleRefusal;
use export_rules::{MAX_RULES, RuleFault, RuleFaultReason};
use http_kit::problem::{Code, FieldCode, FieldError, Problem};

/// 400 that names every field.
pub(super) fn invalid(faults: &[RuleFault]) -> Problem {
    let error = |fault: &RuleFault| {
        let at = format!("/{}", fault.field);
        FieldError::pointer(at, code(&fault.reason), fault.reason.to_string())
    };
    Problem::invalid(faults.iter().map(error).collect())
}

const fn code(reason: &RuleFaultReason) -> FieldCode {
    match reason {
        RuleFaultReason::Missing => FieldCode::Missing,
        RuleFaultReason::Word(_) => FieldCode::UnknownValue,
        RuleFaultReason::UnknownKey(..) => FieldCode::UnknownField,
        RuleFaultReason::Immutable
        | RuleFaultReason::Length(_)
        | RuleFaultReason::Priority
        | RuleFaultReason::Pairing { .. }
        | RuleFaultReason::NoDefinition => FieldCode::OutOfRange,
        RuleFaultReason::Null
        | RuleFaultReason::NotAnObject
        | RuleFaultReason::Key(..)
        | RuleFaultReason::Privacy(_) => FieldCode::Malformed,
    }
}

/// 404 that names the field: a definition of others is none.
pub(super) fn no_definition() -> Problem {
    let detail = "/source_ref_id names no conversion definition of the profile";
    Problem::new(Code::NotFound, detail)
}

/// Why a use case did not write one.
pub(super) fn refused(error: RuleRefusal) -> Problem {
    match error {
        RuleRefusal::NotFound => Problem::not_found(),
        RuleRefusal::NoDefinition => no_definition(),
        RuleRefusal::TooMany => Problem::conflict(
            format!("the profile has {MAX_RULES} rules that are not archived, which is the most"),
            Vec::new(),
        ),
        RuleRefusal::Invalid(faults) => invalid(&faults),
        RuleRefusal::Store(error) => error.into(),
    }
}
