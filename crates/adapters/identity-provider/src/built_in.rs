//! The built-in provider: it signs with ES256, and looks its own keys up where it keeps them.

use std::sync::Arc;

use access_control::users::signing::{SigningKey, Term, key_to_make, signing_now};
use access_control::users::{PublishedKey, SessionTokenIssuer, SigningKeyStore};
use access_control::{SessionTokenFailure, SessionTokenVerifier};
use application::Sealing;
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Clock, IdSource, StoreError, Timestamp, UserId};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use tokio::sync::Mutex;

use crate::judge::{Rules, read};
use crate::keys::VerifyingKey;

/// Seconds that a session token counts.
const LIFETIME: i64 = 3_600;
/// Microseconds after which keys are looked up again: a key of another process is published long
/// before it signs, but for the very first.
const FRESH: i64 = 60 * MICROS_PER_SECOND;

/// What the provider is given.
pub struct Parts {
    /// Where keys are kept.
    pub store: Arc<dyn SigningKeyStore>,
    /// What hides their private halves.
    pub sealing: Arc<dyn Sealing>,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// Names of keys and tokens.
    pub ids: Arc<dyn IdSource>,
    /// Issuer and audience of the tokens.
    pub rules: Rules,
}

/// Signs and judges the session tokens of people with a password here.
pub struct BuiltInProvider {
    parts: Parts,
    random: SystemRandom,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    keys: Vec<SigningKey>,
    looked_up: Option<Timestamp>,
}

impl BuiltInProvider {
    /// A provider; its first key is made when it is first needed.
    pub fn new(parts: Parts) -> Self {
        Self {
            parts,
            random: SystemRandom::new(),
            known: Mutex::default(),
        }
    }

    /// The published keys. Whoever finds that one has to be made makes it, and is alone meanwhile.
    async fn keys(&self) -> Result<Vec<SigningKey>, SessionTokenFailure> {
        let now = self.parts.clock.now();
        let mut known = self.known.lock().await;
        let fresh = known
            .looked_up
            .is_some_and(|at| (0..FRESH).contains(&now.micros_since(at)));
        if !fresh || signing_now(&known.keys, now).is_none() {
            known.keys = self.parts.store.published(now).await?;
            if let Some(term) = key_to_make(&known.keys, now) {
                let key = self.make(term, now)?;
                self.parts.store.insert(&key).await?;
                known.keys.push(key);
            }
            known.looked_up = Some(now);
        }
        Ok(known.keys.clone())
    }

    fn make(&self, term: Term, now: Timestamp) -> Result<SigningKey, SessionTokenFailure> {
        let failed = |what: &'static str| {
            SessionTokenFailure::Store(StoreError::Inconsistent(what.to_owned()))
        };
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &self.random)
            .map_err(|_| failed("no key could be made"))?;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &self.random)
            .map_err(|_| failed("a key that was made cannot be read"))?;
        let id = self.parts.ids.new_id().to_string();
        let sealed = self.parts.sealing.seal(document.as_ref(), &bound_to(&id));
        Ok(SigningKey {
            public_key: pair.public_key().as_ref().to_vec(),
            sealed_private_key: sealed.ok_or_else(|| failed("a key cannot be sealed"))?,
            id,
            created_at: now,
            used_from: term.used_from,
            used_until: term.used_until,
            published_until: term.published_until,
        })
    }

    fn pair(&self, key: &SigningKey) -> Option<EcdsaKeyPair> {
        let opened = self
            .parts
            .sealing
            .open(&key.sealed_private_key, &bound_to(&key.id))?;
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &opened, &self.random).ok()
    }
}

/// A private half opens in its own row only.
fn bound_to(id: &str) -> String {
    format!("signing_keys/{id}")
}

