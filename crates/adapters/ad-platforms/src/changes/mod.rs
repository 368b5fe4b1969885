//! What platforms are told to change: pausing, and what may be spent a day.
//!
//! Reading order: [`search_ads`] and [`social_ads`].

pub mod search_ads;
pub mod social_ads;

pub use search_ads::SearchAdsChanges;
pub use social_ads::SocialAdsChanges;

use ad_changes::{ExecutorFailure, FailureCode};
use ad_spend::SourceFailure;

use crate::client::{Answered, Lost};
use crate::spend::{by_status, wait};

/// Nobody knows what the platform did.
fn later(why: impl Into<String>) -> ExecutorFailure {
    ExecutorFailure::TryLater {
        why: why.into(),
        wait: None,
    }
}

/// A platform that did not answer.
fn lost(lost: Lost) -> ExecutorFailure {
    later(match lost {
        Lost::NotReached => "it was not reached",
        Lost::NoAnswer => "its answer ended in the middle",
    })
}

/// What an answer means that says that it did not work: the same as where spend is read, and `code` where it is about a
/// budget.
fn refused(
    answered: &Answered,
    meant: Option<SourceFailure>,
    code: Option<FailureCode>,
) -> ExecutorFailure {
    if let Some(code) = code {
        let why = code.as_str().to_owned();
        return ExecutorFailure::Refused { code, why };
    }
    let code = FailureCode::PlatformRefused;
    match meant.unwrap_or_else(|| by_status(answered)) {
        SourceFailure::TokenRefused => ExecutorFailure::Refused {
            code: FailureCode::ConnectionRevoked,
            why: "its token is refused".to_owned(),
        },
        SourceFailure::TryLater { why, wait } => ExecutorFailure::TryLater { why, wait },
        // The operator sets another version, and then it is made.
        SourceFailure::Outdated { version } => ExecutorFailure::TryLater {
            why: format!("it does not answer {version} any more"),
            wait: wait(answered),
        },
        SourceFailure::PermissionMissing => ExecutorFailure::Refused {
            code,
            why: "the permission to change it is missing".to_owned(),
        },
        SourceFailure::AccountClosed => ExecutorFailure::Refused {
            code,
            why: "the account is closed".to_owned(),
        },
        SourceFailure::Refused(why) => ExecutorFailure::Refused { code, why },
        SourceFailure::TooMuch => ExecutorFailure::refused("too much at once"),
    }
}

/// What is not in the account, for whoever is connected.
fn not_there() -> ExecutorFailure {
    ExecutorFailure::refused("it is not in the account")
}
