//! What agrees between two customers, and what differs.

use std::collections::BTreeSet;

use super::names::{Commonness, Likeness, family_names, given_names};
use super::traits::{Traits, local_part, tail};
use crate::identifiers::Subject;
use crate::kinds::IdentifierKind;

/// What was found of one field. Of each field there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "a field and how it agrees, as the name says")]
pub enum Level {
    NationalIdSame,
    NationalIdUnknown,
    ContactSame,
    ContactDiffers,
    ContactUnknown,
    EmailSame,
    EmailLocalPart,
    EmailLocalPartBacked,
    EmailNear,
    EmailDiffers,
    EmailUnknown,
    PhoneSame,
    PhoneTail,
    PhoneNear,
    PhoneDiffers,
    PhoneUnknown,
    ExternalIdSame,
    ExternalIdDiffers,
    ExternalIdUnknown,
    NamesSame,
    NamesClose,
    NamesSwapped,
    GivenNameAlone,
    FamilyNameAlone,
    GivenNameDiffers,
    FamilyNameDiffers,
    NamesDiffer,
    NamesUnknown,
    FamilyNameRare,
    FamilyNameUsual,
    BrowserSame,
    BrowserBacked,
    BrowserNone,
}

/// What agrees and what differs, a level for each field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Comparison {
    /// National ids.
    pub national_id: Level,
    /// Contacts of CRMs.
    pub contact: Level,
    /// E-mail addresses.
    pub email: Level,
    /// Phone numbers.
    pub phone: Level,
    /// Ids of other systems.
    pub external_id: Level,
    /// Given and family names, which say more together than each of them: a family shares one.
    pub names: Level,
    /// Whether a family name that they share is rare.
    pub rarity: Level,
    /// Browsers: shared ones say less when nothing else is the same, for families have one.
    pub browser: Level,
}

impl Comparison {
    /// All levels, in the order of the fields.
    pub const fn levels(&self) -> [Level; 8] {
        [
            self.national_id,
            self.contact,
            self.email,
            self.phone,
            self.external_id,
            self.names,
            self.rarity,
            self.browser,
        ]
    }
}

/// Compares two customers. `None` for people who cannot be one: each has a national id of their own.
pub fn compare(left: &Traits, right: &Traits, commonness: &Commonness) -> Option<Comparison> {
    let national_id = match keyed(left, right, IdentifierKind::NationalId) {
        Keyed::Same => Level::NationalIdSame,
        Keyed::Unknown => Level::NationalIdUnknown,
        Keyed::Differ => return None,
    };
    let contact = match keyed(left, right, IdentifierKind::CrmContactId) {
        Keyed::Same => Level::ContactSame,
        Keyed::Differ => Level::ContactDiffers,
        Keyed::Unknown => Level::ContactUnknown,
    };
    let external_id = match keyed(left, right, IdentifierKind::ExternalId) {
        Keyed::Same => Level::ExternalIdSame,
        Keyed::Differ => Level::ExternalIdDiffers,
        Keyed::Unknown => Level::ExternalIdUnknown,
    };
    let is_browser_shared = left.browsers.intersection(&right.browsers).next().is_some();
    let (email, phone) = (emails(left, right), phones(left, right));
    let is_known = [national_id, contact, phone, external_id]
        .into_iter()
        .any(is_link);
    let is_half_known = email == Level::EmailLocalPart;
    Some(Comparison {
        national_id,
        contact,
        // Many people choose the same name for themselves, but not those who have more in common.
        email: if is_half_known && (is_known || is_browser_shared) {
            Level::EmailLocalPartBacked
        } else {
            email
        },
        phone,
        external_id,
        names: names(left, right),
        rarity: rarity(left, right, commonness),
        browser: match (is_browser_shared, is_known || is_link(email)) {
            (true, true) => Level::BrowserBacked,
            (true, false) => Level::BrowserSame,
            (false, _) => Level::BrowserNone,
        },
    })
}

/// Whether it is a way to reach a person, or to know them again, that both have.
const fn is_link(level: Level) -> bool {
    matches!(
        level,
        Level::NationalIdSame
            | Level::ContactSame
            | Level::EmailSame
            | Level::EmailLocalPart
            | Level::EmailNear
            | Level::PhoneSame
            | Level::PhoneTail
            | Level::PhoneNear
            | Level::ExternalIdSame
    )
}

enum Keyed {
    Same,
    Differ,
    Unknown,
}

