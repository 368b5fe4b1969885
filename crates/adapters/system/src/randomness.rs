//! Bytes that nobody can guess.

use ring::rand::{SecureRandom, SystemRandom};

/// The operating system refused to give random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gives no random bytes")]
pub struct NoRandomness;

/// 32 random bytes from the operating system.
pub fn random32() -> Result<[u8; 32], NoRandomness> {
    let mut bytes = [0; 32];
    SystemRandom::new()
        .fill(&mut bytes)
        .map_err(|_| NoRandomness)?;
    Ok(bytes)
}
