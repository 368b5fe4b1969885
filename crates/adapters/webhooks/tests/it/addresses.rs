//! Where requests go, and where they do not.

use tributary_webhooks::{SenderSettings, WebhookSender};
use webhook_events::ports::Sender;
use webhook_events::{AddressJudge, AttemptFailure, AttemptOutcome};

use crate::certificates::Authority;
use crate::receiver::{Manner, Receiver, answer};
use crate::world::{Script, attempt, direct, request, settings};

const BLOCKED: AttemptOutcome = AttemptOutcome::Failed(AttemptFailure::BlockedAddress);
const DELIVERED: AttemptOutcome = AttemptOutcome::Answered {
    status: 200,
    retry_after: None,
};

#[tokio::test]
async fn an_address_written_as_a_number_is_judged_at_every_attempt() {
    let receiver = Receiver::start(answer(200, "")).await;
    let port = receiver.address.port();
    for host in [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "127.0.0.1.",
        "0.0.0.0",
        "10.0.0.1",
        "169.254.169.254",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::7f00:1]",
    ] {
        for scheme in ["https", "http"] {
            let url = format!("{scheme}://{host}:{port}/");
            let attempt = direct(SenderSettings::default(), &url).await;
            assert_eq!(attempt.outcome, BLOCKED, "{url}");
        }
    }
    assert_eq!(receiver.seen(), [""; 0]);
}

#[tokio::test]
async fn without_tls_nothing_is_sent_but_to_exempted_numbers() {
    let receiver = Receiver::start(answer(200, "")).await;
    let port = receiver.address.port();
    let names = Script::of(&[&["127.0.0.1"]]);
    let url = format!("http://hook.example.com:{port}/");
    let by_name = attempt(settings(), names, &url).await;
    assert_eq!(by_name.outcome, BLOCKED);
    let public = direct(settings(), "http://8.8.8.8/").await;
    assert_eq!(public.outcome, BLOCKED);
    assert_eq!(receiver.seen(), [""; 0]);
    let exempted = direct(settings(), &receiver.url()).await;
    assert_eq!(exempted.outcome, DELIVERED);
}

#[tokio::test]
async fn a_name_leads_to_no_address_that_is_not_public() {
    let receiver = Receiver::start(answer(200, "")).await;
    let url = format!("https://hook.example.com:{}/", receiver.address.port());
    for answer in [
        &["127.0.0.1"][..],
        &["10.0.0.1", "192.168.0.1", "fd00::1"],
        &["::1"],
        &["::ffff:127.0.0.1"],
        &["64:ff9b::7f00:1"],
        &["169.254.169.254"],
        &[],
    ] {
        let names = Script::of(&[answer]);
        let attempt = attempt(SenderSettings::default(), names, &url).await;
        assert_eq!(attempt.outcome, BLOCKED, "{answer:?}");
    }
    let unknown = direct(SenderSettings::default(), &url).await;
    let failed = AttemptOutcome::Failed(AttemptFailure::Connection);
    assert_eq!(unknown.outcome, failed);
    assert_eq!(receiver.seen(), [""; 0]);
}

#[tokio::test]
async fn of_several_addresses_only_public_ones_are_tried() {
    let authority = Authority::new();
    let tls = authority.receiver("hook.example.com");
    let receiver = Receiver::over(answer(200, ""), Some(tls)).await;
    let url = format!("https://hook.example.com:{}/", receiver.address.port());
    let names = Script::of(&[&["127.0.0.2", "10.0.0.1", "127.0.0.1", "::1"]]);
    let attempt = attempt(authority.trusted(settings()), names, &url).await;
    assert_eq!(attempt.outcome, DELIVERED);
}

#[tokio::test]
async fn a_name_that_changes_its_mind_gains_nothing() {
    let authority = Authority::new();
    let tls = authority.receiver("hook.example.com");
    // It hangs up after each answer, so that the next request needs a new connection.
    let once = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    let once = Manner::AnswersOnce(once.to_owned());
    let receiver = Receiver::over(once, Some(tls)).await;
    let url = format!("https://hook.example.com:{}/", receiver.address.port());
    let names = Script::of(&[&["127.0.0.1"], &["127.0.0.2"], &["127.0.0.1"]]);
    let settings = authority.trusted(settings());
    let sender = WebhookSender::new(settings, names.clone()).unwrap();
    for (outcome, left) in [(DELIVERED, 2), (BLOCKED, 1), (DELIVERED, 0)] {
        let attempt = sender.send(&request(&url)).await;
        assert_eq!(attempt.outcome, outcome);
        assert_eq!(names.left(), left, "one look-up a connection");
    }
    assert_eq!(receiver.seen().len(), 2);
}

#[tokio::test]
async fn an_exempted_network_is_reached_by_name_and_by_number() {
    let judge = AddressJudge::new(vec!["127.0.0.0/8".parse().unwrap()]);
    let authority = Authority::new();
    let tls = authority.receiver("hook.example.com");
    let receiver = Receiver::over(answer(200, ""), Some(tls)).await;
    let url = format!("https://hook.example.com:{}/", receiver.address.port());
    let settings = SenderSettings {
        judge,
        ..settings()
    };
    let names = Script::of(&[&["127.0.0.1"]]);
    let attempt = attempt(authority.trusted(settings), names, &url).await;
    assert_eq!(attempt.outcome, DELIVERED);
}
