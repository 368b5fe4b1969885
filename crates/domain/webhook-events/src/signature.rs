//! Signatures of Standard Webhooks, version 1: what is signed, and how signatures are written. The
//! code itself is computed by whoever embeds this crate.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::secret::SigningSecret;

/// HMAC with SHA-256, handed in because this crate has no cryptography of its own.
pub trait HmacSha256: Send + Sync {
    /// The code of the parts, as if they were written one after the other.
    fn code(&self, key: &[u8], parts: &[&[u8]]) -> [u8; 32];
}

/// What is signed: `{id}.{timestamp}.{body}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message<'a> {
    /// `webhook-id`.
    pub id: &'a str,
    /// `webhook-timestamp`: seconds since 1970.
    pub timestamp: i64,
    /// The body, byte for byte.
    pub body: &'a [u8],
}

impl Message<'_> {
    /// `webhook-signature`: one `v1,` and base64 a secret, separated by spaces, in the secrets' order.
    pub fn signatures<'s>(
        &self,
        hmac: &dyn HmacSha256,
        secrets: impl Iterator<Item = &'s SigningSecret>,
    ) -> String {
        let timestamp = self.timestamp.to_string();
        let parts: [&[u8]; 5] = [
            self.id.as_bytes(),
            b".",
            timestamp.as_bytes(),
            b".",
            self.body,
        ];
        let signatures: Vec<_> = secrets
            .map(|secret| hmac.code(secret.bytes(), &parts))
            .map(|code| format!("v1,{}", STANDARD.encode(code)))
            .collect();
        signatures.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No cryptography: shows what it was given.
    struct Lengths;
    impl HmacSha256 for Lengths {
        fn code(&self, key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
            assert_eq!(parts.concat(), b"msg_1.1614265330.{}");
            [key[0]; 32]
        }
    }

    #[test]
    fn id_timestamp_and_body_are_signed_with_each_secret() {
        let message = Message {
            id: "msg_1",
            timestamp: 1_614_265_330,
            body: b"{}",
        };
        let secrets = [
            SigningSecret::from_random([0; 32]),
            SigningSecret::from_random([255; 32]),
        ];
        assert_eq!(
            message.signatures(&Lengths, secrets.iter()),
            "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= v1,//////////////////////////////////////////8="
        );
    }
}
