//! Which facts of browsers count for nothing, because the profile has said so afterwards: anybody can
//! send with a public tracking key.
//!
//! Facts stay as they are. What is excluded is left out where sessions are cut, so that it makes no
//! session, touch or page view, and where browsers get their owners, so that nobody is identified by it.

use std::collections::{BTreeSet, HashMap};

use kernel::{ExclusionId, Timestamp, TrackerEventId, VisitorId};

use crate::session::{Hit, landings};

/// The UTM parameters, in the order in which [`ConditionsDraft::utm`] and [`Landing::utm`] have them.
pub const UTM_FIELDS: [&str; 5] = [
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "utm_content",
];

/// When facts came in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// From here on; from the first one on without it.
    pub from: Option<Timestamp>,
    /// Before this; without end without it.
    pub until: Option<Timestamp>,
}

impl Received {
    /// Whether what came in then is meant.
    pub fn covers(self, at: Timestamp) -> bool {
        self.from.is_none_or(|from| from <= at) && self.until.is_none_or(|until| at < until)
    }
}

/// What facts have in common; texts in their normal forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConditionsDraft {
    /// When they came in.
    pub received: Received,
    /// The host of the page with which they came, or one above it.
    pub landing_host: Option<String>,
    /// How the path of that page begins.
    pub path_prefix: Option<String>,
    /// The host of the page before it, or one above it.
    pub referrer_host: Option<String>,
    /// Its UTM values.
    pub utm: [Option<String>; 5],
    /// ISO 3166-1 alpha-2, of the sender.
    pub country: Option<String>,
    /// The browsers.
    pub visitors: BTreeSet<VisitorId>,
    /// Names of senders, each good for a day.
    pub senders: BTreeSet<String>,
}

/// Why facts cannot be excluded by a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionsError {
    /// It would mean everything.
    #[error("at least one of the conditions besides the time is required")]
    Nothing,
    /// Nothing can come in then.
    #[error("must be after received_from")]
    EmptyTime,
}

/// What facts have in common that count for nothing: all that is said, and something besides the time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions(ConditionsDraft);

impl Conditions {
    /// Conditions that mean something and not everything.
    pub fn new(draft: ConditionsDraft) -> Result<Self, ConditionsError> {
        let ConditionsDraft { received, .. } = draft;
        if let (Some(from), Some(until)) = (received.from, received.until)
            && from >= until
        {
            return Err(ConditionsError::EmptyTime);
        }
        let of_sender = draft.country.is_some() || !draft.senders.is_empty();
        if !of_sender && draft.visitors.is_empty() && !asks_for_landing(&draft) {
            return Err(ConditionsError::Nothing);
        }
        Ok(Self(draft))
    }

    /// What is said.
    pub const fn said(&self) -> &ConditionsDraft {
        &self.0
    }

    /// Whether the page matters with which facts came.
    pub fn ask_for_landing(&self) -> bool {
        asks_for_landing(&self.0)
    }

    fn cover(&self, fact: &Seen<'_>, landing: Option<&Landing>) -> bool {
        let said = &self.0;
        said.received.covers(fact.received_at)
            && said
                .country
                .as_deref()
                .is_none_or(|it| fact.country == Some(it))
            && (said.visitors.is_empty() || said.visitors.contains(&fact.visitor))
            && (said.senders.is_empty() || fact.sender.is_some_and(|it| said.senders.contains(it)))
            && (!self.ask_for_landing()
                || landing.is_some_and(|landing| self.cover_landing(landing)))
    }

    fn cover_landing(&self, landing: &Landing) -> bool {
        let said = &self.0;
        let below = |host: &Option<String>, listed: &str| {
            let rest = host.as_deref().and_then(|host| host.strip_suffix(listed));
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let begins = |prefix: &str| {
            landing
                .path
                .as_deref()
                .is_some_and(|path| path.starts_with(prefix))
        };
        let mut utm = said.utm.iter().zip(&landing.utm);
        said.landing_host
            .as_deref()
            .is_none_or(|it| below(&landing.host, it))
            && said.path_prefix.as_deref().is_none_or(begins)
            && said
                .referrer_host
                .as_deref()
                .is_none_or(|it| below(&landing.referrer_host, it))
            && utm.all(|(said, found)| said.is_none() || said == found)
    }
}

fn asks_for_landing(draft: &ConditionsDraft) -> bool {
    draft.landing_host.is_some()
        || draft.path_prefix.is_some()
        || draft.referrer_host.is_some()
        || draft.utm.iter().any(Option::is_some)
}

/// Conditions that are in force under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExclusionRule {
    /// Names it.
    pub id: ExclusionId,
    /// What facts have in common that it excludes.
    pub conditions: Conditions,
}

/// What the addresses of a page view say, in normal form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landing {
    /// Host of the page.
    pub host: Option<String>,
    /// Path of the page.
    pub path: Option<String>,
    /// Host of the page before.
    pub referrer_host: Option<String>,
    /// UTM values of the page.
    pub utm: [Option<String>; 5],
}

/// A fact of a browser, as far as exclusions care.
#[derive(Clone, Debug)]
pub struct Seen<'a> {
    /// What it is to sessions.
    pub hit: Hit,
    /// When it came in.
    pub received_at: Timestamp,
    /// Which browser.
    pub visitor: VisitorId,
    /// Where the sender was.
    pub country: Option<&'a str>,
    /// The name of the sender on that day.
    pub sender: Option<&'a str>,
    /// What the addresses of a page view say, if a rule asks for it.
    pub landing: Option<Landing>,
}

/// Of the facts of one browser those that are excluded, and by which rule first.
///
/// What a page says counts for everything that came with it: for the touch that it is, and for all that
/// follows in the session until the next touch, identifications included. A page alone would leave the
/// next page of a stranger as a landing of its own.
pub fn excluded(
    facts: &[Seen<'_>],
    rules: &[ExclusionRule],
) -> HashMap<TrackerEventId, ExclusionId> {
    let asked = rules.iter().any(|rule| rule.conditions.ask_for_landing());
    let (mut came, mut said) = (HashMap::new(), HashMap::new());
    if asked {
        came = landings(facts.iter().map(|fact| fact.hit).collect());
        said = facts
            .iter()
            .filter_map(|fact| Some((fact.hit.id, fact.landing.as_ref()?)))
            .collect();
    }
    let rule_of = |fact: &Seen<'_>| {
        let landing = came.get(&fact.hit.id).and_then(|id| said.get(id)).copied();
        let rule = rules
            .iter()
            .find(|rule| rule.conditions.cover(fact, landing))?;
        Some((fact.hit.id, rule.id))
    };
    facts.iter().filter_map(rule_of).collect()
}

#[cfg(test)]
#[path = "exclusion_tests.rs"]
mod tests;
