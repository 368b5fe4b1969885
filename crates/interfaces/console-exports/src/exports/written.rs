//! The form of a rule: what it says, and what is wrong with it, told at the field.

use export_rules::{DestinationKind, RecurringPaymentMode, TriggerMode, ValueMode, Word};
use exports_api::rules::RuleWrite;
use http_kit::problem::{Code, FieldError, Problem};
use serde_json::{Map, Value, json};

use crate::error::PageError;
use crate::form::Form;

/// Fields that are texts; each is named as in the form.
const TEXTS: [&str; 11] = [
    "name",
    "trigger_mode",
    "source_ref_id",
    "to_stage",
    "from_stage",
    "external_source",
    "value_mode",
    "fixed_value",
    "fixed_currency",
    "recurring_payment_mode",
    "priority",
];

/// Keys of `source_config`.
const CONFIG: [&str; 5] = [
    "to_stage",
    "from_stage",
    "external_source",
    "fixed_value",
    "fixed_currency",
];

/// What the interface says, and what the form calls it.
const PHRASES: [(&str, &str); 6] = [
    (
        "trigger_mode is stage_entered",
        "the rule reads moves into a stage",
    ),
    (
        "trigger_mode is stage_exited",
        "the rule reads moves out of a stage",
    ),
    (
        "value_mode is fixed_value",
        "always the same amount is told",
    ),
    (
        "must be null on a pipeline_stage_transition rule",
        "must be none when the rule reads moves in a pipeline",
    ),
    ("beside fixed_value", "beside the amount"),
    ("beside fixed_currency", "beside the currency"),
];

/// What somebody wrote, and what is wrong with it.
#[derive(Default)]
pub(super) struct Written {
    texts: Vec<(&'static str, String)>,
    tells: Vec<String>,
    wrong: Vec<(&'static str, String)>,
}

impl Written {
    /// A new rule, as rules are when nothing is said.
    pub(super) fn empty() -> Self {
        let texts = [
            ("trigger_mode", TriggerMode::EventRecorded.as_str()),
            ("value_mode", ValueMode::EventValue.as_str()),
            (
                "recurring_payment_mode",
                RecurringPaymentMode::Skip.as_str(),
            ),
            ("priority", "100"),
        ];
        Self {
            texts: texts.map(|(name, text)| (name, text.to_owned())).into(),
            ..Self::default()
        }
    }

    /// As a form has it.
    pub(super) fn read(form: &Form) -> Self {
        let text = |name: &'static str| Some((name, form.one(name)?.to_owned()));
        Self {
            texts: TEXTS.into_iter().filter_map(text).collect(),
            tells: form.all("destinations").map(str::to_owned).collect(),
            wrong: Vec::new(),
        }
    }

    /// What was written into a field.
    pub(super) fn text(&self, name: &str) -> &str {
        let found = self.texts.iter().find(|(known, _)| *known == name);
        found.map_or("", |(_, text)| text.as_str())
    }

    /// Whether a kind of destinations is to be told.
    pub(super) fn tells(&self, kind: DestinationKind) -> bool {
        self.tells.iter().any(|word| word == kind.as_str())
    }

    /// What is wrong with a field.
    pub(super) fn wrong(&self, name: &str) -> Vec<&str> {
        let of_field = self.wrong.iter().filter(|(field, _)| *field == name);
        of_field.map(|(_, words)| words.as_str()).collect()
    }

    /// What the interface would have got. A field that is left empty was not sent.
    pub(super) fn body(&self) -> Result<RuleWrite, Problem> {
        let written = |name: &str| Some(self.text(name)).filter(|text| !text.is_empty());
        let mut body = Map::new();
        for name in [
            "name",
            "trigger_mode",
            "source_ref_id",
            "value_mode",
            "recurring_payment_mode",
        ] {
            if let Some(text) = written(name) {
                body.insert(name.to_owned(), text.into());
            }
        }
        let of_definition = self.text("trigger_mode") == TriggerMode::EventRecorded.as_str();
        let kind = if of_definition {
            export_rules::SourceKind::ConversionDefinition
        } else {
            export_rules::SourceKind::PipelineStageTransition
        };
        body.insert("source_kind".to_owned(), kind.as_str().into());
        let config = CONFIG
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), Value::from(written(name)?))));
        body.insert("source_config".to_owned(), Value::Object(config.collect()));
        if let Some(text) = written("priority") {
            // What is no number is refused in the words for one that is out of range.
            let number = text.parse::<i64>().unwrap_or_default();
            body.insert("priority".to_owned(), number.into());
        }
        let told = self.tells.iter();
        let told = told.map(|kind| (kind.clone(), json!({"enabled": true})));
        body.insert("destinations".to_owned(), Value::Object(told.collect()));
        RuleWrite::of_json(Value::Object(body))
    }

    /// The form with what is wrong with it; any other refusal is a page of its own.
    pub(super) fn refused(mut self, problem: Problem) -> Result<Self, PageError> {
        if problem.code() != Code::InvalidRequest {
            return Err(super::refused(problem));
        }
        for error in problem.errors() {
            self.note(error);
        }
        Ok(self)
    }

    /// Puts what is wrong to its field. Of `source_config` the words name the key.
    fn note(&mut self, error: &FieldError) {
        let pointer = error.pointer.as_deref().unwrap_or_default();
        let field = pointer.trim_start_matches('/');
        let (name, said) = of_config(&error.detail)
            .filter(|_| field == "source_config")
            .unwrap_or_else(|| (field, error.detail.clone()));
        let known = TEXTS.into_iter().chain(["destinations"]);
        let known = known.into_iter().find(|known| *known == name);
        // What belongs to no field of its own has to do with what the rule reads.
        let place = known.unwrap_or("trigger_mode");
        let said = PHRASES
            .iter()
            .fold(said, |said, (word, phrase)| said.replace(word, phrase));
        self.wrong
            .push((place, format!("{} {said}.", label(place))));
    }
}

