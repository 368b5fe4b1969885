//! One record at one destination, stage by stage.

use export_rules::*;
use serde_json::json;

use crate::fixture::*;

fn standard() -> PrivacySettings {
    PrivacySettings::default()
}

#[test]
fn what_leaves_in_each_mode() {
    let rule = rule_with(|settings| settings.value = RuleValue::Fixed(euro("5")));
    let told = |privacy| decide(&rule, &record(), &clean(website()), &mode(privacy));

    let open = told(PrivacyMode::Standard);
    assert_eq!(
        filters(&open),
        [
            "pii_keys_dropped",
            "url_path_stripped",
            "url_query_stripped"
        ]
    );
    let payload = social(&open);
    assert_eq!(
        payload.page(),
        Some("https://shop.example/thanks?utm_source=news&gclid=Cj0")
    );
    assert_eq!(payload.referrer(), Some("https://ads.example/path"));
    assert_eq!(payload.properties().len(), 1);
    assert_eq!(
        keys(&open),
        [
            "em",
            "ph",
            "fn",
            "ln",
            "db",
            "ge",
            "ct",
            "st",
            "zp",
            "country",
            "external_id",
            "lead_id",
            "fbc",
            "fbp",
            "client_ip_address",
            "client_user_agent"
        ]
    );

    let hipaa = told(PrivacyMode::Hipaa);
    assert_eq!(
        filters(&hipaa),
        [
            "browser_ids_dropped",
            "content_dropped",
            "custom_data_dropped",
            "identity_dropped",
            "ip_dropped",
            "referrer_dropped",
            "url_path_stripped",
            "url_query_stripped"
        ]
    );
    assert_eq!(keys(&hipaa), ["fbc", "client_user_agent"]);
    assert_eq!(social(&hipaa).page(), Some("https://shop.example/"));
    assert_eq!(social(&hipaa).action_source(), ActionSource::Website);

    let safe = told(PrivacyMode::PlatformSafe);
    assert_eq!(
        filters(&safe),
        [
            "content_dropped",
            "custom_data_dropped",
            "referrer_dropped",
            "url_dropped"
        ]
    );
    assert_eq!(social(&safe).action_source(), ActionSource::SystemGenerated);
    assert!(keys(&safe).contains(&"client_user_agent"));
}

#[test]
fn hipaa_keeps_the_user_agent_for_pages_alone() {
    let mut record = record();
    record.web.url = None;
    let rule = rule_with(|settings| settings.value = RuleValue::Fixed(euro("5")));
    let decision = decide(&rule, &record, &website(), &mode(PrivacyMode::Hipaa));
    assert_eq!(keys(&decision), ["fbc"]);
    assert_eq!(
        social(&decision).action_source(),
        ActionSource::SystemGenerated
    );
    assert!(filters(&decision).contains(&"user_agent_dropped"));
}

#[test]
fn a_custom_profile_opens_by_name() {
    let settings = |open: serde_json::Value| PrivacySettings {
        mode: PrivacyMode::Custom,
        config: PrivacyConfig::parse(&open).unwrap(),
    };
    let rule = rule_with(|settings| settings.value = RuleValue::Fixed(euro("5")));
    let with = |open| decide(&rule, &record(), &website(), &settings(open));
    assert_eq!(keys(&with(json!({}))), ["fbc", "client_user_agent"]);
    assert_eq!(
        keys(&with(json!({"open": ["ip"]}))),
        ["fbc", "client_ip_address", "client_user_agent"]
    );
    let named = rule_with(|settings| {
        settings.event_names.social = Some("ShoesBought".to_owned());
    });
    let closed = decide(
        &named,
        &record(),
        &website(),
        &settings(json!({"open": ["value"]})),
    );
    assert_eq!(social(&closed).event_name(), "Purchase");
    assert!(filters(&closed).contains(&"event_name_neutralised"));
    let open = json!({"open": ["value", "event_name"]});
    let opened = decide(&named, &record(), &website(), &settings(open));
    assert_eq!(social(&opened).event_name(), "ShoesBought");
}

