//! What one person did, as replays and explanations load it.
#![expect(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    reason = "mocks of tests fail the test"
)]

use attribution_models::ports::{OutcomeRow, TouchContext, TouchRow};
use conversion_definitions::{Catalogue, Definition, DefinitionText, conversion_id};
use event_intake::{Exclusion, Hit, HitKind, LandingEvidence};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{
    ConversionId, CustomerId, DefinitionId, OutcomeEventId, PersonId, RevenueType, VisitorId,
};
use uuid::Uuid;

use crate::mocks::MockWork;
use crate::mocks::given::{noon, profile};
use crate::ports::{FxRate, VisitorHit};

/// Somebody.
pub fn customer() -> CustomerId {
    Uuid::from_u128(0xcc).into()
}

/// They, as whoever is credited.
pub fn person() -> PersonId {
    PersonId::Customer(customer())
}

/// Their browser.
pub fn browser() -> VisitorId {
    Uuid::from_u128(0xbb).into()
}

fn definition_id() -> DefinitionId {
    Uuid::from_u128(0xd).into()
}

/// The id of the event of this number.
pub fn event(number: u128) -> OutcomeEventId {
    Uuid::from_u128(0x600 + number).into()
}

/// What the event of this number is as a conversion.
pub fn conversion(number: u128) -> ConversionId {
    conversion_id(definition_id(), event(number))
}

/// Payments are cash, and nothing else counts.
pub fn catalogue() -> Catalogue {
    let text = |text: &str| DefinitionText::new(text).unwrap();
    Catalogue::new(vec![Definition {
        id: definition_id(),
        conversion_key: text("payment"),
        display_name: text("Payment"),
        source_event_names: vec![text("payment_received")],
        revenue_type: RevenueType::Cash,
        attribution_eligible: true,
    }])
    .unwrap()
}

/// A visit by traffic of a signature, so many days before noon.
pub fn touch(number: u128, signature_id: i64, days_before: i64) -> TouchRow {
    TouchRow {
        id: Uuid::from_u128(0x700 + number).into(),
        visitor_id: browser(),
        session_id: Uuid::from_u128(0x800 + number).into(),
        occurred_at: noon().plus_micros(-days_before * MICROS_PER_DAY),
        signature_id,
        is_direct: false,
        landing_path: Some(format!("/{number}")),
        ad_id: None,
        campaign_id: None,
        click_ids: Vec::new(),
        context: TouchContext::default(),
    }
}

/// A payment of 100 euros at noon.
pub fn payment(number: u128) -> OutcomeRow {
    OutcomeRow {
        id: event(number),
        event_type: "payment_received".to_owned(),
        occurred_at: noon(),
        amount: Some("100".parse().unwrap()),
        currency: None,
        is_first_payment: None,
        is_refund: false,
        refunded: None,
        is_reversal: false,
        signature: None,
        ad_id: None,
        campaign_id: None,
        click_ids: Vec::new(),
    }
}

/// A page view of the browser, so many days before noon.
pub fn hit(
    number: u128,
    signature: i64,
    days_before: i64,
    exclusion: Option<Exclusion>,
) -> VisitorHit {
    VisitorHit {
        visitor_id: browser(),
        hit: Hit {
            at: noon().plus_micros(-days_before * MICROS_PER_DAY),
            id: Uuid::from_u128(0x700 + number).into(),
            bot: false,
            kind: HitKind::PageView(LandingEvidence {
                signature,
                source_key: signature,
                names_a_source: exclusion.is_none(),
                exclusion,
            }),
        },
        referrer: None,
        path: Some(format!("/{number}")),
        country: None,
        device: None,
        browser: None,
        os: None,
        ad_id: None,
        campaign_id: None,
        click_ids: Vec::new(),
    }
}

/// The person has these facts, seen with these rates.
pub fn expect_facts(
    work: &mut MockWork,
    touches: Vec<TouchRow>,
    outcomes: Vec<OutcomeRow>,
    rates: Vec<FxRate>,
) {
    let store = &mut work.replay_facts;
    store.expect_views().returning(|_, _| Ok(Vec::new()));
    store.expect_touches().returning(move |id, _| {
        assert_eq!(id, profile());
        let theirs = |touch: &TouchRow| (person(), touch.clone());
        Ok(touches.iter().map(theirs).collect())
    });
    store.expect_outcomes().returning(move |_, _| {
        let theirs = |outcome: &OutcomeRow| (person(), outcome.clone());
        Ok(outcomes.iter().map(theirs).collect())
    });
    expect_lens(work, rates);
}

/// What turns facts into results, with these rates.
pub fn expect_lens(work: &mut MockWork, rates: Vec<FxRate>) {
    let store = &mut work.attribution;
    store.expect_catalogue().returning(|_| Ok(catalogue()));
    store
        .expect_rates()
        .returning(move |_, _| Ok(rates.clone()));
}
