//! Which views are one.

use kernel::{Date, Id, ProfileId};
use uuid::Uuid;

/// Kinds of ids; never constructed.
pub mod kind {
    /// What one recipient saw of one campaign on one day.
    pub enum View {}
    /// Somebody whom pictures are sent to.
    pub enum Recipient {}
}

/// Names a view.
pub type ViewId = Id<kind::View>;
/// Names a recipient.
pub type RecipientId = Id<kind::Recipient>;

/// The namespace of view ids.
pub const VIEW_NAMESPACE: Uuid = Uuid::from_u128(0x5b1d_9c04_7e26_5f3a_8c41_6a90_e2f7_1d38);

/// What makes two views the same: a picture is loaded as often as somebody scrolls past it, and a touch is that they saw a
/// campaign on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewIdentity<'a> {
    /// Whose data it is.
    pub profile_id: ProfileId,
    /// Who saw it.
    pub recipient: RecipientId,
    /// The profile's day.
    pub local_date: Date,
    /// Normal form of `utm_campaign`.
    pub utm_campaign: Option<&'a str>,
    /// The campaign's id.
    pub campaign_id: Option<&'a str>,
    /// The advertisement.
    pub ad_id: Option<&'a str>,
}

impl ViewIdentity<'_> {
    /// What tells campaigns apart: the name, or else the id, or else the advertisement. Without any of them all that a
    /// recipient sees on a day is one view.
    pub fn campaign_key(&self) -> &str {
        let told = self.utm_campaign.or(self.campaign_id).or(self.ad_id);
        told.unwrap_or_default()
    }

    /// The view's id: UUID version 5 of [`VIEW_NAMESPACE`] and the ids of profile and recipient (16 bytes each), the date
    /// as `YYYY-MM-DD` and the campaign's key in UTF-8. The same view has the same id wherever it comes in.
    pub fn id(&self) -> ViewId {
        let date = self.local_date.to_string();
        let name = [
            self.profile_id.uuid().as_bytes().as_slice(),
            self.recipient.uuid().as_bytes(),
            date.as_bytes(),
            self.campaign_key().as_bytes(),
        ]
        .concat();
        ViewId::new(Uuid::new_v5(&VIEW_NAMESPACE, &name))
    }
}
