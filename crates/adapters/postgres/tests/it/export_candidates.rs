//! What is known of outcome events that may be told: everything that the intake can give, and nothing of anybody else.

use conversion_definitions::conversion_id;
use event_intake::{ConsentDraft, JsonObject, OutcomeEventDraft, Pipeline};
use export_rules::ports::Span;
use export_rules::{
    ClickKind, Person, PropertyValue, Record, RuleSource, Source, StageFilter, StageMove,
};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Clock, DefinitionId, Keyset, OutcomeEventId, Personal};

use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

const SALE: &str = "2026-06-10T10:00:00Z";

async fn records(world: &World, events: &[OutcomeEventId]) -> Vec<Record> {
    let mut work = world.begin().await;
    let found = work
        .export_candidates()
        .of_events(world.profile.id, events, world.clock.now())
        .await;
    work.rollback().await.unwrap();
    found.unwrap()
}

pub(crate) async fn the_record(world: &World, event: OutcomeEventId) -> Record {
    let mut found = records(world, &[event]).await;
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// The definition that claims payments.
pub(crate) async fn of_payments(world: &World) -> DefinitionId {
    let mut work = world.begin().await;
    let all = work.definitions().list(world.profile.id).await.unwrap();
    work.rollback().await.unwrap();
    let claims = |names: &[conversion_definitions::DefinitionText]| {
        names.iter().any(|name| name.as_str() == "payment_received")
    };
    let found = all
        .iter()
        .find(|stored| claims(&stored.definition.source_event_names));
    found.unwrap().definition.id
}

fn texts(values: &[Personal]) -> Vec<&str> {
    values.iter().map(Personal::as_str).collect()
}

fn clicks(record: &Record) -> Vec<(ClickKind, &str, String, bool)> {
    let told = record.clicks.iter().map(|click| {
        (
            click.kind,
            click.value.as_str(),
            click.at.to_string(),
            click.of_event,
        )
    });
    told.collect()
}

fn visit(name: &str, at: &str, query: &str) -> event_intake::TrackerEvent {
    let url = format!("https://shop.example/?{query}");
    page_view(name, instant(at), &url, None)
}

/// Everything that a caller can say of a payment.
fn whole() -> OutcomeEventDraft {
    let mut draft = payment(instant(SALE), "49.90", "ana@mail.example");
    draft.currency = Some("CLP".to_owned());
    draft.person.phone = Some("+56911111111".to_owned());
    draft.person.external_id = Some("user-7".to_owned());
    draft.person.national_id = Some("11.111.111-1".to_owned());
    draft.person.first_name = Some("Ana".to_owned());
    draft.person.last_name = Some("Díaz".to_owned());
    draft.url = Some("https://shop.example/thanks?gclid=G1&fbclid=F1".to_owned());
    draft.click_ids = vec![("ctwa_clid".to_owned(), "C1".to_owned())];
    draft.is_first_payment = Some(true);
    draft.consent = Some(ConsentDraft {
        ad_user_data: Some("granted".to_owned()),
        ad_personalization: Some("denied".to_owned()),
    });
    draft.pipeline = Some(Pipeline {
        external_source: Some("crm".to_owned()),
        from_stage: Some("offer".to_owned()),
        to_stage: Some("won".to_owned()),
    });
    let properties = r#"{"event_id": "px-1", "order_id": "O-1", "plan": "gold", "seats": 3.50,
        "contents": [{"id": "sku", "quantity": 2, "item_price": 9.90}], "person": {"city": "Arica"}}"#;
    draft.properties = Some(JsonObject::parse(properties).unwrap());
    draft
}

#[test]
fn everything_that_the_intake_can_give_is_there() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let id = world.record("sale", whole()).await.id;
        world.drain().await;
        let found = records(&world, &[id]).await;
        let [conversion, stage] = found.as_slice() else {
            panic!("{found:?}");
        };
        let definition = of_payments(&world).await;
        let Source::Conversion(source) = &conversion.source else {
            panic!("{conversion:?}");
        };
        assert_eq!(source.conversion_id, conversion_id(definition, id));
        assert_eq!(source.definition_id, definition);
        assert_eq!(source.revenue_type.as_str(), "cash");
        assert_eq!(source.is_first_payment, Some(true));
        assert!(!source.is_refund);
        let moved = StageMove {
            external_source: Some("crm".to_owned()),
            from_stage: Some("offer".to_owned()),
            to_stage: Some("won".to_owned()),
        };
        assert_eq!(stage.source, Source::StageMove(moved));
        for record in [conversion, stage] {
            says_the_whole(&world, id, record);
        }
    });
}

