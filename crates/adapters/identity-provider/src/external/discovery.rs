//! What the issuer says about itself (`OpenID` Connect Discovery 1.0).

use serde_json::Value;
use url::{Host, Url};

use super::BadIssuer;
use super::http::Unreachable;

/// Where the issuer's documents begin.
const WELL_KNOWN: &str = "/.well-known/openid-configuration";

/// The address of an issuer, checked; compared byte by byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IssuerAddress {
    text: String,
    discovery: Url,
    is_secure: bool,
}

impl IssuerAddress {
    /// An https address, or http on the loopback address, without query, fragment and user.
    pub(crate) fn parse(text: &str) -> Result<Self, BadIssuer> {
        let url = Url::parse(text).map_err(|_| BadIssuer::Address)?;
        let plain = url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if !plain || !is_usable(&url, false) {
            return Err(BadIssuer::Address);
        }
        let discovery = format!("{}{WELL_KNOWN}", text.trim_end_matches('/'));
        Ok(Self {
            text: text.to_owned(),
            discovery: Url::parse(&discovery).map_err(|_| BadIssuer::Address)?,
            is_secure: url.scheme() == "https",
        })
    }

    /// As tokens name it.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Where its metadata are.
    pub(crate) fn discovery(&self) -> &Url {
        &self.discovery
    }
}

/// https; http is for the loopback address, and only for an issuer that is there too.
fn is_usable(url: &Url, secure_only: bool) -> bool {
    let loopback = match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => return false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && loopback && !secure_only)
}

/// What is used of the issuer's metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Metadata {
    /// The page where people sign in.
    pub authorization_endpoint: Url,
    /// Where codes are exchanged.
    pub token_endpoint: Url,
    /// Where its keys are.
    pub jwks_uri: Url,
    /// Whether its answers always name it (RFC 9207).
    pub answers_name_issuer: bool,
}

impl Metadata {
    /// Of the document, which must be that of the issuer.
    pub(crate) fn parse(document: &Value, issuer: &IssuerAddress) -> Result<Self, Unreachable> {
        if document.get("issuer").and_then(Value::as_str) != Some(issuer.as_str()) {
            let words = "its metadata are those of another issuer";
            return Err(Unreachable(words.to_owned()));
        }
        let url = |name: &str| {
            let text = document.get(name).and_then(Value::as_str);
            text.and_then(|text| Url::parse(text).ok())
                .filter(|url| is_usable(url, issuer.is_secure))
                .ok_or_else(|| Unreachable(format!("its metadata have no usable {name}")))
        };
        let names = document.get("authorization_response_iss_parameter_supported");
        Ok(Self {
            authorization_endpoint: url("authorization_endpoint")?,
            token_endpoint: url("token_endpoint")?,
            jwks_uri: url("jwks_uri")?,
            answers_name_issuer: names == Some(&Value::Bool(true)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn issuers_are_https_or_here() {
        for (good, discovery) in [
            (
                "https://id.example",
                "https://id.example/.well-known/openid-configuration",
            ),
            (
                "https://id.example/",
                "https://id.example/.well-known/openid-configuration",
            ),
            (
                "https://id.example/realms/one",
                "https://id.example/realms/one/.well-known/openid-configuration",
            ),
            (
                "http://127.0.0.1:9000",
                "http://127.0.0.1:9000/.well-known/openid-configuration",
            ),
        ] {
            let issuer = IssuerAddress::parse(good).unwrap();
            assert_eq!(issuer.as_str(), good);
            assert_eq!(issuer.discovery().as_str(), discovery);
        }
        for odd in [
            "",
            "id.example",
            "http://id.example",
            "ftp://id.example",
            "https://id.example?x=1",
            "https://id.example#x",
            "https://user@id.example",
            "https://user:secret@id.example",
        ] {
            assert!(IssuerAddress::parse(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn metadata_are_those_of_the_issuer_and_lead_nowhere_worse() {
        let issuer = IssuerAddress::parse("https://id.example").unwrap();
        let good = json!({
            "issuer": "https://id.example",
            "authorization_endpoint": "https://id.example/authorize",
            "token_endpoint": "https://id.example/token",
            "jwks_uri": "https://keys.example/jwks",
        });
        let metadata = Metadata::parse(&good, &issuer).unwrap();
        assert_eq!(metadata.jwks_uri.as_str(), "https://keys.example/jwks");
        assert!(!metadata.answers_name_issuer);
        for (name, value) in [
            ("issuer", json!("https://id.example/")),
            ("issuer", json!("https://evil.example")),
            ("issuer", json!(null)),
            ("token_endpoint", json!("http://id.example/token")),
            ("token_endpoint", json!("http://127.0.0.1/token")),
            ("jwks_uri", json!("file:///etc/passwd")),
            ("jwks_uri", json!(null)),
            ("authorization_endpoint", json!("javascript:alert(1)")),
        ] {
            let mut bad = good.clone();
            bad[name] = value.clone();
            assert!(Metadata::parse(&bad, &issuer).is_err(), "{name} {value}");
        }
    }
}
