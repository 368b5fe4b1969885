//! The public keys of an issuer: a JSON Web Key Set (RFC 7517).

use serde_json::Value;

use crate::keys::{Algorithm, VerifyingKey};

/// More keys are not read.
const MOST_KEYS: usize = 100;

/// Keys by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeySet(Vec<NamedKey>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct NamedKey {
    id: String,
    /// The one algorithm that the issuer uses the key with, if it says so.
    only: Option<Algorithm>,
    key: VerifyingKey,
}

impl NamedKey {
    /// `None` for a key without a name, and for one that signs nothing that we accept.
    fn parse(jwk: &Value) -> Option<Self> {
        let key = VerifyingKey::from_jwk(jwk)?;
        let only = match jwk.get("alg") {
            None => None,
            Some(algorithm) => {
                let only = Algorithm::parse(algorithm.as_str()?);
                Some(only.filter(|only| key.fits(*only))?)
            }
        };
        Some(Self {
            id: jwk.get("kid")?.as_str()?.to_owned(),
            only,
            key,
        })
    }
}

impl KeySet {
    /// Of a document; keys that cannot be used are left out.
    pub fn parse(document: &Value) -> Self {
        let keys = document.get("keys").and_then(Value::as_array);
        let keys = keys.into_iter().flatten().take(MOST_KEYS);
        Self(keys.filter_map(NamedKey::parse).collect())
    }

    /// The key with this id, if it can be used with the algorithm.
    pub fn find(&self, id: &str, algorithm: Algorithm) -> Option<&VerifyingKey> {
        let fits = |key: &&NamedKey| {
            key.id == id && key.only.is_none_or(|only| only == algorithm) && key.key.fits(algorithm)
        };
        self.0.iter().find(fits).map(|key| &key.key)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_are_found_by_name_and_use() {
        let rsa = json!({"kty": "RSA", "kid": "a", "n": "AQAB", "e": "AQAB", "alg": "RS256"});
        let other = json!({"kty": "OKP", "crv": "Ed25519", "kid": "a", "x": "AAAA"});
        let set = KeySet::parse(&json!({"keys": [rsa, other]}));
        assert!(set.find("a", Algorithm::Rs256).is_some());
        assert!(set.find("a", Algorithm::EdDsa).is_some());
        // The issuer says which of the two it signs with.
        assert!(set.find("a", Algorithm::Ps256).is_none());
        assert!(set.find("a", Algorithm::Es256).is_none());
        assert!(set.find("b", Algorithm::Rs256).is_none());
    }

    #[test]
    fn keys_that_cannot_be_used_are_left_out() {
        let good = json!({"kty": "OKP", "crv": "Ed25519", "kid": "a", "x": "AAAA"});
        for (name, value) in [
            ("kid", json!(7)),
            ("use", json!("enc")),
            ("key_ops", json!(["encrypt"])),
            ("alg", json!("HS256")),
            ("alg", json!("RS256")),
            ("crv", json!("X25519")),
            ("kty", json!("oct")),
        ] {
            let mut key = good.clone();
            key[name] = value;
            let set = KeySet::parse(&json!({"keys": [key]}));
            assert!(set.is_empty(), "{name}");
        }
        assert!(!KeySet::parse(&json!({"keys": [good]})).is_empty());
        assert!(KeySet::parse(&json!({"keys": "none"})).is_empty());
        assert!(KeySet::parse(&json!([])).is_empty());
    }
}
