//! E-mail addresses.

/// Most characters of an address (the longest path that SMTP carries, without its brackets).
pub const MAX_CHARS: usize = 254;

/// The canonical form: trimmed, lower case, the domain in its ASCII form. `None` for a text that
/// does not have the form `local@name.name`, holds white space or control characters, or is longer
/// than [`MAX_CHARS`].
///
/// Dots and `+suffix` of the local part stay: whether they matter is up to each mail server.
pub fn parse(text: &str) -> Option<String> {
    let trimmed = text.trim();
    if trimmed.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return None;
    }
    let (local, domain) = trimmed.rsplit_once('@')?;
    let domain = domain_to_ascii(domain)?;
    let address = format!("{}@{domain}", local.to_lowercase());
    let fits = !local.is_empty() && address.chars().count() <= MAX_CHARS;
    fits.then_some(address)
}

/// The domain in lower case and Punycode; at least two labels, none of them empty.
fn domain_to_ascii(domain: &str) -> Option<String> {
    let ascii = idna::domain_to_ascii_cow(domain.as_bytes(), idna::AsciiDenyList::URL).ok()?;
    let labels = ascii.split('.').count();
    (labels >= 2 && ascii.split('.').all(|label| !label.is_empty())).then(|| ascii.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_one_form() {
        for (text, canonical) in [
            ("  Ana.Perez@Example.COM ", "ana.perez@example.com"),
            ("info@ÑANDÚ.cl", "info@xn--and-6ma2c.cl"),
            ("info@xn--and-6ma2c.cl", "info@xn--and-6ma2c.cl"),
            ("josé@correo。cl", "josé@correo.cl"),
            ("A.N.A+shop@gmail.com", "a.n.a+shop@gmail.com"),
            ("ana@sub_domain.example.com", "ana@sub_domain.example.com"),
            ("\"a@b\"@example.com", "\"a@b\"@example.com"),
        ] {
            assert_eq!(parse(text).as_deref(), Some(canonical), "{text}");
        }
    }

    #[test]
    fn malformed_addresses_are_refused() {
        for text in [
            "",
            "ana",
            "@example.com",
            "ana@",
            "ana@localhost",
            "ana@.com",
            "ana@example.",
            "ana@a..com",
            "ana maria@example.com",
            "ana@exa mple.com",
            "ana@example.com\u{0}x",
            "ana@exa%mple.com",
            "ana@xn--a.com",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_longest_address_has_254_characters() {
        let address = |length: usize| format!("{}@example.com", "a".repeat(length - 12));
        assert!(parse(&address(254)).is_some());
        assert!(parse(&address(255)).is_none());
    }
}
