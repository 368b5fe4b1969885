//! An API key: one profile, frozen scopes.

use std::collections::BTreeSet;

use kernel::{ApiKeyId, ProfileAccess, ProfileId, Scope, Timestamp};

use crate::credential::ApiKeySecret;

/// What is stored of an API key beside the SHA-256 of its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// Names the key.
    pub id: ApiKeyId,
    /// The one profile that the key belongs to.
    pub profile_id: ProfileId,
    /// What its owner calls it; not unique.
    pub name: String,
    /// `svc_live_` and four characters of the secret.
    pub prefix: String,
    /// The last four characters of the secret.
    pub last4: String,
    /// Frozen when the key was made: a scope that appears later is not in it.
    pub scopes: BTreeSet<Scope>,
    /// Rate units a minute of this key alone; `None` is the service's default.
    pub units_per_minute: Option<u32>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was revoked; such a key never counts again.
    pub revoked_at: Option<Timestamp>,
}

/// What is asked for when a key is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewApiKey {
    /// The profile that the key will belong to.
    pub profile_id: ProfileId,
    /// What its owner calls it.
    pub name: String,
    /// The scopes to freeze into it.
    pub scopes: BTreeSet<Scope>,
    /// Rate units a minute; `None` is the service's default.
    pub units_per_minute: Option<u32>,
}

impl ApiKey {
    /// The key's record. The secret itself does not enter it, only its two visible ends.
    pub fn mint(id: ApiKeyId, secret: &ApiKeySecret, new: NewApiKey, now: Timestamp) -> Self {
        Self {
            id,
            profile_id: new.profile_id,
            name: new.name,
            prefix: secret.prefix().to_owned(),
            last4: secret.last4().to_owned(),
            scopes: new.scopes,
            units_per_minute: new.units_per_minute,
            created_at: now,
            revoked_at: None,
        }
    }

    /// What the key may do; `None` once it is revoked.
    pub fn access(&self) -> Option<ProfileAccess> {
        self.revoked_at.is_none().then(|| ProfileAccess {
            profile_id: self.profile_id,
            scopes: self.scopes.clone(),
            actor: kernel::Actor::ApiKey(self.id),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn key() -> ApiKey {
        let new = NewApiKey {
            profile_id: Uuid::from_u128(1).into(),
            name: "server".to_owned(),
            scopes: BTreeSet::from([Scope::EventsWrite]),
            units_per_minute: None,
        };
        let secret = ApiKeySecret::from_random([1; 32]);
        ApiKey::mint(
            Uuid::from_u128(2).into(),
            &secret,
            new,
            Timestamp::from_micros(0),
        )
    }

    #[test]
    fn a_key_reaches_its_profile_with_its_scopes_and_nothing_else() {
        let access = key().access().unwrap();
        assert_eq!(access.profile_id, Uuid::from_u128(1).into());
        assert!(access.allows(Scope::EventsWrite));
        assert!(!access.allows(Scope::CustomersRead));
    }

    #[test]
    fn a_revoked_key_may_do_nothing() {
        let revoked = ApiKey {
            revoked_at: Some(Timestamp::from_micros(1)),
            ..key()
        };
        assert_eq!(revoked.access(), None);
    }
}
