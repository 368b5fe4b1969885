//! How what is exported is called.

use export_rules::{
    ActionSource, Destination, DestinationKind, LedgerLine, LineKind, Rule, RuleSource, SkipReason,
    Status, Target, Word, Worth,
};
use platform_connections::PlatformProvider;

use crate::connections::name_of;
use crate::format::{Number, money};

/// Something to choose.
pub(super) struct Choice {
    pub word: String,
    pub label: String,
    pub is_chosen: bool,
}

/// The platform of a kind of destinations.
pub(super) const fn platform(kind: DestinationKind) -> &'static str {
    match kind {
        DestinationKind::SocialCapi => name_of(PlatformProvider::SocialAds),
        DestinationKind::SearchAds => name_of(PlatformProvider::SearchAds),
    }
}

/// The data set or the conversion action that is told.
pub(super) fn target(it: &Destination) -> String {
    match &it.target {
        Target::Social { pixel_id, .. } => pixel_id.as_str().to_owned(),
        Target::Search { action } => action.to_string(),
    }
}

/// A destination by its platform and its target.
pub(super) fn destination(it: &Destination) -> String {
    format!("{} {}", platform(it.kind()), target(it))
}

/// What a rule reads.
pub(super) fn reads(source: &RuleSource) -> String {
    let stage = |stage: &Option<String>| stage.clone().unwrap_or_default();
    let mut said = match source {
        RuleSource::Definition(_) => return "Conversions of a definition".to_owned(),
        RuleSource::StageEntered(filter) => format!("Moves into {}", stage(&filter.to_stage)),
        RuleSource::StageExited(filter) => format!("Moves out of {}", stage(&filter.from_stage)),
    };
    let system = source
        .stages()
        .and_then(|stages| stages.external_source.as_ref());
    if let Some(system) = system {
        said.push_str(" in ");
        said.push_str(system);
    }
    said
}

/// The platforms that a rule tells.
pub(super) fn tells(rule: &Rule) -> String {
    let kinds = DestinationKind::ALL.iter().copied();
    let told: Vec<_> = kinds
        .filter(|kind| *rule.settings.destinations.of(*kind))
        .map(platform)
        .collect();
    told.join(", ")
}

/// Where something that is told stands.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub words: &'static str,
    /// How its chip looks.
    pub chip: &'static str,
    pub meaning: &'static str,
}

impl From<Status> for State {
    fn from(status: Status) -> Self {
        let (words, chip, meaning) = match status {
            Status::Queued => ("Waits", "chip", "It is sent when its turn comes."),
            Status::Sending => ("Being sent", "chip", "It is on its way."),
            Status::Sent => ("Sent", "chip on", "The platform took it."),
            Status::Accepted => (
                "Accepted",
                "chip on",
                "The platform took it, and checks it later.",
            ),
            Status::Confirmed => ("Confirmed", "chip on", "The platform could use it."),
            Status::Rejected => (
                "Rejected",
                "chip off",
                "The platform took it, and could not use it.",
            ),
            Status::Retry => (
                "Tried again later",
                "chip",
                "It did not work this time, and is sent again.",
            ),
            Status::Failed => ("Given up", "chip off", "It is not sent again."),
            Status::Skipped => ("Not told", "chip", "Nothing of it was sent."),
            Status::Unknown => (
                "Unknown",
                "chip off",
                "Nobody can know whether it arrived, and sending it again might count it twice.",
            ),
        };
        Self {
            words,
            chip,
            meaning,
        }
    }
}

/// Why something is not told, and what helps.
#[derive(Clone, Copy)]
pub(super) struct Reason {
    pub word: SkipReason,
    pub meaning: &'static str,
    pub remedy: &'static str,
}

impl From<SkipReason> for Reason {
    fn from(reason: SkipReason) -> Self {
        Self {
            word: reason,
            meaning: reason.meaning(),
            remedy: reason.remedy(),
        }
    }
}

/// Where a platform is told that something happened.
pub(super) const fn place(source: ActionSource) -> &'static str {
    match source {
        ActionSource::Website => "On a page",
        ActionSource::SystemGenerated => "In a system",
        ActionSource::BusinessMessaging => "In a conversation",
    }
}

/// What something is told to be worth.
pub(super) fn worth(it: Worth) -> Number {
    money(it.amount.into(), it.currency.code())
}

/// The name under which a platform is told, where it came to one.
pub(super) fn event(line: &LedgerLine) -> String {
    let unnamed = || "Event".to_owned();
    line.told.event_name.clone().unwrap_or_else(unnamed)
}

/// Whether somebody made it up.
pub(super) fn is_test(line: &LedgerLine) -> bool {
    line.kind == LineKind::Test
}
