//! The contract of memberships.

use std::collections::BTreeSet;

use access_control::Role;
use access_control::ports::{Assignment, MembershipStore};
use kernel::{ProfileId, Scope, StoreError};

use super::Given;

/// Tries a store of memberships. The workspaces begin without members.
///
/// # Panics
/// With the promise that the store broke.
pub async fn memberships(store: &mut dyn MembershipStore, given: &Given) -> Result<(), StoreError> {
    lists_members_the_first_first(store, given).await?;
    gives_another_role(store, given).await?;
    assigns_profiles_of_the_workspace(store, given).await?;
    replaces_and_ends_assignments(store, given).await?;
    ends_memberships(store, given).await?;
    assigns_nothing_to_others(store, given).await
}

fn reading(profile_id: ProfileId) -> Assignment {
    Assignment {
        profile_id,
        scopes: BTreeSet::from([Scope::AnalyticsRead, Scope::CustomersRead]),
    }
}

async fn lists_members_the_first_first(
    store: &mut dyn MembershipStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.workspace, given.foreign.workspace);
    let (user, other) = (given.user, given.other_user);
    for workspace in [own, given.id()] {
        assert_eq!(
            store.lock(workspace).await?,
            [],
            "a workspace without members, or that nobody made, has none"
        );
    }
    store.put(own, (user, Role::Member), given.after(2)).await?;
    store.put(own, (other, Role::Owner), given.after(1)).await?;
    store.put(foreign, (user, Role::Admin), given.at).await?;
    assert_eq!(
        store.lock(own).await?,
        [(other, Role::Owner), (user, Role::Member)],
        "members are listed with their roles, the first first"
    );
    assert_eq!(
        store.lock(foreign).await?,
        [(user, Role::Admin)],
        "each workspace has its own members, with roles of their own"
    );
    Ok(())
}

async fn gives_another_role(
    store: &mut dyn MembershipStore,
    given: &Given,
) -> Result<(), StoreError> {
    let own = given.own.workspace;
    let (user, other) = (given.user, given.other_user);
    store.put(own, (other, Role::Admin), given.after(9)).await?;
    assert_eq!(
        store.lock(own).await?,
        [(other, Role::Admin), (user, Role::Member)],
        "a member who gets another role stays a member since when they were"
    );
    Ok(())
}

async fn assigns_profiles_of_the_workspace(
    store: &mut dyn MembershipStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.workspace, given.foreign.workspace);
    assert_eq!(
        store.assignments(own, given.user).await?,
        [],
        "nothing is assigned to a new member"
    );
    let mut profiles = [given.own.profile, given.sibling];
    profiles.sort();
    for profile in profiles.into_iter().rev() {
        let is_done = store.assign(own, given.user, &reading(profile)).await?;
        assert!(is_done, "a profile of the workspace is assigned");
    }
    for profile in [given.foreign.profile, given.id()] {
        let is_done = store.assign(own, given.user, &reading(profile)).await?;
        assert!(!is_done, "a profile that is not the workspace's is not");
    }
    assert_eq!(
        store.assignments(own, given.user).await?,
        profiles.map(reading),
        "what is assigned is read as it was given, by profile"
    );
    for (workspace, user) in [(own, given.other_user), (foreign, given.user)] {
        assert_eq!(
            store.assignments(workspace, user).await?,
            [],
            "nothing is assigned to other members, or in other workspaces"
        );
    }
    Ok(())
}

async fn replaces_and_ends_assignments(
    store: &mut dyn MembershipStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, user) = (given.own.workspace, given.user);
    let narrower = Assignment {
        profile_id: given.own.profile,
        scopes: BTreeSet::from([Scope::RealtimeRead]),
    };
    let nothing = Assignment {
        profile_id: given.sibling,
        scopes: BTreeSet::new(),
    };
    for assignment in [&narrower, &nothing, &nothing] {
        let is_done = store.assign(own, user, assignment).await?;
        assert!(is_done, "an assignment is replaced, or ended, also twice");
    }
    assert_eq!(
        store.assignments(own, user).await?,
        [narrower],
        "the scopes that were given last count, and none of them is the end of the assignment"
    );
    Ok(())
}

async fn ends_memberships(
    store: &mut dyn MembershipStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.workspace, given.foreign.workspace);
    store.remove(own, given.user).await?;
    store.remove(own, given.user).await?;
    assert_eq!(
        store.lock(own).await?,
        [(given.other_user, Role::Admin)],
        "whoever is removed is no member, and nobody else is removed"
    );
    assert_eq!(
        store.lock(foreign).await?,
        [(given.user, Role::Admin)],
        "whoever is removed stays a member elsewhere"
    );
    store
        .put(own, (given.user, Role::Member), given.after(20))
        .await?;
    assert_eq!(
        store.assignments(own, given.user).await?,
        [],
        "what was assigned ends with the membership, and does not come back with the next"
    );
    Ok(())
}

/// Last, because a transaction is of no use after it.
async fn assigns_nothing_to_others(
    store: &mut dyn MembershipStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (foreign, profile) = (given.foreign.workspace, given.foreign.profile);
    let assigned = store
        .assign(foreign, given.other_user, &reading(profile))
        .await;
    assert!(
        matches!(assigned, Err(StoreError::Inconsistent(_))),
        "assigning to somebody who is no member fails: {assigned:?}"
    );
    Ok(())
}
