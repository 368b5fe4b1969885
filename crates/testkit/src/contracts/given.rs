//! What exists before a contract is tried.

use std::sync::Arc;

use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Id, IdSource, ProfileId, Timestamp, UserId, WorkspaceId};

use crate::ids::SequentialIds;

/// A workspace with one of its profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenant {
    /// The workspace.
    pub workspace: WorkspaceId,
    /// The profile in it.
    pub profile: ProfileId,
}

/// The tenants, people and instants that a contract may speak of. Whoever tries a store makes them exist
/// there first, where it asks for that; they have nothing yet that a contract is about, unless the contract
/// says so.
#[derive(Clone)]
pub struct Given {
    /// Whose things are kept, changed and read.
    pub own: Tenant,
    /// A second profile in the workspace of [`own`](Self::own).
    pub sibling: ProfileId,
    /// Another workspace with its profile, which must see and change nothing of the first.
    pub foreign: Tenant,
    /// A person who belongs to neither workspace.
    pub user: UserId,
    /// Another one.
    pub other_user: UserId,
    /// An application that is registered with the authorization server.
    pub client_id: String,
    /// An instant before which nobody but the contract keeps anything: what is forgotten by age is
    /// then nobody else's.
    pub at: Timestamp,
    /// Ids that nothing in the store has.
    pub ids: Arc<dyn IdSource>,
}

impl Given {
    /// Tenants and people whom only names make, for stores that ask for no more.
    pub fn imagined() -> Self {
        let ids = SequentialIds::starting_at(1);
        let tenant = || Tenant {
            workspace: ids.new_id().into(),
            profile: ids.new_id().into(),
        };
        Self {
            own: tenant(),
            sibling: ids.new_id().into(),
            foreign: tenant(),
            user: ids.new_id().into(),
            other_user: ids.new_id().into(),
            client_id: "imagined".to_owned(),
            at: Self::long_ago(),
            ids: Arc::new(ids),
        }
    }

    /// 2001-02-03T04:05:06.000007Z, which the tests of this repository leave to contracts.
    pub fn long_ago() -> Timestamp {
        Timestamp::from_micros(981_173_106_000_007)
    }

    /// Which workspace each of the profiles belongs to.
    pub fn places(&self) -> [(ProfileId, WorkspaceId); 3] {
        [
            (self.own.profile, self.own.workspace),
            (self.sibling, self.own.workspace),
            (self.foreign.profile, self.foreign.workspace),
        ]
    }

    /// So many seconds after [`at`](Self::at).
    pub fn after(&self, seconds: i64) -> Timestamp {
        self.at.plus_micros(seconds * MICROS_PER_SECOND)
    }

    /// A new id.
    pub fn id<K>(&self) -> Id<K> {
        self.ids.new_id().into()
    }

    /// What the SHA-256 of a new secret might be.
    pub fn hash(&self) -> [u8; 32] {
        let mut hash = [0; 32];
        for (byte, of_id) in hash.iter_mut().zip(self.ids.new_id().into_bytes()) {
            *byte = of_id;
        }
        hash
    }
}
