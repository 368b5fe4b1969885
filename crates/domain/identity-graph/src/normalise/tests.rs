use super::*;

/// Keys that show that a national id is stored under something else than itself.
struct TestKeys;

impl ValueKeys for TestKeys {
    fn key(&self, kind: IdentifierKind, canonical: &str) -> String {
        match kind {
            IdentifierKind::NationalId => format!("hash of {canonical}"),
            _ => canonical.to_owned(),
        }
    }
}

/// Identifiers with one field set.
fn raw(field: &str, text: &str) -> RawIdentifiers {
    let mut raw = RawIdentifiers::default();
    let slot = match field {
        "anonymous_id" => &mut raw.anonymous_id,
        "email" => &mut raw.email,
        "phone" => &mut raw.phone,
        "crm_contact_id" => &mut raw.crm_contact_id,
        "crm_source" => &mut raw.crm_source,
        "national_id" => &mut raw.national_id,
        "external_id" => &mut raw.external_id,
        "external_source" => &mut raw.external_source,
        "first_name" => &mut raw.first_name,
        _ => &mut raw.last_name,
    };
    *slot = Some(text.to_owned());
    raw
}

fn everything() -> RawIdentifiers {
    RawIdentifiers {
        anonymous_id: Some(" a-1 ".into()),
        email: Some("Ana@Example.com".into()),
        phone: Some("09 8765 4321".into()),
        crm_contact_id: Some("C-7".into()),
        crm_source: Some("hub".into()),
        national_id: Some("12.345.678-5".into()),
        external_id: Some("X|9".into()),
        external_source: None,
        first_name: Some(" Ana ".into()),
        last_name: Some("  ".into()),
    }
}

#[test]
fn every_kind_gets_its_normal_form_and_key() {
    let found = normalise(&everything(), &TestKeys).unwrap();
    let values: Vec<_> = found
        .values()
        .iter()
        .map(|value| {
            (
                value.kind.as_str(),
                value.value_key.as_str(),
                value.value.as_str(),
            )
        })
        .collect();
    assert_eq!(
        values,
        [
            ("national_id", "hash of 12345678-5", "12345678-5"),
            ("crm_contact_id", "hub|C-7", "C-7"),
            ("email", "ana@example.com", "ana@example.com"),
            ("phone", "+56987654321", "+56987654321"),
            ("external_id", "|X|9", "X|9"),
        ]
    );
    assert_eq!(found.anonymous_id().unwrap().value_key.as_str(), "a-1");
    assert_eq!(found.first_name().unwrap().as_str(), "Ana");
    assert_eq!(found.last_name(), None);
    assert!(found.dropped().is_empty());
}

#[test]
fn a_malformed_field_is_named() {
    let long = "a".repeat(257);
    let long_anonymous = "a".repeat(129);
    for (field, text) in [
        ("anonymous_id", ""),
        ("anonymous_id", "  "),
        ("anonymous_id", long_anonymous.as_str()),
        ("email", "ana@localhost"),
        ("phone", "12345"),
        ("national_id", "12.345.678-9"),
        ("crm_contact_id", long.as_str()),
        ("external_id", long.as_str()),
        ("external_id", "a\0b"),
        ("first_name", long.as_str()),
        ("last_name", "a\u{7}"),
    ] {
        let error = normalise(&raw(field, text), &TestKeys).unwrap_err();
        assert_eq!(error.field, field);
        assert!(error.to_string().starts_with(field));
    }
    let mut ambiguous = everything();
    ambiguous.crm_source = Some("a|b".into());
    assert_eq!(
        normalise(&ambiguous, &TestKeys).unwrap_err().field,
        "crm_source"
    );
    assert!(normalise(&raw("anonymous_id", &"ñ".repeat(128)), &TestKeys).is_ok());
}

#[test]
fn placeholders_are_dropped_and_reported() {
    for (field, text) in [
        ("anonymous_id", "anonymous"),
        ("email", "null"),
        ("email", ""),
        ("phone", "-1"),
        ("phone", "000 000 000"),
        ("national_id", "0-0"),
        ("national_id", "00.000.000-0"),
        ("crm_contact_id", " 0 "),
        ("external_id", "Null"),
    ] {
        let found = normalise(&raw(field, text), &TestKeys).unwrap();
        assert!(found.is_empty(), "{field} {text}");
        assert_eq!(found.dropped(), [field], "{text}");
    }
}

#[test]
fn debug_output_holds_nothing_personal() {
    let raw = everything();
    let found = normalise(&raw, &TestKeys).unwrap();
    let printed = format!("{raw:?} {found:?} {:?}", found.values()[0].subject());
    for secret in [
        "12345678", "678-5", "C-7", "example", "8765", "X|9", "a-1", "Ana",
    ] {
        assert!(!printed.contains(secret), "{secret} in {printed}");
    }
    assert!(printed.contains("national_id"));
}
