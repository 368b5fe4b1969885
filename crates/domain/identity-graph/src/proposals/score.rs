//! What a comparison comes to, and why.

use std::collections::BTreeSet;

use kernel::Personal;

use super::comparison::{Comparison, Level, compare};
use super::names::Commonness;
use super::traits::Traits;
use super::weights::{PRIOR, weight};
use crate::kinds::IdentifierKind;

/// How sure it is that two customers are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// 50% and more.
    Possible,
    /// 80% and more.
    Likely,
    /// 95% and more.
    Strong,
}

impl Band {
    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Possible => "possible",
            Self::Likely => "likely",
            Self::Strong => "strong",
        }
    }

    /// The inverse of [`Band::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        let all = [Self::Possible, Self::Likely, Self::Strong];
        all.into_iter().find(|band| band.as_str() == text)
    }
}

/// The sum of all that speaks for and against, in thousandths of a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// From here on it is even: 50%.
    const POSSIBLE: i32 = 0;
    /// The odds are 4 to 1: 80%.
    const LIKELY: i32 = 2_000;
    /// The odds are 19 to 1: 95%; the logarithm is 4.2479…
    const STRONG: i32 = 4_248;

    /// Of what was compared.
    pub fn of(comparison: &Comparison) -> Self {
        Self(PRIOR + comparison.levels().into_iter().map(weight).sum::<i32>())
    }

    /// How sure it is; `None` for what is not worth to be shown.
    pub const fn band(self) -> Option<Band> {
        match self.0 {
            Self::STRONG.. => Some(Band::Strong),
            Self::LIKELY.. => Some(Band::Likely),
            Self::POSSIBLE.. => Some(Band::Possible),
            _ => None,
        }
    }

    /// The probability, from 0 to 1, to be shown; whatever decides goes by the [`band`](Self::band).
    pub fn probability(self) -> f64 {
        1.0 / (1.0 + (-f64::from(self.0) / 1_000.0).exp2())
    }
}

/// What was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the fields of a person, by their names")]
pub enum Field {
    NationalId,
    CrmContactId,
    Email,
    Phone,
    ExternalId,
    Names,
    LastName,
    Browser,
}

impl Field {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NationalId => "national_id",
            Self::CrmContactId => "crm_contact_id",
            Self::Email => "email",
            Self::Phone => "phone",
            Self::ExternalId => "external_id",
            Self::Names => "names",
            Self::LastName => "last_name",
            Self::Browser => "browser",
        }
    }

    const fn kind(self) -> Option<IdentifierKind> {
        match self {
            Self::NationalId => Some(IdentifierKind::NationalId),
            Self::CrmContactId => Some(IdentifierKind::CrmContactId),
            Self::Email => Some(IdentifierKind::Email),
            Self::Phone => Some(IdentifierKind::Phone),
            Self::ExternalId => Some(IdentifierKind::ExternalId),
            Self::Names | Self::LastName | Self::Browser => None,
        }
    }
}

/// How two sides agree in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Agreement {
    /// They say the same.
    Exact,
    /// One slip lies between them.
    Close,
    /// A part of it is the same.
    Partial,
    /// They contradict each other.
    Conflict,
}

impl Agreement {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Close => "close",
            Self::Partial => "partial",
            Self::Conflict => "conflict",
        }
    }
}

/// One reason for or against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// What was compared.
    pub field: Field,
    /// What came of it.
    pub agreement: Agreement,
    /// What it counts, in thousandths of a bit.
    pub bits: i32,
    /// Values that both sides have; empty where they have none in common. Of a national id there is its key alone.
    pub values: Vec<Personal>,
}

/// What would be proposed of two customers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What speaks for it, less what speaks against it.
    pub score: Score,
    /// How sure it is.
    pub band: Band,
    /// Why, what counts most first.
    pub evidence: Vec<Evidence>,
}

/// Compares two customers: what there is to be proposed, if they are likely enough one.
pub fn propose(left: &Traits, right: &Traits, commonness: &Commonness) -> Option<Proposal> {
    let comparison = compare(left, right, commonness)?;
    let score = Score::of(&comparison);
    let band = score.band()?;
    let mut evidence: Vec<Evidence> = comparison
        .levels()
        .into_iter()
        .filter_map(|level| {
            let (field, agreement) = meaning(level)?;
            let bits = weight(level);
            let values = field
                .kind()
                .map_or_else(Vec::new, |kind| shared(left, right, kind));
            (bits != 0).then_some(Evidence {
                field,
                agreement,
                bits,
                values,
            })
        })
        .collect();
    evidence.sort_by_key(|reason| (-reason.bits.abs(), reason.field));
    Some(Proposal {
        score,
        band,
        evidence,
    })
}

fn shared(left: &Traits, right: &Traits, kind: IdentifierKind) -> Vec<Personal> {
    let right: BTreeSet<&str> = right.keys(kind).collect();
    let both = left.keys(kind).filter(|key| right.contains(key));
    both.map(Personal::new).collect()
}

/// In which field a level is what; `None` for one that says nothing.
pub const fn meaning(level: Level) -> Option<(Field, Agreement)> {
    Some(match level {
        Level::NationalIdSame => (Field::NationalId, Agreement::Exact),
        Level::ContactSame => (Field::CrmContactId, Agreement::Exact),
        Level::ContactDiffers => (Field::CrmContactId, Agreement::Conflict),
        Level::EmailSame => (Field::Email, Agreement::Exact),
        Level::EmailNear => (Field::Email, Agreement::Close),
        Level::EmailLocalPart | Level::EmailLocalPartBacked => (Field::Email, Agreement::Partial),
        Level::EmailDiffers => (Field::Email, Agreement::Conflict),
        Level::PhoneSame => (Field::Phone, Agreement::Exact),
        Level::PhoneNear => (Field::Phone, Agreement::Close),
        Level::PhoneTail => (Field::Phone, Agreement::Partial),
        Level::PhoneDiffers => (Field::Phone, Agreement::Conflict),
        Level::ExternalIdSame => (Field::ExternalId, Agreement::Exact),
        Level::ExternalIdDiffers => (Field::ExternalId, Agreement::Conflict),
        Level::NamesSame => (Field::Names, Agreement::Exact),
        Level::NamesClose | Level::NamesSwapped => (Field::Names, Agreement::Close),
        Level::GivenNameAlone
        | Level::FamilyNameAlone
        | Level::GivenNameDiffers
        | Level::FamilyNameDiffers => (Field::Names, Agreement::Partial),
        Level::NamesDiffer => (Field::Names, Agreement::Conflict),
        Level::FamilyNameRare => (Field::LastName, Agreement::Exact),
        Level::BrowserSame | Level::BrowserBacked => (Field::Browser, Agreement::Exact),
        Level::NationalIdUnknown
        | Level::ContactUnknown
        | Level::EmailUnknown
        | Level::PhoneUnknown
        | Level::ExternalIdUnknown
        | Level::NamesUnknown
        | Level::FamilyNameUsual
        | Level::BrowserNone => return None,
    })
}
