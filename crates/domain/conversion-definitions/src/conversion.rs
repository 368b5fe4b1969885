//! What an outcome event becomes.

use kernel::{ConversionId, DefinitionId, OutcomeEventId};
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::definition::Definition;

/// What this crate needs to know of an outcome event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeRef<'a> {
    /// The event.
    pub id: OutcomeEventId,
    /// Its raw type.
    pub event_type: &'a str,
}

/// An outcome event that is a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claimed<'a> {
    /// The definition that claims it.
    pub definition: &'a Definition,
    /// The conversion, the same in every replay.
    pub id: ConversionId,
    /// The conversion that it refunds.
    pub refund_of: Option<ConversionId>,
}

/// What `event` becomes under the catalogue; `None` when it is no conversion.
///
/// A refund names the event that it gives back (`refunded`), and is a conversion of that event's
/// definition whatever its own type is called, because both must meet in the same report. A refund
/// whose original is not known (yet) stands under its own type.
pub fn claim<'a>(
    catalogue: &'a Catalogue,
    event: OutcomeRef<'_>,
    refunded: Option<OutcomeRef<'_>>,
) -> Option<Claimed<'a>> {
    let original =
        refunded.and_then(|other| Some((catalogue.claiming(other.event_type)?, other.id)));
    let definition = match original {
        Some((definition, _)) => definition,
        None => catalogue.claiming(event.event_type)?,
    };
    Some(Claimed {
        definition,
        id: conversion_id(definition.id, event.id),
        refund_of: original.map(|(definition, id)| conversion_id(definition.id, id)),
    })
}

/// The id of the conversion that a definition makes of an event: UUID version 5 of the event's id
/// in the namespace of the definition's, so that every replay gives the same.
pub fn conversion_id(definition: DefinitionId, event: OutcomeEventId) -> ConversionId {
    Uuid::new_v5(&definition.uuid(), event.uuid().as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::DefinitionText;
    use kernel::{Id, RevenueType};

    fn catalogue() -> Catalogue {
        let text = |text: &str| DefinitionText::new(text).unwrap();
        let definition = |id: u128, event: &str| Definition {
            id: Id::new(Uuid::from_u128(id)),
            conversion_key: text(event),
            display_name: text(event),
            source_event_names: vec![text(event)],
            revenue_type: RevenueType::Cash,
            attribution_eligible: true,
        };
        Catalogue::new(vec![definition(1, "payment"), definition(2, "donation")]).unwrap()
    }

    fn event(id: u128, event_type: &str) -> OutcomeRef<'_> {
        OutcomeRef {
            id: Id::new(Uuid::from_u128(id)),
            event_type,
        }
    }

    #[test]
    fn an_unclaimed_event_is_no_conversion() {
        assert_eq!(claim(&catalogue(), event(7, "newsletter"), None), None);
    }

    #[test]
    fn a_refund_takes_the_definition_of_what_it_refunds() {
        let catalogue = catalogue();
        let paid = claim(&catalogue, event(7, "donation"), None).unwrap();
        let refund = claim(
            &catalogue,
            event(8, "chargeback"),
            Some(event(7, "donation")),
        )
        .unwrap();
        assert_eq!(refund.definition.id, paid.definition.id);
        assert_eq!(refund.refund_of, Some(paid.id));
        assert_ne!(refund.id, paid.id);
        let early = claim(&catalogue, event(8, "chargeback"), None);
        assert_eq!(early, None);
    }

    #[test]
    fn ids_are_the_same_in_every_replay_and_differ_by_definition() {
        let (one, two) = (Id::new(Uuid::from_u128(1)), Id::new(Uuid::from_u128(2)));
        let event = Id::new(Uuid::from_u128(7));
        assert_eq!(conversion_id(one, event), conversion_id(one, event));
        assert_ne!(conversion_id(one, event), conversion_id(two, event));
    }
}
