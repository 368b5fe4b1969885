//! What is sent, and what each way to answer is called.

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tributary_webhooks::WebhookSender;
use webhook_events::ports::Sender;
use webhook_events::{AttemptFailure, AttemptOutcome, RetryAfter, Timestamp};

use crate::receiver::{Manner, Receiver, answer};
use crate::world::{BODY, Script, direct, hasty, request, settings};

fn answered(status: u16) -> AttemptOutcome {
    AttemptOutcome::Answered {
        status,
        retry_after: None,
    }
}

#[tokio::test]
async fn the_request_is_what_standard_webhooks_says() {
    let receiver = Receiver::start(answer(204, "")).await;
    let attempt = direct(settings(), &receiver.url()).await;
    assert_eq!(attempt.outcome, answered(204));
    let seen = receiver.seen().concat();
    let (head, body) = seen.split_once("\r\n\r\n").unwrap();
    assert_eq!(body, BODY);
    let mut lines = head.lines();
    assert_eq!(lines.next(), Some("POST /hook?a=b HTTP/1.1"));
    let mut headers: Vec<_> = lines.map(str::to_owned).collect();
    headers.sort();
    assert_eq!(
        headers,
        [
            "accept: */*".to_owned(),
            format!("content-length: {}", BODY.len()),
            "content-type: application/json".to_owned(),
            format!("host: {}", receiver.address),
            format!(
                "user-agent: Tributary-Webhooks/{}",
                env!("CARGO_PKG_VERSION")
            ),
            "webhook-id: 00000000-0000-0000-0000-000000000002".to_owned(),
            format!("webhook-signature: {}", request(&receiver.url()).signatures),
            "webhook-timestamp: 1614265330".to_owned(),
        ]
    );
}

