//! The machine's clock, ids, randomness and keys.
//!
//! Decides: how identifiers are keyed (HMAC-SHA256) and small secrets encrypted (AES-256-GCM), how
//! passwords are hashed (argon2id), and how one process keeps its rate buckets.
//! Deliberately does not know: what for. These are the only places that read the clock or the
//! operating system's random source.

mod clock;
mod key_ring;
mod passwords;
mod randomness;
mod rate_limiter;

pub use clock::{SystemClock, TimeOrderedIds};
pub use key_ring::{BadKey, KeyRing};
pub use passwords::Argon2Passwords;
pub use randomness::{NoRandomness, random32};
pub use rate_limiter::MemoryRateLimiter;
