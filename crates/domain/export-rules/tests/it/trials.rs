//! Events that nobody caused: what of them leaves in each mode.

use export_rules::*;
use serde_json::json;

use crate::fixture::*;

fn tried(
    destination: &Destination,
    privacy: PrivacyMode,
    channel: Option<TrialChannel>,
) -> Result<Trial, SkipReason> {
    let compliance = Compliance {
        privacy: mode(privacy),
        switches: Switches::default(),
    };
    trial(Trying {
        profile_id: Uuid::from_u128(1).into(),
        destination,
        rule: None,
        event_name: None,
        compliance: &compliance,
        channel,
        event: Uuid::from_u128(77).into(),
        now: NOW,
        sha256: &Ring,
    })
}

#[test]
fn a_test_is_sent_although_a_real_event_with_so_little_would_be_left_out() {
    let trial = tried(&website(), PrivacyMode::Standard, None).unwrap();
    assert_eq!(trial.too_weak, Some(SkipReason::MatchQualityPolicy));
    assert_eq!(trial.channel, TrialChannel::Website);
    assert_eq!(trial.payload.action_source(), ActionSource::Website);
    assert_eq!(trial.payload.event_name(), "Lead");
    assert_eq!(
        keys(&trial.decision),
        ["client_ip_address", "client_user_agent"]
    );

    let mut any = website();
    any.config = DestinationConfig::parse(json!({"signal_quality": {"min_match": "any"}})).unwrap();
    let strong = tried(&any, PrivacyMode::Standard, None).unwrap();
    assert_eq!(strong.too_weak, None);
}

#[test]
fn a_mode_that_closes_the_address_leaves_a_click() {
    let trial = tried(&website(), PrivacyMode::Hipaa, None).unwrap();
    assert_eq!(keys(&trial.decision), ["fbc", "client_user_agent"]);
    assert!(filters(&trial.decision).contains(&"ip_dropped"));
    assert_eq!(trial.too_weak, Some(SkipReason::InsufficientMatchKeys));
}

#[test]
fn a_rule_without_a_name_lends_the_one_of_what_it_reads_and_one_with_a_name_its_own() {
    let compliance = Compliance {
        privacy: mode(PrivacyMode::Standard),
        switches: Switches::default(),
    };
    let named = |own: Option<&str>| {
        let rule = rule_with(|settings| settings.event_names.social = own.map(str::to_owned));
        let trial = trial(Trying {
            profile_id: Uuid::from_u128(1).into(),
            destination: &website(),
            rule: Some(&rule),
            event_name: Some("Purchase"),
            compliance: &compliance,
            channel: None,
            event: Uuid::from_u128(77).into(),
            now: NOW,
            sha256: &Ring,
        });
        trial.unwrap().payload.event_name().to_owned()
    };
    assert_eq!(named(None), "Purchase");
    assert_eq!(named(Some("Schedule")), "Schedule");
}

#[test]
fn a_conversation_is_tried_with_a_click_that_opened_it() {
    for channel in [None, Some(TrialChannel::BusinessMessaging)] {
        let trial = tried(&chat(), PrivacyMode::Standard, channel).unwrap();
        assert_eq!(
            trial.payload.action_source(),
            ActionSource::BusinessMessaging
        );
        assert_eq!(trial.payload.event_name(), "LeadSubmitted");
        assert_eq!(trial.too_weak, None);
    }
    let on_a_page = tried(&chat(), PrivacyMode::Standard, Some(TrialChannel::Website)).unwrap();
    assert_eq!(on_a_page.payload.action_source(), ActionSource::Website);
}

#[test]
fn nothing_is_tried_where_nothing_may_leave() {
    let held_back = tried(&website(), PrivacyMode::PlatformSafe, None);
    assert_eq!(held_back.err(), Some(SkipReason::SuppressedPlatformSafe));
    let clean = tried(&clean(website()), PrivacyMode::PlatformSafe, None).unwrap();
    assert_eq!(clean.payload.dataset().as_str(), "9990");
}
