//! What each mode leaves, from the platforms' journal.

use export_rules::ports::{SearchSender, SocialSender};
use export_rules::*;
use kernel::AccessToken;
use serde_json::Value;
use testkit::fake_platform::FakeConversions;
use tributary_ad_platforms::conversions::social_body;
use tributary_ad_platforms::{DataManagerSender, PlatformSettings, SocialCapiSender};

use crate::world::*;

pub(crate) fn platforms() -> (FakeConversions, SocialCapiSender, DataManagerSender) {
    let fake = FakeConversions::start(NOW_SECONDS).unwrap();
    let settings = PlatformSettings {
        base_url: fake.url(),
        extra_root_ca: None,
    };
    let social = SocialCapiSender::new(&settings, "v25.0", Some("secret")).unwrap();
    let search = DataManagerSender::new(&settings).unwrap();
    (fake, social, search)
}

/// Fields of user data and of custom data.
fn fields(event: &Value) -> (String, String) {
    let keys = |part: &str| {
        let object = event[part].as_object().into_iter().flatten();
        let mut keys: Vec<_> = object.map(|(key, _)| key.as_str()).collect();
        keys.sort_unstable();
        keys.join(" ")
    };
    (keys("user_data"), keys("custom_data"))
}

#[tokio::test]
async fn a_social_network_takes_what_each_mode_leaves() {
    let (fake, sender, _) = platforms();
    let access = AccessToken::parse("token").unwrap();
    let rule = rule(|settings| settings.value = RuleValue::Fixed(worth("5")));
    let all = "client_ip_address client_user_agent country ct db em external_id fbc fbp fn ge lead_id ln ph st zp";
    let bought = "contents currency plan steps value";
    let cases = [
        (PrivacyMode::Standard, true, "website", all, bought),
        (
            PrivacyMode::Standard,
            false,
            "system_generated",
            all,
            bought,
        ),
        (
            PrivacyMode::Hipaa,
            true,
            "website",
            "client_user_agent fbc",
            "currency value",
        ),
        (
            PrivacyMode::Hipaa,
            false,
            "system_generated",
            "fbc",
            "currency value",
        ),
        (
            PrivacyMode::PlatformSafe,
            true,
            "system_generated",
            all,
            "currency value",
        ),
    ];
    for (number, (mode, has_page, source, user, custom)) in (1..).zip(cases) {
        let mut record = sale(number);
        if !has_page {
            record.web.url = None;
        }
        let privacy = PrivacyConfig::default().in_mode(mode);
        let place = social(DataSourceKind::Website);
        let payload = social_payload(decide(&rule, &record, &place, &privacy));
        let attempt = sender.send(&access, &[payload], None).await;
        assert_eq!(attempt.answer, Answer::Sent, "{:?}", fake.refusals());
        let taken = fake.journal().pop().unwrap();
        assert_eq!(taken.event["action_source"], source, "{mode}");
        let (told_user, told_custom) = fields(&taken.event);
        assert_eq!(
            (told_user.as_str(), told_custom.as_str()),
            (user, custom),
            "{mode}"
        );
        let dataset = if mode == PrivacyMode::PlatformSafe {
            "9990"
        } else {
            "5551"
        };
        assert_eq!(taken.place, dataset);
    }
}

#[tokio::test]
async fn conversations_are_taken_in_every_channel() {
    let (fake, sender, _) = platforms();
    for kind in [
        DataSourceKind::Chat,
        DataSourceKind::Messenger,
        DataSourceKind::Photo,
    ] {
        let standard = PrivacySettings::default();
        let decision = decide(&rule(|_| {}), &sale(7), &social(kind), &standard);
        let payload = social_payload(decision);
        let shape = social_body::shape(&payload);
        let attempt = sender
            .send(&AccessToken::parse("token").unwrap(), &[payload], None)
            .await;
        assert_eq!(
            attempt.answer,
            Answer::Sent,
            "{kind} {shape:?} {:?}",
            fake.refusals()
        );
    }
    assert_eq!(fake.journal().len(), 3);
}

#[tokio::test]
async fn a_search_engine_takes_a_click_or_a_person() {
    let (fake, _, sender) = platforms();
    let access = AccessToken::parse("token").unwrap();
    let standard = PrivacySettings::default();
    let no_clicks = Record {
        clicks: Vec::new(),
        ..sale(2)
    };
    for record in [sale(1), no_clicks] {
        let payload = search_payload(decide(&rule(|_| {}), &record, &search(), &standard));
        let attempt = sender.send(&access, &[payload], false).await;
        assert_eq!(attempt.answer, Answer::Accepted, "{:?}", fake.refusals());
        assert!(attempt.trace_id.is_some());
    }
    let [with, without] = fake.journal().try_into().unwrap();
    assert_eq!(
        with.event["adIdentifiers"],
        serde_json::json!({"gclid": "Cj0KCQ"})
    );
    assert!(without.event.get("adIdentifiers").is_none());
    assert_eq!(
        without.event["userData"]["userIdentifiers"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(without.place, "1234567890/42");
}

#[tokio::test]
async fn a_check_alone_is_taken_by_nobody() {
    let (fake, _, sender) = platforms();
    let standard = PrivacySettings::default();
    let payload = search_payload(decide(&rule(|_| {}), &sale(1), &search(), &standard));
    let attempt = sender
        .send(&AccessToken::parse("token").unwrap(), &[payload], true)
        .await;
    assert_eq!(attempt.answer, Answer::Accepted);
    assert_eq!(fake.journal(), []);
}
