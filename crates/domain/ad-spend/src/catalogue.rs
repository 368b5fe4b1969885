//! What is advertised: campaigns, their ad sets, ads, and what those show.

use kernel::Timestamp;

/// What an entry of the catalogue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatalogueLevel {
    /// A campaign.
    Campaign,
    /// An ad set, or ad group.
    AdSet,
    /// An ad.
    Ad,
    /// What ads show.
    Creative,
}

/// What something was called before it was renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerName {
    /// The name.
    pub name: String,
    /// When another was first read.
    pub until: Timestamp,
}

/// Something that an entry belongs to, or shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent {
    /// Its id at the platform.
    pub id: String,
    /// What it is called.
    pub name: Option<String>,
}

/// A campaign, an ad set, an ad or a creative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// Its id at the platform.
    pub id: String,
    /// What it is called; `None` when nobody said.
    pub name: Option<String>,
    /// What it was called before, the latest first, at most twenty. Nobody keeps that of creatives.
    pub former_names: Vec<FormerName>,
    /// The platform.
    pub platform: String,
    /// The account; empty where the platform has none.
    pub account_id: String,
    /// What the account is called.
    pub account_name: Option<String>,
    /// The campaign of an ad set or ad.
    pub campaign: Option<Parent>,
    /// The ad set of an ad.
    pub ad_set: Option<Parent>,
    /// What an ad shows, where the platform says so.
    pub creative: Option<Parent>,
    /// When it was last told of.
    pub updated_at: Timestamp,
}

/// That an ad shows a creative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdCreative {
    /// The platform.
    pub platform: String,
    /// The account.
    pub account_id: String,
    /// The ad.
    pub ad_id: String,
    /// What it shows.
    pub creative: Parent,
}
