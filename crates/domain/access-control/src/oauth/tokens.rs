//! What is issued, and for how long it counts.

use std::collections::BTreeSet;
use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Timestamp, TokenFamilyId, UserId};

use super::pkce::Challenge;
use crate::grants::Grant;
use crate::user_token::TokenFamily;

/// Seconds that an access token counts.
pub const ACCESS_TOKEN_SECONDS: i64 = 3_600;
/// Microseconds that a code counts.
pub const CODE_MICROS: i64 = 60 * MICROS_PER_SECOND;
/// Microseconds that an access token counts.
pub const ACCESS_TOKEN_MICROS: i64 = ACCESS_TOKEN_SECONDS * MICROS_PER_SECOND;
/// Microseconds that a refresh token counts.
pub const REFRESH_TOKEN_MICROS: i64 = 60 * MICROS_PER_DAY;
/// Clients that nobody approved are forgotten after so many microseconds.
pub const UNUSED_CLIENT_MICROS: i64 = 7 * MICROS_PER_DAY;

/// The plaintext of something that only its holder knows. It is shown once; afterwards only its
/// SHA-256 exists. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// `svc_user_` and 43 characters.
    pub fn access_token(random: [u8; 32]) -> Self {
        Self::new("svc_user_", random)
    }

    /// `svc_rt_` and 43 characters.
    pub fn refresh_token(random: [u8; 32]) -> Self {
        Self::new("svc_rt_", random)
    }

    /// 43 characters: a code, a client secret, a cookie, a form token.
    pub fn plain(random: [u8; 32]) -> Self {
        Self::new("", random)
    }

    fn new(prefix: &str, random: [u8; 32]) -> Self {
        Self(format!("{prefix}{}", URL_SAFE_NO_PAD.encode(random)))
    }

    /// The plaintext, for showing it once and for hashing it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

/// What a person approved, until the client exchanges it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorizationCode {
    /// Whom it was issued to.
    pub client_id: String,
    /// Who approved.
    pub user_id: UserId,
    /// Where it was sent to.
    pub redirect_uri: String,
    /// What must be proven.
    pub challenge: Challenge,
    /// What was approved.
    pub grants: BTreeSet<Grant>,
    /// The tool server's address.
    pub resource: String,
    /// When it was issued.
    pub created_at: Timestamp,
    /// From when on it counts no more.
    pub expires_at: Timestamp,
    /// What it was exchanged for.
    pub family_id: Option<TokenFamilyId>,
}

impl AuthorizationCode {
    /// Whether it may be exchanged now, by whoever knows the verifier with this SHA-256.
    pub fn admits(
        &self,
        now: Timestamp,
        redirect_uri: &str,
        sha256_of_verifier: &[u8; 32],
    ) -> bool {
        now < self.expires_at
            && self.redirect_uri == redirect_uri
            && self.challenge.is_met_by(sha256_of_verifier)
    }
}

/// A refresh token as it is stored beside the SHA-256 of its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefreshToken {
    /// What it belongs to.
    pub family: TokenFamily,
    /// From when on it counts no more.
    pub expires_at: Timestamp,
    /// When it was exchanged; whoever shows it again is not its only holder.
    pub used_at: Option<Timestamp>,
}

/// What to do with a refresh token that a client shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefreshVerdict {
    /// It may be exchanged.
    Good,
    /// It does not count.
    Refused,
    /// It was exchanged before: somebody else has it too.
    Replayed,
}

impl RefreshToken {
    /// Judges it for a client at an instant.
    pub fn judge(&self, client_id: &str, now: Timestamp) -> RefreshVerdict {
        if self.family.client_id.as_deref() != Some(client_id) {
            return RefreshVerdict::Refused;
        }
        if self.used_at.is_some() {
            return RefreshVerdict::Replayed;
        }
        if self.family.revoked_at.is_some() || now >= self.expires_at {
            RefreshVerdict::Refused
        } else {
            RefreshVerdict::Good
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use uuid::Uuid;

    fn at(micros: i64) -> Timestamp {
        Timestamp::from_micros(micros)
    }

    fn token() -> RefreshToken {
        RefreshToken {
            family: TokenFamily {
                id: Uuid::from_u128(1).into(),
                user_id: Uuid::from_u128(2).into(),
                client_id: Some("client".to_owned()),
                name: "App".to_owned(),
                grants: BTreeSet::from([Grant::Read]),
                scopes: BTreeSet::new(),
                resource: "https://t.example/mcp".to_owned(),
                units_per_minute: 60,
                created_at: at(0),
                revoked_at: None,
            },
            expires_at: at(100),
            used_at: None,
        }
    }

    #[test]
    fn a_refresh_token_counts_once_for_its_client() {
        let good = token();
        assert_eq!(good.judge("client", at(99)), RefreshVerdict::Good);
        assert_eq!(good.judge("client", at(100)), RefreshVerdict::Refused);
        assert_eq!(good.judge("other", at(99)), RefreshVerdict::Refused);
        let mut used = token();
        used.used_at = Some(at(50));
        assert_eq!(used.judge("client", at(99)), RefreshVerdict::Replayed);
        assert_eq!(used.judge("other", at(99)), RefreshVerdict::Refused);
        let mut burned = token();
        burned.family.revoked_at = Some(at(50));
        assert_eq!(burned.judge("client", at(99)), RefreshVerdict::Refused);
    }

    #[test]
    fn secrets_are_not_printed() {
        let secret = Secret::refresh_token([7; 32]);
        assert_eq!(format!("{secret:?}"), "Secret(hidden)");
        assert_eq!(secret.reveal().len(), "svc_rt_".len() + 43);
    }

    proptest! {
        #[test]
        fn no_time_brings_a_token_back(now in 100_i64..i64::MAX, used in any::<bool>()) {
            let mut late = token();
            late.used_at = used.then(|| at(1));
            prop_assert_ne!(late.judge("client", at(now)), RefreshVerdict::Good);
        }

        #[test]
        fn secrets_are_made_of_unreserved_characters(random in any::<[u8; 32]>()) {
            for secret in [Secret::access_token(random), Secret::plain(random)] {
                let unreserved = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
                prop_assert!(secret.reveal().bytes().all(unreserved));
            }
        }
    }
}
