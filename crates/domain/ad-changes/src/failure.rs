//! Why a change is not made.

use std::time::Duration;

/// Why a change is not made and never will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureCode {
    /// What is there is neither what it was decided upon nor what is wanted.
    PreconditionChanged,
    /// The platform takes no budget that is so small.
    BudgetTooSmall,
    /// Or none that is so large.
    BudgetTooLarge,
    /// The account is not connected any more.
    ConnectionRevoked,
    /// The platform said no for another reason.
    PlatformRefused,
}

impl FailureCode {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::PreconditionChanged,
        Self::BudgetTooSmall,
        Self::BudgetTooLarge,
        Self::ConnectionRevoked,
        Self::PlatformRefused,
    ];

    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PreconditionChanged => "precondition_changed",
            Self::BudgetTooSmall => "budget_too_small",
            Self::BudgetTooLarge => "budget_too_large",
            Self::ConnectionRevoked => "connection_revoked",
            Self::PlatformRefused => "platform_refused",
        }
    }

    /// The inverse of [`FailureCode::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// Why a platform did not do what it was asked for. The texts name no person and hold no secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExecutorFailure {
    /// It did nothing, and will not.
    #[error("the platform refused: {why}")]
    Refused {
        /// What that means.
        code: FailureCode,
        /// The platform's word for it.
        why: String,
    },
    /// Nobody knows what it did: it may say so another time.
    #[error("the platform did not answer: {why}")]
    TryLater {
        /// Why.
        why: String,
        /// How long it asked to wait.
        wait: Option<Duration>,
    },
}

impl ExecutorFailure {
    /// A refusal that has no code of its own.
    pub fn refused(why: impl Into<String>) -> Self {
        Self::Refused {
            code: FailureCode::PlatformRefused,
            why: why.into(),
        }
    }
}
