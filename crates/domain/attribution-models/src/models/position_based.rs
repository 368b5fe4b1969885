//! 40 % to the first touch, 40 % to the last, 20 % to those between in equal parts. Two touches get
//! half each, a single one gets everything.

use crate::touch::Touch;

pub(super) fn weights(path: &[&Touch]) -> Vec<u128> {
    let last = path.len().saturating_sub(1);
    let between = u128::try_from(path.len().saturating_sub(2)).unwrap_or_default();
    // An end weighs as much as twice all touches between together, each of which weighs 1.
    let end = (2 * between).max(1);
    (0..path.len())
        .map(|position| {
            if position == 0 || position == last {
                end
            } else {
                1
            }
        })
        .collect()
}
