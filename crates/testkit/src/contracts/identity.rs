//! The contract of the identity graph.

mod browsers;
mod facts;
mod people;
mod races;

use identity_graph::{
    Applied, IdentifierKind, Identifiers, IdentityStore, Known, Occasion, Origin, Plan,
    RawIdentifiers, ValueKeys, decide, normalise,
};
use kernel::{ProfileId, StoreError};

use super::Given;

pub use facts::identifications;
pub use races::{
    identity_race_for_a_browser, identity_race_for_a_value, identity_race_of_several,
    identity_race_with_a_settlement,
};

/// Tries an identity graph. The profiles begin without people and browsers.
///
/// # Panics
/// With the promise that the store broke.
pub async fn identity(store: &mut dyn IdentityStore, given: &Given) -> Result<(), StoreError> {
    people::knows_nobody_at_first(store, given).await?;
    let ada = people::founds_a_customer(store, given).await?;
    people::adds_values_to_a_customer(store, given, ada).await?;
    people::keeps_profiles_apart(store, given, ada).await?;
    people::looks_up_each_in_order(store, given).await?;
    people::applies_each(store, given).await?;
    browsers::links_a_browser(store, given).await?;
    browsers::leaves_a_linked_browser(store, given).await?;
    browsers::counts_recent_browsers(store, given).await?;
    browsers::replaces_whose_it_is(store, given).await
}

/// Values are their own keys.
struct Plain;

impl ValueKeys for Plain {
    fn key(&self, _: IdentifierKind, canonical: &str) -> String {
        canonical.to_owned()
    }
}

/// What an event says that names somebody by these; an empty text names nothing.
fn named([email, phone, browser]: [&str; 3]) -> Identifiers {
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let raw = RawIdentifiers {
        email: given(email),
        phone: given(phone),
        anonymous_id: given(browser),
        ..RawIdentifiers::default()
    };
    normalise(&raw, &Plain).unwrap_or_else(|error| panic!("{error}"))
}

/// A server tells of it, so many seconds after the beginning.
fn occasion(given: &Given, second: i64) -> Occasion {
    Occasion {
        at: given.after(second),
        origin: Origin::Server,
        candidate: given.id(),
        fact: given.ids.new_id(),
    }
}

/// What is to be written for an event, by what is stored now.
async fn planned(
    store: &mut dyn IdentityStore,
    profile: ProfileId,
    event: (&Identifiers, Occasion),
) -> Result<Plan, StoreError> {
    let (identifiers, occasion) = event;
    let known = store.look_up(profile, identifiers, occasion.at).await?;
    Ok(decide(profile, identifiers, &known, occasion))
}

/// Resolves an event.
async fn take(
    store: &mut dyn IdentityStore,
    profile: ProfileId,
    event: (&Identifiers, Occasion),
) -> Result<Plan, StoreError> {
    let plan = planned(store, profile, event).await?;
    assert_eq!(
        store.apply(profile, &plan).await?,
        Applied::Done,
        "a plan by what is stored now is written"
    );
    Ok(plan)
}

/// What is stored of an event's identifiers at the beginning, in a fixed order.
async fn known(
    store: &mut dyn IdentityStore,
    given: &Given,
    (profile, identifiers): (ProfileId, &Identifiers),
) -> Result<Known, StoreError> {
    Ok(sorted(store.look_up(profile, identifiers, given.at).await?))
}

/// Values, people and what they hold may come in any order.
fn sorted(mut known: Known) -> Known {
    known
        .values
        .sort_by_key(|value| (value.kind, value.value_key.clone()));
    known.customers.sort_by_key(|customer| customer.id);
    for customer in &mut known.customers {
        customer.holds.sort();
    }
    known
}