#[async_trait]
impl SessionTokenIssuer for BuiltInProvider {
    #[tracing::instrument(level = "debug", name = "SessionTokenIssuer::issue", skip_all)]
    async fn issue(&self, user: UserId) -> Result<String, SessionTokenFailure> {
        let keys = self.keys().await?;
        let now = self.parts.clock.now();
        let key = signing_now(&keys, now).ok_or(SessionTokenFailure::NoKeys)?;
        let pair = self.pair(key).ok_or(SessionTokenFailure::NoKeys)?;
        let seconds = now.micros().div_euclid(MICROS_PER_SECOND);
        let header = json!({"alg": "ES256", "typ": "JWT", "kid": key.id});
        let claims = json!({
            "iss": self.parts.rules.issuer,
            "aud": self.parts.rules.audience,
            "sub": user.to_string(),
            "iat": seconds,
            "exp": seconds + LIFETIME,
            "jti": self.parts.ids.new_id().to_string(),
        });
        let part = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", part(&header), part(&claims));
        let signature = pair
            .sign(&self.random, message.as_bytes())
            .map_err(|_| SessionTokenFailure::NoKeys)?;
        Ok(format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }

    #[tracing::instrument(level = "debug", name = "SessionTokenIssuer::key_set", skip_all)]
    async fn key_set(&self) -> Result<Vec<PublishedKey>, SessionTokenFailure> {
        let published = |key: SigningKey| PublishedKey {
            id: key.id,
            public_key: key.public_key,
        };
        Ok(self.keys().await?.into_iter().map(published).collect())
    }
}

#[async_trait]
impl SessionTokenVerifier for BuiltInProvider {
    #[tracing::instrument(level = "debug", name = "SessionTokenVerifier::verify", skip_all)]
    async fn verify(&self, token: &str) -> Result<Option<UserId>, SessionTokenFailure> {
        // Nothing is looked up for a token that does not count anyway.
        let now = self.parts.clock.now();
        let Some(unproven) = read(token, &self.parts.rules, now) else {
            return Ok(None);
        };
        let keys = self.keys().await?;
        let key = keys.iter().find(|key| key.id == unproven.key_id);
        let key = key.map(|key| VerifyingKey::P256(key.public_key.clone()));
        let claims = key.and_then(|key| unproven.proven_by(&key));
        Ok(claims.and_then(|claims| claims.subject.parse().ok()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex as StdMutex;
    use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

    use kernel::timestamp::MICROS_PER_DAY;
    use tributary_system::{KeyRing, TimeOrderedIds};
    use uuid::Uuid;

    use super::*;

    #[derive(Default)]
    struct Store {
        keys: StdMutex<Vec<SigningKey>>,
        look_ups: AtomicUsize,
    }

    #[async_trait]
    impl SigningKeyStore for Store {
        async fn published(&self, now: Timestamp) -> Result<Vec<SigningKey>, StoreError> {
            self.look_ups.fetch_add(1, Ordering::SeqCst);
            let keys = self.keys.lock().unwrap();
            Ok(keys
                .iter()
                .filter(|key| key.published_until > now)
                .cloned()
                .collect())
        }

        async fn insert(&self, key: &SigningKey) -> Result<(), StoreError> {
            self.keys.lock().unwrap().push(key.clone());
            Ok(())
        }
    }

    #[derive(Default)]
    struct At(AtomicI64);

    impl Clock for At {
        fn now(&self) -> Timestamp {
            Timestamp::from_micros(self.0.load(Ordering::SeqCst))
        }
    }

    fn provider(store: &Arc<Store>, clock: &Arc<At>) -> BuiltInProvider {
        BuiltInProvider::new(Parts {
            store: store.clone(),
            sealing: Arc::new(KeyRing::new(&[[7; 32]]).unwrap()),
            clock: clock.clone(),
            ids: Arc::new(TimeOrderedIds),
            rules: Rules {
                issuer: "https://t.example/auth".to_owned(),
                audience: "https://t.example".to_owned(),
            },
        })
    }

    #[tokio::test]
    async fn what_one_process_signs_another_accepts_for_an_hour() {
        let (store, clock) = (Arc::default(), Arc::new(At(AtomicI64::new(MICROS_PER_DAY))));
        let (one, other) = (provider(&store, &clock), provider(&store, &clock));
        let user = UserId::from(Uuid::from_u128(9));
        let token = one.issue(user).await.unwrap();
        assert_eq!(other.verify(&token).await.unwrap(), Some(user));
        clock
            .0
            .fetch_add(3_661 * MICROS_PER_SECOND, Ordering::SeqCst);
        assert_eq!(other.verify(&token).await.unwrap(), None);
        assert_eq!(store.keys.lock().unwrap().len(), 1);
    }

    #[tokio::test]
    async fn keys_follow_each_other_and_no_token_dies_early() {
        let (store, clock): (Arc<Store>, _) = (Arc::default(), Arc::new(At::default()));
        let provider = provider(&store, &clock);
        let user = UserId::from(Uuid::from_u128(9));
        for _ in 0..70 {
            let token = provider.issue(user).await.unwrap();
            clock
                .0
                .fetch_add(3_000 * MICROS_PER_SECOND, Ordering::SeqCst);
            assert_eq!(provider.verify(&token).await.unwrap(), Some(user));
            clock.0.fetch_add(MICROS_PER_DAY, Ordering::SeqCst);
        }
        assert!(store.keys.lock().unwrap().len() > 2);
    }

    #[tokio::test]
    async fn unknown_keys_are_looked_up_once_a_minute() {
        let (store, clock): (Arc<Store>, _) = (Arc::default(), Arc::new(At::default()));
        let provider = provider(&store, &clock);
        let token = provider.issue(UserId::from(Uuid::nil())).await.unwrap();
        let rest = token.split_once('.').unwrap().1;
        for number in 0..100 {
            let header = json!({"alg": "ES256", "kid": format!("unknown-{number}")});
            let header = URL_SAFE_NO_PAD.encode(header.to_string());
            let forged = format!("{header}.{rest}");
            assert_eq!(provider.verify(&forged).await.unwrap(), None);
        }
        assert_eq!(store.look_ups.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn private_halves_are_sealed() {
        let (store, clock): (Arc<Store>, _) = (Arc::default(), Arc::new(At::default()));
        provider(&store, &clock).key_set().await.unwrap();
        let key = store.keys.lock().unwrap()[0].clone();
        let read = EcdsaKeyPair::from_pkcs8(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            &key.sealed_private_key,
            &SystemRandom::new(),
        );
        assert!(read.is_err());
    }
}
