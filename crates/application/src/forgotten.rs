//! What comes in late of somebody who was forgotten loses what names them before it is written.
//!
//! Nearly every event happened after the last time that somebody was forgotten. So events are written as if nobody had
//! been, and looked at again in the same transaction: where one may be of before, or somebody was forgotten meanwhile, the
//! transaction fails, and is run again by whoever looks before.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use event_intake::ports::SubjectKey;
use identity_graph::{
    Identifier, IdentifierKind, Identifiers, Loss, Subject, ValueKey, is_erased, loss,
};
use kernel::{ProfileId, StoreError, Timestamp};

use crate::context::Context;
use crate::ports::LatestErasure;
use crate::unit_of_work::UnitOfWork;

/// What whoever writes events knows of those who were forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Checked {
    /// Nothing.
    #[default]
    Nothing,
    /// Events were looked at when this was the last one.
    By(Option<LatestErasure>),
}

impl Checked {
    /// Who was forgotten last, if events were looked at.
    pub(crate) fn latest(self) -> Option<LatestErasure> {
        match self {
            Self::Nothing => None,
            Self::By(latest) => latest,
        }
    }

    /// Fails where events at these moments may be of somebody who was forgotten. Who was forgotten last.
    pub(crate) async fn verify(
        self,
        work: &mut dyn UnitOfWork,
        profile_id: ProfileId,
        mut at: impl Iterator<Item = Timestamp> + Send,
    ) -> Result<Option<LatestErasure>, StoreError> {
        let latest = work.erasures().latest(profile_id).await?;
        let holds = match self {
            Self::By(known) => known == latest,
            Self::Nothing => latest.is_none_or(|latest| at.all(|at| at > latest.at)),
        };
        if holds {
            return Ok(latest);
        }
        Err(StoreError::Conflict)
    }
}

/// What of each of several events goes, by whom they name and when they happened.
pub(crate) async fn losses(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    latest: Option<LatestErasure>,
    people: &[(&Identifiers, Timestamp)],
) -> Result<Vec<Loss>, StoreError> {
    let is_late = |at: Timestamp| latest.is_some_and(|latest| at <= latest.at);
    let late = people.iter().filter(|(_, at)| is_late(*at));
    let asked: BTreeSet<Vec<u8>> = late
        .flat_map(|(person, _)| hashes(context, person))
        .collect();
    if asked.is_empty() {
        return Ok(people.iter().map(|_| Loss::Nothing).collect());
    }
    let asked: Vec<Vec<u8>> = asked.into_iter().collect();
    let known = work.erasures().erased(profile_id, &asked).await?;
    let known: BTreeMap<Vec<u8>, Timestamp> = known.into_iter().collect();
    let lost = people.iter().map(|(person, at)| {
        loss(person, |value| {
            let erased = known.get(&hash_of(context, value));
            erased.is_some_and(|erased| at <= erased)
        })
    });
    Ok(lost.collect())
}

/// By what everything that names somebody is recognised.
pub(crate) fn hashes(context: &Context<'_>, person: &Identifiers) -> Vec<Vec<u8>> {
    let all = person.values().iter().chain(person.anonymous_id());
    all.map(|it| hash_of(context, it)).collect()
}

fn hash_of(context: &Context<'_>, value: &Identifier) -> Vec<u8> {
    hash(context, value.kind.as_str(), value.value_key.as_str())
}

/// Whether a key of idempotency holds something that the event itself says of somebody.
pub(crate) fn names_them(key: &str, person: &Identifiers) -> bool {
    let names = [person.first_name(), person.last_name()];
    let names = names.into_iter().flatten();
    values_are_in(key, person) || Known::of(names.map(|name| name.as_str().to_owned())).is_in(key)
}

/// The same of identifiers alone.
pub(crate) fn values_are_in(key: &str, person: &Identifiers) -> bool {
    let values = person.values().iter().chain(person.anonymous_id());
    Known::of(values.map(|it| spelling(it.kind, it.value.as_str()).to_owned())).is_in(key)
}

/// Whether a fact is decided by what stands for somebody who was forgotten.
pub(crate) fn is_erased_subject(subject: &SubjectKey) -> bool {
    let kind = IdentifierKind::parse(&subject.kind);
    kind.is_some_and(|kind| {
        let value_key = ValueKey::new(subject.key.clone());
        is_erased(&Subject { kind, value_key })
    })
}

/// What a browser is called that has lost its name; a random number follows.
pub const FORGOTTEN: &str = "forgotten-";

/// A value of fewer letters stands in too many texts by chance.
const LEAST_LETTERS: usize = 4;

/// Bytes that a value is recognised by.
const HASH: usize = 16;

/// By what a value of somebody who was forgotten is recognised, and not read.
pub fn hash(context: &Context<'_>, kind: &str, key: &str) -> Vec<u8> {
    let text = format!("erased\0{kind}\0{key}");
    let fingerprint = context.sealing.fingerprint(text.as_bytes());
    fingerprint.iter().take(HASH).copied().collect()
}

/// What stands for a key of idempotency that names somebody who was forgotten.
pub fn forgotten_key(context: &Context<'_>, key: &str) -> String {
    let text = format!("erased key\0{key}");
    let fingerprint = context.sealing.fingerprint(text.as_bytes());
    format!("erased {}", URL_SAFE_NO_PAD.encode(fingerprint))
}

/// What somebody is known by, in small letters and digits alone: others write dots, hyphens and spaces as they like.
pub struct Known(Vec<String>);

impl Known {
    /// What these values are; those that are too short to say anything are left out.
    pub fn of(values: impl Iterator<Item = String>) -> Self {
        let values = values.map(|it| bare(&it));
        Self(
            values
                .filter(|it| it.chars().count() >= LEAST_LETTERS)
                .collect(),
        )
    }

    /// Whether a text holds something of it.
    pub fn is_in(&self, text: &str) -> bool {
        let text = bare(text);
        self.0.iter().any(|value| text.contains(value))
    }
}

fn bare(text: &str) -> String {
    // The one character of an address that is escaped in addresses of pages.
    let text = text.replace("%40", "@").to_lowercase();
    text.chars().filter(|it| it.is_alphanumeric()).collect()
}

/// Digits of a phone number without the code of its country, whichever that is.
const OWN_DIGITS: usize = 8;

/// What of a value stands within other texts: it without the system that gave it out, a number without the code of its
/// country.
pub fn spelling(kind: IdentifierKind, value: &str) -> &str {
    match kind {
        IdentifierKind::CrmContactId | IdentifierKind::ExternalId => {
            value.split_once('|').map_or(value, |(_, id)| id)
        }
        IdentifierKind::Phone => {
            let code = value.len().saturating_sub(OWN_DIGITS);
            value.get(code..).unwrap_or(value)
        }
        IdentifierKind::NationalId | IdentifierKind::Email | IdentifierKind::AnonymousId => value,
    }
}
