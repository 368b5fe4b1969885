//! What the operator says about platforms.

use url::{Host, Url};

/// What the operator says about all of them.
#[derive(Clone)]
pub struct AuthorizationSettings {
    /// Where browsers come back to.
    pub redirect_uri: String,
    /// Ads in a social network.
    pub social_ads: SocialAdsSettings,
    /// Ads beside search results.
    pub search_ads: SearchAdsSettings,
    /// Certificates (PEM) that are trusted beside those of the machine.
    pub extra_roots: Option<Vec<u8>>,
}

/// The operator's own client at a platform.
#[derive(Clone)]
pub struct ClientCredentials {
    /// Its id.
    pub id: String,
    /// Its secret.
    pub secret: String,
}

/// Meta, by its Graph API.
#[derive(Clone)]
pub struct SocialAdsSettings {
    /// The operator's app; without it tokens can still be pasted.
    pub client: Option<ClientCredentials>,
    /// Where the page is on which people allow access: scheme and host.
    pub dialog_url: String,
    /// Where the API is: scheme and host.
    pub api_url: String,
    /// The API's version, for example `v25.0`.
    pub api_version: String,
}

/// Google Ads.
#[derive(Clone)]
pub struct SearchAdsSettings {
    /// The operator's client.
    pub client: Option<ClientCredentials>,
    /// Where the page is on which people allow access: scheme and host.
    pub consent_url: String,
    /// Where tokens are: scheme and host.
    pub token_url: String,
    /// Where the API is: scheme and host.
    pub api_url: String,
    /// The API's version, for example `v26`.
    pub api_version: String,
}

impl Default for SocialAdsSettings {
    /// The platform's own addresses, and no client.
    fn default() -> Self {
        Self {
            client: None,
            dialog_url: Self::DIALOG_URL.to_owned(),
            api_url: Self::API_URL.to_owned(),
            api_version: Self::API_VERSION.to_owned(),
        }
    }
}

impl SocialAdsSettings {
    /// The platform's own page.
    pub const DIALOG_URL: &'static str = "https://www.facebook.com";
    /// The platform's own API.
    pub const API_URL: &'static str = "https://graph.facebook.com";
    /// The version that this was written for.
    pub const API_VERSION: &'static str = "v25.0";
}

impl Default for SearchAdsSettings {
    /// The platform's own addresses, and no client.
    fn default() -> Self {
        Self {
            client: None,
            consent_url: Self::CONSENT_URL.to_owned(),
            token_url: Self::TOKEN_URL.to_owned(),
            api_url: Self::API_URL.to_owned(),
            api_version: Self::API_VERSION.to_owned(),
        }
    }
}

impl SearchAdsSettings {
    /// The platform's own page.
    pub const CONSENT_URL: &'static str = "https://accounts.google.com";
    /// The platform's own token endpoint.
    pub const TOKEN_URL: &'static str = "https://oauth2.googleapis.com";
    /// The platform's own API.
    pub const API_URL: &'static str = "https://googleads.googleapis.com";
    /// The version that this was written for.
    pub const API_VERSION: &'static str = "v26";
}

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
pub(super) fn base(name: &'static str, text: &str) -> Result<Url, BadSetting> {
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
pub(super) fn version(name: &'static str, text: &str) -> Result<String, BadSetting> {
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
