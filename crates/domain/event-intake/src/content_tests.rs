use std::collections::HashMap;

use kernel::{Currency, Timestamp};

use super::*;
use crate::match_evidence::MatchEvidence;
use crate::outcome_event::{ConsentChoice, EventType};
use crate::person::RawPerson;

fn bare() -> NewOutcomeEvent {
    NewOutcomeEvent {
        event_type: EventType::parse("payment").unwrap(),
        event_name: None,
        event_time: None,
        value: None,
        person: RawPerson::default(),
        url: None,
        referrer: None,
        utm_source: None,
        utm_medium: None,
        utm_campaign: None,
        utm_term: None,
        utm_content: None,
        click_ids: Vec::new(),
        ad_id: None,
        campaign_id: None,
        is_first_payment: None,
        refund_of: None,
        pipeline: None,
        consent: None,
        match_evidence: MatchEvidence::default(),
        properties: None,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "shorter where it is used")]
fn money(amount: &str, currency: Option<&str>) -> Option<Money> {
    let currency = currency.and_then(Currency::parse);
    Some(Money {
        amount: amount.parse().unwrap(),
        currency,
    })
}

type Setter = fn(&mut NewOutcomeEvent, Option<String>);

/// Every field that is a text, by name.
fn text_fields() -> Vec<(&'static str, Setter)> {
    vec![
        ("event_name", |event, text| event.event_name = text),
        ("anonymous_id", |event, text| {
            event.person.anonymous_id = text;
        }),
        ("email", |event, text| event.person.email = text),
        ("phone", |event, text| event.person.phone = text),
        ("crm_contact_id", |event, text| {
            event.person.crm_contact_id = text;
        }),
        ("crm_source", |event, text| event.person.crm_source = text),
        ("national_id", |event, text| event.person.national_id = text),
        ("external_id", |event, text| event.person.external_id = text),
        ("first_name", |event, text| event.person.first_name = text),
        ("last_name", |event, text| event.person.last_name = text),
        ("url", |event, text| event.url = text),
        ("referrer", |event, text| event.referrer = text),
        ("utm_source", |event, text| event.utm_source = text),
        ("utm_medium", |event, text| event.utm_medium = text),
        ("utm_campaign", |event, text| event.utm_campaign = text),
        ("utm_term", |event, text| event.utm_term = text),
        ("utm_content", |event, text| event.utm_content = text),
        ("ad_id", |event, text| event.ad_id = text),
        ("campaign_id", |event, text| event.campaign_id = text),
        ("refund_of", |event, text| event.refund_of = text),
        ("properties", |event, text| {
            let object = text.map(|text| format!(r#"{{"a":"{text}"}}"#));
            event.properties = object.map(|object| JsonObject::parse(&object).unwrap());
        }),
        ("external_source", |event, text| {
            pipeline(event).external_source = text;
        }),
        ("from_stage", |event, text| {
            pipeline(event).from_stage = text;
        }),
        ("to_stage", |event, text| pipeline(event).to_stage = text),
    ]
}

fn pipeline(event: &mut NewOutcomeEvent) -> &mut Pipeline {
    event.pipeline.get_or_insert(Pipeline {
        external_source: None,
        from_stage: None,
        to_stage: None,
    })
}

/// Events that differ from each other in one thing each.
fn variants() -> Vec<(String, NewOutcomeEvent)> {
    let mut all = vec![("bare".to_owned(), bare())];
    let mut add = |name: &str, change: &dyn Fn(&mut NewOutcomeEvent)| {
        let mut event = bare();
        change(&mut event);
        all.push((name.to_owned(), event));
    };
    for (name, set) in text_fields() {
        add(&format!("{name} empty"), &|event| {
            set(event, Some(String::new()));
        });
        add(name, &|event| set(event, Some("x".to_owned())));
    }
    add("event_type", &|event| {
        event.event_type = EventType::parse("other").unwrap();
    });
    add("event_time", &|event| {
        event.event_time = Some(Timestamp::from_micros(1));
    });
    add("event_time 2", &|event| {
        event.event_time = Some(Timestamp::from_micros(2));
    });
    for (amount, currency) in [
        ("10", None),
        ("-10", None),
        ("10.01", None),
        ("10", Some("EUR")),
        ("10", Some("USD")),
    ] {
        add(&format!("{amount} {currency:?}"), &|event| {
            event.value = money(amount, currency);
        });
    }
    add("first", &|event| event.is_first_payment = Some(true));
    add("not first", &|event| event.is_first_payment = Some(false));
    for pairs in [
        &[("a", "b")][..],
        &[("a", "")],
        &[("ab", "")],
        &[("a", "b"), ("a", "b")],
    ] {
        let owned = pairs
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let owned: Vec<_> = owned.collect();
        add(&format!("{pairs:?}"), &|event| {
            event.click_ids.clone_from(&owned);
        });
    }
    add("pipeline without fields", &|event| {
        pipeline(event);
    });
    let choices = [
        None,
        Some(ConsentChoice::Granted),
        Some(ConsentChoice::Denied),
    ];
    for ad_user_data in choices {
        for ad_personalization in choices {
            add(
                &format!("{ad_user_data:?} {ad_personalization:?}"),
                &|event| {
                    event.consent = Some(Consent {
                        ad_user_data,
                        ad_personalization,
                    });
                },
            );
        }
    }
    all
}

#[test]
fn every_field_matters() {
    let mut seen: HashMap<Vec<u8>, String> = HashMap::new();
    for (name, event) in variants() {
        let other = seen.insert(canonical_content(&event), name.clone());
        assert_eq!(other, None, "{name} has the same content");
    }
    assert!(seen.len() > 60);
}

#[test]
fn the_same_amount_is_the_same_content() {
    let of = |amount| {
        canonical_content(&NewOutcomeEvent {
            value: money(amount, None),
            ..bare()
        })
    };
    assert_eq!(of("10"), of("10.0"));
    assert_eq!(of("10"), of("10.00"));
    assert_eq!(of("0"), of("-0.0"));
    assert_ne!(of("10"), of("100"));
}

#[test]
fn the_layout_is_kept() {
    let event = NewOutcomeEvent {
        ad_id: Some("A1".into()),
        ..bare()
    };
    let bytes = canonical_content(&event);
    let start = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 7];
    assert_eq!(bytes[..11], start);
    assert_eq!(&bytes[11..18], b"payment");
    let ad = [43, 1, 0, 0, 0, 0, 0, 0, 0, 2, b'A', b'1'];
    assert!(bytes.windows(ad.len()).any(|window| window == ad));
    assert_eq!(bytes[bytes.len() - 2..], [70, 0]);
}

#[test]
fn what_the_browser_said_makes_no_other_event() {
    let mut event = bare();
    event.match_evidence = MatchEvidence::of_cookies("_fbp=fb.1.1.a");
    assert!(!event.match_evidence.is_empty());
    assert_eq!(canonical_content(&event), canonical_content(&bare()));
}
