//! All credit to the last touch that is not direct; to the last touch when every touch is direct.

use crate::touch::Touch;

pub(super) fn weights(path: &[&Touch]) -> Vec<u128> {
    let last = path.len().saturating_sub(1);
    let position = path.iter().rposition(|touch| !touch.direct).unwrap_or(last);
    super::all_on(position, path.len())
}