fn says_the_whole(world: &World, id: OutcomeEventId, record: &Record) {
    assert_eq!((record.profile_id, record.event_id), (world.profile.id, id));
    assert_eq!(record.event_type, "payment_received");
    assert_eq!(record.occurred_at, instant(SALE));
    assert_eq!(record.received_at, world.clock.now());
    let worth = record.value.unwrap();
    assert_eq!(
        (worth.amount.normalize().to_string(), worth.currency.code()),
        ("49.9".to_owned(), "CLP")
    );
    assert_eq!(record.consent.ad_user_data, Some(true));
    assert_eq!(record.consent.ad_personalization, Some(false));
    assert_eq!(record.own_event_id.as_deref(), Some("px-1"));
    assert_eq!(record.order_id.as_deref(), Some("O-1"));
    let url = record.web.url.as_deref().unwrap();
    assert!(url.starts_with("https://shop.example/thanks"), "{url}");
    let own = |kind, value: &'static str| (kind, value, instant(SALE).to_string(), true);
    let expected = [
        own(ClickKind::CtwaClid, "C1"),
        own(ClickKind::Fbclid, "F1"),
        own(ClickKind::Gclid, "G1"),
    ];
    assert_eq!(clicks(record), expected);
    let person = &record.person;
    assert_eq!(texts(&person.emails), ["ana@mail.example"]);
    assert_eq!(texts(&person.phones), ["+56911111111"]);
    assert_eq!(texts(&person.external_ids), ["user-7"]);
    let names = [&person.first_name, &person.last_name, &person.city];
    let names = names.map(|name| name.as_ref().map(Personal::as_str));
    assert_eq!(names, [Some("Ana"), Some("Díaz"), Some("Arica")]);
    assert_eq!(record.contents.len(), 1);
    let properties = record.properties.iter();
    let properties: Vec<_> = properties
        .map(|property| (property.key.as_str(), &property.value))
        .collect();
    let gold = PropertyValue::Text("gold".to_owned());
    let seats = PropertyValue::Number("3.50".to_owned());
    assert_eq!(properties, [("plan", &gold), ("seats", &seats)]);
}

#[test]
fn what_was_refused_as_an_identifier_is_not_used() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut draft = payment(instant(SALE), "10", "ana@mail.example");
        draft.person.phone = Some("0".to_owned());
        draft.person.external_id = Some("null".to_owned());
        let id = world.record("sale", draft).await.id;
        world.drain().await;
        let record = the_record(&world, id).await;
        assert_eq!(texts(&record.person.emails), ["ana@mail.example"]);
        assert!(record.person.phones.is_empty() && record.person.external_ids.is_empty());
    });
}

#[test]
fn somebody_who_turns_out_to_be_another_holds_what_both_held() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut by_phone = payment(instant(SALE), "10", "");
        by_phone.person.email = None;
        by_phone.person.phone = Some("+56911111111".to_owned());
        let id = world.record("by-phone", by_phone).await.id;
        world.drain().await;
        let before = the_record(&world, id).await;
        assert!(before.person.emails.is_empty());
        let mut both = payment(instant("2026-06-11T10:00:00Z"), "10", "ana@mail.example");
        both.person.phone = Some("+56911111111".to_owned());
        let other = world.record("both", both).await.id;
        world.drain().await;
        for record in records(&world, &[id, other]).await {
            assert_eq!(texts(&record.person.emails), ["ana@mail.example"]);
            assert_eq!(texts(&record.person.phones), ["+56911111111"]);
        }
    });
}

