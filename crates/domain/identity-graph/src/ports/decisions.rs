//! What people decide of customers.

use std::collections::BTreeSet;

use async_trait::async_trait;
use kernel::{Actor, CustomerId, MergeId, ProfileId, SplitId, StoreError, Timestamp, VisitorId};

use crate::identifiers::Subject;
use crate::merge::{Merge, ShownCustomer};
use crate::settlement::HeldValue;
use crate::split::{KnownBy, OwnBrowser, Split, SplitPlan};

/// What people decided of customers, inside one open transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait MergeStore: Send {
    /// All values that the customers hold and that name a person.
    async fn held_by(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<HeldValue>, StoreError>;

    /// What is shown of the customers, in any order.
    async fn shown(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<ShownCustomer>, StoreError>;

    /// Keeps a decision, from now on among the [`links`](super::JoinStore::links), with which names its survivor lacks
    /// and when they were seen.
    async fn insert(&mut self, profile_id: ProfileId, merge: &Merge) -> Result<(), StoreError>;

    /// A decision, locked until the transaction ends.
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: MergeId,
    ) -> Result<Option<Merge>, StoreError>;

    /// Whether a later decision about the survivor stands: into them, or of them into somebody else.
    async fn is_built_upon(
        &mut self,
        profile_id: ProfileId,
        merge: &Merge,
    ) -> Result<bool, StoreError>;

    /// Notes that a decision is taken back: from now on it is none of the [`links`](super::JoinStore::links).
    async fn undo(
        &mut self,
        profile_id: ProfileId,
        id: MergeId,
        by: (Timestamp, Actor),
    ) -> Result<(), StoreError>;

    /// After values went back: the customers are seen as long as they were before and as what they hold was since,
    /// and the survivor is called by a name that they lacked only if an event that is theirs says so.
    async fn restore(&mut self, profile_id: ProfileId, merge: &Merge) -> Result<(), StoreError>;
}

/// Who people decided is two, inside one open transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SplitStore: Send {
    /// What a customer is known by and names a person, the most trusted first, and their browsers, the latest first: at most
    /// `most` of each.
    async fn known_by(
        &mut self,
        profile_id: ProfileId,
        customer: CustomerId,
        most: u32,
    ) -> Result<(Vec<KnownBy>, Vec<OwnBrowser>), StoreError>;

    /// Decisions about a customer, whoever of the two they are, the latest first, at most `most`.
    async fn of(
        &mut self,
        profile_id: ProfileId,
        customer: CustomerId,
        most: u32,
    ) -> Result<Vec<Split>, StoreError>;

    /// How many decisions stand that made others of a customer; counts no further than `most`.
    async fn standing(
        &mut self,
        profile_id: ProfileId,
        customer: CustomerId,
        most: u32,
    ) -> Result<u32, StoreError>;

    /// Keeps a decision, from now on among the [`partings`](super::JoinStore::partings), with what is shown of the
    /// customer, where their id goes, and on which browsers they are whoever has what goes away. Nobody has that yet.
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        split: &Split,
        plan: &SplitPlan,
        browsers: &[VisitorId],
    ) -> Result<(), StoreError>;

    /// Keeps who has what went away: both are seen as what they hold was, and the one who goes on is called as the first
    /// event says that is theirs, if what they were called is what is said of the other.
    async fn complete(&mut self, profile_id: ProfileId, split: &Split) -> Result<(), StoreError>;

    /// A decision, locked until the transaction ends, with all values that it names.
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: SplitId,
    ) -> Result<Option<(Split, Vec<Subject>)>, StoreError>;

    /// The browsers on which the customer is whoever has what went away.
    async fn parted_on(
        &mut self,
        profile_id: ProfileId,
        id: SplitId,
    ) -> Result<BTreeSet<VisitorId>, StoreError>;

    /// Whether a later decision about one of the two stands.
    async fn is_built_upon(
        &mut self,
        profile_id: ProfileId,
        split: &Split,
    ) -> Result<bool, StoreError>;

    /// Notes that a decision is taken back: from now on it is none of the [`partings`](super::JoinStore::partings), and ids are
    /// those of the values that they were founded for.
    async fn undo(
        &mut self,
        profile_id: ProfileId,
        split: &Split,
        by: (Timestamp, Actor),
    ) -> Result<(), StoreError>;

    /// After values went back: the customer is seen as long as they were and as they were since, and called as they were.
    async fn restore(&mut self, profile_id: ProfileId, split: &Split) -> Result<(), StoreError>;
}
