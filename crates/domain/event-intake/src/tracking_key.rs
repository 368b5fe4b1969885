//! Public keys that a site's tracker names its profile by. They are not secret: anyone who opens
//! the site can read them, and all they allow is to add browser events.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Timestamp, TrackingKeyId};

const PREFIX: &str = "trk_live_";
/// 32 bytes in unpadded base64url.
const BODY_CHARS: usize = 43;

/// The text of a tracking key: `trk_live_` and 43 base64url characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TrackingKeyText(String);

impl TrackingKeyText {
    /// Makes a key of 32 bytes from a cryptographic random source.
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// `None` unless the text has exactly the shape of a tracking key.
    pub fn parse(text: &str) -> Option<Self> {
        let body = text.strip_prefix(PREFIX)?;
        let base64url = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        (body.len() == BODY_CHARS && body.bytes().all(base64url)).then(|| Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TrackingKeyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A tracking key of a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackingKey {
    /// Its id.
    pub id: TrackingKeyId,
    /// What the tracker sends, the text of a [`TrackingKeyText`].
    pub public_key: String,
    /// When it was issued.
    pub created_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_the_exact_shape_is_a_key() {
        let good = format!("trk_live_{}", "A-_9".repeat(10) + "xyz");
        assert_eq!(TrackingKeyText::parse(&good).unwrap().as_str(), good);
        let secret = good.replace("trk_live_", "svc_live_");
        let padded = good.replace("xyz", "xy=");
        let spaced = format!(" {good}");
        for bad in [
            "",
            "trk_live_",
            &good[..51],
            &format!("{good}A"),
            &secret,
            &padded,
            &spaced,
        ] {
            assert_eq!(TrackingKeyText::parse(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn every_made_key_is_one_and_tells_its_bytes(bytes: [u8; 32]) {
            let key = TrackingKeyText::from_random(bytes);
            prop_assert_eq!(TrackingKeyText::parse(key.as_str()), Some(key.clone()));
            let body = key.as_str().strip_prefix("trk_live_").unwrap();
            prop_assert_eq!(URL_SAFE_NO_PAD.decode(body).unwrap(), bytes);
        }
    }
}
