//! What people may ask a definition to be: texts as they came become a [`NewDefinition`] or a
//! [`DefinitionEdit`], or every fault at once.

use std::collections::HashSet;

use kernel::{DefinitionId, RevenueType};

use crate::definition::{Definition, DefinitionError, DefinitionText};

/// How many definitions a profile may have.
pub const MAX_DEFINITIONS: usize = 200;

/// How many event types one definition may claim.
pub const MAX_EVENT_NAMES: usize = 50;

/// A field of a definition as callers know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The key.
    ConversionKey,
    /// The label.
    DisplayName,
    /// The list of event types, as a whole.
    SourceEventNames,
    /// One event type, by its position from 0.
    SourceEventName(usize),
    /// What the value means.
    RevenueType,
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct DefinitionFault {
    /// The field.
    pub field: Field,
    /// Why, to be read after the field's name.
    pub reason: FaultReason,
}

/// Why a field is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultReason {
    /// It must be there.
    #[error("is required")]
    Missing,
    /// The text is none.
    #[error(transparent)]
    Text(#[from] DefinitionError),
    /// Too few or too many event types.
    #[error("must have 1 to {MAX_EVENT_NAMES} items")]
    Count,
    /// The same event type stands earlier in the list.
    #[error("is in the list twice")]
    Repeated,
    /// Not cash, pipeline or gross.
    #[error("is none of cash, pipeline, gross")]
    RevenueType,
}

/// A definition's fields as they came. What is absent was not sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DefinitionDraft {
    /// The key.
    pub conversion_key: Option<String>,
    /// The label.
    pub display_name: Option<String>,
    /// Event types to claim.
    pub source_event_names: Option<Vec<String>>,
    /// `cash`, `pipeline` or `gross`.
    pub revenue_type: Option<String>,
    /// Whether credit is allowed.
    pub attribution_eligible: Option<bool>,
}

/// A definition that is complete and has no id yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDefinition {
    /// The key, verbatim.
    pub conversion_key: DefinitionText,
    /// The label.
    pub display_name: DefinitionText,
    /// 1 to [`MAX_EVENT_NAMES`] event types, no two equal.
    pub source_event_names: Vec<DefinitionText>,
    /// What the value means.
    pub revenue_type: RevenueType,
    /// Whether its conversions may be credited to a touch.
    pub attribution_eligible: bool,
}

impl NewDefinition {
    /// Reads a draft in which all fields but `attribution_eligible` (true when absent) must be
    /// there.
    pub fn parse(draft: DefinitionDraft) -> Result<Self, Vec<DefinitionFault>> {
        let missing = [
            (Field::ConversionKey, draft.conversion_key.is_none()),
            (Field::DisplayName, draft.display_name.is_none()),
            (Field::SourceEventNames, draft.source_event_names.is_none()),
            (Field::RevenueType, draft.revenue_type.is_none()),
        ];
        let missing = missing.into_iter().filter(|(_, is_missing)| *is_missing);
        let mut faults: Vec<_> = missing
            .map(|(field, _)| DefinitionFault {
                field,
                reason: FaultReason::Missing,
            })
            .collect();
        match DefinitionEdit::parse(draft) {
            Ok(DefinitionEdit {
                conversion_key: Some(conversion_key),
                display_name: Some(display_name),
                source_event_names: Some(source_event_names),
                revenue_type: Some(revenue_type),
                attribution_eligible,
            }) => Ok(Self {
                conversion_key,
                display_name,
                source_event_names,
                revenue_type,
                attribution_eligible: attribution_eligible.unwrap_or(true),
            }),
            Ok(_) => Err(faults),
            Err(others) => {
                faults.extend(others);
                Err(faults)
            }
        }
    }

    /// The definition under an id.
    pub fn with_id(self, id: DefinitionId) -> Definition {
        Definition {
            id,
            conversion_key: self.conversion_key,
            display_name: self.display_name,
            source_event_names: self.source_event_names,
            revenue_type: self.revenue_type,
            attribution_eligible: self.attribution_eligible,
        }
    }
}

/// New values for some fields of a definition; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DefinitionEdit {
    /// The key, verbatim.
    pub conversion_key: Option<DefinitionText>,
    /// The label.
    pub display_name: Option<DefinitionText>,
    /// 1 to [`MAX_EVENT_NAMES`] event types, no two equal.
    pub source_event_names: Option<Vec<DefinitionText>>,
    /// What the value means.
    pub revenue_type: Option<RevenueType>,
    /// Whether its conversions may be credited to a touch.
    pub attribution_eligible: Option<bool>,
}

impl DefinitionEdit {
    /// Reads the fields that are there.
    pub fn parse(draft: DefinitionDraft) -> Result<Self, Vec<DefinitionFault>> {
        let mut reader = Reader::default();
        let edit = Self {
            conversion_key: reader.text(Field::ConversionKey, draft.conversion_key.as_deref()),
            display_name: reader.text(Field::DisplayName, draft.display_name.as_deref()),
            source_event_names: draft
                .source_event_names
                .map(|names| reader.event_names(&names)),
            revenue_type: draft
                .revenue_type
                .and_then(|word| reader.revenue_type(&word)),
            attribution_eligible: draft.attribution_eligible,
        };
        if reader.faults.is_empty() {
            Ok(edit)
        } else {
            Err(reader.faults)
        }
    }

