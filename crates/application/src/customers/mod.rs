//! Whose an event is, in [`import`] who is on a list, in [`search`] what a text may name, and, in [`settle`] and [`rederive`],
//! which values are one person's.

pub mod import;
pub mod rederive;
pub mod search;
pub mod settle;

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use event_intake::RawPerson;
use event_intake::ports::{KeptIdentifier, KeptIdentifiers, SubjectKey};
use identity_graph::{
    Identification, IdentifierError, IdentifierKind, Identifiers, Occasion, RawIdentifiers,
    Resolved, Subject, normalise, resolve,
};
use kernel::{StoreError, VisitorId};
use reporting::causes::Cause;

use crate::context::Context;
use crate::ports::{Mark, MarkTarget, Profile};
use crate::unit_of_work::UnitOfWork;

/// An event's identifiers in normal form, and as the fact keeps them.
#[derive(Clone, Debug)]
pub struct Named {
    /// In normal form.
    pub identifiers: Identifiers,
    /// For the fact; national ids encrypted.
    pub kept: KeptIdentifiers,
}

impl Named {
    /// The same without the values of some kinds.
    #[must_use]
    pub(crate) fn without(self, kinds: &BTreeSet<IdentifierKind>) -> Self {
        let mut kept = self.kept;
        let is_gone = |word: &str| kinds.iter().any(|kind| kind.as_str() == word);
        kept.values.retain(|(word, _)| !is_gone(word));
        Self {
            identifiers: self.identifiers.without(kinds),
            kept,
        }
    }
}

/// What an event says about a person, as the identity graph reads it.
pub fn raw(person: &RawPerson) -> RawIdentifiers {
    RawIdentifiers {
        anonymous_id: person.anonymous_id.clone(),
        email: person.email.clone(),
        phone: person.phone.clone(),
        crm_contact_id: person.crm_contact_id.clone(),
        crm_source: person.crm_source.clone(),
        national_id: person.national_id.clone(),
        external_id: person.external_id.clone(),
        external_source: None,
        first_name: person.first_name.clone(),
        last_name: person.last_name.clone(),
    }
}

/// Brings identifiers into normal form.
pub fn read(context: &Context<'_>, raw: &RawIdentifiers) -> Result<Named, IdentifierError> {
    let identifiers = normalise(raw, context.keys)?;
    let kept = kept(context, &identifiers);
    Ok(Named { identifiers, kept })
}

/// What the fact keeps: of a national id nothing that can be read.
fn kept(context: &Context<'_>, identifiers: &Identifiers) -> KeptIdentifiers {
    let all = identifiers.values().iter();
    let values = all.chain(identifiers.anonymous_id()).map(|value| {
        let key = value.value_key.as_str().to_owned();
        let kept = match value.kind {
            IdentifierKind::NationalId => {
                let place = format!("identifiers/{key}");
                let plain = value.value.as_str().as_bytes();
                let sealed = context.sealing.seal(plain, &place);
                let sealed = sealed.map(|sealed| STANDARD.encode(sealed));
                KeptIdentifier::Sealed { key, sealed }
            }
            _ => KeptIdentifier::Value(key),
        };
        (value.kind.as_str(), kept)
    });
    KeptIdentifiers {
        values: values.collect(),
        first_name: identifiers
            .first_name()
            .map(|name| name.as_str().to_owned()),
        last_name: identifiers.last_name().map(|name| name.as_str().to_owned()),
    }
}

/// Finds, founds or links the person behind an event. Of events of its browser that come with it and
/// are not stored yet, `unstored` says who was identified by those before it.
pub async fn identify(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    identifiers: &Identifiers,
    occasion: Occasion,
    unstored: &[Identification],
) -> Result<Resolved, StoreError> {
    let identity = work.identity();
    Ok(resolve(identity, profile.id, identifiers, occasion, unstored).await?)
}

/// A subject as facts keep it.
pub fn subject_key(subject: &Subject) -> SubjectKey {
    SubjectKey {
        kind: subject.kind.as_str().to_owned(),
        key: subject.value_key.as_str().to_owned(),
    }
}

/// Whom a resolved event makes dirty: everybody affected, the browser when it changed hands or
/// when `browser` says that its own events changed.
pub fn marks(resolved: &Resolved, browser: bool, cause: Cause) -> Vec<Mark> {
    let mut targets: BTreeSet<MarkTarget> = resolved
        .affected
        .iter()
        .map(|id| MarkTarget::Customer(*id))
        .collect();
    let visitor = resolved
        .visitor
        .filter(|_| browser || resolved.ownership_changed);
    targets.extend(visitor.map(|id: VisitorId| MarkTarget::Visitor(id)));
    targets
        .into_iter()
        .map(|target| Mark::new(target, cause))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_identifies_is_lost_on_the_way_to_the_graph() {
        let text = |text: &str| Some(text.to_owned());
        let person = RawPerson {
            anonymous_id: text("browser"),
            email: text("e"),
            phone: text("p"),
            crm_contact_id: text("c"),
            crm_source: text("cs"),
            national_id: text("n"),
            external_id: text("x"),
            first_name: text("f"),
            last_name: text("l"),
        };
        let expected = RawIdentifiers {
            anonymous_id: text("browser"),
            email: text("e"),
            phone: text("p"),
            crm_contact_id: text("c"),
            crm_source: text("cs"),
            national_id: text("n"),
            external_id: text("x"),
            external_source: None,
            first_name: text("f"),
            last_name: text("l"),
        };
        assert_eq!(raw(&person), expected);
    }
}
