//! Explanations of conversions, with a fake behind their port.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use kernel::{
    ConversionId, Exact, Model, ProfileAccess, RevenueType, Scope, StoreError, Timestamp,
};
use reporting::explain::{
    ConversionExplainer, ExplainedTouch, Explanation, FxNote, JoinedIdentifier,
};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Answer, TestApi};

const CONVERSION: Uuid = Uuid::from_u128(0xc1);

/// Knows one conversion, and keeps what it was asked.
#[derive(Default)]
pub(crate) struct Explains(Mutex<Vec<String>>);

fn exact(text: &str) -> Exact {
    text.parse().unwrap()
}

fn at(micros: i64) -> Timestamp {
    Timestamp::from_micros(micros)
}

#[async_trait]
impl ConversionExplainer for Explains {
    async fn explain(
        &self,
        access: &ProfileAccess,
        id: ConversionId,
        model: Model,
    ) -> Result<Option<Explanation>, StoreError> {
        let asked = format!("{} {id} {}", access.profile_id, model.as_str());
        self.0.lock().unwrap().push(asked);
        if Uuid::from_u128(0xbad) == id.uuid() {
            return Err(StoreError::inconsistent("secret cause"));
        }
        Ok((id.uuid() == CONVERSION).then(|| explanation(model)))
    }
}

fn explanation(model: Model) -> Explanation {
    Explanation {
        conversion_id: CONVERSION.into(),
        event_id: Uuid::from_u128(0xe1).into(),
        conversion_key: "payment_received".to_owned(),
        revenue_type: RevenueType::Cash,
        occurred_at: at(10_000_000),
        received: Some((exact("-3"), "USD".to_owned())),
        value: Some(exact("-0.00000001")),
        reporting_currency: "EUR".to_owned(),
        fx: Some(FxNote {
            rate: "0.5".to_owned(),
            date: "2026-03-01".to_owned(),
            source: "bank".to_owned(),
        }),
        is_refund: true,
        follows: Some(Uuid::from_u128(0xc0).into()),
        is_synthetic: false,
        unattributed: None,
        model,
        views: None,
        windows: [30, 1, 90, 60],
        touches: vec![
            touch("t1", "kept", 333_333_333, Some("-0.00000000333333333")),
            touch("t2", "kept", 666_666_667, Some("-0.00000000666666667")),
            touch("t3", "after_conversion", 0, None),
        ],
        identifiers: vec![JoinedIdentifier {
            kind: "email".to_owned(),
            masked: "a***@mail.example".to_owned(),
            first_seen_at: at(1),
            joined_by: "subject",
        }],
        replay_pending: model == Model::Linear,
    }
}

fn touch(id: &str, reason: &'static str, share: u32, credited: Option<&str>) -> ExplainedTouch {
    ExplainedTouch {
        id: id.to_owned(),
        at: at(0),
        kind: "click",
        session_id: None,
        landing_path: Some("/a".to_owned()),
        kept: reason == "kept",
        reason,
        age_seconds: 10,
        window_days: 60,
        channel: "Email".to_owned(),
        rule: "email_medium".to_owned(),
        rule_explanation: "the medium says email".to_owned(),
        source: "news".to_owned(),
        medium: "email".to_owned(),
        share_billionths: share,
        share: Exact::from_units(i128::from(share) * 100_000_000),
        credited_amount: credited.map(exact),
    }
}

fn api() -> (TestApi, Arc<Explains>) {
    let reads = Arc::new(Explains::default());
    let api = TestApi::with(|state| state.explainer = reads.clone());
    (api, reads)
}

async fn get(api: &TestApi, uri: &str) -> Answer {
    api.get(uri, &api.key(&[Scope::CustomersRead])).await
}

/// What the explainer was asked, after the profile, which must be the key's.
fn asked(api: &TestApi, reads: &Explains) -> Vec<String> {
    let profile = format!("{} ", api.profile);
    let asked = std::mem::take(&mut *reads.0.lock().unwrap());
    asked
        .iter()
        .map(|line| line.strip_prefix(&profile).unwrap().to_owned())
        .collect()
}

#[actix_web::test]
async fn an_explanation_adds_up_in_exact_decimals() {
    let (api, reads) = api();
    let uri = format!("/api/v1beta/conversions/{CONVERSION}/explain");
    let body = get(&api, &format!("{uri}?model=linear")).await.json();
    let data = &body["data"];
    assert_eq!(data["model"], "linear");
    assert_eq!(data["received_amount"], "-3");
    assert_eq!(data["received_currency"], "USD");
    assert_eq!(data["value_amount_reporting"], "-0.00000001");
    assert_eq!(
        data["fx"],
        json!({"rate": "0.5", "date": "2026-03-01", "source": "bank"})
    );
    assert_eq!(
        data["follows_conversion_id"],
        Uuid::from_u128(0xc0).to_string()
    );
    assert_eq!(
        data["windows"],
        json!({"click_window_days": 30, "view_through_window_days": 1,
            "first_touch_window_days": 90, "cash_window_days": 60})
    );
    assert_eq!(data["touches"][0]["share"], "0.333333333");
    assert_eq!(data["touches"][0]["share_billionths"], 333_333_333);
    assert_eq!(
        data["touches"][0]["credited_amount"],
        "-0.00000000333333333"
    );
    assert_eq!(data["touches"][2]["kept"], false);
    assert_eq!(data["touches"][2]["reason"], "after_conversion");
    assert_eq!(data["touches"][2]["credited_amount"], Value::Null);
    assert_eq!(data["identifiers"][0]["value_masked"], "a***@mail.example");
    let total = json!({"share_billionths": 1_000_000_000, "credited_amount": "-0.00000001"});
    assert_eq!(data["total"], total);
    // Readers see figures of before, while a full replay waits.
    assert_eq!(data["warnings"], json!(["replay_pending"]));
    let quiet = get(&api, &uri).await.json();
    assert_eq!(quiet["data"].get("warnings"), None);
    let expected = [
        format!("{CONVERSION} linear"),
        format!("{CONVERSION} last_touch"),
    ];
    assert_eq!(asked(&api, &reads), expected);
}

#[actix_web::test]
async fn what_cannot_be_explained_is_refused_in_the_right_way() {
    let (api, reads) = api();
    let unknown = format!("/api/v1beta/conversions/{}/explain", Uuid::from_u128(1));
    get(&api, &unknown).await.assert_problem(404, "not_found");
    let named = get(&api, &format!("{unknown}?model=best"))
        .await
        .wrong_parameters();
    assert_eq!(named, [("model".to_owned(), "unknown_value".to_owned())]);
    let named = get(&api, "/api/v1beta/conversions/7/explain")
        .await
        .wrong_parameters();
    assert_eq!(named, [("id".to_owned(), "malformed".to_owned())]);
    assert_eq!(asked(&api, &reads).len(), 1);
    let broken = format!("/api/v1beta/conversions/{}/explain", Uuid::from_u128(0xbad));
    let answer = get(&api, &broken).await;
    answer.assert_problem(500, "internal_error");
    assert!(!answer.text.contains("secret cause"), "{}", answer.text);
}
