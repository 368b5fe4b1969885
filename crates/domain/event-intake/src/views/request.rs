//! What the address of a picture says.

use std::borrow::Cow;

use url::form_urlencoded;

use super::token::RecipientToken;
use crate::tracking_key::TrackingKeyText;

/// The longest query that is read, in bytes.
pub const MAX_QUERY: usize = 2_048;

/// Whom a picture says that it was sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Nobody in particular.
    Nobody,
    /// Somebody, in a way that cannot be read: a placeholder that nobody filled in, or half a token.
    Unreadable,
    /// The recipient whom a token names, if it is genuine.
    Recipient(RecipientToken),
}

/// Why nothing is recorded of a picture that was loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// It names no tracking key.
    #[error("the address names no tracking key")]
    NoKey,
    /// The address is longer than is read; the key, if one stands at its beginning.
    #[error("the address is too long")]
    TooLong(Option<TrackingKeyText>),
}

/// The address of a picture as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewRequest {
    /// The profile's public key.
    pub key: TrackingKeyText,
    /// Whom it was sent to.
    pub claim: Claim,
    /// Everything else as it was written, with a `?` in front: an address without a place, of which traffic evidence is
    /// read. Parameters that say nothing of traffic are in it and are nowhere kept.
    pub address: String,
}

impl ViewRequest {
    /// Reads a query as it came, without the `?`. Parameters that it does not know are no mistake, of one that comes more
    /// than once the first counts, and encoding that is broken spoils its own parameter alone.
    pub fn parse(query: &str) -> Result<Self, ViewError> {
        if query.len() > MAX_QUERY {
            let begin = query.get(..query.floor_char_boundary(MAX_QUERY));
            let pairs = begin.unwrap_or_default().split('&');
            return Err(ViewError::TooLong(
                first(pairs, "k").and_then(|key| TrackingKeyText::parse(&key)),
            ));
        }
        let key = first(query.split('&'), "k").and_then(|key| TrackingKeyText::parse(&key));
        let key = key.ok_or(ViewError::NoKey)?;
        let claim = match first(query.split('&'), "r") {
            None => Claim::Nobody,
            Some(text) if text.is_empty() => Claim::Nobody,
            Some(text) => RecipientToken::parse(&text).map_or(Claim::Unreadable, Claim::Recipient),
        };
        let is_ours = |pair: &&str| matches!(&*name_of(pair), "k" | "r");
        let others: Vec<&str> = query.split('&').filter(|pair| !is_ours(pair)).collect();
        Ok(Self {
            key,
            claim,
            address: format!("?{}", others.join("&")),
        })
    }
}

/// The decoded value of the first parameter of this name.
fn first<'a>(mut pairs: impl Iterator<Item = &'a str>, name: &str) -> Option<Cow<'a, str>> {
    let pair = pairs.find(|pair| name_of(pair) == name)?;
    form_urlencoded::parse(pair.as_bytes())
        .next()
        .map(|(_, value)| value)
}

fn name_of(pair: &str) -> Cow<'_, str> {
    let mut parts = form_urlencoded::parse(pair.as_bytes());
    parts.next().map(|(name, _)| name).unwrap_or_default()
}
