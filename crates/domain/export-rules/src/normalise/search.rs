//! The search engine's forms: those of the formatter that Google publishes with its Data Manager libraries.

use super::{address, filled};

/// Trimmed, in lower case; at `gmail.com` and `googlemail.com` alone without dots and without what follows a plus.
pub fn email(text: &str) -> Option<String> {
    let text = address(text)?;
    let (local, domain) = text.rsplit_once('@')?;
    if !matches!(domain, "gmail.com" | "googlemail.com") {
        return Some(text);
    }
    let local = local.split_once('+').map_or(local, |(before, _)| before);
    let local = filled(local.replace('.', ""))?;
    Some(format!("{local}@{domain}"))
}

/// A plus and the digits.
pub fn phone(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    filled(digits).map(|digits| format!("+{digits}"))
}
