//! The contract of outcome definitions.

use conversion_definitions::ports::OutcomeDefinitionStore;
use conversion_definitions::{FamilyName, OutcomeDefinition, OutcomeLabel};
use kernel::{OutcomeDefinitionId, StoreError};

use super::Given;
use super::words::{family, text};

/// Tries a store of outcome definitions. The profiles begin without any.
///
/// # Panics
/// With the promise that the store broke.
pub async fn outcome_definitions(
    store: &mut dyn OutcomeDefinitionStore,
    given: &Given,
) -> Result<(), StoreError> {
    store.lock(given.own.profile).await?;
    // Whoever holds the lock may ask for it again.
    store.lock(given.own.profile).await?;
    knows_nothing_at_first(store, given).await?;
    let sales = makes_a_group(store, given).await?;
    keeps_groups_and_profiles_apart(store, given, &sales).await?;
    let sales = replaces_a_group(store, given, &sales).await?;
    takes_a_definition_of_another_group(store, given, &sales).await?;
    empties_a_group(store, given).await
}

fn labelled(given: &Given, group: &str, position: i16) -> OutcomeDefinition {
    OutcomeDefinition {
        id: given.id(),
        family: family(group),
        label: OutcomeLabel {
            event_key: text(&format!("{group}.{position}")),
            display_name: text(&format!("Stage {position}")),
        },
        position,
        created_at: given.at,
        updated_at: given.at,
    }
}

async fn knows_nothing_at_first(
    store: &mut dyn OutcomeDefinitionStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    assert_eq!(
        store.family(profile, &family("sales")).await?,
        [],
        "a group that nobody has made is empty"
    );
    assert_eq!(
        store.count_outside(profile, &family("sales")).await?,
        0,
        "a profile without definitions has none outside any group"
    );
    assert_eq!(
        store.find(profile, given.id()).await?,
        None,
        "nothing is found of an unknown id"
    );
    Ok(())
}

async fn makes_a_group(
    store: &mut dyn OutcomeDefinitionStore,
    given: &Given,
) -> Result<Vec<OutcomeDefinition>, StoreError> {
    let profile = given.own.profile;
    let group = family("sales");
    let in_order: Vec<_> = (0..3)
        .map(|place| labelled(given, "sales", place))
        .collect();
    let mut shuffled = in_order.clone();
    shuffled.reverse();
    store.replace(profile, &group, &shuffled).await?;
    assert_eq!(
        store.family(profile, &group).await?,
        in_order,
        "a group is read as it was written, by position"
    );
    for one in &in_order {
        assert_eq!(
            store.find(profile, one.id).await?.as_ref(),
            Some(one),
            "each definition of a group is found by its id"
        );
    }
    Ok(in_order)
}

async fn keeps_groups_and_profiles_apart(
    store: &mut dyn OutcomeDefinitionStore,
    given: &Given,
    sales: &[OutcomeDefinition],
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let (group, other_group) = (family("sales"), family("support"));
    let support = [labelled(given, "support", 0)];
    let theirs = [labelled(given, "sales", 0)];
    store.replace(own, &other_group, &support).await?;
    store.replace(foreign, &group, &theirs).await?;
    assert_eq!(
        store.family(own, &group).await?,
        sales,
        "replacing a group touches no other group and no other profile's"
    );
    let counts = [
        store.count_outside(own, &group).await?,
        store.count_outside(own, &other_group).await?,
        store.count_outside(own, &family("no such group")).await?,
        store.count_outside(foreign, &group).await?,
    ];
    assert_eq!(
        counts,
        [1, 3, 4, 0],
        "what is counted outside a group is the profile's own, in all other groups"
    );
    for one in sales {
        assert_eq!(
            store.find(foreign, one.id).await?,
            None,
            "a definition is not found under another profile"
        );
    }
    Ok(())
}

/// The second becomes the first under another name, the first goes, and a new one comes.
async fn replaces_a_group(
    store: &mut dyn OutcomeDefinitionStore,
    given: &Given,
    sales: &[OutcomeDefinition],
) -> Result<Vec<OutcomeDefinition>, StoreError> {
    let profile = given.own.profile;
    let group = family("sales");
    let renamed = sales.iter().skip(1).take(1).map(|old| OutcomeDefinition {
        label: OutcomeLabel {
            event_key: text("sales.renamed"),
            display_name: text("Renamed"),
        },
        position: 0,
        updated_at: given.after(60),
        ..old.clone()
    });
    let mut next: Vec<_> = renamed.collect();
    next.push(labelled(given, "sales", 1));
    store.replace(profile, &group, &next).await?;
    assert_eq!(
        store.family(profile, &group).await?,
        next,
        "a group is made exactly what is given: known ids are updated, others new, the rest removed"
    );
    let kept: Vec<_> = next.iter().map(|one| one.id).collect();
    for gone in sales.iter().filter(|old| !kept.contains(&old.id)) {
        assert_eq!(
            store.find(profile, gone.id).await?,
            None,
            "what is not among the given definitions is removed"
        );
    }
    keeps_when_it_was_made(store, given, (&group, &next)).await?;
    Ok(next)
}

async fn keeps_when_it_was_made(
    store: &mut dyn OutcomeDefinitionStore,
    given: &Given,
    (group, next): (&FamilyName, &[OutcomeDefinition]),
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let rewritten: Vec<_> = next
        .iter()
        .map(|one| OutcomeDefinition {
            created_at: given.after(999),
            ..one.clone()
        })
        .collect();
    store.replace(profile, group, &rewritten).await?;
    assert_eq!(
        store.family(profile, group).await?,
        next,
        "a definition keeps when it was made"
    );
    Ok(())
}

async fn takes_a_definition_of_another_group(
    store: &mut dyn OutcomeDefinitionStore,
    given: &Given,
    sales: &[OutcomeDefinition],
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let group = family("support");
    let moved: Vec<_> = sales
        .iter()
        .take(1)
        .map(|one| OutcomeDefinition {
            family: group.clone(),
            ..one.clone()
        })
        .collect();
    store.replace(profile, &group, &moved).await?;
    assert_eq!(
        store.family(profile, &group).await?,
        moved,
        "a group is exactly what is given, also when one of it was in another group"
    );
    let left: Vec<OutcomeDefinitionId> = sales.iter().skip(1).map(|one| one.id).collect();
    let found = store.family(profile, &family("sales")).await?;
    assert_eq!(
        found.iter().map(|one| one.id).collect::<Vec<_>>(),
        left,
        "a definition is in one group"
    );
    Ok(())
}

async fn empties_a_group(
    store: &mut dyn OutcomeDefinitionStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let group = family("sales");
    store.replace(own, &group, &[]).await?;
    assert_eq!(
        store.family(own, &group).await?,
        [],
        "a group that is made nothing has nothing"
    );
    let counts = [
        store.count_outside(own, &group).await?,
        store.count_outside(foreign, &family("support")).await?,
    ];
    assert_eq!(
        counts,
        [1, 1],
        "emptying a group removes nothing of other groups and profiles"
    );
    Ok(())
}
