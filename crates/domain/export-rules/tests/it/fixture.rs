//! A profile that sells shoes, and a customer of it of whom everything is known.

use export_rules::*;
use serde_json::json;

pub(crate) struct Ring;

impl Sha256 for Ring {
    fn digest(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut context = ring::digest::Context::new(&ring::digest::SHA256);
        for part in parts {
            context.update(part);
        }
        context.finish().as_ref().try_into().unwrap()
    }
}

pub(crate) const SECOND: i64 = 1_000_000;
pub(crate) const HOUR: i64 = 3_600 * SECOND;
pub(crate) const DAY: i64 = 24 * HOUR;

/// 2026-11-01T00:00:00Z.
pub(crate) const NOW: Timestamp = Timestamp::from_micros(1_793_491_200 * SECOND);

pub(crate) fn ago(micros: i64) -> Timestamp {
    NOW.plus_micros(-micros)
}

pub(crate) fn euro(amount: &str) -> Worth {
    Worth {
        amount: amount.parse().unwrap(),
        currency: Currency::parse("EUR").unwrap(),
    }
}

pub(crate) fn person() -> Person {
    Person {
        emails: vec![Personal::new("Jane.Doe+shop@Gmail.com")],
        phones: vec![Personal::new("+4915112345678")],
        external_ids: vec![Personal::new("CRM-778812")],
        first_name: some("Jane"),
        last_name: some("Doe-Smith"),
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

pub(crate) fn conversion() -> ConversionSource {
    ConversionSource {
        conversion_id: Uuid::from_u128(4).into(),
        definition_id: Uuid::from_u128(5).into(),
        conversion_key: "shoes_sold".to_owned(),
        revenue_type: RevenueType::Cash,
        is_first_payment: Some(true),
        is_refund: false,
    }
}

pub(crate) fn click(kind: ClickKind, value: &str, at: Timestamp) -> Click {
    Click {
        kind,
        value: Personal::new(value),
        at,
        of_event: false,
    }
}

pub(crate) fn record() -> Record {
    Record {
        profile_id: Uuid::from_u128(1).into(),
        event_id: Uuid::from_u128(2).into(),
        event_type: "payment_received".to_owned(),
        source: Source::Conversion(conversion()),
        occurred_at: ago(HOUR),
        received_at: ago(HOUR),
        value: Some(euro("49.90")),
        consent: Consent::default(),
        own_event_id: None,
        order_id: None,
        web: WebEvidence {
            url: Some(
                "https://shop.example/thanks/jane?utm_source=news&token=5&gclid=Cj0&utm_term=a@b#top"
                    .to_owned(),
            ),
            referrer: Some("https://ads.example/path?q=secret".to_owned()),
            ip: Some("203.0.113.7".parse().unwrap()),
            user_agent: some("Mozilla/5.0 (X11)"),
            fbp: some("fb.1.1558571054389.1098115397"),
            fbc: some("fb.1.1554763741205.AbCdEf"),
        },
        clicks: vec![
            click(ClickKind::Gclid, "Cj0KCQ", ago(DAY)),
            click(ClickKind::CtwaClid, "ARAkLk", ago(DAY)),
        ],
        person: person(),
        contents: vec![Content {
            id: "sku-1".to_owned(),
            quantity: Some(2),
            item_price: Some("24.95".parse().unwrap()),
        }],
        properties: vec![
            property("plan", PropertyValue::Text("gold".to_owned())),
            property("customer_email", PropertyValue::Text("hidden".to_owned())),
            property("note", PropertyValue::Text("call +49 151 1234 5678".to_owned())),
        ],
    }
}

pub(crate) fn property(key: &str, value: PropertyValue) -> Property {
    Property {
        key: key.to_owned(),
        value,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "what it fills may be absent")]
pub(crate) fn some(text: &str) -> Option<Personal> {
    Some(Personal::new(text))
}

/// The destinations that there can be: social on pages, in a chat, in the messenger, in the photo network; search.
pub(crate) fn destination(kind: DestinationKind, source: DataSourceKind) -> Destination {
    let config = json!({
        "data_source_kind": source.as_str(),
        "whatsapp_business_account_id": "111",
        "page_id": "222",
        "instagram_business_account_id": "333",
    });
    Destination {
        id: Uuid::from_u128(6).into(),
        connection_id: Uuid::from_u128(7).into(),
        enabled: true,
        target: match kind {
            DestinationKind::SocialCapi => Target::Social {
                pixel_id: PixelId::parse("5551").unwrap(),
                clean_dataset_id: None,
            },
            DestinationKind::SearchAds => Target::Search {
                action: ConversionAction::parse("customers/1234567890/conversionActions/42")
                    .unwrap(),
            },
        },
        config: DestinationConfig::parse(config).unwrap(),
        created_at: ago(30 * DAY),
        updated_at: ago(30 * DAY),
    }
}

pub(crate) fn website() -> Destination {
    destination(DestinationKind::SocialCapi, DataSourceKind::Website)
}

pub(crate) fn chat() -> Destination {
    destination(DestinationKind::SocialCapi, DataSourceKind::Chat)
}

pub(crate) fn search() -> Destination {
    destination(DestinationKind::SearchAds, DataSourceKind::Website)
}

/// A destination with its clean data set.
pub(crate) fn clean(destination: Destination) -> Destination {
    let target = match destination.target {
        Target::Social { pixel_id, .. } => Target::Social {
            pixel_id,
            clean_dataset_id: PixelId::parse("9990"),
        },
        target @ Target::Search { .. } => target,
    };
    Destination {
        target,
        ..destination
    }
}

pub(crate) fn rule() -> Rule {
    let draft = RuleDraft {
        name: Sent::Value("Shoes".to_owned()),
        source_kind: Sent::Value("conversion_definition".to_owned()),
        source_ref_id: Sent::Value(Uuid::from_u128(5).into()),
        destinations: Sent::Value(
            json!({"social_capi": {"enabled": true}, "search_ads": {"enabled": true}}),
        ),
        ..RuleDraft::default()
    };
    NewRule::parse(draft)
        .unwrap()
        .with_id(Uuid::from_u128(8).into(), ago(20 * DAY))
}

pub(crate) fn rule_with(change: impl FnOnce(&mut RuleSettings)) -> Rule {
    let mut rule = rule();
    change(&mut rule.settings);
    rule
}

pub(crate) fn mode(mode: PrivacyMode) -> PrivacySettings {
    PrivacySettings {
        mode,
        config: PrivacyConfig::default(),
    }
}

pub(crate) const ON: Switches = Switches::ON;

/// Decides with both switches on and an empty ledger.
pub(crate) fn decide(
    rule: &Rule,
    record: &Record,
    destination: &Destination,
    privacy: &PrivacySettings,
) -> Decision {
    let context = Context {
        destination,
        switches: ON,
        privacy,
        now: NOW,
        sha256: &Ring,
    };
    evaluate(rule, record, &context, &|_, _| false)
}

pub(crate) fn social(decision: &Decision) -> &SocialPayload {
    match &decision.outcome {
        Outcome::Ship(Payload::Social(payload)) => payload,
        other => panic!("not told: {other:?}"),
    }
}

pub(crate) fn filters(decision: &Decision) -> Vec<&'static str> {
    decision.filters.iter().map(Word::as_str).collect()
}

pub(crate) fn keys(decision: &Decision) -> Vec<&'static str> {
    decision.match_keys.iter().map(|key| key.as_str()).collect()
}
