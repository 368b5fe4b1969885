//! Why a rule cannot be read.

use super::read::LAST_PRIORITY;
use super::values::{MAX_PATTERN_CHARS, MAX_VALUE_BYTES};

/// What in a rule is wrong. Conditions and values are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RulePlace {
    /// The rule's name.
    Name,
    /// Its channel.
    Channel,
    /// Its priority.
    Priority,
    /// Its combiner.
    Combiner,
    /// The list of conditions.
    Conditions,
    /// One condition as a whole.
    Condition(usize),
    /// A condition's field.
    ConditionField(usize),
    /// A condition's operator.
    ConditionOperator(usize),
    /// A condition's list of values.
    ConditionValues(usize),
    /// One value of a condition: the condition, then the value.
    ConditionValue(usize, usize),
}

/// One thing that is wrong with a rule, and where. Its text is for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct RuleProblem {
    /// Where.
    pub place: RulePlace,
    /// What.
    pub kind: RuleProblemKind,
}

/// What can be wrong with a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleProblemKind {
    /// A name or channel without a letter.
    #[error("is empty")]
    Empty,
    /// A name or channel that is too long.
    #[error("has more than {0} characters")]
    TooManyCharacters(usize),
    /// A control character in a name, a channel or a pattern.
    #[error("contains a control character")]
    ControlCharacter,
    /// A priority outside its range.
    #[error("is not between 1 and {LAST_PRIORITY}")]
    PriorityOutOfRange,
    /// A word that is neither combiner.
    #[error("is neither and nor or")]
    UnknownCombiner,
    /// A rule that would match everything.
    #[error("has no condition")]
    NoConditions,
    /// Too many conditions.
    #[error("has more than {0} conditions")]
    TooManyConditions(usize),
    /// A field that does not exist.
    #[error("is none of the fields {0}")]
    UnknownField(String),
    /// An operator that does not exist.
    #[error("is none of the operators {0}")]
    UnknownOperator(String),
    /// No value where the operator compares with one.
    #[error("has no value, and {0} needs at least one")]
    NoValues(&'static str),
    /// A value where the operator compares with none.
    #[error("has values, and {0} takes none")]
    UnexpectedValues(&'static str),
    /// Too many values.
    #[error("has more than {0} values")]
    TooManyValues(usize),
    /// Too many values of all conditions together.
    #[error("have more than {0} values together")]
    TooManyValuesInAll(usize),
    /// Too many patterns of all conditions together.
    #[error("rule \"{rule}\" has more than {most} patterns")]
    TooManyPatterns {
        /// The rule's name.
        rule: String,
        /// How many there may be.
        most: usize,
    },
    /// Nothing is left of a value in normal form.
    #[error("is empty")]
    EmptyValue,
    /// A value that is longer than any field.
    #[error("has more than {MAX_VALUE_BYTES} bytes")]
    ValueTooLong,
    /// A word that stands for "no value" and is never stored.
    #[error("stands for no value, which is_not_set asks for")]
    WordForNothing,
    /// A value that can be no host.
    #[error(
        "is no host: write it without path and wildcard; ends_with .example.com covers subdomains"
    )]
    NotAHost,
    /// More of a path than is kept.
    #[error("has more than two segments, and only the first two of a landing path are kept")]
    PathTooDeep,
    /// A pattern that is too long.
    #[error(
        "rule \"{rule}\", condition {condition}: the pattern has more than {MAX_PATTERN_CHARS} \
         characters"
    )]
    PatternTooLong {
        /// The rule's name.
        rule: String,
        /// The condition, counted from 1.
        condition: usize,
    },
    /// A pattern that cannot be read or becomes too large.
    #[error("rule \"{rule}\", condition {condition}: the pattern {pattern} {reason}")]
    BadPattern {
        /// The rule's name.
        rule: String,
        /// The condition, counted from 1.
        condition: usize,
        /// The pattern as written.
        pattern: String,
        /// What is wrong with it, one line.
        reason: String,
    },
    /// Patterns that are too large together.
    #[error("rule \"{rule}\": its patterns are too large together")]
    PatternsTooLarge {
        /// The rule's name.
        rule: String,
    },
}
