//! Names that point at a channel, and how one is found in what people wrote.

use std::collections::BTreeMap;

use super::channel::{Meaning, category_in_words};
use super::near::{distance, tolerated};
use crate::lists::{Category, category_of_source, known_names};
use crate::taxonomy::{self, DEFAULT_TAXONOMY};
use crate::text::folded;

/// Shortest part of a name that is looked up among known sources, in bytes.
const MIN_PART: usize = 2;
/// Shortest word of a channel's name that stands for it, in bytes.
const MIN_CHANNEL_WORD: usize = 4;
/// Shortest known name that something may be spelled like, in characters.
const MIN_NEAR: usize = 5;

/// Parts of a name that say that somebody paid.
const PAID_WORDS: [&str; 6] = ["ad", "ads", "paid", "cpc", "ppc", "cpm"];

/// Words for kinds of marketing, in English and Spanish, in the singular.
const KINDS: [(&str, Meaning<'static>); 26] = [
    ("email", Meaning::Channel(taxonomy::EMAIL)),
    ("mail", Meaning::Channel(taxonomy::EMAIL)),
    ("emailing", Meaning::Channel(taxonomy::EMAIL)),
    ("mailing", Meaning::Channel(taxonomy::EMAIL)),
    ("newsletter", Meaning::Channel(taxonomy::EMAIL)),
    ("boletin", Meaning::Channel(taxonomy::EMAIL)),
    ("correo", Meaning::Channel(taxonomy::EMAIL)),
    ("affiliate", Meaning::Channel(taxonomy::AFFILIATES)),
    ("afiliado", Meaning::Channel(taxonomy::AFFILIATES)),
    ("partner", Meaning::Channel(taxonomy::AFFILIATES)),
    ("sms", Meaning::Channel(taxonomy::SMS)),
    ("push", Meaning::Channel(taxonomy::MOBILE_PUSH)),
    ("notification", Meaning::Channel(taxonomy::MOBILE_PUSH)),
    ("audio", Meaning::Channel(taxonomy::AUDIO)),
    ("podcast", Meaning::Channel(taxonomy::AUDIO)),
    ("radio", Meaning::Channel(taxonomy::AUDIO)),
    ("chat", Meaning::Channel(taxonomy::MESSAGING)),
    ("display", Meaning::Channel(taxonomy::DISPLAY)),
    ("banner", Meaning::Channel(taxonomy::DISPLAY)),
    ("programmatic", Meaning::Channel(taxonomy::DISPLAY)),
    ("social", Meaning::Place(Category::Social)),
    ("video", Meaning::Place(Category::Video)),
    ("shopping", Meaning::Place(Category::Shopping)),
    ("search", Meaning::Place(Category::Search)),
    ("seo", Meaning::Place(Category::Search)),
    ("buscador", Meaning::Place(Category::Search)),
];

/// What a name was found to contain.
pub(super) struct Found<'a> {
    pub(super) meaning: Meaning<'a>,
    /// The word or name that was recognised.
    word: String,
    exact: bool,
}

impl Found<'_> {
    /// Why, in one sentence, for what somebody wrote.
    pub(super) fn reason(&self, written: &str) -> String {
        let how = if self.exact {
            "contains"
        } else {
            "is spelled like"
        };
        match self.meaning {
            Meaning::Channel(name) => {
                format!("\"{written}\" {how} {}, a word for {name}.", self.word)
            }
            Meaning::Place(category) => format!(
                "\"{written}\" {how} {}, {}.",
                self.word,
                category_in_words(category)
            ),
        }
    }
}

/// All names that point at a channel.
pub(super) struct Names<'a> {
    /// Words of the channels that people added.
    own: BTreeMap<String, &'a str>,
    /// Everything that a slip may have been meant for, in alphabetical order.
    near: BTreeMap<String, Meaning<'a>>,
}

