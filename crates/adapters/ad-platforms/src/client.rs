//! The way to platforms: hosts that the operator has named, bounded in time and in what is read.

use std::time::Duration;

use export_rules::Answer;
use export_rules::ports::Attempt;
use kernel::AccessToken;
use reqwest::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER, USER_AGENT};
use reqwest::{Client, Method, RequestBuilder, Response};
use ring::digest::{SHA256, digest};
use serde_json::Value;
use url::Url;

use crate::excerpt::excerpt;
use crate::platform::{self, BadSetting};

/// How platforms see who asks.
const AGENT: &str = concat!("Tributary/", env!("CARGO_PKG_VERSION"));

/// How long a connection that nobody uses is kept.
const KEPT_IDLE: Duration = Duration::from_secs(4);
/// So much of an answer is read where a platform says of all events the same.
const FEW_BYTES: usize = 65_536;
/// And where it speaks of each.
const MANY_BYTES: usize = 4 * 1024 * 1024;

/// The header in which Meta says how much of what an account may ask for is used up.
const USAGE: &str = "x-business-use-case-usage";

/// Where a platform is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformSettings {
    /// Its address without a path: https, or http on the loopback address.
    pub base_url: String,
    /// PEM certificates that are trusted beside those of the machine.
    pub extra_root_ca: Option<Vec<u8>>,
}

/// Sends bodies to one platform.
pub(crate) struct PlatformClient {
    client: Client,
    base: Url,
}

/// What a platform answered, as far as it was read.
pub(crate) struct Answered {
    pub(crate) status: u16,
    /// What it asks to wait, in microseconds.
    pub(crate) wait: Option<i64>,
    pub(crate) body: Vec<u8>,
}

impl Answered {
    /// Whether the platform says that it did what it was asked for.
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// The platform was not reached: it has nothing.
    NotReached,
    /// It was, and did not say what it made of it.
    NoAnswer,
}

impl PlatformClient {
    /// Neither redirects nor proxies of the environment are followed, and nothing is sent twice by itself.
    pub(crate) fn new(settings: &PlatformSettings) -> Result<Self, BadSetting> {
        let base = platform::base("base_url", &settings.base_url)?;
        let builder = platform::client(settings.extra_root_ca.as_deref())?
            // A connection that was kept may be closed at its other end just when it is used again, and then nobody
            // knows whether the platform read what was sent.
            .pool_idle_timeout(KEPT_IDLE);
        Ok(Self {
            client: platform::built(builder)?,
            base,
        })
    }

    /// Posts a body to a path below the platform's address.
    pub(crate) async fn post(
        &self,
        path: &str,
        access: &AccessToken,
        body: Vec<u8>,
    ) -> Result<Answered, Lost> {
        let request = self.request(Method::POST, self.at(path), access);
        answered(json(request, body), FEW_BYTES).await
    }

