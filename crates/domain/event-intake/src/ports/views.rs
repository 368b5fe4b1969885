//! Pictures that were loaded, and whom they were sent to.

use async_trait::async_trait;
use kernel::{CustomerId, Date, ProfileId, StoreError, Timestamp};

use super::outcome_events::SubjectKey;
use crate::views::{RecipientId, ViewAgent, ViewId};

/// How often a picture was loaded more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewCount {
    /// The profile's day.
    pub local_date: Date,
    /// What the picture's address says of traffic.
    pub signature_id: i64,
    /// Who asked for it.
    pub agent: ViewAgent,
    /// Whether it was a known recipient's.
    pub has_recipient: bool,
    /// How many more.
    pub views: u32,
}

/// What a recipient saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipientView {
    /// The same for all that they saw of a campaign on a day.
    pub id: ViewId,
    /// Who.
    pub recipient: RecipientId,
    /// When it came in.
    pub occurred_at: Timestamp,
    /// The profile's day.
    pub local_date: Date,
    /// What the picture's address says of traffic.
    pub signature_id: i64,
    /// Who asked for it.
    pub agent: ViewAgent,
    /// Ad id.
    pub ad_id: Option<String>,
    /// Campaign id.
    pub campaign_id: Option<String>,
}

/// Views inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ViewStore: Send {
    /// By which value each of these customers is known to stay themselves: the one that they were founded for, or else
    /// the most trusted one. Of somebody who was merged it is a value of whom they lead to. Nothing of whoever is unknown
    /// or was forgotten.
    async fn values_of(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<(CustomerId, SubjectKey)>, StoreError>;

    /// Which customer holds each of these values alone; nothing of a value that nobody holds, or several people do.
    async fn holders(
        &mut self,
        profile_id: ProfileId,
        values: &[SubjectKey],
    ) -> Result<Vec<(SubjectKey, CustomerId)>, StoreError>;

    /// Makes recipients of the values that a customer holds, unless they are, and tells who the recipient of each is. A
    /// value that nobody holds, or several people do, becomes none. Nobody can be forgotten meanwhile.
    async fn issue(
        &mut self,
        profile_id: ProfileId,
        values: &[SubjectKey],
        at: Timestamp,
    ) -> Result<Vec<(SubjectKey, RecipientId)>, StoreError>;

    /// Which of these are recipients whom views can still be of. They stay it until the transaction ends.
    async fn recipients(
        &mut self,
        profile_id: ProfileId,
        ids: &[RecipientId],
    ) -> Result<Vec<RecipientId>, StoreError>;

    /// Adds to the numbers; the rows are sorted and each there once.
    async fn count(&mut self, profile_id: ProfileId, rows: &[ViewCount]) -> Result<(), StoreError>;

    /// Keeps what recipients saw, each once and as it was first. Whose credit that may change, if the profile credits views:
    /// whoever holds the values of recipients with a new view.
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        views: &[RecipientView],
    ) -> Result<Vec<CustomerId>, StoreError>;
}