#[test]
fn conversations_are_told_what_they_know_and_nothing_of_the_web() {
    let at = |kind| {
        decide(
            &rule(),
            &record(),
            &destination(DestinationKind::SocialCapi, kind),
            &standard(),
        )
    };
    let cases = [
        (DataSourceKind::Chat, "ctwa_clid", "111", "ARAkLk"),
        (
            DataSourceKind::Messenger,
            "page_scoped_user_id",
            "222",
            "psid-9001",
        ),
        (DataSourceKind::Photo, "ig_sid", "333", "igsid-9002"),
    ];
    for (kind, key, account, id) in cases {
        let decision = at(kind);
        assert_eq!(keys(&decision), [key]);
        assert!(filters(&decision).contains(&"messaging_web_fields_dropped"));
        let payload = social(&decision);
        let SocialUser::InConversation(person) = payload.user() else {
            panic!("{kind}");
        };
        assert_eq!((person.account.id(), person.id.as_str()), (account, id));
        assert_eq!((payload.page(), payload.referrer()), (None, None));
        let hipaa = rule_with(|settings| settings.value = RuleValue::Fixed(euro("5")));
        let place = destination(DestinationKind::SocialCapi, kind);
        let decision = decide(&hipaa, &record(), &place, &mode(PrivacyMode::Hipaa));
        let expected = (kind != DataSourceKind::Chat).then_some(SkipReason::NoMatchKey);
        assert_eq!(decision.skip_reason(), expected, "{kind}");
    }
}

#[test]
fn conversations_know_their_own_names() {
    let mut lead = record();
    lead.event_type = "lead_created".to_owned();
    let decision = decide(&rule(), &lead, &chat(), &standard());
    assert_eq!(social(&decision).event_name(), "LeadSubmitted");
    assert_eq!(
        social(&decide(&rule(), &lead, &website(), &standard())).event_name(),
        "Lead"
    );
    let mut booked = record();
    booked.event_type = "appointment_booked".to_owned();
    let decision = decide(&rule(), &booked, &chat(), &standard());
    assert_eq!(
        decision.skip_reason(),
        Some(SkipReason::EventNotSupportedOnChannel)
    );
}

#[test]
fn a_search_engine_is_told_a_click_or_a_person() {
    let search_keys = |change: &dyn Fn(&mut Record)| {
        let mut record = record();
        change(&mut record);
        let decision = decide(&rule(), &record, &search(), &standard());
        (keys(&decision), decision.skip_reason())
    };
    let clicks = |kinds: &[ClickKind]| -> Vec<Click> {
        kinds
            .iter()
            .map(|kind| click(*kind, "x1", ago(DAY)))
            .collect()
    };
    let all = [ClickKind::Wbraid, ClickKind::Gbraid, ClickKind::Gclid];
    assert_eq!(
        search_keys(&|record| record.clicks = clicks(&all)).0,
        ["gclid", "email", "phone"]
    );
    let two = &all[..2];
    assert_eq!(
        search_keys(&|record| record.clicks = clicks(two)).0,
        ["gbraid"]
    );
    assert_eq!(
        search_keys(&|record| record.clicks = clicks(&all[..1])).0,
        ["wbraid"]
    );
    assert_eq!(
        search_keys(&|record| record.clicks.clear()).0,
        ["email", "phone"]
    );
    let nobody = |record: &mut Record| {
        record.clicks.clear();
        record.person = Person::default();
    };
    assert_eq!(search_keys(&nobody).1, Some(SkipReason::NoMatchKey));
    let hipaa = decide(&rule(), &record(), &search(), &mode(PrivacyMode::Hipaa));
    assert_eq!(keys(&hipaa), ["gclid"]);
}

#[test]
fn a_fresh_click_makes_a_search_engine_wait() {
    let mut record = record();
    record.clicks = vec![click(ClickKind::Gclid, "x", ago(HOUR))];
    let decision = decide(&rule(), &record, &search(), &standard());
    assert_eq!(decision.outcome, Outcome::Wait(NOW.plus_micros(5 * HOUR)));
}

