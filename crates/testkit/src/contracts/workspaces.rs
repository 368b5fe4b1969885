//! The contract of workspaces and their checkouts.

use access_control::ports::{
    CheckoutSession, HandoffStore, StoredHandoff, Workspace, WorkspaceStore,
};
use access_control::{Handoff, HandoffStatus, Plan};
use kernel::{HandoffId, StoreError};
use serde_json::json;

use super::Given;

/// Stores of one transaction: a checkout is a hand-off.
pub trait WorkspaceStores: Send {
    /// Workspaces.
    fn workspaces(&mut self) -> &mut dyn WorkspaceStore;

    /// What waits for a human.
    fn handoffs(&mut self) -> &mut dyn HandoffStore;
}

/// Tries a store of workspaces. The people own none yet.
///
/// # Panics
/// With the promise that the store broke.
pub async fn workspaces(stores: &mut dyn WorkspaceStores, given: &Given) -> Result<(), StoreError> {
    claims_the_latest_of_its_owner(stores.workspaces(), given).await?;
    let workspace = made(stores.workspaces(), given, ("paid for", 0)).await?;
    let checkouts = [
        (1, Handoff::CHECKOUT),
        (2, Handoff::CHECKOUT),
        (3, Handoff::APPROVAL),
    ];
    let mut kept = Vec::new();
    for (second, kind) in checkouts {
        let waiting = waiting(given, &workspace, (second, kind));
        stores.handoffs().insert(&waiting).await?;
        kept.push(waiting);
    }
    let store = stores.workspaces();
    let latest = kept.swap_remove(1);
    assert_eq!(
        store.checkout(workspace.id).await?.as_ref(),
        Some(&latest),
        "of a workspace's checkouts the latest is told, and nothing else that waits"
    );
    assert_eq!(
        store.checkout(given.foreign.workspace).await?,
        None,
        "a workspace has no checkout but its own"
    );
    opens_what_waits(store, given, (&workspace, &latest)).await?;
    settles_once(store, given, (&workspace, latest.handoff.id)).await
}

/// A workspace of [`Given::user`], made so many seconds after [`Given::at`].
async fn made(
    store: &mut dyn WorkspaceStore,
    given: &Given,
    (name, second): (&str, i64),
) -> Result<Workspace, StoreError> {
    let workspace = Workspace {
        id: given.id(),
        name: name.to_owned(),
        plan: Plan::Growth,
        trial_ends_at: Some(given.after(1_000)),
        created_at: given.after(second),
    };
    store.insert(&workspace, given.user).await?;
    Ok(workspace)
}

async fn claims_the_latest_of_its_owner(
    store: &mut dyn WorkspaceStore,
    given: &Given,
) -> Result<(), StoreError> {
    let name = "a workspace";
    assert_eq!(
        store.claim(given.user, name, given.at).await?,
        None,
        "nobody has made a workspace of this name"
    );
    let unknown = given.id();
    assert_eq!(
        store.lock(unknown).await?,
        None,
        "there is no workspace of an unknown id"
    );
    made(store, given, (name, 1)).await?;
    let latest = made(store, given, (name, 2)).await?;
    made(store, given, ("another name", 3)).await?;
    assert_eq!(
        store.lock(latest.id).await?.as_ref(),
        Some(&latest),
        "a workspace is found as it was kept"
    );
    for (user, since, found) in [
        (given.user, 0, Some(&latest)),
        (given.user, 1, Some(&latest)),
        (given.user, 2, None),
        (given.other_user, 0, None),
    ] {
        assert_eq!(
            store.claim(user, name, given.after(since)).await?.as_ref(),
            found,
            "a name is claimed from the latest workspace that its owner made after the instant"
        );
    }
    Ok(())
}

fn waiting(given: &Given, workspace: &Workspace, (second, kind): (i64, &str)) -> StoredHandoff {
    StoredHandoff {
        handoff: Handoff {
            id: given.id(),
            workspace_id: workspace.id,
            profile_id: None,
            kind: kind.to_owned(),
            status: HandoffStatus::Pending,
            url: None,
            created_by: Some(given.user),
            created_at: given.after(second),
            expires_at: given.after(60),
            completed_at: None,
        },
        detail: json!({"plan": "growth"}),
        result: None,
    }
}

async fn opens_what_waits(
    store: &mut dyn WorkspaceStore,
    given: &Given,
    (workspace, waiting): (&Workspace, &StoredHandoff),
) -> Result<(), StoreError> {
    let session = CheckoutSession {
        reference: "cs_1".to_owned(),
        url: "https://pay.example/1".to_owned(),
        expires_at: given.after(120),
    };
    store.opened(waiting.handoff.id, &session).await?;
    let opened = StoredHandoff {
        handoff: Handoff {
            url: Some(session.url),
            expires_at: session.expires_at,
            ..waiting.handoff.clone()
        },
        detail: json!({"plan": "growth", "reference": "cs_1"}),
        result: None,
    };
    assert_eq!(
        store.checkout(workspace.id).await?,
        Some(opened),
        "a checkout that was opened says where and until when it is to be paid, and keeps the rest"
    );
    Ok(())
}

async fn settles_once(
    store: &mut dyn WorkspaceStore,
    given: &Given,
    (workspace, checkout): (&Workspace, HandoffId),
) -> Result<(), StoreError> {
    let paid = Some(json!({"subscription": "s1"}));
    let ending = (HandoffStatus::Completed, paid.clone());
    store.settled(checkout, ending, given.after(5)).await?;
    let expired = (HandoffStatus::Expired, None);
    store.settled(checkout, expired, given.after(6)).await?;
    let session = CheckoutSession {
        reference: "cs_2".to_owned(),
        url: "https://pay.example/2".to_owned(),
        expires_at: given.after(240),
    };
    store.opened(checkout, &session).await?;
    let settled = store.checkout(workspace.id).await?;
    let told = settled.map(|settled| {
        let Handoff {
            status,
            completed_at,
            url,
            ..
        } = settled.handoff;
        (status, completed_at, url, settled.result)
    });
    let expected = (
        HandoffStatus::Completed,
        Some(given.after(5)),
        Some("https://pay.example/1".to_owned()),
        paid,
    );
    assert_eq!(
        told,
        Some(expected),
        "a checkout ends once, and nothing of it changes from then on"
    );
    let trial = store.lock(workspace.id).await?;
    assert_eq!(
        trial.and_then(|workspace| workspace.trial_ends_at),
        None,
        "who has paid is on no trial any more"
    );
    Ok(())
}
