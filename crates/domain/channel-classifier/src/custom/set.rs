//! A profile's rules, in order.

use regex::RegexSet;

use super::cost::{MAX_SET_COST, PATTERN_COST, cost};
use super::interpret::matches;
use super::pattern::compile_set;
use super::rule::Rule;
use super::values::MAX_PATTERN_CHARS;
use super::words::RuleField;
use crate::signature::Signature;

/// Most rules of a profile.
pub const MAX_RULES: usize = 200;
/// Most values of all rules of a profile.
pub const MAX_SET_VALUES: usize = 20_000;
/// Most patterns of all rules of a profile.
pub const MAX_SET_PATTERNS: usize = 500;
/// No pattern has more bytes: 256 characters.
const MOST_PATTERN_BYTES: usize = 4 * MAX_PATTERN_CHARS;
/// Largest compiled form of all patterns on one field, in bytes.
const FIELD_BYTES: usize = 8 << 20;

/// Rules that can stand side by side, ordered by priority.
#[derive(Debug, Clone)]
pub struct RuleSet {
    rules: Vec<Rule>,
    patterns: Vec<FieldPatterns>,
}

/// All patterns on one field, each with the place of its condition.
#[derive(Debug, Clone)]
pub(super) struct FieldPatterns {
    pub(super) field: RuleField,
    pub(super) set: RegexSet,
    /// For each pattern: the rule, then the condition.
    pub(super) owners: Vec<(usize, usize)>,
}

/// Why rules cannot stand side by side.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleSetProblem {
    /// More than 200 rules.
    #[error("there are {0} rules, and a profile has at most {MAX_RULES}")]
    TooManyRules(usize),
    /// Two rules want the same place.
    #[error("rules \"{first}\" and \"{second}\" both have priority {priority}")]
    SamePriority {
        /// The priority.
        priority: u16,
        /// One rule's name.
        first: String,
        /// The other's.
        second: String,
    },
    /// Too many values in all rules: so many.
    #[error("all rules together have more than {MAX_SET_VALUES} values")]
    TooManyValues(usize),
    /// Too many patterns in all rules: so many.
    #[error("all rules together have more than {MAX_SET_PATTERNS} patterns")]
    TooManyPatterns(usize),
    /// Patterns that take too long to compile.
    #[error("the patterns of all rules take too long to compile")]
    PatternsTooDear,
    /// Patterns of different rules are too large together.
    #[error("the patterns of all rules on {} are too large together", .0.as_str())]
    PatternsTooLarge(RuleField),
}

/// Whether these may be all patterns of a profile, told before anything is compiled.
///
/// # Errors
///
/// There are too many, or compiling them would take too long.
pub fn check_patterns(patterns: &[&str]) -> Result<(), RuleSetProblem> {
    if patterns.len() > MAX_SET_PATTERNS {
        return Err(RuleSetProblem::TooManyPatterns(patterns.len()));
    }
    // What is too dear alone is not compiled, and is named when its rule is read.
    let points = patterns.iter().map(|pattern| match pattern.len() {
        0..=MOST_PATTERN_BYTES => cost(pattern).min(PATTERN_COST),
        _ => 0,
    });
    if points.fold(0, u64::saturating_add) > MAX_SET_COST {
        return Err(RuleSetProblem::PatternsTooDear);
    }
    Ok(())
}

impl RuleSet {
    /// Orders rules by priority. The order in which they come does not matter; disabled rules are
    /// kept and never match.
    ///
    /// # Errors
    ///
    /// Too many rules, values or patterns, two rules of one priority, or patterns that are too large
    /// together.
    pub fn new(mut rules: Vec<Rule>) -> Result<Self, RuleSetProblem> {
        if rules.len() > MAX_RULES {
            return Err(RuleSetProblem::TooManyRules(rules.len()));
        }
        check_size(&rules)?;
        rules.sort_by_key(|rule| (rule.priority, rule.id));
        if let Some(problem) = rules.windows(2).find_map(same_priority) {
            return Err(problem);
        }
        let patterns = RuleField::ALL
            .into_iter()
            .map(|field| FieldPatterns::compile(field, &rules))
            .filter(|patterns| !matches!(patterns, Ok(found) if found.owners.is_empty()))
            .collect::<Result<_, _>>()?;
        Ok(Self { rules, patterns })
    }

    /// A profile without rules of its own.
    pub fn empty() -> Self {
        Self {
            rules: Vec::new(),
            patterns: Vec::new(),
        }
    }

    /// The rules, first priority first, disabled ones included.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The first enabled rule that matches. Plain and slow: it says what [`super::CompiledRuleSet`]
    /// has to answer.
    pub fn interpret(&self, signature: &Signature) -> Option<&Rule> {
        self.rules
            .iter()
            .find(|rule| rule.enabled && matches(rule, signature))
    }

    pub(super) fn patterns(&self) -> &[FieldPatterns] {
        &self.patterns
    }
}

/// Two sets are equal when their rules are.
impl PartialEq for RuleSet {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl Eq for RuleSet {}

impl FieldPatterns {
    fn compile(field: RuleField, rules: &[Rule]) -> Result<Self, RuleSetProblem> {
        let mut owners = Vec::new();
        let mut texts = Vec::new();
        for (rule_at, rule) in rules.iter().enumerate() {
            let conditions = rule.conditions.iter().enumerate();
            let on_field = conditions.filter(|(_, condition)| {
                condition.field == field && condition.operator.takes_patterns()
            });
            for (condition_at, condition) in on_field {
                owners.extend(condition.values.iter().map(|_| (rule_at, condition_at)));
                texts.extend(condition.values.iter().cloned());
            }
        }
        let set = compile_set(&texts, FIELD_BYTES)
            .map_err(|_| RuleSetProblem::PatternsTooLarge(field))?;
        Ok(Self { field, set, owners })
    }
}

fn check_size(rules: &[Rule]) -> Result<(), RuleSetProblem> {
    let conditions = || rules.iter().flat_map(|rule| &rule.conditions);
    let values = conditions().map(|condition| condition.values.len()).sum();
    if values > MAX_SET_VALUES {
        return Err(RuleSetProblem::TooManyValues(values));
    }
    let patterns = conditions().map(|condition| condition.patterns.len()).sum();
    if patterns > MAX_SET_PATTERNS {
        return Err(RuleSetProblem::TooManyPatterns(patterns));
    }
    Ok(())
}

fn same_priority(pair: &[Rule]) -> Option<RuleSetProblem> {
    let [first, second] = pair else {
        return None;
    };
    (first.priority == second.priority).then(|| RuleSetProblem::SamePriority {
        priority: first.priority,
        first: first.name.clone(),
        second: second.name.clone(),
    })
}