#[test]
fn what_describes_too_many_people_is_not_sent() {
    let at = |person: Person, web: WebEvidence, min_match: &str| {
        let record = Record {
            person,
            web,
            clicks: Vec::new(),
            ..record()
        };
        let config = json!({"signal_quality": {"min_match": min_match}});
        let place = Destination {
            config: DestinationConfig::parse(config).unwrap(),
            ..website()
        };
        decide(&rule(), &record, &place, &standard()).skip_reason()
    };
    let all = record();
    let agent = || WebEvidence {
        user_agent: all.web.user_agent.clone(),
        ..WebEvidence::default()
    };
    let address = || WebEvidence {
        ip: all.web.ip,
        ..agent()
    };
    let town = || Person {
        city: all.person.city.clone(),
        ..Person::default()
    };
    let named = || Person {
        first_name: all.person.first_name.clone(),
        gender: all.person.gender.clone(),
        ..Person::default()
    };
    let nobody = Person::default;
    assert_eq!(
        at(nobody(), WebEvidence::default(), "any"),
        Some(SkipReason::NoMatchKey)
    );
    assert_eq!(
        at(nobody(), agent(), "any"),
        Some(SkipReason::InsufficientMatchKeys)
    );
    assert_eq!(
        at(town(), agent(), "any"),
        Some(SkipReason::InsufficientMatchKeys)
    );
    assert_eq!(
        at(named(), WebEvidence::default(), "any"),
        Some(SkipReason::InsufficientMatchKeys)
    );
    assert_eq!(
        at(nobody(), address(), "identified"),
        Some(SkipReason::MatchQualityPolicy)
    );
    assert_eq!(at(nobody(), address(), "any"), None);
    let mailed = Person {
        emails: all.person.emails.clone(),
        ..Person::default()
    };
    assert_eq!(at(mailed, WebEvidence::default(), "identified"), None);
}

#[test]
fn consent_decides_what_may_be_told_and_used() {
    let with = |ad_user_data, ad_personalization| {
        let consent = Consent {
            ad_user_data,
            ad_personalization,
        };
        decide(
            &rule(),
            &Record {
                consent,
                ..record()
            },
            &website(),
            &standard(),
        )
    };
    assert_eq!(
        with(Some(false), None).skip_reason(),
        Some(SkipReason::ConsentDenied)
    );
    assert!(social(&with(None, Some(false))).opt_out());
    assert!(!social(&with(Some(true), None)).opt_out());
}

#[test]
fn a_value_is_the_event_s_the_rule_s_or_none() {
    let worth = |value: RuleValue, of_event: Option<Worth>| {
        let rule = rule_with(|settings| settings.value = value);
        let decision = decide(
            &rule,
            &Record {
                value: of_event,
                ..record()
            },
            &website(),
            &standard(),
        );
        (decision.worth, decision.skip_reason())
    };
    let fixed = RuleValue::Fixed(euro("7"));
    assert_eq!(
        worth(RuleValue::Event, Some(euro("3"))),
        (Some(euro("3")), None)
    );
    assert_eq!(
        worth(RuleValue::Event, Some(euro("0"))),
        (Some(euro("0")), None)
    );
    assert_eq!(
        worth(RuleValue::Event, None).1,
        Some(SkipReason::MissingValue)
    );
    assert_eq!(
        worth(RuleValue::None, Some(euro("3"))).1,
        Some(SkipReason::MissingValue)
    );
    assert_eq!(worth(fixed, None), (Some(euro("7")), None));
    assert_eq!(
        worth(fixed, Some(euro("-1"))).1,
        Some(SkipReason::NegativeValue)
    );
    let rule = rule_with(|settings| {
        settings.value = RuleValue::None;
        settings.event_names.social = Some("Lead".to_owned());
    });
    assert_eq!(
        decide(&rule, &record(), &website(), &standard()).worth,
        None
    );
    let hipaa = decide(
        &rule_with(|_| {}),
        &record(),
        &website(),
        &mode(PrivacyMode::Hipaa),
    );
    assert_eq!(hipaa.skip_reason(), Some(SkipReason::MissingValue));
    assert!(filters(&hipaa).contains(&"value_dropped"));
}

