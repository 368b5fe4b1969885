//! Laws that hold for every mode, override and record.

use export_rules::*;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use crate::fixture::*;

fn parts() -> impl Strategy<Value = Vec<Part>> {
    subsequence(Part::ALL.to_vec(), 0..=Part::ALL.len())
}

fn words(parts: &[Part]) -> Vec<&'static str> {
    parts.iter().map(|part| part.as_str()).collect()
}

fn settings() -> impl Strategy<Value = PrivacySettings> {
    (select(PrivacyMode::ALL), parts()).prop_map(|(mode, open)| PrivacySettings {
        mode,
        config: PrivacyConfig::parse(&serde_json::json!({ "open": words(&open) })).unwrap(),
    })
}

fn overrides() -> impl Strategy<Value = Option<PrivacyOverride>> {
    let close = |parts: Vec<Part>| {
        PrivacyOverride::parse(&serde_json::json!({ "close": words(&parts) })).unwrap()
    };
    prop::option::of(parts().prop_map(close))
}

fn places() -> impl Strategy<Value = Destination> {
    let social = select(DataSourceKind::ALL)
        .prop_map(|kind| clean(destination(DestinationKind::SocialCapi, kind)));
    prop_oneof![social, Just(search())]
}

/// Everything that a payload says, as text: what is hashed is hidden in it, what is not is readable.
fn readable(payload: &SocialPayload) -> String {
    let mut text = format!("{payload:?}");
    if let SocialUser::Person(person) = payload.user() {
        for id in [person.fbc(), person.fbp()].into_iter().flatten() {
            text += id.as_str();
        }
    }
    text
}

proptest! {
    #[test]
    fn an_override_only_tightens(settings in settings(), by in overrides(), place in places()) {
        let policy = Policy::of(&settings);
        let tightened = policy.tightened(by.as_ref());
        prop_assert!(tightened.open.is_within(policy.open));
        prop_assert_eq!(tightened.tightened(by.as_ref()), tightened);
        for part in by.iter().flat_map(|by| by.close.iter()) {
            prop_assert!(!tightened.open.allow(part));
        }
        let value = RuleValue::Fixed(euro("5"));
        let loose = rule_with(|settings| settings.value = value);
        let tight = rule_with(|settings| {
            settings.value = value;
            settings.privacy_override = by;
        });
        let [loose, tight] = [loose, tight].map(|rule| decide(&rule, &record(), &place, &settings));
        prop_assert!(tight.match_keys.iter().all(|key| loose.match_keys.contains(key)));
        if let Outcome::Ship(Payload::Social(tight)) = &tight.outcome {
            let loose = social(&loose);
            let is_less = |tight: Option<&str>, loose: Option<&str>| tight.is_none() || loose.is_some();
            prop_assert!(is_less(tight.page(), loose.page()));
            prop_assert!(is_less(tight.referrer(), loose.referrer()));
            prop_assert!(tight.contents().len() <= loose.contents().len());
            prop_assert!(tight.properties().len() <= loose.properties().len());
            prop_assert!(tight.worth().is_none() || loose.worth().is_some());
        }
    }

    #[test]
    fn nothing_readable_names_the_person(
        settings in settings(),
        by in overrides(),
        // Two letters that no word of a payload has side by side: a name like "ctio" is in "action".
        name in "xq[a-z]{2,7}",
        key in "[a-z_]{1,12}",
    ) {
        let email = format!("{name}@mail.example");
        let mut record = record();
        record.person.emails = vec![Personal::new(&email)];
        record.person.first_name = some(&name);
        record.web.url = Some(format!("https://shop.example/{name}/x?utm_source={name}&utm_term={email}&e={email}"));
        record.web.referrer = Some(format!("https://{name}.example/{email}"));
        record.own_event_id = Some(format!("{name}-1"));
        record.contents[0].id.clone_from(&name);
        record.properties = vec![
            property(&key, PropertyValue::Text(email.to_uppercase())),
            property(&name, PropertyValue::Flag(true)),
            property("size", PropertyValue::Text(format!("for {name}"))),
            property("phone_number", PropertyValue::Number("1".to_owned())),
        ];
        let rule = rule_with(|settings| {
            settings.value = RuleValue::Fixed(euro("5"));
            settings.privacy_override = by;
            settings.event_names.social = Some("Lead".to_owned());
        });
        let decision = decide(&rule, &record, &website(), &settings);
        if let Outcome::Ship(Payload::Social(payload)) = &decision.outcome {
            let text = readable(payload).to_lowercase();
            prop_assert!(!text.contains(&name), "{text}");
            prop_assert!(payload.properties().is_empty());
        }
    }

    #[test]
    fn configs_are_read_back(settings in settings(), by in overrides()) {
        let config = settings.config;
        prop_assert_eq!(PrivacyConfig::parse(&config.to_json()).unwrap(), config);
        if let Some(by) = by {
            prop_assert_eq!(PrivacyOverride::parse(&by.to_json()).unwrap(), by);
        }
    }
}
