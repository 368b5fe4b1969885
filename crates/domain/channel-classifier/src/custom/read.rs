//! Reading a rule: everything that is wrong is found at once.

use kernel::ChannelRuleId;

use super::pattern::{PatternFault, RulePatterns};
use super::problem::{RulePlace, RuleProblem, RuleProblemKind};
use super::rule::{Condition, RawCondition, RawRule, Rule};
use super::values::{MAX_PATTERN_CHARS, normal_value};
use super::words::{Combiner, RuleField, RuleOperator};

/// Longest name of a rule or a channel, in characters.
const MAX_NAME_CHARS: usize = 160;
/// Most conditions of a rule.
const MAX_CONDITIONS: usize = 50;
/// Most values of a condition.
const MAX_VALUES: usize = 1_000;
/// Most values of all conditions of a rule.
const MAX_RULE_VALUES: usize = 5_000;
/// Most patterns of a rule: each may take milliseconds to compile.
const MAX_PATTERNS: usize = 100;
/// The last priority of a rule; the first is 1.
pub const LAST_PRIORITY: u16 = 999;

/// What has been found so far.
struct Reader {
    /// The rule's name, for the texts about patterns.
    rule: String,
    problems: Vec<RuleProblem>,
    /// Every readable pattern, in order.
    patterns: Vec<String>,
    /// Where each of them stands: condition and value.
    places: Vec<(usize, usize)>,
}

pub(super) fn read(
    id: ChannelRuleId,
    enabled: bool,
    raw: RawRule,
) -> Result<Rule, Vec<RuleProblem>> {
    let mut reader = Reader {
        rule: raw.name.chars().take(MAX_NAME_CHARS).collect(),
        problems: Vec::new(),
        patterns: Vec::new(),
        places: Vec::new(),
    };
    reader.name(RulePlace::Name, &raw.name);
    reader.name(RulePlace::Channel, &raw.channel);
    let priority = reader.priority(raw.priority);
    let combiner = reader.combiner(&raw.combiner);
    let conditions = reader.conditions(raw.conditions);
    let patterns = reader.compile();
    match (priority, combiner, patterns) {
        (Some(priority), Some(combiner), Some(patterns)) if reader.problems.is_empty() => {
            Ok(Rule {
                id,
                name: raw.name,
                channel: raw.channel,
                priority,
                enabled,
                combiner,
                conditions,
                patterns,
            })
        }
        _ => Err(reader.problems),
    }
}

impl Reader {
    fn found(&mut self, place: RulePlace, kind: RuleProblemKind) {
        self.problems.push(RuleProblem { place, kind });
    }

    fn name(&mut self, place: RulePlace, text: &str) {
        if text.trim().is_empty() {
            self.found(place, RuleProblemKind::Empty);
        }
        if text.chars().count() > MAX_NAME_CHARS {
            self.found(place, RuleProblemKind::TooManyCharacters(MAX_NAME_CHARS));
        }
        if text.chars().any(char::is_control) {
            self.found(place, RuleProblemKind::ControlCharacter);
        }
    }

    fn priority(&mut self, priority: i64) -> Option<u16> {
        let read = u16::try_from(priority)
            .ok()
            .filter(|priority| (1..=LAST_PRIORITY).contains(priority));
        if read.is_none() {
            self.found(RulePlace::Priority, RuleProblemKind::PriorityOutOfRange);
        }
        read
    }

    fn combiner(&mut self, word: &str) -> Option<Combiner> {
        let read = Combiner::parse(word);
        if read.is_none() {
            self.found(RulePlace::Combiner, RuleProblemKind::UnknownCombiner);
        }
        read
    }

    fn conditions(&mut self, raw: Vec<RawCondition>) -> Vec<Condition> {
        if raw.is_empty() {
            self.found(RulePlace::Conditions, RuleProblemKind::NoConditions);
        }
        if raw.len() > MAX_CONDITIONS {
            let kind = RuleProblemKind::TooManyConditions(MAX_CONDITIONS);
            self.found(RulePlace::Conditions, kind);
        }
        let values: usize = raw.iter().map(|condition| condition.values.len()).sum();
        if values > MAX_RULE_VALUES {
            let kind = RuleProblemKind::TooManyValuesInAll(MAX_RULE_VALUES);
            self.found(RulePlace::Conditions, kind);
        }
        raw.into_iter()
            .take(MAX_CONDITIONS)
            .enumerate()
            .filter_map(|(at, condition)| self.condition(at, condition))
            .collect()
    }