    /// The same with headers, some of which nobody may see, for an answer that speaks of each event.
    pub(crate) async fn post_each(
        &self,
        path: &str,
        access: &AccessToken,
        (headers, body): (&[(&'static str, &str)], Vec<u8>),
    ) -> Result<Answered, Lost> {
        let request = self.request(Method::POST, self.at(path), access);
        answered(json(secret(request, headers)?, body), MANY_BYTES).await
    }

    /// Asks for what lies at a path below the platform's address.
    pub(crate) async fn get(
        &self,
        path: &str,
        query: &[(&str, &str)],
        access: &AccessToken,
    ) -> Result<Answered, Lost> {
        let mut url = self.at(path);
        url.query_pairs_mut().extend_pairs(query);
        answered(self.request(Method::GET, url, access), MANY_BYTES).await
    }

    /// Posts a body, for an answer that may be long in coming and in reading.
    pub(crate) async fn post_for_long(
        &self,
        path: &str,
        access: &AccessToken,
        (headers, body): (&[(&'static str, &str)], Vec<u8>),
        (most, patience): (usize, Duration),
    ) -> Result<Answered, Lost> {
        let request = self.request(Method::POST, self.at(path), access);
        let request = json(secret(request, headers)?, body);
        answered(request.timeout(patience), most).await
    }

    /// Posts parameters to a path below the platform's address.
    pub(crate) async fn post_query(
        &self,
        path: &str,
        query: &[(&str, &str)],
        access: &AccessToken,
    ) -> Result<Answered, Lost> {
        let mut url = self.at(path);
        url.query_pairs_mut().extend_pairs(query);
        answered(self.request(Method::POST, url, access), MANY_BYTES).await
    }

    fn at(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(path);
        url
    }

    fn request(&self, method: Method, url: Url, access: &AccessToken) -> RequestBuilder {
        self.client
            .request(method, url)
            .bearer_auth(access.reveal())
            .header(USER_AGENT, AGENT)
    }
}

/// With headers that nobody may see.
fn secret(
    mut request: RequestBuilder,
    headers: &[(&'static str, &str)],
) -> Result<RequestBuilder, Lost> {
    for (name, value) in headers {
        let mut value = HeaderValue::from_str(value).map_err(|_| Lost::NotReached)?;
        value.set_sensitive(true);
        request = request.header(*name, value);
    }
    Ok(request)
}

fn json(request: RequestBuilder, body: Vec<u8>) -> RequestBuilder {
    request.header(CONTENT_TYPE, "application/json").body(body)
}

async fn answered(request: RequestBuilder, most: usize) -> Result<Answered, Lost> {
    let response = request.send().await.map_err(|error| lost(&error))?;
    let status = response.status().as_u16();
    let wait = retry_after(&response).or_else(|| until_regained(&response));
    let body = read(response, most).await?;
    Ok(Answered { status, wait, body })
}

/// Seconds alone: platforms send no dates.
fn retry_after(response: &Response) -> Option<i64> {
    let header = response.headers().get(RETRY_AFTER)?;
    let seconds: i64 = header.to_str().ok()?.trim().parse().ok()?;
    (0..=86_400)
        .contains(&seconds)
        .then_some(seconds * 1_000_000)
}

/// Minutes, of whichever of an account's uses takes longest; a day at most.
fn until_regained(response: &Response) -> Option<i64> {
    let header = response.headers().get(USAGE)?;
    let uses: Value = serde_json::from_str(header.to_str().ok()?).ok()?;
    let accounts = uses.as_object()?.values().filter_map(Value::as_array);
    let minutes = accounts.flatten().filter_map(|of_use| {
        let minutes = of_use.get("estimated_time_to_regain_access")?;
        minutes.as_i64().filter(|minutes| *minutes > 0)
    });
    minutes.max().map(|minutes| minutes.min(1_440) * 60_000_000)
}

async fn read(mut response: Response, most: usize) -> Result<Vec<u8>, Lost> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|_| Lost::NoAnswer)? {
        let room = most - body.len();
        body.extend(chunk.iter().copied().take(room));
        if body.len() >= most {
            break;
        }
    }
    Ok(body)
}

fn lost(error: &reqwest::Error) -> Lost {
    if error.is_connect() || error.is_builder() {
        Lost::NotReached
    } else {
        Lost::NoAnswer
    }
}

/// An attempt without an answer.
pub(crate) fn unanswered(lost: Lost, body_sha256: [u8; 32]) -> Attempt {
    let (answer, text) = match lost {
        Lost::NotReached => (
            Answer::Transient { wait: None },
            "The platform was not reached.",
        ),
        Lost::NoAnswer => (Answer::Ambiguous, "The platform did not answer."),
    };
    Attempt {
        excerpt: Some(text.to_owned()),
        ..Attempt::new(answer, body_sha256)
    }
}

/// SHA-256 of what is sent.
pub(crate) fn sha256(body: &[u8]) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(digest(&SHA256, body).as_ref());
    bytes
}

/// What is kept of a text that a platform wrote.
pub(crate) fn kept(text: &str) -> Option<String> {
    let text = excerpt(text);
    (!text.is_empty()).then_some(text)
}
