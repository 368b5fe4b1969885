//! Requests to the provider: one host that the operator has named, bounded in time and size.

use std::time::Duration;

use access_control::ports::PaymentFailure;
use reqwest::{Client, Method, StatusCode, redirect};
use serde_json::Value;
use url::Url;
use url::form_urlencoded::Serializer;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(15);
/// No answer of the provider is longer.
const MOST_BYTES: usize = 256 * 1024;

/// Why there can be no requests to the provider.
#[derive(Debug, thiserror::Error)]
pub enum BadProvider {
    /// The address cannot be used.
    #[error("must be an https address (http for the loopback address only)")]
    Address,
    /// There is no way to speak TLS.
    #[error("cannot speak TLS: {0}")]
    Tls(String),
}

/// The way to the provider.
pub(crate) struct Provider {
    client: Client,
    base: Url,
    secret_key: String,
}

impl Provider {
    /// To the provider at this address, with this key.
    pub(crate) fn new(base: &str, secret_key: String) -> Result<Self, BadProvider> {
        let base = Url::parse(base).map_err(|_| BadProvider::Address)?;
        let loopback = match base.host() {
            Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
            Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
            Some(url::Host::Domain(name)) => name == "localhost",
            None => return Err(BadProvider::Address),
        };
        if base.scheme() != "https" && !(base.scheme() == "http" && loopback) {
            return Err(BadProvider::Address);
        }
        Ok(Self {
            client: client()?,
            base,
            secret_key,
        })
    }

    /// The answer to a GET; `None` where there is no such thing.
    pub(crate) async fn get(&self, path: &str) -> Result<Option<Value>, PaymentFailure> {
        self.of_something(Method::GET, path).await
    }

    /// The answer to a form. Sent again under the same idempotency key, it is answered alike.
    pub(crate) async fn post(
        &self,
        path: &str,
        idempotency_key: &str,
        form: &[(&str, String)],
    ) -> Result<Value, PaymentFailure> {
        let body = Serializer::new(String::new())
            .extend_pairs(form.iter().map(|(name, value)| (*name, value.as_str())))
            .finish();
        let form = Some((idempotency_key, body));
        let (status, body) = self.answer(Method::POST, path, form).await?;
        read(status, &body)
    }

    /// Has something gone; `false` where it was not there.
    pub(crate) async fn delete(&self, path: &str) -> Result<bool, PaymentFailure> {
        let gone = self.of_something(Method::DELETE, path).await?;
        Ok(gone.is_some())
    }

    async fn of_something(
        &self,
        method: Method,
        path: &str,
    ) -> Result<Option<Value>, PaymentFailure> {
        match self.answer(method, path, None).await? {
            (StatusCode::NOT_FOUND, _) => Ok(None),
            (status, body) => read(status, &body).map(Some),
        }
    }

    async fn answer(
        &self,
        method: Method,
        path: &str,
        form: Option<(&str, String)>,
    ) -> Result<(StatusCode, Vec<u8>), PaymentFailure> {
        let url = self.base.join(path).map_err(|error| lost(&error))?;
        let mut request = self
            .client
            .request(method, url)
            .bearer_auth(&self.secret_key);
        if let Some((key, body)) = form {
            request = request
                .header("idempotency-key", key)
                .header("content-type", "application/x-www-form-urlencoded")
                .body(body);
        }
        let mut response = request.send().await.map_err(|error| lost(&error))?;
        let status = response.status();
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| lost(&error))? {
            if body.len() + chunk.len() > MOST_BYTES {
                return Err(PaymentFailure::Unreachable("it said too much".to_owned()));
            }
            body.extend_from_slice(&chunk);
        }
        Ok((status, body))
    }
}

/// Neither redirects nor proxies of the environment are followed.
fn client() -> Result<Client, BadProvider> {
    // Refused when a provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .timeout(PATIENCE)
        .redirect(redirect::Policy::none())
        .no_proxy()
        .build()
        .map_err(|error| BadProvider::Tls(error.to_string()))
}

/// A refusal has a code that says nothing about anybody; its message may.
fn read(status: StatusCode, body: &[u8]) -> Result<Value, PaymentFailure> {
    let parsed: Result<Value, _> = serde_json::from_slice(body);
    if status == StatusCode::CONFLICT || status == StatusCode::TOO_MANY_REQUESTS {
        // The same is being asked for at this moment, or too much is: it says neither yes nor no.
        return Err(PaymentFailure::Unreachable(status.to_string()));
    }
    if status.is_client_error() {
        let code = parsed
            .ok()
            .and_then(|json| json.pointer("/error/code")?.as_str().map(str::to_owned))
            .unwrap_or_default();
        return Err(PaymentFailure::Refused(format!("{status} {code}")));
    }
    if !status.is_success() {
        return Err(PaymentFailure::Unreachable(status.to_string()));
    }
    parsed.map_err(|error| lost(&error))
}

/// The address is left out: it says nothing that the settings do not.
fn lost(error: &dyn std::error::Error) -> PaymentFailure {
    let mut words = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        words = cause.to_string();
        next = cause.source();
    }
    PaymentFailure::Unreachable(words)
}
