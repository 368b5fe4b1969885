//! A profile's rules in the form in which every touch is tried against them.
//!
//! Each condition of an enabled rule has one bit. A signature's fields are looked up once, whatever
//! the number of rules, and set the bits of the conditions whose positive form fits; a rule then
//! compares its words of bits with two masks. Exact values are found by hash, parts of texts by one
//! Aho-Corasick automaton a field, patterns by one set of patterns a field.

use std::collections::HashMap;
use std::ops::Range;

use regex::RegexSet;

use super::interpret::field_values;
use super::needles::{Anchor, Needles};
use super::rule::{Condition, Rule};
use super::set::RuleSet;
use super::words::{Combiner, RuleField, RuleOperator};
use crate::signature::Signature;

/// Rules, ready for many signatures. Compile it once for each version of a profile's rules; what
/// was answered for a signature may be remembered by [`Signature::id`].
#[derive(Debug, Clone)]
pub struct CompiledRuleSet {
    words: usize,
    fields: Vec<FieldIndex>,
    rules: Vec<RuleMasks>,
}

/// Everything that the conditions on one field look for.
#[derive(Debug, Clone)]
struct FieldIndex {
    field: RuleField,
    /// Bits of the conditions that want the field to be set.
    set: Vec<usize>,
    exact: HashMap<String, Vec<usize>>,
    needles: Needles,
    patterns: Option<(RegexSet, Vec<Option<usize>>)>,
}

/// When a rule fits: in each word, which bits it wants set and which unset.
#[derive(Debug, Clone)]
struct RuleMasks {
    /// Its place in [`RuleSet::rules`].
    rule: usize,
    combiner: Combiner,
    words: Vec<WordMask>,
}

#[derive(Debug, Clone, Copy)]
struct WordMask {
    word: usize,
    set: u64,
    unset: u64,
}

impl CompiledRuleSet {
    /// Compiles the enabled rules of a set.
    pub fn compile(set: &RuleSet) -> Self {
        let bits = BitPlaces::of(set);
        let used = RuleField::ALL.into_iter();
        Self {
            words: bits.total.div_ceil(64),
            fields: used
                .filter_map(|field| FieldIndex::build(field, set, &bits))
                .collect(),
            rules: bits.masks(set),
        }
    }

    /// The place in [`RuleSet::rules`] of the first rule that matches; always what
    /// [`RuleSet::interpret`] says.
    pub fn first_match(&self, signature: &Signature) -> Option<usize> {
        if self.rules.is_empty() {
            return None;
        }
        let mut bits = vec![0; self.words];
        for index in &self.fields {
            for text in field_values(signature, index.field) {
                index.look_up(&text, &mut bits);
            }
        }
        let fits = |rule: &&RuleMasks| rule.fits(&bits);
        self.rules.iter().find(fits).map(|rule| rule.rule)
    }
}

impl FieldIndex {
    /// `None` when no enabled rule looks at the field.
    fn build(field: RuleField, set: &RuleSet, bits: &BitPlaces) -> Option<Self> {
        let conditions: Vec<_> = bits
            .conditions(set)
            .filter(|(condition, _)| condition.field == field)
            .collect();
        if conditions.is_empty() {
            return None;
        }
        let mut wants_set = Vec::new();
        let mut exact: HashMap<String, Vec<usize>> = HashMap::new();
        let mut needles = Vec::new();
        for (condition, bit) in conditions {
            let values = condition.values.iter().cloned();
            let anchor = match condition.operator {
                RuleOperator::Is | RuleOperator::IsNot => {
                    values.for_each(|value| exact.entry(value).or_default().push(bit));
                    continue;
                }
                RuleOperator::IsSet | RuleOperator::IsNotSet => {
                    wants_set.push(bit);
                    continue;
                }
                RuleOperator::Matches | RuleOperator::NotMatches => continue,
                RuleOperator::Contains | RuleOperator::NotContains => Anchor::Anywhere,
                RuleOperator::StartsWith => Anchor::Start,
                RuleOperator::EndsWith => Anchor::End,
            };
            needles.extend(values.map(|value| (value, anchor, bit)));
        }
        Some(Self {
            field,
            set: wants_set,
            exact,
            needles: Needles::new(needles),
            patterns: patterns_on(field, set, bits),
        })
    }

