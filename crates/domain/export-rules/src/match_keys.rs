//! What a platform may find the person or the click by: normalised, hashed where it is personal, and enough.

use std::net::IpAddr;

use kernel::Personal;

use crate::click::SearchClickKind;
use crate::destination::{MessagingAccount, SocialTarget};
use crate::digest::{Hashed, Sha256};
use crate::guard::{Channel, Guarded};
use crate::match_key::MatchKey;
use crate::normalise::{digest_of, search, social};
use crate::record::Person;
use crate::skip_reason::SkipReason;
use crate::words::MinMatch;

/// At most so many values of one kind are told.
pub const MAX_VALUES: usize = 5;

/// What a social network is told of somebody on a page or by the system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SocialPerson {
    pub(crate) hashed: Vec<(MatchKey, Vec<Hashed>)>,
    pub(crate) lead_id: Option<Personal>,
    pub(crate) fbc: Option<Personal>,
    pub(crate) fbp: Option<Personal>,
    pub(crate) ip: Option<IpAddr>,
    pub(crate) user_agent: Option<Personal>,
}

/// What a social network is told of somebody in a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessagingPerson {
    /// Whose conversation it is.
    pub account: MessagingAccount,
    /// Who they are there: a click, or an id of them.
    pub id: Personal,
}

/// What a search engine is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchPerson {
    pub(crate) click: Option<(SearchClickKind, Personal)>,
    pub(crate) emails: Vec<Hashed>,
    pub(crate) phones: Vec<Hashed>,
}

/// Keys of one of the channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    Social(SocialPerson),
    Messaging(MessagingPerson),
    Search(SearchPerson),
}

impl SocialPerson {
    /// Hashed values by their fields.
    pub fn hashed(&self) -> impl Iterator<Item = (MatchKey, &[Hashed])> {
        self.hashed
            .iter()
            .map(|(key, values)| (*key, values.as_slice()))
    }

    /// The filled-in form.
    pub const fn lead_id(&self) -> Option<&Personal> {
        self.lead_id.as_ref()
    }

    /// The click.
    pub const fn fbc(&self) -> Option<&Personal> {
        self.fbc.as_ref()
    }

    /// The browser.
    pub const fn fbp(&self) -> Option<&Personal> {
        self.fbp.as_ref()
    }

    /// The IP address.
    pub const fn ip(&self) -> Option<IpAddr> {
        self.ip
    }

    /// The user agent.
    pub const fn user_agent(&self) -> Option<&Personal> {
        self.user_agent.as_ref()
    }

    fn names(&self) -> Vec<MatchKey> {
        let hashed = self.hashed.iter().map(|(key, _)| *key);
        let others = [
            (self.lead_id.is_some(), MatchKey::LeadId),
            (self.fbc.is_some(), MatchKey::Fbc),
            (self.fbp.is_some(), MatchKey::Fbp),
            (self.ip.is_some(), MatchKey::ClientIpAddress),
            (self.user_agent.is_some(), MatchKey::ClientUserAgent),
        ];
        let others = others.into_iter().filter(|(is_there, _)| *is_there);
        hashed.chain(others.map(|(_, key)| key)).collect()
    }

    /// Whether it is enough, by the platform's own rule and by the destination's.
    fn judged(self, min_match: MinMatch) -> Result<Self, SkipReason> {
        let names = self.names();
        if names.is_empty() {
            return Err(SkipReason::NoMatchKey);
        }
        let is_refused = |refused: &&[MatchKey]| names.iter().all(|key| refused.contains(key));
        if REFUSED.iter().any(is_refused) {
            return Err(SkipReason::InsufficientMatchKeys);
        }
        if names.iter().any(|key| NAMING.contains(key)) || min_match == MinMatch::Any {
            return Ok(self);
        }
        Err(SkipReason::MatchQualityPolicy)
    }
}

/// Keys that name a person, a browser or a click; any other describes many people at once.
const NAMING: [MatchKey; 6] = [
    MatchKey::Em,
    MatchKey::Ph,
    MatchKey::ExternalId,
    MatchKey::LeadId,
    MatchKey::Fbc,
    MatchKey::Fbp,
];

/// Sets that the platform refuses: an event with nothing beyond one of them.
const REFUSED: [&[MatchKey]; 4] = [
    &[
        MatchKey::Ct,
        MatchKey::Country,
        MatchKey::St,
        MatchKey::Zp,
        MatchKey::Ge,
        MatchKey::ClientUserAgent,
    ],
    &[MatchKey::Db, MatchKey::ClientUserAgent],
    &[MatchKey::Fn, MatchKey::Ge],
    &[MatchKey::Ln, MatchKey::Ge],
];

impl SearchPerson {
    /// The click and which id it is.
    pub fn click(&self) -> Option<(SearchClickKind, &Personal)> {
        self.click.as_ref().map(|(kind, value)| (*kind, value))
    }

    /// E-mail addresses.
    pub fn emails(&self) -> &[Hashed] {
        &self.emails
    }

    /// Phone numbers.
    pub fn phones(&self) -> &[Hashed] {
        &self.phones
    }
}

impl Keys {
    /// Names of the keys, in the order of [`MatchKey`].
    pub(crate) fn names(&self) -> Vec<MatchKey> {
        let mut names = match self {
            Self::Social(person) => person.names(),
            Self::Messaging(person) => vec![person.account.key()],
            Self::Search(person) => {
                let click = person.click.as_ref().map(|(kind, _)| match kind {
                    SearchClickKind::Gclid => MatchKey::Gclid,
                    SearchClickKind::Gbraid => MatchKey::Gbraid,
                    SearchClickKind::Wbraid => MatchKey::Wbraid,
                });
                let email = (!person.emails.is_empty()).then_some(MatchKey::Email);
                let phone = (!person.phones.is_empty()).then_some(MatchKey::Phone);
                click.into_iter().chain(email).chain(phone).collect()
            }
        };
        names.sort_unstable();
        names
    }
}

