//! The value that stands for somebody who was forgotten.
//!
//! Facts of somebody stay one person's when everything that names them has gone: they are all decided by this value then,
//! which only the customer holds who is left without a name. Nobody can send it, since a contact of a CRM always has its
//! source in front.

use uuid::Uuid;

use crate::identifiers::Subject;
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
}
