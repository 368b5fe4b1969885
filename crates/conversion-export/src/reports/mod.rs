//! What platforms say of accounts, asked when somebody looks.
//!
//! [`custom_audiences`](mod@custom_audiences) lists who can be shown ads, [`dataset_quality`](mod@dataset_quality) says how
//! good what is told is. A platform that does not accept the access any
//! more stops the connection, as it does for whoever sends.

pub mod custom_audiences;
pub mod dataset_quality;

use application::{Context, transact};
use export_rules::ports::ReportFailure;
use kernel::{ConnectionId, ProfileId, StoreError};
use platform_connections::{PlatformProvider, ReconnectReason};

use crate::connections::stop::{Stopping, stop};
use crate::connections::token::{FreshToken, TokenError, TokenPorts, token};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The profile has no such connection or destination.
    #[error("there is no such thing")]
    NotFound,
    /// It is of a platform that has no such report.
    #[error("only {} has this", .0.as_str())]
    WrongPlatform(PlatformProvider),
    /// There is no token.
    #[error(transparent)]
    Token(TokenError),
    /// The platform said nothing.
    #[error(transparent)]
    Platform(#[from] ReportFailure),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TokenError> for ReportError {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::NotFound => Self::NotFound,
            TokenError::Store(error) => Self::Store(error),
            other => Self::Token(other),
        }
    }
}

/// A token, and what a platform is asked with it.
struct Asking {
    place: (ProfileId, ConnectionId),
    token: FreshToken,
}

impl Asking {
    async fn new(
        ports: TokenPorts<'_>,
        context: &Context<'_>,
        place: (ProfileId, ConnectionId),
    ) -> Result<Self, ReportError> {
        let token = token(ports, context, place).await?;
        Ok(Self { place, token })
    }

    /// What was answered. A connection whose access is not accepted any more needs somebody who connects it anew.
    async fn heard<T>(
        &self,
        ports: TokenPorts<'_>,
        context: &Context<'_>,
        answer: Result<T, ReportFailure>,
    ) -> Result<T, ReportError> {
        if let Err(ReportFailure::Access) = &answer {
            let (profile_id, id) = self.place;
            let stopping = Stopping {
                id,
                reason: ReconnectReason::TokenExpired,
                obtained_at: self.token.obtained_at,
            };
            let input = (context, profile_id, stopping);
            let stopped = transact(ports.units, &input, |work, input| {
                let (context, profile_id, stopping) = input;
                Box::pin(stop(work, context, *profile_id, *stopping))
            });
            stopped.await?;
        }
        Ok(answer?)
    }
}
