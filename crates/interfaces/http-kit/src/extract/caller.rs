//! Who calls: one of three kinds of credential, and what each may spend.

use access_control::{Allowance, ApiKey, UserToken};
use kernel::{Actor, ProfileAccess, TokenFamilyId, UserId};

/// Units a minute of an API key that has no number of its own.
const KEY_UNITS: u32 = 60;
/// Units a minute of a person who is signed in.
const SESSION_UNITS: u32 = 120;

/// Somebody whose credential counts.
#[derive(Clone, Debug)]
pub enum Caller {
    /// The holder of a profile's key; no person.
    ApiKey(ApiKey),
    /// An application that acts for a person.
    UserToken(UserToken),
    /// A person who signed in.
    Session(UserId),
}

/// A caller who is a person, or acts for one.
#[derive(Clone, Debug)]
pub struct Person {
    /// Who.
    pub user_id: UserId,
    /// What limits the person's own rights: the application's token, if there is one.
    pub token: Option<UserToken>,
}

impl Caller {
    /// The bucket that the caller's calls are charged to. Refreshing a token refills nothing.
    pub fn allowance(&self) -> Allowance {
        let (bucket, units_per_minute) = match self {
            Self::ApiKey(key) => (
                format!("key:{}", key.id),
                key.units_per_minute.unwrap_or(KEY_UNITS),
            ),
            Self::UserToken(token) => (
                format!("family:{}", token.family.id),
                token.family.units_per_minute,
            ),
            Self::Session(user) => (format!("user:{user}"), SESSION_UNITS),
        };
        Allowance {
            bucket,
            units_per_minute,
        }
    }

    /// The key's access to its profile, or the person.
    pub fn split(self) -> Result<Option<ProfileAccess>, Box<Person>> {
        match self {
            Self::ApiKey(key) => Ok(key.access()),
            Self::UserToken(token) => Err(Box::new(Person {
                user_id: token.family.user_id,
                token: Some(token),
            })),
            Self::Session(user_id) => Err(Box::new(Person {
                user_id,
                token: None,
            })),
        }
    }
}

impl Person {
    /// For the records of what was changed.
    pub fn actor(&self) -> Actor {
        Actor::User(self.user_id)
    }

    /// The approval behind the call; `None` for the person in person.
    pub fn family_id(&self) -> Option<TokenFamilyId> {
        self.token.as_ref().map(|token| token.family.id)
    }

    /// What is left of the person's scopes when an application uses them.
    pub fn narrowed(
        &self,
        allowed: std::collections::BTreeSet<kernel::Scope>,
    ) -> std::collections::BTreeSet<kernel::Scope> {
        match &self.token {
            Some(token) => token.scopes_within(&allowed),
            None => allowed,
        }
    }
}
