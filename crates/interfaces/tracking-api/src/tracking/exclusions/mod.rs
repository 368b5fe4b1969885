//! Events of browsers that count for nothing.

pub mod body;
pub mod create;
pub mod delete;
pub mod list;
pub mod preview;

use kernel::{ProfileId, RecomputeId};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Bytes of a body: a thousand browsers of 128 characters, and more.
const BYTES: usize = 512 * 1_024;

/// What belongs to a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExclusionMeta {
    /// Whose it is.
    pub profile_id: Uuid,
    /// The full replay that shows it. Until it is through, reports show what they showed before.
    pub recompute_id: Uuid,
}

impl ExclusionMeta {
    fn new(profile_id: ProfileId, recompute: RecomputeId) -> Self {
        Self {
            profile_id: profile_id.uuid(),
            recompute_id: recompute.uuid(),
        }
    }
}
