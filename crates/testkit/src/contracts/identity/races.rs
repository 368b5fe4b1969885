//! What is promised of plans that come too late. Each ends its transaction: a store may have written a part
//! of the plan when it fails, and then everything has to be undone.

use identity_graph::{Applied, Identifiers, IdentityStore, Plan};
use kernel::StoreError;

use super::{Given, known, named, occasion, planned, take};

/// Tries what a graph says to a plan that claims a value which somebody holds meanwhile.
///
/// # Panics
/// With the promise that the store broke.
pub async fn identity_race_for_a_value(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let late = named(["ada@mail.example", "+56987654321", ""]);
    let plan = planned(store, profile, (&late, occasion(given, 1))).await?;
    let early = named(["ada@mail.example", "", ""]);
    take(store, profile, (&early, occasion(given, 2))).await?;
    let unclaimed = named(["", "+56987654321", ""]);
    is_lost(store, given, &[plan], &unclaimed).await
}

/// Tries what a graph says to a plan that links a browser which is somebody's meanwhile.
///
/// # Panics
/// With the promise that the store broke.
pub async fn identity_race_for_a_browser(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let late = named(["late@mail.example", "", "b1"]);
    let plan = planned(store, profile, (&late, occasion(given, 1))).await?;
    let early = named(["early@mail.example", "", "b1"]);
    take(store, profile, (&early, occasion(given, 2))).await?;
    let unclaimed = named(["late@mail.example", "", ""]);
    is_lost(store, given, &[plan], &unclaimed).await
}

/// Tries what a graph says to a plan by what a customer held at another epoch.
///
/// # Panics
/// With the promise that the store broke.
pub async fn identity_race_with_a_settlement(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let early = named(["ada@mail.example", "", ""]);
    take(store, profile, (&early, occasion(given, 1))).await?;
    let late = named(["ada@mail.example", "+56987654321", ""]);
    let mut plan = planned(store, profile, (&late, occasion(given, 2))).await?;
    plan.epoch += 1;
    let unclaimed = named(["", "+56987654321", ""]);
    is_lost(store, given, &[plan], &unclaimed).await
}

/// Tries what a graph says to several plans of which the last comes too late.
///
/// # Panics
/// With the promise that the store broke.
pub async fn identity_race_of_several(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let (good, late) = (
        named(["good@mail.example", "", "b1"]),
        named(["ada@mail.example", "", ""]),
    );
    let mut plans = Vec::new();
    for event in [&good, &late] {
        plans.push(planned(store, profile, (event, occasion(given, 1))).await?);
    }
    take(store, profile, (&late, occasion(given, 2))).await?;
    is_lost(store, given, &plans, &good).await
}

/// Applies plans that are lost, of which nothing may be left: not what they claim.
async fn is_lost(
    store: &mut dyn IdentityStore,
    given: &Given,
    plans: &[Plan],
    claimed: &Identifiers,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let applied = match plans {
        [plan] => store.apply(profile, plan).await,
        plans => store.apply_each(profile, plans).await,
    };
    match applied {
        // Whoever is told this runs the whole transaction again.
        Err(StoreError::Conflict) => return Ok(()),
        Ok(Applied::Lost) => {}
        other => panic!("a plan that comes too late is lost, or a conflict: {other:?}"),
    }
    let known = known(store, given, (profile, claimed)).await?;
    assert_eq!(
        known.values,
        [],
        "nothing is written of a plan that is lost"
    );
    assert_eq!(
        known.visitor.owners(),
        [],
        "no browser is linked by a plan that is lost"
    );
    Ok(())
}
