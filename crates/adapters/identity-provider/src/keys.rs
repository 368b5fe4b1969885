//! Public keys, and the algorithms that fit them.
//!
//! The algorithm is chosen by our list and must fit the key's own type; a token cannot make an RSA
//! key the secret of an HMAC, because there is no HMAC here.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RSA_PSS_2048_8192_SHA256,
    UnparsedPublicKey,
};
use serde_json::Value;

/// What a token may be signed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// ECDSA on P-256 with SHA-256.
    Es256,
    /// RSA, PKCS #1 1.5, with SHA-256.
    Rs256,
    /// RSA-PSS with SHA-256.
    Ps256,
    /// Ed25519.
    EdDsa,
}

impl Algorithm {
    /// Of a header; `None` for every other word, `none` and `HS256` among them.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "ES256" => Some(Self::Es256),
            "RS256" => Some(Self::Rs256),
            "PS256" => Some(Self::Ps256),
            "EdDSA" => Some(Self::EdDsa),
            _ => None,
        }
    }
}

/// A public key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifyingKey {
    /// An uncompressed point on P-256.
    P256(Vec<u8>),
    /// Modulus and exponent, big-endian.
    Rsa {
        /// Modulus.
        n: Vec<u8>,
        /// Exponent.
        e: Vec<u8>,
    },
    /// A point on Curve25519.
    Ed25519(Vec<u8>),
}

impl VerifyingKey {
    /// Of a JSON Web Key; `None` for other types, and for keys that are not for signatures.
    pub fn from_jwk(jwk: &Value) -> Option<Self> {
        let text = |name: &str| jwk.get(name).and_then(Value::as_str);
        let bytes = |name: &str| URL_SAFE_NO_PAD.decode(text(name)?).ok();
        if text("use").is_some_and(|purpose| purpose != "sig") {
            return None;
        }
        let operations = jwk.get("key_ops").and_then(Value::as_array);
        if operations.is_some_and(|some| !some.iter().any(|one| one == "verify")) {
            return None;
        }
        match (text("kty")?, text("crv")) {
            ("EC", Some("P-256")) => {
                let (x, y) = (bytes("x")?, bytes("y")?);
                let whole = x.len() == 32 && y.len() == 32;
                whole.then(|| Self::P256([&[4][..], &x, &y].concat()))
            }
            ("RSA", _) => Some(Self::Rsa {
                n: bytes("n")?,
                e: bytes("e")?,
            }),
            ("OKP", Some("Ed25519")) => Some(Self::Ed25519(bytes("x")?)),
            _ => None,
        }
    }

    /// Whether the key can be used with the algorithm.
    pub fn fits(&self, algorithm: Algorithm) -> bool {
        match self {
            Self::P256(_) => algorithm == Algorithm::Es256,
            Self::Rsa { .. } => matches!(algorithm, Algorithm::Rs256 | Algorithm::Ps256),
            Self::Ed25519(_) => algorithm == Algorithm::EdDsa,
        }
    }

    /// Whether the signature is this key's under that algorithm; `false` when they do not fit.
    pub fn verifies(&self, algorithm: Algorithm, message: &[u8], signature: &[u8]) -> bool {
        match (algorithm, self) {
            (Algorithm::Es256, Self::P256(point)) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point)
                    .verify(message, signature)
                    .is_ok()
            }
            (Algorithm::EdDsa, Self::Ed25519(point)) => UnparsedPublicKey::new(&ED25519, point)
                .verify(message, signature)
                .is_ok(),
            (Algorithm::Rs256, Self::Rsa { n, e }) => PublicKeyComponents { n, e }
                .verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
                .is_ok(),
            (Algorithm::Ps256, Self::Rsa { n, e }) => PublicKeyComponents { n, e }
                .verify(&RSA_PSS_2048_8192_SHA256, message, signature)
                .is_ok(),
            _ => false,
        }
    }
}
