//! Names as they are compared.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// From so much likeness on, two names are one with a slip of the pen; it is Winkler's measure, from 0 to 1.
const CLOSE: f64 = 0.92;

/// Lower-case, without accents and marks, and with single spaces, so that spellings of one name are equal.
pub fn folded(name: &str) -> String {
    let plain: String = name
        .nfkd()
        .filter(|letter| !is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
        .map(plain_letter)
        .collect();
    let words: Vec<&str> = plain
        .split(|letter: char| letter.is_whitespace() || letter == '-')
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

/// Letters of Latin alphabets that do not come apart into a letter and a mark.
const fn plain_letter(letter: char) -> char {
    match letter {
        'ß' => 's',
        'ø' | 'œ' => 'o',
        'ł' => 'l',
        'đ' | 'ð' => 'd',
        'æ' => 'a',
        'ı' => 'i',
        'þ' => 't',
        other => other,
    }
}

/// How much two names of a kind have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Likeness {
    Same,
    Close,
    Differ,
    Missing,
}

/// Given names: the first of several counts, and an initial is close to whatever begins with it.
pub(crate) fn given_names(left: &str, right: &str) -> Likeness {
    let first = |name: &str| name.split(' ').next().unwrap_or_default().to_owned();
    let (left_first, right_first) = (first(left), first(right));
    let is_initial =
        |short: &str, long: &str| short.chars().count() == 1 && long.starts_with(short);
    if left.is_empty() || right.is_empty() {
        Likeness::Missing
    } else if left_first == right_first {
        Likeness::Same
    } else if is_initial(&left_first, &right_first)
        || is_initial(&right_first, &left_first)
        || alike(left, right)
        || alike(&left_first, &right_first)
    {
        Likeness::Close
    } else {
        Likeness::Differ
    }
}

/// Family names: people have several and write one or all of them, so that the best pair counts.
pub(crate) fn family_names(left: &[String], right: &[String]) -> Likeness {
    if left.is_empty() || right.is_empty() {
        return Likeness::Missing;
    }
    let mut pairs = left
        .iter()
        .flat_map(|one| right.iter().map(move |other| (one, other)));
    if pairs.clone().any(|(one, other)| one == other) {
        Likeness::Same
    } else if pairs.any(|(one, other)| alike(one, other)) {
        Likeness::Close
    } else {
        Likeness::Differ
    }
}

fn alike(left: &str, right: &str) -> bool {
    strsim::jaro_winkler(left, right) >= CLOSE
}

/// How many customers have which family name: to share a rare one says more.
#[derive(Clone, Debug, Default)]
pub struct Commonness {
    customers: HashMap<String, u32>,
    all: u32,
}

impl Commonness {
    /// Counts folded family names of `all` customers, each name with how many have it.
    pub fn new(all: u32, counts: impl IntoIterator<Item = (String, u32)>) -> Self {
        Self {
            customers: counts.into_iter().collect(),
            all,
        }
    }

    /// Whether fewer than one of a thousand has the name. Nothing is rare among fewer than a thousand.
    pub(crate) fn is_rare(&self, name: &str) -> bool {
        let having = self.customers.get(name).copied().unwrap_or(1);
        u64::from(having) * 1_000 < u64::from(self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_equal() {
        assert_eq!(folded("  José-María  "), "jose maria");
        assert_eq!(folded("MUÑOZ"), "munoz");
        assert_eq!(folded("Łukasz Þór"), "lukasz tor");
        assert_eq!(folded(" "), "");
    }

    #[test]
    fn given_names_are_equal_close_or_different() {
        assert_eq!(given_names("maria jose", "maria"), Likeness::Same);
        assert_eq!(given_names("m", "maria"), Likeness::Close);
        assert_eq!(given_names("valentina", "valentinna"), Likeness::Close);
        assert_eq!(given_names("ana", "pedro"), Likeness::Differ);
        assert_eq!(given_names("", "pedro"), Likeness::Missing);
    }

    #[test]
    fn one_of_several_family_names_is_enough() {
        let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            family_names(&names("soto vega"), &names("vega")),
            Likeness::Same
        );
        assert_eq!(
            family_names(&names("gonzalez"), &names("gonzales rojas")),
            Likeness::Close
        );
        assert_eq!(
            family_names(&names("soto"), &names("rojas")),
            Likeness::Differ
        );
        assert_eq!(family_names(&[], &names("rojas")), Likeness::Missing);
    }

    #[test]
    fn rare_is_what_fewer_than_one_of_a_thousand_has() {
        let counts = [("soto".to_owned(), 10), ("zzyzx".to_owned(), 9)];
        let commonness = Commonness::new(10_000, counts);
        assert!(!commonness.is_rare("soto"));
        assert!(commonness.is_rare("zzyzx"));
        assert!(commonness.is_rare("nobody's"));
        assert!(!Commonness::default().is_rare("soto"));
    }
}
