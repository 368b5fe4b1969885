//! What people may ask a rule to be: fields as they came become a [`NewRule`] or a [`RulePatch`], or every fault
//! at once.

use kernel::{DefinitionId, Sent, Timestamp};
use serde_json::{Map, Value};

use super::{Rule, RuleSettings, RuleSource, StageFilter, since};
use crate::ids::RuleId;
use crate::policy::PrivacyFault;
use crate::words::{SourceKind, TriggerMode, ValueMode, Word, words};

mod reader;

use reader::{Reader, StoredConfig};

/// The longest name of a rule, in characters.
pub const MAX_RULE_NAME: usize = 160;
/// The longest name of a stage or of a system that holds a pipeline, in characters.
pub const MAX_STAGE: usize = 256;
/// Priorities are 1 to this.
pub const MAX_PRIORITY: u16 = 999;

/// A field of a rule as callers know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is the field of the same name")]
pub enum RuleField {
    Name,
    Enabled,
    ArchivedAt,
    Priority,
    SourceKind,
    SourceRefId,
    SourceConfig,
    TriggerMode,
    Destinations,
    PlatformEventNameOverrides,
    SocialCustomEventType,
    ValueMode,
    RecurringPaymentMode,
    PrivacyOverride,
}

words! {
    RuleField {
        Name => "name",
        Enabled => "enabled",
        ArchivedAt => "archived_at",
        Priority => "priority",
        SourceKind => "source_kind",
        SourceRefId => "source_ref_id",
        SourceConfig => "source_config",
        TriggerMode => "trigger_mode",
        Destinations => "destinations",
        PlatformEventNameOverrides => "platform_event_name_overrides",
        SocialCustomEventType => "social_custom_event_type",
        ValueMode => "value_mode",
        RecurringPaymentMode => "recurring_payment_mode",
        PrivacyOverride => "privacy_override",
    }
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} {reason}")]
pub struct RuleFault {
    /// The field.
    pub field: RuleField,
    /// Why, to be read after the field's name.
    pub reason: RuleFaultReason,
}

