//! The contract of rules by which events of browsers count for nothing.

use event_intake::ports::{ExcludedEvent, ExclusionStore, StoredExclusion};
use event_intake::{Conditions, ConditionsDraft};
use kernel::{ExclusionId, ProfileId, StoreError, VisitorId};

use super::Given;

/// Tries a store of exclusions. The profiles begin without rules, browsers and events.
///
/// # Panics
/// With the promise that the store broke.
pub async fn exclusions(store: &mut dyn ExclusionStore, given: &Given) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let (first, second, theirs) = (rule(given, 2)?, rule(given, 1)?, rule(given, 0)?);
    for profile in [own, foreign] {
        told(store, profile, &[]).await?;
    }
    for (profile, rule) in [(own, &first), (own, &second), (foreign, &theirs)] {
        store.add(profile, rule).await?;
    }
    told(store, own, &[(&second, 0), (&first, 0)]).await?;
    told(store, foreign, &[(&theirs, 0)]).await?;
    keeps_what_is_excluded(store, given, [&second, &first]).await?;
    puts_rules_out_of_force(store, given, (&first, &second, &theirs)).await?;
    goes_through_browsers(store, given).await
}

fn rule(given: &Given, second: i64) -> Result<StoredExclusion, StoreError> {
    let draft = ConditionsDraft {
        country: Some("CL".to_owned()),
        path_prefix: Some("/wp-".to_owned()),
        ..ConditionsDraft::default()
    };
    Ok(StoredExclusion {
        id: given.id(),
        created_at: given.after(second),
        conditions: Conditions::new(draft).map_err(StoreError::inconsistent)?,
        anonymous_ids: Vec::new(),
    })
}

/// What is in force, with how many events each rule excludes.
async fn told(
    store: &mut dyn ExclusionStore,
    profile: ProfileId,
    expected: &[(&StoredExclusion, u64)],
) -> Result<(), StoreError> {
    let listed = store.list(profile).await?;
    let listed: Vec<_> = listed
        .iter()
        .map(|(rule, events)| (rule, *events))
        .collect();
    assert_eq!(
        listed, expected,
        "a profile's own rules in force are told as they were kept, oldest first, each with its events"
    );
    let applied: Vec<_> = expected.iter().map(|(rule, _)| rule.rule()).collect();
    assert_eq!(
        store.in_force(profile).await?,
        applied,
        "the rules that are told are those that are applied"
    );
    Ok(())
}

async fn keeps_what_is_excluded(
    store: &mut dyn ExclusionStore,
    given: &Given,
    [oldest, latest]: [&StoredExclusion; 2],
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let [one, other]: [VisitorId; 2] = [given.id(), given.id()];
    let event = |visitor_id, exclusion_id: ExclusionId| ExcludedEvent {
        visitor_id,
        id: given.id(),
        exclusion_id,
    };
    let events = [
        event(one, oldest.id),
        event(one, oldest.id),
        event(other, latest.id),
    ];
    let mut both = vec![one, other];
    both.sort();
    assert_eq!(
        store.replace(profile, &both, &events).await?,
        both,
        "browsers are told whose events begin to count for nothing, by id"
    );
    assert_eq!(
        store.replace(profile, &both, &events).await?,
        [],
        "what counts for nothing already is nothing new"
    );
    told(store, profile, &[(oldest, 2), (latest, 1)]).await?;
    let by_another_rule = events.map(|event| ExcludedEvent {
        exclusion_id: latest.id,
        ..event
    });
    assert_eq!(
        store.replace(profile, &both, &by_another_rule).await?,
        [],
        "another rule that excludes an event makes it count for nothing as before"
    );
    told(store, profile, &[(oldest, 0), (latest, 3)]).await?;
    assert_eq!(
        store.replace(profile, &[one], &[]).await?,
        [one],
        "browsers are told whose events count again"
    );
    told(store, profile, &[(oldest, 0), (latest, 1)]).await?;
    told(store, given.sibling, &[]).await
}

async fn puts_rules_out_of_force(
    store: &mut dyn ExclusionStore,
    given: &Given,
    (first, second, theirs): (&StoredExclusion, &StoredExclusion, &StoredExclusion),
) -> Result<(), StoreError> {
    let own = given.own.profile;
    for (id, was) in [
        (given.id(), None),
        (theirs.id, None),
        (second.id, Some(second)),
        (second.id, None),
    ] {
        assert_eq!(
            store.remove(own, id, given.after(9)).await?.as_ref(),
            was,
            "a rule is put out of force once, under its own profile, and told as it was"
        );
    }
    store
        .shown(own, &[first.id, second.id], given.after(10))
        .await?;
    told(store, own, &[(first, 1)]).await?;
    told(store, given.foreign.profile, &[(theirs, 0)]).await
}

async fn goes_through_browsers(
    store: &mut dyn ExclusionStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    assert_eq!(
        store.next(own, 10).await?,
        None,
        "nobody has to be looked at before that was asked for"
    );
    store.queue(own).await?;
    store.queue(own).await?;
    assert_eq!(
        store.next(own, 10).await?,
        Some(Vec::new()),
        "all browsers have to be looked at, however often that is asked for"
    );
    assert_eq!(
        store.next(foreign, 10).await?,
        None,
        "of its own profile alone"
    );
    store.advance(own, Some(given.id())).await?;
    assert_eq!(
        store.next(own, 10).await?,
        Some(Vec::new()),
        "a profile is not through before that is said"
    );
    store.advance(own, None).await?;
    assert_eq!(store.next(own, 10).await?, None, "then it is");
    Ok(())
}
