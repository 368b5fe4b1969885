//! What resolution needs from a store.

use std::collections::BTreeSet;

use async_trait::async_trait;
use kernel::{Actor, CustomerId, MergeId, ProfileId, ProposalId, StoreError, Timestamp, VisitorId};

use crate::device::{Identification, Ownership};
use crate::identifiers::{Identifiers, Subject};
use crate::known::Known;
use crate::merge::Merge;
use crate::pairs::Link;
use crate::plan::Plan;
use crate::proposals::{Candidate, Commonness, Proposal, QueuedProposal, Verdict};
use crate::repair::{Audited, Backfill, SharedValue};
use crate::settlement::{HeldCustomer, HeldValue, Settlement, Unsettled};
use crate::split::Parting;

mod decisions;

pub use decisions::{MergeStore, SplitStore};
#[cfg(feature = "mocks")]
pub use decisions::{MockMergeStore, MockSplitStore};

/// Whether a plan was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// All of it.
    Done,
    /// None of it: another transaction took a value or the browser first. The same look-up now
    /// shows what it wrote.
    Lost,
}

/// Browsers that are locked with customers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldBrowsers {
    /// Those that are theirs at some time.
    pub own: BTreeSet<VisitorId>,
    /// Those of decisions that stand and may concern them, and that are none of theirs: what went away from them, from who
    /// leads to them, and from those of whom they were made. What they hold says whose those are, too.
    pub parted: BTreeSet<VisitorId>,
}

impl HeldBrowsers {
    /// All whose owner follows from what the customers hold.
    pub fn all(&self) -> BTreeSet<VisitorId> {
        self.own.union(&self.parted).copied().collect()
    }
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

    /// Everybody who was identified on a browser by a stored fact, or by one that is not stored yet (`unstored`), in any
    /// order and with repetitions. A fact counts when its subject is a kind that names a person; its customer is whoever
    /// holds the subject now, or, where people decided that this browser is somebody else's, that one.
    async fn identifications(
        &mut self,
        profile_id: ProfileId,
        visitor_id: VisitorId,
        unstored: Vec<Identification>,
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
    /// value is several people's for certain whatever [was parted](Self::partings), pairs that are settled first. One
    /// that is known to be several people's is told with `None` instead.
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

    /// How people parted the values, as far as that stands: each decision that names one of them, with all that it names.
    /// A store that keeps no decisions has none.
    async fn partings(
        &mut self,
        profile_id: ProfileId,
        values: &[Subject],
    ) -> Result<Vec<Parting>, StoreError> {
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
    ) -> Result<Option<HeldBrowsers>, StoreError>;

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

/// How far the customers of a profile were gone through for who may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Whoever has an id up to this one was looked at; ids are ordered by time.
    pub after: CustomerId,
    /// When a pass from the beginning was asked for last.
    pub requested_at: Timestamp,
    /// When it began.
    pub began_at: Option<Timestamp>,
    /// When it was through. Whoever is founded afterwards is looked at all the same.
    pub finished_at: Option<Timestamp>,
    /// Customers that it looked at.
    pub walked: u64,
    /// Of those, how many were not known as they were, so that they were compared.
    pub compared: u64,
}

/// A customer as they are, and as they were compared last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walked {
    /// What is compared of them.
    pub candidate: Candidate,
    /// Whose alias they are, if they are one.
    pub merged_into: Option<CustomerId>,
    /// What stands for what was known of them when they were compared last.
    pub digest: Option<Vec<u8>>,
}

/// By what a customer is found from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Who.
    pub customer: CustomerId,
    /// Stands for what is known of them.
    pub digest: Vec<u8>,
    /// Keyed hashes of their blocks.
    pub blocks: Vec<i64>,
}

