//! Which identifiers somebody may have typed who looks for a customer.

use identity_graph::{IdentifierKind, RawIdentifiers, ValueKeys, normalise};

/// Kinds and keys of identifiers that the text may be.
pub fn exact_keys(keys: &dyn ValueKeys, text: &str) -> Vec<(&'static str, String)> {
    let text = || Some(text.to_owned());
    let empty = RawIdentifiers::default;
    let readings = [
        RawIdentifiers {
            national_id: text(),
            ..empty()
        },
        RawIdentifiers {
            email: text(),
            ..empty()
        },
        RawIdentifiers {
            phone: text(),
            ..empty()
        },
        RawIdentifiers {
            crm_contact_id: text(),
            ..empty()
        },
        RawIdentifiers {
            external_id: text(),
            ..empty()
        },
    ];
    let mut exact = Vec::new();
    for identifiers in readings.iter().filter_map(|raw| normalise(raw, keys).ok()) {
        for value in identifiers.values() {
            exact.push((value.kind.as_str(), value.value_key.as_str().to_owned()));
        }
    }
    exact.extend(with_source(&text().unwrap_or_default()));
    exact
}

/// Ids of other systems are kept as `source|id`; whoever knows the source may type it.
fn with_source(text: &str) -> Vec<(&'static str, String)> {
    if !text.contains('|') {
        return Vec::new();
    }
    let kinds = [IdentifierKind::CrmContactId, IdentifierKind::ExternalId];
    kinds.map(|kind| (kind.as_str(), text.to_owned())).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain;

    impl ValueKeys for Plain {
        fn key(&self, _: IdentifierKind, canonical: &str) -> String {
            canonical.to_owned()
        }
    }

    #[test]
    fn a_text_is_every_identifier_that_it_can_be() {
        let exact = |text| exact_keys(&Plain, text);
        assert!(exact("12.345.678-5").contains(&("national_id", "12345678-5".to_owned())));
        assert!(exact("Ada@Mail.example").contains(&("email", "ada@mail.example".to_owned())));
        assert!(exact("9 8765 4321").contains(&("phone", "+56987654321".to_owned())));
        assert!(exact("crm-7").contains(&("external_id", "|crm-7".to_owned())));
        assert!(exact("hub|7").contains(&("crm_contact_id", "hub|7".to_owned())));
        assert_eq!(exact("null"), []);
    }
}
