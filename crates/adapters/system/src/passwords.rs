//! Passwords by argon2id: 19 MiB, two passes, one lane.
//!
//! Hashing takes memory and a core for a while, so it runs on the blocking threads, and only as
//! many at once as the machine has cores for.

use std::sync::Arc;
use std::thread::available_parallelism;

use access_control::oauth::pkce::same;
use access_control::users::password::HashingFailed;
use access_control::users::{Password, PasswordHash, PasswordHasher};
use argon2::{Algorithm, Argon2, Params, Version};
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use tokio::sync::Semaphore;

use crate::randomness::random32;

const MEMORY_KIB: u32 = 19 * 1_024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const HASH_BYTES: usize = 32;
const SALT_BYTES: usize = 16;
/// How hashes begin; those that begin otherwise match no password.
const PREFIX: &str = "$argon2id$v=19$m=19456,t=2,p=1$";

/// Hashes passwords on the blocking threads.
#[derive(Clone, Debug)]
pub struct Argon2Passwords {
    turns: Arc<Semaphore>,
}

impl Argon2Passwords {
    /// As many at once as there are cores, and at most four.
    pub fn new() -> Self {
        let cores = available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            turns: Arc::new(Semaphore::new(cores.min(4))),
        }
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Result<T, HashingFailed> {
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let turn = turn.map_err(|_| HashingFailed)?;
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(turn);
            result
        });
        done.await.ok().flatten().ok_or(HashingFailed)
    }
}

impl Default for Argon2Passwords {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl PasswordHasher for Argon2Passwords {
    async fn hash(&self, password: Password) -> Result<PasswordHash, HashingFailed> {
        let random = random32().map_err(|_| HashingFailed)?;
        self.run(move || {
            let salt = random.get(..SALT_BYTES)?;
            let hash = digest(password.reveal(), salt)?;
            Some(PasswordHash(written(salt, &hash)))
        })
        .await
    }

    async fn verify(
        &self,
        password: Password,
        hash: Option<PasswordHash>,
    ) -> Result<bool, HashingFailed> {
        self.run(move || {
            let read = hash.as_ref().and_then(|hash| read(&hash.0));
            let (salt, expected) = read
                .clone()
                .unwrap_or_else(|| (vec![0; SALT_BYTES], vec![0; HASH_BYTES]));
            let found = digest(password.reveal(), &salt)?;
            Some(same(&found, &expected) && read.is_some())
        })
        .await
    }
}

fn digest(password: &str, salt: &[u8]) -> Option<[u8; HASH_BYTES]> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, Some(HASH_BYTES)).ok()?;
    let mut hash = [0; HASH_BYTES];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(password.as_bytes(), salt, &mut hash)
        .ok()?;
    Some(hash)
}

fn written(salt: &[u8], hash: &[u8]) -> String {
    let (salt, hash) = (STANDARD_NO_PAD.encode(salt), STANDARD_NO_PAD.encode(hash));
    format!("{PREFIX}{salt}${hash}")
}

/// Salt and hash of a PHC string with our parameters.
fn read(phc: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let (salt, hash) = phc.strip_prefix(PREFIX)?.split_once('$')?;
    let decode = |text: &str| STANDARD_NO_PAD.decode(text).ok();
    Some((decode(salt)?, decode(hash)?))
        .filter(|(salt, hash)| salt.len() == SALT_BYTES && hash.len() == HASH_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::parse(text).unwrap()
    }

    #[tokio::test]
    async fn a_password_matches_its_own_hash_alone() {
        let passwords = Argon2Passwords::new();
        let hash = passwords.hash(password("correct horse")).await.unwrap();
        let again = passwords.hash(password("correct horse")).await.unwrap();
        assert!(hash.0.starts_with(PREFIX));
        assert!(hash != again, "the salts are equal");
        let verify = |text, hash| passwords.verify(password(text), hash);
        assert!(verify("correct horse", Some(hash.clone())).await.unwrap());
        assert!(!verify("correct horsf", Some(hash)).await.unwrap());
        assert!(!verify("correct horse", None).await.unwrap());
    }

    #[tokio::test]
    async fn other_parameters_match_nothing() {
        let passwords = Argon2Passwords::new();
        for odd in ["", "plain", "$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA", PREFIX] {
            let hash = Some(PasswordHash(odd.to_owned()));
            let matched = passwords.verify(password("correct horse"), hash).await;
            assert_eq!(matched, Ok(false), "{odd}");
        }
    }
}
