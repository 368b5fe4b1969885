//! What trackers call their versions: the beginning of a hash of what is served or pasted, so that no change can be
//! forgotten, and no version is older than another.

use ring::digest::{SHA256, digest};

/// What the version stands in the place of.
pub(super) const MARK: &str = "__VERSION__";

/// The version of a script that still has the mark in it.
pub(super) fn version(script: &str) -> String {
    let hash = digest(&SHA256, script.as_bytes());
    let bytes = hash.as_ref().iter().take(4);
    let number = bytes.fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
    format!("{number:08x}")
}

#[cfg(test)]
mod tests {
    use event_intake::TrackerVersion;

    use super::*;
    use crate::tracking::installers::render::PIXEL_VERSION;
    use crate::tracking::script::VERSION;

    #[test]
    fn versions_are_taken_by_the_service_and_change_with_every_byte() {
        for version in [&*VERSION, &*PIXEL_VERSION] {
            assert_eq!(version.len(), 8);
            assert!(TrackerVersion::parse(version).is_some(), "{version}");
        }
        assert_ne!(version("a"), version("b"));
        assert_ne!(*VERSION, *PIXEL_VERSION);
    }
}
