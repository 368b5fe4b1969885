//! Sales of shoes to somebody of whom everything is known, and where they are told.

use export_rules::*;
use serde_json::json;
use tributary_ad_platforms::RingSha256;

pub(crate) const SECOND: i64 = 1_000_000;
pub(crate) const NOW: Timestamp = Timestamp::from_micros(1_793_491_200 * SECOND);

/// The platforms' clock at [`NOW`].
pub(crate) const NOW_SECONDS: i64 = 1_793_491_200;

/// Texts of the person; none of them may be readable in what leaves.
pub(crate) const SECRETS: [&str; 8] = [
    "jane.roe",
    "mail.example",
    "4915112345678",
    "15112345678",
    "crm-778812",
    "roe-smith",
    "94301",
    "card 1234 5678 9012",
];

/// What the shop sells: it tells of somebody's health.
pub(crate) const ILLNESS: &str = "diabetes";

pub(crate) fn some(text: &str) -> Option<Personal> {
    Some(Personal::new(text)).filter(|_| !text.is_empty())
}

pub(crate) fn person() -> Person {
    Person {
        emails: vec![Personal::new("Jane.Roe@Mail.example")],
        phones: vec![Personal::new("+4915112345678")],
        external_ids: vec![Personal::new("CRM-778812")],
        first_name: some("Jane"),
        last_name: some("Roe-Smith"),
        born: Date::from_calendar_date(1990, ::time::Month::February, 3).ok(),
        gender: some("female"),
        city: some("San José"),
        region: some("California"),
        postcode: some("94301-1234"),
        country: some("US"),
        lead_id: some("1234567890123456"),
        page_scoped_user_id: some("psid-9001"),
        ig_sid: some("igsid-9002"),
    }
}

/// A sale by its number.
pub(crate) fn sale(number: u128) -> Record {
    let source = ConversionSource {
        conversion_id: Uuid::from_u128(number).into(),
        definition_id: Uuid::from_u128(5).into(),
        conversion_key: "diabetes_kit".to_owned(),
        revenue_type: RevenueType::Cash,
        is_first_payment: Some(true),
        is_refund: false,
    };
    let mut record = Record::new(
        Uuid::from_u128(1).into(),
        Uuid::from_u128(number).into(),
        "payment_received",
        Source::Conversion(source),
        NOW.plus_micros(-3_600 * SECOND),
    );
    record.value = Some(worth("1234567890123456789012345.67"));
    record.web = WebEvidence {
        url: Some(
            "https://shop.example/diabetes/jane.roe@mail.example?utm_source=news&card=1&gclid=Cj0"
                .to_owned(),
        ),
        referrer: Some("https://ads.example/diabetes?mail=jane.roe@mail.example".to_owned()),
        ip: "203.0.113.7".parse().ok(),
        user_agent: some("Mozilla/5.0 (X11)"),
        fbp: some("fb.1.1558571054389.1098115397"),
        fbc: some("fb.1.1554763741205.AbCdEf"),
    };
    let click = |kind, value: &str| Click {
        kind,
        value: Personal::new(value),
        at: NOW.plus_micros(-86_400 * SECOND),
        of_event: false,
    };
    record.clicks = vec![
        click(ClickKind::Gclid, "Cj0KCQ"),
        click(ClickKind::CtwaClid, "ARAkLk"),
    ];
    record.person = person();
    record.contents = vec![Content {
        id: "sku-1".to_owned(),
        quantity: Some(2),
        item_price: "24.95".parse().ok(),
    }];
    let property = |key: &str, value| Property {
        key: key.to_owned(),
        value,
    };
    record.properties = vec![
        property("plan", PropertyValue::Text("gold".to_owned())),
        property(
            "steps",
            PropertyValue::Number("12345.000000000000000000001".to_owned()),
        ),
        property("value", PropertyValue::Number("7".to_owned())),
        property(
            "note",
            PropertyValue::Text("card 1234 5678 9012".to_owned()),
        ),
        property("Contact-Email", PropertyValue::Text("x".to_owned())),
        property(
            "mail",
            PropertyValue::Text("JANE.ROE@mail.example".to_owned()),
        ),
    ];
    record
}

pub(crate) fn worth(amount: &str) -> Worth {
    Worth {
        amount: amount.parse().unwrap(),
        currency: Currency::parse("EUR").unwrap(),
    }
}

pub(crate) fn rule(change: impl FnOnce(&mut RuleSettings)) -> Rule {
    let source = RuleSource::Definition(Uuid::from_u128(5).into());
    let mut settings = RuleSettings::new("Shoes", source);
    change(&mut settings);
    settings.into_rule(Uuid::from_u128(8).into(), NOW)
}

pub(crate) fn social(kind: DataSourceKind) -> Destination {
    let target = Target::Social {
        pixel_id: PixelId::parse("5551").unwrap(),
        clean_dataset_id: PixelId::parse("9990"),
    };
    let config = json!({
        "data_source_kind": kind.as_str(),
        "whatsapp_business_account_id": "111",
        "page_id": "222",
        "instagram_business_account_id": "333",
    });
    let ids = (Uuid::from_u128(6).into(), Uuid::from_u128(7).into());
    Destination {
        config: DestinationConfig::parse(config).unwrap(),
        ..Destination::new(ids.0, ids.1, target, NOW)
    }
}

pub(crate) fn search() -> Destination {
    let action = ConversionAction::parse("customers/1234567890/conversionActions/42").unwrap();
    let ids = (Uuid::from_u128(6).into(), Uuid::from_u128(7).into());
    Destination::new(ids.0, ids.1, Target::Search { action }, NOW)
}

/// The same, told by another of the platform's interfaces.
pub(crate) fn search_by(wire: SearchWire) -> Destination {
    let config = json!({"wire": wire.as_str(), "login_customer_id": "9999999999"});
    Destination {
        config: DestinationConfig::parse(config).unwrap(),
        ..search()
    }
}

/// Sales with these numbers, as a search engine is told of them.
pub(crate) fn told_by(wire: SearchWire, numbers: std::ops::Range<u128>) -> Vec<SearchPayload> {
    let (rule, place, standard) = (rule(|_| {}), search_by(wire), PrivacySettings::default());
    numbers
        .map(|number| search_payload(decide(&rule, &sale(number), &place, &standard)))
        .collect()
}

pub(crate) fn decide(
    rule: &Rule,
    record: &Record,
    destination: &Destination,
    privacy: &PrivacySettings,
) -> Decision {
    let context = Context {
        destination,
        switches: Switches::ON,
        privacy,
        now: NOW,
        sha256: &RingSha256,
    };
    evaluate(rule, record, &context, &|_, _| false)
}

pub(crate) fn social_payload(decision: Decision) -> SocialPayload {
    match decision.outcome {
        Outcome::Ship(Payload::Social(payload)) => *payload,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn search_payload(decision: Decision) -> SearchPayload {
    match decision.outcome {
        Outcome::Ship(Payload::Search(payload)) => *payload,
        other => panic!("{other:?}"),
    }
}

/// Sales with these numbers, as they are told on pages.
pub(crate) fn told(numbers: std::ops::Range<u128>) -> Vec<SocialPayload> {
    let (rule, place) = (rule(|_| {}), social(DataSourceKind::Website));
    let standard = PrivacySettings::default();
    numbers
        .map(|number| social_payload(decide(&rule, &sale(number), &place, &standard)))
        .collect()
}
