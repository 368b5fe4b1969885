//! A search engine by both of its interfaces: what leaves, what it says of each event, and what it says later.

use std::collections::BTreeMap;

use export_rules::ports::{SearchRequests, SearchSender};
use export_rules::*;
use kernel::AccessToken;
use serde_json::{Value, json};
use testkit::fake_platform::{FakeConversions, Misbehaviour};
use tributary_ad_platforms::conversions::google_ads_body;
use tributary_ad_platforms::{
    DataManagerSender, GoogleAdsSender, PlatformSettings, SearchAdsSender,
};

use crate::world::*;

fn settings(fake: &FakeConversions) -> PlatformSettings {
    PlatformSettings {
        base_url: fake.url(),
        extra_root_ca: None,
    }
}

/// A platform and the way to both of its interfaces.
pub(crate) fn google(developer_token: Option<&str>) -> (FakeConversions, SearchAdsSender) {
    let fake = FakeConversions::start(NOW_SECONDS).unwrap();
    let data_manager = DataManagerSender::new(&settings(&fake)).unwrap();
    let token = developer_token.map(str::to_owned);
    let google_ads = GoogleAdsSender::new(&settings(&fake), "v26", token).unwrap();
    (fake, SearchAdsSender::new(data_manager, google_ads))
}

fn access() -> AccessToken {
    AccessToken::parse("token").unwrap()
}

fn unusable<const N: usize>(words: [(&SearchPayload, &str); N]) -> BTreeMap<String, String> {
    let words = words.into_iter();
    let words = words.map(|(event, word)| (event.event_id().to_owned(), word.to_owned()));
    words.collect()
}

#[tokio::test]
async fn the_older_interface_is_told_in_its_own_form() {
    let (fake, sender) = google(Some("developer"));
    let events = told_by(SearchWire::GoogleAds, 1..2);
    let attempt = sender.send(&access(), &events, false).await;
    assert_eq!(attempt.answer, Answer::Confirmed, "{:?}", fake.refusals());
    assert_eq!(
        attempt.request_sha256,
        sender.request_sha256(&events, false)
    );
    let taken = fake.journal().pop().unwrap();
    assert_eq!(taken.place, "1234567890/42");
    let mut event = taken.event;
    let identifiers = event["userIdentifiers"].take();
    assert_eq!(
        event,
        json!({
            "conversionAction": "customers/1234567890/conversionActions/42",
            "conversionDateTime": "2026-10-31T23:00:00Z".replace('T', " ").replace('Z', "+00:00"),
            "conversionEnvironment": "WEB",
            "conversionValue": 1_234_567_890_123_456_789_012_345.67,
            "currencyCode": "EUR",
            "gclid": "Cj0KCQ",
            "orderId": events[0].event_id(),
            "userIdentifiers": null,
        })
    );
    let kinds: Vec<_> = identifiers
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|identifier| identifier.as_object().unwrap().keys())
        .collect();
    assert_eq!(kinds, ["hashedEmail", "hashedPhoneNumber"]);
    let text = String::from_utf8(google_ads_body::body(&events, false)).unwrap();
    let value = r#""conversionValue":1234567890123456789012345.67,"#;
    assert!(text.contains(value), "{text}");
    assert!(
        SECRETS.iter().all(|secret| !text.contains(secret)),
        "{text}"
    );
}

#[test]
fn at_most_five_identifiers_of_both_kinds_are_told() {
    let mut record = sale(1);
    let emails = (0..2).map(|number| format!("jane{number}@mail.example"));
    record.person.emails = emails.map(Personal::new).collect();
    let phones = (0..5).map(|number| format!("+491511234567{number}"));
    record.person.phones = phones.map(Personal::new).collect();
    let place = search_by(SearchWire::GoogleAds);
    let decision = decide(&rule(|_| {}), &record, &place, &PrivacySettings::default());
    let body = google_ads_body::body(&[search_payload(decision)], true);
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(
        (&body["partialFailure"], &body["validateOnly"]),
        (&json!(true), &json!(true))
    );
    let identifiers = body["conversions"][0]["userIdentifiers"]
        .as_array()
        .unwrap();
    let emails = identifiers
        .iter()
        .filter(|it| it.get("hashedEmail").is_some());
    assert_eq!((identifiers.len(), emails.count()), (5, 2));
}

