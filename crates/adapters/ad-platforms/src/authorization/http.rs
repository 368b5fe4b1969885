//! Requests to platforms: hosts that the operator has named, bounded in time and size.

use std::pin::Pin;
use std::time::Duration;

use oauth2::{AsyncHttpClient, http};
use platform_connections::AccessToken;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use reqwest::{Client, Method, StatusCode};
use serde_json::Value;
use url::Url;
use url::form_urlencoded::Serializer;

use crate::platform::{self, BadSetting};

/// No answer that is read here is longer.
const MOST_BYTES: usize = 1024 * 1024;

/// A platform gave no answer that can be used; says nothing about anybody.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub(super) struct Unreachable {
    /// Why.
    pub(super) why: String,
    /// How long it asked to wait.
    pub(super) after: Option<Duration>,
}

impl Unreachable {
    pub(super) fn because(why: impl Into<String>) -> Self {
        Self {
            why: why.into(),
            after: None,
        }
    }
}

/// The way to all platforms.
#[derive(Clone)]
pub(super) struct Http(Client);

impl Http {
    /// Neither redirects nor proxies of the environment are followed.
    pub(super) fn new(extra_roots: Option<&[u8]>) -> Result<Self, BadSetting> {
        // Platforms are asked seldom here; a connection that was kept may be closed at its other end just when it
        // is used again.
        let builder = platform::client(extra_roots)?.pool_max_idle_per_host(0);
        platform::built(builder).map(Self)
    }

    /// What is answered to a token's holder; a body only with POST.
    pub(super) async fn ask(
        &self,
        place: (Method, Url),
        access: &AccessToken,
        body: Option<&Value>,
    ) -> Result<(StatusCode, Value), Unreachable> {
        self.ask_with(place, access, (body, None)).await
    }

    /// The same with a header that nobody may see.
    pub(super) async fn ask_with(
        &self,
        (method, url): (Method, Url),
        access: &AccessToken,
        (body, header): (Option<&Value>, Option<(&'static str, &str)>),
    ) -> Result<(StatusCode, Value), Unreachable> {
        let mut request = self
            .0
            .request(method, url)
            .header(ACCEPT, "application/json")
            .bearer_auth(access.reveal());
        if let Some((name, value)) = header {
            let mut value = HeaderValue::from_str(value)
                .map_err(|_| Unreachable::because("a header cannot be sent"))?;
            value.set_sensitive(true);
            request = request.header(name, value);
        }
        if let Some(body) = body {
            request = request
                .header(CONTENT_TYPE, "application/json")
                .body(body.to_string());
        }
        self.json(request).await
    }

    /// What is answered to a form.
    pub(super) async fn form(
        &self,
        url: Url,
        fields: &[(&str, &str)],
    ) -> Result<(StatusCode, Value), Unreachable> {
        let body = Serializer::new(String::new()).extend_pairs(fields).finish();
        let request = self
            .0
            .post(url)
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body);
        self.json(request).await
    }

    async fn json(
        &self,
        request: reqwest::RequestBuilder,
    ) -> Result<(StatusCode, Value), Unreachable> {
        let response = request.send().await.map_err(|error| lost(&error))?;
        let response = there(response)?;
        let status = response.status();
        let body = capped(response).await?;
        // Whoever succeeds may answer with nothing.
        let empty = body.is_empty() && status.is_success();
        let value = if empty {
            Value::Null
        } else {
            serde_json::from_slice(&body)
                .map_err(|_| Unreachable::because(format!("{status} without JSON")))?
        };
        Ok((status, value))
    }

    async fn execute(
        &self,
        request: oauth2::HttpRequest,
    ) -> Result<oauth2::HttpResponse, Unreachable> {
        let request = reqwest::Request::try_from(request).map_err(|error| lost(&error))?;
        let response = self.0.execute(request).await;
        let response = there(response.map_err(|error| lost(&error))?)?;
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

/// A platform that has too much to do or is broken has not answered, whatever it says besides.
fn there(response: reqwest::Response) -> Result<reqwest::Response, Unreachable> {
    let status = response.status();
    if status != StatusCode::TOO_MANY_REQUESTS && !status.is_server_error() {
        return Ok(response);
    }
    let after = response.headers().get(RETRY_AFTER);
    let seconds = after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
    Err(Unreachable {
        why: format!("it answered {status}"),
        after: seconds.map(Duration::from_secs),
    })
}

async fn capped(mut response: reqwest::Response) -> Result<Vec<u8>, Unreachable> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| lost(&error))? {
        if body.len() + chunk.len() > MOST_BYTES {
            return Err(Unreachable::because("it said too much"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The innermost cause; the address is left out, because it may hold a secret.
fn lost(error: &dyn std::error::Error) -> Unreachable {
    let mut words = error.to_string();
    let mut next = error.source();
    let mut is_inner = false;
    while let Some(cause) = next {
        words = cause.to_string();
        is_inner = true;
        next = cause.source();
    }
    Unreachable::because(if is_inner {
        words
    } else {
        "the request failed".to_owned()
    })
}
