use kernel::Sent;
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;

fn social() -> DestinationDraft {
    DestinationDraft {
        destination: Sent::Value("social_capi".to_owned()),
        connection_id: Sent::Value(Uuid::from_u128(1).into()),
        social_pixel_id: Sent::Value("123".to_owned()),
        ..DestinationDraft::default()
    }
}

fn search() -> DestinationDraft {
    DestinationDraft {
        destination: Sent::Value("search_ads".to_owned()),
        connection_id: Sent::Value(Uuid::from_u128(1).into()),
        search_conversion_action: Sent::Value(
            "customers/1234567890/conversionActions/7".to_owned(),
        ),
        ..DestinationDraft::default()
    }
}

fn made(draft: DestinationDraft) -> Destination {
    let at = Timestamp::from_micros(1);
    NewDestination::parse(draft)
        .unwrap()
        .with_id(Uuid::from_u128(2).into(), at)
}

fn faults(draft: DestinationDraft) -> Vec<String> {
    let faults = NewDestination::parse(draft).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn every_fault_is_named_at_once() {
    assert_eq!(
        faults(DestinationDraft::default()),
        ["destination is required", "connection_id is required"]
    );
    let mut draft = social();
    draft.social_pixel_id = Sent::Value("1/2".to_owned());
    draft.search_conversion_action = Sent::Value("x".to_owned());
    draft.enabled = Sent::Null;
    draft.destination_config = Sent::Value(json!({"data_source_kind": "fax"}));
    assert_eq!(
        faults(draft),
        [
            "enabled must not be null",
            "search_conversion_action belongs to a search_ads destination",
            "social_pixel_id must be 1 to 128 letters and digits",
            "destination_config must have in data_source_kind one of website, chat, messenger, photo",
        ]
    );
    let mut draft = search();
    draft.search_conversion_action = Sent::Absent;
    assert_eq!(faults(draft), ["search_conversion_action is required"]);
}

#[test]
fn a_conversion_action_is_a_resource_name() {
    for odd in [
        "customers/123/conversionActions/1",
        "customers/1234567890/conversionActions/",
        "customers/123456789a/conversionActions/1",
        "1234567890/1",
        "customers/1234567890/conversionActions/1/2",
    ] {
        assert_eq!(ConversionAction::parse(odd), None, "{odd}");
    }
    let text = "customers/1234567890/conversionActions/42";
    assert_eq!(ConversionAction::parse(text).unwrap().to_string(), text);
}

#[test]
fn a_patch_changes_what_it_names() {
    let before = made(social());
    let at = Timestamp::from_micros(9);
    let patched = |draft| DestinationPatch::parse(draft).unwrap().apply(&before, at);
    assert_eq!(
        patched(DestinationDraft::default()).unwrap(),
        before,
        "nothing changed"
    );
    let off = DestinationDraft {
        enabled: Sent::Value(false),
        ..DestinationDraft::default()
    };
    let off = patched(off).unwrap();
    assert_eq!((off.enabled, off.updated_at), (false, at));
    let other = DestinationDraft {
        destination: Sent::Value("search_ads".to_owned()),
        ..DestinationDraft::default()
    };
    let faults = patched(other).unwrap_err();
    assert_eq!(faults[0].to_string(), "destination cannot be changed");
    let same = DestinationDraft {
        destination: Sent::Value("social_capi".to_owned()),
        ..DestinationDraft::default()
    };
    assert_eq!(patched(same).unwrap(), before);
    let null = DestinationDraft {
        social_pixel_id: Sent::Null,
        ..DestinationDraft::default()
    };
    let faults = patched(null).unwrap_err();
    assert_eq!(faults[0].to_string(), "social_pixel_id must not be null");
    // A record that was read can be sent back: what belongs to the other kind is null in it.
    let back = DestinationDraft {
        search_conversion_action: Sent::Null,
        ..DestinationDraft::default()
    };
    assert_eq!(patched(back).unwrap(), before);
    let of_other = DestinationDraft {
        search_conversion_action: Sent::Value("customers/1234567890/conversionActions/1".into()),
        ..DestinationDraft::default()
    };
    let faults = patched(of_other).unwrap_err();
    let texts: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        ["search_conversion_action belongs to a search_ads destination"]
    );
}

