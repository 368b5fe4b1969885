//! Reads the fields of a draft.

use kernel::{Amount, Currency, Sent};
use rust_decimal::Decimal;
use serde_json::{Map, Value};

use super::{MAX_PRIORITY, MAX_STAGE, RuleDraft, RuleFault, RuleFaultReason, RuleField};
use crate::naming::MAX_EVENT_NAME;
use crate::policy::PrivacyOverride;
use crate::record::Worth;
use crate::rule::{PerKind, RuleSettings, RuleSource, RuleValue, StageFilter};
use crate::words::{DestinationKind, SourceKind, TriggerMode, ValueMode, Word};

/// Reads fields and gathers what is wrong with them.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) faults: Vec<RuleFault>,
}

/// `source_config`, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StoredConfig {
    stages: StageFilter,
    fixed: Option<Worth>,
}

impl StoredConfig {
    /// What a rule has.
    pub(super) fn of(settings: &RuleSettings) -> Self {
        Self {
            stages: settings.source.stages().cloned().unwrap_or_default(),
            fixed: match settings.value {
                RuleValue::Fixed(worth) => Some(worth),
                RuleValue::Event | RuleValue::None => None,
            },
        }
    }
}

const STAGE_KEYS: [&str; 3] = ["to_stage", "from_stage", "external_source"];
const FIXED_KEYS: [&str; 2] = ["fixed_value", "fixed_currency"];

impl Reader {
    pub(super) fn refuse<T>(&mut self, field: RuleField, reason: RuleFaultReason) -> Option<T> {
        self.faults.push(RuleFault { field, reason });
        None
    }

