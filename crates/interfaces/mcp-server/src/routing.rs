//! Headers in which a request repeats what a proxy routes by. Pure.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// A header that repeats a part of the body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Repeated {
    /// Not sent.
    #[default]
    Absent,
    /// Sent once, trimmed and decoded.
    Text(String),
    /// Sent twice, or nothing that could be a text.
    Unusable,
}

/// The headers that repeat parts of the body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoutingHeaders {
    /// `MCP-Protocol-Version`
    pub version: Repeated,
    /// `Mcp-Method`
    pub method: Repeated,
    /// `Mcp-Name`
    pub name: Repeated,
}

impl Repeated {
    /// Of the values of one header. A value in base64 between `=?base64?` and `?=` is decoded.
    pub(crate) fn of<'a>(mut values: impl Iterator<Item = &'a [u8]>) -> Self {
        match (values.next(), values.next()) {
            (None, _) => Self::Absent,
            (Some(value), None) => decoded(value).map_or(Self::Unusable, Self::Text),
            (Some(_), Some(_)) => Self::Unusable,
        }
    }

    /// Whether it was sent once and says this.
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(self, Self::Text(sent) if sent == text)
    }
}

fn decoded(value: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(value).ok()?;
    let text = text.trim_matches([' ', '\t']);
    let coded = text
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="));
    match coded {
        None => Some(text.to_owned()),
        Some(coded) => String::from_utf8(STANDARD.decode(coded).ok()?).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_that_was_sent_twice_says_nothing() {
        let twice = [b"tools/list".as_slice(), b"tools/list".as_slice()];
        assert_eq!(Repeated::of(twice.into_iter()), Repeated::Unusable);
        assert_eq!(
            Repeated::of([b"\xff".as_slice()].into_iter()),
            Repeated::Unusable
        );
        assert_eq!(Repeated::of(std::iter::empty()), Repeated::Absent);
    }

    #[test]
    fn values_that_no_header_can_hold_come_in_base64() {
        let of = |value: &str| Repeated::of([value.as_bytes()].into_iter());
        for (value, expected) in [
            ("overview", "overview"),
            (" \toverview ", "overview"),
            ("=?base64?Z3LDvMOfZQ==?=", "grüße"),
            ("=?base64??=", ""),
            ("=?base64?overview", "=?base64?overview"),
        ] {
            assert!(of(value).is(expected), "{value}");
        }
        for value in ["=?base64?!!?=", "=?base64?Z3LDvMOfZQ?=", "=?base64?/w==?="] {
            assert_eq!(of(value), Repeated::Unusable, "{value}");
        }
    }
}
