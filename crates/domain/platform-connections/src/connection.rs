//! A profile's connection with an account at a platform.

use kernel::{ConnectionId, Timestamp};

use crate::account::Account;
use crate::provider::PlatformProvider;
use crate::state::{ConnectionState, InvalidTransition, ReconnectReason};

/// A profile has at most so many that are not removed.
pub const MAX_CONNECTIONS: u64 = 100;

/// A connection. It holds no credential: tokens are kept and read apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Its id, which stays the same however often the account is connected.
    pub id: ConnectionId,
    /// The platform.
    pub provider: PlatformProvider,
    /// How it stands.
    pub state: ConnectionState,
    /// The account; a profile has one connection with each.
    pub account: Account,
    /// When the account was first connected.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl Connection {
    /// With an account that was never connected.
    pub fn new(
        id: ConnectionId,
        (provider, account): (PlatformProvider, Account),
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            provider,
            state: ConnectionState::Connected,
            account,
            created_at: now,
            updated_at: now,
        }
    }

    /// Whether somebody removed it.
    pub const fn is_revoked(&self) -> bool {
        matches!(self.state, ConnectionState::Revoked)
    }

    /// The same after somebody connected its account again, whatever it was before.
    #[must_use]
    pub fn connected_again(self, account: Account, now: Timestamp) -> Self {
        Self {
            state: ConnectionState::Connected,
            account,
            updated_at: now,
            ..self
        }
    }

    /// The same after it turned out that it works no more.
    pub fn stopped(
        self,
        reason: ReconnectReason,
        now: Timestamp,
    ) -> Result<Self, InvalidTransition> {
        Ok(Self {
            state: self.state.stopped(reason)?,
            updated_at: now,
            ..self
        })
    }

    /// The same after somebody removed it.
    pub fn revoked(self, now: Timestamp) -> Result<Self, InvalidTransition> {
        Ok(Self {
            state: self.state.revoked()?,
            updated_at: now,
            ..self
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::AccountDraft;
    use uuid::Uuid;

    fn account(name: &str) -> Account {
        let draft = AccountDraft {
            id: "act_1".to_owned(),
            name: Some(name.to_owned()),
            ..AccountDraft::default()
        };
        Account::parse(&draft).unwrap()
    }

    #[test]
    fn a_connection_keeps_its_id_through_all_that_happens_to_it() {
        let at = Timestamp::from_micros;
        let id = Uuid::from_u128(1).into();
        let new = Connection::new(id, (PlatformProvider::SocialAds, account("A")), at(1));
        let stopped = new.clone().stopped(ReconnectReason::TokenExpired, at(2));
        let stopped = stopped.unwrap();
        assert!(
            stopped
                .clone()
                .stopped(ReconnectReason::AccountClosed, at(3))
                .is_err()
        );
        let again = stopped.connected_again(account("B"), at(4));
        assert_eq!((again.id, again.state), (id, ConnectionState::Connected));
        assert_eq!((again.created_at, again.updated_at), (at(1), at(4)));
        assert_eq!(again.account.name.as_deref(), Some("B"));
        let gone = again.revoked(at(5)).unwrap();
        assert!(gone.clone().revoked(at(6)).is_err());
        assert!(
            gone.clone()
                .stopped(ReconnectReason::TokenExpired, at(6))
                .is_err()
        );
        let back = gone.connected_again(account("C"), at(7));
        assert_eq!((back.id, back.state), (id, ConnectionState::Connected));
    }
}
