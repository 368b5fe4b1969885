//! Which events of a chain of refunds are found from the events of a person.

use kernel::PersonId;

/// A person's events and what refunds them are followed this far from one event of theirs.
pub(crate) const LONGEST_CHAIN: usize = 8;

/// Whether each event of a way is found from an event of the person. The way begins at a refund and
/// leads to what it refunds, and so on; it says whose each event is by its own identifiers. In a
/// circle, which begins at `circle`, the last one refunds the one where the circle begins.
pub(crate) fn is_found(way: &[Option<PersonId>], person: PersonId, circle: Option<usize>) -> bool {
    let around = circle
        .and_then(|begin| way.get(begin..))
        .unwrap_or_default();
    let mut steps = usize::MAX;
    for owner in around.iter().rev() {
        steps = distance(*owner, person, steps);
    }
    way.iter().rev().all(|owner| {
        steps = distance(*owner, person, steps);
        steps <= LONGEST_CHAIN
    })
}

fn distance(owner: Option<PersonId>, person: PersonId, before: usize) -> usize {
    if owner == Some(person) {
        0
    } else {
        before.saturating_add(1)
    }
}

/// Whether the first of a chain of so many events, the last of which is the sale, takes a refund back:
/// a refund takes money away, its refund brings it again, and so on.
pub(crate) const fn is_reversal(length: usize) -> bool {
    length > 1 && length % 2 == 1
}
