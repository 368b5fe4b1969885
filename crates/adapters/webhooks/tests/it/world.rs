//! What a sender is made of, and what it is asked to send.

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tributary_webhooks::{Lookup, RingHmac, SenderSettings, WebhookSender};
use webhook_events::ports::{ClaimedDelivery, DeliveryRequest, Lease, Sender};
use webhook_events::{
    AddressJudge, Attempt, BeforeAttempt, Body, EndpointHealth, EndpointUrl, SecretRing,
    SigningSecret, Timestamp, Uuid,
};

/// The body of every request.
pub(crate) const BODY: &str = "{\"test\": 2432232314}";

/// Answers look-ups with these, one after the other; a name that is asked for once more is unknown.
#[derive(Default)]
pub(crate) struct Script(Mutex<VecDeque<Vec<IpAddr>>>);

impl Script {
    pub(crate) fn of(answers: &[&[&str]]) -> Arc<Self> {
        let parsed = answers
            .iter()
            .map(|answer| answer.iter().map(|it| it.parse().unwrap()).collect());
        Arc::new(Self(Mutex::new(parsed.collect())))
    }

    /// How many look-ups are still to come.
    pub(crate) fn left(&self) -> usize {
        self.0.lock().unwrap().len()
    }
}

#[async_trait]
impl Lookup for Script {
    async fn lookup(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let next = self.0.lock().unwrap().pop_front();
        next.ok_or_else(|| io::Error::other("the name is unknown"))
    }
}

/// Exempts one address of the loopback interface, which stands for a public one here.
pub(crate) fn settings() -> SenderSettings {
    SenderSettings {
        judge: AddressJudge::new(vec!["127.0.0.1/32".parse().unwrap()]),
        ..SenderSettings::default()
    }
}

/// Patience for receivers that test it.
pub(crate) fn hasty() -> SenderSettings {
    SenderSettings {
        connect_timeout: Duration::from_secs(1),
        timeout: Duration::from_secs(2),
        ..settings()
    }
}

pub(crate) fn request(url: &str) -> DeliveryRequest {
    let claimed = ClaimedDelivery {
        profile_id: Uuid::from_u128(1).into(),
        id: Uuid::from_u128(2).into(),
        subscription_id: Uuid::from_u128(3).into(),
        url: EndpointUrl::from_stored(url).unwrap(),
        secrets: SecretRing::new(SigningSecret::from_random([7; 32])),
        body: Body::from_stored(BODY.as_bytes()),
        lease: Lease {
            id: Uuid::from_u128(4),
            until: Timestamp::from_micros(i64::MAX),
        },
        before: BeforeAttempt {
            failures: 0,
            health: EndpointHealth::default(),
            is_enabled: true,
        },
    };
    let now = Timestamp::from_micros(1_614_265_330_999_999);
    DeliveryRequest::signed(&claimed, &RingHmac, now)
}

/// One attempt by a sender of its own.
pub(crate) async fn attempt(settings: SenderSettings, lookup: Arc<Script>, url: &str) -> Attempt {
    let sender = WebhookSender::new(settings, lookup).unwrap();
    sender.send(&request(url)).await
}

/// One attempt to reach a receiver by its number.
pub(crate) async fn direct(settings: SenderSettings, url: &str) -> Attempt {
    attempt(settings, Arc::new(Script::default()), url).await
}