#[test]
fn a_destination_is_told_a_name_once_whatever_attribution_makes_of_it() {
    let first = decide(&rule(), &record(), &website(), &standard());
    let mut replayed = record();
    let mut source = conversion();
    source.conversion_id = Uuid::from_u128(99).into();
    replayed.source = Source::Conversion(source);
    let again = decide(&rule(), &replayed, &website(), &standard());
    assert_eq!(first.fingerprint, again.fingerprint);
    assert_eq!(social(&first).event_id(), social(&again).event_id());
    assert_eq!(social(&first).event_id().len(), 32);
    let place = website();
    let privacy = standard();
    let context = Context {
        destination: &place,
        switches: ON,
        privacy: &privacy,
        now: NOW,
        sha256: &Ring,
    };
    let is_told = |fingerprint: &SourceFingerprint, name: &str| {
        *fingerprint == first.fingerprint && name == "Purchase"
    };
    let told = evaluate(&rule(), &record(), &context, &is_told);
    assert_eq!(told.skip_reason(), Some(SkipReason::Duplicate));
    let named = rule_with(|settings| settings.event_names.social = Some("Lead".to_owned()));
    assert_eq!(
        evaluate(&named, &record(), &context, &is_told).skip_reason(),
        None
    );
}

#[test]
fn the_callers_own_id_is_used_when_it_names_nobody() {
    let id = |own: &str| {
        let record = Record {
            own_event_id: Some(own.to_owned()),
            ..record()
        };
        social(&decide(&rule(), &record, &website(), &standard()))
            .event_id()
            .to_owned()
    };
    assert_eq!(id("order-1000123456"), "order-1000123456");
    for personal in ["jane-7", "CRM-778812", "4915112345678", "x y", "a@b", ""] {
        assert_eq!(id(personal).len(), 32, "{personal}");
        assert_ne!(id(personal), personal);
    }
}

#[test]
fn numbers_of_products_are_no_telephones() {
    let mut record = record();
    let ids = [
        "4006381333931",
        "+49 151 12345678",
        "jane@mail.example",
        "jane-special",
    ];
    let content = |id: &str| Content {
        id: id.to_owned(),
        quantity: None,
        item_price: None,
    };
    record.contents = ids.map(content).to_vec();
    let decision = decide(&rule(), &record, &website(), &standard());
    assert_eq!(social(&decision).contents(), [content("4006381333931")]);
}

#[test]
fn pipeline_moves_are_told_under_their_own_name() {
    let stage = StageMove {
        to_stage: Some("won".to_owned()),
        ..StageMove::default()
    };
    let record = Record {
        source: Source::StageMove(stage),
        event_type: "deal_moved".to_owned(),
        ..record()
    };
    let draft = RuleDraft {
        name: Sent::Value("Won".to_owned()),
        source_kind: Sent::Value("pipeline_stage_transition".to_owned()),
        source_config: Sent::Value(json!({"to_stage": "won"})),
        destinations: Sent::Value(json!({"social_capi": {"enabled": true}})),
        ..RuleDraft::default()
    };
    let rule = NewRule::parse(draft)
        .unwrap()
        .with_id(Uuid::from_u128(1).into(), ago(DAY));
    assert!(rule.covers(&record, DestinationKind::SocialCapi));
    assert!(!rule.covers(&record, DestinationKind::SearchAds));
    let earlier = Record {
        occurred_at: ago(DAY + 1),
        ..record.clone()
    };
    assert!(
        !rule.covers(&earlier, DestinationKind::SocialCapi),
        "no past is told"
    );
    let decision = decide(&rule, &record, &website(), &standard());
    assert_eq!(social(&decision).event_name(), "deal_moved");
}
