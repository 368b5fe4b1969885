//! The contract of invitations.

use std::collections::BTreeSet;

use access_control::Role;
use access_control::ports::{Invitation, InvitationStore, SecretHash};
use kernel::{Scope, StoreError, WorkspaceId};

use super::Given;

/// How long each of them can be accepted, in seconds.
const COUNTS_FOR: i64 = 60;

/// Tries a store of invitations. The workspaces begin without any.
///
/// # Panics
/// With the promise that the store broke.
pub async fn invitations(store: &mut dyn InvitationStore, given: &Given) -> Result<(), StoreError> {
    counts_what_can_be_accepted(store, given).await?;
    gives_each_to_one(store, given).await?;
    gives_nobody_what_is_over(store, given).await?;
    ends_them_once(store, given).await
}

fn member(given: &Given, workspace: WorkspaceId) -> Invitation {
    Invitation {
        id: given.id(),
        workspace_id: workspace,
        email: " Ada@Example.com".to_owned(),
        role: Role::Member,
        profile_ids: vec![given.sibling, given.own.profile],
        scopes: BTreeSet::from([Scope::AnalyticsRead, Scope::CustomersRead]),
        invited_by: given.user,
        created_at: given.at,
        expires_at: given.after(COUNTS_FOR),
    }
}

fn admin(given: &Given, workspace: WorkspaceId) -> Invitation {
    Invitation {
        role: Role::Admin,
        profile_ids: Vec::new(),
        scopes: BTreeSet::new(),
        ..member(given, workspace)
    }
}

/// A new invitation of a workspace, and what its secret is kept as.
async fn invited(
    store: &mut dyn InvitationStore,
    given: &Given,
    invitation: Invitation,
) -> Result<(Invitation, SecretHash), StoreError> {
    let hash = given.hash();
    store.insert(&invitation, &hash).await?;
    Ok((invitation, hash))
}

async fn counts_what_can_be_accepted(
    store: &mut dyn InvitationStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.workspace, given.foreign.workspace);
    assert_eq!(
        store.count_open(own, given.at).await?,
        0,
        "without invitations none can be accepted"
    );
    for invitation in [member(given, own), admin(given, own), admin(given, foreign)] {
        invited(store, given, invitation).await?;
    }
    assert_eq!(
        store.count_open(own, given.at).await?,
        2,
        "a workspace's own invitations are counted"
    );
    let late = [COUNTS_FOR - 1, COUNTS_FOR].map(|seconds| given.after(seconds));
    for (now, open) in late.into_iter().zip([2, 0]) {
        assert_eq!(
            store.count_open(own, now).await?,
            open,
            "an invitation counts until it expires, and not from then on"
        );
    }
    Ok(())
}

async fn gives_each_to_one(
    store: &mut dyn InvitationStore,
    given: &Given,
) -> Result<(), StoreError> {
    let workspace = given.own.workspace;
    let before = store.count_open(workspace, given.at).await?;
    for new in [member(given, workspace), admin(given, workspace)] {
        let (invitation, hash) = invited(store, given, new).await?;
        let taken = store.take(&hash, given.after(COUNTS_FOR - 1)).await?;
        assert_eq!(
            taken,
            Some(invitation),
            "whoever takes an invitation is told it as it was kept"
        );
        assert_eq!(
            store.take(&hash, given.after(COUNTS_FOR - 1)).await?,
            None,
            "an invitation that was taken is nobody else's"
        );
    }
    assert_eq!(
        store.count_open(workspace, given.at).await?,
        before,
        "an invitation that was taken cannot be accepted again"
    );
    Ok(())
}

async fn gives_nobody_what_is_over(
    store: &mut dyn InvitationStore,
    given: &Given,
) -> Result<(), StoreError> {
    let workspace = given.own.workspace;
    assert_eq!(
        store.take(&given.hash(), given.at).await?,
        None,
        "an unknown secret takes nothing"
    );
    let (_, hash) = invited(store, given, admin(given, workspace)).await?;
    assert_eq!(
        store.take(&hash, given.after(COUNTS_FOR)).await?,
        None,
        "an invitation that has expired is taken by nobody"
    );
    let (revoked, hash) = invited(store, given, admin(given, workspace)).await?;
    store.revoke(workspace, revoked.id, given.after(1)).await?;
    assert_eq!(
        store.take(&hash, given.after(2)).await?,
        None,
        "an invitation that was revoked is taken by nobody"
    );
    Ok(())
}

async fn ends_them_once(store: &mut dyn InvitationStore, given: &Given) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.workspace, given.foreign.workspace);
    let before = store.count_open(own, given.at).await?;
    let (open, _) = invited(store, given, admin(given, own)).await?;
    let (taken, hash) = invited(store, given, admin(given, own)).await?;
    store.take(&hash, given.after(1)).await?;
    for (workspace, id, at, is_there) in [
        (own, given.id(), 1, false),
        (foreign, open.id, 1, false),
        (own, taken.id, 1, false),
        (own, open.id, COUNTS_FOR, false),
        (own, open.id, 1, true),
        (own, open.id, 1, false),
    ] {
        assert_eq!(
            store.revoke(workspace, id, given.after(at)).await?,
            is_there,
            "an invitation is ended once, under its own workspace, while it can be accepted"
        );
    }
    assert_eq!(
        store.count_open(own, given.at).await?,
        before,
        "an invitation that was revoked cannot be accepted"
    );
    Ok(())
}