    /// The definition after the edit.
    pub fn apply(self, to: &Definition) -> Definition {
        Definition {
            id: to.id,
            conversion_key: self
                .conversion_key
                .unwrap_or_else(|| to.conversion_key.clone()),
            display_name: self.display_name.unwrap_or_else(|| to.display_name.clone()),
            source_event_names: self
                .source_event_names
                .unwrap_or_else(|| to.source_event_names.clone()),
            revenue_type: self.revenue_type.unwrap_or(to.revenue_type),
            attribution_eligible: self.attribution_eligible.unwrap_or(to.attribution_eligible),
        }
    }
}

#[derive(Default)]
struct Reader {
    faults: Vec<DefinitionFault>,
}

impl Reader {
    fn refuse(&mut self, field: Field, reason: FaultReason) {
        self.faults.push(DefinitionFault { field, reason });
    }

    fn text(&mut self, field: Field, text: Option<&str>) -> Option<DefinitionText> {
        match DefinitionText::new(text?) {
            Ok(text) => Some(text),
            Err(error) => {
                self.refuse(field, error.into());
                None
            }
        }
    }

    fn event_names(&mut self, names: &[String]) -> Vec<DefinitionText> {
        if names.is_empty() || names.len() > MAX_EVENT_NAMES {
            self.refuse(Field::SourceEventNames, FaultReason::Count);
            return Vec::new();
        }
        let mut seen = HashSet::new();
        let mut read = Vec::with_capacity(names.len());
        for (position, name) in names.iter().enumerate() {
            let field = Field::SourceEventName(position);
            match DefinitionText::event_type(name) {
                Ok(text) => {
                    if !seen.insert(name.as_str()) {
                        self.refuse(field, FaultReason::Repeated);
                    }
                    read.push(text);
                }
                Err(error) => self.refuse(field, error.into()),
            }
        }
        read
    }

    fn revenue_type(&mut self, word: &str) -> Option<RevenueType> {
        let found = RevenueType::parse(word);
        if found.is_none() {
            self.refuse(Field::RevenueType, FaultReason::RevenueType);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> DefinitionDraft {
        DefinitionDraft {
            conversion_key: Some(" Paid Order ".to_owned()),
            display_name: Some("Orders".to_owned()),
            source_event_names: Some(vec!["paid".to_owned(), "Paid".to_owned()]),
            revenue_type: Some("cash".to_owned()),
            attribution_eligible: None,
        }
    }

    fn faults(draft: DefinitionDraft) -> Vec<(Field, FaultReason)> {
        let faults = NewDefinition::parse(draft).unwrap_err();
        faults
            .into_iter()
            .map(|fault| (fault.field, fault.reason))
            .collect()
    }

    #[test]
    fn keys_and_event_types_are_kept_verbatim() {
        let new = NewDefinition::parse(draft()).unwrap();
        assert_eq!(new.conversion_key.as_str(), " Paid Order ");
        assert_eq!(new.source_event_names.len(), 2);
        assert!(new.attribution_eligible);
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let wrong = DefinitionDraft {
            conversion_key: None,
            display_name: Some("d".repeat(160)),
            source_event_names: Some(["a", "", "a", &"x".repeat(129)].map(str::to_owned).to_vec()),
            revenue_type: Some("Cash".to_owned()),
            attribution_eligible: Some(false),
        };
        assert_eq!(
            faults(wrong),
            [
                (Field::ConversionKey, FaultReason::Missing),
                (Field::DisplayName, DefinitionError::TooLong.into()),
                (Field::SourceEventName(1), DefinitionError::Empty.into()),
                (Field::SourceEventName(2), FaultReason::Repeated),
                (Field::SourceEventName(3), DefinitionError::TooLong.into()),
                (Field::RevenueType, FaultReason::RevenueType),
            ]
        );
    }

    #[test]
    fn a_definition_claims_1_to_50_event_types() {
        let count = |count: usize| DefinitionDraft {
            source_event_names: Some((0..count).map(|number| number.to_string()).collect()),
            ..draft()
        };
        assert!(NewDefinition::parse(count(50)).is_ok());
        for wrong in [0, 51] {
            assert_eq!(
                faults(count(wrong)),
                [(Field::SourceEventNames, FaultReason::Count)]
            );
        }
    }

    #[test]
    fn an_edit_changes_what_it_names_and_nothing_else() {
        let definition = NewDefinition::parse(draft())
            .unwrap()
            .with_id(uuid::Uuid::from_u128(1).into());
        let edit = DefinitionEdit::parse(DefinitionDraft {
            display_name: Some("Sales".to_owned()),
            revenue_type: Some("cash".to_owned()),
            ..DefinitionDraft::default()
        })
        .unwrap();
        let after = edit.apply(&definition);
        assert_eq!(definition.changes(&after), ["display_name"]);
        assert_eq!(after.id, definition.id);
        let nothing = DefinitionEdit::default().apply(&definition);
        assert_eq!(definition.changes(&nothing), [""; 0]);
    }
}
