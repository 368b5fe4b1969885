use kernel::Timestamp;
use serde_json::json;
use uuid::Uuid;

use super::*;
use crate::routing::routing;
use crate::words::Routing;

fn in_mode(mode: PrivacyMode) -> Compliance {
    Compliance {
        privacy: PrivacyConfig::default().in_mode(mode),
        switches: Switches::ON,
    }
}

#[test]
fn only_what_was_sent_changes_and_every_fault_is_named() {
    let before = Compliance::default();
    assert_eq!(
        before.patched(&ComplianceDraft::default()),
        Ok(before.clone())
    );
    let draft = ComplianceDraft {
        privacy_mode: Sent::Value("custom".to_owned()),
        privacy_config: Sent::Value(json!({"open": ["ip"]})),
        export_social_enabled: Sent::Value(true),
        ..ComplianceDraft::default()
    };
    let after = before.patched(&draft).unwrap();
    assert_eq!(after.privacy.mode, PrivacyMode::Custom);
    assert!(after.switches.social && !after.switches.search);
    let odd = ComplianceDraft {
        privacy_mode: Sent::Value("open".to_owned()),
        privacy_config: Sent::Value(json!({"close": []})),
        export_search_enabled: Sent::Null,
        ..ComplianceDraft::default()
    };
    let faults = before.patched(&odd).unwrap_err();
    let texts: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "privacy_mode is none of standard, hipaa, custom, platform_safe",
            "privacy_config has the unknown key \"close\"; the keys are open, limited_data_use",
            "export_search_enabled must not be null",
        ]
    );
}

#[test]
fn whatever_opens_a_part_loosens() {
    use PrivacyMode::{Custom, Hipaa, PlatformSafe, Standard};
    let loosens = |before, after| in_mode(before).is_loosened_by(&in_mode(after));
    for (before, after, expected) in [
        (Standard, Hipaa, false),
        (Standard, PlatformSafe, false),
        (Hipaa, Custom, false),
        (Hipaa, Standard, true),
        (Hipaa, PlatformSafe, true),
        (Custom, Standard, true),
        // Pages leave that did not, and others than the clean data set are fed.
        (PlatformSafe, Hipaa, true),
        (PlatformSafe, Standard, true),
        (PlatformSafe, PlatformSafe, false),
    ] {
        assert_eq!(loosens(before, after), expected, "{before} {after}");
    }
    let limited = PrivacyConfig::parse(&json!({"limited_data_use": {}})).unwrap();
    let limited = Compliance {
        privacy: limited.in_mode(Standard),
        switches: Switches::ON,
    };
    assert!(limited.is_loosened_by(&in_mode(Standard)));
    assert!(!in_mode(Standard).is_loosened_by(&limited));
    let off = Compliance {
        switches: Switches::default(),
        ..in_mode(Standard)
    };
    assert!(
        !off.is_loosened_by(&in_mode(Standard)),
        "switches open no part"
    );
}

#[test]
fn provisioning_sets_the_data_set_and_the_mode_at_once() {
    let target = Target::social(PixelId::parse("1").unwrap());
    let id = Uuid::from_u128(1);
    let at = Timestamp::from_micros(0);
    let before = Destination::new(id.into(), id.into(), target, at);
    let clean = PixelId::parse("2").unwrap();
    let (compliance, after) = in_mode(PrivacyMode::Standard)
        .provisioned(&before, clean.clone())
        .unwrap();
    let mode = compliance.privacy.mode;
    assert_eq!(mode, PrivacyMode::PlatformSafe);
    assert_eq!(routing(&after, compliance.switches, mode), Routing::Active);
    let held = routing(&before, compliance.switches, mode);
    assert_eq!(held, Routing::SuppressedPlatformSafe);
    let action = crate::ConversionAction::parse("customers/1234567890/conversionActions/1");
    let search = Target::Search {
        action: action.unwrap(),
    };
    let search = Destination::new(id.into(), id.into(), search, at);
    assert!(compliance.provisioned(&search, clean).is_none());
}

#[test]
fn the_first_destination_of_a_kind_turns_its_switch_on() {
    let told = Compliance::default().telling(DestinationKind::SearchAds);
    assert!(told.switches.search && !told.switches.social);
}

#[test]
fn what_browsers_say_is_kept_for_social_networks_alone_and_never_of_patients() {
    for mode in [
        PrivacyMode::Standard,
        PrivacyMode::Custom,
        PrivacyMode::PlatformSafe,
        PrivacyMode::Hipaa,
    ] {
        let mut compliance = in_mode(mode);
        let kept = mode != PrivacyMode::Hipaa;
        assert_eq!(compliance.keeps_match_evidence(), kept, "{mode}");
        compliance.switches.social = false;
        assert!(!compliance.keeps_match_evidence());
    }
    assert!(!Compliance::default().keeps_match_evidence());
}
