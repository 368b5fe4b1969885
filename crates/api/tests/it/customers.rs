//! The customer list and journeys, with a fake behind their ports.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use kernel::{Exact, Keyset, ProfileAccess, RevenueType, Scope, StoreError, Timestamp};
use reporting::customers::{CustomerRow, CustomersPage, CustomersQuery, CustomersReader};
use reporting::journey::{Journey, JourneyEvent, JourneyQuery, JourneyReader};
use reporting::masking::PiiMode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::reads::fake_currency;
use crate::support::{Answer, TestApi};

const CONVERSION: Uuid = Uuid::from_u128(0xc1);
const DAYS: &str = "date_from=2026-03-01&date_to=2026-03-31";

/// Knows one conversion, and keeps what it was asked.
#[derive(Default)]
pub(crate) struct Reads {
    asked: Mutex<Vec<String>>,
    pii_mode: PiiMode,
}

impl Reads {
    fn keep(&self, access: &ProfileAccess, words: &str) {
        self.asked
            .lock()
            .unwrap()
            .push(format!("{} {words}", access.profile_id));
    }
}

fn exact(text: &str) -> Exact {
    text.parse().unwrap()
}

fn at(micros: i64) -> Timestamp {
    Timestamp::from_micros(micros)
}

#[async_trait]
impl CustomersReader for Reads {
    async fn customers(
        &self,
        access: &ProfileAccess,
        query: &CustomersQuery,
    ) -> Result<CustomersPage, StoreError> {
        let after = query.after.map(|after| after.to_string());
        self.keep(
            access,
            &format!(
                "{}..{} {} {:?} {} {after:?}",
                query.period.from(),
                query.period.to(),
                query.goal,
                query.search,
                query.limit.get()
            ),
        );
        let row = CustomerRow {
            conversion_id: CONVERSION.into(),
            customer_profile_id: "browser-1".to_owned(),
            name: None,
            email: Some("ana@mail.example".to_owned()),
            country: String::new(),
            device: "mobile".to_owned(),
            channel: "Direct".to_owned(),
            source: "(direct)".to_owned(),
            revenue: exact("123456789012345.00000001"),
            revenue_type: RevenueType::Cash,
            conversion_time: at(1_000_001),
            time_to_complete_seconds: 5,
            touch_count: 2,
            touch_channels: vec!["Email".to_owned(), "Direct".to_owned()],
            conversion_count: 3,
            total_revenue: exact("-0.1"),
        };
        let next = Some(Keyset {
            at: row.conversion_time,
            id: CONVERSION,
        });
        Ok(CustomersPage {
            rows: vec![row],
            next: next.filter(|_| query.after.is_none()),
            currency: fake_currency(),
            warnings: Vec::new(),
        })
    }

    async fn goals(&self, _: &ProfileAccess) -> Result<Vec<String>, StoreError> {
        Ok(vec![
            "payment_received".to_owned(),
            "lead_created".to_owned(),
        ])
    }

    async fn pii_mode(&self, _: &ProfileAccess) -> Result<PiiMode, StoreError> {
        Ok(self.pii_mode)
    }
}

#[async_trait]
impl JourneyReader for Reads {
    async fn journey(
        &self,
        access: &ProfileAccess,
        query: &JourneyQuery,
    ) -> Result<Journey, StoreError> {
        self.keep(
            access,
            &format!("{} {} {}", query.person, query.offset, query.limit.get()),
        );
        let event = JourneyEvent {
            event_type: "payment_received".to_owned(),
            event_name: "order".to_owned(),
            event_time: Some(at(0)),
            value_amount: Some(exact("-10.5")),
            currency: Some("EUR".to_owned()),
            is_synthetic: true,
            ..JourneyEvent::default()
        };
        Ok(Journey {
            events: vec![event],
            total_count: 7,
            ..Journey::default()
        })
    }
}

fn api() -> (TestApi, Arc<Reads>) {
    let reads = Arc::new(Reads::default());
    let api = TestApi::with(|state| {
        state.customers = reads.clone();
        state.journeys = reads.clone();
    });
    (api, reads)
}

async fn get(api: &TestApi, uri: &str) -> Answer {
    api.get(uri, &api.key(&[Scope::CustomersRead])).await
}

