//! The contract of conversion definitions.

use conversion_definitions::Definition;
use conversion_definitions::ports::{DefinitionStore, StoredDefinition};
use kernel::{RevenueType, StoreError, Timestamp};

use super::Given;
use super::words::text;

/// Tries a store of conversion definitions. Those that the profiles begin with are removed.
///
/// # Panics
/// With the promise that the store broke.
pub async fn definitions(store: &mut dyn DefinitionStore, given: &Given) -> Result<(), StoreError> {
    removes_every_one(store, given).await?;
    let kept = keeps_them_oldest_first(store, given).await?;
    keeps_profiles_apart(store, given, &kept).await?;
    replaces_every_field(store, given, kept).await?;
    ignores_what_is_not_there(store, given).await?;
    removes_every_one(store, given).await
}

fn named(given: &Given, key: &str) -> Definition {
    Definition {
        id: given.id(),
        conversion_key: text(key),
        display_name: text(&format!(" {key} for people")),
        source_event_names: vec![text(&format!("{key}.paid")), text("a thing")],
        revenue_type: RevenueType::Cash,
        attribution_eligible: true,
    }
}

fn stored(definition: &Definition, created_at: Timestamp) -> StoredDefinition {
    StoredDefinition {
        definition: definition.clone(),
        created_at,
        updated_at: created_at,
    }
}

async fn removes_every_one(
    store: &mut dyn DefinitionStore,
    given: &Given,
) -> Result<(), StoreError> {
    for profile in [given.own.profile, given.foreign.profile] {
        for found in store.list(profile).await? {
            store.delete(profile, found.definition.id).await?;
        }
        assert_eq!(
            store.list(profile).await?,
            [],
            "definitions that were removed are not listed"
        );
    }
    Ok(())
}

async fn keeps_them_oldest_first(
    store: &mut dyn DefinitionStore,
    given: &Given,
) -> Result<Vec<StoredDefinition>, StoreError> {
    let profile = given.own.profile;
    let [later, older, twin] = ["b", "c", "a"].map(|key| named(given, key));
    let mut twins = [
        stored(&later, given.after(1)),
        stored(&twin, given.after(1)),
    ];
    twins.sort_by_key(|one| one.definition.id);
    store.insert(profile, &later, given.after(1)).await?;
    store.insert(profile, &twin, given.after(1)).await?;
    store.insert(profile, &older, given.at).await?;
    let mut kept = vec![stored(&older, given.at)];
    kept.extend(twins);
    assert_eq!(
        store.list(profile).await?,
        kept,
        "definitions are listed as they were written, oldest first, of one instant by id"
    );
    Ok(kept)
}

async fn keeps_profiles_apart(
    store: &mut dyn DefinitionStore,
    given: &Given,
    kept: &[StoredDefinition],
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let same_key = named(given, "c");
    store.insert(foreign, &same_key, given.after(9)).await?;
    for one in kept {
        let mut changed = one.definition.clone();
        changed.display_name = text("from outside");
        store.update(foreign, &changed, given.after(9)).await?;
        store.delete(foreign, changed.id).await?;
        assert!(
            store.hold(own, changed.id).await? && !store.hold(foreign, changed.id).await?,
            "a definition is held under its own profile alone"
        );
    }
    assert_eq!(
        store.list(foreign).await?,
        [stored(&same_key, given.after(9))],
        "a profile sees its own definitions alone"
    );
    assert_eq!(
        store.list(own).await?,
        kept,
        "definitions are not changed or removed under another profile"
    );
    Ok(())
}

async fn replaces_every_field(
    store: &mut dyn DefinitionStore,
    given: &Given,
    mut kept: Vec<StoredDefinition>,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    for one in kept.iter_mut().take(1) {
        one.definition = Definition {
            id: one.definition.id,
            conversion_key: text("another key"),
            display_name: text("another name"),
            source_event_names: vec![text("another event")],
            revenue_type: RevenueType::Pipeline,
            attribution_eligible: false,
        };
        one.updated_at = given.after(60);
        let at = one.updated_at;
        store.update(profile, &one.definition, at).await?;
    }
    assert_eq!(
        store.list(profile).await?,
        kept,
        "an update replaces every field of its definition but when it was made, and no other definition"
    );
    Ok(())
}

async fn ignores_what_is_not_there(
    store: &mut dyn DefinitionStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let before = store.list(profile).await?;
    let nobodys = named(given, "nobody's");
    store.update(profile, &nobodys, given.after(70)).await?;
    store.delete(profile, nobodys.id).await?;
    assert!(
        !store.hold(profile, nobodys.id).await?,
        "nothing is held of an unknown id"
    );
    assert_eq!(
        store.list(profile).await?,
        before,
        "of an unknown id nothing is updated or removed"
    );
    Ok(())
}
