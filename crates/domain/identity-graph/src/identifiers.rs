//! What an event says about a person: as received, and in normal form.

use std::collections::BTreeSet;
use std::fmt;

use kernel::{ProfileId, VisitorId};

use crate::kinds::IdentifierKind;
use kernel::Personal;

use crate::value_key::ValueKey;
use crate::visitor::visitor_id;

/// Identifiers as a caller wrote them; `None` where nothing was given.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RawIdentifiers {
    /// The browser's random id.
    pub anonymous_id: Option<String>,
    /// An e-mail address.
    pub email: Option<String>,
    /// A phone number in any spelling; without a calling code it is Chilean.
    pub phone: Option<String>,
    /// A contact's id in a CRM.
    pub crm_contact_id: Option<String>,
    /// Which CRM; contacts without one share one unnamed source.
    pub crm_source: Option<String>,
    /// A Chilean RUT.
    pub national_id: Option<String>,
    /// An id in another system.
    pub external_id: Option<String>,
    /// Which system; ids without one share one unnamed source.
    pub external_source: Option<String>,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
}

/// One identifier in normal form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identifier {
    /// What it is.
    pub kind: IdentifierKind,
    /// What it is found under.
    pub value_key: ValueKey,
    /// What may be shown of it. A national id is here in clear: whoever stores it encrypts it.
    pub value: Personal,
}

/// The identifier that decides whose fact it is. A fact keeps it for ever; who holds it may change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// What it is; never [`IdentifierKind::ExternalId`].
    pub kind: IdentifierKind,
    /// What it is found under.
    pub value_key: ValueKey,
}

/// What an event says about a person, in normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identifiers {
    pub(crate) values: Vec<Identifier>,
    pub(crate) anonymous_id: Option<Identifier>,
    pub(crate) first_name: Option<Personal>,
    pub(crate) last_name: Option<Personal>,
    pub(crate) dropped: Vec<&'static str>,
}

/// Makes the key that a value is stored and found under.
pub trait ValueKeys: Send + Sync {
    /// The key of a canonical value: a keyed hash for national ids (a plain hash of so few numbers
    /// can be reversed), the value itself for every other kind.
    fn key(&self, kind: IdentifierKind, canonical: &str) -> String;
}

/// A field that cannot be an identifier. It never repeats the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} {reason}")]
pub struct IdentifierError {
    /// The field of [`RawIdentifiers`], by its name.
    pub field: &'static str,
    /// What is wrong, to be read after the field's name.
    pub reason: &'static str,
}

impl Identifiers {
    /// All but the anonymous id, most trusted first, at most one of a kind.
    pub fn values(&self) -> &[Identifier] {
        &self.values
    }

    /// The value of a kind.
    pub fn get(&self, kind: IdentifierKind) -> Option<&Identifier> {
        self.values
            .iter()
            .chain(&self.anonymous_id)
            .find(|value| value.kind == kind)
    }

    /// The browser's id.
    pub fn anonymous_id(&self) -> Option<&Identifier> {
        self.anonymous_id.as_ref()
    }

    /// The browser that the anonymous id names in the profile.
    pub fn visitor_id(&self, profile_id: ProfileId) -> Option<VisitorId> {
        self.anonymous_id
            .as_ref()
            .map(|value| visitor_id(profile_id, value.value_key.as_str()))
    }

    /// Given name.
    pub fn first_name(&self) -> Option<&Personal> {
        self.first_name.as_ref()
    }

    /// Family name.
    pub fn last_name(&self) -> Option<&Personal> {
        self.last_name.as_ref()
    }

    /// Fields that held a placeholder instead of a value (`0`, `null`, …) and were ignored.
    pub fn dropped(&self) -> &[&'static str] {
        &self.dropped
    }

    /// The same without the values of some kinds.
    #[must_use]
    pub fn without(&self, kinds: &BTreeSet<IdentifierKind>) -> Self {
        let is_kept = |value: &&Identifier| !kinds.contains(&value.kind);
        Self {
            values: self.values.iter().filter(is_kept).cloned().collect(),
            anonymous_id: self.anonymous_id.as_ref().filter(is_kept).cloned(),
            ..self.clone()
        }
    }

    /// Whether nothing is left that names a person or a browser.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.anonymous_id.is_none()
    }
}

impl Identifier {
    /// The identifier as the one that decides.
    pub fn subject(&self) -> Subject {
        Subject {
            kind: self.kind,
            value_key: self.value_key.clone(),
        }
    }
}

/// Names the fields that are present, never what they hold.
impl fmt::Debug for RawIdentifiers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = [
            ("anonymous_id", &self.anonymous_id),
            ("email", &self.email),
            ("phone", &self.phone),
            ("crm_contact_id", &self.crm_contact_id),
            ("crm_source", &self.crm_source),
            ("national_id", &self.national_id),
            ("external_id", &self.external_id),
            ("external_source", &self.external_source),
            ("first_name", &self.first_name),
            ("last_name", &self.last_name),
        ];
        let present = fields
            .iter()
            .filter(|(_, value)| value.is_some())
            .map(|(name, _)| name);
        f.write_str("RawIdentifiers ")?;
        f.debug_set().entries(present).finish()
    }
}
