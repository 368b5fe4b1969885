use serde_json::json;

use super::*;

#[test]
fn modes_open_what_they_are_told_to() {
    let open = |mode| {
        let settings = PrivacySettings {
            mode,
            config: PrivacyConfig::default(),
        };
        let open = Policy::of(&settings).open;
        open.iter().map(Part::as_str).collect::<Vec<_>>()
    };
    assert_eq!(open(PrivacyMode::Standard).len(), Part::ALL.len());
    let hipaa = [
        "user_agent_on_pages",
        "click_ids",
        "page_origin",
        "fixed_value",
    ];
    assert_eq!(open(PrivacyMode::Hipaa), hipaa);
    assert_eq!(open(PrivacyMode::Custom), hipaa);
    assert_eq!(
        open(PrivacyMode::PlatformSafe),
        [
            "identity",
            "ip",
            "user_agent",
            "user_agent_on_pages",
            "click_ids",
            "browser_ids",
            "value",
            "fixed_value",
            "user_identifiers"
        ]
    );
}

#[test]
fn what_is_wider_goes_with_what_is_closed() {
    let all: Parts = Part::ALL.iter().copied().collect();
    let closed = all.closed(Part::PageOrigin);
    assert!(!closed.allow(Part::Page) && !closed.allow(Part::PageOrigin));
    let closed = all.closed(Part::Page);
    assert!(!closed.allow(Part::Page) && closed.allow(Part::PageOrigin));
}

#[test]
fn what_is_wrong_is_named() {
    let fault = |value| PrivacyOverride::parse(&value).unwrap_err().to_string();
    assert_eq!(fault(json!([])), "must be an object");
    assert_eq!(
        fault(json!({"open": []})),
        r#"has the unknown key "open"; the keys are close, limited_data_use"#
    );
    assert!(fault(json!({"close": ["name"]})).contains("one of identity, ip"));
    assert!(fault(json!({"close": "ip"})).starts_with("must have in \"close\""));
    for limited in [
        json!(1),
        json!({"country": -1}),
        json!({"land": 1}),
        json!({"state": 70_000}),
    ] {
        assert!(fault(json!({ "limited_data_use": limited })).contains("limited_data_use"));
    }
    let read = PrivacyOverride::parse(&json!({"limited_data_use": {"country": 1}})).unwrap();
    let limited = LimitedDataUse {
        country: 1,
        state: 0,
    };
    assert_eq!(read.limited_data_use, Some(limited));
}