#[tokio::test]
async fn every_status_is_told_as_it_is() {
    for status in [200, 204, 400, 404, 410, 429, 500, 503] {
        let receiver = Receiver::start(answer(status, "")).await;
        let attempt = direct(settings(), &receiver.url()).await;
        assert_eq!(attempt.outcome, answered(status));
        assert_eq!(receiver.seen().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn both_forms_of_retry_after_are_heard() {
    let date = Timestamp::parse("2026-11-06T08:49:37Z").unwrap();
    for (header, heard) in [
        ("retry-after: 120\r\n", Some(RetryAfter::Seconds(120))),
        (
            "Retry-After: Fri, 06 Nov 2026 08:49:37 GMT\r\n",
            Some(RetryAfter::At(date)),
        ),
        ("retry-after: soon\r\n", None),
        ("retry-after: \u{fe}\r\n", None),
    ] {
        let receiver = Receiver::start(answer(429, header)).await;
        let attempt = direct(settings(), &receiver.url()).await;
        let expected = AttemptOutcome::Answered {
            status: 429,
            retry_after: heard,
        };
        assert_eq!(attempt.outcome, expected, "{header}");
    }
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_is_not_followed() {
    let elsewhere = Receiver::start(answer(200, "")).await;
    for status in [301, 302, 303, 307, 308] {
        let location = format!("location: {}\r\n", elsewhere.url());
        let receiver = Receiver::start(answer(status, &location)).await;
        let attempt = direct(settings(), &receiver.url()).await;
        assert_eq!(attempt.outcome, answered(status));
        assert!(!attempt.outcome.is_success());
    }
    assert_eq!(elsewhere.seen(), [""; 0]);
}

#[tokio::test]
async fn the_beginning_of_an_answer_is_kept() {
    let said = |body: &str| {
        format!(
            "HTTP/1.1 500 No\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let long = "x".repeat(5_000);
    for (body, kept) in [("", 0), ("try again", 9), (long.as_str(), 2_048)] {
        let receiver = Receiver::start(Manner::Answers(said(body))).await;
        let attempt = direct(settings(), &receiver.url()).await;
        assert_eq!(attempt.outcome, answered(500));
        assert_eq!(attempt.excerpt.text(), body[..kept]);
    }
}

#[tokio::test]
async fn an_answer_that_never_ends_is_left() {
    let head = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n".to_owned();
    let receiver = Receiver::start(Manner::GoesOn(head, &[b'x'; 4_096])).await;
    let attempt = direct(settings(), &receiver.url()).await;
    assert_eq!(attempt.outcome, answered(200));
    assert_eq!(attempt.excerpt.bytes(), [b'x'; 2_048]);
    assert!(attempt.took < Duration::from_secs(10), "{:?}", attempt.took);
}

#[tokio::test]
async fn headers_that_never_end_are_no_answer() {
    for more in [&b"a: b\r\n"[..], b"x"] {
        let head = "HTTP/1.1 200 OK\r\nx: ".to_owned();
        let receiver = Receiver::start(Manner::GoesOn(head, more)).await;
        let attempt = direct(settings(), &receiver.url()).await;
        let failed = AttemptOutcome::Failed(AttemptFailure::Connection);
        assert_eq!(attempt.outcome, failed);
    }
}

#[tokio::test]
async fn an_answer_that_breaks_off_counts_by_its_status() {
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf".to_owned();
    for manner in [Manner::AnswersOnce(head.clone()), Manner::BreaksOff(head)] {
        let receiver = Receiver::start(manner).await;
        let attempt = direct(hasty(), &receiver.url()).await;
        assert_eq!(attempt.outcome, answered(200));
        assert_eq!(attempt.excerpt.text(), "half");
    }
}

#[tokio::test]
async fn who_says_nothing_or_nonsense_has_not_answered() {
    let head = "HTTP/1.1 200 OK\r\n".to_owned();
    for (manner, failure) in [
        (Manner::HangsUp, AttemptFailure::Connection),
        (
            Manner::AnswersOnce(String::new()),
            AttemptFailure::Connection,
        ),
        (
            Manner::AnswersOnce(head.clone()),
            AttemptFailure::Connection,
        ),
        (
            Manner::AnswersOnce("no HTTP\r\n\r\n".to_owned()),
            AttemptFailure::Connection,
        ),
        (Manner::Hangs, AttemptFailure::Timeout),
        (Manner::BreaksOff(head), AttemptFailure::Timeout),
    ] {
        let patience = match failure {
            AttemptFailure::Timeout => hasty(),
            _ => settings(),
        };
        let receiver = Receiver::start(manner.clone()).await;
        let attempt = direct(patience, &receiver.url()).await;
        assert_eq!(
            attempt.outcome,
            AttemptOutcome::Failed(failure),
            "{manner:?}"
        );
        assert_eq!(attempt.excerpt.bytes(), b"");
        assert_eq!(
            receiver.seen().len(),
            1,
            "nothing is sent twice: {manner:?}"
        );
    }
}

#[tokio::test]
async fn where_nobody_listens_there_is_no_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let attempt = direct(settings(), &url).await;
    let failed = AttemptOutcome::Failed(AttemptFailure::Connection);
    assert_eq!(attempt.outcome, failed);
}

#[tokio::test]
async fn requests_one_after_the_other_share_a_connection() {
    let receiver = Receiver::start(answer(200, "")).await;
    let sender = WebhookSender::new(settings(), Arc::new(Script::default())).unwrap();
    for _ in 0..50 {
        let attempt = sender.send(&request(&receiver.url())).await;
        assert_eq!(attempt.outcome, answered(200));
    }
    assert_eq!((receiver.seen().len(), receiver.connections()), (50, 1));
}

/// Runs another test of this program where proxies are named that nobody runs.
#[test]
fn proxies_of_the_environment_are_not_asked() {
    let this = std::env::current_exe().unwrap();
    let nobody = "http://127.0.0.1:1";
    let mut command = Command::new(this);
    for name in [
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
        "http_proxy",
        "https_proxy",
        "all_proxy",
    ] {
        command.env(name, nobody);
    }
    let ran = command
        .args(["--exact", "outcomes::every_status_is_told_as_it_is"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && said.contains("1 passed"), "{said}");
}
