//! What is promised of people and their values.

use identity_graph::{
    Applied, IdentifierKind, Identifiers, IdentityStore, Known, KnownCustomer, KnownValue,
    Ownership, Target, ValueKey, ValueState,
};
use kernel::{CustomerId, StoreError};

use super::{Given, known, named, occasion, planned, sorted, take};

const ADA: &str = "ada@mail.example";
const PHONE: &str = "+56987654321";
const OTHER_PHONE: &str = "+56987654322";

fn nothing() -> Known {
    Known {
        values: Vec::new(),
        customers: Vec::new(),
        visitor: Ownership::Unowned,
        is_parted: false,
    }
}

/// What is known when the customer holds the given values, of which an event names the first so many.
fn holding(customer: CustomerId, held: &[(IdentifierKind, &str)], named: usize) -> Known {
    let key = |(kind, text): &(IdentifierKind, &str)| (*kind, ValueKey::new(*text));
    let values = held.iter().take(named).map(key);
    let values = values.map(|(kind, value_key)| KnownValue {
        kind,
        value_key,
        holder: customer,
        state: ValueState::Active,
    });
    sorted(Known {
        values: values.collect(),
        customers: vec![KnownCustomer {
            id: customer,
            holds: held.iter().map(key).collect(),
            epoch: 0,
            recent_visitors: 0,
        }],
        visitor: Ownership::Unowned,
        is_parted: false,
    })
}

pub(super) async fn knows_nobody_at_first(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    for identifiers in [named([ADA, PHONE, "b1"]), named(["", "", "b1"])] {
        assert_eq!(
            known(store, given, (profile, &identifiers)).await?,
            nothing(),
            "nothing is known of values that nobody holds and of a browser that was never seen"
        );
    }
    Ok(())
}

pub(super) async fn founds_a_customer(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<CustomerId, StoreError> {
    let profile = given.own.profile;
    let identifiers = named([ADA, PHONE, ""]);
    let occasion = occasion(given, 0);
    store.hold(profile, &[(&identifiers, occasion.at)]).await?;
    take(store, profile, (&identifiers, occasion)).await?;
    let customer = occasion.candidate;
    let held = [(IdentifierKind::Email, ADA), (IdentifierKind::Phone, PHONE)];
    assert_eq!(
        known(store, given, (profile, &identifiers)).await?,
        holding(customer, &held, 2),
        "the customer whom a plan founds holds the values that it claims"
    );
    assert_eq!(
        known(store, given, (profile, &named([ADA, OTHER_PHONE, ""]))).await?,
        holding(customer, &held, 1),
        "of an event's values the stored ones are told, with everything that their holder holds"
    );
    Ok(customer)
}

pub(super) async fn adds_values_to_a_customer(
    store: &mut dyn IdentityStore,
    given: &Given,
    customer: CustomerId,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let identifiers = named([ADA, OTHER_PHONE, ""]);
    let people = [(&identifiers, given.after(1))];
    store.hold(profile, &people).await?;
    take(store, profile, (&identifiers, occasion(given, 1))).await?;
    let held = [
        (IdentifierKind::Email, ADA),
        (IdentifierKind::Phone, OTHER_PHONE),
        (IdentifierKind::Phone, PHONE),
    ];
    assert_eq!(
        known(store, given, (profile, &identifiers)).await?,
        holding(customer, &held, 2),
        "a customer who exists takes the values that a plan claims, and keeps those of before"
    );
    Ok(())
}

pub(super) async fn keeps_profiles_apart(
    store: &mut dyn IdentityStore,
    given: &Given,
    customer: CustomerId,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let identifiers = named([ADA, "", ""]);
    assert_eq!(
        known(store, given, (foreign, &identifiers)).await?,
        nothing(),
        "what a profile's people hold is unknown to another profile"
    );
    let theirs = occasion(given, 2);
    take(store, foreign, (&identifiers, theirs)).await?;
    let holders = [
        known(store, given, (own, &identifiers)).await?,
        known(store, given, (foreign, &identifiers)).await?,
    ];
    let holders = holders.map(|known| known.values.first().map(|value| value.holder));
    assert_eq!(
        holders,
        [Some(customer), Some(theirs.candidate)],
        "one value is held by somebody else in each profile"
    );
    Ok(())
}

pub(super) async fn looks_up_each_in_order(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let events = [
        named(["nobody@mail.example", "", ""]),
        named(["", PHONE, ""]),
        named([ADA, "", ""]),
        named(["", PHONE, ""]),
    ];
    let people: Vec<_> = events.iter().map(|event| (event, given.at)).collect();
    let mut one_by_one = Vec::new();
    for event in &events {
        one_by_one.push(known(store, given, (profile, event)).await?);
    }
    let at_once = store.look_up_each(profile, &people).await?;
    assert_eq!(
        at_once.into_iter().map(sorted).collect::<Vec<_>>(),
        one_by_one,
        "several look-ups at once answer what each of them does, in their order"
    );
    Ok(())
}

pub(super) async fn applies_each(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let events = ["one@mail.example", "two@mail.example"].map(|email| named([email, "", ""]));
    let mut plans = Vec::new();
    for event in &events {
        plans.push(planned(store, profile, (event, occasion(given, 3))).await?);
    }
    assert_eq!(
        store.apply_each(profile, &plans).await?,
        Applied::Done,
        "plans that have nothing in common are written together"
    );
    for (event, plan) in events.iter().zip(&plans) {
        let holder = holder(&known(store, given, (profile, event)).await?, event);
        assert_eq!(
            holder,
            plan.customer.map(Target::id),
            "each of several plans gives its customer what it claims"
        );
    }
    Ok(())
}

/// Who holds the first value that an event names.
fn holder(known: &Known, event: &Identifiers) -> Option<CustomerId> {
    let value = known.value(event.values().first()?)?;
    Some(value.holder)
}
