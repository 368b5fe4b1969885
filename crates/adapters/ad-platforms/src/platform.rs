//! What holds for requests to every platform: where it may be, and how it is reached.

use std::time::Duration;

use reqwest::{Certificate, Client, ClientBuilder, redirect, retry};
use url::{Host, Url};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// And of it the way to the platform.
const PATIENCE_TO_CONNECT: Duration = Duration::from_secs(5);

/// Which setting a platform cannot be asked with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSetting {
    /// An address cannot be used.
    #[error("{0} must be an https address without path (http for the loopback address only)")]
    Address(&'static str),
    /// A version is none.
    #[error("{0} must be a version like v25.0")]
    Version(&'static str),
    /// The address to come back to cannot be used.
    #[error("there is no address to come back to")]
    RedirectUri,
    /// The certificates cannot be read.
    #[error("the extra certificates are no PEM")]
    RootCa,
    /// There is no way to speak TLS.
    #[error("cannot speak TLS: {0}")]
    Tls(String),
}

/// An address of a platform: https, or http on the loopback address, and nothing behind the host.
pub(crate) fn base(name: &'static str, text: &str) -> Result<Url, BadSetting> {
    let url = Url::parse(text).map_err(|_| BadSetting::Address(name))?;
    let loopback = match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => return Err(BadSetting::Address(name)),
    };
    let is_bare = url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    let is_safe = url.scheme() == "https" || (url.scheme() == "http" && loopback);
    if is_bare && is_safe {
        Ok(url)
    } else {
        Err(BadSetting::Address(name))
    }
}

/// `v25` or `v25.0`: what may stand in a path.
pub(crate) fn version(name: &'static str, text: &str) -> Result<String, BadSetting> {
    let digits = |part: &str| {
        (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let numbers = text.strip_prefix('v').map(|rest| rest.split('.'));
    let fits = numbers.is_some_and(|mut numbers| {
        let first = numbers.next().is_some_and(digits);
        first && numbers.next().is_none_or(digits) && numbers.next().is_none()
    });
    if fits {
        Ok(text.to_owned())
    } else {
        Err(BadSetting::Version(name))
    }
}

/// The way to platforms: neither redirects nor proxies of the environment are followed, and nothing is sent twice by
/// itself. `extra_roots` are PEM certificates that are trusted beside those of the machine.
pub(crate) fn client(extra_roots: Option<&[u8]>) -> Result<ClientBuilder, BadSetting> {
    // Refused when a provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder()
        .timeout(PATIENCE)
        .connect_timeout(PATIENCE_TO_CONNECT)
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .referer(false)
        .no_proxy();
    let Some(pem) = extra_roots else {
        return Ok(builder);
    };
    let roots = Certificate::from_pem_bundle(pem).map_err(|_| BadSetting::RootCa)?;
    if roots.is_empty() {
        return Err(BadSetting::RootCa);
    }
    Ok(builder.tls_certs_merge(roots))
}

/// The client that was described.
pub(crate) fn built(builder: ClientBuilder) -> Result<Client, BadSetting> {
    builder
        .build()
        .map_err(|error| BadSetting::Tls(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_https_or_at_home() {
        for text in [
            "https://graph.example",
            "https://graph.example:8443/",
            "http://127.0.0.1:9/",
            "http://[::1]:9",
            "http://localhost:9",
        ] {
            assert!(base("X", text).is_ok(), "{text}");
        }
        for text in [
            "",
            "graph.example",
            "http://graph.example",
            "http://10.0.0.1",
            "ftp://127.0.0.1",
            "https://graph.example/path",
            "https://graph.example?x",
            "https://graph.example#x",
            "https://me@graph.example",
            "https://:p@graph.example",
        ] {
            assert_eq!(base("X", text), Err(BadSetting::Address("X")), "{text}");
        }
    }

    #[test]
    fn versions_are_numbers() {
        for text in ["v25.0", "v26", "v1.9"] {
            assert_eq!(version("X", text).as_deref(), Ok(text));
        }
        for text in ["", "v", "25", "v25.", "v25.0.1", "v25/..", "v-1", "v12345"] {
            assert_eq!(version("X", text), Err(BadSetting::Version("X")), "{text}");
        }
    }
}