/// Why a field is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleFaultReason {
    /// It must be there.
    #[error("is required")]
    Missing,
    /// It needs a value.
    #[error("must not be null")]
    Null,
    /// It is what it was made as.
    #[error("cannot be changed")]
    Immutable,
    /// It is too short or too long.
    #[error("must have 1 to {0} characters, no control characters among them")]
    Length(usize),
    /// It is out of range.
    #[error("must be 1 to {MAX_PRIORITY}")]
    Priority,
    /// It is none of the words.
    #[error("is none of {0}")]
    Word(String),
    /// It does not go with the kind of source.
    #[error("cannot be {trigger} on a {kind} rule")]
    Pairing {
        /// When it should fire.
        trigger: TriggerMode,
        /// What it reads.
        kind: SourceKind,
    },
    /// A rule that reads a pipeline reads no definition.
    #[error("must be null on a pipeline_stage_transition rule")]
    NoDefinition,
    /// It is no object.
    #[error("must be an object")]
    NotAnObject,
    /// A key that nothing is known of.
    #[error("has the unknown key {0:?}; the keys are {1}")]
    UnknownKey(String, String),
    /// A key has a value that it cannot have.
    #[error("must have in {0} {1}")]
    Key(&'static str, String),
    /// A privacy override that is none.
    #[error(transparent)]
    Privacy(#[from] PrivacyFault),
}

/// A rule's fields as they came. Objects are unread.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "each is the field of the same name")]
pub struct RuleDraft {
    pub name: Sent<String>,
    pub enabled: Sent<bool>,
    pub archived_at: Sent<Timestamp>,
    pub priority: Sent<i64>,
    pub source_kind: Sent<String>,
    pub source_ref_id: Sent<DefinitionId>,
    pub source_config: Sent<Value>,
    pub trigger_mode: Sent<String>,
    pub destinations: Sent<Value>,
    pub platform_event_name_overrides: Sent<Value>,
    pub social_custom_event_type: Sent<String>,
    pub value_mode: Sent<String>,
    pub recurring_payment_mode: Sent<String>,
    pub privacy_override: Sent<Value>,
}

/// A rule that is complete and has no id yet.
#[derive(Clone, Debug, PartialEq)]
pub struct NewRule(RuleSettings);

impl NewRule {
    /// Reads a draft. What is absent has its default; `name`, `source_kind` and what the kind needs do not.
    pub fn parse(draft: RuleDraft) -> Result<Self, Vec<RuleFault>> {
        let mut reader = Reader::default();
        let kind = reader.required(RuleField::SourceKind, &draft.source_kind);
        let kind = kind.and_then(|text| reader.word::<SourceKind>(RuleField::SourceKind, text));
        if matches!(draft.name, Sent::Absent) {
            reader.refuse::<()>(RuleField::Name, RuleFaultReason::Missing);
        }
        let Some(kind) = kind else {
            return Err(reader.faults);
        };
        let source = match kind {
            // Replaced before it is looked at: a rule of this kind needs its definition.
            SourceKind::ConversionDefinition => {
                RuleSource::Definition(DefinitionId::new(uuid::Uuid::nil()))
            }
            SourceKind::PipelineStageTransition => RuleSource::StageEntered(StageFilter::default()),
        };
        let settings = RuleSettings::new(String::new(), source);
        if kind == SourceKind::ConversionDefinition && matches!(draft.source_ref_id, Sent::Absent) {
            reader.refuse::<()>(RuleField::SourceRefId, RuleFaultReason::Missing);
        }
        let draft = RuleDraft {
            source_kind: Sent::Absent,
            // A pipeline rule names its stages even when nothing was sent.
            source_config: match draft.source_config {
                Sent::Absent => Sent::Value(Value::Object(Map::new())),
                sent => sent,
            },
            ..draft
        };
        let patched = RulePatch(draft).read(&settings, &mut reader);
        match patched {
            Some(settings) if reader.faults.is_empty() => Ok(Self(settings)),
            _ => Err(reader.faults),
        }
    }

    /// The definition that it reads.
    pub const fn definition(&self) -> Option<DefinitionId> {
        self.0.source.definition()
    }

    /// The rule under an id.
    pub fn with_id(self, id: RuleId, at: Timestamp) -> Rule {
        self.0.into_rule(id, at)
    }
}

/// New values for some fields of a rule; what is absent stays.
#[derive(Clone, Debug, PartialEq)]
pub struct RulePatch(RuleDraft);

impl Rule {
    /// The rule, switched off at an instant.
    #[must_use]
    pub fn switched_off(&self, at: Timestamp) -> Self {
        let mut settings = self.settings.clone();
        settings.enabled = false;
        Self {
            since: since(Some(self), &settings, at),
            settings,
            updated_at: at,
            ..self.clone()
        }
    }
}

impl RulePatch {
    /// Wraps the fields that were sent.
    pub const fn new(draft: RuleDraft) -> Self {
        Self(draft)
    }

    /// The definition that the rule is to read from now on.
    pub fn definition(&self) -> Option<DefinitionId> {
        match self.0.source_ref_id {
            Sent::Value(id) => Some(id),
            Sent::Absent | Sent::Null => None,
        }
    }

    /// The rule after the patch.
    pub fn apply(self, to: &Rule, at: Timestamp) -> Result<Rule, Vec<RuleFault>> {
        let mut reader = Reader::default();
        match self.read(&to.settings, &mut reader) {
            Some(settings) if reader.faults.is_empty() => {
                let is_same = settings == to.settings;
                Ok(Rule {
                    since: since(Some(to), &settings, at),
                    settings,
                    updated_at: if is_same { to.updated_at } else { at },
                    ..to.clone()
                })
            }
            _ => Err(reader.faults),
        }
    }

    fn read(self, to: &RuleSettings, reader: &mut Reader) -> Option<RuleSettings> {
        let draft = self.0;
        let kind = to.source.kind();
        if let Some(text) = reader.present(RuleField::SourceKind, &draft.source_kind)
            && SourceKind::parse(text) != Some(kind)
        {
            reader.refuse::<()>(RuleField::SourceKind, RuleFaultReason::Immutable);
        }
        let name = reader.present(RuleField::Name, &draft.name);
        let name = name.and_then(|name| reader.text(RuleField::Name, name, MAX_RULE_NAME));
        let stored = StoredConfig::of(to);
        let config = reader.source_config(&draft.source_config, kind, stored);
        let value = reader.value(&draft.value_mode, to.value.mode(), config.as_ref());
        if value.is_some_and(|value| value.mode() != ValueMode::FixedValue) {
            reader.no_fixed_value(&draft.source_config);
        }
        let source = reader.source(&draft, to, config);
        // Everything is read before anything is given up, so that every fault is named at once.
        let enabled = reader.present(RuleField::Enabled, &draft.enabled).copied();
        let priority = reader.priority(&draft.priority);
        let destinations = reader.destinations(&draft.destinations, &to.destinations);
        let event_names = reader.event_names(&draft.platform_event_name_overrides, &to.event_names);
        let custom_type = reader.custom_event_type(&draft, to);
        let recurring = reader
            .present(
                RuleField::RecurringPaymentMode,
                &draft.recurring_payment_mode,
            )
            .and_then(|text| reader.word(RuleField::RecurringPaymentMode, text));
        let privacy_override = reader.privacy(&draft.privacy_override, to.privacy_override);
        Some(RuleSettings {
            name: name.unwrap_or_else(|| to.name.clone()),
            enabled: enabled.unwrap_or(to.enabled),
            archived_at: match draft.archived_at {
                Sent::Absent => to.archived_at,
                Sent::Null => None,
                Sent::Value(at) => Some(at),
            },
            priority: priority.unwrap_or(to.priority),
            source: source?,
            destinations,
            event_names,
            social_custom_event_type: custom_type,
            value: value?,
            recurring_payment_mode: recurring.unwrap_or(to.recurring_payment_mode),
            privacy_override,
        })
    }
}
