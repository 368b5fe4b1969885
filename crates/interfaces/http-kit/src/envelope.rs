//! The shape of every successful answer: `data`, `meta`, and `pagination` on paged lists.

use kernel::ProfileId;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// An answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T, M> {
    /// The result.
    pub data: T,
    /// What the result is about.
    pub meta: M,
}

/// One page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Page<T, M, P> {
    /// The rows of this page.
    pub data: Vec<T>,
    /// What the list is about.
    pub meta: M,
    /// Where the list goes on.
    pub pagination: P,
}

/// Where a list of this service's own goes on.
#[derive(Debug, Serialize, ToSchema)]
pub struct CursorPagination {
    /// Whether there is another page.
    pub has_next: bool,
    /// Send it as `cursor` to get the next page. Empty on the last page.
    pub cursor: String,
}

impl CursorPagination {
    /// To the page that begins at the cursor, or to none.
    pub fn to(cursor: Option<String>) -> Self {
        Self {
            has_next: cursor.is_some(),
            cursor: cursor.unwrap_or_default(),
        }
    }
}

/// The context of answers that have no other.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfileMeta {
    /// The profile that the answer is about.
    pub profile_id: Uuid,
}

impl From<ProfileId> for ProfileMeta {
    fn from(profile: ProfileId) -> Self {
        Self {
            profile_id: profile.uuid(),
        }
    }
}

/// For answers without any context.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoMeta {}