/// Who may be one, inside one open transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ProposalStore: Send {
    /// How far a profile was gone through, locked until the transaction ends; begun by this where there is none.
    /// `None` while another transaction has it.
    async fn take_pass(
        &mut self,
        profile_id: ProfileId,
        now: Timestamp,
    ) -> Result<Option<Pass>, StoreError>;

    /// Keeps how far it was gone through.
    async fn put_pass(&mut self, profile_id: ProfileId, pass: &Pass) -> Result<(), StoreError>;

    /// Asks for a pass from the beginning, unless one is under way: what is under way then.
    async fn request_pass(
        &mut self,
        profile_id: ProfileId,
        now: Timestamp,
    ) -> Result<Pass, StoreError>;

    /// Waits until nobody compares customers of the profile, and keeps others from it until the transaction ends.
    /// Comes before any proposal is locked by whoever changes others beside it.
    async fn hold(&mut self, profile_id: ProfileId, now: Timestamp) -> Result<(), StoreError>;

    /// Profiles of all tenants with somebody who was not looked at, or whose last pass is older than `before`: at most
    /// `limit`.
    async fn due(&mut self, before: Timestamp, limit: u32) -> Result<Vec<ProfileId>, StoreError>;

    /// Customers who became an alias or ceased to be one, and those whose alias they were, at most `limit`: they wait no
    /// more.
    async fn take_waiting(
        &mut self,
        profile_id: ProfileId,
        limit: u32,
    ) -> Result<Vec<CustomerId>, StoreError>;

    /// The next customers after one, in the order of ids, at most `limit`.
    async fn next(
        &mut self,
        profile_id: ProfileId,
        after: CustomerId,
        limit: u32,
    ) -> Result<Vec<CustomerId>, StoreError>;

    /// Customers as they are. Of those who are gone there is nothing.
    async fn walked(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<Walked>, StoreError>;

    /// Replaces by what customers are found.
    async fn put_blocks(
        &mut self,
        profile_id: ProfileId,
        blocked: &[Blocked],
    ) -> Result<(), StoreError>;

    /// Who is found by each of these blocks, as far as there are not more than `most`; none for a block of more.
    async fn sharing(
        &mut self,
        profile_id: ProfileId,
        blocks: &[i64],
        most: usize,
    ) -> Result<Vec<(i64, Vec<CustomerId>)>, StoreError>;

    /// How common family names are.
    async fn commonness(&mut self, profile_id: ProfileId) -> Result<Commonness, StoreError>;

    /// What is proposed of these customers, with ids for those pairs that are new: whatever else waits of them is gone,
    /// but for what was put off with an alias that is not [forgotten](Self::forget) yet. What people decided stays, and a
    /// pair of which one was dismissed that is theirs now is not proposed.
    async fn propose(
        &mut self,
        profile_id: ProfileId,
        of: &[CustomerId],
        proposed: &[(ProposalId, [CustomerId; 2], Proposal)],
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Keeps that what waits of two customers, if anything does, came to this merge. Comes before whoever is an alias is
    /// [forgotten](Self::forget).
    async fn merged(
        &mut self,
        profile_id: ProfileId,
        pair: [CustomerId; 2],
        merge: &Merge,
    ) -> Result<(), StoreError>;

    /// Forgets by what customers are found, and what waits of them: each is an alias of the second one. What was put off
    /// with them is put off with that one, unless somebody decided of those two already.
    async fn forget(
        &mut self,
        profile_id: ProfileId,
        aliases: &[(CustomerId, CustomerId)],
    ) -> Result<(), StoreError>;

    /// A proposal, locked until the transaction ends.
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: ProposalId,
    ) -> Result<Option<QueuedProposal>, StoreError>;

    /// Keeps what was decided of a proposal that did not come to a merge.
    async fn decide(
        &mut self,
        profile_id: ProfileId,
        id: ProposalId,
        verdict: &Verdict,
    ) -> Result<(), StoreError>;

    /// Whether somebody decided that two customers are two people, under whichever of the ids that lead to them.
    async fn are_two(
        &mut self,
        profile_id: ProfileId,
        pair: [CustomerId; 2],
    ) -> Result<bool, StoreError>;

    /// Keeps that two customers are two people, whether anything was proposed or not, and so is whoever was proposed and
    /// came to a merge that is taken back, if that is why.
    async fn dismiss(
        &mut self,
        profile_id: ProfileId,
        id: ProposalId,
        pair: [CustomerId; 2],
        merge: Option<MergeId>,
        by: (Timestamp, Actor),
    ) -> Result<(), StoreError>;
}

/// How much there is to do for whoever repairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepairCounts {
    /// Customers who are nobody's alias.
    pub customers: u64,
    /// Of those, for whom something can be filled in.
    pub repairable: u64,
    /// Pairs that are one person almost certainly, and wait for somebody to say so.
    pub strong_proposals: u64,
}

/// Customers as whoever repairs looks at them, inside one open transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait RepairStore: Send {
    /// Customers who are nobody's alias, in the order of ids, as many as the second of `part` behind as many as the first;
    /// only those for whom something can be filled in, if so asked.
    async fn audited_ids(
        &mut self,
        profile_id: ProfileId,
        is_repairable: bool,
        part: (u32, u32),
    ) -> Result<Vec<CustomerId>, StoreError>;

    /// How much there is to do.
    async fn repair_counts(
        &mut self,
        profile_id: ProfileId,
        now: Timestamp,
    ) -> Result<RepairCounts, StoreError>;

    /// Locks customers in the order of ids until the transaction ends.
    async fn hold_repaired(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<(), StoreError>;

    /// Those of the customers who are nobody's alias, in the order of ids, each with at most 200 values.
    async fn audited(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<Audited>, StoreError>;

    /// Addresses and numbers that the customers hold or were named with and that lead to others, too: at most twenty for
    /// a customer, each with at most twenty others.
    async fn shared(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<(CustomerId, SharedValue)>, StoreError>;

    /// Fills in where there is nothing.
    async fn fill(
        &mut self,
        profile_id: ProfileId,
        backfills: &[(CustomerId, Backfill)],
    ) -> Result<(), StoreError>;
}
