//! The service's keys: one for looking identifiers up, the others for encryption.

use application::Sealing;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use identity_graph::{IdentifierKind, ValueKeys};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};
use ring::{digest, hmac};

/// Why a text is no ring of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadKey {
    /// One of them is something else.
    #[error("is not the base64 of exactly 32 bytes")]
    Form,
    /// There are none, more than eight, or one twice.
    #[error("must be one to eight different keys, separated by commas")]
    Number,
}

/// Names a key beside what it sealed; tells nothing of it.
type KeyId = [u8; 4];

/// Keys identifiers and encrypts secrets. `Debug` shows nothing of the keys.
///
/// The first key seals, every key opens: a new key goes in front of the others. The last key also
/// makes the look-up values of national ids, which are stored, so it stays as long as the database.
#[derive(Clone)]
pub struct KeyRing {
    look_up: hmac::Key,
    deriving: hmac::Key,
    fingerprints: hmac::Key,
    /// Never empty; the first one seals.
    sealing: Vec<(KeyId, LessSafeKey)>,
}

impl std::fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyRing(hidden)")
    }
}

impl KeyRing {
    /// From base64 texts of 32 bytes each, separated by commas, the newest first.
    pub fn parse(text: &str) -> Result<Self, BadKey> {
        let master = |text: &str| {
            let bytes = STANDARD.decode(text.trim()).map_err(|_| BadKey::Form)?;
            <[u8; 32]>::try_from(bytes).map_err(|_| BadKey::Form)
        };
        let masters: Vec<_> = text.split(',').map(master).collect::<Result<_, _>>()?;
        Self::new(&masters)
    }

    /// From random bytes, the newest first. The keys in use are HMACs of fixed labels under them,
    /// so that none tells anything about another.
    pub fn new(masters: &[[u8; 32]]) -> Result<Self, BadKey> {
        let derived = |master: &[u8; 32], label: &[u8]| {
            hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, master), label)
        };
        let oldest = masters.last().ok_or(BadKey::Number)?;
        let look_up = derived(oldest, b"tributary identifier look-up v1");
        let deriving = derived(oldest, b"tributary derived values v1");
        let fingerprints = derived(oldest, b"tributary fingerprints v1");
        let mut sealing = Vec::with_capacity(masters.len());
        for master in masters {
            let key = derived(master, b"tributary sealing v1");
            let id = key_id(key.as_ref());
            if sealing.len() == MOST || sealing.iter().any(|(known, _)| *known == id) {
                return Err(BadKey::Number);
            }
            let key = UnboundKey::new(&AES_256_GCM, key.as_ref()).map_err(|_| BadKey::Form)?;
            sealing.push((id, LessSafeKey::new(key)));
        }
        Ok(Self {
            look_up: hmac::Key::new(hmac::HMAC_SHA256, look_up.as_ref()),
            deriving: hmac::Key::new(hmac::HMAC_SHA256, deriving.as_ref()),
            fingerprints: hmac::Key::new(hmac::HMAC_SHA256, fingerprints.as_ref()),
            sealing,
        })
    }

    /// Bytes that nobody can guess and that stay the same for one purpose as long as the last key.
    pub fn derived(&self, purpose: &str) -> [u8; 32] {
        bytes_of(&hmac::sign(&self.deriving, purpose.as_bytes()))
    }
}

fn bytes_of(tag: &hmac::Tag) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes
        .iter_mut()
        .zip(tag.as_ref())
        .for_each(|(to, from)| *to = *from);
    bytes
}

/// Keys of a ring.
const MOST: usize = 8;

