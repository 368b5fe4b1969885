//! What is told: a rule reads conversions of one definition, or moves in a pipeline, and says to which kinds of
//! destinations, under which name and with which value they go.

mod draft;

pub use draft::{
    MAX_PRIORITY, MAX_RULE_NAME, MAX_STAGE, NewRule, RuleDraft, RuleFault, RuleFaultReason,
    RuleField, RulePatch,
};

use kernel::{DefinitionId, Timestamp};

use crate::ids::RuleId;
use crate::policy::PrivacyOverride;
use crate::record::{Record, Source, StageMove, Worth};
use crate::words::{DestinationKind, RecurringPaymentMode, SourceKind, TriggerMode, ValueMode};

/// The most rules that a profile may have, archived ones aside.
pub const MAX_RULES: u64 = 200;
/// The priority of a rule that says none.
const DEFAULT_PRIORITY: u16 = 100;

/// A rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Its id.
    pub id: RuleId,
    /// Everything that can be set.
    pub settings: RuleSettings,
    /// Since when it tells what happens: it was made, enabled, taken out of the archive, or turned on for a kind
    /// of destination. What happened before is never told.
    pub since: Since,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// Since when a rule tells each kind of destination; `None` where it does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// Social networks.
    pub social: Option<Timestamp>,
    /// Search engines.
    pub search: Option<Timestamp>,
}

impl Since {
    /// Of one kind.
    pub const fn of(self, kind: DestinationKind) -> Option<Timestamp> {
        match kind {
            DestinationKind::SocialCapi => self.social,
            DestinationKind::SearchAds => self.search,
        }
    }
}

/// Everything about a rule that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleSettings {
    /// For people: 1 to [`MAX_RULE_NAME`] characters.
    pub name: String,
    /// Whether it tells anything.
    pub enabled: bool,
    /// When it was put into the archive, where it tells nothing and no list shows it.
    pub archived_at: Option<Timestamp>,
    /// 1 to 999; lower runs first.
    pub priority: u16,
    /// What it reads.
    pub source: RuleSource,
    /// Which kinds of destinations it tells.
    pub destinations: PerKind<bool>,
    /// Names of its own.
    pub event_names: PerKind<Option<String>>,
    /// The optimisation category of a custom conversion, which nothing makes yet.
    pub social_custom_event_type: Option<String>,
    /// What is told of the worth.
    pub value: RuleValue,
    /// What becomes of renewals.
    pub recurring_payment_mode: RecurringPaymentMode,
    /// What it closes beyond the profile.
    pub privacy_override: Option<PrivacyOverride>,
}

/// Something for each kind of destination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerKind<T> {
    /// Social networks.
    pub social: T,
    /// Search engines.
    pub search: T,
}

impl<T> PerKind<T> {
    /// That of one kind.
    pub const fn of(&self, kind: DestinationKind) -> &T {
        match kind {
            DestinationKind::SocialCapi => &self.social,
            DestinationKind::SearchAds => &self.search,
        }
    }

    /// That of one kind, to be changed.
    pub(crate) const fn of_mut(&mut self, kind: DestinationKind) -> &mut T {
        match kind {
            DestinationKind::SocialCapi => &mut self.social,
            DestinationKind::SearchAds => &mut self.search,
        }
    }
}

/// What a rule reads, and when it fires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleSource {
    /// Conversions of one definition, as they are recorded.
    Definition(DefinitionId),
    /// Moves in a pipeline into a stage.
    StageEntered(StageFilter),
    /// Moves in a pipeline out of a stage.
    StageExited(StageFilter),
}

/// Which moves: each field that is set must be equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StageFilter {
    /// The stage that is entered; set when the rule fires on entering.
    pub to_stage: Option<String>,
    /// The stage that is left; set when the rule fires on leaving.
    pub from_stage: Option<String>,
    /// The system that holds the pipeline.
    pub external_source: Option<String>,
}

/// What a rule tells of the worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleValue {
    /// The event's own amount, in its own currency.
    Event,
    /// Always the same; above 0.
    Fixed(Worth),
    /// Nothing.
    None,
}

impl RuleValue {
    /// Its mode.
    pub const fn mode(&self) -> ValueMode {
        match self {
            Self::Event => ValueMode::EventValue,
            Self::Fixed(_) => ValueMode::FixedValue,
            Self::None => ValueMode::None,
        }
    }
}

