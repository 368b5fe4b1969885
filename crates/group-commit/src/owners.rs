//! Whose tracking keys are, as was found a moment ago.

use std::sync::Arc;

use application::ports::Profile;
use event_intake::TrackingKeyText;
use kernel::StoreError;

use crate::Ports;
use crate::remembered::Remembered;

/// Profiles by tracking key, also that one is nobody's: what changed counts after a second at the latest.
#[derive(Default)]
pub(crate) struct KeyOwners(Remembered<String, Option<Arc<Profile>>>);

impl KeyOwners {
    /// The profile of an active tracking key.
    pub(crate) async fn of(
        &self,
        ports: &Ports,
        key: &TrackingKeyText,
    ) -> Result<Option<Arc<Profile>>, StoreError> {
        let key = key.as_str();
        let find = async {
            let found = ports.profiles.by_tracking_key(key).await?;
            Ok::<_, StoreError>(Some(found.map(Arc::new)))
        };
        let now = ports.clock.now();
        Ok(self.0.or_find(key.to_owned(), now, find).await?.flatten())
    }

    /// Whose a key was when it was looked at last; asks nobody.
    pub(crate) fn last(&self, key: &str) -> Option<Arc<Profile>> {
        self.0.last(key).flatten()
    }
}
