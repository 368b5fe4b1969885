//! All credit to the last touch, direct included.

use crate::touch::Touch;

pub(super) fn weights(path: &[&Touch]) -> Vec<u128> {
    super::all_on(path.len().saturating_sub(1), path.len())
}