/// What the reader was asked, after the profile, which must be the key's.
fn asked(api: &TestApi, reads: &Reads) -> Vec<String> {
    let profile = format!("{} ", api.profile);
    let asked = std::mem::take(&mut *reads.asked.lock().unwrap());
    asked
        .iter()
        .map(|line| line.strip_prefix(&profile).unwrap().to_owned())
        .collect()
}

#[actix_web::test]
async fn a_page_has_every_field_with_every_digit_and_a_cursor() {
    let (api, reads) = api();
    let answer = get(
        &api,
        &format!("/api/v1/customers?{DAYS}&goal=payment_received"),
    )
    .await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    let expected = format!(
        "{{\"data\":[{{\"conversion_id\":\"{CONVERSION}\",\
         \"customer_profile_id\":\"browser-1\",\"name\":null,\"email\":\"ana@mail.example\",\
         \"country\":\"\",\"device\":\"mobile\",\"channel\":\"Direct\",\"source\":\"(direct)\",\
         \"revenue\":123456789012345.00000001,\"revenue_type\":\"cash\",\
         \"conversion_time\":\"1970-01-01T00:00:01.000001Z\",\"time_to_complete_seconds\":5,\
         \"touch_count\":2,\"touch_channels\":[\"Email\",\"Direct\"],\"conversion_count\":3,\
         \"total_revenue\":-0.1}}],\
         \"meta\":{{\"date_from\":\"2026-03-01\",\"date_to\":\"2026-03-31\",\
         \"profile_id\":\"{}\",\"reporting_currency\":\"EUR\"}},\
         \"pagination\":{{\"has_next\":true,\
         \"cursor\":\"1970-01-01T00:00:01.000001Z|{CONVERSION}\"}}}}",
        api.profile
    );
    assert_eq!(answer.text, expected);
    assert_eq!(
        asked(&api, &reads),
        ["2026-03-01..2026-03-31 payment_received None 10 None"]
    );
}

#[actix_web::test]
async fn a_profile_may_show_personal_data_masked() {
    let reads = Arc::new(Reads {
        pii_mode: PiiMode::Masked,
        ..Reads::default()
    });
    let api = TestApi::with(|state| state.customers = reads.clone());
    let list = format!("/api/v1/customers?{DAYS}");
    let page = get(&api, &format!("{list}&goal=payment_received&search=")).await;
    let row = &page.assert_ok(200)["data"][0];
    assert_eq!(row["email"], "a***@mail.example");
    assert_eq!(row["name"], Value::Null);
    assert_eq!(asked(&api, &reads).len(), 1);
    let answer = get(&api, &format!("{list}&goal=sale&search=ana")).await;
    let both = [("goal", "unknown_value"), ("search", "out_of_range")];
    assert_eq!(
        answer.wrong_parameters(),
        both.map(|(name, code)| (name.to_owned(), code.to_owned()))
    );
    assert_eq!(asked(&api, &reads), Vec::<String>::new());
}

#[actix_web::test]
async fn both_halves_of_a_cursor_lead_to_the_next_page() {
    let (api, reads) = api();
    let uri = format!(
        "/api/v1/customers?{DAYS}&goal=lead_created&search=An%C3%A1+%25&limit=100\
         &cursor_time=1970-01-01T00:00:01.000001Z&cursor_id={CONVERSION}"
    );
    let answer = get(&api, &uri).await;
    assert_eq!(
        answer.json()["pagination"],
        json!({"has_next": false, "cursor": ""})
    );
    let after = format!("1970-01-01T00:00:01.000001Z|{CONVERSION}");
    assert_eq!(
        asked(&api, &reads),
        [format!(
            "2026-03-01..2026-03-31 lead_created Some(\"Aná %\") 100 Some({after:?})"
        )]
    );
}