#[test]
fn a_clean_data_set_goes_with_the_data_set_that_it_was_made_for() {
    let mut before = made(social());
    let clean = PixelId::parse("999");
    if let Target::Social {
        clean_dataset_id, ..
    } = &mut before.target
    {
        clean_dataset_id.clone_from(&clean);
    }
    let with = |pixel: &str| {
        let draft = DestinationDraft {
            social_pixel_id: Sent::Value(pixel.to_owned()),
            ..DestinationDraft::default()
        };
        let patch = DestinationPatch::parse(draft).unwrap();
        match patch.apply(&before, before.updated_at).unwrap().target {
            Target::Social {
                clean_dataset_id, ..
            } => clean_dataset_id,
            Target::Search { .. } => None,
        }
    };
    assert_eq!(with("123"), clean);
    assert_eq!(with("456"), None);
}

#[test]
fn a_connection_must_be_of_the_destinations_platform() {
    let at_social = Connected {
        id: Uuid::from_u128(1).into(),
        provider: "social_ads".to_owned(),
        is_removed: false,
    };
    assert_eq!(at_social.serves(DestinationKind::SocialCapi), Ok(()));
    let fault = at_social.serves(DestinationKind::SearchAds).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "connection_id is a connection of social_ads, and a search_ads destination needs one of search_ads"
    );
    let removed = Connected {
        is_removed: true,
        ..at_social
    };
    let fault = removed.serves(DestinationKind::SocialCapi).unwrap_err();
    assert_eq!(fault.field, DestinationField::ConnectionId);
    assert_eq!(fault.reason, DestinationFaultReason::Removed);
}

#[test]
fn configs_are_merged_key_by_key() {
    let stored = json!({"a": {"x": 1, "y": 2}, "b": [1], "c": 3});
    let patch = json!({"a": {"y": null, "z": {"n": null, "m": 1}}, "b": [2], "c": null, "d": null});
    let (Value::Object(stored), Value::Object(patch)) = (stored, patch) else {
        panic!()
    };
    let expected = json!({"a": {"x": 1, "z": {"m": 1}}, "b": [2]});
    assert_eq!(Value::Object(merged(&stored, patch)), expected);
}

#[test]
fn a_config_keeps_what_nobody_reads_and_has_an_end() {
    let value = json!({"relay_automatic_events": true, "mine": [1, 2]});
    let config = DestinationConfig::parse(value.clone()).unwrap();
    assert_eq!(Value::Object(config.object().clone()), value);
    let large = json!({"x": "y".repeat(MAX_CONFIG_BYTES)});
    assert_eq!(DestinationConfig::parse(large), Err(ConfigFault::TooLarge));
    assert_eq!(
        DestinationConfig::parse(json!([])),
        Err(ConfigFault::NotAnObject)
    );
    for (odd, key) in [
        (json!({"signal_quality": 1}), "signal_quality"),
        (
            json!({"signal_quality": {"min_match": "some"}}),
            "signal_quality.min_match",
        ),
        (json!({"page_id": 5}), "page_id"),
        (json!({"page_id": "a/b"}), "page_id"),
        (json!({"login_customer_id": "12"}), "login_customer_id"),
        (json!({"event_source": "web"}), "event_source"),
        (json!({"wire": "soap"}), "wire"),
        (json!({"limited_data_use": {"land": 1}}), "limited_data_use"),
    ] {
        let fault = DestinationConfig::parse(odd).unwrap_err().to_string();
        assert!(
            fault.starts_with(&format!("must have in {key} ")),
            "{fault}"
        );
    }
}

#[test]
fn a_conversation_says_which_account_it_lacks() {
    let missing = |config| DestinationConfig::parse(config).unwrap().missing_account();
    assert_eq!(missing(json!({})), None);
    assert_eq!(
        missing(json!({"data_source_kind": "messenger"})),
        Some("page_id")
    );
    assert_eq!(
        missing(json!({"data_source_kind": "messenger", "page_id": "1"})),
        None
    );
}

fn objects() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![Just(Value::Null), any::<i32>().prop_map(Value::from)];
    let inner = leaf.prop_recursive(3, 20, 4, |inner| {
        prop::collection::btree_map("[ab]", inner, 0..4)
            .prop_map(|map| Value::Object(map.into_iter().collect()))
    });
    prop::collection::btree_map("[ab]", inner, 0..4)
        .prop_map(|map| Value::Object(map.into_iter().collect()))
}

proptest! {
    #[test]
    fn merging_twice_is_merging_once(stored in objects(), patch in objects()) {
        let (Value::Object(stored), Value::Object(patch)) = (stored, patch) else { unreachable!() };
        let once = merged(&stored, patch.clone());
        prop_assert_eq!(merged(&once, patch), once);
    }
}