    /// The value, when it was sent; null is none.
    pub(super) fn present<'a, T>(&mut self, field: RuleField, sent: &'a Sent<T>) -> Option<&'a T> {
        match sent {
            Sent::Absent => None,
            Sent::Null => self.refuse(field, RuleFaultReason::Null),
            Sent::Value(value) => Some(value),
        }
    }

    /// The value, which must be there.
    pub(super) fn required<'a, T>(&mut self, field: RuleField, sent: &'a Sent<T>) -> Option<&'a T> {
        match sent {
            Sent::Absent => self.refuse(field, RuleFaultReason::Missing),
            sent => self.present(field, sent),
        }
    }

    pub(super) fn word<W: Word>(&mut self, field: RuleField, text: &str) -> Option<W> {
        W::parse(text).or_else(|| self.refuse(field, RuleFaultReason::Word(W::listed())))
    }

    pub(super) fn text(&mut self, field: RuleField, text: &str, longest: usize) -> Option<String> {
        if is_text(text, longest) {
            return Some(text.to_owned());
        }
        self.refuse(field, RuleFaultReason::Length(longest))
    }

    pub(super) fn priority(&mut self, sent: &Sent<i64>) -> Option<u16> {
        let number = *self.present(RuleField::Priority, sent)?;
        let priority = u16::try_from(number).ok();
        priority
            .filter(|priority| (1..=MAX_PRIORITY).contains(priority))
            .or_else(|| self.refuse(RuleField::Priority, RuleFaultReason::Priority))
    }

    fn object<'a>(
        &mut self,
        field: RuleField,
        sent: &'a Sent<Value>,
    ) -> Option<&'a Map<String, Value>> {
        let value = self.present(field, sent)?;
        value
            .as_object()
            .or_else(|| self.refuse(field, RuleFaultReason::NotAnObject))
    }

    /// The kind that a key of an object names.
    fn kind(&mut self, field: RuleField, key: &str) -> Option<DestinationKind> {
        DestinationKind::parse(key).or_else(|| {
            let keys = DestinationKind::listed();
            self.refuse(field, RuleFaultReason::UnknownKey(key.to_owned(), keys))
        })
    }

    /// `{"social_capi": {"enabled": true}}`; kinds that are not named stay.
    pub(super) fn destinations(
        &mut self,
        sent: &Sent<Value>,
        stored: &PerKind<bool>,
    ) -> PerKind<bool> {
        const FIELD: RuleField = RuleField::Destinations;
        let mut read = stored.clone();
        for (key, value) in self.object(FIELD, sent).into_iter().flatten() {
            let Some(kind) = self.kind(FIELD, key) else {
                continue;
            };
            let toggle = value.as_object().filter(|toggle| toggle.len() == 1);
            if let Some(enabled) = toggle.and_then(|toggle| toggle.get("enabled")?.as_bool()) {
                *read.of_mut(kind) = enabled;
            } else {
                let expected = "an object with enabled, true or false, alone".to_owned();
                self.refuse::<()>(FIELD, RuleFaultReason::Key(kind.as_str(), expected));
            }
        }
        read
    }

    /// `{"social_capi": "Purchase"}`; null takes a name away, kinds that are not named stay.
    pub(super) fn event_names(
        &mut self,
        sent: &Sent<Value>,
        stored: &PerKind<Option<String>>,
    ) -> PerKind<Option<String>> {
        const FIELD: RuleField = RuleField::PlatformEventNameOverrides;
        let mut read = stored.clone();
        for (key, value) in self.object(FIELD, sent).into_iter().flatten() {
            let Some(kind) = self.kind(FIELD, key) else {
                continue;
            };
            let name = value.as_str().filter(|name| is_text(name, MAX_EVENT_NAME));
            if name.is_some() || value.is_null() {
                *read.of_mut(kind) = name.map(str::to_owned);
            } else {
                let expected = format!("null or a name of 1 to {MAX_EVENT_NAME} characters");
                self.refuse::<()>(FIELD, RuleFaultReason::Key(kind.as_str(), expected));
            }
        }
        read
    }

    /// The config with what was sent merged over it; null takes a key away.
    pub(super) fn source_config(
        &mut self,
        sent: &Sent<Value>,
        kind: SourceKind,
        stored: StoredConfig,
    ) -> Option<StoredConfig> {
        const FIELD: RuleField = RuleField::SourceConfig;
        if matches!(sent, Sent::Absent) {
            return Some(stored);
        }
        let object = self.object(FIELD, sent)?;
        let keys = match kind {
            SourceKind::ConversionDefinition => FIXED_KEYS.to_vec(),
            SourceKind::PipelineStageTransition => [STAGE_KEYS.as_slice(), &FIXED_KEYS].concat(),
        };
        if let Some(key) = object.keys().find(|key| !keys.contains(&key.as_str())) {
            return self.refuse(
                FIELD,
                RuleFaultReason::UnknownKey(key.clone(), keys.join(", ")),
            );
        }
        let fixed = fixed(object, stored.fixed);
        match (stages(object, stored.stages), fixed) {
            (Ok(stages), Ok(fixed)) => Some(StoredConfig { stages, fixed }),
            (Err(reason), _) | (_, Err(reason)) => self.refuse(FIELD, reason),
        }
    }

    pub(super) fn value(
        &mut self,
        sent: &Sent<String>,
        stored: ValueMode,
        config: Option<&StoredConfig>,
    ) -> Option<RuleValue> {
        let mode = match self.present(RuleField::ValueMode, sent) {
            None => stored,
            Some(text) => self.word(RuleField::ValueMode, text)?,
        };
        match mode {
            ValueMode::EventValue => Some(RuleValue::Event),
            ValueMode::None => Some(RuleValue::None),
            ValueMode::FixedValue => {
                let Some(worth) = config?.fixed else {
                    let expected =
                        "a decimal above 0, because value_mode is fixed_value".to_owned();
                    let reason = RuleFaultReason::Key("fixed_value", expected);
                    return self.refuse(RuleField::SourceConfig, reason);
                };
                Some(RuleValue::Fixed(worth))
            }
        }
    }

    /// A fixed value that nobody would tell is not kept in silence.
    pub(super) fn no_fixed_value(&mut self, sent: &Sent<Value>) {
        let Sent::Value(Value::Object(object)) = sent else {
            return;
        };
        if object
            .get("fixed_value")
            .is_some_and(|value| !value.is_null())
        {
            let expected = "nothing, unless value_mode is fixed_value".to_owned();
            let reason = RuleFaultReason::Key("fixed_value", expected);
            self.refuse::<()>(RuleField::SourceConfig, reason);
        }
    }

    pub(super) fn source(
        &mut self,
        draft: &RuleDraft,
        to: &RuleSettings,
        config: Option<StoredConfig>,
    ) -> Option<RuleSource> {
        let kind = to.source.kind();
        let trigger = match self.present(RuleField::TriggerMode, &draft.trigger_mode) {
            None => to.source.trigger(),
            Some(text) => self.word(RuleField::TriggerMode, text)?,
        };
        let stages = config.map(|config| config.stages);
        match (kind, trigger) {
            (SourceKind::ConversionDefinition, TriggerMode::EventRecorded) => {
                match draft.source_ref_id {
                    Sent::Absent => Some(to.source.clone()),
                    Sent::Null => self.refuse(RuleField::SourceRefId, RuleFaultReason::Null),
                    Sent::Value(id) => Some(RuleSource::Definition(id)),
                }
            }
            (SourceKind::PipelineStageTransition, TriggerMode::StageEntered) => {
                self.no_definition(draft)?;
                let stages = stages?;
                self.stage_named(stages.to_stage.is_some(), "to_stage", trigger)?;
                Some(RuleSource::StageEntered(stages))
            }
            (SourceKind::PipelineStageTransition, TriggerMode::StageExited) => {
                self.no_definition(draft)?;
                let stages = stages?;
                self.stage_named(stages.from_stage.is_some(), "from_stage", trigger)?;
                Some(RuleSource::StageExited(stages))
            }
            (kind, trigger) => self.refuse(
                RuleField::TriggerMode,
                RuleFaultReason::Pairing { trigger, kind },
            ),
        }
    }

    fn no_definition(&mut self, draft: &RuleDraft) -> Option<()> {
        match draft.source_ref_id {
            Sent::Value(_) => self.refuse(RuleField::SourceRefId, RuleFaultReason::NoDefinition),
            Sent::Absent | Sent::Null => Some(()),
        }
    }

    fn stage_named(
        &mut self,
        is_named: bool,
        key: &'static str,
        trigger: TriggerMode,
    ) -> Option<()> {
        if is_named {
            return Some(());
        }
        let expected = format!("a stage, because trigger_mode is {trigger}");
        self.refuse(RuleField::SourceConfig, RuleFaultReason::Key(key, expected))
    }

    pub(super) fn custom_event_type(
        &mut self,
        draft: &RuleDraft,
        to: &RuleSettings,
    ) -> Option<String> {
        match &draft.social_custom_event_type {
            Sent::Absent => to.social_custom_event_type.clone(),
            Sent::Null => None,
            Sent::Value(text) => self.text(RuleField::SocialCustomEventType, text, MAX_EVENT_NAME),
        }
    }

    pub(super) fn privacy(
        &mut self,
        sent: &Sent<Value>,
        stored: Option<PrivacyOverride>,
    ) -> Option<PrivacyOverride> {
        match sent {
            Sent::Absent => stored,
            Sent::Null => None,
            Sent::Value(value) => match PrivacyOverride::parse(value) {
                Ok(read) => Some(read),
                Err(reason) => self.refuse(RuleField::PrivacyOverride, reason.into()),
            },
        }
    }
}