/// Values of which a person has one from each source: without a shared one, two of a source differ.
fn keyed(left: &Traits, right: &Traits, kind: IdentifierKind) -> Keyed {
    let of = |traits: &Traits| -> BTreeSet<Subject> {
        let of_kind = |value: &&Subject| value.kind == kind;
        traits.values.iter().filter(of_kind).cloned().collect()
    };
    let (left, right) = (of(left), of(right));
    let source = |value: &Subject| {
        let is_of_source = kind != IdentifierKind::NationalId;
        is_of_source.then(|| value.value_key.source().to_owned())
    };
    let sources: BTreeSet<_> = left.iter().map(source).collect();
    if !left.is_disjoint(&right) {
        Keyed::Same
    } else if right.iter().any(|value| sources.contains(&source(value))) {
        Keyed::Differ
    } else {
        Keyed::Unknown
    }
}

fn emails(left: &Traits, right: &Traits) -> Level {
    let near = |one: &str, other: &str| {
        if local_part(one) == local_part(other) {
            Some(Level::EmailLocalPart)
        } else {
            is_near(one, other).then_some(Level::EmailNear)
        }
    };
    let (same, differ) = (Level::EmailSame, Level::EmailDiffers);
    best((left, right), IdentifierKind::Email, near, same, differ).unwrap_or(Level::EmailUnknown)
}

fn phones(left: &Traits, right: &Traits) -> Level {
    let near = |one: &str, other: &str| {
        if tail(one).is_some() && tail(one) == tail(other) {
            Some(Level::PhoneTail)
        } else {
            is_near(one, other).then_some(Level::PhoneNear)
        }
    };
    let (same, differ) = (Level::PhoneSame, Level::PhoneDiffers);
    best((left, right), IdentifierKind::Phone, near, same, differ).unwrap_or(Level::PhoneUnknown)
}

/// The best that any two values of a kind have in common; `None` where one side has none.
fn best(
    (left, right): (&Traits, &Traits),
    kind: IdentifierKind,
    near: impl Fn(&str, &str) -> Option<Level>,
    same: Level,
    differ: Level,
) -> Option<Level> {
    let pairs = || {
        left.keys(kind)
            .flat_map(|one| right.keys(kind).map(move |other| (one, other)))
    };
    pairs().next()?;
    if pairs().any(|(one, other)| one == other) {
        return Some(same);
    }
    let nearest = pairs().filter_map(|(one, other)| near(one, other)).min();
    Some(nearest.unwrap_or(differ))
}

/// Whether one slip of the finger lies between them: a sign too many, too few, another, or two exchanged.
fn is_near(one: &str, other: &str) -> bool {
    one.len().abs_diff(other.len()) <= 1 && strsim::osa_distance(one, other) == 1
}

fn names(left: &Traits, right: &Traits) -> Level {
    let given = given_names(&left.given, &right.given);
    let family = family_names(&left.family, &right.family);
    let swapped = || {
        let of = |given: &str| given.split(' ').map(str::to_owned).collect::<Vec<_>>();
        family_names(&of(&left.given), &right.family) == Likeness::Same
            && family_names(&of(&right.given), &left.family) == Likeness::Same
    };
    match (given, family) {
        (Likeness::Same, Likeness::Same) => Level::NamesSame,
        (Likeness::Same | Likeness::Close, Likeness::Same | Likeness::Close) => Level::NamesClose,
        (Likeness::Differ, Likeness::Differ) if swapped() => Level::NamesSwapped,
        (Likeness::Differ, Likeness::Differ) => Level::NamesDiffer,
        (Likeness::Same | Likeness::Close, Likeness::Differ) => Level::FamilyNameDiffers,
        (Likeness::Differ, Likeness::Same | Likeness::Close) => Level::GivenNameDiffers,
        (Likeness::Same | Likeness::Close, Likeness::Missing) => Level::GivenNameAlone,
        (Likeness::Missing, Likeness::Same | Likeness::Close) => Level::FamilyNameAlone,
        (Likeness::Missing | Likeness::Differ, Likeness::Missing | Likeness::Differ) => {
            if given == family {
                Level::NamesUnknown
            } else {
                Level::NamesDiffer
            }
        }
    }
}

fn rarity(left: &Traits, right: &Traits, commonness: &Commonness) -> Level {
    let mut shared = left
        .family
        .iter()
        .filter(|name| right.family.contains(name));
    if shared.any(|name| commonness.is_rare(name)) {
        Level::FamilyNameRare
    } else {
        Level::FamilyNameUsual
    }
}
