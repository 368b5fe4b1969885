//! What platforms say of accounts and data sets, asked when somebody looks.

use async_trait::async_trait;

use crate::destination::PixelId;
use crate::report::{CustomAudience, DatasetQuality};
use kernel::AccessToken;

/// Why a platform said nothing. Nothing of it is the platform's own text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportFailure {
    /// The access is not valid any more.
    #[error("the platform does not accept the access any more")]
    Access,
    /// The access is valid, and not for this.
    #[error("the access is not for this data set or account")]
    Permission,
    /// Too much at once.
    #[error("the platform has too much to do")]
    Throttled {
        /// How long it asks to wait, in microseconds.
        wait: Option<i64>,
    },
    /// The platform does not know what it was asked for.
    #[error("the platform does not know what it was asked for{}", code(*.0))]
    Refused(Option<i64>),
    /// There was no answer, or none that can be read.
    #[error("the platform did not answer")]
    NoAnswer,
}

fn code(code: Option<i64>) -> String {
    code.map_or_else(String::new, |code| format!(" (its code {code})"))
}

/// Where a page of a platform's list ended, in its own words: 1 to 512 characters that may stand in an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformCursor(String);

impl PlatformCursor {
    /// The longest, in characters.
    pub const LONGEST: usize = 512;

    /// Reads one.
    pub fn parse(text: &str) -> Option<Self> {
        let may_stand = |byte: u8| byte.is_ascii_alphanumeric() || b"_-=".contains(&byte);
        let fits = (1..=Self::LONGEST).contains(&text.len()) && text.bytes().all(may_stand);
        fits.then(|| Self(text.to_owned()))
    }

    /// As the platform wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One page of audiences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AudiencePage {
    /// In the platform's order.
    pub audiences: Vec<CustomAudience>,
    /// Where it ends, when there is another.
    pub next: Option<PlatformCursor>,
}

/// How good a data set of a social network is.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait DatasetQualityReader: Send + Sync {
    /// What the platform says of a data set now.
    async fn quality(
        &self,
        access: &AccessToken,
        dataset: &PixelId,
    ) -> Result<DatasetQuality, ReportFailure>;
}

/// Audiences of an account at a social network.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait CustomAudienceReader: Send + Sync {
    /// A page of an account's audiences, by the platform's id of the account: what lies after a place, at most so
    /// many.
    async fn audiences(
        &self,
        access: &AccessToken,
        account_id: &str,
        after: Option<PlatformCursor>,
        most: u32,
    ) -> Result<AudiencePage, ReportFailure>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_may_stand_in_an_address() {
        assert_eq!(
            PlatformCursor::parse("QVFI_x-9=").unwrap().as_str(),
            "QVFI_x-9="
        );
        let long = "x".repeat(PlatformCursor::LONGEST + 1);
        for text in ["", "a b", "a&b", "a/b", "é", long.as_str()] {
            assert_eq!(PlatformCursor::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_failure_says_the_code_and_nothing_of_the_platform_s() {
        let refused = ReportFailure::Refused(Some(100)).to_string();
        assert!(refused.ends_with("asked for (its code 100)"), "{refused}");
        assert!(!ReportFailure::Refused(None).to_string().contains('('));
    }
}
