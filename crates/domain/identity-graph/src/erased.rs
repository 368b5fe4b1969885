//! The value that stands for somebody who was forgotten.
//!
//! Facts of somebody stay one person's when everything that names them has gone: they are all decided by this value then,
//! which only the customer holds who is left without a name. Nobody can send it, since a contact of a CRM always has its
//! source in front.

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::identifiers::{Identifier, Identifiers, Subject};
use crate::kinds::IdentifierKind;
use crate::value_key::ValueKey;

/// What such values begin with.
const ERASED: &str = "erased ";

/// Stands for somebody from now on.
pub fn erased(token: Uuid) -> Subject {
    Subject {
        kind: IdentifierKind::CrmContactId,
        value_key: ValueKey::new(format!("{ERASED}{token}")),
    }
}

/// Whether a value stands for somebody who was forgotten.
pub fn is_erased(value: &Subject) -> bool {
    let key = value.value_key.as_str();
    value.kind == IdentifierKind::CrmContactId && key.starts_with(ERASED) && !key.contains('|')
}

/// What of an event goes that happened before somebody whom it names was forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It names nobody who was.
    Nothing,
    /// These values: it is somebody else's, and names them beside.
    Values(BTreeSet<IdentifierKind>),
    /// Everything that names somebody: it is theirs.
    Everything,
}

/// What of an event goes, by which of its values are of somebody who was forgotten: whose it is says the most trusted
/// value that names a person.
pub fn loss(event: &Identifiers, is_forgotten: impl Fn(&Identifier) -> bool) -> Loss {
    let all = event.values().iter().chain(event.anonymous_id());
    let forgotten = all.filter(|value| is_forgotten(value));
    let forgotten: BTreeSet<_> = forgotten.map(|value| value.kind).collect();
    let mut naming = event.values().iter();
    let deciding = naming.find(|value| value.kind.names_a_person());
    match deciding {
        _ if forgotten.is_empty() => Loss::Nothing,
        Some(value) if !forgotten.contains(&value.kind) => Loss::Values(forgotten),
        _ => Loss::Everything,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RawIdentifiers, ValueKeys, normalise};

    struct Plain;

    impl ValueKeys for Plain {
        fn key(&self, _: IdentifierKind, canonical: &str) -> String {
            canonical.to_owned()
        }
    }

    #[test]
    fn nobody_can_send_what_stands_for_somebody_who_was_forgotten() {
        let value = erased(Uuid::from_u128(7));
        assert!(is_erased(&value));
        for source in [None, Some(""), Some("erased")] {
            let raw = RawIdentifiers {
                crm_contact_id: Some(value.value_key.as_str().to_owned()),
                crm_source: source.map(str::to_owned),
                ..RawIdentifiers::default()
            };
            let sent = normalise(&raw, &Plain).unwrap();
            let sent = sent.values().first().unwrap();
            let sent = Subject {
                kind: sent.kind,
                value_key: sent.value_key.clone(),
            };
            assert_ne!(sent, value, "{source:?}");
            assert!(!is_erased(&sent), "{source:?}");
        }
    }

    #[test]
    fn an_event_of_somebody_else_loses_what_names_them_alone() {
        use IdentifierKind::{AnonymousId, Email, ExternalId, NationalId};

        let of = |national_id: Option<&str>, email: Option<&str>| {
            let raw = RawIdentifiers {
                national_id: national_id.map(str::to_owned),
                email: email.map(str::to_owned),
                external_id: Some("x-1".to_owned()),
                anonymous_id: Some("browser".to_owned()),
                ..RawIdentifiers::default()
            };
            normalise(&raw, &Plain).unwrap()
        };
        let (id, address) = (Some("12.345.678-5"), Some("ada@mail.example"));
        let lost = |event: &Identifiers, kinds: &[IdentifierKind]| {
            loss(event, |value| kinds.contains(&value.kind))
        };
        let both = of(id, address);
        assert_eq!(lost(&both, &[]), Loss::Nothing);
        assert_eq!(lost(&both, &[Email]), Loss::Values([Email].into()));
        let beside = [AnonymousId, ExternalId];
        assert_eq!(lost(&both, &beside), Loss::Values(beside.into()));
        assert_eq!(lost(&both, &[NationalId]), Loss::Everything);
        assert_eq!(lost(&of(None, address), &[Email]), Loss::Everything);
        assert_eq!(lost(&of(None, None), &[AnonymousId]), Loss::Everything);
        let left = both.without(&[Email, AnonymousId].into());
        assert_eq!(left, of(id, None).without(&[AnonymousId].into()));
    }
}