    fn condition(&mut self, at: usize, raw: RawCondition) -> Option<Condition> {
        let field = RuleField::parse(&raw.field);
        if field.is_none() {
            let known = listed(RuleField::ALL.map(RuleField::as_str).as_slice());
            let kind = RuleProblemKind::UnknownField(known);
            self.found(RulePlace::ConditionField(at), kind);
        }
        let operator = RuleOperator::parse(&raw.operator);
        if let Some(operator) = operator {
            self.count(at, operator, raw.values.len());
        } else {
            let known = listed(RuleOperator::ALL.map(RuleOperator::as_str).as_slice());
            let kind = RuleProblemKind::UnknownOperator(known);
            self.found(RulePlace::ConditionOperator(at), kind);
        }
        let first_pattern = self.patterns.len();
        let values = raw.values.into_iter().take(MAX_VALUES).enumerate();
        let values = values
            .filter_map(|(place, value)| self.value((at, place), field, operator, value))
            .collect();
        Some(Condition {
            field: field?,
            operator: operator?,
            values,
            patterns: first_pattern..self.patterns.len(),
        })
    }

    fn count(&mut self, at: usize, operator: RuleOperator, values: usize) {
        let kind = match (operator.takes_values(), values) {
            (true, 0) => RuleProblemKind::NoValues(operator.as_str()),
            (true, 1..=MAX_VALUES) | (false, 0) => return,
            (true, _) => RuleProblemKind::TooManyValues(MAX_VALUES),
            (false, _) => RuleProblemKind::UnexpectedValues(operator.as_str()),
        };
        self.found(RulePlace::ConditionValues(at), kind);
    }

    fn value(
        &mut self,
        place: (usize, usize),
        field: Option<RuleField>,
        operator: Option<RuleOperator>,
        raw: String,
    ) -> Option<String> {
        let read = match operator {
            Some(operator) if !operator.takes_values() => return None,
            Some(operator) if operator.takes_patterns() => self.pattern(place, raw),
            _ => normal_value(field, operator, &raw),
        };
        match read {
            Ok(value) => Some(value),
            Err(kind) => {
                self.found(RulePlace::ConditionValue(place.0, place.1), kind);
                None
            }
        }
    }

    fn pattern(&mut self, place: (usize, usize), raw: String) -> Result<String, RuleProblemKind> {
        if raw.trim().is_empty() {
            return Err(RuleProblemKind::EmptyValue);
        }
        if raw.chars().any(char::is_control) {
            return Err(RuleProblemKind::ControlCharacter);
        }
        if raw.chars().count() > MAX_PATTERN_CHARS {
            return Err(RuleProblemKind::PatternTooLong {
                rule: self.rule.clone(),
                condition: place.0.saturating_add(1),
            });
        }
        self.patterns.push(raw.clone());
        self.places.push(place);
        Ok(raw)
    }

    fn compile(&mut self) -> Option<RulePatterns> {
        let rule = || self.rule.clone();
        if self.patterns.len() > MAX_PATTERNS {
            let kind = RuleProblemKind::TooManyPatterns {
                rule: rule(),
                most: MAX_PATTERNS,
            };
            self.found(RulePlace::Conditions, kind);
            return None;
        }
        let problems: Vec<_> = match RulePatterns::compile(&self.patterns) {
            Ok(patterns) => return Some(patterns),
            Err(PatternFault::TooLarge) => vec![RuleProblem {
                place: RulePlace::Conditions,
                kind: RuleProblemKind::PatternsTooLarge { rule: rule() },
            }],
            Err(PatternFault::Bad(bad)) => bad
                .into_iter()
                .filter_map(|(number, reason)| {
                    let (condition, value) = *self.places.get(number)?;
                    let kind = RuleProblemKind::BadPattern {
                        rule: rule(),
                        condition: condition.saturating_add(1),
                        pattern: self.patterns.get(number)?.clone(),
                        reason,
                    };
                    let place = RulePlace::ConditionValue(condition, value);
                    Some(RuleProblem { place, kind })
                })
                .collect(),
        };
        self.problems.extend(problems);
        None
    }
}

fn listed(words: &[&str]) -> String {
    words.join(", ")
}
