//! Names of what this domain keeps.

pub use kernel::ConnectionId;
use kernel::Id;

/// Kinds of ids; never constructed.
pub mod kind {
    /// Where conversions are told.
    pub enum Destination {}
    /// What is told.
    pub enum Rule {}
    /// One look of a destination for what is to be told.
    pub enum Run {}
    /// One line of the ledger: something that was told, or not.
    pub enum ExportDelivery {}
}

/// Names a destination.
pub type DestinationId = Id<kind::Destination>;
/// Names a rule.
pub type RuleId = Id<kind::Rule>;
/// Names a run.
pub type RunId = Id<kind::Run>;
/// Names a line of the ledger.
pub type ExportDeliveryId = Id<kind::ExportDelivery>;
