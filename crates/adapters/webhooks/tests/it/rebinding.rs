//! A name whose owner answers the judge with a public address and the connection with another.

use tributary_webhooks::WebhookSender;
use webhook_events::ports::Sender;
use webhook_events::{AttemptFailure, AttemptOutcome};

use crate::certificates::Authority;
use crate::dns::NameServer;
use crate::receiver::{Manner, Receiver};
use crate::world::{request, settings};

/// Stands for a public address here: the settings of these tests exempt it.
const PUBLIC: [u8; 4] = [127, 0, 0, 1];
/// Nobody may be reached there.
const PRIVATE: [u8; 4] = [127, 0, 0, 2];

const ONCE: &str = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

#[tokio::test]
async fn a_name_server_that_rebinds_a_name_reaches_nobody() {
    let authority = Authority::new();
    let tls = || Some(authority.receiver("hook.example.com"));
    let public = Receiver::over(Manner::AnswersOnce(ONCE.to_owned()), tls()).await;
    let port = public.address.port();
    let server = NameServer::start(&[PUBLIC, PRIVATE]).await;
    let sender = WebhookSender::new(authority.trusted(settings()), server.client()).unwrap();
    let url = format!("https://hook.example.com:{port}/");
    for round in 1..=4 {
        let delivered = sender.send(&request(&url)).await.outcome;
        let answered = AttemptOutcome::Answered {
            status: 200,
            retry_after: None,
        };
        assert_eq!(delivered, answered, "{round}");
        let refused = sender.send(&request(&url)).await.outcome;
        let blocked = AttemptOutcome::Failed(AttemptFailure::BlockedAddress);
        assert_eq!(refused, blocked, "{round}");
        // One question a connection: what was judged is what is connected to, and nobody is asked in between.
        assert_eq!(server.told().len(), 2 * round);
        assert_eq!(public.seen().len(), round);
    }
}
