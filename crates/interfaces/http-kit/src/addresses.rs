//! Where the service is reached from outside, as the operator has set it.
//!
//! Decides which addresses can be used: they are compared byte by byte by clients, so they are
//! kept as they were written and refused when they could be written in two ways. The `Host` header
//! of a request is never asked.

use std::net::IpAddr;

use url::Url;

/// The three addresses of the service, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addresses {
    base: String,
    api: String,
    mcp: String,
    mcp_origin_len: usize,
    loopback: bool,
}

/// Why an address cannot be used. The text names the setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting} {text:?}: {reason}")]
pub struct BadAddress {
    setting: &'static str,
    text: String,
    reason: &'static str,
}

impl Addresses {
    /// Reads the addresses. `api` is the base and `mcp` the base with `/mcp` when absent.
    pub fn new(base: &str, api: Option<&str>, mcp: Option<&str>) -> Result<Self, BadAddress> {
        let checked = check("base_url", base)?;
        if checked.origin_len != base.len() {
            return Err(bad(
                "base_url",
                base,
                "must have no path and no trailing slash",
            ));
        }
        let api = api.unwrap_or(base);
        check("api_url", api)?;
        let default_mcp = format!("{base}/mcp");
        let mcp = mcp.unwrap_or(&default_mcp);
        let checked_mcp = check("mcp_url", mcp)?;
        if checked_mcp.origin_len == mcp.len() {
            return Err(bad("mcp_url", mcp, "must have a path, for example /mcp"));
        }
        Ok(Self {
            base: base.to_owned(),
            api: api.to_owned(),
            mcp: mcp.to_owned(),
            mcp_origin_len: checked_mcp.origin_len,
            loopback: checked.loopback,
        })
    }

    /// Where people and OAuth clients go: the issuer of the authorization server.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Where the REST API is: the base, unless the operator says otherwise.
    pub fn api(&self) -> &str {
        &self.api
    }

    /// The tool server: the resource that tokens are issued for.
    pub fn mcp(&self) -> &str {
        &self.mcp
    }

    /// Scheme and host of the tool server.
    pub fn mcp_origin(&self) -> &str {
        self.mcp.get(..self.mcp_origin_len).unwrap_or(&self.mcp)
    }

    /// Path of the tool server, with its leading slash.
    pub fn mcp_path(&self) -> &str {
        self.mcp.get(self.mcp_origin_len..).unwrap_or("/mcp")
    }

    /// Where the tool server's metadata (RFC 9728) is, as challenges name it.
    pub fn resource_metadata(&self) -> String {
        format!(
            "{}/.well-known/oauth-protected-resource{}",
            self.mcp_origin(),
            self.mcp_path()
        )
    }

    /// The issuer of session tokens of the built-in identity provider.
    pub fn identity_issuer(&self) -> String {
        format!("{}/auth", self.base)
    }

    /// Whether people reach the service over TLS.
    pub fn is_secure(&self) -> bool {
        self.base.starts_with("https://")
    }

    /// Whether the service is for this machine alone.
    pub fn is_loopback(&self) -> bool {
        self.loopback
    }
}

struct Checked {
    origin_len: usize,
    loopback: bool,
}

fn bad(setting: &'static str, text: &str, reason: &'static str) -> BadAddress {
    BadAddress {
        setting,
        text: text.to_owned(),
        reason,
    }
}

/// The address must be exactly what a URL parser would write, but for the slash after the host.
fn check(setting: &'static str, text: &str) -> Result<Checked, BadAddress> {
    let bad = |reason| bad(setting, text, reason);
    let url = Url::parse(text).map_err(|_| bad("is no address"))?;
    let host = url.host_str().ok_or_else(|| bad("has no host"))?;
    let loopback = is_loopback(host);
    match url.scheme() {
        "https" => {}
        "http" if loopback => {}
        _ => return Err(bad("must be https; http is for the loopback address only")),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(bad("must have no user and no password"));
    }
    if text.contains(['?', '#']) {
        return Err(bad("must have no query and no fragment"));
    }
    if text.ends_with('/') {
        return Err(bad("must have no trailing slash"));
    }
    let origin = url.origin().ascii_serialization();
    let canonical = if url.path() == "/" {
        origin.clone()
    } else {
        format!("{origin}{}", url.path())
    };
    if canonical != text {
        return Err(bad(
            "must be written in lower case, without a default port and without escapes",
        ));
    }
    Ok(Checked {
        origin_len: origin.len(),
        loopback,
    })
}

/// Whether a host as URLs write it is this machine.
fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare == "localhost" || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_hang_on_the_base() {
        let addresses = Addresses::new("https://t.example", None, None).unwrap();
        assert_eq!(addresses.api(), "https://t.example");
        assert_eq!(addresses.mcp(), "https://t.example/mcp");
        assert_eq!(addresses.mcp_origin(), "https://t.example");
        assert_eq!(addresses.mcp_path(), "/mcp");
        assert_eq!(
            addresses.resource_metadata(),
            "https://t.example/.well-known/oauth-protected-resource/mcp"
        );
        assert!(addresses.is_secure() && !addresses.is_loopback());
    }

    #[test]
    fn the_tool_server_may_be_elsewhere() {
        let addresses = Addresses::new(
            "https://t.example",
            Some("https://api.t.example"),
            Some("https://tools.t.example:8443/a/b"),
        )
        .unwrap();
        assert_eq!(addresses.mcp_origin(), "https://tools.t.example:8443");
        assert_eq!(addresses.mcp_path(), "/a/b");
    }

    #[test]
    fn only_this_machine_does_without_tls() {
        for base in [
            "http://127.0.0.1:8080",
            "http://localhost:8080",
            "http://[::1]:8080",
        ] {
            let addresses = Addresses::new(base, None, None).unwrap();
            assert!(addresses.is_loopback() && !addresses.is_secure(), "{base}");
        }
        for base in [
            "http://t.example",
            "http://10.0.0.1",
            "ftp://t.example",
            "t.example",
            "",
        ] {
            assert!(Addresses::new(base, None, None).is_err(), "{base}");
        }
    }

    #[test]
    fn what_could_be_written_in_two_ways_is_refused() {
        for base in [
            "https://t.example/",
            "https://t.example/app",
            "https://t.example?x=1",
            "https://t.example#x",
            "https://u:p@t.example",
            "https://T.example",
            "HTTPS://t.example",
            "https://t.example:443",
            " https://t.example",
            "https://t.example\\",
        ] {
            assert!(Addresses::new(base, None, None).is_err(), "{base}");
        }
        for mcp in [
            "https://t.example",
            "https://t.example/",
            "https://t.example/mcp/",
            "https://t.example/mcp?x",
            "http://t.example/mcp",
        ] {
            assert!(
                Addresses::new("https://t.example", None, Some(mcp)).is_err(),
                "{mcp}"
            );
        }
    }
}
