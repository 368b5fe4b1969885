//! Requests to receivers: bounded in where they go, in time and in what is read.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER, USER_AGENT};
use reqwest::{Certificate, Client, Response, redirect, retry};
use webhook_events::ports::{DeliveryRequest, Sender};
use webhook_events::{
    AddressJudge, Attempt, AttemptFailure, AttemptOutcome, Excerpt, MAX_IN_FLIGHT, RetryAfter,
};

use crate::failure::failure_of;
use crate::resolver::{JudgedResolver, Lookup};

/// How receivers see who asks.
const AGENT: &str = concat!("Tributary-Webhooks/", env!("CARGO_PKG_VERSION"));

/// How long a connection that nobody uses is kept for the next request to the same receiver: less than the
/// five seconds after which many servers hang up, so that a request seldom meets a connection that closes.
const KEPT_IDLE: Duration = Duration::from_secs(4);

/// How requests are sent.
#[derive(Clone, Debug)]
pub struct SenderSettings {
    /// Which addresses may be reached.
    pub judge: AddressJudge,
    /// PEM certificates that are trusted beside those of the machine, for receivers with a private CA.
    pub extra_root_ca: Option<Vec<u8>>,
    /// How long looking a name up, connecting and agreeing on TLS may take together.
    pub connect_timeout: Duration,
    /// How long a request may take with all of this.
    pub timeout: Duration,
}

impl Default for SenderSettings {
    /// Public addresses, the machine's certificates, 5 seconds to connect and 15 in all.
    fn default() -> Self {
        Self {
            judge: AddressJudge::default(),
            extra_root_ca: None,
            connect_timeout: Duration::from_secs(5),
            timeout: Duration::from_secs(15),
        }
    }
}

/// Why there can be no requests.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSender {
    /// The certificates cannot be read, or there are none.
    #[error("has no PEM certificate that can be read")]
    RootCa,
    /// There is no way to speak TLS.
    #[error("cannot speak TLS: {0}")]
    Tls(String),
}

/// Sends requests over HTTP/1.1 and TLS.
pub struct WebhookSender {
    client: Client,
    judge: Arc<AddressJudge>,
}

impl WebhookSender {
    /// Neither redirects nor proxies of the environment are followed, nothing is sent twice by itself, and
    /// certificates are always verified.
    pub fn new(settings: SenderSettings, lookup: Arc<dyn Lookup>) -> Result<Self, BadSender> {
        // Refused when a provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let judge = Arc::new(settings.judge);
        let resolver = JudgedResolver {
            lookup,
            judge: Arc::clone(&judge),
        };
        let kept = usize::try_from(MAX_IN_FLIGHT).unwrap_or(1);
        let mut builder = Client::builder()
            .dns_resolver(Arc::new(resolver))
            .connect_timeout(settings.connect_timeout)
            .timeout(settings.timeout)
            .redirect(redirect::Policy::none())
            .retry(retry::never())
            .referer(false)
            .no_proxy()
            .pool_max_idle_per_host(kept)
            .pool_idle_timeout(KEPT_IDLE);
        if let Some(pem) = &settings.extra_root_ca {
            let roots = Certificate::from_pem_bundle(pem).map_err(|_| BadSender::RootCa)?;
            if roots.is_empty() {
                return Err(BadSender::RootCa);
            }
            builder = builder.tls_certs_merge(roots);
        }
        let client = builder
            .build()
            .map_err(|error| BadSender::Tls(error.to_string()))?;
        Ok(Self { client, judge })
    }

    async fn ask(&self, request: &DeliveryRequest) -> Result<Response, AttemptFailure> {
        // The client does not ask its resolver for an address that is written as a number.
        if !request.url.is_allowed(&self.judge) {
            return Err(AttemptFailure::BlockedAddress);
        }
        let asked = self
            .client
            .post(request.url.url().clone())
            .header(CONTENT_TYPE, "application/json")
            .header(USER_AGENT, AGENT)
            .header("webhook-id", request.id.to_string())
            .header("webhook-timestamp", request.timestamp)
            .header("webhook-signature", &request.signatures)
            .body(request.body.bytes().to_vec());
        asked.send().await.map_err(|error| failure_of(&error))
    }
}

#[async_trait]
impl Sender for WebhookSender {
    async fn send(&self, request: &DeliveryRequest) -> Attempt {
        let began = Instant::now();
        let (outcome, excerpt) = match self.ask(request).await {
            Ok(response) => (outcome_of(&response), excerpt_of(response).await),
            Err(failure) => (AttemptOutcome::Failed(failure), Excerpt::default()),
        };
        Attempt {
            outcome,
            excerpt,
            took: began.elapsed(),
        }
    }
}

fn outcome_of(response: &Response) -> AttemptOutcome {
    let header = response.headers().get(RETRY_AFTER);
    AttemptOutcome::Answered {
        status: response.status().as_u16(),
        retry_after: header.and_then(|value| RetryAfter::parse(value.to_str().ok()?)),
    }
}

/// The beginning of the answer. The status has said how it went: an answer that breaks off or never ends
/// changes nothing about that, and is left where enough of it is there.
async fn excerpt_of(mut response: Response) -> Excerpt {
    let mut kept = Vec::new();
    while kept.len() < Excerpt::MAX_BYTES {
        match response.chunk().await {
            Ok(Some(chunk)) => {
                let room = Excerpt::MAX_BYTES.saturating_sub(kept.len());
                kept.extend(chunk.iter().take(room));
            }
            Ok(None) | Err(_) => break,
        }
    }
    Excerpt::new(kept)
}
