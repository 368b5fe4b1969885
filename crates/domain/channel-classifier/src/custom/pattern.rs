//! Patterns: which are accepted, and how all patterns of one rule are tried at once.
//!
//! The engine takes time linear in the text, whatever the pattern; what a pattern may cost when it
//! is compiled is limited here: what [`cost`] calls dear is not compiled at all. Look-around and
//! back-references do not exist in it.

use std::ops::Range;

use regex::{Error, RegexBuilder, RegexSet, RegexSetBuilder};

use super::cost::{MAX_SET_COST, PATTERN_COST, cost};

/// Largest compiled form of one pattern, and of the tables built while matching, in bytes. The class
/// of all letters takes about 40,000 of them each time that it stands in a pattern or is repeated.
const PATTERN_BYTES: usize = 1 << 20;
/// Largest compiled form of one rule's patterns together.
const RULE_BYTES: usize = 4 << 20;
/// Deepest nesting of groups.
pub(super) const NEST_LIMIT: u32 = 32;
/// The compiled patterns of one rule, in the order of its conditions and values.
#[derive(Debug, Clone)]
pub(super) struct RulePatterns(RegexSet);

/// Why patterns are refused.
pub(super) enum PatternFault {
    /// These, by their place in the list, each with one line of reason: all that cannot be read, or
    /// the first that is too large.
    Bad(Vec<(usize, String)>),
    /// None alone, all together.
    TooLarge,
}

impl RulePatterns {
    /// Compiles them.
    pub(super) fn compile(patterns: &[String]) -> Result<Self, PatternFault> {
        check_cost(patterns)?;
        // What is small together is small alone; else each has to be tried.
        if let Ok(set) = compile_set(patterns, PATTERN_BYTES) {
            return Ok(Self(set));
        }
        let Ok(set) = compile_set(patterns, RULE_BYTES) else {
            return Err(fault_of(patterns));
        };
        match first_too_large(patterns) {
            None => Ok(Self(set)),
            Some(culprit) => Err(PatternFault::Bad(vec![culprit])),
        }
    }

    /// Whether one of the patterns with these numbers is found in the text.
    pub(super) fn any(&self, numbers: &Range<usize>, text: &str) -> bool {
        self.0
            .matches(text)
            .into_iter()
            .any(|found| numbers.contains(&found))
    }
}

/// Refuses what would take too long to compile; stops at the first that does.
fn check_cost(patterns: &[String]) -> Result<(), PatternFault> {
    let mut all: u64 = 0;
    for (number, pattern) in patterns.iter().enumerate() {
        let cost = cost(pattern);
        if cost > PATTERN_COST {
            return Err(PatternFault::Bad(vec![(number, too_large())]));
        }
        all = all.saturating_add(cost);
    }
    if all > MAX_SET_COST {
        return Err(PatternFault::TooLarge);
    }
    Ok(())
}

/// A set of patterns in the dialect of rules, at most so many bytes large.
pub(super) fn compile_set(patterns: &[String], bytes: usize) -> Result<RegexSet, Error> {
    #[cfg(test)]
    for pattern in patterns {
        tests::compiles(pattern);
    }
    RegexSetBuilder::new(patterns)
        .case_insensitive(true)
        .nest_limit(NEST_LIMIT)
        .size_limit(bytes)
        .dfa_size_limit(PATTERN_BYTES)
        .build()
}

fn fault_of(patterns: &[String]) -> PatternFault {
    let numbered = patterns.iter().enumerate();
    let unreadable: Vec<_> = numbered
        .filter_map(|(number, pattern)| {
            // No room at all: what is readable is refused early and for its size.
            let error = fault_alone(pattern, 0)?;
            let is_size = matches!(error, Error::CompiledTooBig(_));
            (!is_size).then(|| (number, in_one_line(&error)))
        })
        .collect();
    if !unreadable.is_empty() {
        return PatternFault::Bad(unreadable);
    }
    match first_too_large(patterns) {
        None => PatternFault::TooLarge,
        Some(culprit) => PatternFault::Bad(vec![culprit]),
    }
}

/// The first pattern that is too large alone, and the reason. Compiling takes milliseconds for each,
/// so the others are not tried.
fn first_too_large(patterns: &[String]) -> Option<(usize, String)> {
    let mut numbered = patterns.iter().enumerate();
    numbered.find_map(|(number, pattern)| {
        let error = fault_alone(pattern, PATTERN_BYTES)?;
        Some((number, in_one_line(&error)))
    })
}

fn fault_alone(pattern: &str, bytes: usize) -> Option<Error> {
    #[cfg(test)]
    tests::compiles(pattern);
    RegexBuilder::new(pattern)
        .case_insensitive(true)
        .nest_limit(NEST_LIMIT)
        .size_limit(bytes)
        .dfa_size_limit(PATTERN_BYTES)
        .build()
        .err()
}

/// The engine points at the place in several lines; the last one says what is wrong.
fn in_one_line(error: &Error) -> String {
    match error {
        Error::Syntax(text) => {
            let last = text.lines().last().unwrap_or(text);
            let reason = last.trim().trim_start_matches("error: ");
            format!("cannot be read: {reason}")
        }
        Error::CompiledTooBig(_) => too_large(),
        _ => "cannot be read".to_owned(),
    }
}

fn too_large() -> String {
    format!("is too large: compiled, it takes more than {PATTERN_BYTES} bytes")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use kernel::ChannelRuleId;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::custom::{RawCondition, RawRule, Rule};

    thread_local! {
        static COMPILED: Cell<u64> = const { Cell::new(0) };
    }

    /// Counts what is given to the engine, in points.
    pub(super) fn compiles(pattern: &str) {
        COMPILED.set(COMPILED.get().saturating_add(cost(pattern)));
    }

    /// What is short and dear, and what takes long to be told so.
    fn piece() -> impl Strategy<Value = String> {
        let whole = "[\u{80}-\u{10FFFF}]";
        let pieces = [
            r"\w",
            r"\W{20}",
            r"\w{24}",
            r"\pL",
            r"\PL{9}",
            r"\p{Any}",
            r"[\w--a]",
            r"[^\W]{30}",
            whole,
            "((a?){50}){50}",
            "a{900}",
            "(?i)",
            "(?:b|c)+",
            "x",
            ".{99}",
            "(",
        ];
        proptest::sample::select(pieces.to_vec()).prop_map(str::to_owned)
    }

    fn pattern() -> impl Strategy<Value = String> {
        let joined = |(piece, times): (String, usize)| {
            let most = 256 / piece.chars().count();
            piece.repeat(times.min(most))
        };
        (piece(), 1..256_usize).prop_map(joined)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// The engine is never given more than four times what a whole set may cost, whatever a rule
        /// says and whether it is accepted.
        #[test]
        fn no_rule_costs_more_than_a_bounded_number_of_points(
            pattern in pattern(),
            times in prop_oneof![Just(1_usize), 2..40_usize, Just(100), Just(1_000)],
        ) {
            let values = (0..times).map(|number| format!("{pattern}{}", number % 10)).collect();
            let raw = RawRule {
                name: "Rule".to_owned(),
                channel: "Email".to_owned(),
                priority: 1,
                combiner: "or".to_owned(),
                conditions: vec![RawCondition {
                    field: "utm_source".to_owned(),
                    operator: "matches".to_owned(),
                    values,
                }],
            };
            COMPILED.set(0);
            let read = Rule::parse(ChannelRuleId::new(Uuid::nil()), true, raw);
            prop_assert!(COMPILED.get() <= 4 * MAX_SET_COST, "{} points, {}", COMPILED.get(), read.is_ok());
        }
    }
}
