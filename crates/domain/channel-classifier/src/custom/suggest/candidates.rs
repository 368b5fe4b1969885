//! What rules could look at in the observed traffic, and how much of it each would match.

use std::collections::{BTreeMap, BTreeSet};

use super::Observed;
use crate::custom::rule::{RawCondition, RawRule};
use crate::custom::words::{Combiner, RuleField, RuleOperator};
use crate::hosts::registrable;
use crate::signature::Signature;
use crate::taxonomy::PAID_OTHER;

/// Longest name of a suggested rule, in characters.
const NAME_CHARS: usize = 160;

/// What a candidate looks at. Of candidates that score alike the first kind is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key<'a> {
    Source(&'a str),
    SourceAndMedium(&'a str, &'a str),
    /// A registrable domain, with its subdomains, of links that nobody tagged.
    Host(&'a str),
    /// A click kind on links without a source.
    Click(&'a str),
}

/// A possible rule with the observed traffic that it matches.
#[derive(Debug)]
pub(super) struct Candidate<'a> {
    pub(super) key: Key<'a>,
    pub(super) sessions: u64,
    pub(super) conversions_billionths: u64,
    /// Places in the observed traffic.
    pub(super) members: Vec<usize>,
    /// The channels that the traffic has now.
    pub(super) channels: BTreeSet<&'a str>,
    /// Its mediums.
    pub(super) mediums: BTreeSet<&'a str>,
    /// Its referrers.
    hosts: BTreeSet<&'a str>,
}

/// Every candidate in the observed traffic, in the order of the keys.
pub(super) fn candidates(observed: &[Observed]) -> Vec<Candidate<'_>> {
    let mut found: BTreeMap<Key<'_>, Candidate<'_>> = BTreeMap::new();
    for (at, seen) in observed.iter().enumerate() {
        for key in keys(&seen.signature) {
            let candidate = found.entry(key).or_insert_with(|| Candidate::new(key));
            candidate.add(at, seen);
        }
    }
    found.into_values().collect()
}

fn keys(signature: &Signature) -> Vec<Key<'_>> {
    let source = signature.utm_source.as_deref();
    let medium = signature.utm_medium.as_deref();
    let mut keys = Vec::new();
    if let Some(source) = source {
        keys.push(Key::Source(source));
        keys.extend(medium.map(|medium| Key::SourceAndMedium(source, medium)));
    } else {
        let kinds = signature.click_kinds.iter();
        keys.extend(kinds.map(|kind| Key::Click(kind)));
    }
    let untagged = source.is_none() && medium.is_none() && signature.click_kinds.is_empty();
    let host = signature.referrer_host.as_deref().filter(|_| untagged);
    keys.extend(host.map(|host| Key::Host(registrable(host))));
    keys
}

impl<'a> Candidate<'a> {
    fn new(key: Key<'a>) -> Self {
        Self {
            key,
            sessions: 0,
            conversions_billionths: 0,
            members: Vec::new(),
            channels: BTreeSet::new(),
            mediums: BTreeSet::new(),
            hosts: BTreeSet::new(),
        }
    }

    fn add(&mut self, at: usize, seen: &'a Observed) {
        self.sessions = self.sessions.saturating_add(seen.sessions);
        self.conversions_billionths = self
            .conversions_billionths
            .saturating_add(seen.conversions_billionths);
        self.members.push(at);
        self.channels.insert(&seen.channel);
        self.mediums.extend(seen.signature.utm_medium.as_deref());
        self.hosts.extend(seen.signature.referrer_host.as_deref());
    }

    /// Whether the traffic was paid for; `None` when some of it was and some not, so that no one
    /// channel can be right.
    pub(super) fn paid(&self) -> Option<bool> {
        match (self.channels.contains(PAID_OTHER), self.channels.len()) {
            (false, _) => Some(false),
            (true, 1) => Some(true),
            (true, _) => None,
        }
    }

    /// The rule that sends this traffic to a channel.
    pub(super) fn rule(&self, channel: &str) -> RawRule {
        let (name, conditions) = match self.key {
            Key::Source(source) => (
                format!("Source {source}"),
                vec![is(RuleField::UtmSource, source)],
            ),
            Key::SourceAndMedium(source, medium) => (
                format!("Source {source}, medium {medium}"),
                vec![
                    is(RuleField::UtmSource, source),
                    is(RuleField::UtmMedium, medium),
                ],
            ),
            Key::Host(domain) => (format!("Referrer {domain}"), self.host_conditions(domain)),
            Key::Click(kind) => (
                format!("Click id {kind}"),
                vec![
                    is(RuleField::ClickId, kind),
                    condition(RuleField::UtmSource, RuleOperator::IsNotSet, Vec::new()),
                ],
            ),
        };
        RawRule {
            name: name.chars().take(NAME_CHARS).collect(),
            channel: channel.to_owned(),
            priority: 0,
            combiner: Combiner::And.as_str().to_owned(),
            conditions,
        }
    }

    /// The domain alone when that is all that was seen, else with every subdomain. Tagged links and
    /// paid clicks are left to the other rules: a tag says more than the page before.
    fn host_conditions(&self, domain: &str) -> Vec<RawCondition> {
        let host = if self.hosts.iter().all(|host| *host == domain) {
            is(RuleField::ReferrerHost, domain)
        } else {
            let pattern = format!("(^|\\.){}$", regex::escape(domain));
            condition(
                RuleField::ReferrerHost,
                RuleOperator::Matches,
                vec![pattern],
            )
        };
        let absent = [
            RuleField::UtmSource,
            RuleField::UtmMedium,
            RuleField::ClickId,
        ];
        let absent = absent.map(|field| condition(field, RuleOperator::IsNotSet, Vec::new()));
        std::iter::once(host).chain(absent).collect()
    }
}

fn is(field: RuleField, value: &str) -> RawCondition {
    condition(field, RuleOperator::Is, vec![value.to_owned()])
}

fn condition(field: RuleField, operator: RuleOperator, values: Vec<String>) -> RawCondition {
    RawCondition {
        field: field.as_str().to_owned(),
        operator: operator.as_str().to_owned(),
        values,
    }
}
