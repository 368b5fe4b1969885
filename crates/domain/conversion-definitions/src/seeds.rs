//! The definitions a new profile starts with.

use kernel::{DefinitionId, RevenueType};

use crate::definition::{Definition, DefinitionError, DefinitionText};

/// A definition without an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    /// Key and the one event type that it claims.
    pub key: &'static str,
    /// Label for people.
    pub display_name: &'static str,
    /// What the value means.
    pub revenue_type: RevenueType,
}

/// Payments are cash, leads and appointments pipeline, signed deals gross; all may be credited.
pub const SEEDS: [Seed; 4] = [
    Seed {
        key: "payment_received",
        display_name: "Payment",
        revenue_type: RevenueType::Cash,
    },
    Seed {
        key: "lead_created",
        display_name: "Lead",
        revenue_type: RevenueType::Pipeline,
    },
    Seed {
        key: "appointment_booked",
        display_name: "Appointment",
        revenue_type: RevenueType::Pipeline,
    },
    Seed {
        key: "closed_won",
        display_name: "Deal won",
        revenue_type: RevenueType::Gross,
    },
];

impl Seed {
    /// The definition under a new id.
    pub fn with_id(&self, id: DefinitionId) -> Result<Definition, DefinitionError> {
        Ok(Definition {
            id,
            conversion_key: DefinitionText::new(self.key)?,
            display_name: DefinitionText::new(self.display_name)?,
            source_event_names: vec![DefinitionText::new(self.key)?],
            revenue_type: self.revenue_type,
            attribution_eligible: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;
    use kernel::Id;

    #[test]
    fn seeds_are_valid_and_do_not_overlap() {
        let definitions = SEEDS
            .iter()
            .zip(1_u128..)
            .map(|(seed, id)| seed.with_id(Id::new(uuid::Uuid::from_u128(id))))
            .collect::<Result<Vec<_>, _>>()
            .unwrap();
        let catalogue = Catalogue::new(definitions).unwrap();
        let revenue_type = |event| catalogue.claiming(event).map(|found| found.revenue_type);
        assert_eq!(revenue_type("payment_received"), Some(RevenueType::Cash));
        assert_eq!(revenue_type("lead_created"), Some(RevenueType::Pipeline));
        assert_eq!(
            revenue_type("appointment_booked"),
            Some(RevenueType::Pipeline)
        );
        assert_eq!(revenue_type("closed_won"), Some(RevenueType::Gross));
    }
}
