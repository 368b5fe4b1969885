//! Where something that is told stands.

use crate::words::words;

/// Where something that is told stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// It is to be sent.
    Queued,
    /// Somebody is sending it.
    Sending,
    /// A social network took it.
    Sent,
    /// A search engine took it and will say later whether it could use it.
    Accepted,
    /// It could.
    Confirmed,
    /// It could not, and nothing helps.
    Rejected,
    /// It is sent again later.
    Retry,
    /// It was given up.
    Failed,
    /// It was not to be told.
    Skipped,
    /// Nobody can know whether it arrived, and sending it again might count it twice.
    Unknown,
}

words! {
    Status {
        Queued => "queued",
        Sending => "sending",
        Sent => "sent",
        Accepted => "accepted",
        Confirmed => "confirmed",
        Rejected => "rejected",
        Retry => "retry",
        Failed => "failed",
        Skipped => "skipped",
        Unknown => "unknown",
    }
}

impl Status {
    /// Whether the platform has it.
    pub const fn is_sent(self) -> bool {
        matches!(self, Self::Sent | Self::Accepted | Self::Confirmed)
    }

    /// Whether something is still to be done.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Queued | Self::Sending | Self::Retry)
    }
}
