//! The contract of changes at ad platforms.

use ad_changes::ports::ChangeStore;
use ad_changes::{
    Change, Exact, FailureCode, Intent, IntentState, ObjectId, ObjectKind, Order, Status, Target,
    TimeZone, Value,
};
use kernel::{ProfileId, StoreError};
use uuid::Uuid;

use super::Given;

/// Tries a store of changes at ad platforms.
///
/// # Panics
/// With the promise that the store broke.
pub async fn changes(store: &mut dyn ChangeStore, given: &Given) -> Result<(), StoreError> {
    keeps_what_was_decided(store, given).await?;
    keeps_one_of_a_recommendation(store, given).await?;
    keeps_one_of_a_target_a_week(store, given).await?;
    finds_what_is_due(store, given).await
}

fn broken() -> StoreError {
    StoreError::inconsistent("an order that cannot be one")
}

fn target(given: &Given) -> Result<Target, StoreError> {
    Ok(Target {
        connection_id: given.id(),
        kind: ObjectKind::Campaign,
        id: ObjectId::parse("120210000000000001").ok_or_else(broken)?,
    })
}

fn pause(target: Target) -> Result<Order, StoreError> {
    Order::new(target, Change::Pause, Value::Status(Status::Active)).map_err(|_| broken())
}

fn intent(given: &Given, order: Order, seconds: i64) -> Intent {
    let by = (given.ids.new_id(), given.after(seconds));
    Intent::begun((given.id(), given.id()), order, &TimeZone::utc(), by)
}

async fn holds(
    store: &mut dyn ChangeStore,
    (profile, intent): (ProfileId, &Intent),
    promise: &str,
) -> Result<(), StoreError> {
    let kept = store.lock(profile, intent.id).await?;
    assert_eq!(kept.as_ref(), Some(intent), "{promise}");
    Ok(())
}

fn with(intent: &Intent, state: IntentState) -> Intent {
    Intent {
        state,
        ..intent.clone()
    }
}

async fn keeps_what_was_decided(
    store: &mut dyn ChangeStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let amount = |text: &str| text.parse::<Exact>().map_err(|_| broken());
    let (from, to) = (amount("20.000001")?, amount("14.5")?);
    let budget = Order::new(
        target(given)?,
        Change::DailyBudget(to),
        Value::DailyBudget(from),
    );
    for order in [pause(target(given)?)?, budget.map_err(|_| broken())?] {
        let new = intent(given, order, 1);
        assert!(store.insert(own, &new).await?, "a new one is kept");
        holds(store, (own, &new), "it is found as it was kept").await?;
        assert_eq!(
            store.lock(foreign, new.id).await?,
            None,
            "it is its profile's alone"
        );
        let waiting = with(
            &new,
            IntentState::Intended {
                look_at: given.after(9),
                lease: None,
                failures: 3,
            },
        );
        store.put(foreign, &waiting).await?;
        holds(store, (own, &new), "and changed under its own profile").await?;
        store.put(own, &waiting).await?;
        holds(store, (own, &waiting), "how it stands is replaced").await?;
        let at = given.after(10);
        for code in FailureCode::ALL {
            let failed = with(&new, IntentState::Failed { at, code });
            store.put(own, &failed).await?;
            holds(store, (own, &failed), "why it failed is kept").await?;
        }
        let applied = with(&new, IntentState::Applied { at });
        store.put(own, &applied).await?;
        holds(store, (own, &applied), "and that it is made").await?;
    }
    Ok(())
}

