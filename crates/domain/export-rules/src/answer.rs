//! What a platform's answer means for what was sent.

/// What became of one request, as far as the sender can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A social network took everything.
    Sent,
    /// A search engine took everything and checks it later.
    Accepted,
    /// The platform could use it, now or when it was told before.
    Confirmed,
    /// Something in it is wrong: when it was more than one event, one of them.
    Invalid,
    /// The platform understood it and cannot use it; harmless.
    Rejected,
    /// The platform found it too old.
    Stale,
    /// The access is not valid any more.
    Auth,
    /// What the destination is set to is wrong: no event of it can be sent.
    Configuration,
    /// Too much at once.
    Throttled {
        /// How long the platform asks to wait, in microseconds.
        wait: Option<i64>,
    },
    /// It did not work this time, and the platform took nothing.
    Transient {
        /// How long the platform asks to wait, in microseconds.
        wait: Option<i64>,
    },
    /// It was sent, and no answer came: the platform may have taken it.
    Ambiguous,
}

impl Answer {
    /// Whether half of a batch may succeed where the whole did not.
    pub const fn is_worth_bisecting(self) -> bool {
        matches!(self, Self::Invalid)
    }

    /// Whether the platform has what was sent.
    pub const fn is_taken(self) -> bool {
        matches!(self, Self::Sent | Self::Accepted | Self::Confirmed)
    }
}
