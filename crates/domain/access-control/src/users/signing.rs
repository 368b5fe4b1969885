//! Keys that session tokens are signed with, and when one follows another.
//!
//! Whoever checks tokens keeps the published keys for a day. So the next key is published two days
//! before it is used, and a used one stays published for a day afterwards.

use async_trait::async_trait;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{StoreError, Timestamp, UserId};

use crate::ports::SessionTokenFailure;

/// Microseconds that a key signs.
const USED_FOR: i64 = 30 * MICROS_PER_DAY;
/// Microseconds before its use at which a key is made.
const MADE_BEFORE: i64 = 2 * MICROS_PER_DAY;
/// Microseconds after its use during which a key is published.
const PUBLISHED_AFTER: i64 = MICROS_PER_DAY;

/// A key as it is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey {
    /// The `kid` of tokens.
    pub id: String,
    /// The uncompressed point on P-256: 65 bytes.
    pub public_key: Vec<u8>,
    /// PKCS #8, encrypted and bound to the id.
    pub sealed_private_key: Vec<u8>,
    /// When it was made.
    pub created_at: Timestamp,
    /// From when on it signs.
    pub used_from: Timestamp,
    /// Until when it signs.
    pub used_until: Timestamp,
    /// Until when it is published.
    pub published_until: Timestamp,
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SigningKey({})", self.id)
    }
}

/// When a key that has to be made is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// From when on it signs.
    pub used_from: Timestamp,
    /// Until when it signs.
    pub used_until: Timestamp,
    /// Until when it is published.
    pub published_until: Timestamp,
}

impl Term {
    fn from(used_from: Timestamp) -> Self {
        let used_until = used_from.plus_micros(USED_FOR);
        Self {
            used_from,
            used_until,
            published_until: used_until.plus_micros(PUBLISHED_AFTER),
        }
    }
}

/// The key that signs now: the latest of those whose time it is.
pub fn signing_now(keys: &[SigningKey], now: Timestamp) -> Option<&SigningKey> {
    keys.iter()
        .filter(|key| key.used_from <= now && now < key.used_until)
        .max_by(|one, other| (one.used_from, &one.id).cmp(&(other.used_from, &other.id)))
}

/// The term of the key that has to be made now, if one has to.
pub fn key_to_make(keys: &[SigningKey], now: Timestamp) -> Option<Term> {
    if signing_now(keys, now).is_none() {
        return Some(Term::from(now));
    }
    let last = keys.iter().map(|key| key.used_until).max()?;
    (last.micros_since(now) < MADE_BEFORE).then(|| Term::from(last))
}

/// Keeps signing keys.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SigningKeyStore: Send + Sync {
    /// Every key that is published at an instant, oldest first.
    async fn published(&self, now: Timestamp) -> Result<Vec<SigningKey>, StoreError>;

    /// Keeps a new key.
    async fn insert(&self, key: &SigningKey) -> Result<(), StoreError>;
}

/// The public half of a key, as those who check tokens need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedKey {
    /// The `kid` of tokens.
    pub id: String,
    /// The uncompressed point on P-256: 65 bytes.
    pub public_key: Vec<u8>,
}

/// Signs session tokens, and publishes what they are checked with.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SessionTokenIssuer: Send + Sync {
    /// A token that counts for an hour.
    async fn issue(&self, user: UserId) -> Result<String, SessionTokenFailure>;

    /// The public keys.
    async fn key_set(&self) -> Result<Vec<PublishedKey>, SessionTokenFailure>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(days: i64) -> Timestamp {
        Timestamp::from_micros(days * MICROS_PER_DAY)
    }

    fn key(id: &str, term: Term) -> SigningKey {
        SigningKey {
            id: id.to_owned(),
            public_key: Vec::new(),
            sealed_private_key: Vec::new(),
            created_at: term.used_from,
            used_from: term.used_from,
            used_until: term.used_until,
            published_until: term.published_until,
        }
    }

    #[test]
    fn the_first_key_signs_at_once() {
        let term = key_to_make(&[], at(100)).unwrap();
        assert_eq!(term.used_from, at(100));
        let keys = [key("a", term)];
        assert_eq!(signing_now(&keys, at(100)).unwrap().id, "a");
        assert_eq!(key_to_make(&keys, at(100)), None);
    }

    #[test]
    fn the_next_key_is_published_more_than_a_day_before_it_signs() {
        let mut keys = vec![key("a", key_to_make(&[], at(0)).unwrap())];
        for day in 0..365 {
            if let Some(term) = key_to_make(&keys, at(day)) {
                assert!(term.used_from.micros_since(at(day)) >= MICROS_PER_DAY);
                keys.push(key(&format!("k{day:03}"), term));
            }
            let signing = signing_now(&keys, at(day)).unwrap();
            assert!(at(day) < signing.published_until);
            let overlap = signing.published_until.micros_since(signing.used_until);
            assert!(overlap >= MICROS_PER_DAY);
        }
        assert!((12..=14).contains(&keys.len()), "{}", keys.len());
    }

    #[test]
    fn a_service_that_slept_makes_a_key_for_now() {
        let keys = [key("a", key_to_make(&[], at(0)).unwrap())];
        assert_eq!(key_to_make(&keys, at(200)).unwrap().used_from, at(200));
    }
}
