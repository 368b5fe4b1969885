//! The service's key: one for looking identifiers up, one for encryption, both derived from it.

use application::Sealing;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use identity_graph::{IdentifierKind, ValueKeys};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};

/// Why a text is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the base64 of exactly 32 bytes")]
pub struct BadKey;

/// Keys identifiers and encrypts secrets. `Debug` shows nothing of the key.
#[derive(Clone)]
pub struct KeyRing {
    look_up: hmac::Key,
    sealing: LessSafeKey,
}

impl std::fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyRing(hidden)")
    }
}

impl KeyRing {
    /// From the base64 of 32 bytes.
    pub fn parse(text: &str) -> Result<Self, BadKey> {
        let bytes = STANDARD.decode(text.trim()).map_err(|_| BadKey)?;
        let master: [u8; 32] = bytes.try_into().map_err(|_| BadKey)?;
        Self::new(&master)
    }

    /// From 32 random bytes. The two keys in use are HMACs of fixed labels under it, so that
    /// neither tells anything about the other.
    pub fn new(master: &[u8; 32]) -> Result<Self, BadKey> {
        let root = hmac::Key::new(hmac::HMAC_SHA256, master);
        let look_up = hmac::sign(&root, b"tributary identifier look-up v1");
        let sealing = hmac::sign(&root, b"tributary sealing v1");
        let sealing = UnboundKey::new(&AES_256_GCM, sealing.as_ref()).map_err(|_| BadKey)?;
        Ok(Self {
            look_up: hmac::Key::new(hmac::HMAC_SHA256, look_up.as_ref()),
            sealing: LessSafeKey::new(sealing),
        })
    }
}

impl ValueKeys for KeyRing {
    /// National ids are so few that a plain hash could be tried out: they are keyed. Everything
    /// else is looked up by its normalised value.
    fn key(&self, kind: IdentifierKind, canonical: &str) -> String {
        match kind {
            IdentifierKind::NationalId => {
                URL_SAFE_NO_PAD.encode(hmac::sign(&self.look_up, canonical.as_bytes()))
            }
            _ => canonical.to_owned(),
        }
    }
}

/// Version byte, nonce, ciphertext with tag.
const VERSION: u8 = 1;

impl Sealing for KeyRing {
    fn seal(&self, plain: &[u8], bound_to: &str) -> Option<Vec<u8>> {
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).ok()?;
        let mut sealed = plain.to_vec();
        let aad = Aad::from(bound_to.as_bytes());
        self.sealing
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut sealed)
            .ok()?;
        Some([&[VERSION], nonce.as_slice(), &sealed].concat())
    }

    fn open(&self, sealed: &[u8], bound_to: &str) -> Option<Vec<u8>> {
        let (version, rest) = sealed.split_first()?;
        let (nonce, sealed) = rest.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut plain = sealed.to_vec();
        let aad = Aad::from(bound_to.as_bytes());
        let opened = self.sealing.open_in_place(nonce, aad, &mut plain).ok()?;
        (*version == VERSION).then(|| opened.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn national_ids_are_keyed_and_other_values_are_not() {
        let (one, two) = (
            KeyRing::new(&[1; 32]).unwrap(),
            KeyRing::new(&[2; 32]).unwrap(),
        );
        let key = |ring: &KeyRing| ring.key(IdentifierKind::NationalId, "12345678-5");
        assert_eq!(key(&one), key(&one));
        assert_ne!(key(&one), key(&two));
        assert!(!key(&one).contains("12345678"));
        assert_eq!(one.key(IdentifierKind::Email, "a@b.cl"), "a@b.cl");
    }

    #[test]
    fn what_is_sealed_opens_in_its_place_only() {
        let ring = KeyRing::new(&[1; 32]).unwrap();
        let sealed = ring.seal(b"12345678-5", "identifiers/1").unwrap();
        assert_eq!(ring.open(&sealed, "identifiers/1").unwrap(), b"12345678-5");
        assert_eq!(ring.open(&sealed, "identifiers/2"), None);
        assert_eq!(
            KeyRing::new(&[2; 32])
                .unwrap()
                .open(&sealed, "identifiers/1"),
            None
        );
        let mut altered = sealed.clone();
        *altered.last_mut().unwrap() ^= 1;
        assert_eq!(ring.open(&altered, "identifiers/1"), None);
        assert_ne!(ring.seal(b"12345678-5", "identifiers/1").unwrap(), sealed);
    }

    #[test]
    fn keys_of_other_lengths_are_refused() {
        assert!(KeyRing::parse("c2hvcnQ=").is_err());
        assert!(KeyRing::parse("not base64").is_err());
        assert!(KeyRing::parse(&STANDARD.encode([7; 32])).is_ok());
    }
}