impl<'a> Names<'a> {
    /// `own` are the names of channels beside the default ones.
    pub(super) fn new(own: Vec<&'a str>) -> Self {
        let mut common: Vec<_> = DEFAULT_TAXONOMY
            .iter()
            .flat_map(|name| parts(name))
            .collect();
        common.extend(KINDS.iter().map(|(word, _)| (*word).to_owned()));
        let mut words = BTreeMap::new();
        for name in own {
            let telling = parts(name).into_iter();
            let telling =
                telling.filter(|word| word.len() >= MIN_CHANNEL_WORD && !common.contains(word));
            for word in telling {
                words.entry(word).or_insert(name);
            }
        }
        Self {
            near: near_names(&words),
            own: words,
        }
    }

    /// The first part of a written name that is recognised, else the part that is nearest.
    pub(super) fn find(&self, written: &str) -> Option<Found<'a>> {
        let mut tried = vec![stem(written).to_owned()];
        tried.extend(parts(written));
        let exactly = |part: &String| self.exactly(part);
        tried
            .iter()
            .find_map(exactly)
            .or_else(|| tried.iter().find_map(|part| self.nearly(part)))
    }

    /// Like [`Names::find`] for a name that counts only as a whole: a host like `ask-gardeners` is
    /// no search engine. Words of own channels count wherever they stand.
    pub(super) fn find_whole(&self, written: &str) -> Option<Found<'a>> {
        let own = parts(written);
        own.iter()
            .find_map(|part| self.own_word(part))
            .or_else(|| self.exactly(written))
            .or_else(|| self.nearly(written))
    }

    fn own_word(&self, part: &str) -> Option<Found<'a>> {
        let name = self.own.get(part)?;
        Some(Found {
            meaning: Meaning::Channel(name),
            word: part.to_owned(),
            exact: true,
        })
    }

    fn exactly(&self, part: &str) -> Option<Found<'a>> {
        let known = || {
            let category = category_of_source(part).filter(|_| part.len() >= MIN_PART)?;
            Some(Meaning::Place(category))
        };
        let kind = || {
            let mut kinds = KINDS.into_iter();
            kinds.find(|(word, _)| *word == part).map(|(_, kind)| kind)
        };
        self.own_word(part).or_else(|| {
            Some(Found {
                meaning: kind().or_else(known)?,
                word: part.to_owned(),
                exact: true,
            })
        })
    }

    fn nearly(&self, part: &str) -> Option<Found<'a>> {
        let most = tolerated(part.chars().count());
        if most == 0 {
            return None;
        }
        let near = self.near.iter().filter_map(|(name, meaning)| {
            let slips = distance(part, name, most)?;
            Some((slips, name, *meaning))
        });
        // Of equally near names the first in the alphabet.
        let (_, name, meaning) = near.min_by_key(|(slips, _, _)| *slips)?;
        Some(Found {
            meaning,
            word: name.clone(),
            exact: false,
        })
    }
}

/// Whether a part of a name says that somebody paid.
pub(super) fn is_paid_name(written: &str) -> bool {
    let mut parts = written.split(|c: char| !c.is_alphanumeric());
    parts.any(|part| PAID_WORDS.contains(&part))
}

fn near_names<'a>(own: &BTreeMap<String, &'a str>) -> BTreeMap<String, Meaning<'a>> {
    let known = known_names().map(|(name, category)| (name, Meaning::Place(category)));
    let mut near: BTreeMap<_, _> = known
        .chain(KINDS)
        .filter(|(name, _)| name.chars().count() >= MIN_NEAR)
        .map(|(name, meaning)| (name.to_owned(), meaning))
        .collect();
    let own = own.iter();
    near.extend(own.map(|(word, name)| (word.clone(), Meaning::Channel(name))));
    near
}

/// A name without digits and signs at its end: `newsletter-2` is a newsletter.
fn stem(written: &str) -> &str {
    written.trim_end_matches(|c: char| !c.is_alphabetic())
}

/// The words of a name, without digits at their ends, in the singular, in lower case.
fn parts(written: &str) -> Vec<String> {
    let written = folded(written);
    let words = written.split(|c: char| !c.is_alphanumeric()).map(stem);
    words
        .filter(|word| word.len() >= MIN_PART)
        .flat_map(|word| {
            let singular = word.strip_suffix('s').filter(|rest| rest.len() > MIN_PART);
            std::iter::once(word).chain(singular).map(str::to_owned)
        })
        .collect()
}
