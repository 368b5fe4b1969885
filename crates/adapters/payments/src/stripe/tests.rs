//! Stripe as it is documented, answered by a server on this machine.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use uuid::Uuid;

use super::*;

/// Answers every request with the next of these, and keeps what was asked.
async fn server(answers: Vec<(u16, &'static str)>) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = asked.clone();
    tokio::spawn(async move {
        for (status, body) in answers {
            let (mut stream, _) = listener.accept().await.unwrap();
            let request = read_request(&mut stream).await;
            kept.lock().unwrap().push(request);
            let head = format!(
                "HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            stream.write_all(head.as_bytes()).await.unwrap();
            stream.write_all(body.as_bytes()).await.unwrap();
        }
    });
    (url, asked)
}

/// Head and body; the body is as long as its head says.
async fn read_request(stream: &mut tokio::net::TcpStream) -> String {
    let mut bytes = Vec::new();
    loop {
        let mut chunk = [0; 4096];
        let count = stream.read(&mut chunk).await.unwrap();
        bytes.extend_from_slice(&chunk[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .map_or(0, |(_, value)| value.trim().parse().unwrap());
        if body.len() >= length || count == 0 {
            return text;
        }
    }
}

fn stripe(url: String) -> Stripe {
    Stripe::new(StripeAccount {
        url,
        secret_key: "sk_test_1".to_owned(),
        price_growth: Some("price_g".to_owned()),
        price_agency: None,
        trial_days: Some(14),
    })
    .unwrap()
}

fn order(plan: Plan) -> CheckoutOrder {
    CheckoutOrder {
        handoff_id: Uuid::from_u128(1).into(),
        workspace_id: Uuid::from_u128(2).into(),
        plan,
        return_url: "https://t.example/h/1".to_owned(),
    }
}

#[tokio::test]
async fn a_checkout_is_opened_under_the_hand_offs_id() {
    let answer = r#"{"id": "cs_1", "url": "https://checkout.stripe.com/c/1",
        "expires_at": 1767225600, "status": "open", "subscription": null}"#;
    let (url, asked) = server(vec![(200, answer)]).await;
    let opened = stripe(url).open(&order(Plan::Growth)).await.unwrap();
    assert_eq!(opened.reference, "cs_1");
    assert_eq!(opened.url, "https://checkout.stripe.com/c/1");
    assert_eq!(opened.expires_at.micros(), 1_767_225_600_000_000);
    let asked = asked.lock().unwrap().join("").to_lowercase();
    for part in [
        "post /v1/checkout/sessions http/1.1",
        "authorization: bearer sk_test_1",
        "idempotency-key: 00000000-0000-0000-0000-000000000001",
        "mode=subscription",
        "line_items%5b0%5d%5bprice%5d=price_g",
        "subscription_data%5btrial_period_days%5d=14",
        "success_url=https%3a%2f%2ft.example%2fh%2f1",
    ] {
        assert!(asked.contains(part), "{part}: {asked}");
    }
}

#[tokio::test]
async fn refusals_and_silence_are_told_apart_without_the_providers_words() {
    let refused = r#"{"error": {"code": "resource_missing", "message": "ada@example.com"}}"#;
    let silent = [
        (500, "{}"),
        (302, ""),
        (200, "no"),
        (409, "{}"),
        (429, "{}"),
    ];
    let answers = [(400, refused)].into_iter().chain(silent);
    let (url, _) = server(answers.collect()).await;
    let stripe = stripe(url);
    let failure = stripe.open(&order(Plan::Growth)).await.unwrap_err();
    assert!(matches!(&failure, PaymentFailure::Refused(why) if why.contains("resource_missing")));
    assert!(!failure.to_string().contains("ada@"));
    for _ in silent {
        let failure = stripe.open(&order(Plan::Growth)).await.unwrap_err();
        assert!(matches!(failure, PaymentFailure::Unreachable(_)));
    }
    let unsold = stripe.open(&order(Plan::Agency)).await.unwrap_err();
    assert_eq!(unsold, PaymentFailure::NotConfigured);
}

#[tokio::test]
async fn states_are_read() {
    let answers = vec![
        (
            200,
            r#"{"id": "cs_1", "expires_at": 1, "status": "complete", "subscription": "sub_1"}"#,
        ),
        (
            200,
            r#"{"id": "cs_1", "expires_at": 1, "status": "complete", "subscription": {"id": "sub_2"}}"#,
        ),
        (
            200,
            r#"{"id": "cs_1", "expires_at": 1, "status": "expired"}"#,
        ),
        (200, r#"{"id": "cs_1", "expires_at": 1, "status": "open"}"#),
        (404, r#"{"error": {"code": "resource_missing"}}"#),
    ];
    let (url, _) = server(answers).await;
    let stripe = stripe(url);
    let completed = |subscription: &str| CheckoutState::Completed {
        subscription: subscription.to_owned(),
    };
    let expected = [
        completed("sub_1"),
        completed("sub_2"),
        CheckoutState::Expired,
        CheckoutState::Open,
        CheckoutState::Unknown,
    ];
    for state in expected {
        assert_eq!(stripe.state("cs_1").await.unwrap(), state);
    }
    assert!(stripe.state("../v1/customers").await.is_err());
}

#[test]
fn secrets_go_over_tls_alone() {
    let at = |url: &str| {
        Stripe::new(StripeAccount {
            url: url.to_owned(),
            secret_key: "sk_test_1".to_owned(),
            price_growth: None,
            price_agency: None,
            trial_days: None,
        })
    };
    assert!(at("https://api.stripe.com").is_ok());
    for url in ["http://api.stripe.com", "ftp://localhost", "stripe"] {
        assert!(at(url).is_err(), "{url}");
    }
}

#[tokio::test]
async fn a_subscription_is_ended_and_one_that_ended_before_stays_so() {
    let gone = r#"{"error": {"code": "resource_missing"}}"#;
    let answers = vec![
        (200, r#"{"id": "sub_1", "status": "canceled"}"#),
        (404, gone),
        (200, r#"{"id": "sub_1", "status": "canceled"}"#),
        (404, gone),
        (200, r#"{"id": "sub_1", "status": "incomplete_expired"}"#),
        (401, "{}"),
        (500, "{}"),
    ];
    let (url, asked) = server(answers).await;
    let stripe = stripe(url);
    for _ in 0..3 {
        assert_eq!(stripe.end("sub_1").await, Ok(()));
    }
    let refused = stripe.end("sub_1").await;
    assert!(matches!(refused, Err(PaymentFailure::Refused(_))));
    let away = stripe.end("sub_1").await;
    assert!(matches!(away, Err(PaymentFailure::Unreachable(_))));
    let odd = stripe.end("sub_1/../../customers/cus_1").await;
    assert!(matches!(odd, Err(PaymentFailure::Refused(_))));
    let asked = asked.lock().unwrap();
    let methods = [
        "DELETE", "DELETE", "GET", "DELETE", "GET", "DELETE", "DELETE",
    ];
    assert_eq!(asked.len(), methods.len());
    for (request, method) in asked.iter().zip(methods) {
        let line = format!("{method} /v1/subscriptions/sub_1 HTTP/1.1\r\n");
        assert!(request.starts_with(&line), "{request}");
    }
}

#[tokio::test]
async fn a_subscription_of_another_account_has_not_ended() {
    let gone = r#"{"error": {"code": "resource_missing"}}"#;
    let answers = vec![
        (404, gone),
        (404, gone),
        (404, gone),
        (200, r#"{"id": "sub_1", "status": "active"}"#),
        (404, gone),
        (200, r#"{"id": "sub_1"}"#),
        (404, gone),
        (500, "{}"),
    ];
    let (url, _) = server(answers).await;
    let stripe = stripe(url);
    for _ in 0..3 {
        let refused = stripe.end("sub_1").await;
        assert!(matches!(refused, Err(PaymentFailure::Refused(_))));
    }
    let away = stripe.end("sub_1").await;
    assert!(matches!(away, Err(PaymentFailure::Unreachable(_))));
}
