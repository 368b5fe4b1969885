use super::*;
use crate::event::{Event, EventHead};
use uuid::Uuid;

fn words(words: &[&str]) -> Sent<Vec<String>> {
    Sent::Value(words.iter().map(|word| (*word).to_owned()).collect())
}

fn draft() -> SubscriptionDraft {
    SubscriptionDraft {
        url: Sent::Value("https://example.com/hook".to_owned()),
        events: words(&["conversion.recorded", "handoff.completed"]),
        providers: words(&["platform"]),
    }
}

fn subscription() -> Subscription {
    NewSubscription::parse(draft(), &AddressJudge::default())
        .unwrap()
        .with_id(Uuid::from_u128(1).into(), Timestamp::from_micros(1))
}

fn faults(draft: SubscriptionDraft) -> Vec<String> {
    let faults = NewSubscription::parse(draft, &AddressJudge::default()).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

fn patch(draft: SubscriptionDraft, enabled: Sent<bool>) -> SubscriptionPatch {
    SubscriptionPatch::parse(draft, enabled, &AddressJudge::default()).unwrap()
}

#[test]
fn every_fault_is_named_at_once() {
    let wrong = SubscriptionDraft {
        url: Sent::Value("http://example.com/".to_owned()),
        events: words(&["handoff.completed", "handoff.done", "handoff.completed"]),
        providers: words(&["platform", "Photo App", "platform"]),
    };
    assert_eq!(
        faults(wrong),
        [
            "url is not an https address",
            "events/1 is in no catalogue of events",
            "events/2 is in the list twice",
            "providers/1 is not a lower-case word of at most 64 letters, digits and underscores",
            "providers/2 is in the list twice",
        ]
    );
    assert_eq!(
        faults(SubscriptionDraft {
            url: Sent::Null,
            ..SubscriptionDraft::default()
        }),
        [
            "url must not be null",
            "events is required",
            "providers is required"
        ]
    );
}

#[test]
fn lists_have_1_to_100_items() {
    let of_count = |count: usize| SubscriptionDraft {
        providers: Sent::Value((0..count).map(|number| format!("p{number}")).collect()),
        ..draft()
    };
    assert!(NewSubscription::parse(of_count(100), &AddressJudge::default()).is_ok());
    for wrong in [0, 101] {
        assert_eq!(
            faults(of_count(wrong)),
            ["providers must have 1 to 100 items"]
        );
    }
}

#[test]
fn null_is_refused_in_a_patch_and_absence_keeps() {
    let nulls = SubscriptionDraft {
        url: Sent::Null,
        events: Sent::Null,
        providers: Sent::Null,
    };
    let refused = SubscriptionPatch::parse(nulls, Sent::Null, &AddressJudge::default());
    let fields = refused.unwrap_err();
    let fields: Vec<_> = fields.iter().map(|fault| fault.field.to_string()).collect();
    assert_eq!(fields, ["url", "events", "providers", "enabled"]);
    let before = subscription();
    let nothing = patch(SubscriptionDraft::default(), Sent::Absent);
    let after = nothing.apply(&before, Timestamp::from_micros(9));
    assert_eq!(after.subscription, before);
    assert!(!after.needs_new_secret && !after.is_revived && !after.is_disabled);
}

#[test]
fn another_host_needs_another_secret_and_another_path_does_not() {
    for (url, needed) in [
        ("https://example.com/other", false),
        ("https://EXAMPLE.com:8443/hook", false),
        ("https://example.org/hook", true),
        ("https://8.8.8.8/hook", true),
    ] {
        let draft = SubscriptionDraft {
            url: Sent::Value(url.to_owned()),
            ..SubscriptionDraft::default()
        };
        let after = patch(draft, Sent::Absent).apply(&subscription(), Timestamp::from_micros(9));
        assert_eq!(after.needs_new_secret, needed, "{url}");
        assert_eq!(after.subscription.updated_at.micros(), 9);
        assert_eq!(after.subscription.created_at.micros(), 1);
    }
}

#[test]
fn it_is_switched_off_and_on() {
    let (enabled, at) = (subscription(), Timestamp::from_micros(5));
    let switch = |on: bool, of: &Subscription, at: Timestamp| {
        patch(SubscriptionDraft::default(), Sent::Value(on)).apply(of, at)
    };
    let off = switch(false, &enabled, at);
    let disabled = SubscriptionState::Disabled {
        at,
        reason: DisabledReason::Manual,
    };
    assert_eq!(off.subscription.state, disabled);
    assert!(off.is_disabled && !off.is_revived);
    let again = switch(false, &off.subscription, Timestamp::from_micros(6));
    assert_eq!(again.subscription, off.subscription);
    assert!(!again.is_disabled);
    let on = switch(true, &off.subscription, Timestamp::from_micros(7));
    assert!(on.is_revived && on.subscription.state.is_enabled());
    assert!(!switch(true, &enabled, at).is_revived);
}

#[test]
fn an_event_needs_both_its_type_and_its_provider_on_the_lists() {
    let event = |event_type, provider: &str| {
        let head = EventHead {
            id: Uuid::from_u128(2).into(),
            profile_id: Uuid::from_u128(3).into(),
            at: Timestamp::from_micros(0),
        };
        Event::test(head, event_type, Provider::new(provider).unwrap()).unwrap()
    };
    let mut subscription = subscription();
    for (kind, provider, matches) in [
        (EventType::ConversionRecorded, "platform", true),
        (EventType::HandoffCompleted, "platform", true),
        (EventType::ConversionRecorded, "search_ads", false),
        (EventType::QualityAlert, "platform", false),
    ] {
        assert_eq!(
            subscription.matches(&event(kind, provider)),
            matches,
            "{kind}"
        );
    }
    for reason in DisabledReason::ALL {
        assert_eq!(DisabledReason::parse(reason.as_str()), Some(reason));
        let at = Timestamp::from_micros(1);
        subscription.state = SubscriptionState::Disabled { at, reason };
        assert!(!subscription.matches(&event(EventType::ConversionRecorded, "platform")));
    }
}