/// The beginning of the key's hash.
fn key_id(key: &[u8]) -> KeyId {
    let mut id = KeyId::default();
    let hash = digest::digest(&digest::SHA256, key);
    id.iter_mut()
        .zip(hash.as_ref())
        .for_each(|(to, from)| *to = *from);
    id
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

/// Of what is sealed: version byte, id of the key, nonce, ciphertext with tag.
const VERSION: u8 = 1;

impl Sealing for KeyRing {
    fn fingerprint(&self, content: &[u8]) -> [u8; 32] {
        bytes_of(&hmac::sign(&self.fingerprints, content))
    }

    fn seal(&self, plain: &[u8], bound_to: &str) -> Option<Vec<u8>> {
        let (id, key) = self.sealing.first()?;
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).ok()?;
        let mut sealed = plain.to_vec();
        let aad = Aad::from(bound_to.as_bytes());
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut sealed)
            .ok()?;
        Some([&[VERSION], id.as_slice(), nonce.as_slice(), &sealed].concat())
    }

    fn open(&self, sealed: &[u8], bound_to: &str) -> Option<Vec<u8>> {
        let (version, rest) = sealed.split_first()?;
        let (id, rest) = rest.split_at_checked(KeyId::default().len())?;
        let (nonce, sealed) = rest.split_at_checked(NONCE_LEN)?;
        let (_, key) = self.sealing.iter().find(|(known, _)| known == id)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut plain = sealed.to_vec();
        let aad = Aad::from(bound_to.as_bytes());
        let opened = key.open_in_place(nonce, aad, &mut plain).ok()?;
        (*version == VERSION).then(|| opened.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn national_ids_are_keyed_and_other_values_are_not() {
        let (one, two) = (
            KeyRing::new(&[[1; 32]]).unwrap(),
            KeyRing::new(&[[2; 32]]).unwrap(),
        );
        let key = |ring: &KeyRing| ring.key(IdentifierKind::NationalId, "12345678-5");
        assert_eq!(key(&one), key(&one));
        assert_ne!(key(&one), key(&two));
        assert!(!key(&one).contains("12345678"));
        assert_eq!(one.key(IdentifierKind::Email, "a@b.cl"), "a@b.cl");
    }

    #[test]
    fn what_is_derived_stays_while_the_last_key_does() {
        let ring = |masters: &[[u8; 32]]| KeyRing::new(masters).unwrap();
        let derived = ring(&[[1; 32]]).derived("one thing");
        assert_eq!(ring(&[[2; 32], [1; 32]]).derived("one thing"), derived);
        assert_ne!(ring(&[[1; 32]]).derived("another thing"), derived);
        assert_ne!(ring(&[[2; 32]]).derived("one thing"), derived);
        assert_ne!(
            ring(&[[1; 32]]).key(IdentifierKind::NationalId, "one thing"),
            URL_SAFE_NO_PAD.encode(derived)
        );
    }

    #[test]
    fn what_is_sealed_opens_in_its_place_only() {
        let ring = KeyRing::new(&[[1; 32]]).unwrap();
        let sealed = ring.seal(b"12345678-5", "identifiers/1").unwrap();
        assert_eq!(ring.open(&sealed, "identifiers/1").unwrap(), b"12345678-5");
        assert_eq!(ring.open(&sealed, "identifiers/2"), None);
        assert_eq!(
            KeyRing::new(&[[2; 32]])
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
    fn a_new_key_goes_in_front_and_the_old_ones_go_on_opening() {
        let old = KeyRing::new(&[[1; 32]]).unwrap();
        let both = KeyRing::new(&[[2; 32], [1; 32]]).unwrap();
        let new = KeyRing::new(&[[2; 32]]).unwrap();
        let before = old.seal(b"secret", "row").unwrap();
        let after = both.seal(b"secret", "row").unwrap();
        assert_eq!(both.open(&before, "row").unwrap(), b"secret");
        assert_eq!(new.open(&after, "row").unwrap(), b"secret");
        assert_eq!(old.open(&after, "row"), None);
        let key = |ring: &KeyRing| ring.key(IdentifierKind::NationalId, "12345678-5");
        assert_eq!(key(&old), key(&both));
        assert_ne!(key(&new), key(&both));
    }

    #[test]
    fn a_ring_has_one_to_eight_different_keys() {
        let text = |keys: &[u8]| {
            let texts: Vec<_> = keys.iter().map(|key| STANDARD.encode([*key; 32])).collect();
            texts.join(", ")
        };
        assert!(KeyRing::parse(&text(&[1, 2, 3, 4, 5, 6, 7, 8])).is_ok());
        for keys in [&[1, 1][..], &[1, 2, 3, 4, 5, 6, 7, 8, 9]] {
            assert_eq!(KeyRing::parse(&text(keys)).unwrap_err(), BadKey::Number);
        }
        assert_eq!(KeyRing::parse("").unwrap_err(), BadKey::Form);
        assert_eq!(KeyRing::new(&[]).unwrap_err(), BadKey::Number);
    }

    #[test]
    fn keys_of_other_lengths_are_refused() {
        assert!(KeyRing::parse("c2hvcnQ=").is_err());
        assert!(KeyRing::parse("not base64").is_err());
        assert!(KeyRing::parse(&STANDARD.encode([7; 32])).is_ok());
    }
}
