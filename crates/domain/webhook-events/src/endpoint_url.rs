//! The address of a receiver, and what is wrong with those that are refused when they are written.
//! Names are not looked up here: what they resolve to is judged at every attempt.

use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

use crate::address_judge::AddressJudge;

/// The most characters of an address, as it was sent and as it is kept.
pub const MAX_URL_CHARS: usize = 2_048;

/// The most characters of a host name, without a dot at its end, and of one of its labels.
const NAME_CHARS: (usize, usize) = (253, 63);

/// Names that mean something on one machine or in one network only.
const LOCAL_SUFFIXES: [&str; 4] = ["localhost", "local", "internal", "home.arpa"];

/// Why an address is refused, to be read after the field's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum UrlFault {
    /// No URL.
    #[error("is not a URL with a host")]
    Malformed,
    /// Too long.
    #[error("has more than {MAX_URL_CHARS} characters")]
    TooLong,
    /// Whitespace, a control character or a backslash.
    #[error("has whitespace, a control character or a backslash")]
    Character,
    /// Not `https`.
    #[error("is not an https address")]
    Scheme,
    /// A user name or a password.
    #[error("has a user name or a password")]
    Userinfo,
    /// A fragment.
    #[error("has a fragment")]
    Fragment,
    /// Port 0.
    #[error("has no valid port")]
    Port,
    /// A name of one label, or one that means something in one network only.
    #[error("has a host name that is not a public one")]
    LocalName,
    /// An address that is not public.
    #[error("has an IP address that is not a public one")]
    Address,
}

/// The address of a receiver, in its normal form.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct EndpointUrl(Url);

impl EndpointUrl {
    /// Reads an address as browsers do (WHATWG), so that decimal, octal, hexadecimal and short
    /// spellings of IPv4 addresses are seen for what they are. `http` passes only to an IP address
    /// inside a network that the operator exempted.
    pub fn parse(text: &str, judge: &AddressJudge) -> Result<Self, UrlFault> {
        let odd = |c: char| c.is_whitespace() || c.is_control() || c == '\\';
        if text.chars().nth(MAX_URL_CHARS).is_some() {
            return Err(UrlFault::TooLong);
        }
        if text.chars().any(odd) {
            return Err(UrlFault::Character);
        }
        let url = Url::parse(text).map_err(|_| UrlFault::Malformed)?;
        if !matches!(url.scheme(), "https" | "http") {
            return Err(UrlFault::Scheme);
        }
        if authority(text).contains('@') {
            return Err(UrlFault::Userinfo);
        }
        if text.contains('#') {
            return Err(UrlFault::Fragment);
        }
        if url.port() == Some(0) {
            return Err(UrlFault::Port);
        }
        if url.as_str().len() > MAX_URL_CHARS {
            return Err(UrlFault::TooLong);
        }
        let endpoint = Self(url);
        endpoint.judge_host(judge)?;
        Ok(endpoint)
    }

    /// An address as it was stored. `None` when it is no web address at all; whether it may still be
    /// reached is said by [`EndpointUrl::is_allowed`].
    pub fn from_stored(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let is_web = matches!(url.scheme(), "https" | "http") && url.has_host();
        is_web.then_some(Self(url))
    }

    /// Whether a request may still go there as far as the text says: an address that is written as
    /// a number is judged again at every attempt, since nobody looks it up.
    pub fn is_allowed(&self, judge: &AddressJudge) -> bool {
        self.judge_host(judge).is_ok()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The address itself.
    pub const fn url(&self) -> &Url {
        &self.0
    }

    /// The host: a name in ASCII or an IP address.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// The IP address, when the host is written as one.
    pub fn literal(&self) -> Option<IpAddr> {
        match self.0.host()? {
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
            Host::Domain(_) => None,
        }
    }

    fn judge_host(&self, judge: &AddressJudge) -> Result<(), UrlFault> {
        let is_encrypted = self.0.scheme() == "https";
        match self.literal() {
            Some(address) if !judge.allows(address) => Err(UrlFault::Address),
            Some(address) if !is_encrypted && !judge.is_exempt(address) => Err(UrlFault::Scheme),
            Some(_) => Ok(()),
            None if !is_encrypted => Err(UrlFault::Scheme),
            None => judge_name(self.host()),
        }
    }
}

/// What stands between the scheme and the path, as it was written.
fn authority(text: &str) -> &str {
    let after = text.split_once(':').map_or("", |(_, after)| after);
    let authority = after.trim_start_matches('/');
    authority.split(['/', '?', '#']).next().unwrap_or_default()
}

fn judge_name(host: &str) -> Result<(), UrlFault> {
    let name = host.strip_suffix('.').unwrap_or(host);
    let (name_chars, label_chars) = NAME_CHARS;
    let fits = |label: &str| (1..=label_chars).contains(&label.len());
    if name.len() > name_chars || !name.split('.').all(fits) {
        return Err(UrlFault::Malformed);
    }
    let is_inside = |suffix: &str| {
        let before = name.strip_suffix(suffix);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    if !name.contains('.') || LOCAL_SUFFIXES.into_iter().any(is_inside) {
        return Err(UrlFault::LocalName);
    }
    Ok(())
}

/// The host alone: paths of receivers often hold a secret.
impl fmt::Debug for EndpointUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EndpointUrl({})", self.host())
    }
}

#[cfg(test)]
mod tests;