#[actix_web::test]
async fn every_wrong_parameter_of_the_list_is_named_at_once() {
    let (api, reads) = api();
    let long = "x".repeat(257);
    let cases: [(String, &[(&str, &str)]); 8] = [
        (
            String::new(),
            &[
                ("date_from", "missing"),
                ("date_to", "missing"),
                ("goal", "missing"),
            ],
        ),
        (
            format!(
                "date_from=1.3.2026&date_to=2026-02-30&goal=&search={long}&limit=0\
                 &cursor_time=now&cursor_id=7"
            ),
            &[
                ("date_from", "malformed"),
                ("date_to", "malformed"),
                ("goal", "out_of_range"),
                ("search", "out_of_range"),
                ("limit", "out_of_range"),
                ("cursor_time", "malformed"),
                ("cursor_id", "malformed"),
            ],
        ),
        (
            format!("{DAYS}&goal=payment_received&limit=101"),
            &[("limit", "out_of_range")],
        ),
        (
            format!("{DAYS}&goal=payment_received&limit=ten"),
            &[("limit", "malformed")],
        ),
        (
            format!("{DAYS}&goal=payment_received&cursor_time=1970-01-01T00:00:00Z"),
            &[("cursor_id", "missing")],
        ),
        (
            format!("{DAYS}&goal=payment_received&cursor_id={CONVERSION}"),
            &[("cursor_time", "missing")],
        ),
        (
            "date_from=2026-03-02&date_to=2026-03-01&goal=payment_received".to_owned(),
            &[("date_to", "out_of_range")],
        ),
        (
            "date_from=2025-01-01&date_to=2026-01-02&goal=payment_received".to_owned(),
            &[("date_to", "out_of_range")],
        ),
    ];
    for (query, expected) in cases {
        let named = get(&api, &format!("/api/v1/customers?{query}"))
            .await
            .wrong_parameters();
        let named: Vec<_> = named
            .iter()
            .map(|(name, code)| (name.as_str(), code.as_str()))
            .collect();
        assert_eq!(named, expected, "{query}");
    }
    assert!(asked(&api, &reads).is_empty());
}

#[actix_web::test]
async fn a_goal_that_nobody_defined_is_answered_with_those_that_are() {
    let (api, reads) = api();
    let answer = get(
        &api,
        &format!("/api/v1/customers?{DAYS}&goal=Payment_received"),
    )
    .await;
    assert_eq!(
        answer.wrong_parameters(),
        [("goal".to_owned(), "unknown_value".to_owned())]
    );
    let detail = answer.json()["detail"].to_string();
    assert!(
        detail.contains("payment_received, lead_created"),
        "{detail}"
    );
    assert!(asked(&api, &reads).is_empty());
}

#[actix_web::test]
async fn a_journey_takes_any_id_that_the_list_publishes() {
    let (api, reads) = api();
    let first = get(&api, "/api/v1/customers/GA1.2%2F3%20%C3%A4/journey").await;
    assert_eq!(first.status.as_u16(), 200, "{}", first.text);
    let body = first.json();
    assert_eq!(body["meta"], json!({"profile_id": api.profile}));
    assert_eq!(body["data"]["total_count"], 7);
    let event = json!({
        "event_type": "payment_received", "event_name": "order",
        "event_time": "1970-01-01T00:00:00.000000Z", "url": null, "path": null, "channel": null,
        "source": null, "medium": null, "campaign": null, "value_amount": -10.5,
        "currency": "EUR", "device": null, "browser": null, "os": null, "country": null,
        "city": null, "is_synthetic": true,
    });
    assert_eq!(body["data"]["events"], json!([event]));
    get(
        &api,
        &format!(
            "/api/v1/customers/{}/journey?offset=3&limit=100",
            "a".repeat(128)
        ),
    )
    .await;
    // Decoded once: what looks encoded afterwards is the id's own text.
    get(&api, "/api/v1/customers/50%2541%2B%EF%BF%BD/journey").await;
    let expected = [
        "GA1.2/3 ä 0 50".to_owned(),
        format!("{} 3 100", "a".repeat(128)),
        "50%41+\u{FFFD} 0 50".to_owned(),
    ];
    assert_eq!(asked(&api, &reads), expected);
}

#[actix_web::test]
async fn wrong_parts_of_a_journey_are_named() {
    let (api, reads) = api();
    let uri = "/api/v1/customers/x/journey?offset=-1&limit=101";
    let expected = [("offset", "malformed"), ("limit", "out_of_range")]
        .map(|(name, code)| (name.to_owned(), code.to_owned()));
    assert_eq!(get(&api, uri).await.wrong_parameters(), expected);
    for id in ["a".repeat(129), "%00".to_owned(), "%FF".to_owned()] {
        let named = get(&api, &format!("/api/v1/customers/{id}/journey"))
            .await
            .wrong_parameters();
        assert_eq!(named, [("id".to_owned(), "malformed".to_owned())], "{id}");
    }
    assert!(asked(&api, &reads).is_empty());
}