/// The key of `source_config` that words speak of, and what they say of it.
fn of_config(detail: &str) -> Option<(&str, String)> {
    if let Some(rest) = detail.strip_prefix("must have in ") {
        let (key, expected) = rest.split_once(' ')?;
        return Some((key, format!("must be {expected}")));
    }
    let (key, _) = detail
        .strip_prefix("has the unknown key \"")?
        .split_once('"')?;
    Some((key, "belongs to moves in a pipeline alone".to_owned()))
}

/// A field as its label calls it.
fn label(field: &str) -> &'static str {
    match field {
        "name" => "The name",
        "source_ref_id" => "The definition",
        "to_stage" => "The stage that is entered",
        "from_stage" => "The stage that is left",
        "external_source" => "The system",
        "value_mode" | "fixed_value" => "The value",
        "fixed_currency" => "The currency",
        "recurring_payment_mode" => "The mode",
        "priority" => "The priority",
        "destinations" => "The list",
        _ => "What it reads",
    }
}

/// When a rule fires, for people.
pub(super) const fn trigger_label(trigger: TriggerMode) -> &'static str {
    match trigger {
        TriggerMode::EventRecorded => "Conversions of a definition",
        TriggerMode::StageEntered => "Moves into a stage of a pipeline",
        TriggerMode::StageExited => "Moves out of a stage of a pipeline",
    }
}

/// Which value is told, for people.
pub(super) const fn value_label(mode: ValueMode) -> &'static str {
    match mode {
        ValueMode::EventValue => "The event’s own amount",
        ValueMode::FixedValue => "Always the same amount",
        ValueMode::None => "No value",
    }
}

/// What becomes of renewals, for people.
pub(super) const fn recurring_label(mode: RecurringPaymentMode) -> &'static str {
    match mode {
        RecurringPaymentMode::Skip => "Renewals are not told",
        RecurringPaymentMode::CustomEvent => "Renewals are told as SubscriptionRenewal",
        RecurringPaymentMode::Purchase => "Renewals are told as purchases",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(texts: &[(&'static str, &str)]) -> Written {
        let mut written = Written::empty();
        for (name, text) in texts {
            written.texts.retain(|(known, _)| known != name);
            written.texts.push((name, (*text).to_owned()));
        }
        written
    }

    fn refused(texts: &[(&'static str, &str)]) -> Written {
        let written = written(texts);
        let problem = written.body().unwrap().to_new().unwrap_err();
        written.refused(problem).unwrap()
    }

    #[test]
    fn what_is_wrong_is_told_at_its_field() {
        let found = refused(&[
            ("name", " "),
            ("priority", "0"),
            ("value_mode", "fixed_value"),
        ]);
        assert_eq!(
            found.wrong("name"),
            ["The name must have 1 to 160 characters, no control characters among them."]
        );
        assert_eq!(found.wrong("priority"), ["The priority must be 1 to 999."]);
        assert_eq!(
            found.wrong("source_ref_id"),
            ["The definition is required."]
        );
        assert_eq!(
            found.wrong("fixed_value"),
            ["The value must be a decimal above 0, because always the same amount is told."]
        );
        assert_eq!(found.text("priority"), "0");
    }

    #[test]
    fn a_move_names_its_stage_and_no_definition() {
        let moves = [("name", "Won"), ("trigger_mode", "stage_entered")];
        let found = refused(&moves);
        assert_eq!(
            found.wrong("to_stage"),
            [
                "The stage that is entered must be a stage, because the rule reads moves into a stage."
            ]
        );
        let id = "0190d3f4-0000-7000-8000-000000000001";
        let found = refused(&[&moves[..], &[("source_ref_id", id), ("to_stage", "won")]].concat());
        assert_eq!(
            found.wrong("source_ref_id"),
            ["The definition must be none when the rule reads moves in a pipeline."]
        );
        let good = written(&[&moves[..], &[("to_stage", "won")]].concat());
        assert!(good.body().unwrap().to_new().is_ok());
    }

    #[test]
    fn what_was_written_for_something_else_is_told_where_it_stands() {
        let id = "0190d3f4-0000-7000-8000-000000000001";
        let of_definition = [("name", "x"), ("source_ref_id", id)];
        let found = refused(&[&of_definition[..], &[("to_stage", "won")]].concat());
        assert_eq!(
            found.wrong("to_stage"),
            ["The stage that is entered belongs to moves in a pipeline alone."]
        );
        let amount = [("fixed_value", "5"), ("fixed_currency", "EUR")];
        let found = refused(&[&of_definition[..], &amount].concat());
        assert_eq!(
            found.wrong("fixed_value"),
            ["The value must be nothing, unless always the same amount is told."]
        );
        let found = refused(&[&of_definition[..], &amount[..1]].concat());
        assert_eq!(
            found.wrong("fixed_currency"),
            ["The currency must be a currency beside the amount."]
        );
        let found = refused(&[("name", "x"), ("trigger_mode", "never")]);
        assert_eq!(found.wrong("trigger_mode").len(), 1);
        let found = refused(&[&of_definition[..], &[("priority", "high")]].concat());
        assert_eq!(found.wrong("priority"), ["The priority must be 1 to 999."]);
    }

    #[test]
    fn what_is_no_fault_of_a_field_is_a_page_of_its_own() {
        let problem = Problem::conflict("the profile has 200 rules", Vec::new());
        match Written::empty().refused(problem) {
            Err(PageError::Invalid(said)) => assert_eq!(said, ["The profile has 200 rules."]),
            _ => panic!("no such page"),
        }
    }
}
