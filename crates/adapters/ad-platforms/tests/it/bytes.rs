//! The bytes that leave, whatever the mode and the override.

use export_rules::*;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::Value;
use tributary_ad_platforms::conversions::{search_body, social_body};

use crate::world::*;

/// Every field that may be told at all.
const ALLOWED: [&str; 43] = [
    "action_source",
    "custom_data.contents",
    "custom_data.currency",
    "custom_data.plan",
    "custom_data.steps",
    "custom_data.value",
    "data_processing_options",
    "data_processing_options_country",
    "data_processing_options_state",
    "event_id",
    "event_name",
    "event_source_url",
    "event_time",
    "messaging_channel",
    "opt_out",
    "referrer_url",
    "user_data.client_ip_address",
    "user_data.client_user_agent",
    "user_data.country",
    "user_data.ct",
    "user_data.ctwa_clid",
    "user_data.db",
    "user_data.em",
    "user_data.external_id",
    "user_data.fbc",
    "user_data.fbp",
    "user_data.fn",
    "user_data.ge",
    "user_data.ig_sid",
    "user_data.instagram_business_account_id",
    "user_data.lead_id",
    "user_data.ln",
    "user_data.page_id",
    "user_data.page_scoped_user_id",
    "user_data.ph",
    "user_data.st",
    "user_data.whatsapp_business_account_id",
    "user_data.zp",
    "adIdentifiers",
    "userData",
    "consent",
    "transactionId",
    "eventTimestamp",
];

/// Fields that leave in the strictest mode.
const HIPAA: [&str; 15] = [
    "action_source",
    "custom_data.currency",
    "custom_data.value",
    "event_id",
    "event_name",
    "event_source_url",
    "event_time",
    "messaging_channel",
    "user_data.client_user_agent",
    "user_data.ctwa_clid",
    "user_data.fbc",
    "user_data.whatsapp_business_account_id",
    "opt_out",
    "data_processing_options_country",
    "data_processing_options_state",
];

fn parts() -> impl Strategy<Value = Vec<&'static str>> {
    let all: Vec<_> = Part::ALL.iter().map(|part| part.as_str()).collect();
    subsequence(all, 0..=Part::ALL.len())
}

fn settings() -> impl Strategy<Value = PrivacySettings> {
    (select(PrivacyMode::ALL), parts()).prop_map(|(mode, open)| {
        let config = serde_json::json!({ "open": open });
        PrivacyConfig::parse(&config).unwrap().in_mode(mode)
    })
}

fn overrides() -> impl Strategy<Value = Option<PrivacyOverride>> {
    let close =
        |close: Vec<&str>| PrivacyOverride::parse(&serde_json::json!({ "close": close })).unwrap();
    prop::option::of(parts().prop_map(close))
}

fn names_nobody(bytes: &[u8]) -> Result<(), TestCaseError> {
    let text = String::from_utf8(bytes.to_vec()).unwrap().to_lowercase();
    for secret in SECRETS {
        prop_assert!(!text.contains(secret), "{secret} in {text}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_social_network_is_told_no_name_and_no_field_that_may_not_leave(
        settings in settings(),
        by in overrides(),
        kind in select(DataSourceKind::ALL),
    ) {
        let rule = rule(|settings| {
            settings.value = RuleValue::Fixed(worth("5"));
            settings.privacy_override = by;
            settings.event_names.social = Some("Lead".to_owned());
        });
        let decision = decide(&rule, &sale(1), &social(kind), &settings);
        if let Outcome::Ship(Payload::Social(payload)) = &decision.outcome {
            let bytes = social_body::body(std::slice::from_ref(payload), None, None);
            names_nobody(&bytes)?;
            let tells_all = matches!(settings.mode, PrivacyMode::Standard | PrivacyMode::Custom);
            let text = String::from_utf8(bytes).unwrap();
            prop_assert!(tells_all || !text.contains(ILLNESS), "{text}");
            for field in social_body::shape(payload) {
                prop_assert!(ALLOWED.contains(&field.as_str()), "{field}");
                let is_closed = settings.mode == PrivacyMode::Hipaa;
                prop_assert!(!is_closed || HIPAA.contains(&field.as_str()), "{field}");
            }
        }
    }

    #[test]
    fn a_search_engine_is_told_no_name(settings in settings(), by in overrides()) {
        let rule = rule(|settings| settings.privacy_override = by);
        let decision = decide(&rule, &sale(1), &search(), &settings);
        if let Outcome::Ship(Payload::Search(payload)) = &decision.outcome {
            let bytes = search_body::body(std::slice::from_ref(payload), false);
            names_nobody(&bytes)?;
            let body: Value = serde_json::from_slice(&bytes).unwrap();
            let names_people = body["events"][0].get("userData").is_some();
            prop_assert!(!names_people || settings.mode != PrivacyMode::Hipaa);
        }
    }
}

#[test]
fn every_digit_of_a_number_leaves() {
    let payload = told(1..2).remove(0);
    let text = String::from_utf8(social_body::body(&[payload], None, None)).unwrap();
    assert!(
        text.contains(r#""value":1234567890123456789012345.67,"#),
        "{text}"
    );
    assert!(
        text.contains(r#""steps":12345.000000000000000000001"#),
        "{text}"
    );
    let decision = decide(
        &rule(|_| {}),
        &sale(1),
        &search(),
        &PrivacySettings::default(),
    );
    let text = String::from_utf8(search_body::body(&[search_payload(decision)], false)).unwrap();
    assert!(
        text.contains(r#""conversionValue":1234567890123456789012345.67,"#),
        "{text}"
    );
}

#[test]
fn a_property_never_takes_the_place_of_what_the_platform_knows() {
    let body = social_body::body(&told(1..2), None, None);
    let body: Value = serde_json::from_slice(&body).unwrap();
    let custom = body["data"][0]["custom_data"].as_object().unwrap();
    let mut keys: Vec<_> = custom.keys().collect();
    keys.sort();
    assert_eq!(keys, ["contents", "currency", "plan", "steps", "value"]);
    assert_ne!(custom["value"], 7);
}

#[test]
fn codes_and_proofs_stand_beside_the_events() {
    let body = social_body::body(&told(1..2), Some("TEST1"), Some("proof"));
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(
        (&body["test_event_code"], &body["appsecret_proof"]),
        (&"TEST1".into(), &"proof".into())
    );
    assert_eq!(body["data"][0]["event_time"], NOW_SECONDS - 3_600);
}
