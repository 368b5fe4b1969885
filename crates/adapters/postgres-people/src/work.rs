//! What of an open transaction is about people.

use std::collections::BTreeSet;
use std::sync::Arc;

use application::Sealing;
use kernel::VisitorId;
use postgres_kit::pool::Connection;

/// An open transaction; each store is implemented on it in the module of its table family. Whoever has further stores in the
/// same transaction keeps it and uses its connection.
pub struct PeopleWork {
    /// The connection that the transaction is open on.
    pub connection: Connection,
    /// Encrypts national ids at rest.
    pub sealing: Arc<dyn Sealing>,
    /// Browsers that people are identified on, and that were not stored when they were looked up.
    pub(crate) new_visitors: BTreeSet<VisitorId>,
}

impl PeopleWork {
    /// A transaction that is open on a connection.
    pub fn new(connection: Connection, sealing: Arc<dyn Sealing>) -> Self {
        Self {
            connection,
            sealing,
            new_visitors: BTreeSet::new(),
        }
    }
}
