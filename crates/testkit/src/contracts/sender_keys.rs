//! The contract of keys under which network addresses become names that are good for a day.

use event_intake::ports::SenderKeys;
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Date, StoreError};

use super::Given;

/// Tries a store of keys of days. None is kept of days before [`Given::at`] and of its day. What it writes
/// stays, and nobody has asked to forget it for a hundred years.
///
/// # Panics
/// With the promise that the store broke.
pub async fn sender_keys(store: &dyn SenderKeys, given: &Given) -> Result<(), StoreError> {
    let [today, yesterday, before] = [0, 1, 2].map(|ago| day(given, ago));
    let first = given.hash();
    assert_eq!(
        ask(store, given, today, first).await?,
        first,
        "the first candidate of a day is its key"
    );
    assert_eq!(
        ask(store, given, today, given.hash()).await?,
        first,
        "the key of a day stays the one that is stored"
    );
    let second = given.hash();
    assert_eq!(
        ask(store, given, yesterday, second).await?,
        second,
        "each day has a key of its own"
    );
    let candidates = [given.hash(), given.hash()];
    let [one, other] = candidates;
    let (to_one, to_other) = tokio::join!(
        ask(store, given, before, one),
        ask(store, given, before, other)
    );
    let (to_one, to_other) = (to_one?, to_other?);
    assert!(
        to_one == to_other && candidates.contains(&to_one),
        "two processes at once get the same key, which one of them made"
    );
    Ok(())
}

fn day(given: &Given, ago: i64) -> Date {
    given.at.plus_micros(-ago * MICROS_PER_DAY).to_utc().date()
}

async fn ask(
    store: &dyn SenderKeys,
    given: &Given,
    day: Date,
    candidate: [u8; 32],
) -> Result<[u8; 32], StoreError> {
    let forget_at = given.after(36_525 * MICROS_PER_DAY / MICROS_PER_SECOND);
    store.of_day(day, candidate, forget_at).await
}