#[tokio::test]
async fn without_the_operator_s_token_nothing_is_asked_and_the_answer_says_why() {
    let (fake, sender) = google(None);
    let events = told_by(SearchWire::GoogleAds, 1..3);
    let attempt = sender.send(&access(), &events, false).await;
    assert_eq!(attempt.answer, Answer::Configuration);
    let why = attempt.excerpt.unwrap();
    assert!(
        why.contains("TRIBUTARY_SEARCH_ADS_DEVELOPER_TOKEN"),
        "{why}"
    );
    assert_eq!(fake.requests(), 0);
    // The other interface needs none.
    let events = told_by(SearchWire::DataManager, 1..3);
    let attempt = sender.send(&access(), &events, false).await;
    assert_eq!(attempt.answer, Answer::Accepted);
}

#[tokio::test]
async fn each_event_gets_its_own_answer_and_the_others_are_taken() {
    let (fake, sender) = google(Some("developer"));
    let events = told_by(SearchWire::GoogleAds, 1..7);
    fake.misbehave(Misbehaviour {
        unusable: unusable([
            (&events[0], "CLICK_NOT_FOUND"),
            (&events[2], "TOO_RECENT_EVENT"),
            (&events[3], "EXPIRED_EVENT"),
            (&events[5], "INVALID_USER_IDENTIFIER"),
        ]),
        ..Misbehaviour::default()
    });
    let parts = in_halves(events.len(), async |part| {
        sender.send(&access(), &events[part], false).await
    })
    .await;
    assert_eq!(
        (parts.len(), fake.requests()),
        (1, 1),
        "nothing is sent in halves"
    );
    let attempt = &parts[0].1;
    let answers: Vec<_> = (0..6).map(|place| attempt.answer_of(place)).collect();
    let later = Answer::Transient {
        wait: Some(6 * 3_600 * SECOND),
    };
    assert_eq!(
        answers,
        [
            Answer::Rejected,
            Answer::Confirmed,
            later,
            Answer::Stale,
            Answer::Confirmed,
            Answer::Invalid,
        ]
    );
    assert_eq!(fake.journal().len(), 2);
    let kept = format!("{attempt:?}");
    assert!(!kept.contains("jane.roe"), "{kept}");
    // What it has it says so of, and counts once.
    fake.misbehave(Misbehaviour::default());
    let again = sender.send(&access(), &events, false).await;
    assert!((0..6).all(|place| again.answer_of(place) == Answer::Confirmed));
    let codes: Vec<_> = again.of_events.iter().map(|of| of.platform_code).collect();
    assert_eq!(codes, [Some(15), Some(15)]);
    assert_eq!(fake.journal().len(), 6);
}

#[tokio::test]
async fn what_was_accepted_is_asked_for_later() {
    use Status::{Accepted, Confirmed, Rejected};
    let (fake, sender) = google(None);
    let requests = DataManagerSender::new(&settings(&fake)).unwrap();
    let events = told_by(SearchWire::DataManager, 1..5);
    let attempt = sender.send(&access(), &events, false).await;
    let id = attempt.trace_id.unwrap();
    let asked = Asked {
        accepted_at: NOW,
        events: 4,
        count: 1,
    };
    let now = first_ask(NOW);
    let ask = async || {
        let said = requests.status(&access(), &id).await;
        after_asking(asked, &said, now, Jitter::NONE)
    };
    fake.misbehave(Misbehaviour {
        processing: 1,
        ..Misbehaviour::default()
    });
    assert!(matches!(ask().await, AfterAsking::Again(next) if next > now));
    let settled = async || match ask().await {
        AfterAsking::Settled(verdicts) => verdicts.into_iter().map(|it| it.status).collect(),
        AfterAsking::Again(_) => Vec::new(),
    };
    assert_eq!(settled().await, [Confirmed; 4]);
    let refused = |names_no_records| Misbehaviour {
        names_no_records,
        unusable: unusable([
            (&events[1], "CLICK_NOT_FOUND"),
            (&events[2], "DUPLICATE_TRANSACTION_ID"),
        ]),
        ..Misbehaviour::default()
    };
    fake.misbehave(refused(false));
    let named = [Confirmed, Rejected, Confirmed, Confirmed];
    assert_eq!(settled().await, named);
    fake.misbehave(refused(true));
    assert_eq!(settled().await, [Accepted; 4]);
    fake.misbehave(Misbehaviour {
        refuses_access: true,
        ..Misbehaviour::default()
    });
    assert_eq!(requests.status(&access(), &id).await, RequestStatus::Auth);
    fake.misbehave(Misbehaviour::default());
    let unknown = requests.status(&access(), "another").await;
    assert_eq!(unknown, RequestStatus::Unknown);
}
