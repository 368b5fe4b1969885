//! Where a browser is sent with a code: judged and compared as text.
//!
//! A URL parser would rewrite `http://2130706433/` or `http://localhost\@evil.example/` before
//! anybody looked at it; so the text itself must be plain, and is kept as it came.

/// No registered address is longer.
const MAX_BYTES: usize = 2_048;

/// An address that a client may be answered at: https with a host, or http on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectUri(String);

impl RedirectUri {
    /// `None` unless the text is such an address, without fragment and user.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.len() <= MAX_BYTES && text.bytes().all(is_uri_byte);
        let (scheme, rest) = text.split_once("://").filter(|_| plain)?;
        let authority = rest.split(['/', '?']).next().unwrap_or(rest);
        let (host, port) = split_authority(authority)?;
        let good = if scheme.eq_ignore_ascii_case("https") {
            is_host(host)
        } else {
            scheme.eq_ignore_ascii_case("http") && is_loopback(host)
        };
        (good && port.is_none_or(is_port)).then(|| Self(text.to_owned()))
    }

    /// The text as it came.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Host and port, as the person who approves sees them.
    pub fn host(&self) -> &str {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        rest.split(['/', '?']).next().unwrap_or(rest)
    }
}

/// What RFC 3986 lets stand in an address, without `#`.
const fn is_uri_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'-' | b'.'
                | b'_'
                | b'~'
                | b':'
                | b'/'
                | b'?'
                | b'['
                | b']'
                | b'@'
                | b'!'
                | b'$'
                | b'&'
                | b'\''
                | b'('
                | b')'
                | b'*'
                | b'+'
                | b','
                | b';'
                | b'='
                | b'%'
        )
}

/// Host and port; `None` when there is a user or a bracket in the wrong place.
fn split_authority(authority: &str) -> Option<(&str, Option<&str>)> {
    if authority.contains('@') {
        return None;
    }
    if authority.starts_with('[') {
        let end = authority.find(']')?;
        let (host, rest) = authority.split_at_checked(end + 1)?;
        return match rest.strip_prefix(':') {
            Some(port) => Some((host, Some(port))),
            None => rest.is_empty().then_some((host, None)),
        };
    }
    Some(match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    })
}

fn is_host(host: &str) -> bool {
    if let Some(inner) = host.strip_prefix('[') {
        return inner
            .strip_suffix(']')
            .is_some_and(|inner| inner.parse::<std::net::Ipv6Addr>().is_ok());
    }
    host.bytes().any(|byte| byte.is_ascii_alphanumeric())
        && host
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
}

fn is_loopback(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

fn is_port(port: &str) -> bool {
    port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn https_anywhere_and_http_here() {
        for text in [
            "https://app.example/callback",
            "https://app.example",
            "https://app.example:8443/cb?tenant=1&x=%20",
            "https://[2001:db8::1]/cb",
            "http://localhost:3000/callback",
            "http://localhost/",
            "http://127.0.0.1:33418",
            "http://[::1]:8080/cb",
        ] {
            let parsed = RedirectUri::parse(text);
            assert_eq!(parsed.as_ref().map(RedirectUri::as_str), Some(text));
        }
        let parsed = RedirectUri::parse("http://[::1]:8080/cb").unwrap();
        assert_eq!(parsed.host(), "[::1]:8080");
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "",
            "app.example/cb",
            "https://",
            "https:///cb",
            "https://:443/cb",
            "https://.../cb",
            "http://app.example/cb",
            "http://LOCALHOST/cb",
            "http://localhost.evil.example/cb",
            "http://127.0.0.2/cb",
            "http://127.1/cb",
            "http://2130706433/cb",
            "http://0x7f.0.0.1/cb",
            "http://[0:0:0:0:0:0:0:1]/cb",
            "http://[::1/cb",
            "http://[::1]x/cb",
            "https://[::zz]/cb",
            "http://localhost:/cb",
            "http://localhost:0/cb",
            "http://localhost:99999/cb",
            "http://localhost:+80/cb",
            "https://user@app.example/cb",
            "https://user:pw@app.example/cb",
            "http://localhost@evil.example/cb",
            "http://localhost:80@evil.example/cb",
            "https://app.example/cb#fragment",
            "https://app.example#",
            "https://app.example\\@evil.example/cb",
            "http://localhost\\.evil.example/cb",
            "https://app.example/c b",
            " https://app.example/cb",
            "https://app.example/cb\n",
            "https://app.example/\tcb",
            "https://app.example/\u{0}cb",
            "https://app.exämple/cb",
            "https://app%2eexample/cb",
            "https://app.example/<script>",
            "myapp://callback",
            "javascript:alert(1)",
            "data:text/html,x",
        ] {
            assert_eq!(RedirectUri::parse(text), None, "{text:?}");
        }
        let long = format!("https://app.example/{}", "a".repeat(MAX_BYTES));
        assert_eq!(RedirectUri::parse(&long), None);
    }

    proptest! {
        #[test]
        fn what_is_kept_is_plain_text_as_it_came(text in "(https?|HTTP)://[ -~äé\\\\@:/?#]{0,40}") {
            if let Some(uri) = RedirectUri::parse(&text) {
                prop_assert_eq!(uri.as_str(), text.as_str());
                prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic()));
                prop_assert!(!text.contains(['\\', '#']));
                prop_assert!(!uri.host().contains('@') && !uri.host().is_empty());
            }
        }

        #[test]
        fn http_hosts_are_written_literally(host in "[a-z0-9.:\\[\\]]{1,16}") {
            let text = format!("http://{host}/cb");
            if RedirectUri::parse(&text).is_some() {
                let bare = ["localhost", "127.0.0.1", "[::1]"];
                prop_assert!(bare.iter().any(|known| host.starts_with(known)), "{}", host);
            }
        }
    }
}
