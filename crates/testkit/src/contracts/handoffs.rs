//! The contract of hand-offs.

use access_control::ports::{HandoffStore, StoredHandoff};
use access_control::{Handoff, HandoffStatus};
use kernel::StoreError;
use serde_json::json;

use super::Given;

/// Tries a store of hand-offs.
///
/// # Panics
/// With the promise that the store broke.
pub async fn handoffs(store: &mut dyn HandoffStore, given: &Given) -> Result<(), StoreError> {
    let bare = bare(given);
    let full = full(given);
    assert_eq!(
        store.lock(bare.handoff.id).await?,
        None,
        "there is no hand-off of an unknown id"
    );
    store.insert(&bare).await?;
    store.insert(&full).await?;
    for kept in [&bare, &full] {
        assert_eq!(
            store.lock(kept.handoff.id).await?.as_ref(),
            Some(kept),
            "a hand-off is found as it was kept"
        );
    }
    decides_one(store, given, (bare, &full)).await?;
    completes_one(store, given, &full).await?;
    ignores_what_is_not_there(store, given, &full).await
}

/// One that names nothing that may be left out.
fn bare(given: &Given) -> StoredHandoff {
    StoredHandoff {
        handoff: Handoff {
            id: given.id(),
            workspace_id: given.own.workspace,
            profile_id: None,
            kind: Handoff::APPROVAL.to_owned(),
            status: HandoffStatus::Pending,
            url: None,
            created_by: None,
            created_at: given.at,
            expires_at: given.after(60),
            completed_at: None,
        },
        detail: json!({"title": "A title", "facts": [["name", "value"]]}),
        result: None,
    }
}

/// One that names everything.
fn full(given: &Given) -> StoredHandoff {
    StoredHandoff {
        handoff: Handoff {
            id: given.id(),
            workspace_id: given.foreign.workspace,
            profile_id: Some(given.foreign.profile),
            kind: Handoff::CHECKOUT.to_owned(),
            status: HandoffStatus::Completed,
            url: Some("https://pay.example/1".to_owned()),
            created_by: Some(given.user),
            created_at: given.after(1),
            expires_at: given.after(61),
            completed_at: Some(given.after(2)),
        },
        detail: json!({}),
        result: Some(json!({"subscription": "s1"})),
    }
}

async fn decides_one(
    store: &mut dyn HandoffStore,
    given: &Given,
    (mut waiting, other): (StoredHandoff, &StoredHandoff),
) -> Result<(), StoreError> {
    let id = waiting.handoff.id;
    store
        .decide(id, HandoffStatus::Declined, given.after(30))
        .await?;
    waiting.handoff.status = HandoffStatus::Declined;
    waiting.handoff.completed_at = Some(given.after(30));
    assert_eq!(
        store.lock(id).await?,
        Some(waiting),
        "a decision writes how and when, and nothing else"
    );
    assert_eq!(
        store.lock(other.handoff.id).await?.as_ref(),
        Some(other),
        "deciding one hand-off changes no other"
    );
    Ok(())
}

async fn completes_one(
    store: &mut dyn HandoffStore,
    given: &Given,
    other: &StoredHandoff,
) -> Result<(), StoreError> {
    let mut waiting = bare(given);
    let id = waiting.handoff.id;
    store.insert(&waiting).await?;
    let made = json!({"connection_id": "c1"});
    store.complete(id, &made, given.after(40)).await?;
    waiting.handoff.status = HandoffStatus::Completed;
    waiting.handoff.completed_at = Some(given.after(40));
    waiting.result = Some(made);
    assert_eq!(
        store.lock(id).await?,
        Some(waiting),
        "completing writes when and what was made, and nothing else"
    );
    assert_eq!(
        store.lock(other.handoff.id).await?.as_ref(),
        Some(other),
        "completing one hand-off changes no other"
    );
    Ok(())
}

async fn ignores_what_is_not_there(
    store: &mut dyn HandoffStore,
    given: &Given,
    kept: &StoredHandoff,
) -> Result<(), StoreError> {
    let nobodys = given.id();
    store
        .decide(nobodys, HandoffStatus::Completed, given.after(90))
        .await?;
    assert_eq!(
        store.lock(nobodys).await?,
        None,
        "deciding what is not there makes nothing"
    );
    assert_eq!(
        store.lock(kept.handoff.id).await?.as_ref(),
        Some(kept),
        "deciding what is not there changes no other"
    );
    Ok(())
}
