//! Requests to the issuer: one host that the operator has named, bounded in time and size.

use std::pin::Pin;
use std::time::Duration;

use oauth2::{AsyncHttpClient, http};
use reqwest::header::{ACCEPT, CACHE_CONTROL};
use reqwest::{Certificate, Client, redirect};
use serde_json::Value;
use url::Url;

use super::BadIssuer;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to reach the issuer.
const PATIENCE_TO_CONNECT: Duration = Duration::from_secs(5);
/// No answer of the issuer is longer.
const MOST_BYTES: usize = 256 * 1024;

/// The issuer gave no answer that can be used; says nothing about anybody.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unreachable(pub(crate) String);

/// The way to the issuer.
#[derive(Clone)]
pub(crate) struct Http(Client);

impl Http {
    /// Neither redirects nor proxies of the environment are followed. `extra_roots` are PEM
    /// certificates that are trusted beside those of the machine.
    pub(crate) fn new(extra_roots: Option<&[u8]>) -> Result<Self, BadIssuer> {
        // Refused when a provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // The issuer is asked seldom. A connection that was kept may be closed at its other end just
        // when it is used again, and the keys would not be there for a minute.
        let mut builder = Client::builder()
            .pool_max_idle_per_host(0)
            .timeout(PATIENCE)
            .connect_timeout(PATIENCE_TO_CONNECT)
            .redirect(redirect::Policy::none())
            .no_proxy();
        if let Some(pem) = extra_roots {
            let roots = Certificate::from_pem_bundle(pem).map_err(|_| BadIssuer::RootCa)?;
            if roots.is_empty() {
                return Err(BadIssuer::RootCa);
            }
            builder = builder.tls_certs_merge(roots);
        }
        let client = builder
            .build()
            .map_err(|error| BadIssuer::Tls(error.to_string()))?;
        Ok(Self(client))
    }

    /// A JSON document, and the seconds for which it may be kept.
    pub(crate) async fn get(&self, url: &Url) -> Result<(Value, Option<u64>), Unreachable> {
        let request = self.0.get(url.clone()).header(ACCEPT, "application/json");
        let response = request.send().await.map_err(|error| lost(&error))?;
        let status = response.status();
        if status != http::StatusCode::OK {
            return Err(Unreachable(format!("{} answered {status}", url.path())));
        }
        let kept = response.headers().get(CACHE_CONTROL);
        let kept = kept.and_then(|value| max_age(value.to_str().ok()?));
        let body = capped(response).await?;
        let document = serde_json::from_slice(&body)
            .map_err(|_| Unreachable(format!("{} is no JSON", url.path())))?;
        Ok((document, kept))
    }

    async fn execute(
        &self,
        request: oauth2::HttpRequest,
    ) -> Result<oauth2::HttpResponse, Unreachable> {
        let request = reqwest::Request::try_from(request).map_err(|error| lost(&error))?;
        let response = self
            .0
            .execute(request)
            .await
            .map_err(|error| lost(&error))?;
        let mut built = http::Response::builder().status(response.status());
        for (name, value) in response.headers() {
            built = built.header(name, value);
        }
        let body = capped(response).await?;
        built.body(body).map_err(|error| lost(&error))
    }
}

/// The requests of the OAuth client.
impl<'c> AsyncHttpClient<'c> for Http {
    type Error = Unreachable;
    type Future =
        Pin<Box<dyn Future<Output = Result<oauth2::HttpResponse, Unreachable>> + Send + 'c>>;

    fn call(&'c self, request: oauth2::HttpRequest) -> Self::Future {
        Box::pin(self.execute(request))
    }
}

async fn capped(mut response: reqwest::Response) -> Result<Vec<u8>, Unreachable> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| lost(&error))? {
        if body.len() + chunk.len() > MOST_BYTES {
            return Err(Unreachable("it said too much".to_owned()));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Seconds of a `Cache-Control`; what must not be kept is kept for none.
fn max_age(text: &str) -> Option<u64> {
    let mut kept = None;
    for directive in text.split(',') {
        let directive = directive.trim().to_ascii_lowercase();
        if directive == "no-store" || directive == "no-cache" {
            return Some(0);
        }
        if let Some(seconds) = directive.strip_prefix("max-age=") {
            kept = seconds.trim_matches('"').parse().ok();
        }
    }
    kept
}

/// The innermost cause; the address is left out, which says nothing that the settings do not.
fn lost(error: &dyn std::error::Error) -> Unreachable {
    let mut words = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        words = cause.to_string();
        next = cause.source();
    }
    Unreachable(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_keys_are_kept_is_read() {
        for (text, seconds) in [
            ("max-age=600", Some(600)),
            ("public, Max-Age=600, must-revalidate", Some(600)),
            ("max-age=600, no-store", Some(0)),
            ("no-cache", Some(0)),
            ("public", None),
            ("max-age=soon", None),
            ("max-age=-1", None),
        ] {
            assert_eq!(max_age(text), seconds, "{text}");
        }
    }

    #[test]
    fn certificates_are_read_or_refused() {
        assert!(Http::new(None).is_ok());
        for odd in ["", "no certificate", "-----BEGIN CERTIFICATE-----\n"] {
            let refused = Http::new(Some(odd.as_bytes())).err();
            assert_eq!(refused, Some(BadIssuer::RootCa), "{odd}");
        }
    }
}
