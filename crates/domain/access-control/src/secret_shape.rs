//! What the characters of a secret may be.

/// 32 bytes in unpadded base64url.
const SECRET_CHARS: usize = 43;

pub(crate) fn has_secret_shape(text: &str, prefix: &str) -> bool {
    text.strip_prefix(prefix)
        .is_some_and(|rest| rest.len() == SECRET_CHARS && rest.bytes().all(is_base64url))
}

pub(crate) const fn is_base64url(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}
