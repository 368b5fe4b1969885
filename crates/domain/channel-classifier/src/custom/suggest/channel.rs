//! Which channel a candidate's name points at.
//!
//! Asked in this order: the channels that people added themselves, the lists of known sources, words
//! for kinds of marketing; first as they are spelled, then nearly. Paid is what already counts as
//! paid and what says so in its name (`linkdin-ads`).

use super::candidates::{Candidate, Key};
use super::names::{Names, is_paid_name};
use crate::clicks::click_parameter;
use crate::hosts::registrable_label;
use crate::lists::{Category, category_of_source};
use crate::taxonomy::{self, DEFAULT_TAXONOMY, UNASSIGNED};

/// A channel with the reason for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Guess {
    pub(super) channel: String,
    pub(super) reason: String,
}

/// What a name points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning<'a> {
    /// A channel of the taxonomy, whether paid or not.
    Channel(&'a str),
    /// A kind of place, whose channel depends on whether the click was paid for.
    Place(Category),
}

/// Guesses for one taxonomy.
pub(super) struct Guesser<'a> {
    taxonomy: &'a [String],
    names: Names<'a>,
}

impl<'a> Guesser<'a> {
    pub(super) fn new(taxonomy: &'a [String]) -> Self {
        let own = taxonomy.iter().map(String::as_str);
        let own = own.filter(|name| !DEFAULT_TAXONOMY.contains(name));
        Self {
            taxonomy,
            names: Names::new(own.collect()),
        }
    }

    /// The channel of a candidate, if its name points at one that the taxonomy has and that its
    /// traffic does not have already.
    pub(super) fn guess(&self, candidate: &Candidate<'_>) -> Option<Guess> {
        let paid = candidate.paid()?;
        let guess = match candidate.key {
            Key::Source(source) => self.by_source(source, candidate, paid)?,
            Key::SourceAndMedium(source, medium) => self
                .by_name(medium, paid || is_paid_name(source))
                .or_else(|| self.by_name(source, paid || is_paid_name(medium)))
                .or_else(|| unknown_source(source, candidate))?,
            Key::Host(domain) => self.by_host(domain, paid)?,
            Key::Click(kind) => by_click(kind)?,
        };
        let exists = self.taxonomy.contains(&guess.channel);
        let changes = !candidate.channels.contains(guess.channel.as_str());
        (exists && changes).then_some(guess)
    }

    /// A source whose mediums point elsewhere is left to the candidates with a medium.
    fn by_source(&self, source: &str, candidate: &Candidate<'_>, paid: bool) -> Option<Guess> {
        let guess = self
            .by_name(source, paid)
            .or_else(|| unknown_source(source, candidate))?;
        let mut mediums = candidate.mediums.iter();
        let agree = mediums.all(|medium| {
            let other = self.by_name(medium, paid || is_paid_name(source));
            other.is_none_or(|other| other.channel == guess.channel)
        });
        agree.then_some(guess)
    }

    fn by_name(&self, name: &str, paid: bool) -> Option<Guess> {
        let found = self.names.find(name)?;
        let paid = paid || is_paid_name(name);
        Some(Guess {
            channel: channel_of(found.meaning, paid)?.to_owned(),
            reason: found.reason(name),
        })
    }

    fn by_host(&self, domain: &str, paid: bool) -> Option<Guess> {
        let label = registrable_label(domain);
        let found = self.names.find_whole(label)?;
        Some(Guess {
            channel: channel_of(found.meaning, paid)?.to_owned(),
            reason: found.reason(domain),
        })
    }
}

/// A click id says that somebody paid; who gave it may be known for a kind of place.
fn by_click(kind: &str) -> Option<Guess> {
    let known = click_parameter(kind).filter(|known| known.role.is_paid())?;
    let category = category_of_source(known.source)?;
    Some(Guess {
        channel: channel_of(Meaning::Place(category), true)?.to_owned(),
        reason: format!(
            "{kind} is the click id of {}, {}.",
            known.platform,
            category_in_words(category)
        ),
    })
}

/// Somebody tagged the link and no list knows the source: as good as a link on another site.
fn unknown_source(source: &str, candidate: &Candidate<'_>) -> Option<Guess> {
    let unassigned = candidate.channels.iter().all(|name| *name == UNASSIGNED);
    unassigned.then(|| Guess {
        channel: taxonomy::REFERRAL.to_owned(),
        reason: format!("\"{source}\" is a tagged source that no list knows."),
    })
}

fn channel_of(meaning: Meaning<'_>, paid: bool) -> Option<&str> {
    match meaning {
        Meaning::Channel(name) => Some(name),
        Meaning::Place(category) if paid => paid_channel(category),
        Meaning::Place(category) => unpaid_channel(category),
    }
}

fn paid_channel(category: Category) -> Option<&'static str> {
    match category {
        Category::Search => Some(taxonomy::PAID_SEARCH),
        Category::Social | Category::Messaging => Some(taxonomy::PAID_SOCIAL),
        Category::Video => Some(taxonomy::PAID_VIDEO),
        Category::Shopping => Some(taxonomy::PAID_SHOPPING),
        Category::Display => Some(taxonomy::DISPLAY),
        Category::Email => Some(taxonomy::EMAIL),
        Category::AiAssistant => Some(taxonomy::PAID_OTHER),
        Category::Nothing => None,
    }
}

fn unpaid_channel(category: Category) -> Option<&'static str> {
    match category {
        Category::Search => Some(taxonomy::ORGANIC_SEARCH),
        Category::Social => Some(taxonomy::ORGANIC_SOCIAL),
        Category::Messaging => Some(taxonomy::MESSAGING),
        Category::Video => Some(taxonomy::ORGANIC_VIDEO),
        Category::Shopping => Some(taxonomy::ORGANIC_SHOPPING),
        Category::Display => Some(taxonomy::DISPLAY),
        Category::Email => Some(taxonomy::EMAIL),
        Category::AiAssistant => Some(taxonomy::AI_ASSISTANTS),
        Category::Nothing => None,
    }
}

pub(super) fn category_in_words(category: Category) -> &'static str {
    match category {
        Category::AiAssistant => "an assistant",
        Category::Video => "a video service",
        Category::Social => "a social network",
        Category::Email => "mail",
        Category::Shopping => "a shop",
        Category::Search => "a search engine",
        Category::Messaging => "a chat application",
        Category::Display => "a server of advertisements",
        Category::Nothing => "a known host",
    }
}
