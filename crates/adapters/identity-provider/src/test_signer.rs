//! Signs tokens as an issuer does, rightly and wrongly. The tests of the HTTP interface use it too.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256,
    RSA_PSS_SHA256, RsaKeyPair,
};
use serde_json::{Value, json};

/// An RSA key of 2,048 bits (PKCS #8), which guards nothing: `ring` makes none.
const RSA_KEY: &str = include_str!("test_signer/rsa_key.txt");

/// The algorithms that count.
pub(crate) const ALGORITHMS: [&str; 4] = ["ES256", "RS256", "PS256", "EdDSA"];

enum Pair {
    P256(EcdsaKeyPair),
    Rsa(RsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

/// A key with a name, and the algorithm that it signs with.
pub(crate) struct Signer {
    pub(crate) id: String,
    pub(crate) algorithm: &'static str,
    pair: Pair,
    random: SystemRandom,
}

fn encoded(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

impl Signer {
    /// A new key; the RSA key is always the same one.
    pub(crate) fn new(algorithm: &'static str, id: &str) -> Self {
        let random = SystemRandom::new();
        let pair = match algorithm {
            "ES256" => {
                let kind = &ECDSA_P256_SHA256_FIXED_SIGNING;
                let made = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
                Pair::P256(EcdsaKeyPair::from_pkcs8(kind, made.as_ref(), &random).unwrap())
            }
            "EdDSA" => {
                let made = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
                Pair::Ed25519(Ed25519KeyPair::from_pkcs8(made.as_ref()).unwrap())
            }
            _ => {
                let key = STANDARD.decode(RSA_KEY.replace('\n', "")).unwrap();
                Pair::Rsa(RsaKeyPair::from_pkcs8(&key).unwrap())
            }
        };
        Self {
            id: id.to_owned(),
            algorithm,
            pair,
            random,
        }
    }

    /// The public key as an issuer publishes it.
    pub(crate) fn jwk(&self) -> Value {
        let mut jwk = match &self.pair {
            Pair::P256(pair) => {
                let point = pair.public_key().as_ref();
                json!({"kty": "EC", "crv": "P-256", "x": encoded(&point[1..33]),
                    "y": encoded(&point[33..])})
            }
            Pair::Rsa(pair) => {
                let public = PublicKeyComponents::<Vec<u8>>::from(pair.public());
                json!({"kty": "RSA", "n": encoded(public.n), "e": encoded(public.e)})
            }
            Pair::Ed25519(pair) => {
                json!({"kty": "OKP", "crv": "Ed25519", "x": encoded(pair.public_key())})
            }
        };
        jwk["kid"] = json!(self.id);
        jwk["use"] = json!("sig");
        jwk
    }

    /// The public key's own bytes, as somebody might mistake them for a secret.
    pub(crate) fn public_bytes(&self) -> Vec<u8> {
        match &self.pair {
            Pair::P256(pair) => pair.public_key().as_ref().to_vec(),
            Pair::Rsa(pair) => pair.public_key().as_ref().to_vec(),
            Pair::Ed25519(pair) => pair.public_key().as_ref().to_vec(),
        }
    }

    /// The header of a good token.
    pub(crate) fn header(&self) -> Value {
        json!({"alg": self.algorithm, "typ": "JWT", "kid": self.id})
    }

    /// A token with this header, whatever it says.
    pub(crate) fn sign(&self, header: &Value, claims: &Value) -> String {
        let message = message(header, claims);
        let signature = match &self.pair {
            Pair::P256(pair) => {
                let signature = pair.sign(&self.random, message.as_bytes()).unwrap();
                signature.as_ref().to_vec()
            }
            Pair::Ed25519(pair) => pair.sign(message.as_bytes()).as_ref().to_vec(),
            Pair::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                let padding: &'static dyn ring::signature::RsaEncoding = match self.algorithm {
                    "PS256" => &RSA_PSS_SHA256,
                    _ => &RSA_PKCS1_SHA256,
                };
                pair.sign(padding, &self.random, message.as_bytes(), &mut signature)
                    .unwrap();
                signature
            }
        };
        format!("{message}.{}", encoded(signature))
    }
}

/// A token whose HMAC was made with what everybody knows.
pub(crate) fn hmac(header: &Value, claims: &Value, secret: &[u8]) -> String {
    let message = message(header, claims);
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
    let tag = ring::hmac::sign(&key, message.as_bytes());
    format!("{message}.{}", encoded(tag))
}

/// A token that nobody signed.
pub(crate) fn unsigned(header: &Value, claims: &Value) -> String {
    format!("{}.", message(header, claims))
}

fn message(header: &Value, claims: &Value) -> String {
    format!(
        "{}.{}",
        encoded(header.to_string()),
        encoded(claims.to_string())
    )
}

/// The same object with another member; without it for `null`.
pub(crate) fn changed(mut object: Value, name: &str, to: Value) -> Value {
    if to.is_null() {
        object.as_object_mut().unwrap().remove(name);
    } else {
        object[name] = to;
    }
    object
}