/// The keys that the guard left, when they are enough.
pub(crate) fn keys(
    guarded: &Guarded<'_>,
    target: Option<&SocialTarget>,
    sha256: &dyn Sha256,
) -> Result<Keys, SkipReason> {
    match guarded.channel {
        Channel::Web | Channel::System => {
            let min_match = target.map_or(MinMatch::Identified, |target| target.min_match);
            let person = social_person(guarded, sha256);
            person.judged(min_match).map(Keys::Social)
        }
        Channel::Messaging(_) => {
            let account = target.and_then(|target| target.account.as_ref());
            messaging_person(guarded, account)
                .map(Keys::Messaging)
                .ok_or(SkipReason::NoMatchKey)
        }
        Channel::Search => {
            let person = search_person(guarded, sha256);
            let is_found =
                person.click.is_some() || !person.emails.is_empty() || !person.phones.is_empty();
            is_found
                .then_some(Keys::Search(person))
                .ok_or(SkipReason::NoMatchKey)
        }
    }
}

type Normal = fn(&str) -> Option<String>;

/// The first values that have a normal form, hashed, no two equal.
fn hashed(values: &[Personal], normal: Normal, sha256: &dyn Sha256) -> Vec<Hashed> {
    let mut hashed = Vec::new();
    let values = values.iter().map(Personal::as_str);
    for text in values.filter_map(|text| digest_of(text).or_else(|| normal(text))) {
        let digest = Hashed::of(&text, sha256);
        if !hashed.contains(&digest) {
            hashed.push(digest);
        }
        if hashed.len() == MAX_VALUES {
            break;
        }
    }
    hashed
}

fn social_person(guarded: &Guarded<'_>, sha256: &dyn Sha256) -> SocialPerson {
    let left = &guarded.left;
    let mut keys = SocialPerson {
        fbc: left.fbc.as_deref().map(Personal::new),
        fbp: left.fbp.cloned(),
        ip: left.ip,
        user_agent: left.user_agent.cloned(),
        ..SocialPerson::default()
    };
    let Some(person) = left.person else {
        return keys;
    };
    keys.lead_id.clone_from(&person.lead_id);
    let lists: [(MatchKey, &[Personal], Normal); 3] = [
        (MatchKey::Em, &person.emails, social::email),
        (MatchKey::Ph, &person.phones, social::phone),
        (
            MatchKey::ExternalId,
            &person.external_ids,
            social::external_id,
        ),
    ];
    for (key, values, normal) in lists {
        keys.hashed.push((key, hashed(values, normal, sha256)));
    }
    for (key, text) in one_each(person) {
        let digest = text.map(|text| Hashed::of(&text, sha256));
        keys.hashed.push((key, digest.into_iter().collect()));
    }
    keys.hashed.retain(|(_, values)| !values.is_empty());
    keys
}

/// What a person has one of, in its normal form.
fn one_each(person: &Person) -> [(MatchKey, Option<String>); 8] {
    let country = person.country.as_ref().map(Personal::as_str);
    let region = |text: &str| social::region(text, country);
    let one = |value: &Option<Personal>, normal: &dyn Fn(&str) -> Option<String>| {
        let text = value.as_ref().map(Personal::as_str)?;
        digest_of(text).or_else(|| normal(text))
    };
    [
        (MatchKey::Fn, one(&person.first_name, &social::name)),
        (MatchKey::Ln, one(&person.last_name, &social::name)),
        (MatchKey::Db, person.born.map(social::born)),
        (MatchKey::Ge, one(&person.gender, &social::gender)),
        (MatchKey::Ct, one(&person.city, &social::city)),
        (MatchKey::St, one(&person.region, &region)),
        (MatchKey::Zp, one(&person.postcode, &social::postcode)),
        (MatchKey::Country, one(&person.country, &social::country)),
    ]
}

fn messaging_person(
    guarded: &Guarded<'_>,
    account: Option<&MessagingAccount>,
) -> Option<MessagingPerson> {
    let account = account?;
    let person = guarded.left.messaging_person;
    let id = match account {
        MessagingAccount::Whatsapp(_) => guarded.left.ctwa_clid,
        MessagingAccount::Messenger(_) => person?.page_scoped_user_id.as_ref(),
        MessagingAccount::Instagram(_) => person?.ig_sid.as_ref(),
    };
    Some(MessagingPerson {
        account: account.clone(),
        id: id?.clone(),
    })
}

fn search_person(guarded: &Guarded<'_>, sha256: &dyn Sha256) -> SearchPerson {
    let click = guarded.left.search_click;
    let click = click.map(|click| (click.kind, click.value.clone()));
    let mut keys = SearchPerson {
        click,
        ..SearchPerson::default()
    };
    let is_aggregated = keys
        .click
        .as_ref()
        .is_some_and(|(kind, _)| kind.is_aggregated());
    if let (Some(person), false) = (guarded.left.user_identifiers, is_aggregated) {
        keys.emails = hashed(&person.emails, search::email, sha256);
        keys.emails.truncate(MAX_VALUES);
        keys.phones = hashed(&person.phones, search::phone, sha256);
        // The platform takes so many of both together.
        keys.phones
            .truncate(MAX_VALUES.saturating_sub(keys.emails.len()));
    }
    keys
}

#[cfg(test)]
mod tests;
