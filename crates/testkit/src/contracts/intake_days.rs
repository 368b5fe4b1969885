//! The contract of what endpoints took and refused, counted by day.

use event_intake::ports::{IntakeCount, IntakeDays, IntakeKey, IntakeReason, LatestIntake};
use kernel::{ProfileId, StoreError};

use super::Given;

/// Tries a store of counts. The profiles begin without any, and without events. What it writes stays.
///
/// # Panics
/// With the promise that the store broke.
pub async fn intake_days(store: &dyn IntakeDays, given: &Given) -> Result<(), StoreError> {
    tells_nothing_at_first(store, given).await?;
    tells_the_latest_first(store, given).await?;
    adds_up(store, given).await?;
    keeps_profiles_and_endpoints_apart(store, given).await?;
    tells_fifty_at_most(store, given).await
}

/// So many events, the last of them so many seconds after the beginning.
fn counted(
    given: &Given,
    (profile_id, endpoint): (ProfileId, &'static str),
    (reason, pointer): (IntakeReason, &str),
    (events, second): (u64, i64),
) -> (IntakeKey, IntakeCount) {
    let key = IntakeKey {
        profile_id,
        local_date: given.at.to_utc().date(),
        endpoint,
        reason,
        pointer: pointer.to_owned(),
    };
    let last_at = given.after(second);
    (key, IntakeCount { events, last_at })
}

fn told(
    given: &Given,
    (reason, pointer): (IntakeReason, &str),
    (events, second): (u64, i64),
) -> LatestIntake {
    LatestIntake {
        reason,
        pointer: pointer.to_owned(),
        events,
        last_at: given.after(second),
    }
}

async fn tells_nothing_at_first(store: &dyn IntakeDays, given: &Given) -> Result<(), StoreError> {
    let profile = given.own.profile;
    store.add(&[]).await?;
    assert_eq!(
        store.since(profile, "events", given.at).await?,
        [],
        "without counts nothing was taken or refused"
    );
    assert_eq!(
        store.last_event(profile).await?,
        None,
        "no browser event came before any did"
    );
    Ok(())
}

const MALFORMED: (IntakeReason, &str) = (IntakeReason::Malformed, "/events/*/url");
const BUSY: (IntakeReason, &str) = (IntakeReason::Busy, "");
const ACCEPTED: (IntakeReason, &str) = (IntakeReason::Accepted, "");

async fn tells_the_latest_first(store: &dyn IntakeDays, given: &Given) -> Result<(), StoreError> {
    let place = (given.own.profile, "events");
    let counts = [
        counted(given, place, BUSY, (3, 10)),
        counted(given, place, MALFORMED, (2, 30)),
        counted(given, place, ACCEPTED, (5, 20)),
    ];
    store.add(&counts).await?;
    let all = [
        told(given, MALFORMED, (2, 30)),
        told(given, ACCEPTED, (5, 20)),
        told(given, BUSY, (3, 10)),
    ];
    for (since, count) in [(0, 3), (10, 3), (11, 2), (30, 1), (31, 0)] {
        let found = store.since(place.0, place.1, given.after(since)).await?;
        let expected: Vec<_> = all.iter().take(count).cloned().collect();
        assert_eq!(
            found, expected,
            "what came at the instant or later is told, the latest first"
        );
    }
    Ok(())
}

async fn adds_up(store: &dyn IntakeDays, given: &Given) -> Result<(), StoreError> {
    let place = (given.own.profile, "events");
    let counts = [
        counted(given, place, BUSY, (4, 40)),
        // What is written late does not make the last of them earlier.
        counted(given, place, MALFORMED, (1, 1)),
    ];
    store.add(&counts).await?;
    assert_eq!(
        store.since(place.0, place.1, given.at).await?,
        [
            told(given, BUSY, (7, 40)),
            told(given, MALFORMED, (3, 30)),
            told(given, ACCEPTED, (5, 20)),
        ],
        "events of one reason, field and day are added up, and the last of them stays the last"
    );
    Ok(())
}

async fn keeps_profiles_and_endpoints_apart(
    store: &dyn IntakeDays,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let counts = [
        counted(given, (own, "spend"), BUSY, (1, 50)),
        counted(given, (foreign, "events"), BUSY, (9, 60)),
    ];
    store.add(&counts).await?;
    let found = [
        store.since(own, "spend", given.at).await?,
        store.since(foreign, "events", given.at).await?,
        store.since(foreign, "spend", given.at).await?,
    ];
    assert_eq!(
        found,
        [
            vec![told(given, BUSY, (1, 50))],
            vec![told(given, BUSY, (9, 60))],
            Vec::new(),
        ],
        "a profile is told its own counts, of the endpoint that was asked for"
    );
    assert_eq!(
        store.last_event(own).await?,
        None,
        "what no browser sent, and what was refused, is no browser event"
    );
    Ok(())
}

async fn tells_fifty_at_most(store: &dyn IntakeDays, given: &Given) -> Result<(), StoreError> {
    let place = (given.own.profile, "collect");
    let numbers = || 1..=51_i64;
    let pointer = |number: i64| format!("/field-{number}");
    let counts: Vec<_> = numbers()
        .map(|number| {
            let why = (IntakeReason::Malformed, &*pointer(number));
            counted(given, place, why, (1, number))
        })
        .collect();
    store.add(&counts).await?;
    let latest: Vec<_> = numbers()
        .rev()
        .take(50)
        .map(|number| {
            let why = (IntakeReason::Malformed, &*pointer(number));
            told(given, why, (1, number))
        })
        .collect();
    assert_eq!(
        store.since(place.0, place.1, given.at).await?,
        latest,
        "the latest fifty are told"
    );
    Ok(())
}
