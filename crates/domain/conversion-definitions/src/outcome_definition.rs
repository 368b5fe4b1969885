//! Outcome definitions: labels of pipeline stages. They name what outcome counts are keyed by, and
//! mean nothing for revenue or attribution.

use std::collections::HashSet;

use kernel::{OutcomeDefinitionId, Timestamp};

use crate::definition::{DefinitionError, DefinitionText};

/// How many labels a family may have.
pub const MAX_LABELS: usize = 200;

/// A group of labels, for example one pipeline: 1 to 64 characters without control characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FamilyName(String);

impl FamilyName {
    /// Checks the text and keeps it verbatim.
    pub fn new(text: &str) -> Result<Self, LabelReason> {
        if text.chars().count() > 64 {
            return Err(LabelReason::Family);
        }
        DefinitionText::new(text)?;
        Ok(Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What is counted under a label, and how it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeLabel {
    /// The raw event type; one label of its family has it.
    pub event_key: DefinitionText,
    /// The label for people.
    pub display_name: DefinitionText,
}

/// An outcome definition as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeDefinition {
    /// Its id.
    pub id: OutcomeDefinitionId,
    /// Its group.
    pub family: FamilyName,
    /// Its content.
    pub label: OutcomeLabel,
    /// Its place in its group, from 0.
    pub position: i16,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// One label as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelDraft {
    /// The raw event type.
    pub event_key: String,
    /// The label for people.
    pub display_name: String,
}

/// A whole group as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FamilyDraft {
    /// The group.
    pub family: String,
    /// Its labels in order.
    pub definitions: Vec<LabelDraft>,
}

/// A whole group: at most [`MAX_LABELS`] labels, no two with one event key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFamily {
    /// The group.
    pub family: FamilyName,
    /// Its labels in order.
    pub labels: Vec<OutcomeLabel>,
}

/// Where a group is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelField {
    /// Its name.
    Family,
    /// The list as a whole.
    Definitions,
    /// The event key of the label at this position.
    EventKey(usize),
    /// The name of the label at this position.
    DisplayName(usize),
}

/// Why a field of a label or of a group is refused; to be read after the field's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelReason {
    /// The text is none.
    #[error(transparent)]
    Text(#[from] DefinitionError),
    /// More than 64 characters.
    #[error("has more than 64 characters")]
    Family,
    /// Too many labels.
    #[error("has more than {MAX_LABELS} items")]
    Count,
    /// The same event key stands earlier in the list.
    #[error("is in the list twice")]
    Repeated,
}

/// What is wrong with a group.
pub type LabelFault = (LabelField, LabelReason);

impl NewFamily {
    /// Reads a group, or says everything that is wrong with it.
    pub fn parse(draft: &FamilyDraft) -> Result<Self, Vec<LabelFault>> {
        let mut faults = Vec::new();
        let family = FamilyName::new(&draft.family)
            .map_err(|reason| faults.push((LabelField::Family, reason)));
        if draft.definitions.len() > MAX_LABELS {
            faults.push((LabelField::Definitions, LabelReason::Count));
            return Err(faults);
        }
        let mut seen = HashSet::new();
        let mut labels = Vec::with_capacity(draft.definitions.len());
        for (position, label) in draft.definitions.iter().enumerate() {
            let mut read = |field, text: Result<DefinitionText, DefinitionError>| {
                text.map_err(|error| faults.push((field, error.into())))
                    .ok()
            };
            let event_key = read(
                LabelField::EventKey(position),
                DefinitionText::event_type(&label.event_key),
            );
            let display_name = read(
                LabelField::DisplayName(position),
                DefinitionText::new(&label.display_name),
            );
            if event_key.is_some() && !seen.insert(label.event_key.as_str()) {
                faults.push((LabelField::EventKey(position), LabelReason::Repeated));
            }
            labels.extend(
                event_key
                    .zip(display_name)
                    .map(|(event_key, display_name)| OutcomeLabel {
                        event_key,
                        display_name,
                    }),
            );
        }
        match family {
            Ok(family) if faults.is_empty() => Ok(Self { family, labels }),
            _ => Err(faults),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(family: &str, keys: &[&str]) -> FamilyDraft {
        let label = |key: &&str| LabelDraft {
            event_key: (*key).to_owned(),
            display_name: "label".to_owned(),
        };
        FamilyDraft {
            family: family.to_owned(),
            definitions: keys.iter().map(label).collect(),
        }
    }

    #[test]
    fn a_family_may_be_empty_and_keeps_its_order() {
        let read = NewFamily::parse(&draft("sales", &["won", "lost"])).unwrap();
        let keys: Vec<_> = read
            .labels
            .iter()
            .map(|label| label.event_key.as_str())
            .collect();
        assert_eq!(keys, ["won", "lost"]);
        assert_eq!(NewFamily::parse(&draft("s", &[])).unwrap().labels, []);
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let mut wrong = draft(&"f".repeat(65), &["won", "won", &"k".repeat(129)]);
        if let Some(first) = wrong.definitions.first_mut() {
            first.display_name = " ".to_owned();
        }
        assert_eq!(
            NewFamily::parse(&wrong).unwrap_err(),
            [
                (LabelField::Family, LabelReason::Family),
                (
                    LabelField::DisplayName(0),
                    LabelReason::Text(DefinitionError::Empty)
                ),
                (LabelField::EventKey(1), LabelReason::Repeated),
                (
                    LabelField::EventKey(2),
                    LabelReason::Text(DefinitionError::TooLong)
                ),
            ]
        );
        let many: Vec<String> = (0..201).map(|number| number.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(
            NewFamily::parse(&draft("f", &many)).unwrap_err(),
            [(LabelField::Definitions, LabelReason::Count)]
        );
    }
}
