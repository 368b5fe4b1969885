//! How one attempt to deliver went.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use kernel::Timestamp;

/// When a receiver wants to be asked again: the header `Retry-After`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfter {
    /// After so many seconds.
    Seconds(u64),
    /// Not before this instant.
    At(Timestamp),
}

impl RetryAfter {
    /// Reads seconds or a date of HTTP; `None` for anything else, which counts for nothing.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self::Seconds(text.parse().unwrap_or(u64::MAX)));
        }
        httpdate::parse_http_date(text)
            .ok()
            .map(|at| Self::At(instant(at)))
    }

    /// How long that is from now; nothing for what is over.
    pub fn from_now(self, now: Timestamp) -> Duration {
        match self {
            Self::Seconds(seconds) => Duration::from_secs(seconds),
            Self::At(at) => {
                let micros = u64::try_from(at.micros_since(now)).unwrap_or(0);
                Duration::from_micros(micros)
            }
        }
    }
}

/// A date of HTTP as an instant; what lies before 1970 is over in any case.
fn instant(at: SystemTime) -> Timestamp {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_micros(crate::span::micros(since))
}

/// Why there was no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttemptFailure {
    /// It took too long to connect or to answer.
    Timeout,
    /// There is no address that a delivery may be sent to.
    BlockedAddress,
    /// TLS could not be agreed on, or the certificate is none that is trusted.
    Tls,
    /// The name is unknown, nobody listens, or the connection broke.
    Connection,
}

impl AttemptFailure {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Timeout,
        Self::BlockedAddress,
        Self::Tls,
        Self::Connection,
    ];

    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::BlockedAddress => "blocked_address",
            Self::Tls => "tls",
            Self::Connection => "connection",
        }
    }

    /// The inverse of [`AttemptFailure::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// The receiver answered.
    Answered {
        /// The status of HTTP.
        status: u16,
        /// When it wants to be asked again.
        retry_after: Option<RetryAfter>,
    },
    /// It did not.
    Failed(AttemptFailure),
}

impl AttemptOutcome {
    /// Whether the event was delivered: 2xx and nothing else, so a redirect is a failure.
    pub const fn is_success(&self) -> bool {
        matches!(
            self,
            Self::Answered {
                status: 200..=299,
                ..
            }
        )
    }

    /// Whether the receiver wants nothing any more: 410.
    pub const fn is_gone(&self) -> bool {
        matches!(self, Self::Answered { status: 410, .. })
    }

    /// Whether the receiver has too much to do: 429, or no answer in time.
    pub const fn is_overload(&self) -> bool {
        matches!(
            self,
            Self::Answered { status: 429, .. } | Self::Failed(AttemptFailure::Timeout)
        )
    }

    /// When the receiver wants to be asked again.
    pub const fn retry_after(&self) -> Option<RetryAfter> {
        match self {
            Self::Answered { retry_after, .. } => *retry_after,
            Self::Failed(_) => None,
        }
    }

    /// The status, if there was an answer.
    pub const fn status(&self) -> Option<u16> {
        match self {
            Self::Answered { status, .. } => Some(*status),
            Self::Failed(_) => None,
        }
    }

    /// The failure, if there was no answer.
    pub const fn failure(&self) -> Option<AttemptFailure> {
        match self {
            Self::Answered { .. } => None,
            Self::Failed(failure) => Some(*failure),
        }
    }
}

/// The beginning of what a receiver said. Hidden from `Debug`: it may hold anything.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Excerpt(Vec<u8>);

impl Excerpt {
    /// How much of an answer is kept.
    pub const MAX_BYTES: usize = 2_048;

    /// The first [`Excerpt::MAX_BYTES`] of these.
    pub fn new(mut bytes: Vec<u8>) -> Self {
        bytes.truncate(Self::MAX_BYTES);
        Self(bytes)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes as a text that can be shown: what is no text, and control characters other than line
    /// breaks and tabs, are replaced.
    pub fn text(&self) -> String {
        let shown = |c: char| match c {
            '\n' | '\t' => c,
            c if c.is_control() => char::REPLACEMENT_CHARACTER,
            c => c,
        };
        String::from_utf8_lossy(&self.0)
            .chars()
            .map(shown)
            .collect()
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Excerpt({} bytes)", self.0.len())
    }
}

/// One attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// How it ended.
    pub outcome: AttemptOutcome,
    /// What the receiver said; empty when it said nothing.
    pub excerpt: Excerpt,
    /// How long it took.
    pub took: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_retry_after_are_read() {
        let now = Timestamp::parse("1994-11-06T08:49:07Z").unwrap();
        for (text, seconds) in [
            ("0", Some(0)),
            ("120", Some(120)),
            (" 7 ", Some(7)),
            ("99999999999999999999", Some(u64::MAX)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(30)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some(30)),
            ("Sun Nov  6 08:49:37 1994", Some(30)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", Some(0)),
            ("", None),
            ("-1", None),
            ("1.5", None),
            ("soon", None),
            ("1994-11-06T08:49:37Z", None),
        ] {
            let read = RetryAfter::parse(text).map(|after| after.from_now(now).as_secs());
            assert_eq!(read, seconds, "{text}");
        }
    }

    #[test]
    fn success_is_2xx_and_nothing_else() {
        for status in 100..=599 {
            let outcome = AttemptOutcome::Answered {
                status,
                retry_after: None,
            };
            assert_eq!(outcome.is_success(), status / 100 == 2, "{status}");
            assert_eq!(outcome.is_gone(), status == 410, "{status}");
            assert_eq!(outcome.is_overload(), status == 429, "{status}");
            assert_eq!((outcome.status(), outcome.failure()), (Some(status), None));
        }
        for failure in AttemptFailure::ALL {
            let outcome = AttemptOutcome::Failed(failure);
            assert!(!outcome.is_success() && !outcome.is_gone());
            assert_eq!(outcome.is_overload(), failure == AttemptFailure::Timeout);
            assert_eq!(AttemptFailure::parse(failure.as_str()), Some(failure));
        }
    }

    #[test]
    fn an_excerpt_is_short_and_can_be_shown() {
        let excerpt = Excerpt::new(vec![b'a'; 5_000]);
        assert_eq!(excerpt.bytes().len(), 2_048);
        assert_eq!(format!("{excerpt:?}"), "Excerpt(2048 bytes)");
        let odd = Excerpt::new(b"a\0b\x1b\n\xff".to_vec());
        assert_eq!(odd.text(), "a\u{fffd}b\u{fffd}\n\u{fffd}");
    }
}
