//! Finding customers by what is known of them.

use async_trait::async_trait;
use kernel::{Currency, CustomerId, Exact, Limit, ProfileAccess, StoreError, Timestamp};

/// Whoever is called as the text begins, or has it in their name, e-mail address or phone number, from so many
/// characters on.
pub const CONTAINED_FROM: usize = 3;

/// A text with fewer characters finds nobody.
pub const LEAST: usize = 2;

/// Of so many people whom a text fits equally well the best are looked for, in the order of their names; of more
/// it is too short to tell.
pub const MOST: u32 = 250;

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchQuery {
    /// As it was typed, without blanks around it.
    pub text: String,
    /// Kinds and keys of identifiers that it may be.
    pub exact: Vec<(&'static str, String)>,
    /// Whom to leave out.
    pub exclude: Option<CustomerId>,
    /// Most candidates.
    pub limit: Limit<50>,
}

/// Somebody whom the text may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Who.
    pub customer_id: CustomerId,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    /// The e-mail address that is shown.
    pub primary_email: Option<String>,
    /// The phone number that is shown.
    pub primary_phone: Option<String>,
    /// When something first said who they are: an event, a browser or a list.
    pub first_seen_at: Timestamp,
    /// When they were last seen.
    pub last_seen_at: Timestamp,
    /// Conversions, ever.
    pub conversion_count: i64,
    /// Cash, ever, in the reporting currency.
    pub cash_revenue: Exact,
    /// Who told of their identifiers: `event`, `import`, `tracker`, and names of CRMs; in alphabetical order.
    pub sources: Vec<String>,
}

/// Whom a text may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// An identifier that is the text comes first, then names that begin with it, then what has it anywhere;
    /// among equals who was seen last.
    pub candidates: Vec<Candidate>,
    /// In which amounts are.
    pub currency: Currency,
    /// What a reader should know, as stable words.
    pub warnings: Vec<String>,
}

/// Finds customers.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait CustomerFinder: Send + Sync {
    /// Whom the text may mean; never who was merged into somebody.
    async fn find(&self, access: &ProfileAccess, query: &SearchQuery) -> Result<Found, StoreError>;
}