#[test]
fn of_a_kind_at_most_five_are_told_and_the_one_that_is_shown_first() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut last = None;
        for number in 0..5 {
            let email = format!("ana{number}@mail.example");
            let mut draft = payment(instant(SALE), "10", &email);
            draft.person.crm_contact_id = Some("ana".to_owned());
            draft.person.external_id = Some(format!("user-{number}"));
            last = Some(world.record(&email, draft).await.id);
        }
        let mut sixth = payment(instant(SALE), "10", "ana0@mail.example");
        sixth.person.external_id = Some("user-9".to_owned());
        world.record("sixth", sixth).await;
        world.drain().await;
        world
            .execute(
                "UPDATE customers SET primary_email = 'ana3@mail.example' WHERE profile_id = $1",
            )
            .await;
        let record = the_record(&world, last.unwrap()).await;
        assert_eq!(record.person.external_ids.len(), 5);
        let emails = texts(&record.person.emails);
        assert_eq!(emails.first(), Some(&"ana3@mail.example"), "{emails:?}");
        assert_eq!(emails.len(), 5);
    });
}

#[test]
fn a_click_of_the_browser_is_told_of_who_is_known_and_of_who_is_not() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let old = "2026-03-01T10:00:00Z";
        let landed = [
            visit("old", old, "utm_source=a&gbraid=old"),
            visit("one", "2026-06-01T10:00:00Z", "utm_source=b&gclid=G1"),
            visit("two", "2026-06-05T10:00:00Z", "utm_source=c&gclid=G2"),
            visit("late", "2026-06-20T10:00:00Z", "utm_source=d&gclid=G3"),
        ];
        world.track("browser", landed.to_vec()).await;
        let mut draft = payment(instant(SALE), "10", "");
        draft.person.email = None;
        draft.person.anonymous_id = Some("browser".to_owned());
        draft.click_ids = vec![("gclid".to_owned(), "G1".to_owned())];
        let anonymous = world.record("anonymous", draft.clone()).await.id;
        draft.click_ids = Vec::new();
        let without = world.record("without", draft).await.id;
        world.drain().await;
        let found = records(&world, &[anonymous]).await;
        let first = "2026-06-01T10:00:00Z";
        let second = "2026-06-05T10:00:00Z";
        let at = |text: &str| instant(text).to_string();
        let expected = [
            (ClickKind::Gclid, "G1", at(first), true),
            (ClickKind::Gclid, "G2", at(second), false),
        ];
        assert_eq!(clicks(&found[0]), expected);
        assert!(found[0].person.emails.is_empty());
        let latest = [(ClickKind::Gclid, "G2", at(second), false)];
        assert_eq!(clicks(&the_record(&world, without).await), latest);
        // Now somebody is known on it.
        let named = identify("named", instant("2026-06-21T10:00:00Z"), "ana@mail.example");
        world.track("browser", vec![named]).await;
        let other = world
            .record("named", payment(instant(SALE), "10", "ana@mail.example"))
            .await
            .id;
        world.drain().await;
        for id in [without, other] {
            let record = the_record(&world, id).await;
            assert_eq!(clicks(&record), latest);
            assert_eq!(texts(&record.person.emails), ["ana@mail.example"]);
        }
    });
}

#[test]
fn an_event_of_nobody_says_what_it_says_itself() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut draft = payment(instant(SALE), "10", "");
        draft.person.email = None;
        draft.person.external_id = Some("user-7".to_owned());
        let id = world.record("nobody", draft).await.id;
        world.drain().await;
        let record = the_record(&world, id).await;
        assert_eq!(texts(&record.person.external_ids), ["user-7"]);
        let nothing = Person::default();
        assert_eq!(record.person.emails.len(), nothing.emails.len());
        assert!(record.clicks.is_empty());
    });
}

#[test]
fn a_refund_is_the_buyers_and_worth_less_than_nothing() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        world
            .record("sale", payment(instant(SALE), "80", "ana@mail.example"))
            .await;
        let mut refund = payment(instant("2026-06-11T10:00:00Z"), "80", "");
        refund.person.email = None;
        refund.refund_of = Some("sale".to_owned());
        let id = world.record("refund", refund).await.id;
        world.drain().await;
        let record = the_record(&world, id).await;
        assert!(record.source.conversion().unwrap().is_refund);
        assert_eq!(record.value.unwrap().amount.normalize().to_string(), "-80");
        assert_eq!(texts(&record.person.emails), ["ana@mail.example"]);
    });
}

