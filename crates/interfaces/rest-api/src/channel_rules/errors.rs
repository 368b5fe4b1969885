//! Why rules are refused, as answers.

use channel_classifier::{RulePlace, RuleProblem};
use profile_setup::channel_rules::{RuleError, RuleFault};

use http_kit::problem::{FieldCode, FieldError, Problem};

/// Where in the body the rules are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The body is the rule.
    Body,
    /// One rule under `/rule`.
    Rule,
    /// A list of rules under `/rules`.
    Rules,
}

impl Place {
    fn prefix(self) -> &'static str {
        match self {
            Self::Body => "",
            Self::Rule => "/rule",
            Self::Rules => "/rules",
        }
    }
}

/// The answer to a refusal.
pub(super) fn problem(error: RuleError, place: Place) -> Problem {
    let prefix = place.prefix();
    let field = |at: String, code, words: String| {
        Problem::invalid_field(FieldError::pointer(at, code, words))
    };
    match error {
        RuleError::Invalid(faults) => {
            let errors = faults.iter().map(|fault| field_error(prefix, fault));
            Problem::invalid(errors.collect())
        }
        RuleError::InvalidSet(faults) => {
            let error = |(position, fault): &(usize, RuleFault)| {
                field_error(&format!("{prefix}/{position}"), fault)
            };
            Problem::invalid(faults.iter().map(error).collect())
        }
        RuleError::PriorityTaken { .. } => {
            let detail = error.to_string();
            let at = format!("{prefix}/priority");
            let error = FieldError::pointer(at, FieldCode::Taken, detail.clone());
            Problem::conflict(detail, vec![error])
        }
        RuleError::PriorityTwice {
            position, other, ..
        } => {
            let at = format!("{prefix}/{position}/priority");
            let words = format!("is the same as that of {prefix}/{other}");
            field(at, FieldCode::Repeated, words)
        }
        RuleError::IdTwice { position } => {
            let at = format!("{prefix}/{position}/id");
            field(at, FieldCode::Repeated, "is another rule's too".to_owned())
        }
        RuleError::NoPriorityLeft => {
            let words = "must be named: the last rule has 999, so there is no next one";
            let at = format!("{prefix}/priority");
            field(at, FieldCode::Missing, words.to_owned())
        }
        RuleError::TooManyRules(most) if place == Place::Rules => {
            let words = format!("has more than {most} rules");
            field(prefix.to_owned(), FieldCode::OutOfRange, words)
        }
        RuleError::TooManyRules(_) | RuleError::TooManyChannels(_) => {
            Problem::conflict(error.to_string(), Vec::new())
        }
        RuleError::SetTooLarge(words) => match place {
            Place::Rules => field(prefix.to_owned(), FieldCode::OutOfRange, words),
            Place::Body | Place::Rule => {
                field(format!("{prefix}/conditions"), FieldCode::OutOfRange, words)
            }
        },
        RuleError::SameRule => {
            let words = "is the same rule as first_id".to_owned();
            field("/second_id".to_owned(), FieldCode::Repeated, words)
        }
        RuleError::ChannelName => {
            let words = "must have 1 to 64 characters, no | and no control characters".to_owned();
            field("/name".to_owned(), FieldCode::OutOfRange, words)
        }
        RuleError::Period(error) => field(
            "/date_to".to_owned(),
            FieldCode::OutOfRange,
            error.to_string(),
        ),
        RuleError::NotFound => Problem::not_found(),
        RuleError::Store(error) => error.into(),
    }
}

fn field_error(prefix: &str, fault: &RuleFault) -> FieldError {
    match fault {
        RuleFault::Problem(problem) => {
            let at = format!("{prefix}{}", pointer(problem.place));
            FieldError::pointer(at, code(problem), problem.to_string())
        }
        RuleFault::UnknownChannel { channel, near } => {
            let at = format!("{prefix}/channel");
            let words = match near {
                Some(near) => format!("{channel:?} is not in the taxonomy; {near:?} is"),
                None => format!("{channel:?} is not in the taxonomy"),
            };
            FieldError::pointer(at, FieldCode::UnknownValue, words)
        }
    }
}

/// The JSON pointer into a rule.
fn pointer(place: RulePlace) -> String {
    match place {
        RulePlace::Name => "/name".to_owned(),
        RulePlace::Channel => "/channel".to_owned(),
        RulePlace::Priority => "/priority".to_owned(),
        RulePlace::Combiner => "/combiner".to_owned(),
        RulePlace::Conditions => "/conditions".to_owned(),
        RulePlace::Condition(condition) => format!("/conditions/{condition}"),
        RulePlace::ConditionField(condition) => format!("/conditions/{condition}/field"),
        RulePlace::ConditionOperator(condition) => format!("/conditions/{condition}/operator"),
        RulePlace::ConditionValues(condition) => format!("/conditions/{condition}/values"),
        RulePlace::ConditionValue(condition, value) => {
            format!("/conditions/{condition}/values/{value}")
        }
    }
}

fn code(problem: &RuleProblem) -> FieldCode {
    match problem.place {
        RulePlace::Combiner | RulePlace::ConditionField(_) | RulePlace::ConditionOperator(_) => {
            FieldCode::UnknownValue
        }
        RulePlace::Name
        | RulePlace::Channel
        | RulePlace::Priority
        | RulePlace::Conditions
        | RulePlace::ConditionValues(_) => FieldCode::OutOfRange,
        RulePlace::Condition(_) | RulePlace::ConditionValue(..) => FieldCode::Malformed,
    }
}
