//! A profile's definitions together: no event type is claimed twice.

use std::collections::HashMap;

use kernel::DefinitionId;

use crate::definition::{Definition, DefinitionText};

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

/// Another definition that has what a definition wants for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The other definition.
    pub id: DefinitionId,
    /// Its key.
    pub conversion_key: DefinitionText,
    /// Whether it has the very key that is wanted.
    pub takes_key: bool,
    /// The event types that it claims and that are wanted, in the order in which they are wanted.
    pub event_names: Vec<DefinitionText>,
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

    /// The definition of this id.
    pub fn find(&self, id: DefinitionId) -> Option<&Definition> {
        self.definitions
            .iter()
            .find(|definition| definition.id == id)
    }

    /// What stands in the way of a definition with this key and these event types: every other
    /// definition that has one of them, in the order of the catalogue. `own` is the definition
    /// that is being changed.
    pub fn conflicts(
        &self,
        own: Option<DefinitionId>,
        conversion_key: Option<&DefinitionText>,
        names: &[DefinitionText],
    ) -> Vec<Conflict> {
        let others = self
            .definitions
            .iter()
            .filter(|other| own != Some(other.id));
        others
            .filter_map(|other| {
                let conflict = Conflict {
                    id: other.id,
                    conversion_key: other.conversion_key.clone(),
                    takes_key: conversion_key == Some(&other.conversion_key),
                    event_names: names
                        .iter()
                        .filter(|name| other.source_event_names.contains(name))
                        .cloned()
                        .collect(),
                };
                (conflict.takes_key || !conflict.event_names.is_empty()).then_some(conflict)
            })
            .collect()
    }

    /// The event types that definitions other than `own` claim.
    pub fn names_of_others(&self, own: Option<DefinitionId>) -> Vec<&DefinitionText> {
        self.definitions
            .iter()
            .filter(|other| own != Some(other.id))
            .flat_map(|other| &other.source_event_names)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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

    #[test]
    fn conflicts_name_every_other_definition_and_never_ones_own() {
        let catalogue =
            Catalogue::new(vec![definition(1, &["a", "b"]), definition(2, &["c"])]).unwrap();
        let text = |text: &str| DefinitionText::new(text).unwrap();
        let names = [text("c"), text("x"), text("b"), text("a")];
        let found = catalogue.conflicts(None, Some(&text("key-2")), &names);
        let brief: Vec<_> = found
            .iter()
            .map(|conflict| {
                (
                    conflict.id,
                    conflict.takes_key,
                    conflict.event_names.clone(),
                )
            })
            .collect();
        assert_eq!(
            brief,
            [
                (definition(1, &[]).id, false, vec![text("b"), text("a")]),
                (definition(2, &[]).id, true, vec![text("c")]),
            ]
        );
        let own = definition(2, &[]).id;
        let found = catalogue.conflicts(Some(own), Some(&text("key-2")), &names[..2]);
        assert_eq!(found, []);
        assert_eq!(
            catalogue.names_of_others(Some(own)),
            [&text("a"), &text("b")]
        );
    }
}
