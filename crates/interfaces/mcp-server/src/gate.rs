//! Who may knock: pages by their origin, and host names on a loopback server. Pure.

use actix_web::http::header::{HOST, HeaderMap, ORIGIN};

use http_kit::addresses::Addresses;

const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Why a request is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Barred {
    /// It comes from a page of another origin.
    Origin,
    /// It asks for a name that this server does not have, as a page does that was bound to this
    /// machine's address by its name server.
    Host,
}

impl Barred {
    /// In words.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Origin => "requests from pages of this origin are not accepted",
            Self::Host => "this server is not known under this host name",
        }
    }
}

/// Lets in requests without origin, those of our own and of allowed ones, and on a loopback server
/// those of this machine under a name of this machine.
pub(crate) fn check(
    headers: &HeaderMap,
    addresses: &Addresses,
    allowed: &[String],
) -> Result<(), Barred> {
    for origin in headers.get_all(ORIGIN) {
        let origin = origin.to_str().map_err(|_| Barred::Origin)?;
        let own = origin == addresses.base() || origin == addresses.mcp_origin();
        let known = own || allowed.iter().any(|other| other == origin);
        let local = addresses.is_loopback() && is_loopback_origin(origin);
        if !known && !local {
            return Err(Barred::Origin);
        }
    }
    if addresses.is_loopback() {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let own = addresses.mcp_origin().split_once("://");
        let own = own.map(|(_, authority)| authority);
        if !host.is_some_and(|host| Some(host) == own || is_loopback_authority(host)) {
            return Err(Barred::Host);
        }
    }
    Ok(())
}

fn is_loopback_origin(origin: &str) -> bool {
    origin.split_once("://").is_some_and(|(scheme, authority)| {
        matches!(scheme, "http" | "https") && is_loopback_authority(authority)
    })
}

/// A name of this machine with or without a port.
fn is_loopback_authority(authority: &str) -> bool {
    LOOPBACK.into_iter().any(|name| {
        let Some((host, rest)) = authority.split_at_checked(name.len()) else {
            return false;
        };
        let is_port = |rest: &str| {
            rest.strip_prefix(':')
                .is_some_and(|port| port.parse::<u16>().is_ok())
        };
        host.eq_ignore_ascii_case(name) && (rest.is_empty() || is_port(rest))
    })
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn ask(base: &str, sent: &[(HeaderName, &str)]) -> Result<(), Barred> {
        let addresses = Addresses::new(base, None, None).unwrap();
        let mut headers = HeaderMap::new();
        for (name, value) in sent {
            headers.append(name.clone(), HeaderValue::from_str(value).unwrap());
        }
        check(
            &headers,
            &addresses,
            &["https://inspector.example".to_owned()],
        )
    }

    #[test]
    fn pages_are_let_in_by_their_origin() {
        let public = "https://t.example";
        for (origin, expected) in [
            ("https://t.example", Ok(())),
            ("https://inspector.example", Ok(())),
            ("https://evil.example", Err(Barred::Origin)),
            ("https://t.example.evil.example", Err(Barred::Origin)),
            ("http://t.example", Err(Barred::Origin)),
            ("https://t.example:8443", Err(Barred::Origin)),
            ("http://localhost:6274", Err(Barred::Origin)),
            ("null", Err(Barred::Origin)),
            ("", Err(Barred::Origin)),
        ] {
            assert_eq!(ask(public, &[(ORIGIN, origin)]), expected, "{origin}");
        }
        assert_eq!(ask(public, &[]), Ok(()));
        let two = [
            (ORIGIN, "https://t.example"),
            (ORIGIN, "https://evil.example"),
        ];
        assert_eq!(ask(public, &two), Err(Barred::Origin));
    }

    #[test]
    fn a_loopback_server_answers_this_machine_under_its_names() {
        let local = "http://127.0.0.1:8080";
        let host = (HOST, "127.0.0.1:8080");
        for (origin, expected) in [
            ("http://localhost:6274", Ok(())),
            ("http://127.0.0.1:3000", Ok(())),
            ("http://[::1]:3000", Ok(())),
            ("http://localhost.evil.example", Err(Barred::Origin)),
            ("http://localhost:x", Err(Barred::Origin)),
            ("file://localhost", Err(Barred::Origin)),
            ("null", Err(Barred::Origin)),
        ] {
            let sent = [host.clone(), (ORIGIN, origin)];
            assert_eq!(ask(local, &sent), expected, "{origin}");
        }
        for (host, expected) in [
            ("localhost:8080", Ok(())),
            ("LOCALHOST", Ok(())),
            ("[::1]:8080", Ok(())),
            ("evil.example:8080", Err(Barred::Host)),
            ("127.0.0.1.evil.example", Err(Barred::Host)),
            ("127.0.0.1:", Err(Barred::Host)),
            ("", Err(Barred::Host)),
        ] {
            assert_eq!(ask(local, &[(HOST, host)]), expected, "{host}");
        }
        assert_eq!(ask(local, &[]), Err(Barred::Host));
    }

    #[test]
    fn a_public_server_is_behind_proxies_and_asks_no_host() {
        let sent = [(HOST, "10.0.0.7:8080")];
        assert_eq!(ask("https://t.example", &sent), Ok(()));
    }
}
