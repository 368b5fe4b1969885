//! What is promised of browsers.

use identity_graph::kinds::RECENT_DAYS;
use identity_graph::{IdentityStore, Ownership, Segment, Target, visitor_id};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{CustomerId, StoreError};

use super::{Given, known, named, occasion, take};

const OWNER: &str = "owner@mail.example";
const OTHER: &str = "other@mail.example";

/// Whose a browser of the profile is.
async fn owner(
    store: &mut dyn IdentityStore,
    given: &Given,
    browser: &str,
) -> Result<Ownership, StoreError> {
    let profile = given.own.profile;
    let known = known(store, given, (profile, &named(["", "", browser]))).await?;
    for owner in known.visitor.owners() {
        assert!(
            known.customer(owner).is_some(),
            "every owner of an event's browser is told"
        );
    }
    Ok(known.visitor)
}

/// The customer who holds an address, founded without a browser when there is none.
async fn customer(
    store: &mut dyn IdentityStore,
    given: &Given,
    email: &str,
) -> Result<Option<CustomerId>, StoreError> {
    let event = named([email, "", ""]);
    let plan = take(store, given.own.profile, (&event, occasion(given, 10))).await?;
    Ok(plan.customer.map(Target::id))
}

pub(super) async fn links_a_browser(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let nobodys = named(["", "", "b1"]);
    take(store, own, (&nobodys, occasion(given, 11))).await?;
    assert_eq!(
        owner(store, given, "b1").await?,
        Ownership::Unowned,
        "a browser that was only seen is nobody's"
    );
    let somebodys = named([OWNER, "", "b1"]);
    let plan = take(store, own, (&somebodys, occasion(given, 12))).await?;
    let owners = [
        owner(store, given, "b1").await?,
        known(store, given, (foreign, &nobodys)).await?.visitor,
    ];
    let linked = plan
        .customer
        .map(|customer| Ownership::Owned(customer.id()));
    assert_eq!(
        owners.map(Some),
        [linked, Some(Ownership::Unowned)],
        "a browser that is linked is the customer's, and nobody's in another profile"
    );
    Ok(())
}

/// Plans that leave it: it is the customer's already, nobody is named, or it is somebody else's, which
/// is for [`IdentityStore::write_ownership`] to say.
pub(super) async fn leaves_a_linked_browser(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<(), StoreError> {
    let before = owner(store, given, "b1").await?;
    for email in [OWNER, "", OTHER] {
        let event = named([email, "", "b1"]);
        take(store, given.own.profile, (&event, occasion(given, 13))).await?;
        assert_eq!(
            owner(store, given, "b1").await?,
            before,
            "a plan that does not link a browser leaves whose it is"
        );
    }
    Ok(())
}

pub(super) async fn counts_recent_browsers(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let email = "collector@mail.example";
    // The first was seen at the beginning, when nobody was named, and is linked later.
    take(store, profile, (&named(["", "", "c1"]), occasion(given, 0))).await?;
    for (browser, second) in [("c1", 50), ("c2", 60), ("c3", 70)] {
        let event = named([email, "", browser]);
        take(store, profile, (&event, occasion(given, second))).await?;
    }
    let last = RECENT_DAYS * MICROS_PER_DAY;
    for (at, count) in [
        (given.at.plus_micros(last), 3),
        (given.at.plus_micros(last + 1), 2),
        (given.after(70).plus_micros(last), 1),
        (given.after(70).plus_micros(last + 1), 0),
    ] {
        let known = store.look_up(profile, &named([email, "", ""]), at).await?;
        let counted: Vec<_> = known
            .customers
            .iter()
            .map(|it| it.recent_visitors)
            .collect();
        assert_eq!(
            counted,
            [count],
            "a customer's browsers count as recent for 180 days after they were first seen"
        );
    }
    Ok(())
}

pub(super) async fn replaces_whose_it_is(
    store: &mut dyn IdentityStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let (Some(first), Some(second)) = (
        customer(store, given, OWNER).await?,
        customer(store, given, OTHER).await?,
    ) else {
        panic!("an event that names an address is somebody's");
    };
    let from = |from, customer| Segment { from, customer };
    let in_turn = Ownership::Shared(vec![
        from(None, first),
        from(Some(given.after(20)), second),
        from(Some(given.after(30)), first),
    ]);
    let fewer = Ownership::Shared(vec![from(None, second), from(Some(given.after(40)), first)]);
    let (own, other) = (visitor_id(profile, "b1"), visitor_id(profile, "c1"));
    let of_other = owner(store, given, "c1").await?;
    for ownership in [
        in_turn,
        fewer,
        Ownership::Owned(second),
        Ownership::Unowned,
        Ownership::Owned(first),
    ] {
        store.write_ownership(profile, own, &ownership).await?;
        assert_eq!(
            owner(store, given, "b1").await?,
            ownership,
            "whose a browser is, is what was written last"
        );
    }
    assert_eq!(
        owner(store, given, "c1").await?,
        of_other,
        "writing whose one browser is changes no other"
    );
    let foreign = given.foreign.profile;
    let never_seen = visitor_id(profile, "never seen");
    for (profile, visitor) in [(foreign, other), (profile, never_seen)] {
        let written = Ownership::Owned(second);
        store.write_ownership(profile, visitor, &written).await?;
    }
    let owners = [
        owner(store, given, "c1").await?,
        owner(store, given, "never seen").await?,
    ];
    assert_eq!(
        owners,
        [of_other, Ownership::Unowned],
        "a browser of another profile, or that is not stored, gets no owner"
    );
    Ok(())
}
