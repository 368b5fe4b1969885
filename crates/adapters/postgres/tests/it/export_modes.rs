//! What leaves of an event that was taken in with everything that a caller can say, in each privacy mode.

use event_intake::{ConsentDraft, OutcomeEventDraft};
use export_rules::decision::Context;
use export_rules::{
    Compliance, Decision, Destination, Outcome, Payload, PerKind, PixelId, PrivacyConfig,
    PrivacyMode, PrivacySettings, Record, RuleSettings, RuleSource, RuleValue, SkipReason,
    Switches, Target, Told, Worth, plan,
};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Clock, Currency, OutcomeEventId};
use serde_json::json;
use tributary_ad_platforms::RingSha256;
use tributary_ad_platforms::conversions::social_body::shape;
use uuid::Uuid;

use crate::export_candidates::{of_payments, the_record};
use crate::world::{RUNTIME, World, payment};

fn settings(mode: PrivacyMode) -> PrivacySettings {
    PrivacyConfig::default().in_mode(mode)
}

/// A profile that opens addresses of browsers and nothing else.
fn custom() -> PrivacySettings {
    let config = json!({"open": ["ip"]});
    PrivacyConfig::parse(&config)
        .unwrap()
        .in_mode(PrivacyMode::Custom)
}

/// The profile decides this, and tells everybody.
async fn decide(world: &World, privacy: PrivacySettings) {
    let compliance = Compliance {
        privacy,
        switches: Switches::ON,
    };
    let mut work = world.begin().await;
    let id = world.profile.id;
    let store = work.export_compliance();
    store.put(id, &compliance, world.clock.now()).await.unwrap();
    work.commit().await.unwrap();
}

/// A purchase a moment ago, with everything that a caller can say.
fn purchase(world: &World, has_page: bool, ad_user_data: &str) -> OutcomeEventDraft {
    let mut draft = payment(world.clock.now(), "49.90", "ana@mail.example");
    draft.person.phone = Some("+56911111111".to_owned());
    draft.person.external_id = Some("user-7".to_owned());
    draft.person.first_name = Some("Ana".to_owned());
    draft.person.last_name = Some("Díaz".to_owned());
    draft.is_first_payment = Some(true);
    draft.url = has_page.then(|| "https://shop.example/thanks/ana?utm_source=news".to_owned());
    draft.click_ids = vec![("fbclid".to_owned(), "F1".to_owned())];
    draft.consent = Some(ConsentDraft {
        ad_user_data: Some(ad_user_data.to_owned()),
        ad_personalization: None,
    });
    let said = &mut draft.match_evidence;
    said.client_ip_address = Some("203.0.113.7".to_owned());
    said.client_user_agent = Some("Mozilla/5.0 (X11)".to_owned());
    said.fbp = Some("fb.1.1596403881668.1116446470".to_owned());
    let properties = r#"{"plan": "gold", "contact_email": "ana@mail.example", "contents": [{"id": "sku"}],
        "person": {"city": "Arica", "country": "CL"}}"#;
    draft.properties = event_intake::JsonObject::parse(properties).ok();
    draft
}

async fn taken_in(world: &World, key: &str, draft: OutcomeEventDraft) -> Record {
    let id: OutcomeEventId = world.record(key, draft).await.id;
    world.drain().await;
    the_record(world, id).await
}

async fn decision(world: &World, record: &Record, privacy: &PrivacySettings) -> Decision {
    let now = world.clock.now();
    let before = now.plus_micros(-MICROS_PER_DAY);
    let source = RuleSource::Definition(of_payments(world).await);
    let settings = RuleSettings {
        destinations: PerKind {
            social: true,
            search: false,
        },
        // What was paid may not leave of patients; what the rule says may.
        value: RuleValue::Fixed(Worth {
            amount: "5".parse().unwrap(),
            currency: Currency::parse("EUR").unwrap(),
        }),
        ..RuleSettings::new("sales", source)
    };
    let rule = settings.into_rule(Uuid::from_u128(1).into(), before);
    let target = Target::Social {
        pixel_id: PixelId::parse("5551").unwrap(),
        clean_dataset_id: PixelId::parse("9990"),
    };
    let (id, connection) = (Uuid::from_u128(2).into(), Uuid::from_u128(3).into());
    let destination = Destination::new(id, connection, target, before);
    let context = Context {
        destination: &destination,
        switches: Switches::ON,
        privacy,
        now,
        sha256: &RingSha256,
    };
    let records = std::slice::from_ref(record);
    let mut lines = plan(&[rule], records, &context, &mut Told::default());
    lines.remove(0).decision
}

