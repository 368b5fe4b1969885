//! Two people who share an address are one by every fact, until somebody parts them: it holds whatever comes later.

use identity_graph::IdentifierKind::{self, Email, Phone};
use identity_graph::{CustomerId, HeldCustomer, HeldValue, Pairs, Subject, Timestamp};
use identity_graph::{Uuid, ValueKey, ValueState, plan_split};

fn value(kind: IdentifierKind, key: &str) -> Subject {
    let value_key = ValueKey::new(key);
    Subject { kind, value_key }
}

fn main() -> Result<(), identity_graph::NotSplittable> {
    let home = value(Email, "home@mail.example");
    let [ada, grace] = ["+56987654321", "+56912345678"].map(|key| value(Phone, key));
    let mut pairs = Pairs::default();
    pairs.add(&home, &ada);
    pairs.add(&home, &grace);
    let tell = |what: &str, pairs: &Pairs| {
        let is_one = pairs.person(&ada) == pairs.person(&grace);
        println!("{what}: {}", if is_one { "one" } else { "two" });
    };
    tell("orders with one address and two phones", &pairs);
    let customer = HeldCustomer {
        id: CustomerId::new(Uuid::nil()),
        first_seen_at: Timestamp::from_micros(0),
        merged_into: None,
    };
    let held = [&home, &ada, &grace].map(|value| HeldValue {
        value: value.clone(),
        holder: customer.id,
        home: None,
        state: ValueState::Active,
    });
    let away = [grace.clone()].into();
    pairs.part(plan_split(Uuid::from_u128(1), Some(&customer), &held, &away)?.parting);
    tell("somebody says that the second is Grace's", &pairs);
    pairs.add(&home, &grace);
    tell("another order with both", &pairs);
    Ok(())
}
