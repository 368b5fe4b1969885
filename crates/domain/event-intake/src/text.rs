//! Checks of text that every kind of input shares. Each returns the reason of a refusal.

use url::Url;

/// The longest address, in characters.
pub(crate) const MAX_URL: usize = 2_048;

pub(crate) const CONTROL: &str = "contains a control character";

/// `Err` when the text is longer than `max` characters or has a control character. PostgreSQL can
/// keep no NUL, and the others have no business in names, ids and addresses.
pub(crate) fn check(text: &str, max: usize) -> Result<(), String> {
    if text.chars().any(char::is_control) {
        return Err(CONTROL.to_owned());
    }
    if text.chars().count() > max {
        return Err(format!("is longer than {max} characters"));
    }
    Ok(())
}

/// Like [`check`], and not empty.
pub(crate) fn check_filled(text: &str, max: usize) -> Result<(), String> {
    if text.is_empty() {
        return Err("is empty".to_owned());
    }
    check(text, max)
}

/// An absolute address of the web.
pub(crate) fn check_url(text: &str) -> Result<(), String> {
    check(text, MAX_URL)?;
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(()),
        _ => Err("is not an absolute http or https URL".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_characters_not_bytes() {
        assert_eq!(check("ñññ", 3), Ok(()));
        assert_eq!(check("ñññ", 2).unwrap_err(), "is longer than 2 characters");
        assert!(check("a\u{0}b", 9).is_err());
        assert!(check("a\u{85}b", 9).is_err());
        assert!(check_filled("", 9).is_err());
    }

    #[test]
    fn addresses_are_absolute_and_of_the_web() {
        for good in [
            "https://example.com",
            "http://example.com/a?b=c#d",
            "HTTPS://ñandú.cl/",
        ] {
            assert_eq!(check_url(good), Ok(()), "{good}");
        }
        let long = format!("https://example.com/{}", "a".repeat(MAX_URL));
        for bad in [
            "",
            "/a",
            "example.com",
            "ftp://example.com",
            "https://",
            "javascript:1",
            &long,
        ] {
            assert!(check_url(bad).is_err(), "{bad}");
        }
    }
}