/// The names of what leaves, without those that every event has.
async fn leaves(world: &World, record: &Record, privacy: &PrivacySettings) -> String {
    let decision = decision(world, record, privacy).await;
    let Outcome::Ship(Payload::Social(payload)) = &decision.outcome else {
        return format!("{:?}", decision.skip_reason());
    };
    let source = decision.action_source.map(|source| source.to_string());
    let always = ["action_source", "event_id", "event_name", "event_time"];
    let mut names = shape(payload);
    names.retain(|name| !always.contains(&name.as_str()));
    let names: Vec<&str> = names
        .iter()
        .map(|name| name.trim_start_matches("user_data."))
        .collect();
    format!("{}: {}", source.unwrap_or_default(), names.join(" "))
}

#[test]
fn what_leaves_is_what_the_mode_leaves() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        decide(&world, settings(PrivacyMode::Standard)).await;
        let on_page = taken_in(&world, "page", purchase(&world, true, "granted")).await;
        let by_system = taken_in(&world, "system", purchase(&world, false, "granted")).await;
        let worth = "custom_data.currency custom_data.value";
        let said = "client_ip_address client_user_agent country ct em external_id fbc fbp fn ln ph";
        let bought = "custom_data.contents custom_data.currency custom_data.plan custom_data.value";
        let cases = [
            (
                settings(PrivacyMode::Standard),
                format!("website: {bought} event_source_url {said}"),
                format!("system_generated: {bought} {said}"),
            ),
            (
                settings(PrivacyMode::Hipaa),
                format!("website: {worth} event_source_url client_user_agent fbc"),
                format!("system_generated: {worth} fbc"),
            ),
            (
                settings(PrivacyMode::PlatformSafe),
                format!("system_generated: {worth} {said}"),
                format!("system_generated: {worth} {said}"),
            ),
            (
                custom(),
                format!(
                    "website: {worth} event_source_url client_ip_address client_user_agent fbc"
                ),
                format!("system_generated: {worth} client_ip_address fbc"),
            ),
        ];
        for (privacy, page, system) in cases {
            assert_eq!(leaves(&world, &on_page, &privacy).await, page);
            assert_eq!(leaves(&world, &by_system, &privacy).await, system);
        }
        // Of patients nothing that a browser said was taken in.
        decide(&world, settings(PrivacyMode::Hipaa)).await;
        let patient = taken_in(&world, "patient", purchase(&world, true, "granted")).await;
        assert!(patient.web.ip.is_none() && patient.web.user_agent.is_none());
        println!(
            "{}",
            leaves(&world, &patient, &settings(PrivacyMode::Hipaa)).await
        );
    });
}

#[test]
fn of_who_refuses_nothing_leaves_in_any_mode() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        decide(&world, settings(PrivacyMode::Standard)).await;
        let refused = taken_in(&world, "refused", purchase(&world, true, "denied")).await;
        assert!(refused.web.ip.is_none() && refused.web.fbp.is_none());
        for privacy in [
            settings(PrivacyMode::Standard),
            settings(PrivacyMode::Hipaa),
            settings(PrivacyMode::PlatformSafe),
            custom(),
        ] {
            let decision = decision(&world, &refused, &privacy).await;
            assert_eq!(decision.skip_reason(), Some(SkipReason::ConsentDenied));
        }
    });
}
