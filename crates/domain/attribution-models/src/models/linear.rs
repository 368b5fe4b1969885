//! Equal credit to every touch.

use crate::touch::Touch;

pub(super) fn weights(path: &[&Touch]) -> Vec<u128> {
    vec![1; path.len()]
}
