//! How a secret is replaced without a moment in which a receiver cannot verify.

use std::time::Duration;

use kernel::Timestamp;

use crate::secret::SigningSecret;
use crate::span::plus;

/// How many replaced secrets may still sign at a time.
pub const MAX_OLD_SECRETS: usize = 10;

/// For how long a replaced secret still signs, unless the operator says otherwise.
pub const ROTATION_GRACE: Duration = Duration::from_hours(24);

/// A secret that was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldSecret {
    /// The secret.
    pub secret: SigningSecret,
    /// From when on it does not sign any more.
    pub expires_at: Timestamp,
}

/// The secrets of a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretRing {
    current: SigningSecret,
    old: Vec<OldSecret>,
}

/// There are so many old secrets that the signatures of another would not fit. A conflict that time
/// solves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{MAX_OLD_SECRETS} old secrets still sign; the next one may be made at {until}")]
pub struct TooManySecrets {
    /// When the first of them expires.
    pub until: Timestamp,
}

/// The secrets after a rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotated {
    /// The new secret first.
    pub ring: SecretRing,
    /// When the secret that was replaced stops signing.
    pub previous_secret_expires_at: Timestamp,
}

impl SecretRing {
    /// One secret and no old ones.
    pub const fn new(current: SigningSecret) -> Self {
        Self {
            current,
            old: Vec::new(),
        }
    }

    /// Secrets as they were stored, the newest old one first.
    pub const fn from_stored(current: SigningSecret, old: Vec<OldSecret>) -> Self {
        Self { current, old }
    }

    /// The secret that a receiver should know.
    pub const fn current(&self) -> &SigningSecret {
        &self.current
    }

    /// Those that were replaced, the newest first; some may have expired.
    pub fn old(&self) -> &[OldSecret] {
        &self.old
    }

    /// Every secret that signs now, the newest first.
    pub fn valid_at(&self, now: Timestamp) -> impl Iterator<Item = &SigningSecret> {
        let still = move |old: &&OldSecret| now < old.expires_at;
        let old = self.old.iter().filter(still).map(|old| &old.secret);
        std::iter::once(&self.current).chain(old)
    }

    /// Puts a new secret in front. The former one signs on for `grace`; those that have expired are
    /// dropped.
    pub fn rotate(
        &self,
        new: SigningSecret,
        now: Timestamp,
        grace: Duration,
    ) -> Result<Rotated, TooManySecrets> {
        let expires_at = plus(now, grace);
        let mut old: Vec<_> = self.old.clone();
        old.retain(|old| now < old.expires_at);
        if old.len() >= MAX_OLD_SECRETS {
            let until = old.iter().map(|old| old.expires_at).min();
            return Err(TooManySecrets {
                until: until.unwrap_or(now),
            });
        }
        let replaced = OldSecret {
            secret: self.current.clone(),
            expires_at,
        };
        old.insert(0, replaced);
        Ok(Rotated {
            ring: Self { current: new, old },
            previous_secret_expires_at: expires_at,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000_000;

    fn secret(byte: u8) -> SigningSecret {
        SigningSecret::from_random([byte; 32])
    }

    fn at(hours: i64) -> Timestamp {
        Timestamp::from_micros(hours * HOUR)
    }

    fn signing(ring: &SecretRing, now: Timestamp) -> Vec<u8> {
        let first = |secret: &SigningSecret| secret.bytes()[0];
        ring.valid_at(now).map(first).collect()
    }

    #[test]
    fn the_old_secret_signs_on_for_a_day() {
        let rotated = SecretRing::new(secret(1)).rotate(secret(2), at(0), ROTATION_GRACE);
        let rotated = rotated.unwrap();
        assert_eq!(rotated.previous_secret_expires_at, at(24));
        assert_eq!(signing(&rotated.ring, at(0)), [2, 1]);
        assert_eq!(signing(&rotated.ring, at(24).plus_micros(-1)), [2, 1]);
        assert_eq!(signing(&rotated.ring, at(24)), [2]);
        assert_eq!(rotated.ring.current(), &secret(2));
    }

    #[test]
    fn ten_old_secrets_sign_and_an_eleventh_has_to_wait() {
        let mut ring = SecretRing::new(secret(0));
        for number in 1..=10_u8 {
            let rotated = ring.rotate(secret(number), at(number.into()), ROTATION_GRACE);
            ring = rotated.unwrap().ring;
        }
        assert_eq!(signing(&ring, at(10)), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        let refused = ring.rotate(secret(11), at(24), ROTATION_GRACE);
        assert_eq!(refused, Err(TooManySecrets { until: at(25) }));
        let rotated = ring.rotate(secret(11), at(25), ROTATION_GRACE).unwrap();
        assert_eq!(
            signing(&rotated.ring, at(25)),
            [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
        );
        assert_eq!(rotated.ring.old().len(), 10);
    }
}
