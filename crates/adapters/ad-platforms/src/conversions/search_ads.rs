//! Google, by whichever of its interfaces a destination is set to.

use async_trait::async_trait;
use export_rules::ports::{Attempt, SearchSender};
use export_rules::{SearchPayload, SearchWire};
use kernel::AccessToken;

use super::data_manager::DataManagerSender;
use super::google_ads::GoogleAdsSender;

/// Tells Google by the interface that the events' destination is set to.
pub struct SearchAdsSender {
    data_manager: DataManagerSender,
    google_ads: GoogleAdsSender,
}

impl SearchAdsSender {
    /// Over both.
    pub const fn new(data_manager: DataManagerSender, google_ads: GoogleAdsSender) -> Self {
        Self {
            data_manager,
            google_ads,
        }
    }

    /// All events of a request are of one destination.
    fn of(&self, events: &[SearchPayload]) -> &dyn SearchSender {
        let wire = events.first().map(SearchPayload::wire).unwrap_or_default();
        match wire {
            SearchWire::DataManager => &self.data_manager,
            SearchWire::GoogleAds => &self.google_ads,
        }
    }
}

#[async_trait]
impl SearchSender for SearchAdsSender {
    fn request_sha256(&self, events: &[SearchPayload], validate_only: bool) -> [u8; 32] {
        self.of(events).request_sha256(events, validate_only)
    }

    async fn send(
        &self,
        access: &AccessToken,
        events: &[SearchPayload],
        validate_only: bool,
    ) -> Attempt {
        self.of(events).send(access, events, validate_only).await
    }
}
