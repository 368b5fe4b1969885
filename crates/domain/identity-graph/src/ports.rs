//! What resolution needs from a store.

use std::collections::BTreeSet;

use async_trait::async_trait;
use kernel::{Actor, CustomerId, MergeId, ProfileId, StoreError, Timestamp, VisitorId};

use crate::device::{Identification, Ownership};
use crate::identifiers::{Identifiers, Subject};
use crate::known::Known;
use crate::merge::{Merge, ShownCustomer};
use crate::pairs::Link;
use crate::plan::Plan;
use crate::settlement::{HeldCustomer, HeldValue, Settlement, Unsettled};

/// Whether a plan was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// All of it.
    Done,
    /// None of it: another transaction took a value or the browser first. The same look-up now
    /// shows what it wrote.
    Lost,
}

/// Who is who, inside one open transaction that reads what others have committed.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait IdentityStore: Send {
    /// What is stored of the identifiers and of the browser they name, in one moment.
    ///
    /// When the identifiers name a person as well as a browser, a stored browser stays locked
    /// until the transaction ends: two people who are identified on it at once must see each other.
    async fn look_up(
        &mut self,
        profile_id: ProfileId,
        identifiers: &Identifiers,
        at: Timestamp,
    ) -> Result<Known, StoreError>;

    /// Locks the browsers of several events on which a person is identified, and then everybody whom
    /// the events name or whose browsers they are, in the order of their ids, until the transaction
    /// ends. Whoever resolves several events one after the other in a transaction holds them first, so
    /// that two such transactions never wait for each other in a circle. A store that runs one
    /// transaction at a time has nothing to do.
    async fn hold<'a>(
        &mut self,
        profile_id: ProfileId,
        people: &[(&'a Identifiers, Timestamp)],
    ) -> Result<(), StoreError> {
        let _ = (profile_id, people);
        Ok(())
    }

    /// [`look_up`](Self::look_up) for each of several events, in one moment and in their order.
    /// A store that can ask for all at once does so.
    async fn look_up_each<'a>(
        &mut self,
        profile_id: ProfileId,
        people: &[(&'a Identifiers, Timestamp)],
    ) -> Result<Vec<Known>, StoreError> {
        let mut known = Vec::with_capacity(people.len());
        for (identifiers, at) in people {
            known.push(self.look_up(profile_id, identifiers, *at).await?);
        }
        Ok(known)
    }

    /// Writes a plan, or nothing of it. A store that cannot tell what it wrote from what was there
    /// before may fail instead of saying [`Applied::Lost`]; the transaction is run again then.
    ///
    /// - [`Plan::customer`]: a new one is inserted with `at` as first and last seen, an existing
    ///   one's first and last seen widen to include `at`; [`Plan::fill`] goes where it has nothing.
    /// - [`Plan::claims`] are inserted in the given order and never overwrite; one that is taken
    ///   means [`Applied::Lost`]. [`Plan::confirmed`] values widen their first and last seen.
    /// - A customer who is not at the epoch any more at which they were looked up means
    ///   [`Applied::Lost`]: the plan may hold values against what was settled meanwhile.
    /// - [`Plan::pairs`] are inserted, or counted once more.
    /// - [`Plan::visitor`]: inserted when it is not stored. `Link` sets the pointer only where
    ///   there is none (otherwise [`Applied::Lost`]); every other decision leaves it as it is.
    async fn apply(&mut self, profile_id: ProfileId, plan: &Plan) -> Result<Applied, StoreError>;

    /// [`apply`](Self::apply) for each of several plans that have no value, browser and customer in
    /// common: all of them or none. A store that can write all at once does so. By itself this writes one
    /// after the other, and fails with [`StoreError::Conflict`] when one is lost after others were written,
    /// so that whoever undoes the transaction undoes those.
    async fn apply_each(
        &mut self,
        profile_id: ProfileId,
        plans: &[Plan],
    ) -> Result<Applied, StoreError> {
        for (written, plan) in plans.iter().enumerate() {
            match self.apply(profile_id, plan).await? {
                Applied::Done => {}
                Applied::Lost if written == 0 => return Ok(Applied::Lost),
                Applied::Lost => return Err(StoreError::Conflict),
            }
        }
        Ok(Applied::Done)
    }

    /// Everybody who was identified on a browser by a stored fact, in any order and with repetitions. A
    /// fact counts when its subject is a kind that names a person; its customer is whoever holds the
    /// subject now.
    async fn identifications(
        &mut self,
        profile_id: ProfileId,
        visitor_id: VisitorId,
    ) -> Result<Vec<Identification>, StoreError>;

    /// Replaces whose a stored browser is. A shared one's single pointer is empty. One that is not stored
    /// stays nobody's.
    async fn write_ownership(
        &mut self,
        profile_id: ProfileId,
        visitor_id: VisitorId,
        ownership: &Ownership,
    ) -> Result<(), StoreError>;
}

/// Which values facts name together, and whose they are, inside one open transaction. Values are of
/// kinds that name a person.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait JoinStore: Send {
    /// What facts of servers name together with each of the values: all of it, or so much that the
    /// value is several people's for certain, pairs that are settled first. One that is known to be
    /// several people's is told with `None` instead.
    async fn partners(
        &mut self,
        profile_id: ProfileId,
        values: &[Subject],
    ) -> Result<Vec<(Subject, Option<Subject>)>, StoreError>;

    /// The values, and all others that their holders hold.
    async fn held_with(
        &mut self,
        profile_id: ProfileId,
        values: &[Subject],
    ) -> Result<Vec<HeldValue>, StoreError>;

    /// What was decided of the values and stands: each decision that names one of them. A store that keeps no
    /// decisions has none.
    async fn links(
        &mut self,
        profile_id: ProfileId,
        values: &[Subject],
    ) -> Result<Vec<Link>, StoreError> {
        let _ = (profile_id, values);
        Ok(Vec::new())
    }

    /// Customers by their ids.
    async fn customers(
        &mut self,
        profile_id: ProfileId,
        ids: &[CustomerId],
    ) -> Result<Vec<HeldCustomer>, StoreError>;

    /// Locks the browsers of the customers and then the customers themselves, each in the order of
    /// ids, until the transaction ends. `None` when one came to own another browser meanwhile.
    async fn hold_people(
        &mut self,
        profile_id: ProfileId,
        customers: &BTreeSet<CustomerId>,
    ) -> Result<Option<BTreeSet<VisitorId>>, StoreError>;

    /// Locks browsers in the order of ids, until the transaction ends.
    async fn hold_browsers(
        &mut self,
        profile_id: ProfileId,
        visitors: &BTreeSet<VisitorId>,
    ) -> Result<(), StoreError>;

    /// Writes what is settled, and that it is; [`hold_people`](Self::hold_people) came before unless
    /// the settlement is empty. Facts that a shared value decided are decided by the next value of
    /// theirs from now on: tells whose those are.
    async fn write(
        &mut self,
        profile_id: ProfileId,
        unsettled: &Unsettled,
        settlement: &Settlement,
    ) -> Result<BTreeSet<CustomerId>, StoreError>;

    /// For each of the browsers: whose it is as stored, and everybody who was identified on it, by the
    /// value that decides now. One that nobody holds yet founds a customer.
    async fn identified_on(
        &mut self,
        profile_id: ProfileId,
        visitors: &BTreeSet<VisitorId>,
    ) -> Result<Vec<(VisitorId, Ownership, Vec<Identification>)>, StoreError>;

    /// Replaces whose a stored browser is, as [`IdentityStore::write_ownership`] does.
    async fn write_ownership(
        &mut self,
        profile_id: ProfileId,
        visitor_id: VisitorId,
        ownership: &Ownership,
    ) -> Result<(), StoreError>;

    /// At most `limit` pairs, and values, that nobody has looked at yet; none while what facts of
    /// before say is being collected.
    async fn unsettled(
        &mut self,
        profile_id: ProfileId,
        limit: u32,
    ) -> Result<Unsettled, StoreError>;
}

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

    /// Keeps a decision, from now on among the [`links`](JoinStore::links), with which names its survivor lacks
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

    /// Notes that a decision is taken back: from now on it is none of the [`links`](JoinStore::links).
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
