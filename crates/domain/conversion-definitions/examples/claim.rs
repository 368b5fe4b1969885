//! Which events of a shop are conversions, of which definition, and what a refund is one of.

use conversion_definitions::{
    Catalogue, Definition, DefinitionText, OutcomeRef, RevenueType, SEEDS, Uuid, claim,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let renewals = Definition {
        id: Uuid::from_u128(9).into(),
        conversion_key: DefinitionText::new("renewals")?,
        display_name: DefinitionText::new("Renewals")?,
        source_event_names: vec![DefinitionText::event_type("subscription_renewed")?],
        revenue_type: RevenueType::Cash,
        attribution_eligible: false,
    };
    let payments = SEEDS[0].with_id(Uuid::from_u128(1).into())?;
    let catalogue = Catalogue::new(vec![renewals, payments])?;
    let event = |number: u128, event_type| OutcomeRef {
        id: Uuid::from_u128(number).into(),
        event_type,
    };
    let paid = event(21, "payment_received");
    for (event, of) in [
        (paid, None),
        (event(22, "subscription_renewed"), None),
        (event(23, "button_clicked"), None),
        (event(24, "chargeback"), Some(paid)),
    ] {
        let claimed = claim(&catalogue, event, of);
        let key = claimed.map(|it| it.definition.conversion_key.as_str());
        println!("{}: {}", event.event_type, key.unwrap_or("no conversion"));
    }
    Ok(())
}
