//! What a host or a source name is known for.
//!
//! Three lists (see `data/LICENCES.md`) become two tables on first use. At an equal host the own
//! list wins, and between the vendored ones the category that comes first in [`Category`]: a host
//! that one list calls an AI assistant and another a search engine is an assistant. Between two
//! listed hosts the more specific one wins.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::hash::FieldHash;
use crate::hosts::{is_country_label, parse_listed, split_country, suffixes};

/// What a host or source is known for, in order of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// An assistant that answers with links.
    AiAssistant,
    /// A video service.
    Video,
    /// A social network, a community, a page of profile links.
    Social,
    /// Mail in a browser or an app.
    Email,
    /// A shop or price comparison.
    Shopping,
    /// A search engine.
    Search,
    /// A chat application.
    Messaging,
    /// A host that serves advertisements.
    Display,
    /// Listed only to keep it out of the category of the host above it.
    Nothing,
}

impl Category {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "ai" => Self::AiAssistant,
            "video" => Self::Video,
            "social" => Self::Social,
            "email" => Self::Email,
            "shopping" => Self::Shopping,
            "search" => Self::Search,
            "messaging" => Self::Messaging,
            "display" => Self::Display,
            "nothing" => Self::Nothing,
            _ => return None,
        })
    }
}

/// A source name or host with what it is known for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KnownSource {
    pub(crate) category: Category,
    /// The name or the host itself says that the click was paid for.
    pub(crate) paid: bool,
}

/// Hosts with wildcards for countries, looked up by label suffix, deepest first.
pub(crate) struct HostTable<V> {
    exact: HashMap<&'static str, V>,
    /// `{}.bing.com` under `bing.com`.
    country_first: HashMap<&'static str, V>,
    /// `google.{}` under `google`.
    country_last: HashMap<&'static str, V>,
}

impl<V: Copy> HostTable<V> {
    pub(crate) fn empty() -> Self {
        Self {
            exact: HashMap::new(),
            country_first: HashMap::new(),
            country_last: HashMap::new(),
        }
    }

    /// Adds a pattern; `choose` gets the value already there and the new one.
    pub(crate) fn insert(&mut self, pattern: &'static str, value: V, choose: fn(V, V) -> V) {
        let (map, key) = if let Some(rest) = pattern.strip_prefix("{}.") {
            (&mut self.country_first, rest)
        } else if let Some(stem) = pattern.strip_suffix(".{}") {
            (&mut self.country_last, stem)
        } else {
            (&mut self.exact, pattern)
        };
        map.entry(key)
            .and_modify(|old| *old = choose(*old, value))
            .or_insert(value);
    }

    /// The value of the most specific pattern that covers a normal host.
    pub(crate) fn get(&self, host: &str) -> Option<V> {
        let country = split_country(host);
        suffixes(host)
            .find_map(|suffix| self.at(suffix, country))
            .copied()
    }

    fn at(&self, suffix: &str, country: Option<(&str, &str)>) -> Option<&V> {
        self.exact
            .get(suffix)
            .or_else(|| self.exact.get(numbered(suffix)?.as_str()))
            .or_else(|| {
                let (label, rest) = suffix.split_once('.')?;
                self.country_first
                    .get(rest)
                    .filter(|_| is_country_label(label))
            })
            .or_else(|| {
                let stem = suffix.strip_suffix(country?.1)?.strip_suffix('.')?;
                self.country_last.get(stem)
            })
    }
}

/// A host of several that are numbered, `mail02.orange.fr`, as they are listed: `mail#.orange.fr`.
fn numbered(host: &str) -> Option<String> {
    let (label, rest) = host.split_once('.')?;
    let stem = label.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem.len() < label.len()).then(|| format!("{stem}#.{rest}"))
}

struct Tables {
    hosts: HostTable<KnownSource>,
    names: HashMap<&'static str, KnownSource>,
}

const MATOMO: &str = include_str!("../data/matomo.tsv");
const GA4: &str = include_str!("../data/ga4.tsv");
const OWN: &str = include_str!("../data/own.tsv");

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables {
        hosts: HostTable::empty(),
        names: HashMap::new(),
    };
    tables.add(MATOMO, first_category);
    tables.add(GA4, first_category);
    tables.add(OWN, |_, own| own);
    tables
});

/// Of two lists that know the same, the category that comes first.
fn first_category(old: KnownSource, new: KnownSource) -> KnownSource {
    KnownSource {
        category: old.category.min(new.category),
        ..new
    }
}

impl Tables {
    fn add(&mut self, list: &'static str, choose: fn(KnownSource, KnownSource) -> KnownSource) {
        for (key, known) in lines(list).filter_map(parse_line) {
            if key.contains('.') {
                self.hosts.insert(key, known, choose);
            } else {
                let entry = self.names.entry(key).or_insert(known);
                *entry = choose(*entry, known);
            }
        }
    }
}

fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn parse_line(line: &'static str) -> Option<(&'static str, KnownSource)> {
    let mut columns = line.split('\t');
    let key = columns.next().filter(|key| !key.is_empty())?;
    let category = Category::parse(columns.next()?)?;
    let paid = match columns.next() {
        None => false,
        Some("paid") => true,
        Some(_) => return None,
    };
    Some((key, KnownSource { category, paid }))
}

/// What a host in normal form is known for: the most specific entry that covers it. `None` for an
/// unknown host and for one that is listed as nothing.
pub fn category_of_host(host: &str) -> Option<Category> {
    known_host(host).map(|known| known.category)
}

/// The same with whether nothing but advertisements is shown there.
pub(crate) fn known_host(host: &str) -> Option<KnownSource> {
    let known = TABLES.hosts.get(host);
    known.filter(|known| known.category != Category::Nothing)
}

/// Names what the lists say, so that whoever keeps labels notices when they say something else.
pub(crate) fn revision() -> i64 {
    let lists = [MATOMO, GA4, OWN];
    FieldHash::new("lists").list(lists.into_iter()).finish()
}

/// What a normalised `utm_source` is known for: a name (`google`, `yt`), a host
/// (`news.ycombinator.com`), or one of them followed by `ad` or `ads` (`fb-ads`), which says that
/// the click was paid for. A name that merely ends in these letters (`threads`) is itself.
pub(crate) fn known_source(source: &str) -> Option<KnownSource> {
    named(source).or_else(|| {
        let stem = source
            .strip_suffix("ads")
            .or_else(|| source.strip_suffix("ad"))?;
        let known = named(stem.trim_end_matches(['-', '_', '.', ' ', '+']))?;
        Some(KnownSource {
            paid: true,
            ..known
        })
    })
}

/// What a normalised source is known for, paid or not.
pub(crate) fn category_of_source(source: &str) -> Option<Category> {
    known_source(source)
        .map(|known| known.category)
        .filter(|category| *category != Category::Nothing)
}

/// Every name without a dot that a list knows for something, in no order.
pub(crate) fn known_names() -> impl Iterator<Item = (&'static str, Category)> {
    let names = TABLES.names.iter();
    names
        .map(|(name, known)| (*name, known.category))
        .filter(|(_, category)| *category != Category::Nothing)
}

fn named(source: &str) -> Option<KnownSource> {
    let name = TABLES.names.get(source).copied();
    name.or_else(|| {
        let host = if source.contains('.') {
            parse_listed(source)?.host
        } else {
            return None;
        };
        category_of_host(&host).map(|category| KnownSource {
            category,
            paid: false,
        })
    })
}

#[cfg(test)]
#[path = "lists_tests.rs"]
mod tests;