fn stages(
    object: &Map<String, Value>,
    stored: StageFilter,
) -> Result<StageFilter, RuleFaultReason> {
    let stage = |key: &'static str, stored: Option<String>| match object.get(key) {
        None => Ok(stored),
        Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if is_text(text, MAX_STAGE) => Ok(Some(text.clone())),
        Some(_) => {
            let expected = format!("null or a text of 1 to {MAX_STAGE} characters");
            Err(RuleFaultReason::Key(key, expected))
        }
    };
    Ok(StageFilter {
        to_stage: stage("to_stage", stored.to_stage)?,
        from_stage: stage("from_stage", stored.from_stage)?,
        external_source: stage("external_source", stored.external_source)?,
    })
}

/// The fixed value, of which both parts are there or neither is.
fn fixed(
    object: &Map<String, Value>,
    stored: Option<Worth>,
) -> Result<Option<Worth>, RuleFaultReason> {
    let wrong = |key, expected: &str| RuleFaultReason::Key(key, expected.to_owned());
    let amount = match object.get("fixed_value") {
        None => stored.map(|worth| worth.amount),
        Some(Value::Null) => None,
        Some(value) => {
            let amount = value.as_str().and_then(|text| text.parse().ok());
            let amount = amount
                .map(Amount::decimal)
                .filter(|amount| *amount > Decimal::ZERO);
            let expected = "a decimal above 0 as a text, such as \"49.90\"";
            Some(amount.ok_or_else(|| wrong("fixed_value", expected))?)
        }
    };
    let currency = match object.get("fixed_currency") {
        None => stored.map(|worth| worth.currency),
        Some(Value::Null) => None,
        Some(value) => {
            let currency = value.as_str().and_then(Currency::parse);
            let expected = "a currency of ISO 4217, such as \"EUR\"";
            Some(currency.ok_or_else(|| wrong("fixed_currency", expected))?)
        }
    };
    match (amount, currency) {
        (Some(amount), Some(currency)) => Ok(Some(Worth { amount, currency })),
        (None, None) => Ok(None),
        (Some(_), None) => Err(wrong("fixed_currency", "a currency beside fixed_value")),
        (None, Some(_)) => Err(wrong("fixed_value", "a decimal beside fixed_currency")),
    }
}

fn is_text(text: &str, longest: usize) -> bool {
    let length = text.chars().count();
    (1..=longest).contains(&length)
        && !text.trim().is_empty()
        && !text.chars().any(char::is_control)
}