#[test]
fn the_earlier_ones_come_first_and_nothing_of_another_profile() {
    RUNTIME.block_on(async {
        let (world, other) = (World::new().await, World::new().await);
        let mut ids = Vec::new();
        for (key, at) in [("b", SALE), ("a", "2026-06-01T10:00:00Z"), ("c", SALE)] {
            ids.push(
                world
                    .record(key, payment(instant(at), "10", "ana@mail.example"))
                    .await
                    .id,
            );
        }
        let foreign = other
            .record("x", payment(instant(SALE), "10", "eve@mail.example"))
            .await
            .id;
        // No definition claims it, and it moves nothing.
        let mut plain = payment(instant(SALE), "10", "ana@mail.example");
        plain.event_type = Some("newsletter_opened".to_owned());
        plain.value_amount = None;
        let plain = world.record("plain", plain).await.id;
        world.drain().await;
        other.drain().await;
        let asked: Vec<_> = ids.iter().copied().chain([foreign, plain]).collect();
        let found = records(&world, &asked).await;
        let found: Vec<_> = found.iter().map(|record| record.event_id).collect();
        let mut expected = vec![ids[1]];
        let mut same = [ids[0], ids[2]];
        same.sort();
        expected.extend(same);
        assert_eq!(found, expected);
        let found = records(&other, &asked).await;
        assert_eq!(found.len(), 1);
        assert_eq!(texts(&found[0].person.emails), ["eve@mail.example"]);
        assert!(records(&world, &[]).await.is_empty());
    });
}

async fn pages(world: &World, source: &RuleSource, span: Span, most: u32) -> Vec<Keyset> {
    let mut work = world.begin().await;
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let store = work.export_candidates();
        let page = store
            .events(world.profile.id, source, span, after, most)
            .await
            .unwrap();
        assert!(page.len() <= usize::try_from(most).unwrap());
        after = page.last().copied();
        all.extend(page);
        if after.is_none() {
            break;
        }
    }
    let store = work.export_candidates();
    let count = store.count(world.profile.id, source, span).await.unwrap();
    assert_eq!(count, u64::try_from(all.len()).unwrap());
    work.rollback().await.unwrap();
    all
}

fn ids(places: &[Keyset]) -> Vec<OutcomeEventId> {
    places.iter().map(|place| place.id.into()).collect()
}

#[test]
fn what_a_rule_reads_is_found_page_by_page() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let day = |number: i64| instant(SALE).plus_micros(number * MICROS_PER_DAY);
        let (mut sales, mut moves) = (Vec::new(), Vec::new());
        // Two at each instant.
        for number in 0..8_i64 {
            let at = day(number / 2);
            let sale = payment(at, "10", "ana@mail.example");
            sales.push((at, world.record(&format!("s{number}"), sale).await.id));
            let mut stage = payment(at, "10", "ana@mail.example");
            stage.event_type = Some("stage_changed".to_owned());
            stage.value_amount = None;
            let to = if number % 2 == 0 { "won" } else { "lost" };
            stage.pipeline = Some(Pipeline {
                external_source: Some("crm".to_owned()),
                from_stage: Some("offer".to_owned()),
                to_stage: Some(to.to_owned()),
            });
            moves.push(world.record(&format!("m{number}"), stage).await.id);
        }
        world.drain().await;
        let span = Span {
            from: day(1),
            until: day(3),
        };
        let source = RuleSource::Definition(of_payments(&world).await);
        let mut expected: Vec<_> = sales[2..6].to_vec();
        expected.sort();
        let expected: Vec<_> = expected.into_iter().map(|(_, id)| id).collect();
        for most in [1, 3, 100] {
            let found = pages(&world, &source, span, most).await;
            assert_eq!(ids(&found), expected, "{most}");
        }
        let filter = |from: Option<&str>, to: Option<&str>, system: Option<&str>| StageFilter {
            from_stage: from.map(str::to_owned),
            to_stage: to.map(str::to_owned),
            external_source: system.map(str::to_owned),
        };
        let won = RuleSource::StageEntered(filter(None, Some("won"), Some("crm")));
        assert_eq!(
            ids(&pages(&world, &won, span, 1).await),
            [moves[2], moves[4]]
        );
        let left = RuleSource::StageExited(filter(Some("offer"), None, None));
        assert_eq!(pages(&world, &left, span, 3).await.len(), 4);
        let elsewhere = RuleSource::StageEntered(filter(None, Some("won"), Some("other")));
        assert!(pages(&world, &elsewhere, span, 3).await.is_empty());
        let other = World::new().await;
        assert!(pages(&other, &won, span, 3).await.is_empty());
        assert!(pages(&other, &source, span, 3).await.is_empty());
    });
}
