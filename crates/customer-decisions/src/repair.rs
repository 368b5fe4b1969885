//! Says what of customers is missing, doubled or joined by little, and fills in what nobody has to be asked for.
//!
//! Filling in changes what is shown of somebody and nothing else: no value moves and nothing is credited anew.

use std::collections::{BTreeMap, BTreeSet};

use identity_graph::repair::{Audit, Backfill, SharedValue};
use identity_graph::{RepairCounts, RepairStore};
use kernel::{CustomerId, ProfileAccess, ProfileId, StoreError};
use serde_json::json;

use application::context::Context;
use application::ports::AuditEvent;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// Customers that are repaired at once.
pub const MOST_AT_ONCE: u32 = 1_000;

/// Customers on a page of a scan.
pub const MOST_ON_A_PAGE: u32 = 100;

/// Which part of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanPage {
    /// Only customers for whom something can be filled in.
    pub is_repairable: bool,
    /// Customers to leave out, in the order of ids.
    pub offset: u32,
    /// Customers at most.
    pub limit: u32,
}

/// Part of a scan, and how much there is to do in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairScan {
    /// Customers in the order of ids.
    pub audits: Vec<Audit>,
    /// Of everybody.
    pub counts: RepairCounts,
}

/// Goes through a page of customers.
pub async fn scan(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    page: ScanPage,
) -> Result<RepairScan, StoreError> {
    let part = (page.offset, page.limit.min(MOST_ON_A_PAGE));
    let repairs = work.repairs();
    let ids = repairs.audited_ids(profile_id, page.is_repairable, part);
    let ids = ids.await?;
    let mut shared = shared(repairs, profile_id, &ids).await?;
    let audited = repairs.audited(profile_id, &ids).await?;
    let audits = audited.iter().map(|of| {
        let shared = shared.remove(&of.customer_id);
        of.audit(shared.unwrap_or_default())
    });
    Ok(RepairScan {
        audits: audits.collect(),
        counts: repairs
            .repair_counts(profile_id, context.clock.now())
            .await?,
    })
}

/// What each shares with others.
async fn shared(
    repairs: &mut dyn RepairStore,
    profile_id: ProfileId,
    customers: &[CustomerId],
) -> Result<BTreeMap<CustomerId, Vec<SharedValue>>, StoreError> {
    let mut shared: BTreeMap<CustomerId, Vec<_>> = BTreeMap::new();
    for (customer, value) in repairs.shared(profile_id, customers).await? {
        shared.entry(customer).or_default().push(value);
    }
    Ok(shared)
}

/// Why nothing was repaired.
#[derive(Debug, thiserror::Error)]
pub enum RepairError {
    /// So many of the list stand before one who is no customer, or somebody's alias.
    #[error("is no customer of the profile, or was merged into another one")]
    Unknown(usize),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for RepairError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_contended())
    }
}

/// What is filled in, and how much is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// Whom what is filled in, in the order of ids; only those for whom there is something.
    pub customers: Vec<(CustomerId, Vec<Backfill>)>,
    /// How much there is to do afterwards.
    pub counts: RepairCounts,
}

/// Says what would be filled in, of these customers or else of the first [`MOST_AT_ONCE`] for whom there is something.
pub async fn preview(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    chosen: Option<&[CustomerId]>,
) -> Result<Repaired, RepairError> {
    let customers = chosen_customers(work, access.profile_id, chosen).await?;
    let customers = backfills(work, access.profile_id, &customers, chosen).await?;
    counted(work, context, access.profile_id, customers).await
}

/// Fills it in.
pub async fn apply(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    chosen: Option<&[CustomerId]>,
) -> Result<Repaired, RepairError> {
    let profile_id = access.profile_id;
    let customers = chosen_customers(work, profile_id, chosen).await?;
    work.repairs().hold_repaired(profile_id, &customers).await?;
    let customers = backfills(work, profile_id, &customers, chosen).await?;
    if customers.is_empty() {
        return counted(work, context, profile_id, customers).await;
    }
    let each = customers.iter().flat_map(|(id, backfills)| {
        let of_them = backfills.iter().cloned();
        of_them.map(|backfill| (*id, backfill))
    });
    let each: Vec<_> = each.collect();
    work.repairs().fill(profile_id, &each).await?;
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: "customers.repaired".to_owned(),
        actor: access.actor,
        subject: None,
        detail: json!({"customers": customers.len(), "fields": each.len()}),
    };
    work.audit().stamp(profile_id, &event).await?;
    counted(work, context, profile_id, customers).await
}

async fn chosen_customers(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    chosen: Option<&[CustomerId]>,
) -> Result<Vec<CustomerId>, StoreError> {
    if let Some(chosen) = chosen {
        let chosen: BTreeSet<_> = chosen.iter().copied().collect();
        return Ok(chosen.into_iter().collect());
    }
    let part = (0, MOST_AT_ONCE);
    work.repairs().audited_ids(profile_id, true, part).await
}

/// What is filled in for each. Of those that somebody chose everybody has to be there.
async fn backfills(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    customers: &[CustomerId],
    chosen: Option<&[CustomerId]>,
) -> Result<Vec<(CustomerId, Vec<Backfill>)>, RepairError> {
    let audited = work.repairs().audited(profile_id, customers).await?;
    let known: BTreeSet<_> = audited.iter().map(|it| it.customer_id).collect();
    let mut chosen = chosen.unwrap_or_default().iter();
    if let Some(unknown) = chosen.position(|id| !known.contains(id)) {
        return Err(RepairError::Unknown(unknown));
    }
    let shared = shared(work.repairs(), profile_id, customers).await?;
    let filled = audited.iter().map(|it| {
        let shared = shared.get(&it.customer_id).map(Vec::as_slice);
        (it.customer_id, it.backfills(shared.unwrap_or_default()))
    });
    Ok(filled.filter(|(_, fields)| !fields.is_empty()).collect())
}

async fn counted(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    customers: Vec<(CustomerId, Vec<Backfill>)>,
) -> Result<Repaired, RepairError> {
    let now = context.clock.now();
    let counts = work.repairs().repair_counts(profile_id, now).await?;
    Ok(Repaired { customers, counts })
}
