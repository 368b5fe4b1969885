//! What files hold, and what would be written of them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use event_intake::TrackerEventKind;
use kernel::{Date, TimeZone, Timestamp};

use crate::fact::{Fact, Verdict, Why};
use crate::mapping::{Form, Mapping};
use crate::people::{FIELDS, short};
use crate::source::BadRow;
use crate::value::Value;

/// Fields that are listed.
const MAX_FIELDS: usize = 1_000;
/// Bad rows that are shown one by one.
pub const SHOWN: usize = 10;

/// Counts of what was read.
#[derive(Debug)]
pub struct Survey {
    timezone: TimeZone,
    /// Facts by kind.
    pub kinds: BTreeMap<&'static str, u64>,
    /// What nothing became of, and why.
    pub nothing: BTreeMap<Why, u64>,
    /// Rows that cannot be read.
    pub bad: u64,
    /// The first of those.
    pub first_bad: Vec<BadRow>,
    /// First and last instant.
    pub span: Option<(Timestamp, Timestamp)>,
    days: BTreeSet<Date>,
    browsers: HashSet<u64>,
    read: BTreeSet<String>,
    /// Fields that nobody reads.
    pub unread: BTreeSet<String>,
}

impl Survey {
    /// Of nothing yet, by days of a time zone.
    pub fn new(mapping: &Mapping, timezone: TimeZone) -> Self {
        let mut read: BTreeSet<String> = mapping.fields().into_iter().map(str::to_owned).collect();
        if mapping.form == Form::Posthog {
            read.extend(FIELDS.map(str::to_owned));
        }
        Self {
            timezone,
            kinds: BTreeMap::new(),
            nothing: BTreeMap::new(),
            bad: 0,
            first_bad: Vec::new(),
            span: None,
            days: BTreeSet::new(),
            browsers: HashSet::new(),
            read,
            unread: BTreeSet::new(),
        }
    }

    /// How many days have facts.
    pub fn days(&self) -> usize {
        self.days.len()
    }

    /// How many browsers have some.
    pub fn browsers(&self) -> usize {
        self.browsers.len()
    }

    /// Notes which fields an event has that nobody reads.
    pub(crate) fn look(&mut self, event: &Value) {
        let Value::Object(members) = event else {
            return;
        };
        for (name, value) in members {
            self.field(name, value);
        }
    }

    fn field(&mut self, name: &str, value: &Value) {
        if self.read.contains(name) || self.unread.contains(name) || *value == Value::Null {
            return;
        }
        // Of an object of which something is read, what is not.
        let within = format!("{name}.");
        let is_inside = self.read.range(within.clone()..).next();
        let is_inside = is_inside.is_some_and(|next| next.starts_with(&within));
        match value {
            Value::Object(members) if is_inside => {
                for (inner, value) in members {
                    self.field(&format!("{within}{inner}"), value);
                }
            }
            _ if self.unread.len() < MAX_FIELDS => {
                self.unread.insert(name.to_owned());
            }
            _ => {}
        }
    }

    /// Counts what became of an event.
    pub fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Nothing(why) => *self.nothing.entry(*why).or_default() += 1,
            Verdict::Facts(facts) => facts.iter().for_each(|fact| self.fact(fact)),
        }
    }

    fn fact(&mut self, fact: &Fact) {
        let kind = match fact {
            Fact::Outcome(_) => "outcomes",
            Fact::Browser(fact) => {
                self.browsers.insert(short(&fact.anonymous_id));
                match fact.event.kind {
                    TrackerEventKind::PageView { .. } => "page views",
                    TrackerEventKind::Identify { .. } => "identifications",
                    _ => "other events of browsers",
                }
            }
        };
        *self.kinds.entry(kind).or_default() += 1;
        let at = fact.at();
        self.days.insert(self.timezone.local_date(at));
        let (first, last) = self.span.unwrap_or((at, at));
        self.span = Some((first.min(at), last.max(at)));
    }

    /// Counts a row that cannot be read.
    pub fn bad(&mut self, bad: BadRow) {
        self.bad += 1;
        if self.first_bad.len() < SHOWN {
            self.first_bad.push(bad);
        }
    }
}