impl RuleSource {
    /// Its kind.
    pub const fn kind(&self) -> SourceKind {
        match self {
            Self::Definition(_) => SourceKind::ConversionDefinition,
            Self::StageEntered(_) | Self::StageExited(_) => SourceKind::PipelineStageTransition,
        }
    }

    /// When the rule fires.
    pub const fn trigger(&self) -> TriggerMode {
        match self {
            Self::Definition(_) => TriggerMode::EventRecorded,
            Self::StageEntered(_) => TriggerMode::StageEntered,
            Self::StageExited(_) => TriggerMode::StageExited,
        }
    }

    /// The definition that it reads.
    pub const fn definition(&self) -> Option<DefinitionId> {
        match self {
            Self::Definition(id) => Some(*id),
            Self::StageEntered(_) | Self::StageExited(_) => None,
        }
    }

    /// Which moves it reads.
    pub const fn stages(&self) -> Option<&StageFilter> {
        match self {
            Self::Definition(_) => None,
            Self::StageEntered(filter) | Self::StageExited(filter) => Some(filter),
        }
    }

    /// Whether it reads a record.
    pub fn matches(&self, record: &Record) -> bool {
        match (self, &record.source) {
            (Self::Definition(id), Source::Conversion(conversion)) => {
                conversion.definition_id == *id
            }
            (Self::StageEntered(filter) | Self::StageExited(filter), Source::StageMove(stage)) => {
                let equal =
                    |wanted: &Option<String>, is: &Option<String>| wanted.is_none() || wanted == is;
                equal(&filter.to_stage, &stage.to_stage)
                    && equal(&filter.from_stage, &stage.from_stage)
                    && equal(&filter.external_source, &stage.external_source)
            }
            _ => false,
        }
    }
}

impl StageFilter {
    /// Moves that are equal to one in everything that it says.
    pub fn of(stage: &StageMove) -> Self {
        Self {
            to_stage: stage.to_stage.clone(),
            from_stage: stage.from_stage.clone(),
            external_source: stage.external_source.clone(),
        }
    }
}

impl RuleSettings {
    /// Settings in which everything else has its default: the rule tells the event's value, skips renewals, and
    /// has no destination on yet.
    pub fn new(name: impl Into<String>, source: RuleSource) -> Self {
        Self {
            name: name.into(),
            enabled: true,
            archived_at: None,
            priority: DEFAULT_PRIORITY,
            source,
            destinations: PerKind::default(),
            event_names: PerKind::default(),
            social_custom_event_type: None,
            value: RuleValue::Event,
            recurring_payment_mode: RecurringPaymentMode::Skip,
            privacy_override: None,
        }
    }

    /// A rule of them that is made now.
    pub fn into_rule(self, id: RuleId, at: Timestamp) -> Rule {
        Rule {
            id,
            since: since(None, &self, at),
            settings: self,
            created_at: at,
            updated_at: at,
        }
    }

    /// Whether it is on: enabled, and not in the archive.
    pub const fn is_on(&self) -> bool {
        self.enabled && self.archived_at.is_none()
    }

    /// Whether it tells a kind of destination anything.
    pub const fn tells(&self, kind: DestinationKind) -> bool {
        self.is_on() && *self.destinations.of(kind)
    }
}

impl Rule {
    /// Whether a record is one for it to tell a destination of a kind: it reads it, and it happened since.
    pub fn covers(&self, record: &Record, kind: DestinationKind) -> bool {
        self.settings.tells(kind)
            && self
                .since
                .of(kind)
                .is_some_and(|since| record.occurred_at >= since)
            && self.settings.source.matches(record)
    }
}

/// Since when the rule tells each kind: from now on, unless it told it before already.
fn since(before: Option<&Rule>, after: &RuleSettings, at: Timestamp) -> Since {
    let of = |kind| {
        let told = before.filter(|rule| rule.settings.tells(kind));
        after
            .tells(kind)
            .then(|| told.and_then(|rule| rule.since.of(kind)).unwrap_or(at))
    };
    Since {
        social: of(DestinationKind::SocialCapi),
        search: of(DestinationKind::SearchAds),
    }
}

/// The order in which rules have their turn: by priority, then the older, then by id.
pub fn in_turn(rules: &mut [Rule]) {
    rules.sort_by_key(|rule| (rule.settings.priority, rule.created_at, rule.id));
}

#[cfg(test)]
mod tests;
