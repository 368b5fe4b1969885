//! One conversion definition.

use kernel::{DefinitionId, RevenueType};

/// Says that some outcome event types are conversions, and of which kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its id.
    pub id: DefinitionId,
    /// The name under which reports ask for it, taken verbatim from whoever created it.
    pub conversion_key: DefinitionText,
    /// A label for people.
    pub display_name: DefinitionText,
    /// The raw event types that it claims: at least one, each claimed by one definition only.
    pub source_event_names: Vec<DefinitionText>,
    /// What the value of its events means.
    pub revenue_type: RevenueType,
    /// Whether its conversions may be credited to a touch.
    pub attribution_eligible: bool,
}

/// A text of 1 to 128 characters without control characters, kept exactly as given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefinitionText(String);

/// Why a text cannot name something in a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DefinitionError {
    /// No characters, or white space only.
    #[error("is empty")]
    Empty,
    /// More than 128 characters.
    #[error("has more than 128 characters")]
    TooLong,
    /// A control character.
    #[error("contains a control character")]
    Control,
    /// White space around an event type, which events never have.
    #[error("begins or ends with white space")]
    Padded,
}

impl DefinitionText {
    /// Checks the text and keeps it verbatim.
    pub fn new(text: &str) -> Result<Self, DefinitionError> {
        if text.trim().is_empty() {
            return Err(DefinitionError::Empty);
        }
        if text.chars().count() > 128 {
            return Err(DefinitionError::TooLong);
        }
        if text.chars().any(char::is_control) {
            return Err(DefinitionError::Control);
        }
        Ok(Self(text.to_owned()))
    }

    /// Checks an event type. Events are trimmed when they come in, so one with white space around it
    /// would never be met.
    pub fn event_type(text: &str) -> Result<Self, DefinitionError> {
        let checked = Self::new(text)?;
        if text.trim() == text {
            Ok(checked)
        } else {
            Err(DefinitionError::Padded)
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Definition {
    /// The names of the fields in which two states of a definition differ, in the order in which
    /// fields are listed everywhere. The id is not a field.
    pub fn changes(&self, after: &Self) -> Vec<&'static str> {
        let differs = [
            (
                "conversion_key",
                self.conversion_key != after.conversion_key,
            ),
            ("display_name", self.display_name != after.display_name),
            (
                "source_event_names",
                self.source_event_names != after.source_event_names,
            ),
            ("revenue_type", self.revenue_type != after.revenue_type),
            (
                "attribution_eligible",
                self.attribution_eligible != after.attribution_eligible,
            ),
        ];
        differs
            .into_iter()
            .filter_map(|(name, differs)| differs.then_some(name))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_kept_verbatim() {
        assert_eq!(
            DefinitionText::new(" Paid Order ").unwrap().as_str(),
            " Paid Order "
        );
        let padded = DefinitionText::event_type("paid ");
        assert_eq!(padded, Err(DefinitionError::Padded));
        assert_eq!(DefinitionText::new("  "), Err(DefinitionError::Empty));
        assert_eq!(DefinitionText::new("a\nb"), Err(DefinitionError::Control));
        assert!(DefinitionText::new(&"é".repeat(128)).is_ok());
        assert_eq!(
            DefinitionText::new(&"é".repeat(129)),
            Err(DefinitionError::TooLong)
        );
    }
}
