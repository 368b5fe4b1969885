//! Why a rule, or a set of rules, is refused.

use application::transaction::Contended;
use channel_classifier::RuleProblem;
use kernel::StoreError;

/// One thing that is wrong with a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleFault {
    /// It cannot be read.
    Problem(RuleProblem),
    /// Its channel is not in the taxonomy.
    UnknownChannel {
        /// The channel.
        channel: String,
        /// The one that was probably meant.
        near: Option<String>,
    },
}

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum RuleError {
    /// The rule cannot be accepted, for each of these reasons.
    #[error("the rule is invalid")]
    Invalid(Vec<RuleFault>),
    /// Rules of a candidate set cannot be accepted: position and reason.
    #[error("rules of the set are invalid")]
    InvalidSet(Vec<(usize, RuleFault)>),
    /// Another rule has the priority.
    #[error("priority {priority} is taken by the rule {name:?} ({id})")]
    PriorityTaken {
        /// The priority.
        priority: u16,
        /// The other rule's id.
        id: kernel::ChannelRuleId,
        /// The other rule's name.
        name: String,
    },
    /// Two rules of a candidate set, by position, have one priority.
    #[error("two rules have the priority {priority}")]
    PriorityTwice {
        /// The priority.
        priority: u16,
        /// The later of the two.
        position: usize,
        /// The earlier of the two.
        other: usize,
    },
    /// Two rules of a candidate set have one id.
    #[error("two rules have the same id")]
    IdTwice {
        /// The later of the two.
        position: usize,
    },
    /// The last rule has the last priority, so there is no next one.
    #[error("there is no priority after the last rule's")]
    NoPriorityLeft,
    /// The profile has as many rules as it may.
    #[error("a profile has at most {0} rules")]
    TooManyRules(usize),
    /// Rules that are fine one by one are too large together; the text says of what there is too
    /// much.
    #[error("{0}")]
    SetTooLarge(String),
    /// A rule cannot change places with itself.
    #[error("the two rules are the same")]
    SameRule,
    /// The name of a channel is empty, too long, not in plain characters, or contains the sign that
    /// separates the values of a filter.
    #[error("the channel's name must have 1 to 64 characters, no | and no control characters")]
    ChannelName,
    /// The workspace has as many channels as it may.
    #[error("a workspace has at most {0} channels of its own")]
    TooManyChannels(u32),
    /// The days of a preview are no period.
    #[error("the days are no period: {0}")]
    Period(#[from] kernel::PeriodError),
    /// There is no such rule, or no such profile.
    #[error("there is no such rule")]
    NotFound,
    /// The store failed; nothing was written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for RuleError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}
