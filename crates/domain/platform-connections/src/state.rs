//! How a connection stands.

/// Why somebody has to connect an account anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReconnectReason {
    /// The platform does not accept the tokens any more.
    TokenExpired,
    /// A permission that is needed was taken back.
    PermissionMissing,
    /// The account is closed.
    AccountClosed,
    /// Nothing has worked for days.
    FailingForDays,
}

impl ReconnectReason {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::TokenExpired,
        Self::PermissionMissing,
        Self::AccountClosed,
        Self::FailingForDays,
    ];

    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TokenExpired => "token_expired",
            Self::PermissionMissing => "permission_missing",
            Self::AccountClosed => "account_closed",
            Self::FailingForDays => "failing_for_days",
        }
    }

    /// The inverse of [`ReconnectReason::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// The status of a connection, with what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConnectionState {
    /// Its tokens work, as far as anybody knows.
    Connected,
    /// It delivers nothing until somebody connects the account anew.
    ReconnectRequired(ReconnectReason),
    /// Somebody removed it. Its tokens are gone.
    Revoked,
}

/// A change of status that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a connection that is {0} cannot become {1}")]
pub struct InvalidTransition(pub &'static str, pub &'static str);

impl ConnectionState {
    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::ReconnectRequired(_) => "reconnect_required",
            Self::Revoked => "revoked",
        }
    }

    /// The inverse of [`ConnectionState::as_str`] and the reason's; `None` when they do not belong together.
    pub fn parse(status: &str, reason: Option<&str>) -> Option<Self> {
        match (status, reason) {
            ("connected", None) => Some(Self::Connected),
            ("reconnect_required", Some(reason)) => {
                ReconnectReason::parse(reason).map(Self::ReconnectRequired)
            }
            ("revoked", None) => Some(Self::Revoked),
            _ => None,
        }
    }

    /// Why it has to be connected anew, if it has to.
    pub const fn reason(self) -> Option<ReconnectReason> {
        match self {
            Self::ReconnectRequired(reason) => Some(reason),
            Self::Connected | Self::Revoked => None,
        }
    }

    /// After it turned out that it works no more: only of a connection that did is that news.
    pub const fn stopped(self, reason: ReconnectReason) -> Result<Self, InvalidTransition> {
        match self {
            Self::Connected => Ok(Self::ReconnectRequired(reason)),
            Self::ReconnectRequired(_) | Self::Revoked => {
                Err(InvalidTransition(self.as_str(), "reconnect_required"))
            }
        }
    }

    /// After somebody removed it, once.
    pub const fn revoked(self) -> Result<Self, InvalidTransition> {
        match self {
            Self::Connected | Self::ReconnectRequired(_) => Ok(Self::Revoked),
            Self::Revoked => Err(InvalidTransition(self.as_str(), "revoked")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<ConnectionState> {
        let stopped = ReconnectReason::ALL.map(ConnectionState::ReconnectRequired);
        let ends = [ConnectionState::Connected, ConnectionState::Revoked];
        stopped.into_iter().chain(ends).collect()
    }

    #[test]
    fn words_are_read_back() {
        for state in all() {
            let reason = state.reason().map(ReconnectReason::as_str);
            assert_eq!(
                ConnectionState::parse(state.as_str(), reason),
                Some(state),
                "{state:?}"
            );
        }
        for (status, reason) in [
            ("connected", Some("token_expired")),
            ("reconnect_required", None),
            ("reconnect_required", Some("bored")),
            ("revoked", Some("token_expired")),
            ("pending", None),
        ] {
            assert_eq!(ConnectionState::parse(status, reason), None, "{status}");
        }
    }

    #[test]
    fn every_change_of_status_is_one_of_these() {
        for state in all() {
            let is_connected = state == ConnectionState::Connected;
            for reason in ReconnectReason::ALL {
                let stopped = state.stopped(reason);
                assert_eq!(stopped.is_ok(), is_connected, "{state:?}");
                assert!(!is_connected || stopped.unwrap().reason() == Some(reason));
            }
            let is_there = state != ConnectionState::Revoked;
            assert_eq!(state.revoked().is_ok(), is_there, "{state:?}");
        }
        let again = ConnectionState::Revoked.revoked().unwrap_err();
        assert_eq!(
            again.to_string(),
            "a connection that is revoked cannot become revoked"
        );
    }
}
