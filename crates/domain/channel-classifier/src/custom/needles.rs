//! Finds which of many texts occur in one, at its start, at its end or anywhere.

use std::collections::HashMap;

use aho_corasick::AhoCorasick;

/// Where a needle has to lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Anywhere,
    Start,
    End,
}

impl Anchor {
    fn allows(self, found: std::ops::Range<usize>, length: usize) -> bool {
        match self {
            Self::Anywhere => true,
            Self::Start => found.start == 0,
            Self::End => found.end == length,
        }
    }
}

/// Needles, each with what is to be told when it is found.
#[derive(Debug, Clone)]
pub(super) struct Needles {
    /// `None` when there are no needles, or too many for an automaton: then each is tried.
    automaton: Option<AhoCorasick>,
    needles: Vec<Needle>,
}

/// One text with everybody who looks for it: where, and which bit to tell.
#[derive(Debug, Clone)]
struct Needle {
    text: String,
    seekers: Vec<(Anchor, usize)>,
}

impl Needles {
    pub(super) fn new(wanted: Vec<(String, Anchor, usize)>) -> Self {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut needles: Vec<Needle> = Vec::new();
        for (text, anchor, bit) in wanted {
            let place = *places.entry(text.clone()).or_insert(needles.len());
            match needles.get_mut(place) {
                Some(needle) => needle.seekers.push((anchor, bit)),
                None => needles.push(Needle {
                    text,
                    seekers: vec![(anchor, bit)],
                }),
            }
        }
        let texts = needles.iter().map(|needle| &needle.text);
        let automaton = if needles.is_empty() {
            None
        } else {
            AhoCorasick::new(texts).ok()
        };
        Self { automaton, needles }
    }

    /// Tells the bit of every seeker whose needle lies in the text where it has to; some more than
    /// once.
    pub(super) fn find(&self, text: &str, mut tell: impl FnMut(usize)) {
        let mut report = |needle: &Needle, found: std::ops::Range<usize>| {
            let seekers = needle.seekers.iter();
            seekers
                .filter(|(anchor, _)| anchor.allows(found.clone(), text.len()))
                .for_each(|(_, bit)| tell(*bit));
        };
        match &self.automaton {
            Some(automaton) => {
                for found in automaton.find_overlapping_iter(text) {
                    if let Some(needle) = self.needles.get(found.pattern().as_usize()) {
                        report(needle, found.range());
                    }
                }
            }
            None => {
                for needle in &self.needles {
                    occurrences(text, &needle.text).for_each(|found| report(needle, found));
                }
            }
        }
    }
}

/// Where a needle lies in a text, overlapping places included.
fn occurrences<'a>(
    text: &'a str,
    needle: &'a str,
) -> impl Iterator<Item = std::ops::Range<usize>> + 'a {
    let starts = text.char_indices().map(|(start, _)| start);
    starts
        .filter(move |start| {
            text.get(*start..)
                .is_some_and(|rest| rest.starts_with(needle))
        })
        .map(move |start| start..start.saturating_add(needle.len()))
}
