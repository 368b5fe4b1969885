//! Profiles and their settings.

use async_trait::async_trait;
use attribution_models::Windows;
use channel_classifier::{KeptQuery, is_own_page, kept_address};
use conversion_definitions::Definition;
use kernel::{Currency, ProfileId, StoreError, TimeZone, Timestamp, WorkspaceId};

/// A profile with the settings that ingest and replay need.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Its id.
    pub id: ProfileId,
    /// The workspace that it belongs to.
    pub workspace_id: WorkspaceId,
    /// Its name.
    pub name: String,
    /// Reporting currency.
    pub currency: Currency,
    /// Where its days begin.
    pub timezone: TimeZone,
    /// Attribution windows.
    pub windows: Windows,
    /// Domains whose referrals are the profile's own.
    pub own_domains: Vec<String>,
    /// Further referrers that never make a touch.
    pub excluded_referrers: Vec<String>,
    /// Hosts of the shipped lists, as they are listed, whose returns make touches all the same.
    pub allowed_referrers: Vec<String>,
    /// Whether pages of other hosts than the own domains are refused, if there are any.
    pub only_own_domains: bool,
    /// What of addresses is stored.
    pub addresses: KeptAddresses,
    /// Whether what people were shown takes credit.
    pub credits_views: bool,
}

impl Profile {
    /// Whether events of this page are taken.
    pub fn takes_page(&self, address: &str) -> bool {
        !self.only_own_domains
            || self.own_domains.is_empty()
            || is_own_page(address, &self.own_domains)
    }
}

/// Which hosts are a profile's own, and which ones say nothing as the page before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteHosts {
    /// Domains of the profile, sorted.
    pub own_domains: Vec<String>,
    /// Whether pages of other hosts are refused, if there are own domains.
    pub only_own_domains: bool,
    /// Further hosts, or hosts with a path, that never make a touch, sorted.
    pub excluded_referrers: Vec<String>,
    /// Hosts of the shipped lists that make touches all the same, sorted.
    pub allowed_referrers: Vec<String>,
}

/// What a profile decides about what browsers send.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackingSettings {
    /// What of addresses is stored.
    pub addresses: KeptAddresses,
    /// Which hosts are its own and which ones say nothing.
    pub hosts: SiteHosts,
}

/// What of the addresses of pages and referrers is stored with facts. User info, fragments and
/// e-mail addresses never are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptAddresses {
    /// How much of the query.
    pub url_query: UrlQuery,
    /// Names of parameters that are kept besides, in lower case, sorted.
    pub kept_parameters: Vec<String>,
}

/// How much of the query of an address is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UrlQuery {
    /// What says something about traffic, and what the profile names.
    #[default]
    Attribution,
    /// All of it.
    All,
}

impl UrlQuery {
    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Attribution => "attribution",
            Self::All => "all",
        }
    }

    /// The inverse of [`UrlQuery::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Attribution, Self::All]
            .into_iter()
            .find(|word| word.as_str() == text)
    }
}

impl KeptAddresses {
    /// The part of an address that is stored.
    pub fn of(&self, address: &str) -> String {
        let query = match self.url_query {
            UrlQuery::Attribution => KeptQuery::Attribution(&self.kept_parameters),
            UrlQuery::All => KeptQuery::All,
        };
        kept_address(address, query)
    }
}

/// A profile to be created, in a workspace that is created with it when it is new.
#[derive(Clone, Debug)]
pub struct NewProfile {
    /// The profile.
    pub profile: Profile,
    /// Name of the workspace, for when it does not exist yet.
    pub workspace_name: String,
    /// What it starts with.
    pub definitions: Vec<Definition>,
    /// When.
    pub created_at: Timestamp,
}

/// Profiles, outside any transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait ProfileStore: Send + Sync {
    /// The profile, if it exists.
    async fn find(&self, id: ProfileId) -> Result<Option<Profile>, StoreError>;

    /// The profile of an active tracking key.
    async fn by_tracking_key(&self, public_key: &str) -> Result<Option<Profile>, StoreError>;

    /// All profiles by name then id, at most `limit`: for the operator's command line.
    async fn list(&self, limit: u32) -> Result<Vec<Profile>, StoreError>;

    /// Writes the profile, its definitions and its attribution state at once.
    async fn create(&self, new: &NewProfile) -> Result<(), StoreError>;
}

/// Makes profiles once.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait ProfileFounder: Send + Sync {
    /// Writes the profile like [`ProfileStore::create`], unless its workspace has had one of the
    /// same name since the instant; which one there is then, and whether it is the new one. Callers
    /// at once are served one after the other.
    async fn create_once(
        &self,
        new: &NewProfile,
        since: Timestamp,
    ) -> Result<(ProfileId, bool), StoreError>;
}
