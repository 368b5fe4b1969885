//! Normal forms of what is hashed, as each platform publishes them. `None` when nothing is left of a value.
//!
//! A value that is a SHA-256 digest already, 64 hexadecimal digits, is passed on as it is: see [`digest_of`].

pub mod search;
pub mod social;

/// The digest that a text already is: 64 hexadecimal digits, in lower case.
pub fn digest_of(text: &str) -> Option<String> {
    let text = text.trim();
    let is_digest = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_digest.then(|| text.to_ascii_lowercase())
}

fn filled(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// An e-mail address in lower case; `None` when it has no two sides.
fn address(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let (local, domain) = text.rsplit_once('@')?;
    let is_whole = !local.is_empty() && !domain.is_empty() && !text.contains(char::is_whitespace);
    is_whole.then_some(text)
}
