//! Why figures change, in the words that the ledger and the list of full replays show.
//!
//! They are declared here, beside those who read them, because nothing is worked out of a cause but
//! what is told of it: whatever changes figures, in whichever domain, takes its word from this list.

use kernel::{Actor, Timestamp};
use uuid::Uuid;

/// Why figures change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// An event of a browser came in.
    TrackerEvent,
    /// An event of a server came in.
    OutcomeEvent,
    /// An event of a day that was over came in.
    LateEvent,
    /// A refund came in, or what it refunds.
    Refund,
    /// A browser turned out to be somebody's.
    Identify,
    /// Somebody decided that two customers are one, or took that back.
    Merge,
    /// Somebody decided that a customer is two people, or took that back.
    Split,
    /// Values turned out to be one person's, or not to be.
    Identity,
    /// Ad spend was written or removed.
    Spend,
    /// Channel rules were changed.
    ChannelRulesChanged,
    /// A definition is new.
    DefinitionCreated,
    /// A definition says something else.
    DefinitionChanged,
    /// A definition is gone.
    DefinitionDeleted,
    /// The attribution windows were set.
    WindowsChanged,
    /// Views take credit now, or do not any more.
    ViewsCreditChanged,
    /// Days begin elsewhere.
    TimezoneChanged,
    /// The profile reports in another currency.
    CurrencyChanged,
    /// Exchange rates were imported.
    RatesImported,
    /// Somebody asked for a full replay.
    Requested,
    /// A new release derives otherwise what was derived before.
    Upgrade,
    /// Who is one person was derived anew from facts of before.
    IdentityRederived,
    /// Which hosts are the profile's own, or say nothing, changed.
    TrackingSettingsChanged,
    /// Which events of browsers count for nothing changed.
    ExclusionsChanged,
    /// Nobody wrote it down.
    Unknown,
    /// Of a restatement whose causes differ.
    Several,
}

impl Cause {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 25] = [
        Self::TrackerEvent,
        Self::OutcomeEvent,
        Self::LateEvent,
        Self::Refund,
        Self::Identify,
        Self::Merge,
        Self::Split,
        Self::Identity,
        Self::Spend,
        Self::ChannelRulesChanged,
        Self::DefinitionCreated,
        Self::DefinitionChanged,
        Self::DefinitionDeleted,
        Self::WindowsChanged,
        Self::ViewsCreditChanged,
        Self::TimezoneChanged,
        Self::CurrencyChanged,
        Self::RatesImported,
        Self::Requested,
        Self::Upgrade,
        Self::IdentityRederived,
        Self::TrackingSettingsChanged,
        Self::ExclusionsChanged,
        Self::Unknown,
        Self::Several,
    ];

    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TrackerEvent => "tracker_event",
            Self::OutcomeEvent => "outcome_event",
            Self::LateEvent => "late_event",
            Self::Refund => "refund",
            Self::Identify => "identify",
            Self::Merge => "merge",
            Self::Split => "split",
            Self::Identity => "identity",
            Self::Spend => "spend",
            Self::ChannelRulesChanged => "channel_rules_changed",
            Self::DefinitionCreated => "definition_created",
            Self::DefinitionChanged => "definition_changed",
            Self::DefinitionDeleted => "definition_deleted",
            Self::WindowsChanged => "windows_changed",
            Self::ViewsCreditChanged => "views_credit_changed",
            Self::TimezoneChanged => "timezone_changed",
            Self::CurrencyChanged => "currency_changed",
            Self::RatesImported => "rates_imported",
            Self::Requested => "requested",
            Self::Upgrade => "upgrade",
            Self::IdentityRederived => "identity_rederived",
            Self::TrackingSettingsChanged => "tracking_settings_changed",
            Self::ExclusionsChanged => "exclusions_changed",
            Self::Unknown => "unknown",
            Self::Several => "several",
        }
    }

    /// The inverse of [`Cause::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.as_str() == text)
    }

    /// What some changes have in common; [`Cause::Several`] when that is no single cause.
    pub fn of_all(changes: &[ChangeCause]) -> Self {
        let mut causes = changes.iter().map(|change| change.cause);
        match causes.next() {
            Some(first) if causes.all(|cause| cause == first) => first,
            _ => Self::Several,
        }
    }
}

/// One reason for a replay or a restatement, with who gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeCause {
    /// Why.
    pub cause: Cause,
    /// The rule, definition, … that it is about.
    pub subject: Option<Uuid>,
    /// Who.
    pub actor: Actor,
    /// When.
    pub at: Timestamp,
    /// How many requests or facts it stands for.
    pub count: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_has_a_word_of_its_own() {
        for cause in Cause::ALL {
            assert_eq!(Cause::parse(cause.as_str()), Some(cause));
        }
        assert_eq!(Cause::parse("Refund"), None);
    }

    #[test]
    fn equal_causes_are_one_cause() {
        let change = |cause| ChangeCause {
            cause,
            subject: None,
            actor: Actor::System,
            at: Timestamp::from_micros(0),
            count: 1,
        };
        let of_all = |causes: &[Cause]| {
            Cause::of_all(&causes.iter().copied().map(change).collect::<Vec<_>>())
        };
        assert_eq!(of_all(&[Cause::Refund, Cause::Refund]), Cause::Refund);
        assert_eq!(of_all(&[Cause::Refund, Cause::Merge]), Cause::Several);
        assert_eq!(of_all(&[]), Cause::Several);
    }
}