    fn look_up(&self, text: &str, bits: &mut [u64]) {
        self.set.iter().for_each(|bit| raise(bits, *bit));
        let exact = self.exact.get(text).into_iter().flatten();
        exact.for_each(|bit| raise(bits, *bit));
        self.needles.find(text, |bit| raise(bits, bit));
        if let Some((set, owners)) = &self.patterns {
            let found = set.matches(text).into_iter();
            found
                .filter_map(|number| owners.get(number).copied().flatten())
                .for_each(|bit| raise(bits, bit));
        }
    }
}

/// The patterns on a field with the bit of each one's condition; none for disabled rules.
fn patterns_on(
    field: RuleField,
    set: &RuleSet,
    bits: &BitPlaces,
) -> Option<(RegexSet, Vec<Option<usize>>)> {
    let found = set.patterns().iter().find(|found| found.field == field)?;
    let owners = found.owners.iter();
    let owners = owners.map(|(rule, condition)| bits.bit(*rule, *condition));
    Some((found.set.clone(), owners.collect()))
}

/// Which bits belong to which rule.
struct BitPlaces {
    /// For each rule of the set its bits; empty for a disabled one.
    rules: Vec<Range<usize>>,
    total: usize,
}

impl BitPlaces {
    fn of(set: &RuleSet) -> Self {
        let mut total = 0;
        let mut rules = Vec::with_capacity(set.rules().len());
        for rule in set.rules() {
            let count = if rule.enabled {
                rule.conditions.len()
            } else {
                0
            };
            let end = total + count;
            rules.push(total..end);
            total = end;
        }
        Self { rules, total }
    }

    fn bit(&self, rule: usize, condition: usize) -> Option<usize> {
        self.rules.get(rule)?.clone().nth(condition)
    }

    /// Every condition of an enabled rule with its bit.
    fn conditions<'a>(&'a self, set: &'a RuleSet) -> impl Iterator<Item = (&'a Condition, usize)> {
        let rules = set.rules().iter().zip(&self.rules);
        rules.flat_map(|(rule, bits)| rule.conditions.iter().zip(bits.clone()))
    }

    fn masks(&self, set: &RuleSet) -> Vec<RuleMasks> {
        let rules = set.rules().iter().zip(&self.rules).enumerate();
        rules
            .filter(|(_, (rule, _))| rule.enabled)
            .map(|(at, (rule, bits))| RuleMasks::of(at, rule, bits.clone()))
            .collect()
    }
}

impl RuleMasks {
    fn of(at: usize, rule: &Rule, bits: Range<usize>) -> Self {
        let mut words: Vec<WordMask> = Vec::new();
        for (condition, bit) in rule.conditions.iter().zip(bits) {
            let (word, flag) = place_of(bit);
            if words.last().is_none_or(|last| last.word != word) {
                words.push(WordMask {
                    word,
                    set: 0,
                    unset: 0,
                });
            }
            if let Some(mask) = words.last_mut() {
                let wanted = if condition.operator.is_negated() {
                    &mut mask.unset
                } else {
                    &mut mask.set
                };
                *wanted |= flag;
            }
        }
        Self {
            rule: at,
            combiner: rule.combiner,
            words,
        }
    }

    fn fits(&self, bits: &[u64]) -> bool {
        let word = |mask: &WordMask| bits.get(mask.word).copied().unwrap_or_default();
        let mut masks = self.words.iter();
        match self.combiner {
            Combiner::And => masks.all(|mask| {
                let bits = word(mask);
                bits & mask.set == mask.set && bits & mask.unset == 0
            }),
            Combiner::Or => masks.any(|mask| {
                let bits = word(mask);
                bits & mask.set != 0 || !bits & mask.unset != 0
            }),
        }
    }
}

fn raise(bits: &mut [u64], bit: usize) {
    let (word, flag) = place_of(bit);
    if let Some(word) = bits.get_mut(word) {
        *word |= flag;
    }
}

/// The word that holds a bit, and the bit in it.
fn place_of(bit: usize) -> (usize, u64) {
    (bit / 64, 1 << (bit % 64))
}
