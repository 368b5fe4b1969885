//! The tracking key of a profile, and what to put on a page.

use event_intake::TrackingKey;

use super::error::PageError;
use super::viewer::AtProfile;

/// A key with its snippet.
pub(super) struct Tracking {
    /// What the tracker sends; not secret.
    pub key: String,
    /// The tag for the pages to be measured.
    pub snippet: String,
}

/// The active key, if one was issued.
pub(super) async fn active(at: &AtProfile) -> Result<Option<Tracking>, PageError> {
    let state = &at.viewer.state;
    let active = state.tracking_keys.active(at.access.profile_id).await;
    let active = active.map_err(|error| PageError::internal(&error))?;
    let base_url = state.addresses.base();
    Ok(active.map(|key: TrackingKey| Tracking {
        snippet: format!(
            "<script async src=\"{base_url}/tracker.js\" data-key=\"{}\"></script>",
            key.public_key
        ),
        key: key.public_key,
    }))
}
