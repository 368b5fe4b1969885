//! Results of one generation.

use attribution_models::TouchKind;
use kernel::ProfileId;

/// Which results are written.
#[derive(Clone, Copy)]
pub struct Target {
    /// Whose.
    pub profile_id: ProfileId,
    /// Of which generation.
    pub generation: i64,
}

/// The database word.
pub const fn touch_kind(kind: TouchKind) -> &'static str {
    match kind {
        TouchKind::Click => "click",
        TouchKind::View => "view",
        TouchKind::Synthetic => "synthetic",
    }
}