async fn keeps_one_of_a_recommendation(
    store: &mut dyn ChangeStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let first = intent(given, pause(target(given)?)?, 1);
    assert!(store.insert(own, &first).await?, "a new one is kept");
    let again = Intent {
        recommendation_id: first.recommendation_id,
        ..intent(given, pause(target(given)?)?, 2)
    };
    assert!(
        !store.insert(own, &again).await?,
        "one for the same recommendation is not"
    );
    assert_eq!(
        store.lock(own, again.id).await?,
        None,
        "nothing of it is kept"
    );
    let id = first.recommendation_id;
    let found = store.of_recommendation(own, id).await?;
    assert_eq!(
        found,
        Some(first.clone()),
        "that of a recommendation is found"
    );
    assert_eq!(
        store.of_recommendation(foreign, id).await?,
        None,
        "by its profile alone"
    );
    let at = given.after(3);
    let applied = with(&first, IntentState::Applied { at });
    store.put(own, &applied).await?;
    assert!(
        !store.insert(own, &again).await?,
        "nor is it after the first was made"
    );
    let code = FailureCode::PreconditionChanged;
    let failed = with(&first, IntentState::Failed { at, code });
    store.put(own, &failed).await?;
    assert_eq!(
        store.of_recommendation(own, id).await?,
        None,
        "one that failed is none"
    );
    assert!(
        store.insert(own, &again).await?,
        "after one that failed there may be another"
    );
    let late = Intent {
        id: given.id(),
        ..failed
    };
    assert!(
        store.insert(own, &late).await?,
        "one that failed already is hindered by nothing"
    );
    Ok(())
}

async fn keeps_one_of_a_target_a_week(
    store: &mut dyn ChangeStore,
    given: &Given,
) -> Result<(), StoreError> {
    const WEEK: i64 = 7 * 86_400;
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let order = pause(target(given)?)?;
    assert!(
        store.insert(own, &intent(given, order.clone(), 1)).await?,
        "a new one is kept"
    );
    assert!(
        !store.insert(own, &intent(given, order.clone(), 2)).await?,
        "a second one of the same target in the same week is not"
    );
    assert!(
        store
            .insert(foreign, &intent(given, order.clone(), 2))
            .await?,
        "another profile's is none of it"
    );
    let next = intent(given, order.clone(), WEEK);
    assert!(store.insert(own, &next).await?, "in the next week it is");
    let other = Target {
        kind: ObjectKind::AdSet,
        ..order.target().clone()
    };
    assert!(
        store.insert(own, &intent(given, pause(other)?, 2)).await?,
        "and one of something else"
    );
    Ok(())
}

async fn finds_what_is_due(store: &mut dyn ChangeStore, given: &Given) -> Result<(), StoreError> {
    let profile = given.sibling;
    let mut kept = Vec::new();
    for number in 0..3 {
        let new = intent(given, pause(target(given)?)?, 20 + number);
        store.insert(profile, &new).await?;
        kept.push(new);
    }
    // The lease is that of whoever decided; whatever else the contract kept is not asked about.
    let own = |found: Vec<(ProfileId, _)>| -> Vec<Uuid> {
        let own = found.into_iter().filter(|(of, _)| *of == profile);
        own.map(|(_, id): (_, ad_changes::IntentId)| id.uuid())
            .collect()
    };
    let now = given.after(60);
    assert_eq!(
        own(store.due(now, 100).await?),
        Vec::<Uuid>::new(),
        "what somebody has in hand is not due"
    );
    let (first, last) = (kept.first().cloned(), kept.last().cloned());
    let (first, last) = first.zip(last).ok_or_else(broken)?;
    let free = |look_at| IntentState::Intended {
        look_at,
        lease: None,
        failures: 1,
    };
    for (intent, seconds) in [(&first, 50), (&last, 40)] {
        let waiting = with(intent, free(given.after(seconds)));
        store.put(profile, &waiting).await?;
    }
    assert_eq!(
        own(store.due(now, 100).await?),
        [last.id.uuid(), first.id.uuid()],
        "what nobody has is, the longest first"
    );
    assert_eq!(
        own(store.due(given.after(45), 100).await?),
        [last.id.uuid()],
        "once it is to be looked at"
    );
    let applied = with(&last, IntentState::Applied { at: now });
    store.put(profile, &applied).await?;
    assert_eq!(
        own(store.due(now, 100).await?),
        [first.id.uuid()],
        "what is settled is not"
    );
    let dead = given.after(600);
    assert_eq!(
        own(store.due(dead, 100).await?).len(),
        2,
        "what somebody had whose lease has ended is"
    );
    Ok(())
}
