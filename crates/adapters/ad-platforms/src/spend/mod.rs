//! What ads cost, as platforms say it.
//!
//! Reading order: [`search_ads`] and [`social_ads`] (the requests), the private modules `search_rows` and `social_rows`
//! (what their answers mean) and `words` (ids, names and numbers of both).

pub mod search_ads;
pub(crate) mod search_rows;
pub mod social_ads;
pub(crate) mod social_rows;
mod words;

pub use search_ads::SearchAdsSpend;
pub use social_ads::SocialAdsSpend;

use std::time::Duration;

use ad_spend::SourceFailure;

use crate::client::{Answered, Lost};

/// A platform that may answer another time.
fn later(why: impl Into<String>, wait: Option<Duration>) -> SourceFailure {
    SourceFailure::TryLater {
        why: why.into(),
        wait,
    }
}

/// A platform that did not answer.
fn lost(lost: Lost) -> SourceFailure {
    let why = match lost {
        Lost::NotReached => "it was not reached",
        Lost::NoAnswer => "its answer ended in the middle",
    };
    later(why, None)
}

/// What an answer asks to wait.
pub(crate) fn wait(answered: &Answered) -> Option<Duration> {
    let micros = answered.wait.and_then(|wait| u64::try_from(wait).ok());
    micros.map(Duration::from_micros)
}

/// What a status alone means.
pub(crate) fn by_status(answered: &Answered) -> SourceFailure {
    match answered.status {
        401 => SourceFailure::TokenRefused,
        403 => SourceFailure::PermissionMissing,
        400..=499 if answered.status != 429 => {
            SourceFailure::Refused(format!("status {}", answered.status))
        }
        status => later(format!("it answered {status}"), wait(answered)),
    }
}
