//! A profile's definitions together: no event type is claimed twice.

use std::collections::HashMap;

use kernel::DefinitionId;

use crate::definition::Definition;

/// Two definitions that claim the same event types.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("definitions {first} and {second} both claim {event_names:?}")]
pub struct Overlap {
    /// The definition that claimed first.
    pub first: DefinitionId,
    /// The one that claims again.
    pub second: DefinitionId,
    /// What both claim, in the order of the second.
    pub event_names: Vec<String>,
}

/// Definitions that do not overlap.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    definitions: Vec<Definition>,
    by_event: HashMap<String, usize>,
}

impl Catalogue {
    /// Refuses the first overlap that it meets, in the order given.
    pub fn new(definitions: Vec<Definition>) -> Result<Self, Overlap> {
        let mut by_event = HashMap::new();
        for (position, definition) in definitions.iter().enumerate() {
            let taken_by = |by_event: &HashMap<String, usize>, name: &str| {
                by_event
                    .get(name)
                    .filter(|holder| **holder != position)
                    .copied()
            };
            let names = || {
                definition
                    .source_event_names
                    .iter()
                    .map(super::definition::DefinitionText::as_str)
            };
            let other = names().find_map(|name| taken_by(&by_event, name));
            if let Some(first) = other.and_then(|holder| definitions.get(holder)) {
                return Err(Overlap {
                    first: first.id,
                    second: definition.id,
                    event_names: names()
                        .filter(|name| taken_by(&by_event, name) == other)
                        .map(str::to_owned)
                        .collect(),
                });
            }
            by_event.extend(names().map(|name| (name.to_owned(), position)));
        }
        Ok(Self {
            definitions,
            by_event,
        })
    }

    /// The definition that claims an event type, if one does.
    pub fn claiming(&self, event_type: &str) -> Option<&Definition> {
        self.by_event
            .get(event_type)
            .and_then(|position| self.definitions.get(*position))
    }

    /// All definitions in their given order.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::DefinitionText;
    use kernel::{Id, RevenueType};

    fn definition(id: u128, events: &[&str]) -> Definition {
        let text = |text: &str| DefinitionText::new(text).unwrap();
        Definition {
            id: Id::new(uuid::Uuid::from_u128(id)),
            conversion_key: text(&format!("key-{id}")),
            display_name: text("label"),
            source_event_names: events.iter().map(|name| text(name)).collect(),
            revenue_type: RevenueType::Cash,
            attribution_eligible: true,
        }
    }

    #[test]
    fn an_overlap_names_both_definitions_and_the_events() {
        let refused = Catalogue::new(vec![
            definition(1, &["a", "b"]),
            definition(2, &["c", "b", "a"]),
        ]);
        let overlap = refused.unwrap_err();
        assert_eq!(overlap.first, definition(1, &[]).id);
        assert_eq!(overlap.second, definition(2, &[]).id);
        assert_eq!(overlap.event_names, ["b", "a"]);
    }

    #[test]
    fn an_event_type_is_claimed_by_exact_name() {
        let catalogue =
            Catalogue::new(vec![definition(1, &["a", "a"]), definition(2, &["A"])]).unwrap();
        assert_eq!(catalogue.claiming("A").unwrap().id, definition(2, &[]).id);
        assert!(catalogue.claiming("a ").is_none());
    }
}
